"""The leakage and scope audit of sufficiency (paper 000, S10), computed from the prompts as they were rendered.

It asks whether the scorer's target could be read where it must not be, and says where the decisive field names the
action on purpose. Counts are of rendered prompts, not of what the design intended.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import polars as pl

from holdfast.core import Item
from holdfast.engine.suite import Block
from holdfast.suites.binding.actions import FOUR, Action
from holdfast.suites.binding.prompts import content, render
from holdfast.suites.binding.sufficiency import CONDITIONS

FIELD = re.compile(r"^\[event=(\S+)\] (?:REASON|MEMORY|SELF|VETO): (.+)$", re.MULTILINE)
KEY_NAMES = re.compile(
    rf"expected.action|hidden.target|scorer|right answer|{'|'.join(CONDITIONS[1:])}", re.IGNORECASE
)
"""What the scorer calls things. Words that an event may use of its own accord (`full`, `label`) are not among them."""
STALE = re.compile(r"withdrawn|no longer holds|[Cc]rossed out")
Prompt = tuple[Item, str]
SHOWN = ("full", "only_decisive", "irrelevant_cue")


def audit(blocks: Iterable[Block]) -> pl.DataFrame:
    """One line per question, with how many of how many prompts answer it as they must."""
    prompts: dict[str, list[Prompt]] = {}
    for block in blocks:
        for item in block.items:
            text = content(next(iter(render(item.state).values())))
            prompts.setdefault(str(item.factors["condition"]), []).append((item, text))
    every = [pair for pairs in prompts.values() for pair in pairs]
    lines: list[tuple[str, list[Prompt], Callable[[Item, str], bool], str]] = [
        ("the scorer's target or condition is no word of the prompt", every, _no_key, "leakage"),
        ("surface only: no decisive field of any event", prompts["surface_only"], _no_field, "leakage"),
        ("prior only: no decisive field of any event", prompts["prior_only"], _no_field, "leakage"),
        ("scrambled: every field belongs to another event", prompts["scrambled"], _foreign, "leakage"),
        ("scrambled: no field names the target", prompts["scrambled"], _hides_target, "leakage"),
        *((f"{name}: the decisive field names the target", prompts[name], _names_target, "scope") for name in SHOWN),
    ]
    return pl.DataFrame(
        [
            {"item": title, "holds": sum(test(i, t) for i, t in asked), "prompts": len(asked), "about": about}
            for title, asked, test, about in lines
        ]
    ).with_columns(
        status=pl.when(pl.col("about") == "scope").then(pl.lit("scope"))
        .when(pl.col("holds") == pl.col("prompts")).then(pl.lit("pass")).otherwise(pl.lit("FAIL"))
    )  # fmt: skip


def _no_key(_: Item, text: str) -> bool:
    return not KEY_NAMES.search(text)


def _no_field(_: Item, text: str) -> bool:
    return not FIELD.findall(text)


def _in_force(text: str) -> list[tuple[str, str]]:
    return [(event, said) for event, said in FIELD.findall(text) if not STALE.search(said)]


def _foreign(item: Item, text: str) -> bool:
    fields = _in_force(text)
    return bool(fields) and all(event != item.factors["event"] for event, _ in fields)


def _names_target(item: Item, text: str) -> bool:
    code = FOUR[Action(str(item.key.target))]
    return any(re.search(rf"\b{code}\b", said) for _, said in _in_force(text))


def _hides_target(item: Item, text: str) -> bool:
    return not _names_target(item, text)
