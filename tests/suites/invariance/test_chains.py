"""Chains: what is asked, in which orders, and that an independent simulation of the world finds the same targets."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from holdfast.core import Capability, Expectation, ScoreRequest
from holdfast.engine.suite import Block
from holdfast.suites.invariance.chains import build_chain, orders_of
from holdfast.suites.invariance.methods import METHODS
from holdfast.suites.invariance.names import pool
from holdfast.suites.invariance.settings import Settings
from holdfast.suites.invariance.suite import SUITE

NODES = range(3, 9)
CHAINS = [(seed, index) for seed in (1, 42) for index in range(2)]


def built(nodes: int = 4, seed: int = 42, index: int = 0, **others) -> Block:
    return build_chain(seed, index, Settings(nodes=nodes, **others))


def of(block: Block, variant: str) -> list:
    return [item for item in block.items if item.factors["variant"] == variant]


# ----------------------------------------------------------------------------------- an independent reading of the text


def simulated(prompt: str, options: tuple[str, ...]) -> set[str]:
    """The options that are true in the world that the prompt describes. Shares nothing with the code under test."""
    world, clauses, *premises = prompt.split("\n")
    assert world.startswith("World semantics: An event occurs if and only if its direct cause occurs.")
    links = [sentence.split(" causes ") for sentence in clauses.removesuffix(".").split(". ")]
    state: dict[str, bool] = {}
    for premise in premises:
        words = premise.removesuffix(".").split()
        match words:
            case ["Both", one, "and", two, "occurred"]:
                state |= {one: True, two: True}
            case ["Neither", one, "nor", two, "occurred"]:
                state |= {one: False, two: False}
            case ["Suppose", one, "did", "not", "occur"]:
                state[one] = False
            case ["Suppose", one, "occurred"]:
                state[one] = True
            case _:
                raise AssertionError(f"a premise that a reader would not understand: {premise!r}")
    reaches: set[tuple[str, str]] = set()
    for _ in links:
        for cause, effect in links:
            reaches |= {(cause, effect)} | {(start, effect) for start, end in reaches if end == cause}
            if cause in state:
                state[effect] = state[cause]
    return {option for option in options if holds(option, state, reaches)}


def holds(option: str, state: dict[str, bool], reaches: set[tuple[str, str]]) -> bool:
    match option.removesuffix(".").split():
        case ["Therefore,", cause, "causes", effect]:
            return (cause, effect) in reaches
        case ["Therefore,", event, "did", "not", "occur"]:
            return event in state and not state[event]
        case ["Therefore,", event, "occurred"]:
            return state.get(event, False)
    raise AssertionError(option)


def shown(request) -> tuple[str, tuple[str, ...]]:
    """The part before the question, and the continuations in the order in which they are listed."""
    if isinstance(request, ScoreRequest):
        return request.prompt.removesuffix("\nContinuations:\n- "), request.continuations
    before, _, after = request.messages[-1].content.partition("\nWhich conclusion follows?\n")
    a, b, _ = after.split("\n")
    return before, (a.removeprefix("A: "), b.removeprefix("B: "))


@pytest.mark.parametrize("method", ["teacher-forced", "greedy"])
@pytest.mark.parametrize("nodes", NODES)
def test_every_target_is_what_the_described_world_gives(nodes, method) -> None:
    checked = Counter()
    for seed, index in CHAINS:
        block = build_chain(seed, index, Settings(nodes=nodes, orders="6" if nodes > 4 else "all"))
        for item in block.items:
            for request in SUITE.render(item.state, {"methods": [method], "paper_exact": False}).values():
                true = simulated(*shown(request))
                assert true == ({item.key.target} if item.key.target else set()), (item.name, request)
                checked[item.factors["variant"], item.key.target is None] += 1
    assert set(checked) == {("F", False), ("H", False), ("H", True), ("C", False), ("C", True)}


# ---------------------------------------------------------------------------------------------------------- the counts


@pytest.mark.parametrize("nodes", NODES)
def test_how_much_is_asked_about_one_chain(nodes) -> None:
    block = built(nodes)
    links = nodes - 1
    orders = math.factorial(links) if links <= 4 else 24
    pairs = math.comb(nodes, 2)
    assert len(of(block, "F")) == pairs * orders
    assert len(of(block, "H")) == 3 * orders
    assert len(of(block, "C")) == (2 + 2 * 2 * 3) * 4
    assert len(block.items) == len({item.name for item in block.items})
    kinds = Counter(pair.kind for pair in block.pairs)
    assert kinds == {
        "flip-cause": 4 * 4,
        "flip-unconnected": 4 * 4,
        "reorder-F": pairs * (orders - 1),
        "reorder-H": 2 * (orders - 1),
        "reorder-C": 12 * 3,
    }
    assert {item.unit for item in block.items} == {pair.unit for pair in block.pairs} == {"s42-c0"}


def test_size_and_split_are_obeyed() -> None:
    blocks = list(SUITE.build(SUITE.settings("quick", {"chains": "3", "seeds": "1,2"}, frozenset(Capability))))
    assert len(blocks) == 6
    assert len({item.name for block in blocks for item in block.items}) == sum(len(b.items) for b in blocks)
    train = built(split="train")
    names = {
        w.strip(".") for item in train.items for f in item.state.fields if " causes " in f.text for w in f.text.split()
    }
    assert names - {"causes", "Therefore,"} <= set(pool("train"))


def test_only_the_variants_asked_for() -> None:
    assert {item.factors["variant"] for item in built(variants=("H",)).items} == {"H"}
    whole = {item.name: item for item in built().items}
    for item in built(variants=("C",)).items:
        assert whole[item.name] == item, "what is asked does not depend on what else is asked"


def test_tcit_f_can_ask_what_the_paper_asks_and_no_more() -> None:
    items = of(built(pairs="root-leaf"), "F")
    assert {item.factors["query"] for item in items} == {"root>leaf"}
    whole = {item.name: item for item in built().items}
    assert all(whole[item.name] == item for item in items)


# ---------------------------------------------------------------------------------------------------------- the orders


@pytest.mark.parametrize("clauses", [2, 3, 4])
def test_up_to_four_clauses_every_distinct_order_is_asked(clauses) -> None:
    orders = orders_of(clauses, None, 42, "unit")
    assert set(orders) == set(itertools.permutations(range(clauses)))
    assert len(orders) == math.factorial(clauses)
    assert orders[0] == tuple(range(clauses))
    assert orders[1] == tuple(reversed(range(clauses)))


@given(clauses=st.integers(2, 14), wanted=st.integers(1, 30) | st.none(), seed=st.integers(0, 2**31))
def test_a_sample_of_orders_is_distinct_seeded_and_holds_forward_and_reverse(clauses, wanted, seed) -> None:
    orders = orders_of(clauses, wanted, seed, "unit")
    expected = min(wanted or math.factorial(min(clauses, 4)), math.factorial(clauses))
    assert len(orders) == len(set(orders)) == expected
    assert all(sorted(order) == list(range(clauses)) for order in orders)
    assert orders[0] == tuple(range(clauses))
    if expected > 1:
        assert orders[1] == orders[0][::-1]
    assert orders_of(clauses, wanted, seed, "unit") == orders


@given(seed=st.integers(0, 10_000), index=st.integers(0, 10_000))
def test_the_papers_ten_orders_are_weights_over_the_distinct_ones(seed, index) -> None:
    """Forward, reverse and eight draws among all; every distinct order is asked once, whatever it weighs."""
    weighted = build_chain(seed, index, Settings(orders="paper10"))
    plain = build_chain(seed, index, Settings())
    assert [i.name for i in weighted.items] == [i.name for i in plain.items]
    assert [i.state for i in weighted.items] == [i.state for i in plain.items]
    assert {i.factors["weight"] for i in plain.items} == {1}
    totals: Counter[tuple[object, ...]] = Counter()
    for item in weighted.items:
        question = tuple(item.factors[f] for f in ("variant", "premise", "query"))
        totals[question] += item.factors["weight"]
        if item.factors["order"] in ("0-1-2", "2-1-0"):
            assert item.factors["weight"] >= 1
    assert {total for (variant, *_), total in totals.items() if variant != "C"} == {10}
    by_order = {(i.factors["variant"], i.factors["order"], i.factors["weight"]) for i in weighted.items}
    assert len({key[:2] for key in by_order}) == len(by_order), "one weight for an order, whatever is asked"


def test_another_chain_is_shown_in_another_sample_of_orders() -> None:
    assert orders_of(7, None, 42, "s42-c0") != orders_of(7, None, 42, "s42-c1")
    assert orders_of(7, None, 42, "s42-c0") != orders_of(7, None, 1, "s42-c0")


@pytest.mark.parametrize("nodes", NODES)
def test_orders_are_shown_as_they_are_named(nodes) -> None:
    """The order in the design is the order in the text, and the reference order runs along the chain."""
    for item in of(built(nodes), "H"):
        links = [f.text for f in item.state.fields if " causes " in f.text]
        order = [int(i) for i in item.factors["order"].split("-")]
        restored = [links[order.index(i)].removesuffix(".").split(" causes ") for i in range(nodes - 1)]
        assert all(one[1] == two[0] for one, two in itertools.pairwise(restored))
        assert item.factors["forward"] == (order == list(range(nodes - 1)))


def test_the_two_chains_of_a_control_are_interleaved_and_share_no_name() -> None:
    item = next(item for item in of(built(5), "C") if item.factors["forward"])
    links = [f.text.removesuffix(".").split(" causes ") for f in item.state.fields if " causes " in f.text]
    one, two = links[::2], links[1::2]
    for chain in (one, two):
        assert all(a[1] == b[0] for a, b in itertools.pairwise(chain))
    assert not {name for link in one for name in link} & {name for link in two for name in link}


@pytest.mark.parametrize("nodes", [3, 4, 5, 8])
@pytest.mark.parametrize("method", METHODS)
def test_reordering_leaves_everything_but_the_order_of_clauses_byte_identical(nodes, method) -> None:
    groups = defaultdict(list)
    for item in built(nodes).items:
        for role, request in SUITE.render(item.state, {"methods": [method], "paper_exact": False}).items():
            question = tuple(item.factors[f] for f in ("variant", "premise", "query"))
            groups[question, role].append((item, msgspec.json.encode(request).decode()))
    assert groups
    for shown_in_all_orders in groups.values():
        assert len({text for _, text in shown_in_all_orders}) == len(shown_in_all_orders), (
            "every order reads differently"
        )
        without_clauses = set()
        clauses = set()
        for item, text in shown_in_all_orders:
            links = [f.text for f in item.state.fields if " causes " in f.text and not f.name.startswith("option")]
            line = " ".join(links)
            assert text.count(line) == 1
            without_clauses.add(text.replace(line, "…"))
            clauses.add(tuple(sorted(links)))
        assert len(without_clauses) == len(clauses) == 1


# ------------------------------------------------------------------------------------------------------- the questions


@pytest.mark.parametrize("nodes", NODES)
def test_tcit_f_asks_every_pair_once_per_order_in_the_right_direction(nodes) -> None:
    by_order = defaultdict(list)
    for item in of(built(nodes), "F"):
        by_order[item.factors["order"]].append(item)
    for items in by_order.values():
        asked = set()
        for item in items:
            links = dict(
                f.text.removesuffix(".").split(" causes ") for f in item.state.fields if f.name.startswith("s42")
            )
            root = (set(links) - set(links.values())).pop()
            chain = [root]
            while chain[-1] in links:
                chain.append(links[chain[-1]])
            cause, effect = item.key.target.removeprefix("Therefore, ").removesuffix(".").split(" causes ")
            assert chain.index(cause) < chain.index(effect)
            options = {item.state["option:0"].text, item.state["option:1"].text}
            assert options == {f"Therefore, {cause} causes {effect}.", f"Therefore, {effect} causes {cause}."}
            whole = (cause, effect) == (chain[0], chain[-1])
            assert (item.factors["query"] == "root>leaf") == whole
            asked.add(frozenset((cause, effect)))
        assert len(asked) == len(items) == math.comb(nodes, 2)


@pytest.mark.parametrize("nodes", NODES)
def test_tcit_h_supposes_both_polarities_of_the_root_equally_and_asks_the_prior(nodes) -> None:
    items = of(built(nodes), "H")
    assert len(set(Counter(item.factors["polarity"] for item in items).values())) == 1
    assert {item.factors["polarity"] for item in items} == {"absent", "present", "none"}
    for item in items:
        supposed = [f.text for f in item.state.fields if f.text.startswith("Suppose")]
        if item.factors["polarity"] == "none":
            assert (supposed, item.key.target, item.factors["prior"]) == ([], None, "")
            continue
        absent = "did not occur" in supposed[0]
        assert ("did not occur" in item.key.target) == absent == (item.factors["polarity"] == "absent")


@pytest.mark.parametrize("nodes", [3, 4, 6])
def test_the_prior_of_a_question_is_the_same_one_with_nothing_stated(nodes) -> None:
    block = built(nodes)
    by_name = {item.name: item for item in block.items}
    for item in block.items:
        asked = item.factors["variant"] != "F" and item.key.target is not None
        assert bool(item.factors["prior"]) == asked
        if asked:
            prior = by_name[item.factors["prior"]]
            without = tuple(f for f in item.state.fields if f.name not in ("baseline", "suppose"))
            assert prior.state.fields == without
            assert prior.key.target is None
            assert prior.factors["order"] == item.factors["order"]


def test_options_are_listed_in_an_order_that_says_nothing_about_the_target() -> None:
    for item in built().items:
        options = [item.state["option:0"].text, item.state["option:1"].text]
        assert options == sorted(options)


def test_the_papers_own_listing_shows_the_right_answer_first() -> None:
    for item in built(paper_exact=True).items:
        if item.key.target is not None:
            assert item.state["option:0"].text == item.key.target
        requests = SUITE.render(item.state, {"methods": ["greedy", "forced-choice"], "paper_exact": True})
        assert set(requests) == {"greedy:ab", "forced-choice:ab"}


def test_tcit_c_flips_one_root_and_asks_both_leaves_from_both_baselines() -> None:
    seen = Counter()
    for item in of(built(), "C"):
        if item.factors["query"].startswith("prior"):
            assert not {"baseline", "suppose"} & {f.name for f in item.state.fields}
            assert item.key.target is None
            continue
        baseline = "Both" in item.state["baseline"].text
        query = item.factors["query"]
        if query.startswith("base"):
            assert "suppose" not in item.state
            right = baseline
        else:
            flipped = "did not occur" not in item.state["suppose"].text
            assert flipped != baseline, "the supposition contradicts the baseline"
            right = flipped if query.startswith("touched") else baseline
        assert ("did not occur" not in item.key.target) == right
        seen[query.partition("-")[0], baseline] += 1
    assert len(set(seen.values())) == 1
    assert set(seen) == set(itertools.product(("base", "touched", "untouched"), (True, False)))


# ------------------------------------------------------------------------------------------------------- the contrasts


@hypothesis_settings(max_examples=20)
@given(nodes=st.integers(3, 8), seed=st.integers(0, 10_000), index=st.integers(0, 10_000))
def test_contrasts_agree_with_their_targets_and_start_from_the_reference_order(nodes, seed, index) -> None:
    block = build_chain(seed, index, Settings(nodes=nodes))
    by_name = {item.name: item for item in block.items}
    for pair in block.pairs:
        base, changed = by_name[pair.base], by_name[pair.changed]
        assert base.factors["forward"]
        assert base.unit == changed.unit == pair.unit
        assert base.name != changed.name
        if pair.expectation is Expectation.CHANGE:
            assert base.key.target != changed.key.target
        else:
            assert base.key.target == changed.key.target is not None
        if pair.kind.startswith("reorder"):
            same = ("variant", "premise", "query", "polarity")
            assert all(base.factors[f] == changed.factors[f] for f in same)
            assert sorted(base.state.fields, key=str) == sorted(changed.state.fields, key=str)
        else:
            assert base.factors["query"].startswith("base")
            touched = changed.factors["query"].startswith("touched")
            assert (pair.expectation is Expectation.CHANGE) == touched == (pair.kind == "flip-cause")


def test_every_asked_item_but_the_forward_ones_is_held_against_its_forward_self() -> None:
    block = built(5)
    reordered = [pair.changed for pair in block.pairs if pair.kind.startswith("reorder")]
    expected = [i.name for i in block.items if not i.factors["forward"] and i.key.target is not None]
    assert sorted(reordered) == sorted(expected)
    flipped = [pair.changed for pair in block.pairs if pair.kind.startswith("flip")]
    assert sorted(flipped) == sorted(i.name for i in of(block, "C") if "touched" in i.factors["query"])
