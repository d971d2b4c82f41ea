"""Replies that decline: they tell what is known, say that this settles nothing, and name candidates on the way.

`Siso now reports 492 m. So I can't give the printer a depth` gives no depth. Only the reply's own refusal counts here;
that a source does not say something is no refusal. An answer that is given all the same (`I can't be sure, but Rina`)
is an answer.
"""

from __future__ import annotations

import re

_DECLINES = re.compile(
    r"\b(?:i|we)(?:'m| am| are|'re)? (?:still |really |not )?(?:can(?:'t|not| not)|could(?:n't| not)|(?:not |un)able to|"
    r"wouldn't|won't|would not|will not) (?:yet |really |fully |safely |honestly |responsibly |reliably )?"
    r"(?:tell|say|name|give|determine|answer|confirm|decide|identify|settle|pick|choose|report|enter|establish|know)\b"
    r"|\b(?:can(?:'t|not)|could(?:n't| not)) be (?:given|determined|told|named|settled|answered|established|identified|said)"
    r"|\b(?:none|nobody|no one) (?:of (?:the|these|those) )?(?:\w+ )?(?:in (?:the|these) (?:notes|entries|lines) )?"
    r"(?:can be|is shown|are shown|can|qualifies|is qualified)\b"
)
_ALL_THE_SAME = re.compile(
    r"\b(?:but|though|still|yet|however|that said|probably|likely|presumably|guess|had to|lean|leaning|go with|answer|assume|"
    r"assuming|suppose|suspect|best|would be my|i'd|i would|so)\b"
)
"""What leads from a refusal to an answer."""
_OPEN = re.compile(r"\b(?:if|may|might|could|would|whether|unless|until|need|or)\b")
_END = re.compile(r"[.!](?=\s|$)|\n")


def declines(text: str, start: int, end: int) -> bool:
    """Whether a reply in small letters refuses to answer, so that what it names at this place is no answer."""
    for found in _DECLINES.finditer(text):
        if start < found.start():
            if _END.search(text, end, found.start()):
                return True
            continue
        between = text[found.end() : start]
        sentence = text[_last_end(text, start) : _next_end(text, end)]
        if not _ALL_THE_SAME.search(between) or _OPEN.search(sentence):
            return True
    return False


def _last_end(text: str, place: int) -> int:
    return max((found.end() for found in _END.finditer(text, 0, place)), default=0)


def _next_end(text: str, place: int) -> int:
    found = _END.search(text, place)
    return found.start() if found else len(text)
