"""TCIT cases: causal chains, their clause orders, and the questions asked about them (paper 004, sections 4 and A).

Three variants share the chains. TCIT-F asks in which direction causation runs, for every ordered pair along the
chain. TCIT-H supposes that the root did or did not occur and asks about the leaf. TCIT-C, the control, sets two
chains side by side and flips one root: the leaf of that chain must change, the other leaf must stay. In TCIT-H
copying the polarity of the supposition is always right; in TCIT-C it is right for one leaf and wrong for the other.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from holdfast.core import Expectation, Field, Item, Key, Pair, State, generator, reorder
from holdfast.engine.suite import Block
from holdfast.suites.invariance.names import draw_names
from holdfast.suites.invariance.settings import Settings
from holdfast.suites.invariance.wording import BASELINE, CAUSES, SUPPOSE, THEREFORE, WORLD

Order = tuple[int, ...]

ALL_ORDERS_UP_TO = 4
"""With more clauses than this, all orders are too many, and a seeded sample stands for them."""


class Chain(msgspec.Struct, frozen=True):
    """A deterministic causal chain: each event occurs if and only if the one before it does."""

    id: str
    """Which chain, under which seed."""
    names: tuple[str, ...]
    """From root to leaf."""

    @property
    def root(self) -> str:
        """The event that nothing in the chain causes."""
        return self.names[0]

    @property
    def leaf(self) -> str:
        """The event that causes nothing in the chain."""
        return self.names[-1]

    def clauses(self) -> tuple[Field, ...]:
        """One field per causal link; each is the only carrier of its link."""
        return tuple(
            Field(f"{self.id}:{i}", CAUSES.format(cause=a, effect=b), self.id, frozenset({f"link:{a}>{b}"}))
            for i, (a, b) in enumerate(itertools.pairwise(self.names))
        )


def orders_of(clauses: int, wanted: int | None, seed: int, *name: str | int) -> list[Order]:
    """Distinct clause orders, forward first and reverse second; all of them, or a seeded sample."""
    forward = tuple(range(clauses))
    reverse = forward[::-1]
    if wanted is None and clauses <= ALL_ORDERS_UP_TO:
        rest = [o for o in itertools.permutations(forward) if o not in (forward, reverse)]
        return [forward, reverse, *rest] if clauses > 1 else [forward]
    wanted = min(wanted or math.factorial(ALL_ORDERS_UP_TO), math.factorial(clauses))
    found = dict.fromkeys([forward, reverse][:wanted])
    rng = generator(seed, "orders", *name)
    while len(found) < wanted:
        found[tuple(int(i) for i in rng.permutation(clauses))] = None
    return list(found)


def paper_weights(orders: list[Order], seed: int, *name: str | int) -> dict[Order, int]:
    """The paper's ten orderings as weights over the distinct ones: forward, reverse, then eight seeded draws."""
    drawn = generator(seed, "paper10", *name).integers(len(orders), size=8)
    weights = Counter(orders[:2])
    weights.update(orders[int(i)] for i in drawn)
    return dict(weights)


class Question(msgspec.Struct, frozen=True):
    """One thing asked about one or two chains, whatever the clause order."""

    variant: str
    """F, H or C."""
    premise: str
    """What the prompt states besides the clauses: `none`, `absent`, `present-flip-a`, …"""
    query: str
    """What is asked: `root>leaf`, `leaf`, `touched-a`, …"""
    polarity: str
    """The polarity that the last premise states: `absent`, `present` or `none`."""
    chains: tuple[Chain, ...]
    """What is described; clauses of two chains are interleaved."""
    stated: tuple[Field, ...]
    """The premises as fields."""
    options: tuple[str, str]
    """The two continuations, alphabetically, so that their order says nothing about which is right."""
    target: str | None
    """The right one; None for a question that only calibrates others."""
    prior: Question | None = None
    """The same question with no premise at all, against which its margin can be corrected."""
    base: Question | None = None
    """The question before its supposition was added, with which it is contrasted."""
    expectation: Expectation = Expectation.STAY
    """What that supposition must do to the answer."""

    def name(self, order: Order) -> str:
        """Unique within a unit."""
        return "/".join((self.variant, self.premise, self.query, _digits(order)))

    def clauses(self) -> list[Field]:
        """The causal links of all chains, interleaved, in the reference order."""
        return [link for links in zip(*(chain.clauses() for chain in self.chains), strict=True) for link in links]

    def state(self, paper_exact: bool = False) -> State:
        """World, clauses, premises and continuations, in the reference order."""
        event = self.chains[0].id
        # The paper lists the right answer first. That gives it away, which is what the certificate will show.
        listed = sorted(self.options, key=lambda text: text != self.target) if paper_exact else self.options
        options = (Field(f"option:{i}", text, event) for i, text in enumerate(listed))
        return State(event, (Field("world", WORLD, event), *self.clauses(), *self.stated, *options))


def build_chain(seed: int, index: int, settings: Settings) -> Block:
    """Everything asked about one chain, and about the pair of chains that is its control."""
    n = settings.nodes
    unit = f"s{seed}-c{index}"
    names = draw_names(2 * n, settings.split, seed, index)
    chain, other = Chain(f"{unit}a", names[:n]), Chain(f"{unit}b", names[n:])
    orders = orders_of(n - 1, int(settings.orders) if settings.orders.isdigit() else None, seed, unit)
    weights = paper_weights(orders, seed, unit) if settings.orders == "paper10" else {}
    control_orders = orders_of(2 * (n - 1), settings.control_orders, seed, unit, "control")
    plans = {
        "F": (factual(chain, settings.pairs), orders),
        "H": (hypothetical(chain), orders),
        "C": (control(chain, other), control_orders),
    }
    block = Block([], [])
    for variant in settings.variants:
        questions, shown = plans[variant]
        asked = [
            (question, question.state(settings.paper_exact), [c.name for c in question.clauses()])
            for question in questions
        ]
        # Order outside, question inside: neighbours share their clauses, which a packing scorer computes once.
        for order, (question, state, clauses) in itertools.product(shown, asked):
            weight = weights.get(order, 0) if weights and variant != "C" else 1
            place = Place(unit, seed, order, order == shown[0], weight)
            shuffled = state if place.forward else reorder(clauses, order)(state)
            block.items.append(_item(place, question, shuffled))
            block.pairs.extend(_pairs(place, question, shown[0]))
    return block


