"""The inventory: its counts, its twins, what bands do to a text, and that seeds share no names and no numbers."""

from __future__ import annotations

import re
import statistics
import time

import msgspec
import pytest

from holdfast.core import Expectation
from holdfast.suites.commitment.bands import BANDS
from holdfast.suites.commitment.candidates import AnswerKind, Role
from holdfast.suites.commitment.families import FAMILIES
from holdfast.suites.commitment.inventory import CLEAN, DISTRACTOR, NO_UPDATE, VARIANTS, block, tasks
from holdfast.suites.commitment.questions import from_target
from holdfast.suites.commitment.rendering import render
from holdfast.suites.commitment.settings import Settings
from holdfast.suites.commitment.vocabulary import RELEASE, OneOf

PAPER = (
    "Constraint persistence", "Entity binding", "Conflict resolution", "Delayed goal maintenance",
    "Tool-output distractor selection", "Repair after contradiction", "Source-confusion provenance binding",
    "Stale-state overwrite",
)  # fmt: skip


@pytest.fixture(scope="module")
def release():
    return list(tasks(RELEASE, 3))


@pytest.fixture(scope="module")
def blocks(release):
    return [block(task, contrasts=True) for task in release]


def text_of(task, variant: str = CLEAN) -> str:
    return render(task.variant(variant), Settings())["answer"].messages[-1].content


def test_the_families_are_the_papers_and_have_six_scenarios_each() -> None:
    assert tuple(family.name for family in FAMILIES.values()) == PAPER
    names = [domain.name for family in FAMILIES.values() for domain in family.domains]
    assert len(names) == len(set(names)) >= 48
    assert all(len(family.domains) >= 6 for family in FAMILIES.values())
    scenarios = [domain.scenario for family in FAMILIES.values() for domain in family.domains]
    assert not any(one != two and one in two for one in scenarios for two in scenarios)


def test_144_tasks_and_306_probes(release) -> None:
    assert len(release) * len(VARIANTS) == 8 * 2 * 3 * 3 == 144
    assert sum(len(task.probes) for task in release) * len(VARIANTS) == 18 * 3 + 126 * 2 == 306
    by_family = {slug: {len(t.probes) for t in release if t.family.slug == slug} for slug in FAMILIES}
    assert by_family == {slug: {3 if slug == "constraint_persistence" else 2} for slug in FAMILIES}


def test_instances_scale_the_inventory_and_the_larger_contains_the_smaller(release) -> None:
    assert len(list(tasks(RELEASE, 1))) == 24
    larger = {task.name: text_of(task) for task in tasks(RELEASE, 4)}
    assert len(larger) == 96
    assert {task.name: text_of(task) for task in release}.items() <= larger.items()


def test_the_same_seed_gives_the_same_bytes(release) -> None:
    assert [text_of(task) for task in tasks(RELEASE, 3)] == [text_of(task) for task in release]


def test_no_two_tasks_have_the_same_scenario_and_structure(release) -> None:
    """Two tasks of a family in the same scenario differ in band, and so in what happens, not only in names."""
    places = [(task.family.slug, task.domain.name, task.band.name) for task in release]
    assert len(places) == len(set(places))


def test_twins_differ_in_the_distractor_and_in_nothing_else(release) -> None:
    for task in release:
        clean, distracted = task.variant(CLEAN).fields, task.variant(DISTRACTOR).fields
        (added,) = [field for field in distracted if field not in clean]
        assert [field for field in distracted if field is not added] == list(clean)
        assert added.name == DISTRACTOR
        assert text_of(task, DISTRACTOR).count(added.text) == 1
        assert added.text not in text_of(task)


def test_every_answer_that_comes_from_an_update_has_a_twin_without_it(release) -> None:
    updated = [task for task in release if task.plan.update is not None]
    assert len(updated) == 41
    assert {task.family.slug for task in updated} == set(FAMILIES) - {"constraint_persistence", "conflict_resolution"}
    for task in updated:
        twin = task.variant(NO_UPDATE)
        (gone,) = [f for f in task.state.fields if f not in twin.fields and not f.name.startswith("probe-")]
        assert "update" in gone.carries
        with_update, without = (task.questions(s)["answer"].candidates.gold for s in (task.state, twin))
        assert (with_update.text, with_update.source) != (without.text, without.source)


def test_contrasts_pair_the_variants(blocks) -> None:
    pairs = [pair for one in blocks for pair in one.pairs]
    kinds = [(pair.expectation, pair.kind) for pair in pairs]
    assert kinds.count((Expectation.STAY, "distract")) == 72
    assert kinds.count((Expectation.CHANGE, "update")) == 41
    names = {item.name for one in blocks for item in one.items}
    assert all(pair.base in names and pair.changed in names for pair in pairs)


