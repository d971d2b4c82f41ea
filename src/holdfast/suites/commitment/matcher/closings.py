"""What a reply ends with: a line that is a candidate, or a last sentence that gives one."""

from __future__ import annotations

from holdfast.suites.commitment.matcher.apart import (
    BULLET,
    CLOSING,
    HELD_OPEN,
    LABELS,
    LAST,
    LONGEST,
    MOST_WORDS,
    SHOULD,
    WRAPPING,
    Alone,
    Line,
    trimmed,
)  # fmt: skip
from holdfast.suites.commitment.matcher.openings import ANNOUNCES, ENDS, TIMELESS, asked, is_it, turned_round
from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.spellings import last_word, unadorned

_CLOSES = (". ", "! ", "? ", "; ", ": ", ", so ")
"""What what stands at the end may follow."""
_HEADING = 5
"""Words up to which a line may be the heading of the next."""
_LABEL = 3
"""Words beyond which what stands before a colon is a sentence rather than a key."""
_CONFIRMS = frozenset("holds stands remains changes changed so".split())
"""Words by which a label says that what follows is (still) so."""
_ASKING = frozenset("asking asked question".split())
"""Words by which a reply repeats the question before its answer."""


def bare_of(line: str, known: Compiled) -> int | None:
    """The candidate that a line is, by itself, announced as the answer, or under the question's own words."""
    if len(line) > LONGEST or last_word(line.rstrip()) not in known.lasts:
        return None
    bullet = BULLET.match(line)
    said = trimmed(line[bullet.end() if bullet else 0 :])
    if "*" in said:
        said = said.replace("*", "")
    if ":" not in said:
        return known.standing(said)
    announced = ANNOUNCES.match(said)
    if announced:
        return known.standing(said[announced.end() :])
    label, _, value = said.rpartition(": ")
    target = known.standing(value)
    words = unadorned(label).split()
    return target if not words or asked(words, known) or LABELS.issuperset(words) else None


def closing_of(lines: list[Line], bare: dict[int, int], known: Compiled) -> Alone | None:
    """The candidate that the last line gives: the whole line, what follows its last colon, or its last sentence."""
    line, start = lines[-1]
    bullet = BULLET.match(line)
    if bullet:
        line, start = line[bullet.end() :], start + bullet.end()
    if len(lines) > 1 and len(lines) - 1 in bare:
        heading = lines[-2][0].rstrip(" *_`")
        heads = len(heading) < LONGEST and heading[-1] not in ".!?" and not BULLET.match(heading)
        words = unadorned(heading).split() if heads else []
        if len(words) <= _HEADING and not HELD_OPEN.isdisjoint(words):
            return None  # `# Rejected`, `Not the answer:`
        closing = Alone(bare[len(lines) - 1], CLOSING, (start, start + len(line)))
        listed = bullet and ":" not in line and _ends_with_another(lines[-2].text, closing.target, known)
        return None if listed else closing
    shown = line.rstrip(WRAPPING)
    last = last_word(shown)
    if not (last in known.lasts or last in known.focus.words or last in TIMELESS or last in ENDS):
        return None
    end = _last_end(shown)
    if (not end and len(lines) == 1) or len(line) - end > LONGEST:
        return None
    place = end + len(line[end:]) - len(line[end:].lstrip())
    before, said = line[:place].rstrip(WRAPPING), trimmed(line[place:])
    if before.endswith(":"):
        target = known.standing(said)
        label = unadorned(before[_last_end(before) :]).split() if target is not None else []
        if not label or not (
            label[-1] in _CONFIRMS
            or "still" in label
            or is_it(label)
            or not _ASKING.isdisjoint(label)
            or (len(label) > _LABEL and (HELD_OPEN - SHOULD).isdisjoint(label))
            or asked(label, known)
        ):
            return None
    else:
        target = turned_round(said, known)
        if target is None and ", " in said:
            aside, _, last_clause = said.rpartition(", ")
            if HELD_OPEN.isdisjoint(unadorned(aside).split()):
                target = turned_round(last_clause, known)
    return None if target is None else Alone(target, LAST, (start + place, start + len(line)))


def _ends_with_another(line: str, target: int, known: Compiled) -> bool:
    """Whether a line ends with another candidate."""
    if last_word(line.rstrip(WRAPPING)) not in known.lasts:
        return False
    words = unadorned(line).split()
    ends = (known.alone.get(" ".join(words[-size:])) for size in range(1, min(MOST_WORDS, len(words)) + 1))
    return any(other is not None and other != target for other in ends)


def closing_clause_of(line: str, start: int, known: Compiled) -> Alone | None:
    """The candidate that the last clause of a long reply tells of, in words of its own: `…, so she lies in bed 4.`"""
    shown = line.rstrip(WRAPPING)
    last = last_word(shown)
    if BULLET.match(line) or not (last in known.lasts or last in known.focus.words or last in ENDS):
        return None
    place = max(_last_end(shown), shown.rfind(", ") + 2 if ", " in shown else 0)
    said = trimmed(shown[place:])
    target = turned_round(said, known, loosely=True) if len(said) < LONGEST else None
    return None if target is None else Alone(target, LAST, (start + place, start + len(shown)))


def _last_end(line: str) -> int:
    """Where the last sentence of a line begins."""
    place = max(map(line.rfind, _CLOSES))
    return place + (1 if line.startswith(",", place) else 2) if place >= 0 else 0
