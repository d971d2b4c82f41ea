"""Tokeniser traps: merges across the boundary, a doubled beginning, dropped spaces, no chat template."""

from __future__ import annotations

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast

from holdfast.agents.local.tokens import Text
from holdfast.core import HoldfastError, Message

WORDS = ["<s>", "</s>", "[UNK]", "A", "B", "the", "rain", "falls", "floods", "-", "." , "▁", "▁A", "▁the", "▁rain",
         "▁falls", "▁floods"]  # fmt: skip


def tokenizer(splitter: pre_tokenizers.PreTokenizer, *, adds_bos: bool) -> PreTrainedTokenizerFast:
    """A small word tokenizer that does, or does not, begin every text with `<s>`."""
    inner = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    inner.pre_tokenizer = splitter
    if adds_bos:
        inner.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 0)])
    return PreTrainedTokenizerFast(tokenizer_object=inner, bos_token="<s>", eos_token="</s>", unk_token="[UNK]")


def keeps_spaces(adds_bos: bool = False) -> PreTrainedTokenizerFast:
    return tokenizer(pre_tokenizers.Metaspace(prepend_scheme="never"), adds_bos=adds_bos)


def drops_spaces(adds_bos: bool = False) -> PreTrainedTokenizerFast:
    return tokenizer(pre_tokenizers.Whitespace(), adds_bos=adds_bos)


def words(text: Text, tokens: tuple[int, ...]) -> list[str]:
    return text.tokenizer.convert_ids_to_tokens(list(tokens))


def test_a_beginning_is_added_once_where_the_tokenizer_adds_it() -> None:
    text = Text(keeps_spaces(adds_bos=True))
    assert words(text, text.encode("the rain")) == ["<s>", "the", "▁rain"]
    assert words(text, text.encode("<s>the rain")) == ["<s>", "the", "▁rain"], "a template may have written it already"


def test_no_beginning_is_added_where_the_tokenizer_adds_none_unless_the_family_needs_it() -> None:
    other, gemma = Text(keeps_spaces()), Text(keeps_spaces(), "gemma3_text")
    assert words(other, other.encode("the rain")) == ["the", "▁rain"]
    assert words(gemma, gemma.encode("the rain")) == ["<s>", "the", "▁rain"]


@pytest.mark.parametrize("adds_bos", [False, True])
def test_a_space_at_the_end_of_the_prompt_belongs_to_the_continuation(adds_bos: bool) -> None:
    text = Text(keeps_spaces(adds_bos))
    sequence = text.continuation("the rain ", "falls")
    assert words(text, sequence.tokens[sequence.start :]) == ["▁falls"]


@pytest.mark.parametrize("adds_bos", [False, True])
def test_a_tokenizer_that_drops_leading_spaces_still_gives_every_word_once(adds_bos: bool) -> None:
    text = Text(drops_spaces(adds_bos))
    for prompt, continuation in (("the rain", " falls ."), ("the rain ", "falls ."), ("the rain - ", " falls .")):
        sequence = text.continuation(prompt, continuation)
        assert words(text, sequence.tokens[sequence.start :]) == ["falls", "."]


def test_a_label_is_found_with_and_without_its_space_and_missing_ones_are_said() -> None:
    text = Text(keeps_spaces())
    assert words(text, text.label_ids("A")) == ["A", "▁A"]
    assert words(text, Text(drops_spaces()).label_ids("B")) == ["B"]
    for label in ("A or B", "C"):  # several tokens, and one that only the unknown token stands for
        with pytest.raises(HoldfastError, match=f"no single token for the label '{label}'"):
            text.label_ids(label)


def test_without_a_chat_template_a_conversation_is_plain_text() -> None:
    text = Text(keeps_spaces())
    messages = (Message("system", "the rain"), Message("user", "falls"))
    assert text.chat(messages) == "the rain\n\nfalls\n\n"
    text.tokenizer.chat_template = "{% for m in messages %}[{{ m.role }}] {{ m.content }}\n{% endfor %}[assistant]"
    assert text.chat(messages) == "[system] the rain\n[user] falls\n[assistant]"