def test_outcomes_are_balanced_over_instances(release) -> None:
    """In families where a value may be replaced, one task of each three keeps what it began with."""
    for slug in (
        "entity_binding",
        "delayed_goal_maintenance",
        "stale_state_overwrite",
        "source_confusion_provenance_binding",
    ):
        for band in BANDS:
            cell = [task for task in release if (task.family.slug, task.band.name) == (slug, band)]
            assert sum(task.plan.update is None for task in cell) == 1, (slug, band)


@pytest.fixture(scope="module")
def fresh():
    return [task for seed in range(6) for task in tasks(seed, 3)]


@pytest.mark.parametrize("slug", FAMILIES)
def test_hard_tasks_are_longer_and_have_more_that_can_go_wrong(slug, fresh) -> None:
    sample = [task for task in fresh if task.family.slug == slug]

    def mean(of, band: str) -> float:
        return statistics.mean(of(task) for task in sample if task.band.name == band)

    measures = {
        "words": lambda task: len(text_of(task).split()),
        "turns": lambda task: len(task.plan.turns),
        "fillers": lambda task: sum(turn.kind == "filler" for turn in task.plan.turns),
        "candidates": lambda task: len(task.questions(task.state)["answer"].candidates.members),
    }
    for name, of in measures.items():
        easy, medium, hard = (mean(of, band) for band in BANDS)
        assert easy < medium < hard, (name, easy, medium, hard)
    assert mean(measures["words"], "hard") > 1.35 * mean(measures["words"], "easy")


def test_priors_rise_over_the_bands(blocks) -> None:
    weights = {item.factors["band"]: item.factors["integrity_weight"] for one in blocks for item in one.items}
    assert weights == {"easy": 0.85, "medium": 1.00, "hard": 1.15}
    for variable in set(msgspec.structs.asdict(BANDS["easy"])) - {"name"}:
        easy, medium, hard = (getattr(band, variable) for band in BANDS.values())
        assert easy < medium < hard


def test_candidate_sets_have_one_right_answer_and_wrong_ones_of_every_kind(blocks) -> None:
    questions = [q for one in blocks for item in one.items for q in from_target(str(item.key.target)).values()]
    assert len(questions) == 144 + 306 + 41
    roles = {member.role for q in questions for member in q.candidates.members}
    assert roles == set(Role)
    assert {q.candidates.kind for q in questions} == set(AnswerKind)
    assert all(2 <= len(q.candidates.members) <= 12 for q in questions)


def test_candidates_stay_on_the_hidden_side(release) -> None:
    """No prompt lists candidates or names their roles."""
    for task in release:
        for request in render(task.variant(DISTRACTOR), Settings()).values():
            text = request.messages[-1].content.lower()
            assert not any(word in text for word in ("candidate set", "near-miss", "distractor", "gold", "stale"))


def open_words(seed: str | int) -> set[str]:
    """Every name and number that an inventory's slots hold, closed sets of labels left out."""
    found = set()
    for task in tasks(seed, 3):
        for told in (*task.plan.initial, *task.plan.turns):
            if told.kind != "filler":
                for slot, value in told.slots:
                    if not isinstance(task.domain.kind_of(slot), OneOf):
                        found.update(re.findall(r"[A-Z][a-z]{3,}|\d[\d,:]*\d", value))
    return found - {"Kitchen", "Hall", "House", "Ridge", "Sound", "Gate", "Judge", "Professor", "Poll", "Request"}


def test_seeds_share_no_names_and_no_numbers() -> None:
    inventories = [open_words(seed) for seed in (RELEASE, 1, 2, 30)]
    assert all(len(words) > 300 for words in inventories)
    for i, one in enumerate(inventories):
        for two in inventories[i + 1 :]:
            shared = one & two
            # A number of minutes may read like a code of another kind; names never meet.
            assert not {word for word in shared if word[0].isalpha()}
            assert len(shared) <= 2, shared


def test_scenarios_come_in_another_order_under_another_seed() -> None:
    def order(seed: str | int) -> list[str]:
        return [task.domain.name for task in tasks(seed, 3)]

    assert len({tuple(order(seed)) for seed in (RELEASE, 1, 2, 3)}) == 4


def test_building_takes_well_under_a_second() -> None:
    def build() -> float:
        start = time.process_time()
        for task in tasks(RELEASE, 3):
            block(task, contrasts=True)
        return time.process_time() - start

    assert min(build() for _ in range(3)) < 0.5
