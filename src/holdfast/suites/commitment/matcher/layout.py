"""What surrounds an answer: thinking blocks, invented turns, quoted prompts, tags, LaTeX.

Each step takes a reply to the part of it that can be the answer, and says where in the reply that part stands.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from holdfast.suites.commitment.matcher.fold import Folded

_THINKING = re.compile(
    r"<(?:think|thinking|reasoning|scratchpad)>.*?(?:</(?:think|thinking|reasoning|scratchpad)>|\Z)", re.DOTALL
)
_CLOSED = re.compile(r"</(?:think|thinking|reasoning|scratchpad)>")
_TURN = re.compile(
    r"\n\s*(?:\*\*)?(?:(?:user|human|question|q)(?:\*\*)?\s*:|<\|user\|>|<\|im_start\|>user|\[user\]"
    r"|### ?(?:user|human|instruction))"
)
_PROMPT = re.compile(
    r"^\W*(?:scenario|context|instructions?|initial instruction|turn \d+|system|setting|background)\b[^\n]{0,20}:",
    re.MULTILINE,
)
_QUOTE_LINE = re.compile(r"^[ \t]*>", re.MULTILINE)
_QUOTING = re.compile(r"\b(?:you|wrote|said|asked|prompt|question|context|quote|message|text)\b")
_BOX = re.compile(r"(?<![^\s*-])\[([ x])\](?=\s)")
_TAG = re.compile(r"</?[a-z][^<>\n]{0,40}>")
_LATEX = re.compile(r"\\boxed|\\circ|\\[a-z]+\b|\\[,;! ]")


_GREETS = ("hi", "hello", "hey", "dear", "subject:")
_SIGNS = ("regards", "wishes", "thanks", "best", "cheers", "sincerely", "yours")
_OPENS, _CLOSES = 12, 100
"""Characters within which a letter greets and signs."""
_GREETING = re.compile(
    r"\s*(?:subject:[^\n]*\n+\s*)?(?:hi|hello|hey|dear)\b[^\n.!?:]{0,40}[,!]?[ \t]*\n", re.IGNORECASE
)
_SIGNED = re.compile(
    r"\n[ \t]*(?:(?:best|kind|warm|many)?[ \t]*(?:regards|wishes|thanks)|best|cheers|sincerely|yours\w*(?: \w+)?),?"
    r"[ \t]*(?:\n|$)",
    re.IGNORECASE,
)


class Part(NamedTuple):
    """A stretch of a reply."""

    text: str
    """Its folded text."""
    original: str
    """The same as it was written."""
    start: int
    """Where it begins in the folded reply, or -1 where it was put together anew."""
    rule: str = ""
    """What singled it out."""


def letter(reply: str) -> tuple[int, int]:
    """Where the body of a letter begins and ends: behind its greeting, before its signature."""
    greeting = _GREETING.match(reply) if reply[:_OPENS].lstrip().lower().startswith(_GREETS) else None
    start = greeting.end() if greeting else 0
    tail = reply[-_CLOSES:].lower()
    signed = _SIGNED.search(reply, max(start, len(reply) - _CLOSES)) if any(map(tail.__contains__, _SIGNS)) else None
    return start, signed.start() if signed else len(reply)


def whole(folded: Folded) -> Part:
    """The reply as it stands."""
    return Part(folded.text, folded.original, 0)


def cut(part: Part, start: int, end: int | None = None, rule: str = "") -> Part:
    """A stretch of a part."""
    return Part(
        part.text[start:end], part.original[start:end], part.start + start if part.start >= 0 else -1, rule or part.rule
    )


def after_thinking(part: Part) -> Part:
    """What follows the thinking."""
    if "<" not in part.text:
        return part
    closed = [found.end() for found in _CLOSED.finditer(part.text)]
    if closed:
        return cut(part, closed[-1], rule="after thinking")
    opened = _THINKING.search(part.text)
    return cut(part, 0, opened.start()) if opened else part


def first_turn(part: Part) -> Part:
    """The answer without turns that the reply invents after it."""
    found = _TURN.search(part.text)
    if found and any(map(str.isalnum, part.text[: found.start()])) and not _PROMPT.search(part.text, 0, found.start()):
        return cut(part, 0, found.start())
    return part


def unquoted(part: Part) -> Part:
    """The lines that are not quoted, where some are."""
    if ">" not in part.text or not _QUOTE_LINE.search(part.text):
        return part
    lines = part.text.split("\n")
    quoted = [line.lstrip().startswith(">") for line in lines]
    if all(quoted[place] or not line.strip() for place, line in enumerate(lines)):  # the answer, set off as a whole
        text = _QUOTE_LINE.sub(lambda mark: " " * len(mark[0]), part.text)
        return Part(text, part.original, part.start, part.rule)
    last = max(place for place, is_quoted in enumerate(quoted) if is_quoted)
    start = sum(len(line) + 1 for line in lines[: last + 1])
    if part.text[start:].strip():
        return cut(part, start)
    first = quoted.index(True)
    if not any(_QUOTING.search(line) for line in lines[:first]):  # a heading, and the answer set off from it
        return part
    return cut(part, 0, sum(len(line) + 1 for line in lines[:first]))


def ticked(part: Part) -> Part:
    """Boxes at the beginning of lines as ticks and crosses."""
    if "☐" in part.text:  # here a crossed box is the chosen one
        text = part.text.replace("✗", "✓").replace("☐", "✗")
        return Part(text, part.original, part.start, part.rule)
    if "[" not in part.text:
        return part
    return Part(
        _BOX.sub(lambda box: f" {'✓' if box[1] == 'x' else '✗'} ", part.text), part.original, part.start, part.rule
    )


def untagged(part: Part) -> Part:
    """Tags blanked out."""
    if "</" not in part.text:
        return part
    return Part(_TAG.sub(lambda tag: " " * len(tag[0]), part.text), part.original, part.start, part.rule)


def plain_latex(part: Part) -> Part:
    """LaTeX commands blanked out; a box announces the answer."""
    if "\\" not in part.text:
        return part

    def blank(found: re.Match[str]) -> str:
        command = found.group()
        sign = "boxed:" if command == "\\boxed" else "°" if command == "\\circ" else ""
        return sign.rjust(len(command))

    text = _LATEX.sub(blank, part.text)
    text = text.replace("{", " ").replace("}", " ").replace("$", " ").replace("^", " ")
    text = re.sub(r"°(\s+)c\b", lambda m: " " * len(m[1]) + "°c", text)
    return Part(text, part.original, part.start, part.rule)
