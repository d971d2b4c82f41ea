"""tau-bench's airline, as far as a guard needs it: the records an agent can look up, and what its calls do to them.

`view` is what the policy's conditions are about; `make` carries a call out, so that the next call sees the new state.
"""

from __future__ import annotations

import copy
import gzip
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from holdfast.guard import Call

NOW = "2024-05-15T15:00:00"
"""The policy's own "current time"."""

CITIES = {"JFK": "New York", "LGA": "New York"}
"""Airports that share a city. Every other airport has its own."""

Record = dict[str, Any]


def read_json(path: Path) -> Any:
    """The content of a gzipped JSON file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


@dataclass
class World:
    """The airline's databases. Those of a conversation start as a copy of the first ones."""

    flights: dict[str, Record]
    reservations: dict[str, Record]
    users: dict[str, Record]
    booked: int = field(default=0)

    @classmethod
    def read(cls, folder: Path) -> World:
        """The databases as they are published; every reservation gets a status, every user their id."""
        flights, reservations, users = (
            read_json(folder / f"airline_{name}.json.gz") for name in ("flights", "reservations", "users")
        )
        for reservation in reservations.values():
            reservation.setdefault("status", "booked")
        for user_id, user in users.items():
            user["user_id"] = user_id
        return cls(flights, reservations, users)

    def copy(self, user_id: str) -> World:
        """A world for one conversation, whose calls change the records of this customer alone."""
        own = {name: self.reservations[name] for name in self.users[user_id]["reservations"]}
        users = {**self.users, user_id: copy.deepcopy(self.users[user_id])}
        return World(self.flights, {**self.reservations, **copy.deepcopy(own)}, users)

    def view(self, user_id: str, call: Call) -> Record:
        """Everything that an agent can have looked up about a call of this customer, as it is now."""
        arguments = call.arguments
        user = self.users[user_id]
        seen: Record = {"now": NOW, "user": user}
        seen["reservations"] = [self.reservations[name] for name in user["reservations"]]
        if (reservation := self.reservations.get(arguments.get("reservation_id", ""))) is not None:
            seen["reservation"] = _with_cities(reservation)
            seen["segments"] = self._details(reservation["flights"])
        if "flights" in arguments:
            seen["flights"] = self._details(arguments["flights"])
        if "payment_methods" in arguments:
            methods = user["payment_methods"]
            seen["paid"] = [
                {"source": methods[p["payment_id"]]["source"], "balance": methods[p["payment_id"]].get("amount"), **p}
                for p in arguments["payment_methods"]
                if p["payment_id"] in methods
            ]
        return copy.deepcopy(seen)

    def make(self, call: Call) -> None:
        """Carry out a call. Looking something up changes nothing."""
        effect = getattr(self, f"_{call.tool}", None)
        if effect is not None:
            effect(**copy.deepcopy(dict(call.arguments)))

    def _details(self, segments: list[Record]) -> list[Record]:
        details = []
        for segment in segments:
            flight = self.flights[segment["flight_number"]]
            day = flight["dates"].get(segment["date"], {"status": "not scheduled"})
            details.append(_with_cities({"origin": flight["origin"], "destination": flight["destination"], **day}))
        return details

    def _priced(self, segments: list[Record], cabin: str, kept: list[Record]) -> list[Record]:
        """Segments as a reservation holds them. One that is kept in its cabin keeps the price it was booked at."""
        prices = {(old["flight_number"], old["date"]): old["price"] for old in kept}
        return [
            {
                **segment,
                "origin": detail["origin"],
                "destination": detail["destination"],
                "price": prices.get((segment["flight_number"], segment["date"]), detail["prices"][cabin]),
            }
            for segment, detail in zip(segments, self._details(segments), strict=True)
        ]

    def _book_reservation(self, user_id: str, payment_methods: list[Record], **booking: Any) -> None:
        self.booked += 1
        name = f"NEW{self.booked:03}"
        booking["flights"] = self._priced(booking["flights"], booking["cabin"], [])
        record = {"reservation_id": name, "user_id": user_id, "created_at": NOW, "status": "booked", **booking}
        self.reservations[name] = {**record, "payment_history": payment_methods}
        user = self.users[user_id]
        user["reservations"].append(name)
        for payment in payment_methods:
            method = user["payment_methods"][payment["payment_id"]]
            if method["source"] == "gift_card":
                method["amount"] -= payment["amount"]
            elif method["source"] == "certificate":  # what is left of it is lost
                del user["payment_methods"][payment["payment_id"]]

    def _cancel_reservation(self, reservation_id: str) -> None:
        self.reservations[reservation_id]["status"] = "cancelled"

    def _update_reservation_flights(
        self, reservation_id: str, cabin: str, flights: list[Record], payment_id: str
    ) -> None:
        reservation = self.reservations[reservation_id]
        kept = reservation["flights"] if cabin == reservation["cabin"] else []
        before = sum(segment["price"] for segment in reservation["flights"])
        reservation["flights"], reservation["cabin"] = self._priced(flights, cabin, kept), cabin
        due = sum(segment["price"] for segment in reservation["flights"]) - before
        self._pay(reservation["user_id"], payment_id, due * len(reservation["passengers"]))

    def _update_reservation_passengers(self, reservation_id: str, passengers: list[Record]) -> None:
        self.reservations[reservation_id]["passengers"] = passengers

    def _update_reservation_baggages(
        self, reservation_id: str, total_baggages: int, nonfree_baggages: int, payment_id: str
    ) -> None:
        reservation = self.reservations[reservation_id]
        self._pay(reservation["user_id"], payment_id, 50 * max(0, nonfree_baggages - reservation["nonfree_baggages"]))
        reservation["total_baggages"], reservation["nonfree_baggages"] = total_baggages, nonfree_baggages

    def _pay(self, user_id: str, payment_id: str, amount: int) -> None:
        method = self.users[user_id]["payment_methods"][payment_id]
        if method["source"] == "gift_card":
            method["amount"] -= amount

    def _send_certificate(self, user_id: str, amount: int) -> None:
        name = f"certificate_new_{len(self.users[user_id]['payment_methods'])}"
        record = {"source": "certificate", "amount": amount, "id": name}
        self.users[user_id]["payment_methods"][name] = record


def _with_cities(record: Record) -> Record:
    start, end = record["origin"], record["destination"]
    return {**record, "from_city": CITIES.get(start, start), "to_city": CITIES.get(end, end)}
