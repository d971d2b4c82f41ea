"""The leakage and scope audit of sufficiency (paper 000, S10), computed from the prompts as they were rendered.

It asks whether the scorer's target could be read where it must not be, and says where the decisive field names the
action on purpose. Counts are of rendered prompts, not of what the design intended.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import polars as pl

from holdfast.core import Item
from holdfast.engine.suite import Block
from holdfast.suites.binding.actions import FOUR, Action
from holdfast.suites.binding.prompts import content, render

FIELD = re.compile(r"^\[event=(\S+)\] (?:REASON|MEMORY|SELF|VETO): (.+)$", re.MULTILINE)
KEY_NAMES = re.compile(r"expected|target|hidden|scor|label|correct answer|condition|full state|scrambl", re.IGNORECASE)
SHOWN = ("full", "only_decisive", "irrelevant_cue")


def audit(blocks: Iterable[Block]) -> pl.DataFrame:
    """One line per question, with how many of how many prompts answer it as they must."""
    prompts: dict[str, list[tuple[Item, str]]] = {}
    for block in blocks:
        for item in block.items:
            if item.factors["experiment"] == "sufficiency":
                text = content(next(iter(render(item.state).values())))
                prompts.setdefault(str(item.factors["condition"]), []).append((item, text))
    if not prompts:
        return pl.DataFrame()
    every = [pair for pairs in prompts.values() for pair in pairs]
    lines = [
        ("the scorer's target or condition is no word of the prompt", every, lambda i, t: not KEY_NAMES.search(t), "leakage"),
        ("surface only: no decisive field of any event", prompts["surface_only"], lambda i, t: not FIELD.findall(t), "leakage"),
        ("prior only: no decisive field of any event", prompts["prior_only"], lambda i, t: not FIELD.findall(t), "leakage"),
        ("scrambled: every field belongs to another event", prompts["scrambled"], _foreign, "leakage"),
        ("scrambled: no field names the target", prompts["scrambled"], lambda i, t: not _names_target(i, t), "leakage"),
        *((f"{name}: the decisive field names the target", prompts[name], _names_target, "scope") for name in SHOWN),
    ]  # fmt: skip
    return pl.DataFrame(
        [
            {"item": title, "holds": sum(bool(test(i, t)) for i, t in asked), "prompts": len(asked), "about": about}
            for title, asked, test, about in lines
        ]
    ).with_columns(
        status=pl.when(pl.col("about") == "scope").then(pl.lit("scope"))
        .when(pl.col("holds") == pl.col("prompts")).then(pl.lit("pass")).otherwise(pl.lit("FAIL"))
    )  # fmt: skip


def _fields(item: Item, text: str) -> list[tuple[str, str]]:
    stale = re.compile(r"withdrawn|no longer holds|[Cc]rossed out")
    return [(event, said) for event, said in FIELD.findall(text) if not stale.search(said)]


def _foreign(item: Item, text: str) -> bool:
    fields = _fields(item, text)
    return bool(fields) and all(event != item.factors["event"] for event, _ in fields)


def _names_target(item: Item, text: str) -> bool:
    code = FOUR[Action(str(item.key.target))]
    return any(re.search(rf"\b{code}\b", said) for _, said in _fields(item, text))
