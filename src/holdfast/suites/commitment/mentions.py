"""Where a text names a candidate: plain searching, so that it says nothing about what the text means."""

from __future__ import annotations

from holdfast.suites.commitment.candidates import Candidate


def parts(member: Candidate) -> list[str]:
    """What must be found in a text for a candidate to be named there: a pair needs both of its parts."""
    return [member.text, member.source] if member.source else [member.text]


def places(text: str, part: str) -> list[int]:
    """Where a text has a part as words of their own."""
    found = []
    at = text.find(part)
    while at >= 0:
        if not _inside_a_word(text, at, at + len(part)):
            found.append(at)
        at = text.find(part, at + 1)
    return found


def _inside_a_word(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return before.isalnum() or before in (",", ".") or after.isalnum()
