"""Sufficiency: what each condition shows, the audit that counts it, the recovery fraction and the guard."""

from __future__ import annotations

from collections import Counter

import polars as pl
import pytest

from holdfast.core import Field, State
from holdfast.engine.suite import Block
from holdfast.suites.binding import recovery
from holdfast.suites.binding.audit import audit
from holdfast.suites.binding.events import NAMESPACES, synthetic
from holdfast.suites.binding.settings import Settings
from holdfast.suites.binding.sufficiency import CONDITIONS, build

BLOCKS = [block for name in NAMESPACES[:2] for block in build(synthetic(name, 16, 42), Settings())]
ITEMS = [item for block in BLOCKS for item in block.items]


def shown(condition: str) -> list[set[str]]:
    return [
        {f.name for f in item.state.fields if not f.name.startswith("ask:")}
        for item in ITEMS
        if item.factors["condition"] == condition
    ]


def test_conditions_show_what_they_say() -> None:
    kinds = {"reason", "commitment", "self", "veto", "hold"}
    surface = {"event", "context", "option:A", "option:B"}
    assert all(names & kinds and names > surface | {"leaning"} for names in shown("full"))
    assert all(len(names & kinds) == 1 and names <= kinds | {"event"} for names in shown("only_decisive"))
    assert all(names == surface for names in shown("surface_only"))
    assert all(names == {"event", "prior"} for names in shown("prior_only"))
    assert all(len(names) == 2 and "event" in names for names in shown("scrambled"))
    assert all("cue" in names for names in shown("irrelevant_cue"))


def test_targets_are_balanced_and_the_prior_is_matched() -> None:
    targets = Counter(item.key.target for item in ITEMS if item.factors["condition"] == "full")
    assert targets == {"ACTION_A": 12, "ACTION_B": 12, "VETO": 4, "DEFER": 4}
    priors = Counter(
        item.state["prior"].text.rpartition(" ")[2].rstrip(".")
        for item in ITEMS
        if item.factors["condition"] == "prior_only"
    )
    assert priors == {"ACT_A": 12, "ACT_B": 12, "ACT_VETO": 4, "ACT_DEFER": 4}


def test_the_audit_counts_prompts() -> None:
    found = audit(BLOCKS)
    assert set(found["status"]) == {"pass", "scope"}
    assert (found["holds"] == found["prompts"]).all()
    assert found["prompts"].sum() == 32 * 6 + 32 * 7


def test_the_audit_sees_a_leak() -> None:
    """Put the event's own field into a control, or the scorer's word into a prompt, and it says so."""
    import msgspec

    leaky = []
    for block in BLOCKS:
        items = []
        for item in block.items:
            event, fields = item.state.event_id, item.state.fields
            leak = Field("leak", f"[event={event}] REASON: the expected action.", event)
            control = item.factors["condition"] == "surface_only"
            state = State(event, (*fields, leak) if control else fields)
            items.append(msgspec.structs.replace(item, state=state))
        leaky.append(Block(items, []))
    found = {row["item"]: row for row in audit(leaky).iter_rows(named=True)}
    assert found["surface only: no decisive field of any event"]["status"] == "FAIL"
    assert found["surface only: no decisive field of any event"]["holds"] == 0
    word = found["the scorer's target or condition is no word of the prompt"]
    assert (word["status"], word["holds"]) == ("FAIL", 32 * 5)


def rows(rates: dict[str, float], following: float = 0.5) -> pl.DataFrame:
    """Twenty events an condition with so many right answers; wrong ones follow the foreign field or defer."""
    made = []
    for condition, rate in rates.items():
        for i in range(20):
            right = i < rate * 20
            foreign = condition == "scrambled"
            wrong = "ACTION_B" if foreign and i >= 20 - following * 20 else "VETO"
            field = {"field_event": "N2", "field_action": "ACTION_B"} if foreign else {
                "field_event": "none" if condition.endswith("_only") else "N1",
                "field_action": "none" if condition.endswith("_only") else "ACTION_A",
            }  # fmt: skip
            made.append(
                {"agent": "x", "readout": "reply", "condition": condition, "event": "N1", "unit": f"c/{i}",
                 "kind": "reason", "target": "ACTION_A", "answer": "ACTION_A" if right else wrong, "right": right,
                 **field}
            )  # fmt: skip
    return pl.DataFrame(made)


def test_recovery_and_the_guard() -> None:
    rates = dict(zip(CONDITIONS, (0.9, 0.7, 0.1, 0.3, 0.2, 0.8), strict=True))
    own = recovery.guarded(rows(rates))
    (line,) = recovery.table(own).iter_rows(named=True)
    assert line["best_control"] == 0.3
    assert line["recovery"] == pytest.approx((0.7 - 0.3) / (0.9 - 0.3))
    assert (line["scrambled_following_raw"], line["scrambled_following_guarded"]) == (0.5, 0.0)
    assert line["irrelevant_cue_guarded"] == 1.0, "the field in view belongs to the event, so the guard corrects"
    by = {c: own.filter(pl.col("condition") == c) for c in CONDITIONS}
    assert (by["surface_only"]["guarded"] == by["surface_only"]["answer"]).all(), "no field, no say"
    assert by["scrambled"]["guarded"].unique().to_list() == ["DEFER"]


def test_without_room_there_is_no_recovery() -> None:
    flat = recovery.guarded(rows(dict.fromkeys(CONDITIONS, 0.5)))
    summary = recovery.table(flat)
    assert summary["recovery"].to_list() == [None]
    found = {f.name: f for f in recovery.findings(flat, summary, "binding", "reply")}
    assert found["binding.sufficiency.recovery"].estimate is None
    assert "no better than the best control" in found["binding.sufficiency.recovery"].note
