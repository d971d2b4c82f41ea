"""Labels are read with and without a leading space; continuations are split off by where their tokens stand."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.agents.http.wire import (
    ChatBody,
    TextChoice,
    TextLogprobs,
    TopToken,
    UnusableError,
    chat_decoder,
    continuation_logprob,
    encode_with,
    first_tokens,
    label_logprob,
)
from holdfast.core import Message
from holdfast.core.agent import UNLISTED

BODY = ChatBody("m", (Message("user", "hi"),), 0.0, max_tokens=8)


def tokens(*pairs: tuple[str, float]) -> list[TopToken]:
    return [TopToken(token, math.log(probability)) for token, probability in pairs]


def test_variants_of_a_label_add_up():
    listed = tokens(
        ("A", 0.3), (" A", 0.2), ("▁A", 0.05), ("ĠA", 0.05), ("A", 0.1), ("B", 0.1), ("AB", 0.1), ("a", 0.05)
    )
    assert math.exp(label_logprob("A", listed)) == pytest.approx(0.7)
    assert label_logprob("B", listed) == math.log(0.1), "a single token is passed on exactly"
    assert label_logprob("C", listed) == UNLISTED


def test_rounding_cannot_make_a_label_more_than_certain():
    assert label_logprob("A", tokens(("A", 0.6), (" A", 0.4000001))) == 0.0


def test_a_label_that_itself_begins_with_a_space_is_found():
    assert label_logprob(" A", tokens((" A", 0.25))) == math.log(0.25)


def test_the_token_that_came_is_listed_even_where_the_server_lists_no_alternatives():
    completion = chat_decoder.decode(
        b'{"choices":[{"message":{"content":"A"},"logprobs":{"content":[{"token":"A","logprob":-0.5}]}}]}'
    )
    assert first_tokens(completion) == [TopToken("A", -0.5)]


@pytest.mark.parametrize("logprobs", [b"null", b'{"content": null}', b'{"content": []}'])
def test_no_log_probabilities_are_said_to_be_none(logprobs):
    completion = chat_decoder.decode(b'{"choices":[{"message":{"content":"A"},"logprobs":%s}]}' % logprobs)
    with pytest.raises(UnusableError, match="returns no log-probabilities"):
        first_tokens(completion)


def test_extra_fields_are_laid_over_and_none_takes_away():
    assert encode_with(BODY, {}) == (
        b'{"model":"m","messages":[{"role":"user","content":"hi"}],"temperature":0.0,"max_tokens":8}'
    )
    body = msgspec.json.decode(encode_with(BODY, {"reasoning_effort": "low", "temperature": None, "max_tokens": 9}))
    assert body == {
        "model": "m",
        "messages": [{"role": "user", "content": "hi"}],
        "max_tokens": 9,
        "reasoning_effort": "low",
    }


def echo(parts: list[str], values: list[float | None], offsets: list[int] | None = None) -> TextChoice:
    starts = [sum(map(len, parts[:i])) for i in range(len(parts))] if offsets is None else offsets
    return TextChoice("".join(parts), TextLogprobs(parts, values, starts))


def test_splits_at_the_boundary_and_drops_what_was_generated():
    choice = echo(["The", " cat", " sat", " down", "!"], [None, -1.0, -2.0, -4.0, -8.0])
    assert continuation_logprob(choice, "The cat", " sat down") == (-6.0, 2)
    assert continuation_logprob(choice, "The cat sat", " down") == (-4.0, 1)


def test_a_token_that_straddles_the_boundary_belongs_to_the_continuation():
    choice = echo(["So", ":", " Therefore", " it", "."], [None, -1.0, -2.0, -4.0, -8.0])
    assert continuation_logprob(choice, "So: ", "Therefore it") == (-6.0, 2)
    assert continuation_logprob(choice, "So: There", "fore it") == (-6.0, 2)


def test_a_begin_of_text_mark_shifts_nothing():
    parts = ["<s>", "The", " cat", " sat", "."]
    shifted = [0, 3, 6, 10, 14]
    assert continuation_logprob(echo(parts, [None, -1.0, -2.0, -4.0, -8.0], shifted), "The cat", " sat") == (-4.0, 1)


def test_offsets_of_minus_one_and_a_sentencepiece_space_do_not_matter():
    choice = TextChoice("The cat sat.", TextLogprobs([" The", " cat", " sat", "."], [None, -1.0, -2.0, -4.0], [-1] * 4))
    assert continuation_logprob(choice, "The cat", " sat") == (-2.0, 1)


def test_tokens_that_are_parts_of_a_character_are_placed_by_the_servers_offsets():
    choice = TextChoice(
        "Hi 🌊!",
        TextLogprobs(["Hi", " ", "bytes:\\xf0\\x9f", "bytes:\\x8c\\x8a", "!"], [None, -1, -2, -4, -8], [0, 2, 3, 3, 4]),
    )
    assert continuation_logprob(choice, "Hi", " 🌊") == (-7.0, 3)


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (TextChoice("!", None), "returns no prompt log-probabilities"),
        (TextChoice("!", TextLogprobs()), "returns no prompt log-probabilities"),
        (TextChoice("!", TextLogprobs(["!"], [-1.0], [0])), "ignores `echo`"),
        (TextChoice("The cat", TextLogprobs(["The", " cat"], [None, None], [0, 3])), "no log-probability for a part"),
        (TextChoice("The cat", TextLogprobs(["The", " cat"], [None], [0, 3])), "of different length"),
        (TextChoice("The cat", TextLogprobs(["T?", "cat"], [None, -1.0], [0, 2])), "do not line up"),
    ],
)
def test_echoes_that_cannot_be_used(choice, reason):
    with pytest.raises(UnusableError, match=reason):
        continuation_logprob(choice, "The", " cat")


def test_the_first_token_of_a_text_has_no_probability_and_is_not_taken_for_zero():
    with pytest.raises(UnusableError):
        continuation_logprob(echo(["The", " cat"], [None, -1.0]), "", "The cat")


@given(st.lists(st.text(min_size=1, max_size=4), min_size=2, max_size=12), st.data())
def test_prompt_and_continuation_share_out_the_tokens(parts, data):
    text = "".join(parts)
    boundary = data.draw(st.integers(len(parts[0]), len(text) - 1))
    values: list[float | None] = [None, *(-float(2**i) for i in range(1, len(parts)))]
    total, count = continuation_logprob(echo([*parts, "?"], [*values, -0.5]), text[:boundary], text[boundary:])
    ends = [sum(map(len, parts[: i + 1])) for i in range(len(parts))]
    own = [value for value, end in zip(values, ends, strict=True) if end > boundary]
    assert (total, count) == (sum(own), len(own))
