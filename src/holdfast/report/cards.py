"""Case cards (paper 001, Figure 10): one case each, from the table of case studies to what the page shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from holdfast.report.wording import number, words
from holdfast.suites.commitment.analyses.case_studies import CATEGORIES


class Card(msgspec.Struct, frozen=True):
    """One case."""

    category: str
    """The heading of its kind."""
    rule: str
    """The rule by which it was chosen, in words."""
    agent: str
    """Who."""
    task: str
    """Which task; `holdfast show RUN TASK` shows all of it."""
    where: str
    """Family, band and variant in words."""
    facts: list[tuple[str, str]]
    """Its numbers."""
    question: str
    """The final question; empty where texts are not known."""
    gold: str
    """The right answer."""
    reply: str
    """The final reply."""
    probes: list[str]
    """A line for each probe."""
    prompt: str
    """What the agent saw."""


def case_cards(tables: Mapping[str, Any]) -> list[Card]:
    """The cards of a run; none where there are no case studies."""
    if "case_studies" not in tables:
        return []
    return [_card(row) for row in tables["case_studies"].iter_rows(named=True)]


def _card(row: Mapping[str, Any]) -> Card:
    right = str(row["success"]).lower() == "true"
    facts = [
        ("final answer", "right" if right else "wrong"),
        ("probe accuracy", number(row["probe_accuracy"])),
        ("state drift", number(row["state_drift"])),
        ("HCCIS-CORE", f"{number(row['hccis_core'])} of at most {number(row['core_best'])}"),
    ]
    where = f"{words(row['family'])}, {row['band']}, {row['variant']}"
    return Card(
        category=row["category"],
        rule=CATEGORIES[row["rule"]].rule if row["rule"] in CATEGORIES else "",
        agent=row["agent"],
        task=row["task"],
        where=where,
        facts=facts,
        question=row["question"] or "",
        gold=row["gold"] or "",
        reply=row["reply"] or "",
        probes=(row["probes_told"] or "").splitlines(),
        prompt=row["prompt"] or "",
    )
