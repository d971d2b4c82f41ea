"""The constraint `order-invariance`: a judgement about causal facts must not depend on their order (paper 004).

Recipe `paper` teaches what the paper teaches: suppose that a root did or did not occur and conclude about the leaf;
and, as an anchor, the direction from root to leaf. Copying the supposed polarity and favouring the root's name solve
it. Recipe `selective` adds what those shortcuts fail on: two chains of which one is touched, and every pair along a
chain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.core import generator, reorder
from holdfast.enforce.constraint import TRAIN, Lesson, Preference
from holdfast.enforce.recipes import Settings
from holdfast.suites.invariance.chains import Chain, Order, Question, control, factual, hypothetical, orders_of
from holdfast.suites.invariance.methods import scored
from holdfast.suites.invariance.names import SPLITS, draw_names, pool, split_of

OK = "ok"
RAMP_STEPS = 1_000
WEIGHTS = {
    "hypothetical": (0.5, 0.6),
    "factual": (0.3, 0.3),
    "baseline": (0.2, 0.2),
    "touched": (0.5, 0.5),
    "untouched": (0.5, 0.5),
}
"""From what weight to what weight a task goes over the first 1,000 steps. The first two are the paper's."""

VALIDATION_CONTROL_ORDERS = 3
EASY_EVERY = 3
"""Under `selective`, every third lesson is an easy one: a single chain, and a pair of the shortest chains."""

SHORTEST = 2
PLAIN_EVERY = 8
"""Of so many lessons with a fresh order, one is forward and one reverse."""

MOST_STEPS = 7
"""More causal steps than any chain has."""


