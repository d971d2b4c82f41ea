"""Redaction: personal-looking values of a conversation replaced, consistently, before anything is sent or written.

What looks personal is found by its form (e-mail addresses, telephone and card numbers, addresses of machines) and by
the name of the key it stands under (`name`, `email`, `zip`, …). A replacement keeps the form and is the same wherever
the value occurs, in every conversation of a file, so that provenance survives. It is a safeguard, not anonymisation:
what neither form nor key gives away stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from holdfast.core import Message, digest
from holdfast.suites.transcripts.conversations import Conversation
from holdfast.suites.transcripts.values import decoded, leaves, spelled

FORMS = re.compile(
    r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"  # e-mail; begun at its beginning only, or a long word takes for ever
    r"|(?<![\w-])(?:\d[ -]?){12,18}\d(?![\w-])"  # card and account numbers
    r"|(?<![\w#-])\+?\(?\d{2,4}\)?[ ./-]\d{3,4}[ ./-]\d{3,4}(?![\w-])"  # telephone
    r"|(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])"  # IPv4
    r"|(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])"  # social security
)
KEYS = re.compile(
    r"(?:^|_)(?:first|last|full|middle|user|family|given)?_?name$|e?mail|phone|(?:^|_)(?:zip|dob|ssn|iban|street|passport)"
    r"|address\d?$|birth|postal|post_?code",
    re.IGNORECASE,
)
WORD_OR_MARK = re.compile(r"\w+|\W")
CONSONANTS, VOWELS = "bcdfghjklmnprstvz", "aeiou"


def redacted(conversation: Conversation, seed: int) -> Conversation:
    """A conversation without its personal-looking values."""
    found = set(_personal(conversation))
    if not found:
        return conversation
    by_start: dict[str, list[str]] = {}
    for value in sorted(found, key=len, reverse=True):  # a full name goes before the first name in it
        by_start.setdefault(WORD_OR_MARK.findall(value)[0], []).append(value)

    def clean(text: str) -> str:
        return "".join(_cleaned(text, by_start, seed))

    messages = tuple(
        Message(
            message.role,
            clean(message.content),
            tuple(msgspec.structs.replace(call, arguments=clean(call.arguments)) for call in message.tool_calls),
            message.tool_call_id,
        )
        for message in conversation.messages
    )
    return msgspec.structs.replace(conversation, messages=messages)


def _cleaned(text: str, by_start: Mapping[str, Sequence[str]], seed: int) -> Iterator[str]:
    """Pieces of a text, personal values in it replaced; it is gone through once, however many values there are."""
    at = 0
    for word in WORD_OR_MARK.finditer(text):
        start = word.start()
        if start < at or word[0] not in by_start or _is_word(text[start - 1 : start]):
            continue
        for value in by_start[word[0]]:
            end = start + len(value)
            if text.startswith(value, start) and not _is_word(text[end : end + 1]):
                yield text[at:start]
                yield substitute(value, seed)
                at = end
                break
    yield text[at:]


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def substitute(value: str, seed: int) -> str:
    """The same replacement for a value everywhere: letters as letters, digits as digits, everything else as it is."""
    made = []
    key = digest("redact", seed, value) * (1 + len(value) // 16)
    for at, c in enumerate(value):
        draw = int(key[at * 2 : at * 2 + 2] or "7", 16)
        if c.isdigit():
            made.append(str(draw % 10))
        elif c.isalpha():
            letters = VOWELS if c.lower() in VOWELS else CONSONANTS
            letter = letters[draw % len(letters)]
            made.append(letter.upper() if c.isupper() else letter)
        else:
            made.append(c)
    return "".join(made)


def _personal(conversation: Conversation) -> Iterator[str]:
    for message in conversation.messages:
        for text in (message.content, *(call.arguments for call in message.tool_calls)):
            yield from (match[0] for match in FORMS.finditer(text))
            yield from _by_key(text)


def _by_key(text: str) -> Iterator[str]:
    if text.lstrip()[:1] not in ("{", "["):
        return
    for path, scalar in leaves(decoded(text)):
        keys = [part for part in path.split(".") if not part.isdigit()]
        if keys and any(KEYS.search(key) for key in keys[-2:]) and len(spelled(scalar)) > 1:
            yield spelled(scalar)
