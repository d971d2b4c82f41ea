"""Replies that decline: they tell what is known, say that this settles nothing, and name candidates on the way.

`Siso now reports 492 m. So I can't give the printer a depth` gives no depth. Only the reply's own refusal counts here;
that a source does not say something is no refusal. An answer that is given all the same (`I can't be sure, but Rina`)
is an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.spellings import spaced

_VERBS = (
    "answer|be certain|be sure|book|choose|commit|complete|conclude|confirm|decide|derive|determine|enter|establish|"
    "fill|find|give|help|identify|infer|know|log|make out|name|pick|point|print|produce|publish|put|quote|read|"
    "recommend|report|say|send|settle|single out|state|tell|work out|write"
)
_DONE = "answered|determined|established|filled|given|identified|named|said|settled|told"
_FALLS_SHORT = (
    "yet|for now|can|could|fits?|is shown|are shown|is qualified|qualif\\w+|satisf\\w+|meets?|has both|have both"
)
_LEFT_OPEN = (
    "still open|open question|not (?:yet )?(?:settled|known|clear|determin\\w+|possible|confirmed|specified|stated|"
    "given|in)|unknown|undetermined|undecided|unclear|insufficient|can(?:'t|not)|missing|unresolved|needs? (?:a |to )"
)
_BEGINNING = r"(?:^|[.!\n*]\s*)(?:so )?"
_CANNOT = (
    r"\b(?:i|we)(?:'m| am| are|'re)? (?:still |really )?(?:can(?:'t|not| not)|could(?:n't| not)|(?:not |un)able to) "
    rf"(?:yet |really |fully |safely |honestly |responsibly |reliably )?(?:{_VERBS})\b(?! (?:whether|why|if|how))"
    rf"|\b(?:can(?:'t|not)|could(?:n't| not)) be (?:{_DONE})"
)
_NOT_SAID = (
    r"\bnotes? (?:don't|do not|doesn't|does not) (?:fully )?"
    r"(?:let me say|(?:settle|show|say|tell) (?:this|which|who|that (?:any|either)))"
)
_PASSES_ON = (
    r"\b(?:i'm|i am) not (?:certain|sure),? so (?:i'm|i am|this)\b|\brather not (?:commit|give|guess|name|say)\b"
    r"|\b(?:passing|handing|escalating|referring) (?:this|it) to\b"
)
_NONE = (
    rf"{_BEGINNING}(?:none|nobody|no one|nothing)\b(?: (?:of|in) (?:the|these|those|my)(?: \w+){{1,6}})?"
    rf" (?:{_FALLS_SHORT})\b"
    rf"|{_BEGINNING}(?:none|nobody|no one|nothing)(?: of (?:them|these|those|(?:the|these) \w+))?"
    r"(?: in (?:the|these|my) \w+)?[*_]*[.:,]"
    rf"|{_BEGINNING}(?:nobody(?:'s)? (?:so far|yet)|no \w+ can be \w+)"
)
_HEADED = rf"(?:^|\n)\s*(?:#+ [^\n]*|\*\*[^*\n]*)\b(?:{_LEFT_OPEN})\b"
_ANSWERED = r"\banswer[*_]*:[*_]*\s*(?:none|no |not |unknown|(?:i |it |this )?(?:can't|cannot)|open|undetermined)"
_REFUSALS = {
    ("answer",): _ANSWERED,
    ("can't", "cannot", "can not", "couldn't", "could not", "able to"): _CANNOT,
    ("notes don't", "notes do not", "note doesn't", "note does not"): _NOT_SAID,
    ("rather not", "not certain", "not sure", "passing", "handing", "escalating", "referring"): _PASSES_ON,
    ("none", "nobody", "no one", "nothing", "can be"): _NONE,
    ("**", "#"): _HEADED,
}
_DECLINES = [(signs, re.compile(refusal)) for signs, refusal in _REFUSALS.items()]
"""The reply's own refusals: it cannot say, or nothing that it knows of will do. Each is looked for where it may be."""
_ALL_THE_SAME = re.compile(
    r"\b(?:but|however|that said)\b"
    r"|[,;:—–-] ?(?:though|still|yet|so(?! i(?: c|'m| am| d))|given|going by|on what|under the)\b"
)
"""What leads from a refusal to an answer in the same sentence."""
_GUESSES = re.compile(
    r"\b(?:probably|most likely|likely|likeliest|best reading|presumably|guess|had to|lean(?:ing)?|believe|i think|"
    r"go with|i'd say|i would say|assume|assuming|suppose|suspect|my best|my answer|the answer is|"
    r"so (?:that is|that's|it is|it's|as far)(?! (?:out|not|no|ruled|excluded))|"
    r"however,? (?:based|going|according))\b|\banswer:"
)
"""What makes a later sentence an answer all the same."""
_GUESSING = (
    "probably", "likel", "reading", "presumably", "guess", "had to", "lean", "believe", "i think", "go with", "i'd say",
    "would say", "assum", "suppose", "suspect", "my best", "answer", "so that", "so it", "so as", "however",
)  # fmt: skip
"""Parts of the words of guesses."""
_OPEN = re.compile(r"\b(?:if(?! i (?:had|have) to)|may|might|could|unless|either)\b")
_TOLD_OR_NOT = (
    "announced|assigned|booked|confirmed|decided|disclosed|given|known|listed|mentioned|named|noted|published|recorded|"
    "released|set|shown|specified|stated"
)
_NOT_KNOWN = re.compile(
    rf"\b(?:is|are|was|were|has|have|had)(?:n't| not)(?: yet)?(?: been)?(?: (?:yet|explicitly|actually|clearly))? "
    rf"(?:{_TOLD_OR_NOT})\b|\bno (?:new |confirmed |exact )?\w+ (?:has|have) (?:yet )?been (?:{_TOLD_OR_NOT})\b"
    r"|\b(?:i|we) (?:have no|don't have|do not have|don't see|do not see|can see no|found no) (?!doubt)"
    r"|\b(?:doesn't|does not|don't|do not) (?:state|specify|mention|name|provide|include) "
    r"(?:the|an?|any|by|which|who|what)\b"
    r"|\b(?:is|are|remains?)(?: currently| still)? (?:unknown|undetermined|unassigned)\b"
    r"|\bwill be (?:announced|published|decided)\b|\bthere is no (?:confirmed|new)\b"
)
"""What says that something is not known; of what, its clause tells."""
_CLAUSE = re.compile(r"[.,;:!?\n]")
_DOUBTS = re.compile(
    r"\b(?:my|the|these|your) notes\b|\b(?:unclear|unknown|insufficient|possibility|elimination|likeliest|i'd)\b"
)
"""Signs that a long reply speaks of what it does not know."""
_END = re.compile(r"[.!](?=\s|$)|\n")
_AT_ONCE = (
    "i ", "i'", "we ", "the notes", "these notes", "my notes", "none", "nobody", "no one", "nothing", "sorry",
    "unfortunately",
)  # fmt: skip
_MARKUP = " \t\n*_#>"
_SOON = 24
"""Characters within which a reply opens with its refusal."""
_FAR = 80
"""Characters between such a turn and the answer that it leads to, and that a clause may take."""
_LITTLE = 3
"""Signs that may stand behind a bare answer."""
_TOLD = re.compile(r";|, (?:so|but)\b")
"""Where a sentence goes over from what was told to what follows from it."""
_SMALL = re.compile(r"[\W_]*(?:\w+[^.\n]{0,40}:)?[\W_]*")


