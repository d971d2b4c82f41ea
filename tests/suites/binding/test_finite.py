"""Conditions are interventions on tagged fields, targets follow from Table 14, and the paper's plan has its size."""

from __future__ import annotations

from collections import Counter

import pytest

from holdfast.core import Capability, Expectation, digest
from holdfast.engine.suite import Block
from holdfast.suites.binding import finite
from holdfast.suites.binding.actions import OTHER, Action
from holdfast.suites.binding.checks import KEY
from holdfast.suites.binding.events import NAMESPACES, synthetic
from holdfast.suites.binding.fields import DECIDES
from holdfast.suites.binding.prompts import content, render
from holdfast.suites.binding.settings import Settings
from holdfast.suites.binding.suite import SUITE

EVENTS = synthetic("prospection", 12, 42)
TABLE_14 = {
    "baseline": "ACTION_A", "reason_flip": "ACTION_B", "memory_conflict": "RECALL_PRIOR", "veto_cue": "VETO",
    "self_continuity": "ACTION_A", "irrelevant_cue": "ACTION_A",
}  # fmt: skip


def items(settings: Settings):
    return [item for block in finite.build(EVENTS, settings) for item in block.items]


def test_targets_are_those_of_table_14_seen_from_the_first_leaning() -> None:
    for event in EVENTS:
        for name, expected in TABLE_14.items():
            action = finite.CONDITIONS[name].after(event)
            seen = action if event.leaning is Action.ACTION_A else OTHER.get(action, action)
            assert seen == expected


def test_a_condition_changes_its_own_field_and_nothing_else() -> None:
    for event in EVENTS:
        start = {f.name: f.text for f in finite.condition_state(event, "baseline", "code").fields}
        added = {}
        for name in finite.CONDITIONS:
            state = finite.condition_state(event, name, "code")
            texts = {f.name: f.text for f in state.fields}
            changed = {k for k in start if texts[k] != start[k]}
            assert changed == ({"reason"} if name == "reason_flip" else set())
            added[name] = set(texts) - set(start)
            assert len(state.primary(DECIDES)) == 1
        assert added == {
            "baseline": set(), "reason_flip": set(), "memory_conflict": {"older", "memory"}, "veto_cue": {"veto"},
            "self_continuity": {"pressure", "self"}, "irrelevant_cue": {"cue"},
        }  # fmt: skip


def test_a_lesion_by_rule_says_so_and_a_lesion_of_state_takes_the_field_away() -> None:
    event = EVENTS[0]
    conflict = finite.condition_state(event, "memory_conflict", "code")
    by_rule = finite.lesioned(conflict, "A5", "rule")
    assert {f.name for f in by_rule.fields} == {f.name for f in conflict.fields}
    assert "reason, memory, self and veto modules are switched off" in by_rule["modules"].text
    assert "The veto module is switched off" in finite.lesioned(conflict, "A4_no_veto", "rule")["modules"].text
    gone = finite.lesioned(conflict, "A5", "state")
    assert not any(gone.carriers(module) for module in ("reason", "memory", "self", "veto"))
    assert gone["modules"] == conflict["modules"]
    stop = finite.condition_state(event, "veto_cue", "code")
    without = finite.lesioned(stop, "A4_no_veto", "state")
    baseline = finite.condition_state(event, "baseline", "code")
    assert [f.text for f in without.fields] == [f.text for f in baseline.fields]


def test_contrasts_pair_the_baseline_of_a4_with_each_condition() -> None:
    block: Block = next(iter(finite.build(EVENTS, Settings(depths=("code", "implied")))))
    kinds = Counter((pair.kind, pair.expectation) for pair in block.pairs)
    change, stay = Expectation.CHANGE, Expectation.STAY
    expected = {
        "reason_flip": change,
        "memory_conflict": change,
        "veto_cue": change,
        "self_continuity": stay,
        "irrelevant_cue": stay,
    }
    assert kinds == {(k + suffix, e): 1 for k, e in expected.items() for suffix in ("", ".implied")}
    known = {item.name: item for item in block.items}
    assert all(known[p.base].factors["condition"] == "baseline" for p in block.pairs)
    assert all(known[p.changed].factors["variant"] == "A4" for p in block.pairs)


def test_every_item_is_proved_and_temperatures_are_the_papers() -> None:
    made = items(Settings(readouts=("reply",)))
    assert all(item.factors["proved"] for item in made)
    found = {(i.factors["variant"], float(i.state["ask:temperature"].text)) for i in made}
    assert found == {("A4", 0.2), ("A4_no_reason", 0.2), ("A4_no_veto", 0.2), ("A5", 0.9)}
    cold = items(Settings(readouts=("reply",), temperature="0"))
    assert {i.state["ask:temperature"].text for i in cold} == {"0.0"}


def test_beside_letters_only_some_replies_are_generated() -> None:
    made = items(Settings(readouts=("letters", "reply"), replies=2))
    replies = [i for i in made if i.factors["readout"] == "reply"]
    assert {(i.factors["event"], i.factors["variant"], i.factors["depth"]) for i in replies} == {
        ("P1", "A4", "code"), ("P2", "A4", "code"),
    }  # fmt: skip
    assert len(replies) == 12


def test_the_paper_plans_60480_uses_and_no_key_twice() -> None:
    settings = SUITE.settings("paper", {"experiments": "finite"}, frozenset({Capability.REPLY}))
    keys: Counter[tuple[object, ...]] = Counter()
    requests: set[str] = set()
    uses = 0
    for block in SUITE.build(settings):
        for item in block.items:
            keys[tuple(item.factors[name] for name in KEY)] += 1
            for role, request in SUITE.render(item.state, settings).items():
                replicates = SUITE.replicates(role, settings)
                uses += replicates
                requests |= {digest(request, draw) for draw in range(replicates)}
    assert uses == 7 * 120 * 6 * 4 * 3 == 60_480
    assert len(keys) == 7 * 120 * 6 * 4
    assert set(keys.values()) == {1}
    # By rule every variant has a prompt of its own, and at the paper's temperatures every replicate is a draw.
    assert len(requests) == 60_480
    assert {key[1] for key in keys} == set(NAMESPACES)


def test_lesions_of_state_share_most_requests() -> None:
    """A field that is absent anyway leaves the same prompt: asked once, used several times."""
    made = items(Settings(lesions=("state",), depths=("code",)))
    asked = {content(request) for item in made for role, request in render(item.state).items() if role == "letters"}
    assert len(made) == 12 * 6 * 4
    # Six prompts of A4, five more without the reason (its flip is then the baseline), and for A5 the pressure alone.
    assert len(asked) == 12 * (6 + 5 + 1)


@pytest.mark.parametrize("condition", finite.CONDITIONS)
def test_what_is_asked_without_a_word_of_any_action_is_the_same_for_all_conditions(condition) -> None:
    event = EVENTS[3]
    priors = set()
    for item in items(Settings(depths=("code",), lesions=("rule",))):
        if item.factors["event"] == event.id and item.factors["variant"] == "A4":
            priors.add(content(render(item.state)["letters:prior"]))
    assert len(priors) == 1
    assert "First leaning" not in priors.pop()
