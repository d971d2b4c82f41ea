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
from holdfast.guard.guard import Guard
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
    instead: str = "deny"
    """What to do where the call may not be made."""
    why: str = ""
    """A sentence for whoever is refused."""
    unseen: Literal["defer", "leave"] = "leave"
    """What to do where a fact that it needs is not in view."""


class _Unknown(Exception):  # noqa: N818 (a finding, not a defect)
    """The rule applies, but no snapshot holds what it needs."""


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
                reason = f"Two rules want different values. {ruling.reason}"
                return replace(ruling, outcome=Outcome.DEFER, call=None, reason=reason)
        return ruling

    def _ruling(self, call: Call, snapshots: tuple[Snapshot, ...], guard: Guard, event_id: str) -> Ruling:
        settled, verdicts, refused = call, list[Verdict](), False
        rules = [rule for rule in self.rules if call.tool in rule.tools]
        # Arguments first, because a condition must hold for the call as it will be made.
        for rule in sorted(rules, key=lambda rule: not rule.argument):
            for path, action in _slots(rule, settled):
                verdict = self._verdict(rule, settled, action, snapshots, guard, event_id)
                if verdict is None:
                    continue
                verdicts.append(verdict)
                if verdict.outcome is Outcome.CORRECT and path:
                    settled = replace(settled, arguments=_replaced(settled.arguments, path, verdict.action))
                elif verdict.outcome in GRAVE:
                    refused = True
        return _summary(call, None if refused else settled, verdicts)

    def _verdict(
        self, rule: Rule, call: Call, action: Action, snapshots: tuple[Snapshot, ...], guard: Guard, event_id: str
    ) -> Verdict | None:
        """The guard's verdict on one slot of a call (its tool or an argument's value); None if the rule has no say."""
        event = event_id
        try:
            if rule.about is not None:
                event = str(rule.about.event({**self.constants, "call": call.arguments}))
            states = list(self._states(rule, call, snapshots, event))
        except (_Unknown, UnseenError, ExpressionError) as problem:
            # A condition that cannot be evaluated (text where a number should be) is no permission, ever.
            if rule.unseen == "leave" and not isinstance(problem, ExpressionError):
                return None
            missing = str(problem) if isinstance(problem, ExpressionError) else f"{problem} is not in view."
            reason = f"The rule {rule.name!r} cannot be checked for {action!r}: {missing}"
            return guard.record(Verdict(Outcome.DEFER, event, action, None, reason))
        return guard.check(action, states, event) if states else None

    def _states(
        self, rule: Rule, call: Call, snapshots: tuple[Snapshot, ...], event_id: str
    ) -> Iterator[DecisiveState]:
        unseen: UnseenError | None = None
        found = False
        for snapshot in snapshots:
            scope = {**self.constants, **snapshot.values, "call": call.arguments}
            try:
                if rule.when is not None and not rule.when(scope):
                    found = True
                    continue
                owner = event_id if rule.about is None else str(rule.about.state(scope))
                action, among = _prescribed(rule, call, scope)
            except UnseenError as error:
                unseen = unseen or error
                continue
            found = True
            yield DecisiveState(owner, rule.name, action, snapshot.issued_at, snapshot.expires_at, among, rule.why)
        if not found and unseen is not None:
            raise _Unknown(f"`{unseen}`")


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
        return Ruling(Outcome.LEAVE, call, call, f"No rule has a say in this call of {call.tool}.")
    outcome = max((verdict.outcome for verdict in verdicts), key=GRAVITY.index)
    telling = [verdict for verdict in verdicts if verdict.outcome in GRAVE] or verdicts
    reason = " ".join(dict.fromkeys(verdict.reason for verdict in telling))
    return Ruling(outcome, call, settled, reason, tuple(verdicts))
