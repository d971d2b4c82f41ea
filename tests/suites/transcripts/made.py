"""Small made conversations, and files of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": name,
            "description": f"{name} of a parcel",
            "parameters": {"type": "object", "properties": {"parcel_id": {"type": "string"}}},
        },
    }
    for name in ("get_parcel", "get_customer", "cancel_parcel")
]


def call(name: str, arguments: Any, call_id: str | None = "c1") -> dict[str, Any]:
    """A tool call in the OpenAI format."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    made: dict[str, Any] = {"type": "function", "function": {"name": name, "arguments": text}}
    return made if call_id is None else {"id": call_id, **made}


def assistant(*calls: dict[str, Any], content: str | None = None) -> dict[str, Any]:
    return {"role": "assistant", "content": content, "tool_calls": list(calls)}


def result(content: Any, call_id: str | None = "c1") -> dict[str, Any]:
    text = content if isinstance(content, str) else json.dumps(content)
    return {"role": "tool", "content": text, **({} if call_id is None else {"tool_call_id": call_id})}


def parcel(number: int = 0) -> dict[str, Any]:
    """A customer asks for a parcel to be cancelled; it is looked up and cancelled."""
    own, customer = f"PX-{4711 + number}", f"cust_{880000 + number}"
    about = "".join(chr(ord("a") + int(digit)) * 3 for digit in str(number))  # a word that only this one has
    record = {"parcel_id": own, "customer": {"id": customer}, "weight": 12.50, "status": "waiting"}
    messages = [
        {"role": "system", "content": "You are a parcel desk. Be brief."},
        {"role": "user", "content": f"It is about {about}. Please cancel my parcel {own}."},
        assistant(call("get_parcel", {"parcel_id": own}, f"p{number}-1")),
        result(record, f"p{number}-1"),
        assistant(call("get_customer", {"customer_id": customer}, f"p{number}-2")),
        result({"customer_id": customer, "mail": f"ana{number}@mail.example", "may_cancel": True}, f"p{number}-2"),
        assistant(call("cancel_parcel", {"parcel_id": own, "reason": "asked"}, f"p{number}-3")),
        result("Cancelled.", f"p{number}-3"),
        {"role": "assistant", "content": f"Your parcel {own} is cancelled."},
    ]
    return {"id": f"task-{number}", "messages": messages, "tools": TOOLS}


def write(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path
