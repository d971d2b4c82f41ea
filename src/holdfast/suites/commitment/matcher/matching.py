"""The matcher's door: from a reply to the candidate that it asserts."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import Any

from holdfast.suites.commitment.candidates import AnswerKind, Candidates, Decision, Match
from holdfast.suites.commitment.matcher import layout, records
from holdfast.suites.commitment.matcher.alone import standing_alone
from holdfast.suites.commitment.matcher.answer_fields import asked_field, only_field
from holdfast.suites.commitment.matcher.apart import BOLD, LENGTHY
from holdfast.suites.commitment.matcher.breaking_off import (
    breaks_off,
    ends_elsewhere,
    is_not_yet,
    is_unlisted,
    moves_on,
)
from holdfast.suites.commitment.matcher.clauses import ANSWERED, ASIDE, CONCLUDED, DENIED, Mention
from holdfast.suites.commitment.matcher.decide import Verdict, decide, to_match
from holdfast.suites.commitment.matcher.declining import (
    declines,
    declines_at_once,
    declines_outright,
    is_not_known,
    leaves_open,
)
from holdfast.suites.commitment.matcher.fold import Folded, fold
from holdfast.suites.commitment.matcher.layout import Part
from holdfast.suites.commitment.matcher.lexing import Text
from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.options import CHOOSING, chosen_option
from holdfast.suites.commitment.matcher.pairs import bind
from holdfast.suites.commitment.matcher.phrases import Compiled, compiled
from holdfast.suites.commitment.matcher.plain import plainly
from holdfast.suites.commitment.matcher.reading import Reading
from holdfast.suites.commitment.matcher.scan import Item, scan
from holdfast.suites.commitment.matcher.subjects import Subjects

_LAID_OUT = re.compile(r"[<>{|\\\[\n☐]")
"""A sign of anything but plain prose on one line."""
_BOLD = re.compile(r"\*\*[^*\n]+\*\*")
_STRUCK = re.compile(r"~~[^~\n]+~~")
_CORRECTION = re.compile(r"\b(?:actually|correction|wait|sorry|no,|scratch that|i mean)\b", re.IGNORECASE)
_MARKED = ("answer[", "boxed")
"""Signs of an answer that is marked as such, wherever it stands."""
_LAST = 1_000
"""How much of what follows a JSON answer is looked at."""
_OVER = frozenset(("was", "past"))
"""Rules by which what was is taken for what is, where nothing has changed since."""
_BRIEF = 80
_WRAPPING = " \t\r\n.!*_`\"“”'‘’"
_SHORT = 30
"""Words before a repeated question that may still be the answer, rather than a quoted prompt."""


def match(reply: str, candidates: Candidates, question: str = "") -> Match:
    """Decide which candidate a reply to a question asserts, and by which rule."""
    start, end = layout.letter(reply) if "\n" in reply else (0, len(reply))
    if (start, end) == (0, len(reply)) or not reply[start:end].strip():
        return _matched(reply, candidates, question)
    return _shifted(_matched(reply[start:end], candidates, question), start)


def _matched(reply: str, candidates: Candidates, question: str) -> Match:
    known = compiled(candidates, question)
    if len(reply) < _BRIEF:
        bare = reply.strip(_WRAPPING)
        place = known.exact.get(bare.lower())
        if place is not None:
            start = reply.index(bare)
            decision = Decision.MATCH if place == known.gold else Decision.NO_MATCH
            return Match(decision, "exact", (start, start + len(bare)), known.texts[place])
    straight = reply.replace("’", "'")
    refusal = declines_at_once(straight.lower(), known)
    if refusal is not None:
        return Match(Decision.NO_MATCH, "refusal", refusal)
    alone = standing_alone(straight, known)
    if alone is not None and not (alone.rule == BOLD and declines(straight.lower(), *alone.span)):
        decision = Decision.MATCH if alone.target == known.gold else Decision.NO_MATCH
        return Match(decision, alone.rule, alone.span, known.texts[alone.target])
    folded = fold(reply)
    part = layout.whole(folded)
    if not folded.text.strip():
        return Match(Decision.NO_MATCH, "empty")
    if _LAID_OUT.search(folded.text):
        part = layout.first_turn(layout.after_thinking(part))
        found = records.yaml_fields(part, known.asked)
        if found is None and "{" in part.text:
            found = records.fields(part, known.asked)
        if found is not None:
            return _structured(found, part, folded, candidates, question, known)
        part = layout.ticked(layout.plain_latex(layout.untagged(layout.unquoted(part))))
        table = records.table_lines(part, known.focus.words) if "|" in part.text else None
        if table is not None:
            return _elsewhere(match(table.replace("|", " "), candidates, question), table, reply)
    refusal = declines_outright(part.text, known)
    if refusal is not None:
        return Match(Decision.NO_MATCH, "refusal", _placed(refusal, part, folded))
    if len(part.text) > LENGTHY and _should_be_set_apart(part.text):
        return Match(Decision.UNCLEAR, "not set apart")
    return _read(part, folded, known)


def _shifted(found: Match, by: int) -> Match:
    """A decision on the body of a letter, with its place in the letter."""
    span = None if found.span is None else (found.span[0] + by, found.span[1] + by)
    return Match(found.decision, found.rule, span, found.asserted)


def _should_be_set_apart(text: str) -> bool:
    """Whether a long reply is laid out in lines, or tells of what it does not know, and marks no answer as such."""
    return ("\n" in text.strip() or leaves_open(text)) and not any(mark in text for mark in _MARKED)


def _structured(
    found: records.Fields, part: Part, folded: Folded, candidates: Candidates, question: str, known: Compiled
) -> Match:
    """Decide by the answer's field, or by what all fields say."""
    if found.answer is not ...:
        result = _value(found.answer, folded.original, candidates, question, part.start + found.key)
        if result.rule != "half a pair" or not found.loaded:
            return _taken_back(result, part, found.end, candidates, question)
    asked = asked_field(found.loaded, known)
    if asked is not ...:
        return _value(asked, folded.original, candidates, question, part.start)
    row = found.row()
    if row and (only := only_field(row, known)) is not None:
        return _value(only, folded.original, candidates, question, part.start)
    if row and known.shape is not None and any(is_unlisted(value, known) for value in row.values()):
        return Match(Decision.UNCLEAR, "unlisted answer")
    lines = found.lines()
    if known.kind is AnswerKind.PAIR:
        lines = lines.replace("\n", ", ")
    elif row and known.focus.any and sum(value.lower() in known.exact for value in row.values()) < 2:
        lines = records.as_line(row)
    return _elsewhere(match(lines, candidates, question), lines, folded.original)


