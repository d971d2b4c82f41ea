"""Policies for tool calls: rules, read from a file, that turn the state in view into decisive state.

A rule either sets a condition on a call (`require`, `forbid`) or says where an argument's value must come from
(`argument` with `among` or `equals`). For each call it gives the guard a decisive state that belongs to the event the
state in view is about, and the guard does the rest.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from holdfast.guard.expression import Expression, ExpressionError, Scope, UnseenError
from holdfast.guard.guard import Guard, prescription
from holdfast.guard.verdict import Action, Call, DecisiveState, Outcome, Ruling, Verdict


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that was known at one time: records by name, as tools returned them."""

    values: Mapping[str, Any]
    """The records, under the names that the policy's conditions use."""
    issued_at: float = 0.0
    """When they were read, on the scale of `DecisiveState.issued_at`."""
    expires_at: float | None = None
    """When they can no longer be relied on."""


DENY = "deny"
"""Stands for doing nothing in place of a call."""

View: TypeAlias = Mapping[str, Any] | Iterable[Snapshot]
"""The state in view at a call: the records themselves, or snapshots of them in any order."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What calls and records are about, so that a record of one event is never used for another."""

    event: Expression
    """The event of a call."""
    state: Expression
    """The event that a snapshot belongs to."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a policy. Use `read_policy` to make one from text."""

    name: str
    """What verdicts call it; the `kind` of the decisive states that it gives."""
    tools: frozenset[str]
    """The tools it is about."""
    about: Subject | None = None
    """How calls and records are told apart by event; None: everything in view is about this call."""
    when: Expression | None = None
    """It applies only where this holds."""
    require: Expression | None = None
    """The call may be made only where this holds."""
    argument: tuple[str, ...] = ()
    """The argument it is about, as a path; a list on the way stands for each of its members."""
    among: Expression | None = None
    """The values that the argument may have: a list, or an object's keys."""
    equals: Expression | None = None
    """The value that the argument must have."""
    replace: bool = True
    """Whether a wrong value is replaced where only one would be right; if not, the call is deferred."""
    instead: str = DENY
    """What to do where the call may not be made."""
    why: str = ""
    """A sentence for whoever is refused."""
    unseen: Literal["defer", "leave"] = "leave"
    """What to do where a fact that it needs is not in view."""


GRAVITY = (Outcome.LEAVE, Outcome.ACCEPT, Outcome.CORRECT, Outcome.DEFER)
GRAVE = frozenset({Outcome.CORRECT, Outcome.DEFER})


@dataclass(frozen=True, slots=True)
class Policy:
    """Rules, and the constants that their conditions use."""

    rules: tuple[Rule, ...]
    """In the order in which they are checked and reported."""
    constants: Mapping[str, Any]
    """Names that stand for the same value in every view."""

    def check(self, call: Call, view: View, guard: Guard | None = None, event_id: str = "") -> Ruling:
        """Rule on a call, given the state in view. `event_id` is the event of rules that do not name a subject."""
        guard = guard or Guard()
        # Nothing in view at all is a view too: every fact is unseen in it.
        snapshots = (Snapshot(view),) if isinstance(view, Mapping) else tuple(view) or (Snapshot({}),)
        ruling = self._ruling(call, snapshots, guard, event_id)
        if ruling.outcome is Outcome.CORRECT and ruling.call is not None:
            again = self._ruling(ruling.call, snapshots, replace(guard, audit=None), event_id)
            if again.outcome in GRAVE:
                reason = f"Two rules ask for different values, so the call must wait. {ruling.reason}"
                return replace(ruling, outcome=Outcome.DEFER, call=None, reason=reason)
        return ruling

    def _ruling(self, call: Call, snapshots: tuple[Snapshot, ...], guard: Guard, event_id: str) -> Ruling:
        settled, verdicts, refused = call, list[Verdict](), False
        scopes = self._scopes(settled, snapshots)
        # Arguments first, because a condition must hold for the call as it will be made.
        rules = [rule for rule in self.rules if call.tool in rule.tools]
        for rule in (*(rule for rule in rules if rule.argument), *(rule for rule in rules if not rule.argument)):
            for path, action in _slots(rule, settled):
                verdict = _verdict(rule, settled, action, scopes, guard, event_id)
                if verdict is None:
                    continue
                verdicts.append(verdict)
                if verdict.outcome is Outcome.CORRECT and path:
                    settled = replace(settled, arguments=_replaced(settled.arguments, path, verdict.action))
                    scopes = self._scopes(settled, snapshots)
                elif verdict.outcome in GRAVE:
                    refused = True
        return _summary(call, None if refused else settled, verdicts)

    def _scopes(self, call: Call, snapshots: tuple[Snapshot, ...]) -> _Scopes:
        """What conditions can see: of each snapshot, the constants, its records and the call."""
        return [(shot, {**self.constants, **shot.values, "call": call.arguments}) for shot in snapshots]


_Scopes: TypeAlias = list[tuple[Snapshot, Scope]]


