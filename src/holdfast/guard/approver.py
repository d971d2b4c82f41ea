"""The guard as an approver of Inspect (`inspect_ai.approval`), which is imported only when one is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from holdfast.guard.guard import Guard
from holdfast.guard.policy import Policy, View
from holdfast.guard.verdict import Call, Outcome

if TYPE_CHECKING:
    from inspect_ai.approval import Approval, Approver
    from inspect_ai.tool import ToolCall


def guard_approver(
    policy: Policy, view_of: Callable[[Call, Sequence[Any]], View], guard: Guard | None = None
) -> Approver:
    """An Inspect approver that lets a policy rule on every tool call.

    `view_of` gets the call and the conversation so far and gives the state in view. A call that follows its state, or
    in which no rule has a say, is approved; one with a wrong argument is modified; another is rejected with the reason.
    """
    from inspect_ai.approval import Approval, approver

    async def approve(_message: str, call: ToolCall, _view: Any, history: list[Any]) -> Approval:
        asked = Call(call.function, call.arguments)
        ruling = policy.check(asked, view_of(asked, history), guard)
        if ruling.call is None:
            return Approval(decision="reject", explanation=ruling.reason)
        if ruling.outcome is Outcome.CORRECT:
            modified = replace(call, arguments=dict(ruling.call.arguments))
            return Approval(decision="modify", modified=modified, explanation=ruling.reason)
        return Approval(decision="approve", explanation=ruling.reason)

    made: Approver = approver(name="holdfast_guard")(lambda: approve)()
    return made
