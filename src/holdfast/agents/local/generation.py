"""Batched generation: replies to several conversations at once, each as if it had been asked alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec

from holdfast.agents.local.tokens import Text
from holdfast.agents.tools import written_calls
from holdfast.core import Decoding, Receipt, Reply, ReplyRequest, digest

BATCH = 16
"""Conversations per batch; measured on two cores, more gains little."""


def generate(model: Any, text: Text, asked: Sequence[tuple[ReplyRequest, int]]) -> list[Reply]:
    """Replies in the order asked. Conversations with the same decoding are batched, longest together."""
    prompts = [text.encode(text.chat(request.messages, request.tools)) for request, _ in asked]
    order = sorted(range(len(asked)), key=lambda i: (_group(asked[i][0].decoding), len(prompts[i]), i))
    replies: dict[int, Reply] = {}
    for _, places in groupby(order, key=lambda i: _group(asked[i][0].decoding)):
        alike = list(places)
        for at in range(0, len(alike), BATCH):
            batch = alike[at : at + BATCH]
            seeds = [digest(asked[i][0], asked[i][1]) for i in batch]
            decoding = asked[batch[0]][0].decoding
            for i, reply in zip(batch, _batch(model, text, [prompts[i] for i in batch], decoding, seeds), strict=True):
                replies[i] = _with_calls(reply, asked[i][0])
    return [replies[i] for i in range(len(asked))]


def _with_calls(reply: Reply, request: ReplyRequest) -> Reply:
    written, calls = written_calls(reply.text, request.tools)
    return msgspec.structs.replace(reply, text=written, tool_calls=calls) if calls else reply


def _group(decoding: Decoding) -> str:
    return digest(decoding)


def _batch(
    model: Any, text: Text, prompts: Sequence[tuple[int, ...]], decoding: Decoding, seeds: Sequence[str]
) -> list[Reply]:
    import torch

    tokenizer = text.tokenizer
    end = tokenizer.eos_token_id
    pad = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else end
    width = max(map(len, prompts))
    ids = torch.tensor([[pad] * (width - len(p)) + list(p) for p in prompts], device=model.device)
    mask = torch.tensor([[0] * (width - len(p)) + [1] * len(p) for p in prompts], device=model.device)
    options: dict[str, Any] = {
        "do_sample": decoding.samples,
        "max_new_tokens": decoding.max_tokens,
        "pad_token_id": pad,
    }
    if decoding.samples:
        # One seed for the batch, made from everything in it: the same batch always draws the same.
        torch.manual_seed(int(digest(*seeds)[:15], 16))
        options |= {"temperature": decoding.temperature, "top_p": decoding.top_p}
    if decoding.stop:
        options |= {"stop_strings": list(decoding.stop), "tokenizer": tokenizer}
    with torch.inference_mode():
        output = model.generate(input_ids=ids, attention_mask=mask, **options)
    return [
        _reply(tokenizer, [int(t) for t in row[width:]], len(prompt), decoding)
        for row, prompt in zip(output, prompts, strict=True)
    ]


def _reply(tokenizer: Any, tokens: list[int], prompt_tokens: int, decoding: Decoding) -> Reply:
    ends = {tokenizer.eos_token_id, tokenizer.pad_token_id} - {None}
    length = next((i for i, token in enumerate(tokens) if token in ends), len(tokens))
    written = tokenizer.decode(tokens[:length], skip_special_tokens=True)
    for stop in decoding.stop:
        written = written.partition(stop)[0]
    finish = "length" if length == len(tokens) == decoding.max_tokens else "stop"
    return Reply(written, finish, Receipt(prompt_tokens=prompt_tokens, completion_tokens=length))
