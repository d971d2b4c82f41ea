"""Replays recorded actions and tool calls, one JSON object a line, and says what the guard would have changed.

A line is either an action with the decisive state that was in view,

    {"event_id": "E17", "action": "ACTION_A", "states": [{"event_id": "E17", "kind": "veto", "action": "STOP", …}]}

or a tool call with the records that were in view, which takes a policy:

    {"tool": "cancel_order", "arguments": {"order_id": "W1"}, "state": {"order": {"order_id": "W1", …}}}

`arguments` may be JSON text, and `function` with `name` and `arguments` may stand for both, as in the OpenAI protocol.
`snapshots` may stand for `state` where there are several: `[{"values": {…}, "issued_at": 1, "expires_at": 9}, …]`.
`id` and `group` name a line in tables; `now` is its time, for what expires.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from holdfast.guard.guard import Guard
from holdfast.guard.policy import Policy, Snapshot, View
from holdfast.guard.tools import check_tool_call
from holdfast.guard.verdict import Call, DecisiveState, Outcome

KEYS = {
    "an action": ("event_id", "action", "states"),
    "a tool call": ("event_id", "tool", "arguments", "function", "state", "snapshots"),
}
"""What each kind of line may hold besides `id`, `group` and `now`; other keys are the user's own."""


class RecordError(ValueError):
    """A recorded line that cannot be replayed. Its text is one sentence that says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What the guard made of one recorded line."""

    line: int
    """Its number in the file, from 1."""
    id: str
    """Its own name, or the number."""
    group: str
    """The group it is counted in."""
    outcome: Outcome
    """Accept, correct, defer or leave."""
    proposed: Any
    """What was done: an action, or a call as `{"tool": …, "arguments": …}`."""
    now: Any
    """What would be done: the same, something else, or None for nothing."""
    reason: str
    """Why."""

    @property
    def passes(self) -> bool:
        """Whether what was done would be done just so."""
        return self.outcome in (Outcome.ACCEPT, Outcome.LEAVE)


def replay(lines: Iterable[str], policy: Policy | None = None, guard: Guard | None = None) -> Iterator[Replayed]:
    """Replay recorded lines one by one. The first that cannot be read raises `RecordError` with its number."""
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            yield replay_record(_parsed(text), policy, guard, number)
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from error


def replay_record(
    record: Mapping[str, Any], policy: Policy | None = None, guard: Guard | None = None, number: int = 1
) -> Replayed:
    """Replay one recorded action or tool call."""
    _refuse_slips(record)
    guard = guard or Guard()
    if record.get("now") is not None:
        moment = _number(record, "now")
        guard = replace(guard, clock=lambda: moment)
    name, group = str(record.get("id", number)), str(record.get("group", ""))
    event_id = str(record.get("event_id", ""))
    if "action" in record:
        if "event_id" not in record:
            raise RecordError("an action needs the `event_id` it is about.")
        states = [_state(entry) for entry in _list(record, "states")]
        verdict = guard.check(record["action"], states, event_id)
        return Replayed(number, name, group, verdict.outcome, verdict.proposed, verdict.action, verdict.reason)
    if "tool" not in record and "function" not in record:
        raise RecordError("it holds neither an `action` nor a `tool` call.")
    if policy is None:
        raise RecordError("a tool call can only be checked against a policy; name one with --policy.")
    function = record.get("function") or {"name": record.get("tool"), "arguments": record.get("arguments")}
    ruling = check_tool_call({"function": function}, policy, _view(record), guard, event_id)
    return Replayed(
        number, name, group, ruling.outcome, _shown(ruling.proposed), ruling.call and _shown(ruling.call), ruling.reason
    )


def _refuse_slips(record: Mapping[str, Any]) -> None:
    """A slip in the name of the state would leave every action alone, as if there were none."""
    kind = "an action" if "action" in record else "a tool call"
    known = KEYS[kind]
    for key in record:
        near = get_close_matches(key, known, 1, 0.8) if key not in known and key not in ("id", "group", "now") else []
        if near:
            raise RecordError(f"of a line with {kind} `{key}` is not known; did you mean `{near[0]}`?")


def _shown(call: Call) -> dict[str, Any]:
    return {"tool": call.tool, "arguments": dict(call.arguments)}


def _parsed(text: str) -> Mapping[str, Any]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"it is not JSON ({error}).") from error
    if not isinstance(record, dict):
        raise RecordError("it is not a JSON object.")
    return record


def _state(entry: Any) -> DecisiveState:
    if not isinstance(entry, dict):
        raise RecordError("each of `states` must be a JSON object.")
    for key in ("event_id", "kind"):
        if not isinstance(entry.get(key), str):
            raise RecordError(f"a decisive state needs `{key}`, a text.")
    among = tuple(_list(entry, "among"))
    try:
        return DecisiveState(
            event_id=entry["event_id"],
            kind=entry["kind"],
            action=entry.get("action"),
            issued_at=_number(entry, "issued_at"),
            expires_at=None if entry.get("expires_at") is None else _number(entry, "expires_at"),
            among=among,
            why=str(entry.get("why", "")),
        )
    except ValueError as error:
        raise RecordError(f"{str(error).rstrip('.')}.") from error


def _view(record: Mapping[str, Any]) -> View:
    if "snapshots" not in record:
        state = record.get("state", {})
        if not isinstance(state, dict):
            raise RecordError("`state` must be a JSON object.")
        return state
    snapshots = []
    for entry in _list(record, "snapshots"):
        if not isinstance(entry, dict) or not isinstance(entry.get("values"), dict):
            raise RecordError("each of `snapshots` needs `values`, a JSON object.")
        expires = None if entry.get("expires_at") is None else _number(entry, "expires_at")
        snapshots.append(Snapshot(entry["values"], _number(entry, "issued_at"), expires))
    return snapshots


def _list(record: Mapping[str, Any], key: str) -> list[Any]:
    value = record.get(key, [])
    if not isinstance(value, list):
        raise RecordError(f"`{key}` must be a list.")
    return value


def _number(record: Mapping[str, Any], key: str) -> float:
    value = record.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise RecordError(f"`{key}` must be a number.")
    return value
