"""The guard before a tool: wrong actions are replaced or refused, right ones pass untouched."""

from __future__ import annotations

import asyncio
import inspect

import pytest

from holdfast.guard import DecisiveState, Guard, Outcome, RefusedError, Verdict

STATE = {
    "order-1": [DecisiveState("order-1", "decision", "refund", 1)],
    "order-2": [DecisiveState("order-1", "decision", "refund", 1)],
    "order-3": [],
}


def situation(order: str, tool: str = "refund", *, note: str = "") -> tuple[str, list[DecisiveState]]:
    return order, STATE[order]


def call(order: str, tool: str = "refund", *, note: str = "") -> str:
    """Call a tool."""
    return f"{tool} {order} {note}".strip()


async def call_later(order: str, tool: str = "refund", *, note: str = "") -> str:
    await asyncio.sleep(0)
    return call(order, tool, note=note)


def test_right_and_unguarded_actions_pass_with_their_arguments() -> None:
    guarded = Guard().wrap(call, action="tool", situation=situation)
    assert guarded("order-1", "refund", note="now") == "refund order-1 now"
    assert guarded("order-1") == "refund order-1"  # the action is the default
    assert guarded("order-3", tool="cancel") == "cancel order-3"
    assert guarded.__doc__ == "Call a tool."
    assert inspect.signature(guarded) == inspect.signature(call)


def test_a_wrong_action_is_replaced() -> None:
    guarded = Guard().wrap(call, action="tool", situation=situation)
    assert guarded("order-1", "cancel", note="now") == "refund order-1 now"
    assert guarded("order-1", tool="cancel") == "refund order-1"


def test_a_wrong_action_is_refused_if_the_policy_says_so() -> None:
    made: list[str] = []
    verdicts: list[Verdict] = []

    def recorded(order: str, tool: str = "refund", *, note: str = "") -> None:
        made.append(tool)

    guarded = Guard(audit=verdicts.append).wrap(recorded, action="tool", situation=situation, on_correct="raise")
    with pytest.raises(RefusedError, match="asks for 'refund'") as refused:
        guarded("order-1", "cancel")
    guarded("order-1", "refund")
    assert made == ["refund"]
    assert refused.value.verdict == verdicts[0]
    assert [v.outcome for v in verdicts] == [Outcome.CORRECT, Outcome.ACCEPT]


def test_a_deferred_action_is_never_made() -> None:
    made: list[str] = []

    def recorded(order: str, tool: str = "refund", *, note: str = "") -> None:
        made.append(tool)

    guarded = Guard().wrap(recorded, action="tool", situation=situation)
    with pytest.raises(RefusedError, match="not to event 'order-2'"):
        guarded("order-2", "refund")
    assert made == []


def test_async_functions_stay_async() -> None:
    guarded = Guard().wrap(call_later, action="tool", situation=situation)
    assert inspect.iscoroutinefunction(guarded)
    assert asyncio.run(guarded("order-1", "cancel")) == "refund order-1"
    with pytest.raises(RefusedError):
        asyncio.run(guarded("order-2"))


def test_mistakes_show_when_wrapping_not_when_calling() -> None:
    with pytest.raises(TypeError, match="no parameter 'verb'"):
        Guard().wrap(call, action="verb", situation=situation)
    with pytest.raises(ValueError, match="'ignore'"):
        Guard().wrap(call, action="tool", situation=situation, on_correct="ignore")  # type: ignore[arg-type]
