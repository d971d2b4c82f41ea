"""What a training must leave alone: the model's own words about everyday things, held by a divergence.

Before the first step the untrained model writes a reply to each of some everyday requests. In every second step one of
these texts is read twice, by the untrained and by the trained model, and `retain` times the mean divergence of their
next-token distributions, KL(untrained || trained), is added to the loss, doubled for the steps without. Preferences
alone say nothing about other text, and a steep loss pays for a margin with whatever costs it nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from holdfast.agents.local.generation import generate
from holdfast.core import Decoding, Message, ReplyRequest, generator
from holdfast.enforce.learner import Learner

if TYPE_CHECKING:
    from torch import Tensor

REQUESTS = (
    "Describe a walk through a market in the morning.",
    "How do I keep tomatoes fresh for a week?",
    "Write two sentences about a train that is late.",
    "What should I pack for three days in the mountains?",
    "Explain why the sky turns red in the evening.",
    "Give me a short recipe with rice and beans.",
    "What is the difference between a lake and a pond?",
    "Write a polite message to a neighbour about noise.",
    "List four things that one can build from wood.",
    "How does a bicycle stay upright?",
    "Tell me about a game that children play outside.",
    "What does a librarian do all day?",
    "Write the beginning of a story about a lighthouse.",
    "How do I remove a wine stain from a shirt?",
    "Explain what a budget is to a ten-year-old.",
    "Why do birds fly south in winter?",
    "Suggest a name and a slogan for a small bakery.",
    "What happens when water boils?",
    "Write a short note of thanks to a teacher.",
    "How do people measure the height of a mountain?",
    "Give three reasons to learn a second language.",
    "What can I do about a squeaking door?",
    "Describe the taste of a lemon.",
    "Write a few lines about the sea at night.",
)  # fmt: skip
"""Requests of our own, none of them about chains of events and none of them in the regression suite."""
RETAINED_EVERY = 2
"""Steps from one look at a text to the next: each costs as much as a lesson, and the model drifts slowly."""
REPLY = Decoding(temperature=1.0, max_tokens=64)
"""Sampled, because what a model would say most of the time is soon the same sentence again."""


class Text(msgspec.Struct, frozen=True):
    """Something that the untrained model wrote."""

    request: str
    """What it was asked."""
    reply: str
    """What it said."""


class Retention:
    """The texts of one training, and the divergence on them."""

    def __init__(self, learner: Learner, seed: int, file: Path) -> None:
        """Read the texts of an earlier attempt, or let the untrained model write them."""
        self.learner, self.seed = learner, seed
        if file.exists():
            self.texts = msgspec.json.decode(file.read_bytes(), type=list[Text])
        else:
            self.texts = written(learner, seed)
            file.write_bytes(msgspec.json.format(msgspec.json.encode(self.texts), indent=1))

    def divergence(self, step: int, rank: int) -> Tensor:
        """The mean divergence per token on this step's text, with the request before it or by itself."""
        import torch

        drawn = generator(self.seed, "retained", step, rank)
        text = self.texts[drawn.integers(len(self.texts))]
        words = self.learner.text
        before = words.chat([Message("user", text.request)]) if drawn.integers(2) else ""
        ids = torch.tensor([words.encode(before + text.reply)], device=self.learner.model.device)
        first = max(len(words.encode(before)) - 1, 0) if before else 0
        forward = self.learner.scorer.forward
        with torch.no_grad(), self.learner.model.disable_adapter():
            untrained = forward(input_ids=ids).logits[0, first:-1].log_softmax(-1)
        trained = forward(input_ids=ids).logits[0, first:-1].log_softmax(-1)
        return torch.nn.functional.kl_div(trained, untrained, log_target=True, reduction="none").sum(-1).mean()


def written(learner: Learner, seed: int) -> list[Text]:
    """The untrained model's replies to the requests; one that says nothing is left out."""
    asked = [(ReplyRequest((Message("user", request),), REPLY), seed) for request in REQUESTS]
    learner.model.eval()
    with learner.model.disable_adapter():
        replies = generate(learner.model, learner.text, asked)
    return [Text(a, r.text) for a, r in zip(REQUESTS, replies, strict=True) if len(r.text.split()) > 1]
