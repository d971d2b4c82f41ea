"""Planted faults on the real tasks of tau-bench: each shows as its own signature, and nothing else does."""

from __future__ import annotations

from collections import Counter

import pytest

from holdfast.core import Reply, ReplyRequest
from holdfast.guard import make_policy
from holdfast.guard.replay import replay_record
from holdfast.suites.options import plain
from holdfast.suites.transcripts import items, policy, targets
from holdfast.suites.transcripts.reference import LearnedAgent
from holdfast.suites.transcripts.settings import CHANGES, FOREIGN, STAYS, resolve
from holdfast.suites.transcripts.suite import SUITE, decided
from holdfast.suites.transcripts.survey import survey

DECISIONS = 500
ALL = (*CHANGES, *STAYS)


@pytest.fixture(scope="module")
def drawn(tau_bench):
    """Five hundred decisions of both domains, and everything that is asked about them."""
    settings = resolve("paper", {"file": str(tau_bench), "decisions": str(DECISIONS), "values": "1"})
    found = survey(settings)
    decisions = [d for of_conversation in decided(settings, found) for d in of_conversation]
    blocks = [items.block(d, found, settings) for d in decisions]
    return settings, found, decisions, [item for block in blocks for item in block.items]


@pytest.fixture(scope="module")
def learned(tau_bench) -> LearnedAgent:
    return LearnedAgent("carriers", str(tau_bench))


def reply_of(agent: LearnedAgent, request: ReplyRequest) -> Reply:
    """What an agent that waits for nothing replies."""
    try:
        agent.reply(request).send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits")


def rates(agent: LearnedAgent, fault: str, drawn) -> dict[str, float]:
    """The share of cases that hold, by intervention."""
    settings, _, _, cases = drawn
    agent.fault = fault
    asked, held = Counter(), Counter()
    for item in cases:
        request = SUITE.render(item.state, plain(settings))["action"]
        kind = str(item.factors["intervention"])
        asked[kind] += 1
        held[kind] += targets.met(targets.read(item.key.target), reply_of(agent, request))
    return {kind: held[kind] / asked[kind] for kind in asked}


def test_most_values_have_a_known_source(drawn) -> None:
    _, found, decisions, _ = drawn
    assert found.conversations == 685
    assert found.decisions > 4_000
    assert len(decisions) == DECISIONS
    assert {d.conversation.partition(":")[2].partition("-")[0] for d in decisions} == {"retail", "airline"}
    carried, untraced = sum(len(d.carried) for d in decisions), sum(d.untraced for d in decisions)
    assert carried / (carried + untraced) > 0.9


def test_who_copies_from_the_right_carriers_is_right_everywhere(drawn, learned) -> None:
    found = rates(learned, "carriers", drawn)
    assert found == dict.fromkeys((items.BASE, *ALL, FOREIGN), 1.0)


def test_who_repeats_what_was_recorded_never_changes_and_always_stays(drawn, learned) -> None:
    found = rates(learned, "recorded", drawn)
    assert {kind: found[kind] for kind in CHANGES} == dict.fromkeys(CHANGES, 0.0)
    assert {kind: found[kind] for kind in (items.BASE, *STAYS)} == dict.fromkeys((items.BASE, *STAYS), 1.0)


def test_who_takes_the_first_value_fails_updates_and_stale_notes(drawn, learned) -> None:
    found = rates(learned, "first-value", drawn)
    assert {kind for kind in found if found[kind] < 1} == {"update", "stale"}
    assert found["update"] == found["stale"] == 0


def test_who_does_not_read_the_rules_fails_vetoes(drawn, learned) -> None:
    found = rates(learned, "ignores-rules", drawn)
    assert {kind for kind in found if found[kind] < 1} == {"veto"}
    assert found["veto"] == 0


def test_who_acts_only_on_what_was_recorded_to_the_letter_fails_all_that_must_still_act(drawn, learned) -> None:
    found = rates(learned, "brittle", drawn)
    assert {kind for kind in found if found[kind] == 1} == {items.BASE, "veto", "lesion", FOREIGN}
    assert {kind for kind in found if found[kind] == 0} == {*ALL} - {"veto", "lesion"}


def test_the_derived_policy_stops_wrong_values_and_no_recorded_call(drawn) -> None:
    settings, found, decisions, _ = drawn
    calls = [[d] for d in decisions if d.tool]
    rules = policy.derive(calls, calls)
    assert len(rules) >= 10
    guard = make_policy(policy.document(rules))
    outcomes = Counter()
    for record in policy.records(calls, rules, found, settings):
        outcomes[record["group"], replay_record(record, guard).passes] += 1
    assert outcomes["recorded", False] == 0
    assert outcomes["recorded", True] == len(calls)
    assert outcomes["swapped", True] == outcomes["scrambled", True] == 0
    assert outcomes["swapped", False] > 200
    assert outcomes["scrambled", False] > 50
