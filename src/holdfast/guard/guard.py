"""The guard itself: one rule that holds an action against the decisive fields of its event.

The rule (paper 000, Methods, local control-binding wrapper): a field controls only the event it was issued for, the
latest field controls, and a veto outranks whatever is not one. A guard holds no state but its settings, so one may
serve any number of threads and tasks.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, ParamSpec, TypeVar, cast

from holdfast.guard.audit import Audit
from holdfast.guard.verdict import DecisiveField, Outcome, Verdict

P = ParamSpec("P")
R = TypeVar("R")


class RefusedError(Exception):
    """A guarded call that was not made. Its text is the reason, ready to be shown to the agent."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.reason)
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Guard:
    """Checks actions against decisive fields."""

    audit: Audit | None = None
    """Receives every verdict before the caller does."""
    outranks: tuple[str, ...] = ("veto",)
    """Kinds that overrule every later field of another kind, the strongest first."""

    def check(self, event_id: str, action: str, fields: Iterable[DecisiveField]) -> Verdict:
        """Say whether `action` may be taken for the event, given the fields the agent can see, in any order."""
        verdict = self._judge(event_id, action, tuple(fields))
        if self.audit is not None:
            self.audit(verdict)
        return verdict

    def wrap(
        self,
        function: Callable[P, R],
        *,
        action: str,
        situation: Callable[P, tuple[str, Iterable[DecisiveField]]],
        on_correct: Literal["replace", "raise"] = "replace",
    ) -> Callable[P, R]:
        """Put the guard before a function, plain or async, that carries out an action.

        `action` names the parameter that holds the action. `situation` gets the same arguments and says which event
        is current and which decisive fields are visible. A wrong action is replaced by the right one, or raises
        `RefusedError`; a deferred one always raises `RefusedError`.
        """
        if on_correct not in ("replace", "raise"):
            raise ValueError(f"on_correct is 'replace' or 'raise', not {on_correct!r}")
        signature = inspect.signature(function)
        if action not in signature.parameters:
            raise TypeError(f"{function!r} has no parameter {action!r} that could hold the action")

        def guarded(*args: P.args, **kwargs: P.kwargs) -> inspect.BoundArguments:
            call = signature.bind(*args, **kwargs)
            call.apply_defaults()
            event_id, fields = situation(*args, **kwargs)
            verdict = self.check(event_id, call.arguments[action], fields)
            if verdict.action is None or (verdict.outcome is Outcome.CORRECT and on_correct == "raise"):
                raise RefusedError(verdict)
            call.arguments[action] = verdict.action
            return call

        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def wrapped_async(*args: P.args, **kwargs: P.kwargs) -> Any:
                call = guarded(*args, **kwargs)
                return await function(*call.args, **call.kwargs)

            return cast("Callable[P, R]", wrapped_async)

        @functools.wraps(function)
        def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
            call = guarded(*args, **kwargs)
            return function(*call.args, **call.kwargs)

        return wrapped

    def _judge(self, event_id: str, action: str, fields: tuple[DecisiveField, ...]) -> Verdict:
        if not fields:
            reason = f"No decisive field is visible for event {event_id!r}, so {action!r} is left as it is."
            return Verdict(Outcome.LEAVE, event_id, action, action, reason)
        own = [field for field in fields if field.event_id == event_id]
        if not own:
            reason = f"The only decisive fields visible belong to {_others(fields)}, not to event {event_id!r}."
            return Verdict(Outcome.DEFER, event_id, action, None, reason)
        field = max(own, key=self._weight)
        rival = next((f for f in own if f.action != field.action and self._weight(f) == self._weight(field)), None)
        if rival is not None:
            said = " and ".join(sorted((repr(field.action), repr(rival.action))))
            reason = f"Event {event_id!r} has fields that prescribe {said}, and neither is the later one."
            return Verdict(Outcome.DEFER, event_id, action, None, reason)
        control = f"the latest {field.kind} of event {event_id!r}"
        if action == field.action:
            return Verdict(Outcome.ACCEPT, event_id, action, action, f"{action!r} follows {control}.", field)
        reason = f"{action!r} does not follow {control}, which prescribes {field.action!r}."
        return Verdict(Outcome.CORRECT, event_id, action, field.action, reason, field)

    def _weight(self, field: DecisiveField) -> tuple[int, int]:
        rank = -self.outranks.index(field.kind) if field.kind in self.outranks else -len(self.outranks)
        return rank, field.sequence


def _others(fields: tuple[DecisiveField, ...]) -> str:
    return ", ".join(f"event {event_id!r}" for event_id in sorted({field.event_id for field in fields}))
