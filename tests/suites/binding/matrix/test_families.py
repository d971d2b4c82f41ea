"""The tables of families: enough events, distinct contexts, balanced targets, and nothing that gives a target away."""

from __future__ import annotations

from collections import Counter

import pytest

from holdfast.core import HoldfastError
from holdfast.suites.binding.actions import Action
from holdfast.suites.binding.matrix.families import CODES, KINDS, PREFIXES, families, pairs_of
from holdfast.suites.binding.matrix.variants import full_state
from holdfast.suites.binding.reference import STALE

FAMILIES = list(families().values())


def test_the_twenty_families_cross_the_six_probes_as_in_the_paper() -> None:
    kinds = Counter(family.kind for family in FAMILIES)
    assert kinds == {"reason": 4, "memory": 4, "veto": 4, "self": 4, "cue": 2, "randomness": 2}
    assert sorted(family.prefix for family in FAMILIES) == sorted(PREFIXES)
    scenes = [scene for family in FAMILIES for scene in family.scenes]
    assert len(scenes) == len({setup for setup, _, _ in scenes}) == 200, "no scene comes twice"


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
class TestFamily:
    def test_has_a_hundred_events_in_fifty_contexts(self, family) -> None:
        pairs = pairs_of(family, 100, seed=42)
        assert len(pairs) == len({one.context for one, _ in pairs}) == 50
        assert pairs_of(family, 10, seed=42) == pairs[:5], "a smaller size asks a part of the larger one"
        assert len({one.context.split(" Option A")[0].split(". ", 1)[1] for one, _ in pairs[:10]}) == 10, "stratified"

    def test_has_balanced_targets(self, family) -> None:
        targets = Counter(event.target for pair in pairs_of(family, 100, seed=42) for event in pair)
        assert max(targets.values()) == 50
        assert len(targets) == (3 if family.kind == "veto" else 2)
        if family.kind == "veto":
            assert targets[Action.ACTION_A] == targets[Action.ACTION_B] == 25

    def test_pairs_differ_in_their_decisive_fields_and_nowhere_else(self, family) -> None:
        for pair in pairs_of(family, 100, seed=42):
            one, other = (full_state(event) for event in pair)
            assert [f.name for f in one.fields] == [f.name for f in other.fields]
            differ = {a.name for a, b in zip(one.fields, other.fields, strict=True) if a.text != b.text}
            assert differ == {"decisive", "echo"}

    def test_lists_every_action_in_every_place(self, family) -> None:
        firsts = Counter(one.codes[0] for one, _ in pairs_of(family, 100, seed=42))
        assert set(firsts) == set(CODES)
        assert max(firsts.values()) - min(firsts.values()) <= 1

    def test_only_old_notes_say_of_themselves_that_they_no_longer_hold(self, family) -> None:
        for text in (*family.decisive, *family.echo, *family.go, *family.stop):
            assert "{code}" in text
            assert not STALE.search(text)
        assert all(STALE.search(text) for text in family.aside) == (family.kind == "memory") or not family.aside
        assert bool(family.aside) == bool(KINDS[family.kind].aside)


def test_another_seed_draws_other_contexts_first() -> None:
    family = FAMILIES[0]
    assert pairs_of(family, 10, seed=1)[0][0].context != pairs_of(family, 10, seed=2)[0][0].context


def test_more_events_than_there_are_is_refused() -> None:
    with pytest.raises(HoldfastError, match="100 events, not 102; lower `events`"):
        pairs_of(FAMILIES[0], 102, seed=42)
