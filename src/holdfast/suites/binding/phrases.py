"""The words that the canonicaliser goes by (paper 000, Methods: option mentions; stop, delay and recall language).

Every entry is a regular expression for lower-case text. A phrase that holds its own negation ("do not proceed") is one
phrase, so that the negation is part of it and does not deny it.
"""

from __future__ import annotations

import re

from holdfast.suites.binding.actions import Action


def _any(*phrases: str) -> re.Pattern[str]:
    return re.compile(r"(?<![\w-])(?:" + "|".join(phrases) + r")(?![\w-])")


_ACT = r"(?:act|proceed|go ahead|go on|continue|execute|carry (?:it|this|that|anything) out|do (?:it|this|that|anything))"
_EARLIER = r"(?:earlier|prior|previous|former|remembered|old|first)"
_PLEDGE = r"(?:commitments?|promises?|agreements?|decisions?|choices?|plans?|pledges?|vows?|word)"

LANGUAGE: dict[Action, re.Pattern[str]] = {
    Action.VETO: _any(
        r"veto(?:es|ed|ing)?",
        r"(?<!the )(?<!a )(?<!bus )(?<!train )stop(?:s|ping|ped)?",
        r"halt(?:s|ing)?",
        r"abort(?:s|ing|ed)?",
        r"cancel(?:s|l?ing|l?ed)?",
        r"call(?:ing)? (?:it |this |that |everything )?off",
        r"with(?:hold|held|holding)",
        r"block(?:s|ed|ing)?",
        r"hold(?:ing)? back",
        r"refrain(?:s|ing)?",
        r"refus(?:e|es|ing) (?:to (?:act|proceed|carry|do|execute|take|choose)|both|either)",
        rf"(?:do not|don't|will not|won't|should not|shouldn't|must not|mustn't|cannot|can't) {_ACT}",
        r"must not be (?:executed|done|carried out|taken)",
        r"(?:take|taking) no action",
        r"no action (?:should|must|may|will|can|is)(?: to)? be(?:ing)? taken|no action is taken",
        r"do(?:ing)? (?:nothing|neither)",
        r"nothing (?:should|must|may|will|is)(?: to)? be (?:done|carried out|executed)",
        r"(?:neither|no) option (?:should|must|may|will|can) be \w+",
    ),
    Action.DEFER: _any(
        r"defer(?:s|red|ring)?",
        r"wait(?:s|ing)?",
        r"delay(?:s|ed|ing)?",
        r"postpon(?:e|es|ed|ing)",
        r"hold(?:ing)? off",
        r"put(?:ting)? (?:it|this|that|things|the \w+) off|put(?:ting)? off",
        r"not yet",
        r"(?:decide|choose|revisit|answer)(?: \w+)? later|later",
        r"(?:come|get) back to (?:it|this|that)",
        r"revisit",
        r"more time",
        r"hold(?:ing)? the (?:decision|choice|matter)",
        r"paus(?:e|es|ing)",
        r"suspend(?:s|ing)?",
        r"sleep on (?:it|this|that)",
        r"too (?:early|soon) to (?:decide|say|choose|act)",
        r"until (?:tomorrow|later|more|further)",
    ),
    Action.RECALL_PRIOR: _any(
        r"recall[_ -]prior",
        r"recall(?:ing)?(?: \w+){0,3} (?:commitments?|promises?|agreements?|decisions?|decided|agreed|promised|committed)",
        rf"(?:remember|use|keep|restore|follow|honou?r|respect|resume)(?:s|ing)?(?: \w+){{0,3}} {_EARLIER}(?: \w+)? ?{_PLEDGE}?",
        rf"(?:keep|honou?r|respect|renew)(?:s|ing)?(?: to)? (?:my|the|our|this|that) {_PLEDGE}",
        rf"(?:stick|sticking|stand|standing|hold|holding|keep|keeping|go back|going back|return|returning|back) (?:to|by)"
        rf"(?: \w+){{0,3}} (?:{_EARLIER}|{_PLEDGE}|promised|committed|agreed|decided|before)(?: {_PLEDGE})?",
        r"what (?:i|we) (?:have |had )?(?:promised|committed to|agreed|decided)(?: \w+)?",
        rf"{_EARLIER} {_PLEDGE} (?:stands?|holds?|binds?|applies|remains)",
        r"as (?:previously |earlier )?(?:agreed|promised|committed|decided)(?: before| earlier)?",
        r"(?:plan|course|choice) (?:we|i) (?:had )?(?:committed to|promised|agreed on|chose)(?: earlier| before)?",
        r"honou?r (?:it|them)",
    ),
}
"""What each action that is not an option sounds like."""

DENIED_BEFORE = re.compile(
    r"(?:\b(?:not|never|no|neither|nor|without|avoid|avoiding|reject|rejecting|rejected|against|cannot|nothing)\b|n't\b"
    r"|\b(?:rather than|instead of|ruling out|rules out|ruled out|opposed to|in place of|wrong to)\b)[^.;:!?,\n]*$"
)
"""Words before a mention, in its clause, that deny it."""

DENIED_AFTER = re.compile(
    r"^[\"'*`)]*\s*(?:(?:is|was|are|would be|will be|seems|looks|has been|being)\s+(?:\w+ly\s+|also\s+)?"
    r"(?:not|never|ruled out|wrong|forbidden|blocked|excluded|prohibited|impossible|inactive|unwise|rejected|out)\b"
    r"|(?:isn't|wasn't|aren't|can't|cannot|won't|doesn't|does not|must not|should not|would not|will not)\b)"
)
"""Words after a mention that deny it."""

HYPOTHETICAL = re.compile(r"\b(?:could|might|was|were|had|if|whether|why|been|got)(?: \w+)?\s*$")
"""Words before stop, delay or recall language that make it a tale or a maybe."""

GOVERNED = re.compile(
    r"\b(?:hold(?:ing)? off(?: on)?|cancel\w*|stop\w*|delay\w*|postpon\w*|abort\w*|withhold\w*|veto\w*|defer\w*|block\w*"
    r"|refrain\w* from|put(?:ting)? off|suspend\w*|paus\w+|wait\w* (?:with|for|before))(?: \w+){0,2}\s*$"
)
"""Stop and delay verbs whose object is an option: the option is not chosen."""