def _verdict(rule: Rule, call: Call, action: Action, scopes: _Scopes, guard: Guard, event_id: str) -> Verdict | None:
    """The guard's verdict on one slot of a call (its tool or an argument's value); None if the rule has no say."""
    try:
        event = event_id if rule.about is None else str(rule.about.event(scopes[0][1]))
    except (UnseenError, ExpressionError) as problem:
        return _unknown(rule, action, event_id, problem, guard)
    try:
        states = list(_states(rule, call, scopes, event))
    except (UnseenError, ExpressionError) as problem:
        return _unknown(rule, action, event, problem, guard)
    if not states:
        return None
    verdict = guard.judge(action, tuple(states), event)
    return guard.record(verdict if verdict.state is None else replace(verdict, reason=_reason(rule, verdict)))


def _reason(rule: Rule, verdict: Verdict) -> str:
    """What a rule found in the state that controls the call, in words that whoever made the call can act on."""
    assert verdict.state is not None
    asked = repr(verdict.proposed) if rule.argument else verdict.proposed
    about = f" for {verdict.event_id!r}" if verdict.event_id else ""
    if verdict.outcome is Outcome.ACCEPT:
        return f"{asked}{about} is right by the rule {rule.name!r}."
    if rule.argument:
        told = f"The argument `{'.'.join(rule.argument)}`{about} must be {prescription(verdict.state)}, not {asked}"
    elif verdict.action == DENY:
        told = f"{asked}{about} is not allowed"
    else:
        told = f"Do {verdict.action} instead of {asked}{about}"
    return f"{told} (rule {rule.name!r}). {rule.why}".rstrip()


def _unknown(rule: Rule, action: Action, event: str, problem: Exception, guard: Guard) -> Verdict | None:
    """What follows where a rule cannot be evaluated."""
    # A condition that makes no sense for the values (text where a number should be) is no permission, ever.
    nonsense = isinstance(problem, ExpressionError)
    if rule.unseen == "leave" and not nonsense:
        return None
    missing = str(problem) if nonsense else f"`{problem}` is not in view; look it up first."
    reason = f"The rule {rule.name!r} cannot be checked for {action!r}: {missing}"
    return guard.record(Verdict(Outcome.DEFER, event, action, None, reason))


def _states(rule: Rule, call: Call, scopes: _Scopes, event_id: str) -> Iterator[DecisiveState]:
    """The decisive state that a rule sees in each snapshot. Raises if no snapshot holds what it needs."""
    unseen: UnseenError | None = None
    found = False
    for snapshot, scope in scopes:
        try:
            if rule.when is None or rule.when(scope):
                owner = event_id if rule.about is None else str(rule.about.state(scope))
                action, among = _prescribed(rule, call, scope)
                yield DecisiveState(owner, rule.name, action, snapshot.issued_at, snapshot.expires_at, among, rule.why)
            found = True
        except UnseenError as error:
            unseen = unseen or error
    if not found and unseen is not None:
        raise unseen


def _prescribed(rule: Rule, call: Call, scope: Scope) -> tuple[Action | None, tuple[Action, ...]]:
    """What a rule prescribes for its slot, and what else would satisfy it."""
    if rule.require is not None:
        return (call.tool if rule.require(scope) else rule.instead), ()
    if rule.equals is not None:
        permitted: tuple[Action, ...] = (rule.equals(scope),)
    else:
        assert rule.among is not None
        permitted = tuple(rule.among(scope))
    if not permitted:
        raise UnseenError(f"a value for {'.'.join(rule.argument)}")
    return (permitted[0], ()) if len(permitted) == 1 and rule.replace else (None, permitted)


Path: TypeAlias = tuple[str | int, ...]


def _slots(rule: Rule, call: Call) -> list[tuple[Path, Action]]:
    """What of a call a rule is about: its tool (under the empty path), or each value of an argument."""
    if not rule.argument:
        return [((), call.tool)]
    return list(_leaves(call.arguments, rule.argument, (), split=rule.among is not None))


def _leaves(value: Any, keys: tuple[str, ...], path: Path, *, split: bool) -> Iterator[tuple[Path, Action]]:
    if isinstance(value, list) and (keys or split):
        for place, member in enumerate(value):
            yield from _leaves(member, keys, (*path, place), split=split)
    elif not keys:
        yield path, value
    elif isinstance(value, Mapping) and keys[0] in value:
        yield from _leaves(value[keys[0]], keys[1:], (*path, keys[0]), split=split)


def _replaced(arguments: Mapping[str, Any], path: Path, value: Action) -> Mapping[str, Any]:
    changed: Any = copy.deepcopy(dict(arguments))
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return dict(changed)


def _summary(call: Call, settled: Call | None, verdicts: list[Verdict]) -> Ruling:
    if not verdicts:
        return Ruling(Outcome.LEAVE, call, call, f"No rule applies to this call of {call.tool}, so it goes ahead.")
    outcome = max((verdict.outcome for verdict in verdicts), key=GRAVITY.index)
    telling = [verdict for verdict in verdicts if verdict.outcome in GRAVE] or verdicts
    reason = " ".join(dict.fromkeys(verdict.reason for verdict in telling))
    return Ruling(outcome, call, settled, reason, tuple(verdicts))
