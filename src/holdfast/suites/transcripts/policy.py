"""A policy for the guard, derived from where a log's arguments came from, and calls to replay against it.

A rule says of one argument of one tool: its value must have been told, by the user or by a result of such a tool at
such a place. A rule is only written where every recorded call keeps it, so the policy refuses nothing that was done.
"""

from __future__ import annotations

import copy
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from holdfast.core import HoldfastError, Message
from holdfast.suites.transcripts.conversations import calls_of
from holdfast.suites.transcripts.decisions import Decision
from holdfast.suites.transcripts.fields import messages_of, slot_of, turn_of
from holdfast.suites.transcripts.interventions import scramble
from holdfast.suites.transcripts.items import foreign
from holdfast.suites.transcripts.settings import Settings
from holdfast.suites.transcripts.survey import Survey, without_index
from holdfast.suites.transcripts.values import Scalar, belongs, decoded, fresh, kind_of, leaves, put, spelled

SUPPORT = 3
"""A rule needs so many recorded calls."""
ANYTHING = "anything"
"""Everything that was told, for arguments whose values are not always where they mostly are."""
NAMED = "named"
SPOKEN = ("user", "system")


class Rule(msgspec.Struct, frozen=True):
    """Where the value of an argument must come from."""

    tool: str
    """The tool."""
    argument: str
    """The argument, as a path without places in lists."""
    sources: tuple[str, ...]
    """Who or what may have told it: `user`, `system`, or a place in a tool's results."""
    calls: int
    """How many recorded calls keep it."""

    @property
    def name(self) -> str:
        """What verdicts call it."""
        return f"{self.tool}: {self.argument}"

    @property
    def condition(self) -> str:
        """The rule as a condition of the guard."""
        told = " or ".join(f"value in told[{source!r}]" for source in self.sources)
        return f"all({told} for value in {LIST}[{self.argument!r}])"


LIST = "values_of"


def told(messages: Sequence[Message], wanted: Iterable[str]) -> dict[str, Any]:
    """What a conversation has told so far, by source. Results that are not of what was asked for tell nothing."""
    wanted = set(wanted)
    found: dict[str, Any] = {source: "" if source in (*SPOKEN, ANYTHING) else [] for source in wanted}
    calls = calls_of(messages)
    for message in messages:
        if message.role in SPOKEN:
            for source in {message.role, ANYTHING} & wanted:
                found[source] += f"{message.content}\n"
        elif (
            message.role == "tool"
            and (call := calls.get(message.tool_call_id))
            and belongs(decoded(call.arguments), decoded(message.content))
        ):
            if ANYTHING in wanted:
                found[ANYTHING] += f"{message.content}\n"
            for source, value in results(call.name, message.content):
                if source in wanted:
                    found[source].append(value)
    return found


def results(tool: str, content: str) -> Iterator[tuple[str, Scalar]]:
    """Every scalar of a result with its source: the tool and the path, whatever place in a list or key of an object."""
    value = decoded(content)
    if not isinstance(value, (dict, list)):
        yield tool, content
        return
    for path, scalar in leaves(value):
        yield source_of(tool, path, scalar), scalar


def source_of(tool: str, path: str, value: Scalar) -> str:
    """The source of a value at a path of a tool's result."""
    return ".".join((tool, *("*" if part == spelled(value) else part for part in without_index(path).split("."))))


def derive(decided: Iterable[Iterable[Decision]], again: Iterable[Iterable[Decision]]) -> list[Rule]:
    """The rules that every recorded call keeps. The decisions are gone through twice, so that none is held."""
    sources = _gathered(decided)
    kept: Counter[tuple[str, str]] = Counter()
    broken: dict[str, set[tuple[str, str]]] = {NAMED: set(), ANYTHING: set()}
    for decision in (decision for decisions in again for decision in decisions):
        view = told(messages_of(decision.state), {ANYTHING, *_all(sources, decision.tool)})
        for argument, values in values_of(decision.arguments).items():
            key = (decision.tool, argument)
            if key in sources:
                kept[key] += 1
                for tier, names in ((NAMED, sources[key]), (ANYTHING, {ANYTHING})):
                    if not all(_is_told(value, view, names) for value in values):
                        broken[tier].add(key)
    return [
        Rule(*key, (ANYTHING,) if key in broken[NAMED] else tuple(sorted(sources[key])), kept[key])
        for key in sorted(sources)
        if kept[key] >= SUPPORT and key not in broken[ANYTHING]
    ]


