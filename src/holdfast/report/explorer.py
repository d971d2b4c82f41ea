"""The cases of a run as data for the page: small enough for one file, quick with tens of thousands of rows.

Columns are coded (a level is stored once) and compressed; prompts and replies lie in blocks that the page unpacks only
when a case is opened. What is embedded is base64, so nothing that a model wrote can end the element it stands in.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from holdfast.core.agent import Reply, ScoreRequest, answer_decoder, request_decoder
from holdfast.engine.folder import RunFolder
from holdfast.report.expected import decision, in_words
from holdfast.report.rows import ALWAYS, read_rows
from holdfast.report.turns import calls_of, offered, turns_of
from holdfast.report.wording import words

if TYPE_CHECKING:
    import polars as pl

BLOCK = 400
"""Texts that are unpacked together when one of them is read."""
CAPS = (20_000, 2_000, 200)
"""The most characters of a reply, or of a prompt's turn, in the page: the first of these with which the page fits."""
BUDGET = 16_000_000
"""The most bytes of packed texts; a page of 25 MB still opens quickly."""
DESCRIBED = 300
"""The most characters of a tool's description."""
MOST_ROWS = 200_000
MOST_LEVELS = 60
UNFILTERED = {"prior", "weight", "forward", "arguments"}
"""Factors that say nothing to a reader."""
UNLISTED = ("was", "now")
"""Factors that are told with a case, but have too many levels to choose from."""
FROM_JOURNAL = {"latency_ms", "prompt_tokens", "completion_tokens", "attempts", "cost"}
OUTCOMES = ("right", "wrong", "no answer", "calibration")


class Explorer(msgspec.Struct, frozen=True):
    """What the page embeds."""

    index: str
    """Coded columns, as base64 of compressed JSON."""
    blocks: list[str]
    """Prompts and replies, packed likewise."""
    rows: int
    """How many rows are in the page."""
    total: int
    """How many the run has."""
    cap: int
    """The most characters of a text that are in the page."""