def _taken_back(result: Match, part: Part, end: int, candidates: Candidates, question: str) -> Match:
    """A JSON answer with what the reply says behind it: another JSON answer, or a correction."""
    rest = part.original[end:].strip("`\n \t")[-_LAST:] if end >= 0 else ""
    if not rest or not (rest[0] == "{" or _CORRECTION.search(rest)):
        return result
    later = match(rest[rest.rfind("{") :] if rest[0] == "{" else rest, candidates, question)
    if later.asserted is None or later.asserted == result.asserted:
        return result
    if rest[0] == "{":
        return Match(Decision.UNCLEAR, "several answers", result.span)
    return _elsewhere(later, rest, part.original, end)


def _value(value: Any, reply: str, candidates: Candidates, question: str, start: int = 0) -> Match:
    """Match a value of a JSON reply, and find it in the reply."""
    if isinstance(value, dict):
        known = compiled(candidates, question)
        said = ", ".join(records.lines_of(value, "", 0, known.asked))
    elif isinstance(value, list):
        said = " and ".join(records.said(inner) for inner in value)
    else:
        said = records.said(value)
    if "{" in said:
        said = said.replace("{", " ")
    result = match(said, candidates, question)
    return _elsewhere(result, said, reply, max(start, 0))


def _elsewhere(result: Match, text: str, reply: str, start: int = 0) -> Match:
    """A decision on a text made from the reply, with its place in the reply."""
    span = None
    if result.span is not None:
        place = reply.find(text[slice(*result.span)], start)
        span = (place, place + result.span[1] - result.span[0]) if place >= 0 else None
    return Match(result.decision, result.rule, span, result.asserted)