def declines_at_once(text: str, known: Compiled) -> tuple[int, int] | None:
    """The refusal that a reply in small letters opens with, where it gives no sign of an answer behind it."""
    refusal = declines_outright(text, known) if text.lstrip(_MARKUP).startswith(_AT_ONCE) else None
    if refusal is None or refusal[0] > _SOON:
        return None
    told = (line.rpartition(":")[2] for line in text[refusal[1] :].split("\n") if ":" in line)
    return refusal if all(known.standing(said) is None for said in told) else None


def declines_outright(text: str, known: Compiled) -> tuple[int, int] | None:
    """The first refusal of a reply in small letters, where nothing guesses and no answer stands behind it."""
    found = next(_refusals(text), None)
    if found is None:
        return None
    if found[0].startswith("answer") and not _GUESSES.search(text, found.end()):
        return found.span()
    end = _END.search(text, found.end())
    last = end.start() if end else len(text)
    if _ALL_THE_SAME.search(text, found.end(), last) or _guesses(text):
        return None
    answered = any(known.standing(sentence) is not None for sentence in _END.split(text[last:]))
    return None if answered else found.span()


def declines(text: str, start: int, end: int) -> bool:
    """Whether a reply in small letters refuses to answer, so that what it names at this place is no answer."""
    first, last = _sentence(text, start, end)
    for found in _refusals(text):
        if start < found.start():
            told = last <= found.start() or _TOLD.search(text, end, found.start())
            if told and not _GUESSES.search(text, first, min(last, found.start())):
                return True  # told before it comes to its refusal
        elif first <= found.start():  # `I can't be sure, but Rina`
            turns = [turn.end() for turn in _ALL_THE_SAME.finditer(text, found.end(), start)]
            if not turns or start - turns[-1] > _FAR or _OPEN.search(text, found.end(), last):
                return True
        elif not (_SMALL.fullmatch(text, first, start) and last - end < _LITTLE):
            before = text[first:start]
            if not _GUESSES.search(text, first, last) or _OPEN.search(before):
                return True
    return False


def leaves_open(text: str) -> bool:
    """Whether a long reply speaks of what it does not know, so that only an answer that is set apart is one."""
    return _DOUBTS.search(text.lower()) is not None


def is_not_known(text: str, end: int, known: Compiled) -> bool:
    """Whether a reply in small letters says, behind a place, that what the question asks for is not known."""
    for found in _NOT_KNOWN.finditer(text, end):
        clause = (
            _CLAUSE.split(text[end : found.start()])[-1] + " " + _CLAUSE.split(text[found.start() :], maxsplit=1)[0]
        )
        told = set(spaced(clause).split())
        if not known.focus.words.isdisjoint(told) or not known.sort.isdisjoint(told):
            return found[0].split()[-1] not in known.own
    return False


def _guesses(text: str) -> bool:
    """Whether a reply guesses. Most have none of the signs of it, which is seen in a tenth of the pattern's time."""
    for sign in _GUESSING:
        if sign in text:
            return _GUESSES.search(text) is not None
    return False


def _refusals(text: str) -> Iterator[re.Match[str]]:
    """Every refusal of a reply."""
    for signs, refusal in _DECLINES:
        if any(sign in text for sign in signs):
            yield from refusal.finditer(text)


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence around a place."""
    first = max(text.rfind(sign, 0, start) + len(sign) for sign in (". ", "! ", ".\n", "\n"))
    found = _END.search(text, end)
    return first if first > 1 else 0, found.start() if found else len(text)
