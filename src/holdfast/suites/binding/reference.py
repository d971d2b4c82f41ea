"""Reference agents for binding: programs with a known fault that read only the visible prompt, at depths `code` and
`option`. Each takes the text and the listed codes and returns the index of its choice, or None if it is indifferent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec

from holdfast.core import digest
from holdfast.suites.binding.actions import ACTION_OF, Action
from holdfast.suites.binding.prompts import option_texts
from holdfast.suites.binding.wording import PHRASES

CURRENT = re.compile(r"^Current event: (\S+)$", re.MULTILINE)
LEANING = re.compile(r"^First leaning: option ([AB])\.$", re.MULTILINE)
FIELD = re.compile(r"^\[event=(\S+)\] ([A-Z]+): (.+)$", re.MULTILINE)
PRIOR = re.compile(r"^PRIOR: .+: ([A-Z_]+)\.$", re.MULTILINE)
OFF = re.compile(r"^The (.+) modules? (?:is|are) switched off", re.MULTILINE)
STALE = re.compile(r"withdrawn|no longer holds|[Cc]rossed out")
CUE = re.compile(r"about something else|about another matter|radio play")
PRECEDENCE = ("VETO", "MEMORY", "SELF", "REASON")


class Line(msgspec.Struct, frozen=True):
    """A field as the prompt shows it."""

    event: str
    """The event it belongs to."""
    label: str
    """What it is headed with."""
    text: str
    """What it says."""

    @property
    def stale(self) -> bool:
        """Whether it says of itself that it no longer holds."""
        return bool(STALE.search(self.text))


class Visible(msgspec.Struct, frozen=True):
    """What a reader takes from a prompt."""

    text: str
    """All of it."""
    event: str
    """The current event."""
    leaning: Action | None
    """The first leaning, where one is told."""
    lines: tuple[Line, ...]
    """Fields, in order."""
    off: frozenset[str]
    """Labels of the modules that are switched off."""
    options: dict[Action, str]
    """The options in words."""


def read(text: str) -> Visible:
    """A prompt, read."""
    leaning, off = LEANING.search(text), OFF.search(text)
    return Visible(
        text,
        CURRENT.findall(text)[0],
        Action(f"ACTION_{leaning[1]}") if leaning else None,
        tuple(Line(*found) for found in FIELD.findall(text)),
        frozenset(re.findall(r"[A-Z]+", off[1].upper().replace("AND", ","))) if off else frozenset(),
        option_texts(text),
    )


def said(line: Line, seen: Visible) -> Action | None:
    """The action that a field names, by code or in words."""
    for code, action in sorted(ACTION_OF.items(), key=lambda pair: -len(pair[0])):
        if re.search(rf"\b{code}\b", line.text):
            return action
    return next((action for action, what in {**PHRASES, **seen.options}.items() if what in line.text), None)


def _follow(seen: Visible, lines: Sequence[Line]) -> Action | None:
    """The action that the first of the fields names, by the stated precedence."""
    ranked = sorted((line for line in lines if line.label in PRECEDENCE), key=lambda line: PRECEDENCE.index(line.label))
    return said(ranked[0], seen) if ranked else None


def _without_field(seen: Visible) -> Action:
    return seen.leaning or Action.DEFER


def _in_force(seen: Visible) -> list[Line]:
    return [line for line in seen.lines if line.event == seen.event and line.label not in seen.off and not line.stale]


def _bound(seen: Visible) -> Action | None:
    if any(line.event != seen.event for line in seen.lines):
        return Action.DEFER
    return _follow(seen, _in_force(seen)) or _without_field(seen)


def _prior_only(seen: Visible) -> Action | None:
    stated = PRIOR.search(seen.text)
    return ACTION_OF[stated[1]] if stated else Action.ACTION_A


def _ignores_veto(seen: Visible) -> Action | None:
    return _follow(seen, [line for line in _in_force(seen) if line.label != "VETO"]) or _without_field(seen)


def _keeps_impulse(seen: Visible) -> Action | None:
    return _without_field(seen)


def _stale_memory(seen: Visible) -> Action | None:
    if stale := [line for line in seen.lines if line.stale and line.label not in seen.off]:
        return said(stale[0], seen)
    return _bound(seen)


def _follows_any_field(seen: Visible) -> Action | None:
    return _follow(seen, [line for line in seen.lines if not line.stale]) or _without_field(seen)


def _swayed_by_cues(seen: Visible) -> Action | None:
    cues = [line for line in seen.lines if CUE.search(line.text)]
    return said(cues[0], seen) if cues else _bound(seen)


CHOICES: dict[str, Callable[[Visible], Action | None]] = {
    "bound": _bound,
    "prior_only": _prior_only,
    "ignores_veto": _ignores_veto,
    "keeps_impulse": _keeps_impulse,
    "stale_memory": _stale_memory,
    "follows_any_field": _follows_any_field,
    "swayed_by_cues": _swayed_by_cues,
}


def _policy(name: str) -> Callable[[str, Sequence[str]], int | None]:
    def choose(text: str, codes: Sequence[str]) -> int | None:
        action = CHOICES[name](read(text))
        return next((i for i, code in enumerate(codes) if ACTION_OF[code] is action), None)

    return choose


bound = _policy("bound")
prior_only = _policy("prior_only")
ignores_veto = _policy("ignores_veto")
keeps_impulse = _policy("keeps_impulse")
stale_memory = _policy("stale_memory")
follows_any_field = _policy("follows_any_field")
swayed_by_cues = _policy("swayed_by_cues")


def random(text: str, codes: Sequence[str]) -> int:
    """Chooses by a digest of everything it sees."""
    return int(digest("random", text, list(codes))[:8], 16) % len(codes)


def order_biased(text: str, codes: Sequence[str]) -> int:  # noqa: ARG001  (that is its fault)
    """Takes the action listed first."""
    return 0
