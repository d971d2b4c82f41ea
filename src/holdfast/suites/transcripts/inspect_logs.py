"""Inspect `.eval` logs, read sample by sample with the library that wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from holdfast.core import HoldfastError


def read_log(path: Path) -> Iterator[tuple[Any, str]]:
    """The samples of a log as rows of a conversation file, each with the tools that its model was offered."""
    try:
        from inspect_ai.log import read_eval_log_sample, read_eval_log_sample_summaries
    except ImportError as error:
        raise HoldfastError(
            f"{path} is an Inspect log, which needs inspect-ai; install it with `pip install 'holdfast[inspect]'`."
        ) from error
    try:
        for summary in read_eval_log_sample_summaries(path):
            sample = read_eval_log_sample(path, summary.id, summary.epoch, resolve_attachments=True)
            name = f"{summary.id}" if summary.epoch == 1 else f"{summary.id}-{summary.epoch}"
            row = {
                "id": name,
                "messages": [_message(m.model_dump(exclude_none=True)) for m in sample.messages],
                "tools": _tools(sample.events),
            }
            yield row, f"{path}, sample {name}"
    except HoldfastError:
        raise
    except Exception as error:  # the library has its own errors for a damaged log, and the file is the user's to mend
        reason = next(iter(str(error).splitlines()), type(error).__name__).rstrip(".")
        raise HoldfastError(f"{path} cannot be read as an Inspect log ({reason}); check the file.") from error


def _message(message: dict[str, Any]) -> dict[str, Any]:
    calls = [
        {"id": call["id"], "name": call["function"], "arguments": call["arguments"]}
        for call in message.get("tool_calls") or ()
    ]
    plain: dict[str, Any] = {key: message[key] for key in ("role", "content", "tool_call_id") if key in message}
    return {**plain, "tool_calls": calls} if calls else plain


def _tools(events: list[Any]) -> list[dict[str, Any]]:
    """Every tool that a model of the sample was offered."""
    offered = {
        tool.name: {
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.parameters.model_dump(exclude_none=True),
        }
        for event in events
        if event.event == "model"
        for tool in event.tools
    }
    return list(offered.values())