class OrderInvariance:
    """Lessons about causal chains whose clauses come in several orders."""

    name = "order-invariance"

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.selective = settings.recipe == "selective"

    def lesson(self, split: str, index: int) -> Lesson:
        """One chain in the orders of its split; under `selective` a pair of chains, with a single one now and then."""
        depth, length = self._stage(index) if split == TRAIN else self._judged(index)
        names = draw_names(2 * max(length, self.settings.nodes), split, self.settings.seed, "lesson", index)
        unit = f"{split}-{index}"
        taught: list[Preference] = []
        if not self.selective or split != TRAIN or _is_easy(index):
            taught += self._single(Chain(f"{unit}a", names[: self.settings.nodes]), split, index)
        if self.selective:
            pair = Chain(f"{unit}a", names[:length]), Chain(f"{unit}b", names[-length:])
            taught += self._control(*pair, split, index, depth)
        return Lesson(unit, tuple(taught))

    def _stage(self, index: int) -> tuple[int, int]:
        """How far below a root a lesson asks, and how long its chains are: where the curriculum stands."""
        nodes, longer, starts = self.settings.nodes, self.settings.longer, self.settings.curriculum
        reached = sum(start <= index // self.settings.lessons for start in starts) if starts else MOST_STEPS
        if _is_easy(index) or not reached:
            return 1, SHORTEST
        if longer and reached >= nodes and index % EASY_EVERY == EASY_EVERY - 1:
            return min(reached, longer - 1), longer
        return min(reached, nodes - 1), nodes

    def _judged(self, index: int) -> tuple[int, int]:
        """The same of a validation: every length that is taught, or the best adapter is of a half-way stage."""
        length = self.settings.longer if self.settings.longer and index % 2 else self.settings.nodes
        return length - 1, length

    def weight(self, task: str, step: int) -> float:
        """The paper's schedule: a linear ramp, then constant."""
        first, last = WEIGHTS[task]
        return first + (last - first) * min(step / RAMP_STEPS, 1.0)

    def taught(self, order: Order) -> bool:
        """Whether a chain may be taught in this order."""
        plain = tuple(range(len(order)))
        if self.settings.orders == "1":
            return order == plain
        return not self.settings.hold_out_orders or order in (plain, plain[::-1]) or _inversions(order) % 2 == 1

    def check(self, lessons: list[Lesson]) -> dict[str, str]:
        """The paper's data-quality checks (Appendix B.2) on what will be taught."""
        asked = [preference for lesson in lessons for preference in lesson.preferences]
        return {
            "name pools disjoint": _pools(),
            "names are of the training split": _names(asked),
            "polarity balanced": _balance(asked),
            "orders distinct": _orders(lessons),
            "no continuation both right and wrong": _consistent(lessons),
        }

    def _single(self, chain: Chain, split: str, index: int) -> Iterator[Preference]:
        factual_pairs = "all" if self.selective else "root-leaf"
        questions = list(hypothetical(chain))
        if self.settings.anchor:
            questions += factual(chain, factual_pairs)
        tasks = {"H": "hypothetical", "F": "factual"}
        for order in self._orders(len(chain.names) - 1, split, index, "single"):
            for question in questions:
                if question.target is not None:
                    yield _preference(question, order, tasks[question.variant])

    def _control(self, chain: Chain, other: Chain, split: str, index: int, depth: int) -> Iterator[Preference]:
        teach = split == TRAIN
        # Inner events come for a few tokens each, and lead from one causal step to three. A lesson has one of the two
        # baselines in turn; validation asks both, and the leaves only, as the suite does.
        questions = [
            q
            for q in control(chain, other, inner=teach)
            if q.target is not None
            and not (teach and q.premise.startswith(("present", "absent")[index % 2]))
            and not (teach and _depth_of(q, chain) > depth)
            and not (q.base is None and q.query[-1].isdigit())
        ]
        for order in self._orders(2 * (len(chain.names) - 1), split, index, "control"):
            for question in questions:
                yield _preference(question, order, question.query.partition("-")[0].replace("base", "baseline"))

    def _orders(self, clauses: int, split: str, index: int, part: str) -> list[Order]:
        """The clause orders of one lesson."""
        seed = self.settings.seed
        if split != TRAIN:
            # Validation judges order invariance, so it shows every order, and three of the many that two chains have.
            return orders_of(clauses, VALIDATION_CONTROL_ORDERS if part == "control" else None, seed, split, index)
        if self.settings.orders == "1":
            return [tuple(range(clauses))]
        if self.settings.orders == "all":
            return [order for order in orders_of(clauses, None, seed, split, index) if self.taught(order)]
        forward = tuple(range(clauses))
        reverse = forward[::-1]
        rng = generator(seed, "order", split, index, part)
        if self.settings.orders == "fresh" and (drawn_plain := int(rng.integers(PLAIN_EVERY))) < 2:
            # Among the hundreds of orders that two chains have, these two would hardly ever be drawn.
            return [(forward, reverse)[drawn_plain]]
        fixed = [forward, reverse] if self.settings.orders == "3" else []
        if len(fixed) == clauses == 2:
            return fixed  # two clauses have no third order
        while True:
            drawn = tuple(int(i) for i in rng.permutation(clauses))
            if self.taught(drawn) and drawn not in fixed:
                return [*fixed, drawn]


def _preference(question: Question, order: Order, task: str) -> Preference:
    state = question.state()
    clauses = [field.name for field in question.clauses()]
    if order != tuple(range(len(clauses))):
        state = reorder(clauses, order)(state)
    wrong = next(option for option in question.options if option != question.target)
    return Preference(scored(state).prompt, str(question.target), wrong, task)


def _is_easy(index: int) -> bool:
    return index % EASY_EVERY == 0


def _depth_of(question: Question, chain: Chain) -> int:
    """How many causal steps below its root the event lies that a question asks about."""
    return int(question.query[-1]) if question.query[-1].isdigit() else len(chain.names) - 1


def _inversions(order: Order) -> int:
    return sum(order[i] > order[j] for i in range(len(order)) for j in range(i + 1, len(order)))


def _pools() -> str:
    pools = [set(pool(split)) for split in SPLITS]
    return OK if sum(map(len, pools)) == len(set().union(*pools)) else "a name stands in two splits."


def _names(asked: list[Preference]) -> str:
    used = {name for p in asked for name in re.findall(r"[A-Z][a-z]+", p.right)} - {"Therefore"}
    wrong = sorted(name for name in used if split_of(name) != TRAIN)
    return OK if not wrong else f"{wrong[0]} is a name of the split {split_of(wrong[0])}."


def _balance(asked: list[Preference]) -> str:
    about = [p for p in asked if p.task != "factual"]
    absent = sum("did not occur" in p.right for p in about)
    return OK if 2 * absent == len(about) else f"{absent} of {len(about)} right answers say `did not occur`."


def _orders(lessons: list[Lesson]) -> str:
    for lesson in lessons:
        prompts = [(p.prompt, p.right) for p in lesson.preferences]
        if len(set(prompts)) != len(prompts):
            return f"{lesson.unit} teaches the same prompt twice."
    return OK


def _consistent(lessons: list[Lesson]) -> str:
    for lesson in lessons:
        rights = {(p.prompt, p.right) for p in lesson.preferences}
        if any((p.prompt, p.wrong) in rights for p in lesson.preferences):
            return f"{lesson.unit} teaches a continuation as right and as wrong."
    return OK
