"""Text to tokens, minding the boundary between a prompt and its continuation.

A tokenizer may merge the last character of a prompt with the first of a continuation (`- ` and `Therefore` become
`-` and ` Therefore`). So both are tokenised together, and the continuation begins at the first token that the prompt
alone does not have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from holdfast.agents.local.chat import Chat
from holdfast.agents.local.tree import TokenSequence
from holdfast.core import HoldfastError, Message, Tool

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase


NEEDS_BOS = ("gemma",)
"""Families that fail without the token and whose tokenizer, read from a GGUF file, does not add it."""


class Text:
    """A model's tokenizer with the few questions Holdfast has for it."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase, model_type: str = "") -> None:
        self.tokenizer = tokenizer
        self._chat = Chat(tokenizer)
        # Many models degenerate without their beginning-of-sequence token; which ones add it themselves is found by
        # asking, because neither the configuration nor the class tells reliably.
        bos = tokenizer.bos_token_id
        adds_it = bos is not None and tokenizer("a")["input_ids"][:1] == [bos]
        self._prefix: tuple[int, ...] = (
            (bos,) if bos is not None and (adds_it or model_type.startswith(NEEDS_BOS)) else ()
        )

    def encode(self, text: str) -> tuple[int, ...]:
        """Tokens of a text, with one beginning-of-sequence token where the model wants it, never two."""
        plain = tuple(self.tokenizer(text, add_special_tokens=False)["input_ids"])
        return plain if plain[: len(self._prefix)] == self._prefix else self._prefix + plain

    def continuation(self, prompt: str, continuation: str) -> TokenSequence:
        """Prompt and continuation as one sequence, with the place where the continuation begins."""
        alone = self.encode(prompt)
        together = self.encode(prompt + continuation)
        start = next(
            (i for i, (a, b) in enumerate(zip(alone, together, strict=False)) if a != b), min(len(alone), len(together))
        )
        if start == 0 or start >= len(together):
            raise HoldfastError(
                f"The continuation {continuation!r} has no token of its own after the prompt; give a longer one."
            )
        return TokenSequence(together, start)

    def chat(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> str:
        """A conversation as the text that the model was trained to continue."""
        return self._chat.text(messages, tools)

    def label_ids(self, label: str) -> tuple[int, ...]:
        """The single tokens that write a label, with or without a leading space."""
        found = dict.fromkeys(
            ids[0]
            for text in (label, f" {label}")
            if len(ids := self.tokenizer(text, add_special_tokens=False)["input_ids"]) == 1
            and ids[0] != self.tokenizer.unk_token_id
        )
        if not found:
            raise HoldfastError(
                f"The tokenizer of this model has no single token for the label {label!r}; use another method."
            )
        return tuple(found)
