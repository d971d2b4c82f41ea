"""Redaction: personal-looking values of a conversation replaced, consistently, before anything is sent or written.

What looks personal is found by its form (e-mail addresses, telephone and card numbers, addresses of machines) and by
the name of the key it stands under (`name`, `email`, `zip`, …). A replacement keeps the form and is the same wherever
the value occurs, in every conversation of a file, so that provenance survives. It is a safeguard, not anonymisation:
what neither form nor key gives away stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from holdfast.core import Message, digest
from holdfast.suites.transcripts.conversations import Conversation
from holdfast.suites.transcripts.values import leaves, spelled

FORMS = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"  # e-mail
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
CONSONANTS, VOWELS = "bcdfghjklmnprstvz", "aeiou"


def redacted(conversation: Conversation, seed: int) -> Conversation:
    """A conversation without its personal-looking values."""
    found = set(_personal(conversation))
    if not found:
        return conversation
    # Longest first, so that a full name goes before the first name in it.
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(v)}(?!\w)" for v in sorted(found, key=len, reverse=True)))

    def clean(text: str) -> str:
        return pattern.sub(lambda match: substitute(match[0], seed), text)

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
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return
    for path, scalar in leaves(value):
        keys = [part for part in path.split(".") if not part.isdigit()]
        if keys and any(KEYS.search(key) for key in keys[-2:]) and len(spelled(scalar)) > 1:
            yield spelled(scalar)
