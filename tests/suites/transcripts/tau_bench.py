"""Well-formed conversations from the real tasks, policies, tools and databases of tau-bench (MIT), made when needed.

Each task's gold actions are played against its database by a small implementation of the tools; the look-ups that the
policies ask for (who is it, which order, which product, which flight) are put before the actions that need them.
"""

from __future__ import annotations

import copy
import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Record = dict[str, Any]


def conversations(folder: Path) -> Iterator[Record]:
    """Every task of both domains as a conversation in the OpenAI format, with the tools of its domain."""
    schemas = json.loads((folder / "tools.json").read_text("utf-8"))
    tools = {d: [{k: v for k, v in s.items() if k != "domain"} for s in schemas if s["domain"] == d] for d in WORLDS}
    policies = {d: (folder / f"policy_{d}.md").read_text("utf-8") for d in WORLDS}
    worlds = {domain: world(folder) for domain, world in WORLDS.items()}
    with gzip.open(folder / "tasks.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            task = json.loads(line)
            domain = task["domain"]
            world = worlds[domain].fresh()
            messages = [
                {"role": "system", "content": policies[domain]},
                {"role": "user", "content": task["instruction"]},
                *played(task, world),
            ]
            yield {"id": task["task_id"], "messages": messages, "tools": tools[domain]}


def played(task: Record, world: World) -> Iterator[Record]:
    """The turns of a task: each action, with what it needs before it, and a word at the end."""
    done: set[str] = set()
    number = 0
    steps = [*world.opening(task), *task["actions"]]
    queue = [step for action in steps for step in [*world.look_ups(action), action]]
    for step in queue:
        key = json.dumps(step, sort_keys=True)
        if key in done:
            continue
        done.add(key)
        result = world.call(step["name"], step["kwargs"])
        call = f"{task['task_id']}-{number}"
        function = {"name": step["name"], "arguments": json.dumps(step["kwargs"])}
        yield {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": call, "type": "function", "function": function}],
        }
        yield {
            "role": "tool",
            "tool_call_id": call,
            "content": result if isinstance(result, str) else json.dumps(result),
        }
        number += 1
    about = [v for a in task["actions"] for k, v in a["kwargs"].items() if k in ("order_id", "reservation_id")]
    if about:
        yield {"role": "assistant", "content": f"That is done for {' and '.join(dict.fromkeys(about))}."}


class World:
    """A database and the tools that work on it. Records are copied before they are changed."""

    files: tuple[str, ...] = ()
    domain = ""

    def __init__(self, folder: Path) -> None:
        self.tables = {
            name: json.loads(gzip.decompress((folder / f"{self.domain}_{name}.json.gz").read_bytes()))
            for name in self.files
        }

    def fresh(self) -> World:
        """The same database, unchanged."""
        world = copy.copy(self)
        world.tables = {name: dict(table) for name, table in self.tables.items()}
        return world

    def own(self, table: str, key: str) -> Record:
        """A record that may be changed."""
        record = self.tables[table][key] = copy.deepcopy(self.tables[table][key])
        return record

    def call(self, name: str, kwargs: Record) -> Any:
        """The result of a tool; a record that is not there is an error in words."""
        try:
            return getattr(self, name)(**kwargs)
        except KeyError as missing:
            return f"Error: {missing.args[0]} not found"

    def opening(self, task: Record) -> list[Record]:
        return []

    def look_ups(self, action: Record) -> list[Record]:
        return []

    def get_user_details(self, user_id: str) -> Any:
        return self.tables["users"][user_id]

    def calculate(self, expression: str) -> str:
        assert re.fullmatch(r"[\d\s.+*/()-]+", expression)
        return str(round(float(eval(expression)), 2))

    def transfer_to_human_agents(self, summary: str) -> str:
        return "Transfer successful"

    def pay(self, user_id: str, method: str, amount: float) -> None:
        """Take from, or give back to, a gift card; other methods have no balance."""
        if method.startswith("gift_card"):
            card = self.own("users", user_id)["payment_methods"][method]
            key = "balance" if "balance" in card else "amount"
            card[key] = round(card.get(key, 0) - amount, 2)


def step(name: str, **kwargs: Any) -> Record:
    return {"name": name, "kwargs": kwargs}


class Retail(World):
    """An online shop."""

    domain, files = "retail", ("orders", "users", "products")

    def opening(self, task: Record) -> list[Record]:
        if task["actions"] and task["actions"][0]["name"].startswith("find_user"):
            return [task["actions"][0], step("get_user_details", user_id=task["user_id"])]
        user = self.tables["users"][task["user_id"]]
        if user["email"] in task["instruction"]:
            found = step("find_user_id_by_email", email=user["email"])
        else:
            found = step("find_user_id_by_name_zip", **user["name"], zip=user["address"]["zip"])
        return [found, step("get_user_details", user_id=task["user_id"])]

    def look_ups(self, action: Record) -> list[Record]:
        kwargs = action["kwargs"]
        order = self.tables["orders"].get(kwargs.get("order_id"))
        if order is None or action["name"] == "get_order_details":
            return []
        needed = [step("get_order_details", order_id=order["order_id"])]
        for item in kwargs.get("new_item_ids", ()):
            product = next(p for p in self.tables["products"].values() if item in p["variants"])
            needed.append(step("get_product_details", product_id=product["product_id"]))
        return needed

    def find_user_id_by_email(self, email: str) -> str:
        return next(
            (u for u, r in self.tables["users"].items() if r["email"].lower() == email.lower()), "Error: user not found"
        )

    def find_user_id_by_name_zip(self, first_name: str, last_name: str, zip: str) -> str:  # noqa: A002
        wanted = (first_name.lower(), last_name.lower(), zip)
        for user, record in self.tables["users"].items():
            name = record["name"]
            if (name["first_name"].lower(), name["last_name"].lower(), record["address"]["zip"]) == wanted:
                return user
        return "Error: user not found"

    def get_order_details(self, order_id: str) -> Any:
        return self.tables["orders"][order_id]

    def get_product_details(self, product_id: str) -> Any:
        return self.tables["products"][product_id]

    def list_all_product_types(self) -> Any:
        return dict(sorted((p["name"], p["product_id"]) for p in self.tables["products"].values()))

    def cancel_pending_order(self, order_id: str, reason: str) -> Any:
        order = self.own("orders", order_id)
        order |= {"status": "cancelled", "cancel_reason": reason}
        for payment in list(order["payment_history"]):
            method, amount = payment["payment_method_id"], payment["amount"]
            order["payment_history"].append(
                {"transaction_type": "refund", "amount": amount, "payment_method_id": method}
            )
            self.pay(order["user_id"], method, -amount)
        return order

    def _variant(self, order: Record, item: str, new: str) -> tuple[Record, Record]:
        old = next(i for i in order["items"] if i["item_id"] == item)
        return old, self.tables["products"][old["product_id"]]["variants"][new]

    def modify_pending_order_items(
        self, order_id: str, item_ids: list[str], new_item_ids: list[str], payment_method_id: str
    ) -> Any:
        order = self.own("orders", order_id)
        for item, new in zip(item_ids, new_item_ids, strict=True):
            old, variant = self._variant(order, item, new)
            difference = round(variant["price"] - old["price"], 2)
            if difference:
                kind = "payment" if difference > 0 else "refund"
                order["payment_history"].append(
                    {"transaction_type": kind, "amount": abs(difference), "payment_method_id": payment_method_id}
                )
            self.pay(order["user_id"], payment_method_id, difference)
            old |= {key: variant[key] for key in ("item_id", "price", "options")}
        order["status"] = "pending (item modified)"
        return order

    def exchange_delivered_order_items(
        self, order_id: str, item_ids: list[str], new_item_ids: list[str], payment_method_id: str
    ) -> Any:
        order = self.own("orders", order_id)
        found = [self._variant(order, *pair) for pair in zip(item_ids, new_item_ids, strict=True)]
        return self._note(
            order,
            status="exchange requested",
            exchange_items=sorted(item_ids),
            exchange_new_items=sorted(new_item_ids),
            exchange_payment_method_id=payment_method_id,
            exchange_price_difference=round(sum(new["price"] - old["price"] for old, new in found), 2),
        )

    def return_delivered_order_items(self, order_id: str, item_ids: list[str], payment_method_id: str) -> Any:
        return self._note(
            self.own("orders", order_id), status="return requested", return_items=sorted(item_ids),
            return_payment_method_id=payment_method_id,
        )  # fmt: skip

    def modify_pending_order_address(self, order_id: str, **address: str) -> Any:
        return self._note(self.own("orders", order_id), address=address)

    def modify_user_address(self, user_id: str, **address: str) -> Any:
        return self._note(self.own("users", user_id), address=address)

    def modify_pending_order_payment(self, order_id: str, payment_method_id: str) -> Any:
        order = self.own("orders", order_id)
        last = order["payment_history"][-1]
        order["payment_history"] += [
            {"transaction_type": "payment", "amount": last["amount"], "payment_method_id": payment_method_id},
            {"transaction_type": "refund", "amount": last["amount"], "payment_method_id": last["payment_method_id"]},
        ]
        return order

    @staticmethod
    def _note(record: Record, **changes: Any) -> Record:
        record.update(changes)
        return record


class Airline(World):
    """An airline's service desk."""

    domain, files = "airline", ("flights", "reservations", "users")

    def opening(self, task: Record) -> list[Record]:
        return [step("get_user_details", user_id=task["user_id"])]

    def look_ups(self, action: Record) -> list[Record]:
        kwargs = action["kwargs"]
        needed = []
        if action["name"] != "get_reservation_details" and kwargs.get("reservation_id") in self.tables["reservations"]:
            needed.append(step("get_reservation_details", reservation_id=kwargs["reservation_id"]))
        if action["name"] in ("book_reservation", "update_reservation_flights"):
            for leg in kwargs["flights"]:
                flight = self.tables["flights"][leg["flight_number"]]
                route = {key: flight[key] for key in ("origin", "destination")}
                needed.append(step("search_direct_flight", **route, date=leg["date"]))
        return needed

    def get_reservation_details(self, reservation_id: str) -> Any:
        return self.tables["reservations"][reservation_id]

    def search_direct_flight(self, origin: str, destination: str, date: str) -> Any:
        return [
            {**{k: v for k, v in flight.items() if k != "dates"}, **flight["dates"][date]}
            for flight in self.tables["flights"].values()
            if (flight["origin"], flight["destination"]) == (origin, destination)
            and flight["dates"].get(date, {}).get("status") == "available"
        ]

    def _legs(self, flights: list[Record], cabin: str, kept: list[Record]) -> list[Record]:
        legs = []
        for leg in flights:
            same = next((k for k in kept if all(k[key] == leg[key] for key in ("flight_number", "date"))), None)
            flight = self.tables["flights"][leg["flight_number"]]
            price = same["price"] if same else flight["dates"][leg["date"]]["prices"][cabin]
            legs.append({**leg, "price": price, "origin": flight["origin"], "destination": flight["destination"]})
        return legs

    def book_reservation(
        self, user_id: str, flights: list[Record], cabin: str, payment_methods: list[Record], **rest: Any
    ) -> Any:
        record = {
            "reservation_id": "HATHAT", "user_id": user_id, "cabin": cabin, "flights": self._legs(flights, cabin, []),
            "payment_history": payment_methods, "created_at": "2024-05-15T15:00:00", **rest,
        }  # fmt: skip
        self.tables["reservations"]["HATHAT"] = record
        for payment in payment_methods:
            self.pay(user_id, payment["payment_id"], payment["amount"])
        return record

    def update_reservation_flights(
        self, reservation_id: str, cabin: str, flights: list[Record], payment_id: str
    ) -> Any:
        record = self.own("reservations", reservation_id)
        kept = record["flights"] if record["cabin"] == cabin else []
        legs = self._legs(flights, cabin, kept)
        due = sum(leg["price"] for leg in legs) - sum(leg["price"] for leg in record["flights"])
        if amount := due * len(record["passengers"]):
            record["payment_history"].append({"payment_id": payment_id, "amount": amount})
            self.pay(record["user_id"], payment_id, amount)
        record |= {"flights": legs, "cabin": cabin}
        return record

    def cancel_reservation(self, reservation_id: str) -> Any:
        record = self.own("reservations", reservation_id)
        record["payment_history"] += [
            {"payment_id": payment["payment_id"], "amount": -payment["amount"]} for payment in record["payment_history"]
        ]
        record["status"] = "cancelled"
        return record

    def update_reservation_baggages(
        self, reservation_id: str, total_baggages: int, nonfree_baggages: int, payment_id: str
    ) -> Any:
        record = self.own("reservations", reservation_id)
        if amount := 50 * max(0, nonfree_baggages - record["nonfree_baggages"]):
            record["payment_history"].append({"payment_id": payment_id, "amount": amount})
        record |= {"total_baggages": total_baggages, "nonfree_baggages": nonfree_baggages}
        return record

    def update_reservation_passengers(self, reservation_id: str, passengers: list[Record]) -> Any:
        record = self.own("reservations", reservation_id)
        record["passengers"] = passengers
        return record

    def send_certificate(self, user_id: str, amount: int) -> str:
        return f"Certificate certificate_3221322 added to user {user_id} with amount {amount}."


WORLDS: dict[str, type[World]] = {"retail": Retail, "airline": Airline}
