"""Plain lower-case text of the same length as the reply, so that a place in one is the same place in the other.

Accents, typographic quotes and dashes, full-width forms and unusual spaces are folded character by character. Only a
reply with separate combining marks changes its length; its places are then kept in `origin`.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

_SPECIAL = {
    "’": "'", "‘": "'", "ʼ": "'", "´": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "–": "-", "‐": "-",
    "‑": "-", "−": "-", "―": "—", "…": "…", "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "ß": "s", "ı": "i",
    "º": "°", "˚": "°", "•": "•", "·": "•", "‣": "•", "➡": "→", "⇒": "→", "⟶": "→", "✔": "✓", "✅": "✓", "☑": "✓",
    "✘": "✗", "❌": "✗", "☒": "✗", "✖": "✗", "❎": "✗", "，": ",", "。": ".", "：": ":", "；": ";", "？": "?",
    "！": "!", "（": "(", "）": ")", "、": ",", "\u2028": "\n", "\u2029": "\n", "\r": "\n", "\x0b": "\n", "\x0c": "\n",
}  # fmt: skip


class _Table(dict[int, int]):
    """What each character folds to, worked out when it is first met."""

    def __missing__(self, code: int) -> int:
        character = chr(code)
        plain = _SPECIAL.get(character)
        if plain is None:
            plain = unicodedata.normalize("NFKD", character)[:1].lower() or character
            if plain.isspace() and plain != "\n":
                plain = " "
            if len(plain) != 1:  # a few letters grow when they are lowered
                plain = character
        self[code] = ord(plain)
        return self[code]


_TABLE = _Table()


class Folded(NamedTuple):
    """A reply as the matcher reads it."""

    text: str
    """The folded text."""
    original: str
    """The same characters as they were written: case tells a name from a word."""
    origin: list[int] | None = None
    """Where each character stood in the reply; none where nothing moved."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """A place in the folded text as a place in the reply."""
        if self.origin is None or not self.origin:
            return start, end
        return self.origin[start], self.origin[end - 1] + 1


def fold(reply: str) -> Folded:
    """The reply in plain lower case."""
    if reply.isascii():
        return Folded(reply.lower(), reply)
    origin = None
    if any(map(unicodedata.combining, reply)):
        origin = [place for place, character in enumerate(reply) if not unicodedata.combining(character)]
        reply = "".join([reply[place] for place in origin])
    return Folded(reply.translate(_TABLE), reply, origin)
