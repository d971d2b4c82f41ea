"""The words that the canonicaliser goes by (paper 000, Methods: option mentions; stop, delay and recall language).

Every entry is a regular expression for lower-case text. A phrase that holds its own negation ("do not proceed") is one
phrase, so that the negation is part of it and does not deny it.
"""

from __future__ import annotations

import re

from holdfast.suites.binding.actions import Action


def _any(*phrases: str) -> re.Pattern[str]:
    return re.compile(r"(?<![\w-])(?:" + "|".join(phrases) + r")(?![\w-])")


_IT = r"(?:it|this|that|anything)"
_ACT = rf"(?:act|proceed|go ahead|go on|continue|execute|carry {_IT} out|do {_IT})"
_NOT = r"(?:do not|don't|will not|won't|should not|shouldn't|must not|mustn't|may not|cannot|can't)"
_EARLIER = r"(?:earlier|prior|previous|former|remembered|original|past)"
_PLEDGE = r"(?:commitments?|promises?|agreements?|decisions?|choices?|plans?|pledges?|vows?|word)"
_PLEDGED = r"(?:promised|committed(?: to)?|agreed|decided)"

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
        r"(?:refrain|abstain)(?:s|ing)?",
        r"put(?:s|ting)? (?:a stop|an end) to",
        r"(?:scrap|drop|kill|shelve) (?:it|this|that|everything|the whole \w+)",
        r"under no circumstances",
        rf"{_NOT} (?:go|move) (?:forward|ahead)",
        rf"{_NOT} be (?:done|executed|carried out|allowed|taken)",
        r"(?:neither|both)(?: options?)? (?:is|are) (?:not )?(?:permitted|allowed|forbidden|prohibited|blocked)",
        r"refus(?:e|es|ing) (?:to (?:act|proceed|carry|do|execute|take|choose)|both|either)",
        rf"{_NOT} {_ACT}",
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
        r"hold(?:ing)? (?:the|my|our|this|that|any) (?:decision|choice|matter|answer)",
        r"tabl(?:e|ing) (?:it|this|that|the \w+)",
        r"premature",
        r"until \w+ to (?:decide|choose|answer)",
        r"(?:decide|revisit|ask|return to) (?:\w+ )?(?:next|another) (?:week|month|day|time|year)",
        r"paus(?:e|es|ing)",
        r"suspend(?:s|ing)?",
        r"sleep on (?:it|this|that)",
        r"too (?:early|soon) to (?:decide|say|choose|act)",
        r"until (?:tomorrow|later|more|further)",
    ),
    Action.RECALL_PRIOR: _any(
        r"recall[_ -]prior",
        rf"recall(?:ing)?(?: \w+){{0,3}} (?:{_PLEDGE}|{_PLEDGED})",
        rf"(?:remember|use|keep|restore|follow|honou?r|respect|resume)(?:s|ing)?(?: \w+){{0,3}} {_EARLIER}"
        rf"(?: \w+)? ?{_PLEDGE}?",
        rf"(?:keep|honou?r|respect|renew)(?:s|ing)?(?: to)? (?:my|the|our|this|that) {_PLEDGE}",
        rf"(?:(?:stick|stand|hold|keep|return)(?:ing)?|(?:going |go )?back) (?:to|by)"
        rf"(?: \w+){{0,3}} (?:{_EARLIER}|{_PLEDGE}|{_PLEDGED}|before)(?: {_PLEDGE})?",
        rf"what (?:i|we) (?:have |had )?{_PLEDGED}(?: \w+)?",
        rf"{_EARLIER} {_PLEDGE} (?:still )?"
        r"(?:stands?|holds?|binds?|applies|remains|prevails?|takes? precedence|comes? first)",
        r"(?:gave|given) (?:my|our) word|bound by (?:what|my|our|the|an)",
        rf"(?:stay|remain)(?:ing)? (?:true|loyal|faithful) to(?: \w+){{0,2}} (?:{_EARLIER}|{_PLEDGE})(?: {_PLEDGE})?",
        rf"as (?:previously |earlier )?{_PLEDGED}(?: before| earlier)?",
        rf"(?:plan|course|choice) (?:we|i) (?:had )?(?:{_PLEDGED}|chose)(?: on)?(?: earlier| before)?",
        r"honou?r (?:it|them)",
    ),
}
"""What each action that is not an option sounds like."""

DENIED_BEFORE = re.compile(
    r"(?:\b(?:not|never|no|neither|nor|without|avoid|avoiding|reject|rejecting|rejected|against|cannot|nothing|despite|unlike|than)\b|n't\b"
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

IDIOM = re.compile(
    r"can't wait to|cannot wait to|no doubt|not only|without (?:a )?doubt|nothing stops \w+|why not|hold the line"
)
"""Turns of phrase that sound like denials, stops or delays and are none."""

GOVERNED = re.compile(
    r"\b(?:hold(?:ing)? off(?: on)?|cancel\w*|stop\w*|delay\w*|postpon\w*|abort\w*|withhold\w*|veto\w*|defer\w*"
    r"|block\w*|refrain\w* from|put(?:ting)? off|suspend\w*|paus\w+|wait\w* (?:with|for|before))(?: \w+){0,2}\s*$"
)
"""Stop and delay verbs whose object is an option: the option is not chosen."""