def _gathered(decided: Iterable[Iterable[Decision]]) -> dict[tuple[str, str], set[str]]:
    """By tool and argument: every source that a recorded value had."""
    sources: dict[tuple[str, str], set[str]] = defaultdict(set)
    for decision in (decision for decisions in decided for decision in decisions):
        for carried in decision.carried:
            if isinstance(carried.value, str):
                found = set(_sources(decision, carried.tag))
                for path in carried.arguments:
                    sources[decision.tool, without_index(path)] |= found
    return sources


def document(rules: Sequence[Rule]) -> dict[str, Any]:
    """A policy as the guard reads it."""
    if not rules:
        raise HoldfastError("No argument of the log always comes from a place that can be named; there is no policy.")
    return {
        "unseen": "defer",
        "rule": [
            {
                "name": rule.name,
                "tool": rule.tool,
                "require": rule.condition,
                "why": f"In {rule.calls} recorded calls this value had been told before; now it has not.",
            }
            for rule in rules
        ],
    }


def record(
    decision: Decision, rules: Sequence[Rule], group: str, arguments: Mapping[str, Any], messages: Sequence[Message]
) -> dict[str, Any]:
    """A call with what had been told, as `holdfast guard replay` reads it."""
    own = [rule for rule in rules if rule.tool == decision.tool]
    given = values_of(arguments)
    return {
        "id": f"{decision.name}/{group}",
        "group": group,
        "tool": decision.tool,
        "arguments": dict(arguments),
        "state": {
            "told": told(messages, {source for rule in own for source in rule.sources}),
            LIST: {rule.argument: given.get(rule.argument, []) for rule in own},
        },
    }


def records(
    decided: Iterable[Iterable[Decision]], rules: Sequence[Rule], found: Survey, settings: Settings
) -> Iterator[dict[str, Any]]:
    """Every recorded call; and with each value under a rule swapped for another, or taken from a foreign result."""
    ruled = {(rule.tool, rule.argument) for rule in rules}
    for decisions in decided:
        for decision in decisions:
            messages = messages_of(decision.state)
            yield record(decision, rules, "recorded", decision.arguments, messages)
            for carried in decision.carried:
                if any((decision.tool, without_index(path)) in ruled for path in carried.arguments):
                    text = "\n".join(m.content for m in messages).lower()
                    new = fresh(carried.value, text, (), settings.seed, "replay", decision.name, carried.tag)
                    if new is not None:
                        other = instead(decision.arguments, carried.arguments, new)
                        yield record(decision, rules, "swapped", other, messages)
                    lent = foreign(decision, carried, found)
                    if lent and spelled(lent.value).lower() not in text:
                        changed = messages_of(scramble(lent.turn, lent.text)(decision.state))
                        theirs = instead(decision.arguments, carried.arguments, lent.value)
                        yield record(decision, rules, "scrambled", theirs, changed)


def values_of(arguments: Mapping[str, Any]) -> dict[str, list[str]]:
    """The texts among a call's arguments that are worth tracing, by argument."""
    found: dict[str, list[str]] = defaultdict(list)
    for path, value in leaves(arguments):
        if isinstance(value, str) and kind_of(value):
            found[without_index(path)].append(value)
    return dict(found)


def instead(arguments: Mapping[str, Any], paths: Sequence[str], value: Scalar) -> dict[str, Any]:
    """Arguments with another value at some paths."""
    changed: dict[str, Any] = copy.deepcopy(dict(arguments))
    for path in paths:
        put(changed, path, value)
    return changed


def _sources(decision: Decision, tag: str) -> Iterator[str]:
    """Who or what told a value: the sources of its carriers."""
    messages = {f"{turn}": message for turn, message in zip(_turns(decision), messages_of(decision.state), strict=True)}
    calls = calls_of(list(messages.values()))
    seen = set()
    for field in decision.state.primary(tag):
        slot = slot_of(field.name)
        if slot.role in SPOKEN:
            seen.add(slot.role)
        elif slot.call in calls and slot.turn in messages:
            value = field.text.strip('"')
            told_here = results(calls[slot.call].name, messages[slot.turn].content)
            seen |= {source for source, scalar in told_here if spelled(scalar) == value}
    yield from seen


def _turns(decision: Decision) -> list[str]:
    return list(dict.fromkeys(filter(None, map(turn_of, decision.state.fields))))


def _all(sources: Mapping[tuple[str, str], Iterable[str]], tool: str) -> set[str]:
    return {source for (of, _), names in sources.items() if of == tool for source in names}


def _is_told(value: str, view: Mapping[str, Any], sources: Iterable[str]) -> bool:
    return any(value in view[source] for source in sources)
