"""The guard as an approver of the real Inspect: an evaluation whose tool calls it approves, modifies and rejects."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from holdfast.guard import Call, guard_approver, make_policy

pytest.importorskip("inspect_ai", reason="inspect-ai is not installed")

POLICY = make_policy(
    {
        "about": {"order": {"event": "call.order_id", "state": "order.order_id"}},
        "rule": [
            {"name": "pending", "tool": "cancel", "about": "order", "require": "order.status == 'pending'"},
            {"name": "card", "tool": "cancel", "about": "order", "argument": "card", "equals": "order.card"},
        ],
    }
)
STATUS = {"W1": "pending", "W2": "sent"}


def view_of(call: Call, history: Sequence[Any]) -> dict[str, Any]:
    assert history[0].text == "Cancel my orders."
    order_id = call.arguments["order_id"]
    return {"order": {"order_id": order_id, "status": STATUS[order_id], "card": "c1"}}


def test_in_a_real_evaluation(tmp_path: Path) -> None:
    from inspect_ai import Task, eval  # noqa: A004
    from inspect_ai.approval import ApprovalPolicy
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from inspect_ai.solver import generate, use_tools
    from inspect_ai.tool import Tool, tool

    made: list[tuple[str, str]] = []

    @tool
    def cancel() -> Tool:
        async def execute(order_id: str, card: str) -> str:
            """Cancel an order.

            Args:
                order_id: The order.
                card: Where the refund goes.
            """
            made.append((order_id, card))
            return "cancelled"

        return execute

    wanted = [("W1", "c1"), ("W1", "c9"), ("W2", "c1")]
    outputs = [
        *(ModelOutput.for_tool_call("mock", "cancel", {"order_id": o, "card": c}) for o, c in wanted),
        ModelOutput.from_content("mock", "Done."),
    ]
    for output in outputs:
        output.usage = ModelUsage()  # or Inspect would fetch a tokeniser to count them
    task = Task(
        dataset=[Sample(input="Cancel my orders.", target="")],
        solver=[use_tools(cancel()), generate()],
        approval=[ApprovalPolicy(guard_approver(POLICY, view_of), "*")],
    )
    (log,) = eval(task, model=get_model("mockllm/model", custom_outputs=outputs), log_dir=str(tmp_path), display="none")
    assert log.status == "success", log.error
    assert made == [("W1", "c1"), ("W1", "c1")]
    assert log.samples is not None
    answers = [m for m in log.samples[0].messages if m.role == "tool"]
    assert answers[-1].error is not None
    assert answers[-1].error.message == "cancel for 'W2' is not allowed (rule 'pending')."