def _read(part: Part, folded: Folded, known: Compiled) -> Match:
    text = Text(folded if part.text is folded.text else Folded(part.text, part.original))
    if not _drop_echo(text, known.focus.tokens):
        return Match(Decision.NO_MATCH, "echo")
    items = scan(text, known)
    subjects = Subjects(text, known) if known.focus.any else None
    if "~" not in part.text and (plain := plainly(text.words, items, known, subjects)) is not None:
        span = _span(plain, text, part, folded)
        if open_ := _left_open(part.text, text.span(plain.first, plain.after), "", known):
            return Match(*open_, span)
        decision = Decision.MATCH if plain.target == known.gold else Decision.NO_MATCH
        return Match(decision, "single", span, known.texts[plain.target])
    if not any(not item[0] or item[0] & Cue.ANSWERS for item in items):
        refuses = any(item.flags & Cue.REFUSES for item in items)
        return Match(Decision.NO_MATCH, "refusal" if refuses else "no candidate")
    reading = Reading(text.words, items, known, subjects)
    if "~~" in part.text:
        _strike(text, reading.mentions)
    if known.kind is AnswerKind.PAIR:
        bind(reading, known)
    verdict = decide(reading, known)
    if len(reading.mentions) > 1 and _may_be_picked(verdict, text.words):
        picked = chosen_option(text.words, reading)
        if picked is None and verdict.rule in ("several answers", "listed") and "**" in part.text:
            picked = _emphasised(text, reading.mentions)
        if picked is not None:
            decision = Decision.MATCH if picked.target == known.gold else Decision.NO_MATCH
            verdict.decision, verdict.rule, verdict.mention = decision, "option", picked
            picked.level = max(picked.level, 1)
    chosen = verdict.mention
    if chosen is not None and ASIDE < chosen.level < ANSWERED:
        place = text.span(chosen.first, chosen.after)
        if declines(part.text, *place):
            return Match(Decision.NO_MATCH, "refusal", _placed(place, part, folded))
        if chosen.level < CONCLUDED and (open_ := _left_open(part.text, place, verdict.rule, known)):
            return Match(*open_, _placed(place, part, folded))
    return to_match(verdict, known, _span(chosen, text, part, folded))


def _left_open(text: str, place: tuple[int, int], rule: str, known: Compiled) -> tuple[Decision, str] | None:
    """What a reply says around a candidate that leaves open whether it is the answer."""
    start, end = place
    if is_not_known(text, end, known):
        return Decision.NO_MATCH, "refusal"
    if known.kind is AnswerKind.STATE and is_not_yet(text[:start], text[end:], known):
        return Decision.UNCLEAR, "not yet"
    if breaks_off(text, end) or (rule in _OVER and moves_on(text, end)):
        return Decision.UNCLEAR, "cut off"
    if ends_elsewhere(text, end, known):
        return Decision.UNCLEAR, "unlisted answer"
    return None


def _may_be_picked(verdict: Verdict, words: list[str]) -> bool:
    """Whether a choice from the reply's list may say more than what was read."""
    if verdict.mention is not None and verdict.mention.level >= CONCLUDED:
        return False
    return verdict.decision is not Decision.MATCH or not CHOOSING.isdisjoint(words)


def _span(mention: Mention | Item | None, text: Text, part: Part, folded: Folded) -> tuple[int, int] | None:
    return None if mention is None else _placed(text.span(mention.first, mention.after), part, folded)


def _placed(span: tuple[int, int], part: Part, folded: Folded) -> tuple[int, int] | None:
    """A place in a part as a place in the reply, if it has one."""
    return None if part.start < 0 else folded.span(part.start + span[0], part.start + span[1])


def _drop_echo(text: Text, question: tuple[str, ...]) -> bool:
    """Keep what stands behind the reply's last repetition of the whole question; false where nothing is left."""
    words = text.words
    if len(question) < 3 or len(words) < len(question) or question[0] not in words:
        return True
    joined = "\x00".join(words)
    place = joined.rfind("\x00".join(question))
    if place < 0 or (place and joined[place - 1] != "\x00"):
        return True
    first = joined.count("\x00", 0, place)
    after = first + len(question)
    if any(word[0].isalnum() for word in words[after:]):
        text.cut(after, _next_question(words, after, question))
    elif first > _SHORT or not any(word[0].isalnum() for word in words[:first]):
        return False
    else:
        text.cut(0, first)
    return True


def _next_question(words: list[str], after: int, question: tuple[str, ...]) -> int:
    """Where the reply goes on to ask itself another question that begins like this one."""
    opening = list(question[:2])
    for place in range(after + 1, len(words) - 2):
        if words[place : place + 2] == opening and words[place - 1] in ("\n", ".", ":") and "?" in words[place:]:
            return place
    return len(words)


def _emphasised(text: Text, mentions: list[Mention]) -> Mention | None:
    """The only one of several candidates that stands in bold."""
    inside = _within(_BOLD, text)
    bold = [mention for mention in mentions if mention.level > DENIED and inside(mention)]
    return bold[-1] if len({mention.target for mention in bold}) == 1 else None


def _strike(text: Text, mentions: list[Mention]) -> None:
    """Deny what is struck out."""
    inside = _within(_STRUCK, text)
    for mention in mentions:
        if inside(mention):
            mention.deny("struck out")


def _within(marked: re.Pattern[str], text: Text) -> Callable[[Mention], bool]:
    """Whether a mention stands in a stretch that is marked so."""
    spans = [found.span() for found in marked.finditer(text.folded.original)]
    beginnings = [start for start, _ in spans]

    def inside(mention: Mention) -> bool:
        place = text.span(mention.first, mention.after)[0]
        number = bisect_right(beginnings, place) - 1
        return number >= 0 and place < spans[number][1]

    return inside
