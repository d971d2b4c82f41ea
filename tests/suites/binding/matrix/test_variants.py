"""Variants as interventions: what each leaves visible, and the two ways in which it is asked."""

from __future__ import annotations

import re

import pytest

from holdfast.core import Capability, ChoicesRequest, ReplyRequest
from holdfast.suites.binding.actions import FOUR, Action
from holdfast.suites.binding.matrix.families import families, pairs_of
from holdfast.suites.binding.matrix.suite import SUITE
from holdfast.suites.binding.matrix.variants import donor_of, drawn_for, pieces
from holdfast.suites.binding.prompts import content

FIELD = re.compile(r"^\[event=(\S+)\] [A-Z]+: .*\b(ACT_\w+)", re.MULTILINE)


@pytest.fixture(scope="module")
def items():
    settings = SUITE.settings("quick", {"events": "8", "audit_events": "8"}, frozenset(Capability))
    return [item for block in SUITE.build(settings) for item in block.items]


def shown(item) -> str:
    return content(SUITE.render(item.state, {})["letters"])


def of(items, variant):
    return [item for item in items if item.factors["variant"] == variant]


def named(item) -> list[tuple[str, str]]:
    """Event and code of every field line but the aside."""
    aside = item.state["aside"].text if "aside" in item.state else None
    return [found for line in shown(item).splitlines() if line != aside for found in FIELD.findall(line)]


def code(item) -> str:
    return FOUR[Action(item.key.target)]


def test_structured_names_the_target_twice_and_the_target_lesion_once(items) -> None:
    for item in of(items, "structured") + of(items, "stochastic_full"):
        assert named(item) == [(item.factors["event"], code(item))] * 2
    for item in of(items, "target_lesion"):
        assert named(item) == [(item.factors["event"], code(item))]


def test_a_strict_lesion_leaves_no_mention_and_both_events_of_a_pair_look_alike(items) -> None:
    for variant in ("strict_lesion", "no_fields"):
        prompts: dict[tuple[str, str], set[str]] = {}
        for item in of(items, variant):
            assert named(item) == []
            prompts.setdefault((item.unit, item.factors["scaffold"]), set()).add(shown(item))
        assert all(len(texts) == 1 for texts in prompts.values()), "nothing tells the target"


def test_no_fields_leaves_context_and_actions_and_a_strict_lesion_more_where_there_is_more(items) -> None:
    assert not any("[event=" in shown(item) for item in of(items, "no_fields"))
    kept = {item.factors["kind"] for item in of(items, "strict_lesion") if "[event=" in shown(item)}
    assert kept == {"memory", "veto", "self", "cue", "randomness"}


def test_scrambled_fields_are_another_events_and_prescribe_another_action(items) -> None:
    for item in of(items, "scrambled"):
        assert len(named(item)) == 2
        for event, said in named(item):
            assert event == item.factors["field_event"] != item.factors["event"]
            assert said == FOUR[Action(item.factors["field_action"])] != code(item)


def test_the_further_controls_show_no_field_and_are_told_the_same_for_both_events_of_a_pair(items) -> None:
    drawn: dict[str, set[str]] = {}
    for item in of(items, "entropy_prior"):
        found = re.findall(r"^PRIOR: .+: (ACT_\w+)\.$", shown(item), re.MULTILINE)
        assert len(found) == 1
        assert "[event=" not in shown(item)
        drawn.setdefault(item.unit, set()).update(found)
    assert all(len(codes) == 1 for codes in drawn.values())
    structured = {(i.unit, i.factors["turn"], i.factors["scaffold"]): shown(i) for i in of(items, "structured")}
    for item in of(items, "token_prompt"):
        same = structured[item.unit, item.factors["turn"], item.factors["scaffold"]]
        assert "[event=" not in shown(item)
        assert pieces(shown(item)) == pieces(same)


def test_the_prior_is_drawn_from_the_other_events(items) -> None:
    pairs = pairs_of(families()["crane_lift"], 40, seed=42)
    draws = {drawn_for(event, pairs, 42) for pair in pairs for event in pair}
    assert draws <= {Action.VETO, Action.ACTION_A, Action.ACTION_B}
    assert len(draws) > 1
    for pair in pairs:
        for event in pair:
            donor = donor_of(event, pairs, 42)
            assert donor.id != event.id
            assert donor.target != event.target


def test_prompts_begin_alike_and_scaffolds_differ_in_the_last_line_only(items) -> None:
    """What makes packing pay: rules and actions are shared by all events, the state by all scaffolds."""
    beginnings: dict[str, set[str]] = {}
    endings: dict[str, set[str]] = {}
    states: dict[tuple[str, str, str], set[str]] = {}
    for item in items:
        before, _, last = shown(item).rpartition("\n")
        beginnings.setdefault(str(item.factors["first_listed"]), set()).add(before.partition("Current event:")[0])
        endings.setdefault(str(item.factors["scaffold"]), set()).add(last)
        key = (item.unit, str(item.factors["turn"]), str(item.factors["variant"]))
        states.setdefault(key, set()).add(before)
    assert len(beginnings) == 4
    assert len(endings) == len(set.union(*endings.values())) == 3
    assert all(len(texts) == 1 for group in (beginnings, endings, states) for texts in group.values())


def test_replies_are_asked_at_the_papers_temperatures_and_stochastic_ones_also_at_the_structured() -> None:
    settings = SUITE.settings("quick", {"readouts": "reply", "families": "ward_stock"}, frozenset(Capability))
    warmth: dict[str, dict[str, float]] = {}
    for block in SUITE.build(settings):
        for item in block.items:
            requests = SUITE.render(item.state, settings)
            assert all(isinstance(request, ReplyRequest) for request in requests.values())
            warmth[item.factors["variant"]] = {role: r.decoding.temperature for role, r in requests.items()}
    for variant in ("structured", "target_lesion", "strict_lesion", "entropy_prior", "token_prompt"):
        assert warmth[variant] == {"reply": 0.2}
    for variant in ("no_fields", "scrambled", "stochastic_full"):
        assert warmth[variant] == {"reply": 0.9, "reply:cool": 0.2}


def test_beside_letters_only_some_events_are_generated_once() -> None:
    settings = SUITE.settings("paper", {"families": "ward_stock", "events": "8"}, frozenset(Capability))
    roles: dict[str, set[str]] = {}
    for block in SUITE.build(settings):
        for item in block.items:
            requests = SUITE.render(item.state, settings)
            assert isinstance(requests["letters"], ChoicesRequest)
            roles.setdefault(str(item.factors["event"]), set()).update(requests)
    assert [event for event, asked in roles.items() if "reply" in asked] == ["C1"]
    assert SUITE.replicates("letters", settings) == 3
    assert SUITE.replicates("reply", settings) == SUITE.replicates("reply:cool", settings) == 1
