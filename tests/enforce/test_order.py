"""The constraint `order-invariance`: the paper's words, orders and weights, and answers that a reader would give."""

from __future__ import annotations

import itertools
import re
from collections import Counter

import pytest

from enforce import tiny
from holdfast.enforce.constraint import TRAIN, VALIDATION, Lesson, Preference
from holdfast.enforce.evaluation import plans
from holdfast.enforce.order import OrderInvariance
from holdfast.enforce.plan import Evaluation
from holdfast.suites import get_suite
from holdfast.suites.invariance.names import SPLITS, pool, split_of

WORLD = "World semantics: An event occurs if and only if its direct cause occurs. There are no other causes."
FORWARD, REVERSE = (0, 1, 2), (2, 1, 0)
OTHERS = {(0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1)}


def constraint(recipe: str = "paper", **changed) -> OrderInvariance:
    return OrderInvariance(tiny.quick(recipe, **changed))


# ----------------------------------------------------------------------------------- an independent reading of the text


class Read:
    """A prompt as a reader understands it. Shares nothing with the code under test."""

    def __init__(self, prompt: str) -> None:
        world, clauses, *premises, head, bullet = prompt.split("\n")
        assert (world, head, bullet) == (WORLD, "Continuations:", "- ")
        self.links = [tuple(clause.split(" causes ")) for clause in clauses.removesuffix(".").split(". ")]
        self.effects = dict(self.links)
        assert len(self.effects) == len(self.links), "every event causes at most one other"
        self.roots = [cause for cause in self.effects if cause not in self.effects.values()]
        self.supposed = ""
        self.stated: dict[str, bool] = {}
        for premise in premises:
            if both := re.fullmatch(r"(Both|Neither) (\w+) (?:and|nor) (\w+) occurred\.", premise):
                assert not self.stated, "a baseline comes first"
                self.stated = dict.fromkeys(both.groups()[1:], both[1] == "Both")
                self.roots = list(both.groups()[1:])
            else:
                one = re.fullmatch(r"Suppose (\w+) (occurred|did not occur)\.", premise)
                assert one is not None, premise
                self.stated[one[1]] = one[2] == "occurred"
                self.supposed = one[1]

    def below(self, root: str) -> list[str]:
        """A root and everything that it brings about, in causal order."""
        found = [root]
        while found[-1] in self.effects:
            found.append(self.effects[found[-1]])
        return found

    def order(self) -> tuple[int, ...]:
        """Where each clause shown stands in the reference order: links in causal order, two chains interleaved."""
        chains = [list(itertools.pairwise(self.below(root))) for root in self.roots]
        reference = [link for links in zip(*chains, strict=True) for link in links]
        return tuple(reference.index(link) for link in self.links)

    def is_true(self, continuation: str) -> bool:
        if direct := re.fullmatch(r"Therefore, (\w+) causes (\w+)\.", continuation):
            return direct[2] in self.below(direct[1])[1:]
        told = re.fullmatch(r"Therefore, (\w+) (occurred|did not occur)\.", continuation)
        assert told is not None, continuation
        (occurs,) = [value for root, value in self.stated.items() if told[1] in self.below(root)]
        return occurs == (told[2] == "occurred")


def is_even(order: tuple[int, ...]) -> bool:
    """By its cycles."""
    seen: set[int] = set()
    swaps = 0
    for start in range(len(order)):
        length = 0
        at = start
        while at not in seen:
            seen.add(at)
            at = order[at]
            length += 1
        swaps += max(length - 1, 0)
    return swaps % 2 == 0


def shown_orders(lesson: Lesson, control: bool = False) -> list[tuple[int, ...]]:
    """The clause orders of a lesson, of its single chain or of its two."""
    prompts = [p.prompt for p in lesson.preferences if (p.task not in ("hypothetical", "factual")) == control]
    return list(dict.fromkeys(Read(prompt).order() for prompt in prompts))


# ---------------------------------------------------------------------------------------------------- the paper's words


