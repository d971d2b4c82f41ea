"""From what a reply says of each candidate to the one that it asserts, if it asserts one.

The strongest mentions decide. Where they name one candidate, that is the answer; where they name several, the reply is
unclear, or no match if the right one is not among them. A correction voids what stood before it.
"""

from __future__ import annotations

from itertools import pairwise

from holdfast.suites.commitment.candidates import Decision, Match
from holdfast.suites.commitment.matcher.clauses import (
    ANSWERED,
    ASIDE,
    CONCLUDED,
    DENIED,
    FAINT,
    KEYED,
    PLAIN,
    STRONG,
    WEAK,
    Mention,
)
from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.phrases import AMBIGUOUS, Compiled
from holdfast.suites.commitment.matcher.reading import Reading
from holdfast.suites.commitment.matcher.saying import FILLING

_STORY = 3
"""Sentences from which on a reply tells more than its answer."""
_LEAD, _CLEAR_LEAD = 2, 3
"""How much more of the question a mention must share, in a long reply and in a short one."""
_LONG_LINE = 14
"""Words from which on a line is prose and no entry of a list."""
_FOR = frozenset("for of in on to with".split())
_ENDS = frozenset(". ! \n".split(" "))
_LIKELY = frozenset("likely probably presumably".split())
_MARKED = Cue.NOW | Cue.AFFIRMS | Cue.ENDORSES
_DIRECT = frozenset(("negation", "disqualified"))


class Verdict:
    """The mention that decides, if one does."""

    __slots__ = ("asserts", "decision", "mention", "rule")

    def __init__(self, decision: Decision, rule: str, mention: Mention | None = None, *, asserts: bool = True) -> None:
        self.decision, self.rule, self.mention = decision, rule, mention
        self.asserts = asserts
        """Whether the reply gives the mentioned candidate, where that is not the right one."""


def decide(reading: Reading, known: Compiled) -> Verdict:
    """Which candidate the reply asserts."""
    mentions = reading.mentions
    gold = known.gold
    if not mentions:
        rule = "refusal" if reading.flags & Cue.REFUSES else "unlisted answer" if reading.unlisted else "no candidate"
        return Verdict(Decision.NO_MATCH, rule)
    current = _current(reading)
    if isinstance(current, Verdict):
        return current
    standing = [mention for mention in current if mention.level > ASIDE]
    standing = [mention for mention in standing if mention.target != AMBIGUOUS] or standing
    if not standing:
        return _none(reading, current, gold)
    top = max(mention.level for mention in standing)
    if reading.unlisted and top < CONCLUDED:
        return Verdict(Decision.NO_MATCH, "unlisted answer")
    if top == KEYED and standing[-1].level == STRONG:  # `Papers: X`, but the reply went on to Y
        top = STRONG
    best = [mention for mention in standing if mention.level >= top]
    named = {mention.target for mention in best}
    chosen = best[-1]
    if len(named) > 1:
        outstanding = _outstanding(best, reading)
        if outstanding is None:
            return _several(best, gold)
        chosen = outstanding
    if chosen.target == AMBIGUOUS:
        return Verdict(Decision.UNCLEAR, "fits several", chosen)
    return _one(reading, current, chosen, gold)


def _current(reading: Reading) -> list[Mention] | Verdict:
    """The mentions that no correction has voided."""
    mentions = reading.mentions
    last = max(mention.epoch for mention in mentions)
    if not last and not reading.epoch:
        return mentions
    by_epoch: dict[int, list[Mention]] = {}
    for mention in mentions:
        by_epoch.setdefault(mention.epoch, []).append(mention)
    for epoch in sorted(by_epoch, reverse=True):
        after = by_epoch[epoch]
        if any(mention.level > ASIDE for mention in after):
            if epoch < last and not any(m.level >= CONCLUDED for m in after):
                floated = {m.target for m in mentions if m.epoch > epoch and m.level == ASIDE}
                if floated - {m.target for m in after if m.level > ASIDE}:
                    return Verdict(Decision.UNCLEAR, "withdrawn")
            if epoch < reading.epoch and last < reading.epoch and reading.firm:
                return Verdict(Decision.UNCLEAR, "withdrawn")
            return [mention for mention in mentions if mention.epoch >= epoch]
    return mentions


