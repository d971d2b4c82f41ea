"""Conversations through a model's own chat template, with tools in the form that this template wants.

Templates differ in what they expect of a turn that calls tools: arguments as objects or as text, no content or an empty
one, several calls in a turn or only one. Nothing declares it, so each form is tried with a small conversation, and the
first that shows everything in it is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from holdfast.agents.tools import described, offered, one_at_a_time, turn
from holdfast.core import Message, Tool, ToolCall, digest

ID_LENGTH = 9
"""Some templates refuse ids of any other length; none needs the ids that a log happens to have."""

PROBE_TOOLS = (Tool("probe-tool", "probe-text", {"type": "object", "properties": {"probe-key": {"type": "string"}}}),)
PROBE = (
    Message("system", "Probe."),
    Message("user", "Hello."),
    Message(
        "assistant",
        "",
        (ToolCall("probe-tool", '{"one-argument": 1}', "a"), ToolCall("probe-tool", '{"two-argument": 2}', "b")),
    ),
    Message("tool", "one-result", tool_call_id="a"),
    Message("tool", "two-result", tool_call_id="b"),
)
SHOWN = ("probe-text", "probe-key", "one-argument", "two-argument", "one-result", "two-result")


class Form(NamedTuple):
    """How a template wants turns that call tools."""

    together: bool
    """Several calls in one turn; otherwise each in a turn of its own, with its result after it."""
    parsed: bool
    """Arguments as objects; otherwise as text."""
    blank: str | None
    """The content of a turn without words."""


FORMS = tuple(Form(*form) for form in product((True, False), (True, False), (None, "")))


class Chat:
    """A tokenizer's chat template; plain paragraphs where it has none."""

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer

    def text(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> str:
        """A conversation as the text that the model was trained to continue."""
        if not tools and not any(m.tool_calls or m.tool_call_id for m in messages):
            turns = [turn(m) for m in messages]
        elif self.form is not None:
            return self._with_tools(messages, tools, self.form)
        else:
            turns = described(messages, tools)
        if self.tokenizer.chat_template is None:
            return "\n\n".join([t["content"] for t in turns]) + "\n\n"
        return self._rendered(turns)

    @cached_property
    def form(self) -> Form | None:
        """The form in which the template shows tools, calls and results; None where it shows them in none."""
        if self.tokenizer.chat_template is None:
            return None
        return next((form for form in FORMS if self._shows(form)), None)

    def _shows(self, form: Form) -> bool:
        try:
            shown = self._with_tools(PROBE, PROBE_TOOLS, form)
        except Exception:  # a template may raise whatever it likes at what it does not know
            return False
        return all(part in shown for part in SHOWN)

    def _with_tools(self, messages: Sequence[Message], tools: Sequence[Tool], form: Form) -> str:
        given = messages if form.together else one_at_a_time(messages)
        return self._rendered([_turn(m, form) for m in given], offered(tools))

    def _rendered(self, turns: list[dict[str, Any]], tools: list[dict[str, Any]] | None = None) -> str:
        extra = {"tools": tools} if tools else {}
        rendered: Any = self.tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True, **extra)
        return str(rendered)


def _turn(message: Message, form: Form) -> dict[str, Any]:
    written = turn(message, parsed=form.parsed)
    if message.tool_calls:
        written["content"] = message.content or form.blank
        for call in written["tool_calls"]:
            call["id"] = _short(call["id"])
    if message.tool_call_id:
        written["tool_call_id"] = _short(message.tool_call_id)
    return written


def _short(call_id: str) -> str:
    return digest("call", call_id)[:ID_LENGTH]
