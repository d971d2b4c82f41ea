"""Writes tool calls of tau-bench's shop, with the state in view at each, as lines for `holdfast guard replay`.

The gold calls of all 635 tasks, played one after the other so that the state is current, and every gold call that
changes something once more in ways that are wrong by construction.

    python examples/retail/record.py ../shared/data/tau_bench calls.jsonl
    holdfast guard replay calls.jsonl --policy examples/retail/policy.toml
"""

from __future__ import annotations

import argparse
import copy
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Record = dict[str, Any]

NEXT_STATUS = {
    "cancel_pending_order": "cancelled",
    "modify_pending_order_items": "pending (items modified)",
    "return_delivered_order_items": "return requested",
    "exchange_delivered_order_items": "exchange requested",
}


class Shop:
    """The shop's databases."""

    def __init__(self, folder: Path) -> None:
        orders, products, users = (
            json.loads(gzip.decompress((folder / f"retail_{name}.json.gz").read_bytes()))
            for name in ("orders", "products", "users")
        )
        for user_id, user in users.items():
            user["user_id"] = user_id
            for method in user["payment_methods"].values():
                if method["source"] == "gift_card":
                    method["balance"] = method.get("balance", method.get("amount", 0))
        self.orders, self.users = orders, users
        self.items = {
            name: {**variant, "product_id": product["product_id"]}
            for product in products.values()
            for name, variant in product["variants"].items()
        }

    def view(self, user_id: str, arguments: Record) -> Record:
        """Everything that an agent can have looked up about a call of this customer."""
        seen: Record = {"user": self.users[user_id]}
        order = self.orders.get(arguments.get("order_id", ""))
        if order is None:
            return copy.deepcopy(seen)
        seen["order"] = order
        held = {item["item_id"]: item for item in order["items"]}
        old = [held[name] for name in arguments.get("item_ids", []) if name in held]
        new = [self.items[name] for name in arguments.get("new_item_ids", [])]
        if new:
            seen["old"], seen["new"] = old, new
            seen["due"] = round(sum(i["price"] for i in new) - sum(i["price"] for i in old), 2)
        else:
            seen["due"] = order["payment_history"][0]["amount"]
        return copy.deepcopy(seen)

    def make(self, user_id: str, tool: str, arguments: Record) -> None:
        """Carry out a call, unless the shop's own tool would refuse it; as far as a later call can notice."""
        order = self.orders.get(arguments.get("order_id", ""))
        if order is None or tool == "get_order_details" or self._refused(user_id, tool, arguments, order):
            return
        methods = self.users[user_id]["payment_methods"]
        first = order["payment_history"][0]
        paid = [(first["payment_method_id"], first["amount"])]
        if tool == "modify_pending_order_payment":
            paid.append((arguments["payment_method_id"], -first["amount"]))
        elif "new_item_ids" in arguments:
            paid = [(arguments["payment_method_id"], -self.view(user_id, arguments)["due"])]
        if tool not in ("modify_pending_order_address", "return_delivered_order_items"):
            for name, amount in paid:  # a gift card is refunded and charged at once
                if methods[name]["source"] == "gift_card":
                    methods[name]["balance"] += amount
        self.orders[order["order_id"]] = {**order, "status": NEXT_STATUS.get(tool, order["status"])}

    def _refused(self, user_id: str, tool: str, arguments: Record, order: Record) -> bool:
        wanted = "delivered" if "delivered" in tool else "pending"
        method = self.users[user_id]["payment_methods"].get(arguments.get("payment_method_id", ""))
        if order["status"] != wanted or ("payment_method_id" in arguments and method is None):
            return True
        if method is None:
            return False
        gift = method["source"] == "gift_card"
        if tool == "return_delivered_order_items":
            return not gift and method["id"] != order["payment_history"][0]["payment_method_id"]
        return gift and method["balance"] < self.view(user_id, arguments)["due"]


def spoilt(shop: Shop, user_id: str, given: Record) -> Iterator[tuple[str, Record, Record]]:
    """A gold call made wrong: a group, the arguments, the state in view."""
    stranger = next(name for name in shop.users if name != user_id)
    yield "wrong: another customer's order", given, shop.view(stranger, given)
    other = next(name for name, order in shop.orders.items() if name != given["order_id"])
    yield "wrong: the record of another order", given, shop.view(user_id, {**given, "order_id": other})
    moved = shop.view(user_id, given)
    moved["order"]["status"] = "processed"
    yield "wrong: an order on its way", given, moved
    if "payment_method_id" in given:
        unknown = {**given, "payment_method_id": "credit_card_0000001"}
        yield "wrong: an unknown payment method", unknown, shop.view(user_id, unknown)
    if "item_ids" in given:
        held = {item["item_id"] for item in shop.orders[given["order_id"]]["items"]}
        foreign = next(name for name in shop.items if name not in held)
        strange = {**given, "item_ids": [foreign, *given["item_ids"][1:]]}
        yield "wrong: an item that is not in the order", strange, shop.view(user_id, strange)
    if "new_item_ids" in given:
        product = shop.items[given["new_item_ids"][0]]["product_id"]
        foreign = next(name for name, item in shop.items.items() if item["product_id"] != product and item["available"])
        swapped = {**given, "new_item_ids": [foreign, *given["new_item_ids"][1:]]}
        yield "wrong: an item of another product", swapped, shop.view(user_id, swapped)


def records(folder: Path) -> Iterator[Record]:
    """Every line."""
    shop = Shop(folder)
    orders, users = shop.orders, shop.users
    tasks = map(json.loads, gzip.decompress((folder / "tasks.jsonl.gz").read_bytes()).decode().splitlines())
    for task in (task for task in tasks if task["domain"] == "retail"):
        user = task["user_id"]
        shop.orders, shop.users = dict(orders), {**users, user: copy.deepcopy(users[user])}
        for number, action in enumerate(task["actions"], 1):
            tool, given = action["name"], action["kwargs"]
            if tool == "get_user_details":  # the customer is who was looked up last
                user = given["user_id"]
                shop.users[user] = copy.deepcopy(shop.users[user])
            line = {"id": f"{task['task_id']}#{number}", "tool": tool}
            yield {**line, "group": "gold", "arguments": given, "state": shop.view(user, given)}
            if "order_id" in given and tool != "get_order_details":
                for group, changed, state in spoilt(shop, user, given):
                    yield {**line, "group": group, "arguments": changed, "state": state}
            shop.make(user, tool, given)


def main() -> None:
    """Write the calls."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path, help="the folder of tau-bench's databases and tasks")
    parser.add_argument("out", type=Path, help="where to write the JSON lines")
    options = parser.parse_args()
    with options.out.open("w", encoding="utf-8") as out:
        for record in records(options.data):
            out.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
