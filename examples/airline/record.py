"""Writes tool calls of tau-bench's airline, with the state in view at each, as lines for `holdfast guard replay`.

Three kinds: the gold calls of every task, played one after the other so that the state is current; calls that are right
by construction; and calls that are wrong by construction, each in its own way. Nothing here reads the guard's policy.

    python examples/airline/record.py ../shared/data/tau_bench calls.jsonl
    holdfast guard replay calls.jsonl --policy examples/airline/policy.toml
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from world import NOW, Record, World

from holdfast.guard import Call

Made = tuple[str, str, Call, Any]
"""A group, a customer, a call, and what gives the state in view (None: the world)."""

FREE_BAGS = {"regular": (0, 1, 2), "silver": (1, 2, 3), "gold": (2, 3, 3)}
CABINS = ("basic_economy", "economy", "business")


def gold(world: World, tasks: list[Record]) -> Iterator[Record]:
    """Every gold call of every task, with the state as the calls before it left it."""
    for task in tasks:
        own = world.copy(task["user_id"])
        for number, action in enumerate(task["actions"], 1):
            call = Call(action["name"], action["kwargs"])
            yield line("gold", f"{task['task_id']}#{number}", call, own.view(task["user_id"], call))
            own.make(call)


def line(group: str, name: str, call: Call, state: Any) -> Record:
    """One record for the replay."""
    seen = {"snapshots": state} if isinstance(state, list) else {"state": state}
    return {"id": name, "group": group, "tool": call.tool, "arguments": call.arguments, **seen}


class Facts:
    """What matters about one reservation, worked out here and not by the policy."""

    def __init__(self, world: World, reservation: Record) -> None:
        status = [world.flights[f["flight_number"]]["dates"][f["date"]]["status"] for f in reservation["flights"]]
        age = datetime.fromisoformat(NOW) - datetime.fromisoformat(reservation["created_at"])
        self.user = world.users[reservation["user_id"]]
        self.fresh = age.total_seconds() <= 24 * 3600
        self.flown = "landed" in status or "flying" in status
        self.cancelled = "cancelled" in status
        self.ahead = all(s == "available" for s in status)
        self.business = reservation["cabin"] == "business"
        self.insured = reservation["insurance"] == "yes"
        self.free = FREE_BAGS[self.user["membership"]][CABINS.index(reservation["cabin"])] * len(
            reservation["passengers"]
        )
        self.cards = [m["id"] for m in self.user["payment_methods"].values() if m["source"] != "certificate"]
        self.certificates = [m["id"] for m in self.user["payment_methods"].values() if m["source"] == "certificate"]


def cancellations(world: World, name: str, r: Record, facts: Facts) -> Iterator[Made]:
    """Cancelling one reservation: right or wrong by its fare, its age and whether it was flown."""
    call, owner = Call("cancel_reservation", {"reservation_id": name}), r["user_id"]
    if not facts.flown and (facts.business or facts.insured or facts.fresh or facts.cancelled):
        yield "right: cancel what may be cancelled", owner, call, None
        stranger = next(u for u in world.users if u != owner)
        yield "wrong: cancel another customer's reservation", stranger, call, None
        other = next((o for o in world.users[owner]["reservations"] if o != name), None)
        if other is not None:
            about = Call("cancel_reservation", {"reservation_id": other})
            yield "wrong: cancel on the record of another reservation", owner, call, partial(world.view, owner, about)
        if facts.business and not facts.insured and not facts.fresh and not facts.cancelled:
            yield "wrong: cancel on a record that is out of date", owner, call, partial(outdated, world, owner, call)
    elif not facts.flown:
        yield "wrong: cancel an uninsured economy fare after a day", owner, call, None
    elif not facts.business:
        yield "wrong: cancel a trip that was flown", owner, call, None


def outdated(world: World, owner: str, call: Call) -> list[Record]:
    """Two readings of a reservation: it was business when it was first read, and is economy now."""
    before = world.view(owner, call)
    now = {**before, "reservation": {**before["reservation"], "cabin": "economy"}}
    return [{"values": now, "issued_at": 2}, {"values": before, "issued_at": 1}]


def changes(world: World, name: str, r: Record, facts: Facts) -> Iterator[Made]:
    """Changing flights, passengers and bags of one reservation that lies ahead."""
    if not facts.ahead or not facts.cards:
        return
    owner, kept = r["user_id"], [{k: f[k] for k in ("flight_number", "date")} for f in r["flights"]]

    def change(**changed: Any) -> Call:
        given = {"reservation_id": name, "cabin": r["cabin"], "flights": kept, "payment_id": facts.cards[0]}
        return Call("update_reservation_flights", {**given, **changed})

    def bags(total: int, paid: int) -> Call:
        given = {"reservation_id": name, "total_baggages": total, "nonfree_baggages": paid}
        return Call("update_reservation_baggages", {**given, "payment_id": facts.cards[0]})

    def people(passengers: list[Record]) -> Call:
        return Call("update_reservation_passengers", {"reservation_id": name, "passengers": passengers})

    someone = {"first_name": "Ada", "last_name": "Vale", "dob": "1990-01-01"}
    later = [*kept[:-1], {**kept[-1], "date": "2024-05-30"}]
    total = r["total_baggages"] + 1
    yield "right: change the cabin", owner, change(cabin="business" if r["cabin"] != "business" else "economy"), None
    yield "right: rename a passenger", owner, people([*r["passengers"][:-1], someone]), None
    yield "right: add a bag", owner, bags(total, max(0, total - facts.free)), None
    yield "wrong: remove a passenger", owner, people(r["passengers"][:-1]), None
    yield "wrong: add a passenger", owner, people([*r["passengers"], someone]), None
    yield "wrong: call a bag free that is not", owner, bags(max(total, facts.free + 1), 0), None
    yield "wrong: fly from somewhere else", owner, change(flights=later[1:] or [elsewhere(world, r)]), None
    stranger = next(u for u in world.users.values() if u["user_id"] != owner)
    yield (
        "wrong: pay with another customer's card",
        owner,
        change(payment_id=next(iter(stranger["payment_methods"]))),
        None,
    )
    if r["total_baggages"]:
        yield "wrong: remove a bag", owner, bags(r["total_baggages"] - 1, r["nonfree_baggages"]), None
    if facts.certificates:
        yield "wrong: pay a change by certificate", owner, change(payment_id=facts.certificates[0]), None
    if later != kept:
        basic = r["cabin"] == "basic_economy"
        group = "wrong: change basic economy flights" if basic else "right: change flights"
        yield group, owner, change(flights=later), None


def elsewhere(world: World, r: Record) -> Record:
    """A flight on an open day that does not start where the reservation does, nor in the same city."""
    near = {"JFK": "LGA", "LGA": "JFK"}.get(r["origin"])
    number = next(n for n, f in world.flights.items() if f["origin"] not in (r["origin"], near))
    return {"flight_number": number, "date": "2024-05-20"}


def bookings(world: World, tasks: list[Record]) -> Iterator[Made]:
    """The gold bookings, each spoilt in one way."""
    for task in tasks:
        for action in task["actions"]:
            if action["name"] != "book_reservation":
                continue
            given, user = action["kwargs"], world.users[task["user_id"]]

            def spoilt(given: Record = given, **changed: Any) -> Call:
                return Call("book_reservation", {**given, **changed})

            first, *rest = given["payment_methods"]
            yield "wrong: book for six", task["user_id"], spoilt(passengers=given["passengers"][:1] * 6), None
            cheaper = [{**first, "amount": first["amount"] - 1}, *rest]
            yield "wrong: book for less than the price", task["user_id"], spoilt(payment_methods=cheaper), None
            gone = [{**f, "date": "2024-05-10"} for f in given["flights"]]
            yield "wrong: book a flight that has left", task["user_id"], spoilt(flights=gone), None
            unknown = [{**first, "payment_id": "credit_card_0000001"}, *rest]
            yield "wrong: book with an unknown card", task["user_id"], spoilt(payment_methods=unknown), None
            owned = [m["id"] for m in user["payment_methods"].values() if m["source"] == "certificate"]
            if len(owned) > 1:
                two = [{"payment_id": c, "amount": 1} for c in owned[:2]]
                due = sum(p["amount"] for p in given["payment_methods"]) - 2
                card = next(m["id"] for m in user["payment_methods"].values() if m["source"] == "credit_card")
                paid = [*two, {"payment_id": card, "amount": due}]
                yield "wrong: book with two certificates", task["user_id"], spoilt(payment_methods=paid), None


def certificates(world: World) -> Iterator[Made]:
    """Compensation for those whom the policy gives none, and in amounts that it does not know."""
    for name, user in world.users.items():
        booked = [world.reservations[r] for r in user["reservations"]]
        privileged = [r for r in booked if r["insurance"] == "yes" or r["cabin"] == "business"]
        if not booked:
            continue
        if user["membership"] == "regular" and not privileged:
            amount = 100 * len(booked[0]["passengers"])
            yield "wrong: compensate a regular member", name, Call("send_certificate", _to(name, amount)), None
        else:
            amount = 100 * len((privileged or booked)[0]["passengers"])
            yield "right: compensate", name, Call("send_certificate", _to(name, amount)), None
            yield "wrong: compensate too much", name, Call("send_certificate", _to(name, 1000)), None


def _to(user_id: str, amount: int) -> Record:
    return {"user_id": user_id, "amount": amount}


def constructed(world: World, tasks: list[Record], each: int) -> Iterator[Record]:
    """The constructed calls, at most `each` of a group, spread evenly over the databases."""
    made: dict[str, list[Made]] = {}
    for name, reservation in sorted(world.reservations.items()):
        facts = Facts(world, reservation)
        for entry in (*cancellations(world, name, reservation, facts), *changes(world, name, reservation, facts)):
            made.setdefault(entry[0], []).append(entry)
    for entry in (*bookings(world, tasks), *certificates(world)):
        made.setdefault(entry[0], []).append(entry)
    for group, entries in sorted(made.items()):
        step = max(1, -(-len(entries) // each))
        for number, (_, user, call, state) in enumerate(entries[::step], 1):
            yield line(group, f"{group} {number}", call, world.view(user, call) if state is None else state())


def main() -> None:
    """Write the calls."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path, help="the folder of tau-bench's databases and tasks")
    parser.add_argument("out", type=Path, help="where to write the JSON lines")
    parser.add_argument("--each", type=int, default=200, help="constructed calls of each group at most (default 200)")
    options = parser.parse_args()
    world = World.read(options.data)
    with gzip.open(options.data / "tasks.jsonl.gz", "rt", encoding="utf-8") as file:
        tasks = [task for task in map(json.loads, file) if task["domain"] == "airline"]
    with options.out.open("w", encoding="utf-8") as out:
        for record in (*gold(world, tasks), *constructed(world, tasks, options.each)):
            out.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