def test_prompts_are_those_of_the_papers_appendix_b3(monkeypatch) -> None:
    """The paper's own chain, every character."""
    names = ("Bon", "Gist", "Zab", "Joriza", "Unused", "Other", "Names", "Here")
    monkeypatch.setattr("holdfast.enforce.order.draw_names", lambda *_: names)
    lesson = constraint().lesson(TRAIN, 0)
    forward = "Bon causes Gist. Gist causes Zab. Zab causes Joriza."
    reverse = "Zab causes Joriza. Gist causes Zab. Bon causes Gist."
    head = "World semantics: An event occurs if and only if its direct cause occurs. There are no other causes.\n"
    occurred, did_not = "Therefore, Joriza occurred.", "Therefore, Joriza did not occur."
    bon, joriza = "Therefore, Bon causes Joriza.", "Therefore, Joriza causes Bon."
    expected = {
        Preference(f"{head}{clauses}\n{line}Continuations:\n- ", right, wrong, task)
        for clauses in (forward, reverse)
        for line, right, wrong, task in (
            ("Suppose Bon did not occur.\n", did_not, occurred, "hypothetical"),
            ("Suppose Bon occurred.\n", occurred, did_not, "hypothetical"),
            ("", bon, joriza, "factual"),
        )
    }
    assert expected <= set(lesson.preferences)
    assert len(lesson.preferences) == 9
    (third,) = {p.prompt.split("\n")[1] for p in lesson.preferences} - {forward, reverse}
    assert sorted(third.removesuffix(".").split(". ")) == sorted(forward.removesuffix(".").split(". "))


def test_three_orders_are_forward_reverse_and_one_other() -> None:
    of_lessons = [shown_orders(constraint().lesson(TRAIN, index)) for index in range(120)]
    assert all(orders[:2] == [FORWARD, REVERSE] and len(orders) == 3 for orders in of_lessons)
    drawn = Counter(orders[2] for orders in of_lessons)
    assert drawn.keys() == OTHERS
    assert min(drawn.values()) > 120 / 4 / 2, "each of the four about as often"


@pytest.mark.parametrize(("orders", "expected"), [("1", {FORWARD}), ("all", {FORWARD, REVERSE, *OTHERS})])
def test_one_order_and_all_orders(orders, expected) -> None:
    for index in range(5):
        found = shown_orders(constraint(orders=orders).lesson(TRAIN, index))
        assert set(found) == expected
        assert len(found) == len(expected)


@pytest.mark.parametrize("nodes", [3, 5, 8])
@pytest.mark.parametrize("orders", ["1", "3", "all", "fresh"])
@pytest.mark.parametrize("recipe", ["paper", "selective"])
def test_chains_of_other_lengths_can_be_taught(recipe, orders, nodes) -> None:
    """Two clauses have no third order; more than four have too many to show them all."""
    made = constraint(recipe, nodes=nodes, orders=orders)
    lessons = [made.lesson(TRAIN, index) for index in (*range(6), *range(5_000, 5_006))]
    single = [found for found in map(shown_orders, lessons) if found]
    wanted = {"1": 1, "3": 3, "all": 24, "fresh": 1}[orders]
    most = {3: 2, 5: 24, 8: 5040}[nodes]
    assert single
    for found in single:
        assert {len(order) for order in found} == {nodes - 1}
        assert len(found) == min(wanted, most) or (recipe == "selective" and orders == "all" and 1 < len(found) <= most)
    control = [order for lesson in lessons for order in shown_orders(lesson, control=True)]
    assert ({2 * (nodes - 1)} <= {len(order) for order in control}) == (recipe == "selective")


def test_weights_follow_the_papers_schedule() -> None:
    weight = constraint().weight
    assert [weight("hypothetical", step) for step in (0, 250, 500, 1_000, 5_000)] == pytest.approx(
        [0.5, 0.525, 0.55, 0.6, 0.6]
    )
    assert [weight("factual", step) for step in (0, 500, 1_000, 5_000)] == [0.3] * 4


@pytest.mark.parametrize("recipe", ["paper", "selective"])
def test_without_the_anchor_no_direction_is_taught(recipe) -> None:
    def directions(anchor: bool) -> int:
        lesson = constraint(recipe, anchor=anchor).lesson(TRAIN, 0)
        return sum(" causes " in p.right or p.task == "factual" for p in lesson.preferences)

    assert directions(anchor=False) == 0
    assert directions(anchor=True) == {"paper": 3, "selective": 6}[recipe], "three orders, or six pairs along a chain"