def explorer(folder: RunFolder) -> Explorer:
    """Read a run's rows and pack them."""
    rows = read_rows(folder)
    total = rows.height
    rows = rows.head(MOST_ROWS)
    rows = _told(rows)
    asked = rows.select("suite", "id", "role", "name", "unit", "target", "request").unique(
        ["id", "role"], maintain_order=True
    )
    place = {key: index for index, key in enumerate(asked.select("id", "role").iter_rows())}
    offers: dict[tuple[Any, ...], int] = {}
    prompts = [_prompt(body, offers) for body in asked["request"]]
    replies = [_reply(*one) for one in rows.select("reply", "failure", "message").iter_rows()]
    values = _values(rows)
    for cap in CAPS:
        blocks = [*_blocks([_cut(p, cap, "turns") for p in prompts]), *_blocks(_replies(replies, values, cap))]
        if sum(map(len, blocks)) <= BUDGET:
            break
    index = {
        "block": BLOCK,
        "promptBlocks": -(-len(prompts) // BLOCK),
        "outcomes": OUTCOMES,
        "agent": _coded(rows["agent"]),
        "asked": [place[key] for key in rows.select("id", "role").iter_rows()],
        "replicate": rows["replicate"].to_list(),
        "answer": _coded(rows["answer"]),
        "outcome": _outcomes(rows),
        "cases": {
            "suite": _coded(asked["suite"]),
            "id": asked["id"].to_list(),
            "role": _coded(asked["role"]),
            "name": asked["name"].to_list(),
            "unit": _coded(asked["unit"]),
            "target": _coded(asked["target"]),
        },
        "factors": _factors(rows, asked),
        "unlisted": UNLISTED,
        "offers": [[[signature, about[:DESCRIBED]] for signature, about in offer] for offer in offers],
    }
    return Explorer(_pack(index), blocks, rows.height, total, cap)


def _told(rows: pl.DataFrame) -> pl.DataFrame:
    """Targets and decisions in words."""
    import polars as pl

    named = list(rows.select("suite", "role", "target", "answer").iter_rows())
    return rows.with_columns(
        pl.Series("target", [in_words(suite, role, target) for suite, role, target, _ in named], dtype=pl.String),
        pl.Series("answer", [decision(*one) for one in named], dtype=pl.String),
    )


def _pack(value: Any) -> str:
    # Level 6 is the usual trade; no time stamp, so that the same run gives the same page.
    return base64.b64encode(gzip.compress(msgspec.json.encode(value), 6, mtime=0)).decode("ascii")


def pack_text(text: str) -> str:
    """A text for the page to offer as a download."""
    return base64.b64encode(gzip.compress(text.encode(), 6, mtime=0)).decode("ascii")


def _coded(column: pl.Series) -> dict[str, Any]:
    """Levels in the order of their appearance, and for each row the place of its level; nulls are -1."""
    levels = column.drop_nulls().unique(maintain_order=True)
    number = {level: index for index, level in enumerate(levels)}
    return {"levels": [_shown(level) for level in levels], "codes": [number.get(value, -1) for value in column]}


def _shown(level: Any) -> str:
    return level if isinstance(level, str) else str(level).lower() if isinstance(level, bool) else str(level)


def _outcomes(rows: pl.DataFrame) -> list[int]:
    return [
        2 if failure is not None else 3 if right is None else 0 if right else 1
        for right, failure in rows.select("right", "failure").iter_rows()
    ]


def _factors(rows: pl.DataFrame, asked: pl.DataFrame) -> dict[str, Any]:
    """Columns of the design that can be filtered by: those with a few levels, by their names in words."""
    import polars as pl

    given = [c for c in rows.columns if c not in ALWAYS and c not in UNFILTERED and c not in FROM_JOURNAL]
    of_case = rows.select("id", *given).unique("id", maintain_order=True)
    factors = {}
    for name in given:
        column = of_case[name]
        if column.dtype in (pl.Float64, pl.Float32) or not 2 <= column.drop_nulls().n_unique() <= MOST_LEVELS:
            continue
        factors[words(name)] = _coded(asked.select("id").join(of_case.select("id", name), on="id", how="left")[name])
    return factors


def _values(rows: pl.DataFrame) -> list[dict[str, float]]:
    """The numbers behind each answer."""
    import polars as pl

    numeric = [
        name
        for name, kind in rows.schema.items()
        if kind == pl.Float64 and name not in ALWAYS and name not in FROM_JOURNAL
    ]
    if not numeric:  # nobody answered
        return [{} for _ in range(rows.height)]
    named = [words(name) for name in numeric]
    return [
        {name: round(value, 6) for name, value in zip(named, row, strict=True) if value is not None}
        for row in rows.select(numeric).iter_rows()
    ]


def _prompt(body: str | None, offers: dict[tuple[Any, ...], int]) -> dict[str, Any]:
    """A request as the page shows it: turns, what could be chosen, and which of the offers of tools it has."""
    if body is None:
        return {"turns": []}
    request = request_decoder.decode(body)
    options = request.continuations if isinstance(request, ScoreRequest) else getattr(request, "labels", ())
    shown: dict[str, Any] = {"turns": turns_of(request), "options": options}
    if tools := tuple(offered(request)):
        shown["offer"] = offers.setdefault(tools, len(offers))
    return shown


def _reply(answer: str | None, failure: str | None, message: str | None) -> dict[str, Any]:
    if answer is None:
        return {"failure": failure or "no answer", "text": message or ""}
    came = answer_decoder.decode(answer)
    if not isinstance(came, Reply):
        return {"logprobs": came.logprobs} | ({"tokens": came.tokens} if hasattr(came, "tokens") else {})
    spoken = {"text": came.text} if came.text or not came.tool_calls else {}
    calls = {"calls": calls_of(came.tool_calls)} if came.tool_calls else {}
    return {**spoken, "finish": came.finish, **calls}


def _cut(record: dict[str, Any], cap: int, key: str) -> dict[str, Any]:
    """A record whose turns are cut; one that was has its whole length beside it."""
    turns = [[who, text[:cap], len(text)] if len(text) > cap else [who, text] for who, text in record[key]]
    return {**record, key: turns}


def _replies(replies: Iterable[dict[str, Any]], values: Sequence[dict[str, float]], cap: int) -> list[dict[str, Any]]:
    packed = []
    for reply, numbers in zip(replies, values, strict=True):
        text = reply.get("text", "")
        cut = {**reply, "text": text[:cap], "length": len(text)} if len(text) > cap else reply
        cut = _cut(cut, cap, "calls") if "calls" in cut else cut
        packed.append({**cut, "values": numbers} if numbers else cut)
    return packed


def _blocks(texts: Sequence[Any]) -> list[str]:
    return [_pack(texts[start : start + BLOCK]) for start in range(0, len(texts), BLOCK)]