def _none(reading: Reading, mentions: list[Mention], gold: int) -> Verdict:
    """No mention is an answer."""
    open_ones = [mention for mention in mentions if mention.level == ASIDE]
    if reading.flags & Cue.REFUSES:
        return Verdict(Decision.NO_MATCH, "refusal")
    if not open_ones:
        return Verdict(Decision.NO_MATCH, mentions[-1].rule or "negation", mentions[-1])
    rules = {mention.rule for mention in open_ones}
    named = {mention.target for mention in open_ones}
    if reading.flags & Cue.UNDECIDED and gold in named:
        return Verdict(Decision.UNCLEAR, "undecided", open_ones[-1])
    if rules <= {"question", "other subject", "landmark", "speaker", "possessive", "claimed"}:
        return Verdict(Decision.NO_MATCH, open_ones[-1].rule, open_ones[-1])
    if gold in named:
        return Verdict(Decision.UNCLEAR, open_ones[-1].rule, open_ones[-1])
    return Verdict(Decision.NO_MATCH, open_ones[-1].rule, open_ones[-1])


def _outstanding(best: list[Mention], reading: Reading) -> Mention | None:
    """The mention that says what was asked while the others tell the story; a bare one tells no story."""
    words = reading.words
    last = best[-1]
    if last.level == ANSWERED and all(m.sentence < last.sentence for m in best if m.target != last.target):
        return last
    closing = {m.target for m in reading.mentions if m.sentence == last.sentence and m.level > DENIED}
    together = {m.sentence for m in reading.mentions if m.target == last.target} & {
        m.sentence for m in best if m.target != last.target
    }
    if len(closing) == 1 and together - {last.sentence}:
        return last  # `X is for seeds and Y for soil. It is soil: Y`
    lines = all("\n" in words[one.after : two.first] for one, two in pairwise(best))
    if lines and (last.said & _MARKED or not _bare(last, words)):
        marked = [mention for mention in best if mention.said & _MARKED and _line(mention, words) < _LONG_LINE]
        if len({mention.target for mention in marked}) == 1 and best[0].level < CONCLUDED:
            return marked[-1]  # `- X\n- Y (latest)`
    if best[0].level >= CONCLUDED or any(_bare(mention, words) for mention in best):
        return None
    if reading.sentences <= _STORY and all(mention.rule == "reported" for mention in best):
        return None  # two sources, and neither is said to be right
    asked = {id(mention): _overlap(mention, words) for mention in best}
    weights = {
        id(mention): asked[id(mention)]
        + 2 * ((mention.subject > 0) + bool(mention.clause.flags & Cue.NOW) + (mention.rule == "affirmed"))
        for mention in best
    }
    most = max(best, key=lambda mention: (weights[id(mention)], mention.first))
    rest = [mention for mention in best if mention.target != most.target]
    beside = [m for m in rest if m.sentence == most.sentence and not (m.clause.intro | most.clause.intro) & Cue.HARD]
    if any(asked[id(mention)] or not _of_something(mention, words) for mention in beside):
        return None
    lead = _LEAD if beside or reading.sentences >= _STORY else _CLEAR_LEAD
    if all(weights[id(most)] - weights[id(mention)] >= lead for mention in rest):
        return most
    others = [mention for mention in best if mention.target != last.target]
    most_asked = max(asked[id(last)], 1)
    told = all(mention.sentence < last.sentence and asked[id(mention)] <= most_asked for mention in others)
    alike = (lines and not asked[id(last)]) or any(
        _ending(mention, words) == _ending(last, words) != [] for mention in others
    )
    return last if told and reading.sentences > _STORY and not alike else None


def _line(mention: Mention, words: list[str]) -> int:
    """How many words a mention's line has."""
    first, after = mention.first, mention.after
    while first and words[first - 1] != "\n":
        first -= 1
    while after < len(words) and words[after] != "\n":
        after += 1
    return after - first


def _ending(mention: Mention, words: list[str]) -> list[str]:
    """The last words of a mention's clause: `shot 3 is clear. Shot 4 is clear.` picks neither."""
    return words[max(mention.after, mention.clause.end - 2) : mention.clause.end]


def _of_something(mention: Mention, words: list[str]) -> bool:
    """Whether a clause says what its mention is for: `503 for the sleet, 578 for the hail`."""
    behind = words[mention.after : mention.clause.end]
    return any(word in _FOR and place + 1 < len(behind) for place, word in enumerate(behind))