# ----------------------------------------------------------------------------------------------- the right is the right


@pytest.mark.parametrize("recipe", ["paper", "selective"])
@pytest.mark.parametrize("split", [TRAIN, VALIDATION])
def test_every_right_answer_is_what_follows_and_every_wrong_one_is_not(recipe, split) -> None:
    tasks: Counter[str] = Counter()
    for index in range(0, 1_000, 17):  # from the beginning of a curriculum to its end
        for p in constraint(recipe).lesson(split, index).preferences:
            read = Read(p.prompt)
            assert read.is_true(p.right), p
            assert not read.is_true(p.wrong), p
            assert p.task == task_of(read, p.right), p
            tasks[p.task] += 1
    expected = {"hypothetical", "factual"}
    assert tasks.keys() == expected | ({"touched", "untouched", "baseline"} if recipe == "selective" else set())
    if recipe == "selective":
        assert tasks["touched"] == tasks["untouched"] > 0


def task_of(read: Read, right: str) -> str:
    """Which part of the mixture a preference belongs to, judged from its text."""
    if " causes " in right:
        return "factual"
    if len(read.roots) == 1:
        return "hypothetical"
    if not read.supposed:
        return "baseline"
    event = right.split()[1]
    return "touched" if event in read.below(read.supposed) else "untouched"


def test_a_polarity_copier_solves_the_paper_and_not_the_selective_recipe() -> None:
    """What `selective` is for, on its own lessons."""

    def solved(recipe: str, task: str) -> float:
        lessons = [constraint(recipe).lesson(TRAIN, index) for index in range(0, 1_000, 50)]
        preferences = [p for lesson in lessons for p in lesson.preferences if p.task == task]
        copied = [("did not occur" in p.right) == ("did not occur.\nContinuations" in p.prompt) for p in preferences]
        return sum(copied) / len(copied)

    assert solved("paper", "hypothetical") == solved("selective", "touched") == 1.0
    assert solved("selective", "untouched") == 0.0


@pytest.mark.parametrize("recipe", ["paper", "selective"])
def test_polarities_balance(recipe) -> None:
    lessons = [constraint(recipe).lesson(TRAIN, index) for index in range(50)]
    about = [p for lesson in lessons for p in lesson.preferences if p.task != "factual"]
    by_task = Counter((p.task, "did not occur" in p.right) for p in about)
    for task in {task for task, _ in by_task}:
        assert by_task[task, True] == by_task[task, False], task


# ---------------------------------------------------------------------------------------------------- what is held out


def names_in(text: str) -> set[str]:
    events = set()
    for line in text.split("\n")[1:]:
        events |= set(re.findall(r"\b[A-Z][a-z]+\b", line))
    return events - {"Both", "Neither", "Suppose", "Continuations", "Therefore"}


@pytest.mark.parametrize("recipe", ["paper", "selective"])
def test_names_of_lessons_validations_and_evaluations_never_meet(recipe) -> None:
    made = constraint(recipe)

    def named(split: str, lessons: int) -> set[str]:
        preferences = [p for index in range(lessons) for p in made.lesson(split, index).preferences]
        return {name for p in preferences for name in names_in(f"{p.prompt}\n{p.right}")}

    taught, validated = named(TRAIN, 200), named(VALIDATION, 40)
    evaluated = set()
    for plan in plans(Evaluation(chains=2, other_chains=1), 4, ["embedded"]).values():
        for planned in plan.suites:
            if planned.name == "invariance":
                suite = get_suite("invariance")
                for block in suite.build(planned.settings):
                    for item in block.items:
                        for request in suite.render(item.state, planned.settings).values():
                            evaluated |= names_in(request.prompt)
    assert min(map(len, (taught, validated, evaluated))) > 50
    assert not taught & validated
    assert not taught & evaluated
    assert not validated & evaluated
    assert {split_of(name) for name in taught} == {"train"}
    assert {split_of(name) for name in evaluated} == {"test"}
    assert sum(len(pool(split)) for split in SPLITS) == len(set().union(*map(pool, SPLITS)))


