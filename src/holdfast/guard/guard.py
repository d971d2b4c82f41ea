"""The guard itself: one rule that holds an action against the decisive state of its event.

The rule (paper 000, Methods, local control-binding wrapper): a state controls only the event it was issued for, the
latest controls, and a veto outranks whatever is not one. A guard holds nothing but its settings, so one may serve any
number of threads and tasks.
"""

from __future__ import annotations

import functools
import inspect
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, ParamSpec, TypeVar, cast

from holdfast.guard.audit import Audit
from holdfast.guard.verdict import Action, DecisiveState, Outcome, Ruling, Verdict

P = ParamSpec("P")
R = TypeVar("R")

Visible = DecisiveState | Iterable[DecisiveState] | None
"""The decisive state in view: none, one, or several in any order."""


class RefusedError(Exception):
    """A guarded call that was not made. Its text is the reason, ready to be shown to the agent."""

    def __init__(self, verdict: Verdict | Ruling) -> None:
        super().__init__(verdict.reason)
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Guard:
    """Checks actions against decisive state."""

    audit: Audit | None = None
    """Receives every verdict before the caller does."""
    outranks: tuple[str, ...] = ("veto",)
    """Kinds that overrule every later state of another kind, the strongest first."""
    clock: Callable[[], float] = time.time
    """What `expires_at` is compared with."""

    def check(self, action: Action, state: Visible, event_id: str) -> Verdict:
        """Say whether `action` may be taken for the event, given the decisive state that the agent can see."""
        states = (state,) if isinstance(state, DecisiveState) else tuple(state or ())
        return self.record(self.judge(action, states, event_id))

    def record(self, verdict: Verdict) -> Verdict:
        """Give a verdict to the audit."""
        if self.audit is not None:
            self.audit(verdict)
        return verdict

    def wrap(
        self,
        function: Callable[P, R],
        *,
        action: str,
        situation: Callable[P, tuple[str, Visible]],
        on_correct: Literal["replace", "raise"] = "replace",
    ) -> Callable[P, R]:
        """Put the guard before a function, plain or async, that carries out an action.

        `action` names the parameter that holds the action. `situation` gets the same arguments and says which event
        is current and which decisive state is visible. A wrong action is replaced by the right one, or raises
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
            event_id, state = situation(*args, **kwargs)
            verdict = self.check(call.arguments[action], state, event_id)
            if verdict.outcome is Outcome.DEFER or (verdict.outcome is Outcome.CORRECT and on_correct == "raise"):
                raise RefusedError(verdict)
            call.arguments[action] = verdict.action
            return call

        return before(function, guarded)

    def judge(self, action: Action, states: tuple[DecisiveState, ...], event_id: str) -> Verdict:
        """What `check` says, before it goes to the audit: for whoever puts the reason in words of their own."""
        event = f"event {event_id!r}" if event_id else "this event"
        if not states:
            reason = f"Nothing in view decides {event}, so {action!r} goes ahead."
            return Verdict(Outcome.LEAVE, event_id, action, action, reason)
        own = [state for state in states if state.event_id == event_id]
        if not own:
            reason = f"What is in view belongs to {_others(states)}, not to {event}; look up {event} first."
            return Verdict(Outcome.DEFER, event_id, action, None, reason)
        top = self._controlling(own)
        if not top:
            reason = f"What is known about {event} has expired; look it up again."
            return Verdict(Outcome.DEFER, event_id, action, None, reason)
        state = top[0]
        if state.satisfied_by(action) and (len(top) == 1 or all(peer.satisfied_by(action) for peer in top)):
            reason = f"{action!r} is what the latest {state.kind} for {event} asks for."
            return Verdict(Outcome.ACCEPT, event_id, action, action, reason, state)
        if len(top) > 1 and any((peer.action, peer.among) != (state.action, state.among) for peer in top):
            said = " and ".join(sorted({prescription(peer) for peer in top}))
            reason = f"The instructions for {event} contradict each other ({said}), none later; ask which one holds."
            return Verdict(Outcome.DEFER, event_id, action, None, reason)
        reason = f"The latest {state.kind} for {event} asks for {prescription(state)}, not for {action!r}."
        if state.why:
            reason = f"{reason} {state.why}"
        if state.action is None:  # several actions would do, and to choose among them is not the guard's business
            return Verdict(Outcome.DEFER, event_id, action, None, reason, state)
        return Verdict(Outcome.CORRECT, event_id, action, state.action, reason, state)

    def _controlling(self, own: list[DecisiveState]) -> list[DecisiveState]:
        """The states that control an event: of the latest of each kind, those that have not expired and weigh most.

        An expired state still supersedes the earlier ones of its kind, which were withdrawn when it was issued.
        """
        if len(own) == 1:
            return own if self._in_force(own[0]) else []
        latest: dict[str, list[DecisiveState]] = {}
        for state in own:
            known = latest.setdefault(state.kind, [])
            if known and state.issued_at > known[0].issued_at:
                known.clear()
            if not known or state.issued_at == known[0].issued_at:
                known.append(state)
        top: list[DecisiveState] = []
        weight: tuple[int, float] | None = None
        for known in latest.values():
            own_weight = self._weight(known[0])
            if weight is not None and own_weight < weight:
                continue
            if live := [state for state in known if self._in_force(state)]:
                top = top + live if own_weight == weight else live
                weight = own_weight
        return top

    def _in_force(self, state: DecisiveState) -> bool:
        return state.expires_at is None or self.clock() < state.expires_at

    def _weight(self, state: DecisiveState) -> tuple[int, float]:
        rank = -self.outranks.index(state.kind) if state.kind in self.outranks else -len(self.outranks)
        return rank, state.issued_at


def before(function: Callable[P, R], prepare: Callable[P, inspect.BoundArguments]) -> Callable[P, R]:
    """A function, plain or async, whose arguments go through `prepare` first. What `prepare` raises stops the call."""
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def wrapped_async(*args: P.args, **kwargs: P.kwargs) -> Any:
            call = prepare(*args, **kwargs)
            return await function(*call.args, **call.kwargs)

        return cast("Callable[P, R]", wrapped_async)

    @functools.wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        call = prepare(*args, **kwargs)
        return function(*call.args, **call.kwargs)

    return wrapped


def _others(states: tuple[DecisiveState, ...]) -> str:
    return ", ".join(f"event {event_id!r}" for event_id in sorted({state.event_id for state in states}))


SHOWN = 5
"""How many permitted actions a reason lists."""


def prescription(state: DecisiveState) -> str:
    """What a state asks for, in words."""
    if state.action is not None:
        return repr(state.action)
    names = ", ".join(map(repr, state.among[:SHOWN]))
    return f"one of {names}" + (f" or {len(state.among) - SHOWN} more" if len(state.among) > SHOWN else "")