def _overlap(mention: Mention, words: list[str]) -> int:
    """How many of the question's words a mention's clause has."""
    return len({words[item.first] for item in mention.clause.cues if item.flags & Cue.QUESTION_WORD})


def _bare(mention: Mention, words: list[str]) -> bool:
    """Whether a mention's clause is nothing but it."""
    clause = mention.clause
    return FILLING.issuperset(words[clause.first : mention.first] + words[mention.after : clause.end])


def _several(best: list[Mention], gold: int) -> Verdict:
    if any(mention.target in (gold, AMBIGUOUS) for mention in best):
        return Verdict(Decision.UNCLEAR, "several answers", best[-1])
    return Verdict(Decision.NO_MATCH, "several answers", best[-1])


def _one(reading: Reading, mentions: list[Mention], chosen: Mention, gold: int) -> Verdict:
    """One candidate stands out; is there anything against it? Whether it is the right one does not matter to that."""
    verdict = _against(reading, mentions, chosen)
    if chosen.target == gold:
        return verdict
    return Verdict(Decision.NO_MATCH, verdict.rule, chosen, asserts=verdict.decision is Decision.MATCH)


def _against(reading: Reading, mentions: list[Mention], chosen: Mention) -> Verdict:
    """The verdict on the candidate that stands out, taken for the right one."""
    gold = chosen.target
    rule = chosen.rule or _contrast(mentions, chosen) or "single"
    if chosen.level < CONCLUDED:
        denied = [m for m in mentions if m.target == gold and m.level == DENIED and m.rule in _DIRECT]
        if denied and denied[-1].first > chosen.first:
            return Verdict(Decision.UNCLEAR, "contradiction", chosen)
        if (
            reading.undecided
            and reading.flags & Cue.CONDITION
            and chosen.level <= STRONG
            and reading.undecided <= chosen.sentence
        ):
            return Verdict(Decision.UNCLEAR, "condition", chosen)
        story = chosen.sentence > 1 and len({m.target for m in mentions}) > 1
        if reading.cut_off and story and not _ENDS.isdisjoint(reading.words[chosen.after :]):
            return Verdict(Decision.UNCLEAR, "cut off", chosen)
        if reading.undecided >= chosen.sentence and len({m.target for m in mentions}) > 1:
            return Verdict(Decision.UNCLEAR, "undecided", chosen)
        if any(
            m.target != gold
            and m.level >= WEAK
            and m.clause.flags & Cue.ALSO
            and m.first > chosen.first
            and not (m.clause.flags & Cue.HEDGE and _preferred(chosen, reading.words))
            for m in mentions
        ):
            return Verdict(Decision.UNCLEAR, "several answers", chosen)
        if chosen.level == FAINT and chosen.rule in ("past", "told"):
            return Verdict(Decision.UNCLEAR, chosen.rule, chosen)
        if chosen.level < PLAIN:
            listed = [
                m for m in mentions if m.level == ASIDE and m.rule in ("listed", "condition") and m.target != gold
            ]
            if listed or (chosen.rule in ("proposed", "past", "hedged") and reading.flags & Cue.REFUSES):
                return Verdict(Decision.UNCLEAR, "listed", chosen)
    return Verdict(Decision.MATCH, rule, chosen)


def _preferred(chosen: Mention, words: list[str]) -> bool:
    """`Probably X, but it could also be Y`."""
    return not _LIKELY.isdisjoint(words[chosen.clause.first : chosen.clause.end])


def _contrast(mentions: list[Mention], chosen: Mention) -> str:
    """What became of the others, as a name for the rule."""
    return next((m.rule for m in mentions if m.target != chosen.target and m.level == DENIED), "")


def to_match(verdict: Verdict, known: Compiled, span: tuple[int, int] | None) -> Match:
    """A verdict as the record that reports keep."""
    mention = verdict.mention
    sure = verdict.decision is Decision.MATCH or (
        verdict.decision is Decision.NO_MATCH
        and verdict.asserts
        and mention is not None
        and mention.level > ASIDE
        and verdict.rule != "several answers"
    )
    asserted = (
        known.texts[mention.target] if sure and mention is not None and mention.target < len(known.texts) else None
    )
    return Match(verdict.decision, verdict.rule, span, asserted)