def test_an_order_held_out_is_never_taught_and_taught_says_so() -> None:
    made = constraint("selective", orders="fresh", hold_out_orders=True)
    lessons = [made.lesson(TRAIN, index) for index in range(600)]
    single = {order for lesson in lessons for order in shown_orders(lesson)}
    control = {order for lesson in lessons for order in shown_orders(lesson, control=True)}
    assert single == {order for order in itertools.permutations(range(3)) if made.taught(order)}
    assert single == {FORWARD, REVERSE, (0, 2, 1), (1, 0, 2)}
    assert sum(len(order) == 6 for order in control) > 100
    for order in control:
        plain = tuple(range(len(order)))
        assert not is_even(order) or order in (plain, plain[::-1])
        assert made.taught(order)
    every, plain = list(itertools.permutations(range(6))), tuple(range(6))
    assert {order for order in every if not made.taught(order)} == {
        order for order in every if is_even(order) and order not in (plain, plain[::-1])
    }


@pytest.mark.parametrize("orders", ["1", "3", "all", "fresh"])
@pytest.mark.parametrize("hold_out", [False, True])
def test_taught_is_what_lessons_contain(orders, hold_out) -> None:
    made = constraint(orders=orders, hold_out_orders=hold_out)
    seen = {order for index in range(200) for order in shown_orders(made.lesson(TRAIN, index))}
    assert seen == {order for order in itertools.permutations(range(3)) if made.taught(order)}


def test_validation_shows_every_order_taught_or_not() -> None:
    lesson = constraint("selective").lesson(VALIDATION, 0)
    assert set(shown_orders(lesson)) == {FORWARD, REVERSE, *OTHERS}
    control = shown_orders(lesson, control=True)
    assert control[:2] == [tuple(range(6)), tuple(range(6))[::-1]]
    assert len(control) > 2, "and some that were drawn"


def test_lessons_are_a_function_of_seed_split_and_index() -> None:
    one = constraint("selective")
    assert one.lesson(TRAIN, 4) == constraint("selective").lesson(TRAIN, 4)
    others = [
        one.lesson(TRAIN, 5),
        one.lesson(VALIDATION, 4),
        constraint("selective", seed=7).lesson(TRAIN, 4),
    ]
    prompts = {p.prompt for p in one.lesson(TRAIN, 4).preferences}
    assert not any(p.prompt in prompts for other in others for p in other.preferences)


# -------------------------------------------------------------------------------------------------------- data quality


@pytest.mark.parametrize("recipe", ["paper", "selective"])
def test_real_lessons_pass_every_check(recipe) -> None:
    made = constraint(recipe)
    checks = made.check([made.lesson(TRAIN, index) for index in range(32)])
    assert len(checks) == 5
    assert set(checks.values()) == {"ok"}


def spoilt(change) -> list[Lesson]:
    lessons = [constraint().lesson(TRAIN, index) for index in range(4)]
    first = lessons[0]
    return [Lesson(first.unit, tuple(change(list(first.preferences)))), *lessons[1:]]


def swapped(p: Preference) -> Preference:
    return Preference(p.prompt, p.wrong, p.right, p.task)


@pytest.mark.parametrize(
    ("check", "change", "says"),
    [
        ("orders distinct", lambda ps: [*ps, ps[2]], "train-0 teaches the same prompt twice."),
        (
            "no continuation both right and wrong",
            lambda ps: [*ps, swapped(ps[2])],
            "train-0 teaches a continuation as right and as wrong.",
        ),
        ("polarity balanced", lambda ps: ps[1:], "of 23 right answers say `did not occur`."),
        (
            "names are of the training split",
            lambda ps: [*ps[:-1], Preference(ps[-1].prompt, f"Therefore, {pool('test')[0]} causes X.", "", "factual")],
            f"{pool('test')[0]} is a name of the split test.",
        ),
    ],
)
def test_each_check_finds_what_it_is_for(check, change, says) -> None:
    found = constraint().check(spoilt(change))
    assert says in found.pop(check)
    assert set(found.values()) == {"ok"}, "and nothing else is blamed"


def test_a_name_in_two_splits_is_found(monkeypatch) -> None:
    monkeypatch.setattr("holdfast.enforce.order.pool", lambda split: ("Blaf", split))
    assert constraint().check([])["name pools disjoint"] == "a name stands in two splits."
