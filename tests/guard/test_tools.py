"""A policy before tools: the decorator, and tool calls as the OpenAI protocol writes them."""

from __future__ import annotations

import asyncio
import inspect
import json
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from holdfast.guard import Call, Guard, Outcome, RefusedError, Verdict, check_tool_call, guarded, make_policy

POLICY = make_policy(
    {
        "about": {"order": {"event": "call.order_id", "state": "order.order_id"}},
        "rule": [
            {"name": "pending", "tool": "cancel", "about": "order", "require": "order.status == 'pending'"},
            {"name": "card", "tool": "cancel", "about": "order", "argument": "card", "equals": "order.card"},
        ],
    }
)
ORDERS = {
    "W1": {"order_id": "W1", "status": "pending", "card": "c1"},
    "W2": {"order_id": "W2", "status": "sent", "card": "c1"},
}


def view_of(call: Call) -> dict[str, Any]:
    return {"order": ORDERS[call.arguments["order_id"]]}


@guarded(POLICY, view_of)
def cancel(order_id: str, card: str = "c1", *, note: str = "") -> str:
    """Cancel an order."""
    return f"cancelled {order_id} to {card} {note}".strip()


@guarded(POLICY, view_of, tool="cancel")
async def cancel_later(order_id: str, card: str = "c1") -> str:
    await asyncio.sleep(0)
    return f"cancelled {order_id} to {card}"


def test_the_decorator_passes_corrects_and_refuses() -> None:
    assert cancel("W1", note="now") == "cancelled W1 to c1 now"
    assert cancel("W1", "c9") == "cancelled W1 to c1"
    assert (cancel.__doc__, list(inspect.signature(cancel).parameters)) == (
        "Cancel an order.",
        ["order_id", "card", "note"],
    )
    with pytest.raises(RefusedError, match=r"^cancel for 'W2' is not allowed \(rule 'pending'\)\.$") as refused:
        cancel("W2")
    assert refused.value.verdict.outcome is Outcome.CORRECT


def test_it_may_refuse_instead_of_correcting() -> None:
    strict = guarded(POLICY, view_of, on_correct="raise")(cancel.__wrapped__)  # type: ignore[attr-defined]
    assert strict("W1") == "cancelled W1 to c1"
    with pytest.raises(RefusedError, match="must be 'c1', not 'c9'"):
        strict("W1", "c9")
    with pytest.raises(ValueError, match="'ignore'"):
        guarded(POLICY, view_of, on_correct="ignore")  # type: ignore[arg-type]


def test_async_tools_stay_async_and_do_not_mix_up_their_events() -> None:
    assert inspect.iscoroutinefunction(cancel_later)

    async def all_at_once() -> list[Any]:
        asked = [cancel_later(f"W{1 + n % 2}", f"c{n}") for n in range(200)]
        return await asyncio.gather(*asked, return_exceptions=True)

    done = asyncio.run(all_at_once())
    assert done[::2] == ["cancelled W1 to c1"] * 100
    assert all(isinstance(refused, RefusedError) for refused in done[1::2])


def test_threads_do_not_mix_up_their_events() -> None:
    def ask(n: int) -> bool:
        try:
            return cancel(f"W{1 + n % 2}") == "cancelled W1 to c1" and n % 2 == 0
        except RefusedError as refused:
            return n % 2 == 1 and "'W2'" in str(refused)

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(ask, range(2000)))


def tool_call(name: Any, arguments: Any) -> dict[str, Any]:
    return {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}}


def test_tool_calls_of_the_protocol_as_dictionaries_and_as_objects() -> None:
    text = json.dumps({"order_id": "W2"})
    as_object = SimpleNamespace(id="call_1", function=SimpleNamespace(name="cancel", arguments=text))
    for call in (tool_call("cancel", text), as_object, tool_call("cancel", {"order_id": "W2"})):
        ruling = check_tool_call(call, POLICY, {"order": ORDERS["W2"]})
        assert (ruling.outcome, ruling.call, ruling.proposed.tool) == (Outcome.CORRECT, None, "cancel")
    corrected = check_tool_call(tool_call("cancel", '{"order_id": "W1", "card": "x"}'), POLICY, {"order": ORDERS["W1"]})
    assert corrected.call == Call("cancel", {"order_id": "W1", "card": "c1"})
    assert check_tool_call(tool_call("look", ""), POLICY, {}).outcome is Outcome.LEAVE


@pytest.mark.parametrize(
    "bad",
    [
        tool_call("cancel", "{order_id: W1}"),
        tool_call("cancel", "[1]"),
        tool_call("cancel", '"W1"'),
        tool_call("cancel", 7),
        tool_call("cancel", "[" * 100_000),
        tool_call("", "{}"),
        tool_call(None, "{}"),
        {"id": "call_1"},
        {},
        None,
    ],
)
def test_a_call_that_cannot_be_read_is_deferred_and_audited(bad: Any) -> None:
    verdicts: list[Verdict] = []
    ruling = check_tool_call(bad, POLICY, {"order": ORDERS["W1"]}, Guard(audit=verdicts.append))
    assert (ruling.outcome, ruling.call) == (Outcome.DEFER, None)
    assert ruling.reason.startswith("The tool call cannot be read.")
    assert tuple(verdicts) == ruling.verdicts
