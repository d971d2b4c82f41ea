"""Batched generation: replies to several conversations at once, each as if it had been asked alone.

Conversations that begin alike (a task's final question and its probes) share the work for their beginning: it is read
once, and each continues from its own copy of what the model remembers of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec

from holdfast.agents.local.prefixes import Group, batches
from holdfast.agents.local.tokens import Text
from holdfast.agents.tools import MARKS, OPEN, written_calls
from holdfast.core import Decoding, Receipt, Reply, ReplyRequest, digest

BATCH = 16
"""Conversations per batch; measured on two cores, more gains little."""
STAGE = 16
"""Tokens written before those that have come to their end leave the batch: most replies are short, and a few go on."""


def generate(model: Any, text: Text, asked: Sequence[tuple[ReplyRequest, int]]) -> list[Reply]:
    """Replies in the order asked. Conversations with the same decoding are batched, those of like length together."""
    prompts = [text.encode(text.chat(request.messages, request.tools)) for request, _ in asked]
    order = sorted(range(len(asked)), key=lambda i: (digest(asked[i][0].decoding), i))
    replies: dict[int, Reply] = {}
    for _, places in groupby(order, key=lambda i: digest(asked[i][0].decoding)):
        alike = list(places)
        for batch in batches([prompts[i] for i in alike], BATCH, share=_can_share(model)):
            members = [alike[i] for group in batch for i in group.members]
            decoding = asked[members[0]][0].decoding
            seeds = [digest(asked[i][0], asked[i][1]) for i in members]
            rows = [prompts[i] for i in members]
            written = _batch(model, text, rows, batch, decoding, seeds)
            replies |= {i: _with_calls(reply, asked[i][0]) for i, reply in zip(members, written, strict=True)}
    return [replies[i] for i in range(len(asked))]


def _with_calls(reply: Reply, request: ReplyRequest) -> Reply:
    written, calls = written_calls(reply.text, request.tools)
    return msgspec.structs.replace(reply, text=written, tool_calls=calls) if calls else reply


def _can_share(model: Any) -> bool:
    """Whether every layer sees everything before it. Where one sees a window, padding inside a row would narrow it."""
    config = model.config
    windowed = getattr(config, "sliding_window", None) or set(getattr(config, "layer_types", None) or ()) - {
        "full_attention"
    }
    return not windowed and not getattr(model, "_is_stateful", False)


def _batch(
    model: Any,
    text: Text,
    prompts: Sequence[tuple[int, ...]],
    batch: Sequence[Group],
    decoding: Decoding,
    seeds: Sequence[str],
) -> list[Reply]:
    """Replies to prompts that are given in the order of the groups."""
    import torch

    tokenizer = text.tokenizer
    pad = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else tokenizer.eos_token_id
    shared = [group.shared for group in batch for _ in group.members]
    heads = _padded([p[:n] for p, n in zip(prompts, shared, strict=True)], pad, model.device)
    tails = _padded([p[n:] for p, n in zip(prompts, shared, strict=True)], pad, model.device)
    ids, mask = (torch.cat(sides, dim=1) for sides in zip(heads, tails, strict=True))
    options: dict[str, Any] = {"do_sample": decoding.samples, "pad_token_id": pad}
    if decoding.samples:
        # One seed for the batch, made from everything in it: the same batch always draws the same.
        torch.manual_seed(int(digest(*seeds)[:15], 16))
        options |= {"temperature": decoding.temperature, "top_p": decoding.top_p}
    if decoding.stop:
        options |= {"stop_strings": list(decoding.stop), "tokenizer": tokenizer}
    with torch.inference_mode():
        if heads[0].shape[1]:
            options["past_key_values"] = _read_once(model, *heads, [len(group.members) for group in batch])
        written = _write(model, ids, mask, decoding, _Ends(model, tokenizer, decoding.stop), options)
    return [_reply(tokenizer, tokens, len(prompt), decoding) for tokens, prompt in zip(written, prompts, strict=True)]


class _Ends:
    """Tells whether what was written has come to its end."""

    def __init__(self, model: Any, tokenizer: Any, stop: Sequence[str]) -> None:
        declared = getattr(model.generation_config, "eos_token_id", None)
        several = declared if isinstance(declared, list) else [declared]
        self.tokens = {*several, tokenizer.eos_token_id, tokenizer.pad_token_id} - {None}
        self.tokenizer, self.stop = tokenizer, stop

    def reached(self, tokens: Sequence[int]) -> bool:
        """By a token that ends, or by one of the texts."""
        if not self.tokens.isdisjoint(tokens):
            return True
        return bool(self.stop) and any(text in self.tokenizer.decode(tokens) for text in self.stop)


def _write(
    model: Any, ids: Any, mask: Any, decoding: Decoding, ends: _Ends, options: dict[str, Any]
) -> list[list[int]]:
    """What each row continues with, in stages, so that those that have ended cost nothing more."""
    import torch

    stage = STAGE if _can_share(model) else decoding.max_tokens
    written: list[list[int]] = [[] for _ in ids]
    rows = list(range(len(written)))
    for done in range(0, decoding.max_tokens, stage):
        most = min(stage, decoding.max_tokens - done)
        output = model.generate(
            input_ids=ids, attention_mask=mask, max_new_tokens=most, return_dict_in_generate=True, **options
        )
        new = output.sequences[:, ids.shape[1] :]
        for row, tokens in zip(rows, new.tolist(), strict=True):
            written[row] += tokens
        going = [place for place, row in enumerate(rows) if not ends.reached(written[row])]
        if not going or done + most == decoding.max_tokens:
            break
        kept = torch.tensor(going, device=ids.device)
        cache = output.past_key_values
        cache.batch_select_indices(kept)
        options["past_key_values"] = cache
        mask = torch.cat([mask[kept], mask.new_ones(len(going), new.shape[1])], dim=1)
        ids, rows = output.sequences[kept], [rows[place] for place in going]
    return written


def _padded(rows: Sequence[Sequence[int]], pad: int, device: Any) -> tuple[Any, Any]:
    """Rows of tokens brought to one length from the left, and which of them are real."""
    import torch

    width = max(map(len, rows))
    ids = torch.tensor([[pad] * (width - len(row)) + list(row) for row in rows], dtype=torch.long, device=device)
    mask = torch.tensor([[0] * (width - len(row)) + [1] * len(row) for row in rows], dtype=torch.long, device=device)
    return ids, mask


def _read_once(model: Any, ids: Any, mask: Any, sizes: Sequence[int]) -> Any:
    """What the model remembers of each group's beginning, one copy for each member of the group."""
    import torch

    firsts = torch.tensor([sum(sizes[:i]) for i in range(len(sizes))], device=ids.device)
    ids, mask = ids[firsts], mask[firsts]
    places = (mask.cumsum(dim=1) - 1).clamp(min=0)
    read = model(input_ids=ids, attention_mask=mask, position_ids=places, use_cache=True, logits_to_keep=1)
    copies = torch.repeat_interleave(torch.arange(len(sizes)), torch.tensor(sizes)).to(ids.device)
    read.past_key_values.batch_select_indices(copies)
    return read.past_key_values


def _said(tokenizer: Any, tokens: list[int]) -> str:
    """Tokens as text, without special ones; marks of tool calls stay, which some tokenizers count among those."""
    special = {i: t.content for i, t in getattr(tokenizer, "added_tokens_decoder", {}).items() if t.special}
    if not set(MARKS) & set(special.values()):
        return str(tokenizer.decode(tokens, skip_special_tokens=True))
    return str(tokenizer.decode([token for token in tokens if special.get(token, OPEN) in MARKS]))


def _reply(tokenizer: Any, tokens: list[int], prompt_tokens: int, decoding: Decoding) -> Reply:
    ends = {tokenizer.eos_token_id, tokenizer.pad_token_id} - {None}
    length = next((i for i, token in enumerate(tokens) if token in ends), len(tokens))
    written = _said(tokenizer, tokens[:length])
    for stop in decoding.stop:
        written = written.partition(stop)[0]
    finish = "length" if length == len(tokens) == decoding.max_tokens else "stop"
    return Reply(written, finish, Receipt(prompt_tokens=prompt_tokens, completion_tokens=length))
