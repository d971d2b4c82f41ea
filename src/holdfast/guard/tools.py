"""Puts a policy before tools: a decorator for functions, and the tool calls of the OpenAI protocol."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from typing import Any, Literal, ParamSpec, TypeVar

from holdfast.guard.guard import Guard, RefusedError, before
from holdfast.guard.policy import Policy, View
from holdfast.guard.verdict import Call, Outcome, Ruling, Verdict

P = ParamSpec("P")
R = TypeVar("R")


def guarded(
    policy: Policy,
    view_of: Callable[[Call], View],
    *,
    guard: Guard | None = None,
    tool: str | None = None,
    on_correct: Literal["replace", "raise"] = "replace",
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator that puts a policy before a tool, plain or async, named like the function or by `tool`.

    `view_of` is asked for the state in view at each call. A call that may not be made raises `RefusedError`, whose text
    tells the agent why; one with a wrong argument is made with the right one, or raises too.
    """
    if on_correct not in ("replace", "raise"):
        raise ValueError(f"on_correct is 'replace' or 'raise', not {on_correct!r}")

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)
        name = tool or function.__name__

        def checked(*args: P.args, **kwargs: P.kwargs) -> inspect.BoundArguments:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            call = Call(name, dict(bound.arguments))
            ruling = policy.check(call, view_of(call), guard)
            if ruling.call is None or (ruling.outcome is Outcome.CORRECT and on_correct == "raise"):
                raise RefusedError(ruling)
            bound.arguments.update(ruling.call.arguments)
            return bound

        return before(function, checked)

    return decorate


def check_tool_call(
    tool_call: Any, policy: Policy, view: View, guard: Guard | None = None, event_id: str = ""
) -> Ruling:
    """Rule on a tool call of the OpenAI protocol, given as the SDK's object or as a dictionary.

    A call that cannot be read, for example because its arguments are not JSON, is deferred: the reason goes back to
    the model, which can try again.
    """
    name, arguments = _part(tool_call, "function", "name"), _part(tool_call, "function", "arguments")
    problem = ""
    if not isinstance(name, str) or not name:
        problem, name = "It does not name a function.", ""
    elif not isinstance(arguments, Mapping):
        try:
            arguments = json.loads(arguments or "{}")
            if not isinstance(arguments, dict):
                problem = "Its arguments are not a JSON object."
        except (TypeError, ValueError, RecursionError) as error:
            problem = f"Its arguments are not JSON ({error})."
    if not problem:
        return policy.check(Call(name, arguments), view, guard, event_id)
    reason = f"The tool call cannot be read. {problem}"
    verdict = (guard or Guard()).record(Verdict(Outcome.DEFER, event_id, name, None, reason))
    return Ruling(Outcome.DEFER, Call(name, {}), None, reason, (verdict,))


def _part(tool_call: Any, *keys: str) -> Any:
    for key in keys:
        tool_call = tool_call.get(key) if isinstance(tool_call, Mapping) else getattr(tool_call, key, None)
    return tool_call