class Place(NamedTuple):
    """Where in the design a question is asked."""

    unit: str
    """The cluster."""
    seed: int
    """The draw of names and orders."""
    order: Order
    """The clause order."""
    forward: bool
    """Whether that is the reference order."""
    weight: int
    """How often the order counts in rates: 1, or its share of the paper's ten."""


def factual(chain: Chain, pairs: str) -> Iterator[Question]:
    """TCIT-F: `A causes D` against `D causes A`, for root and leaf or for every pair along the chain."""
    last = len(chain.names) - 1
    for i, j in itertools.combinations(range(last + 1), 2) if pairs == "all" else ((0, last),):
        right, wrong = (
            THEREFORE["causes"].format(cause=chain.names[a], effect=chain.names[b]) for a, b in ((i, j), (j, i))
        )
        query = "root>leaf" if (i, j) == (0, last) else f"{i}>{j}"
        yield Question("F", "none", query, "none", (chain,), (), _sorted(right, wrong), right)


def hypothetical(chain: Chain) -> Iterator[Question]:
    """TCIT-H: suppose that the root did or did not occur and ask about the leaf; and the same with nothing supposed."""
    claims = _claims(chain.leaf)
    options = _sorted(*claims.values())
    unsupposed = Question("H", "none", "leaf", "none", (chain,), (), options, None)
    yield unsupposed
    for polarity, right in claims.items():
        supposed = _premise("suppose", SUPPOSE[polarity].format(event=chain.root), chain)
        yield Question("H", polarity, "leaf", polarity, (chain,), (supposed,), options, right, unsupposed)


def control(chain: Chain, other: Chain, *, inner: bool = False) -> Iterator[Question]:
    """TCIT-C: both roots have a stated baseline, then one root is flipped; ask either leaf, before and after.

    With `inner`, every event below a root is asked, not the leaves alone.
    """
    chains = {"a": chain, "b": other}
    both = (chain, other)
    asked = {
        f"{side}{'' if event == own.leaf else depth}": (own, event)
        for side, own in chains.items()
        for depth, event in enumerate(own.names)
        if event == own.leaf or (inner and depth)
    }
    priors = {
        name: Question("C", "none", f"prior-{name}", "none", both, (), _sorted(*_claims(event).values()), None)
        for name, (_, event) in asked.items()
    }
    yield from priors.values()
    for baseline, flipped in (("present", "absent"), ("absent", "present")):
        stated = _premise("baseline", BASELINE[baseline].format(a=chain.root, b=other.root), chain)
        for name, (own, event) in asked.items():
            claims = _claims(event)
            options = _sorted(*claims.values())
            prior = priors[name]
            base = Question("C", baseline, f"base-{name}", baseline, both, (stated,), options, claims[baseline], prior)
            yield base
            for moved, root in chains.items():
                touched = root is own
                supposed = _premise("suppose", SUPPOSE[flipped].format(event=root.root), root)
                yield Question(
                    "C",
                    f"{baseline}-flip-{moved}",
                    f"{'touched' if touched else 'untouched'}-{name}",
                    flipped,
                    both,
                    (stated, supposed),
                    options,
                    claims[flipped if touched else baseline],
                    prior,
                    base,
                    Expectation.CHANGE if touched else Expectation.STAY,
                )


def _item(place: Place, question: Question, state: State) -> Item:
    factors: dict[str, str | int | float | bool] = {
        "variant": question.variant,
        "premise": question.premise,
        "query": question.query,
        "polarity": question.polarity,
        "order": _digits(place.order),
        "forward": place.forward,
        "seed": place.seed,
        "weight": place.weight,
        "prior": "" if question.prior is None else f"{place.unit}/{question.prior.name(place.order)}",
    }
    return Item(f"{place.unit}/{question.name(place.order)}", place.unit, state, Key(question.target), factors)


def _pairs(place: Place, question: Question, reference: Order) -> Iterator[Pair]:
    unit = place.unit
    changed = f"{unit}/{question.name(place.order)}"
    if question.base is not None:
        # The base is shown in the reference order, so that one contrast tests the flip and the reordering at once.
        kind = "flip-cause" if question.expectation is Expectation.CHANGE else "flip-unconnected"
        yield Pair(f"{unit}/{question.base.name(reference)}", changed, question.expectation, kind, unit)
    if not place.forward and question.target is not None:
        yield Pair(f"{unit}/{question.name(reference)}", changed, Expectation.STAY, f"reorder-{question.variant}", unit)


def _claims(event: str) -> dict[str, str]:
    """What can be concluded about an event."""
    return {polarity: THEREFORE[polarity].format(event=event) for polarity in ("absent", "present")}


def _premise(name: str, text: str, chain: Chain) -> Field:
    return Field(name, text, chain.id, frozenset({name}))


def _sorted(one: str, two: str) -> tuple[str, str]:
    return (one, two) if one < two else (two, one)


def _digits(order: Order) -> str:
    return "-".join(map(str, order))
