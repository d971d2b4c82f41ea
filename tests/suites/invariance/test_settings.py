"""Settings: named sizes, the user's values on top, and a sentence for every wrong one."""

from __future__ import annotations

import msgspec
import pytest

from holdfast.core import Capability, HoldfastError
from holdfast.suites import SIZES as SIZE_NAMES
from holdfast.suites import SUITES, get_suite
from holdfast.suites.invariance.settings import SIZES, Settings, resolve
from holdfast.suites.invariance.suite import SUITE

ALL = frozenset(Capability)


def test_sizes_are_the_ones_the_command_line_offers() -> None:
    assert set(SIZES) == set(SIZE_NAMES)
    assert SIZES["quick"].chains < SIZES["standard"].chains < SIZES["paper"].chains == 2_000
    assert SIZES["paper"].seeds == (1, 2, 3, 4, 42)
    assert {size.nodes for size in SIZES.values()} == {4}


def test_overrides_stand_on_top_of_a_size() -> None:
    found = resolve(
        "quick",
        {
            "chains": "3",
            "seeds": "1,2,42",
            "nodes": "6",
            "variants": "H,C",
            "method": "greedy,1",
            "split": "train",
            "orders": "3",
            "samples": "5",
            "paper_exact": "true",
        },
    )
    assert found == Settings(
        chains=3,
        seeds=(1, 2, 42),
        nodes=6,
        variants=("H", "C"),
        methods=("greedy", "teacher-forced"),
        split="train",
        orders="3",
        samples=5,
        paper_exact=True,
    )
    assert resolve("paper", {"chains": "5"}).seeds == (1, 2, 3, 4, 42)
    assert resolve("standard", {}) == SIZES["standard"]


WRONG = {
    ("chains", "0"): "`--chains` must be 1 or more, not 0",
    ("chains", "-1"): "`--chains` must be 1 or more, not -1",
    ("chains", "many"): "`--chains` takes a whole number, not 'many'",
    ("chains", "2.5"): "`--chains` takes a whole number, not '2.5'",
    ("chains", ""): "`--chains` takes a whole number, not ''",
    ("seeds", ""): "`--seeds` takes at least one whole number, and none twice",
    ("seeds", "1,1"): "`--seeds` takes at least one whole number, and none twice",
    ("seeds", "1,x"): "`--seeds` takes whole numbers, separated by commas, not '1,x'",
    ("nodes", "2"): "3 to 8 nodes, not 2",
    ("nodes", "9"): "3 to 8 nodes, not 9",
    ("orders", "-1"): "`--orders`",
    ("orders", "0"): "`--orders`",
    ("orders", "some"): "`--orders`",
    ("samples", "0"): "`--samples` must be 1 or more, not 0",
    ("pairs", "root"): "did you mean 'root-leaf'",
    ("paper_exact", "perhaps"): "`--paper-exact` takes true or false, not 'perhaps'",
    ("methods", ""): "No method is named",
    ("methods", "greedy,greedy"): "A method is named twice",
    ("methods", "1,teacher-forced"): "A method is named twice",
    ("control_orders", "0"): "`--control-orders` must be 1 or more, not 0",
    ("method", "gredy"): "did you mean 'greedy'",
    ("method", "teacher"): "did you mean 'teacher-forced'",
    ("variants", "F,X"): "no TCIT variant 'X'",
    ("variants", "h"): "no TCIT variant 'h'",
}


@pytest.mark.parametrize(("key", "value"), WRONG)
def test_a_wrong_value_is_one_sentence(key, value) -> None:
    with pytest.raises(HoldfastError, match=WRONG[key, value]) as caught:
        resolve("quick", {key: value})
    assert "\n" not in str(caught.value)


def test_no_variant_at_all_is_one_sentence() -> None:
    with pytest.raises(HoldfastError, match="variant"):
        resolve("quick", {"variants": ""})


@pytest.mark.parametrize(("key", "value"), [("seeds", "42,42"), ("variants", "H,H")])
def test_nothing_is_measured_twice_under_one_name(key, value) -> None:
    """The same seed or variant twice would give every case twice, with one id, and count it as new evidence."""
    with pytest.raises(HoldfastError, match="twice"):
        resolve("quick", {key: value})


def test_a_wrong_split_is_said_before_anything_is_built() -> None:
    with pytest.raises(HoldfastError, match="did you mean 'train'"):
        resolve("quick", {"split": "trian"})


def test_unknown_names_suggest_the_near_one() -> None:
    with pytest.raises(HoldfastError, match="no setting 'chain'; did you mean 'chains'"):
        resolve("quick", {"chain": "3"})
    with pytest.raises(HoldfastError, match="no size 'quik' for invariance; did you mean 'quick'"):
        resolve("quik", {})
    with pytest.raises(HoldfastError, match="no suite 'invarience'; did you mean 'invariance'"):
        get_suite("invarience")
    with pytest.raises(HoldfastError, match=r"no setting 'zzzz'; known are .*chains.*seeds"):
        resolve("quick", {"zzzz": "3"})


def test_the_method_suits_what_all_agents_surely_can() -> None:
    assert SUITE.settings("quick", {}, ALL)["methods"] == ["teacher-forced"]
    assert SUITE.settings("quick", {}, frozenset({Capability.REPLY}))["methods"] == ["greedy"]
    assert SUITE.settings("quick", {}, frozenset({Capability.REPLY, Capability.CHOICES}))["methods"] == [
        "forced-choice"
    ]
    chosen = SUITE.settings("quick", {"method": "teacher-forced"}, frozenset({Capability.REPLY}))
    assert chosen["methods"] == ["teacher-forced"], "what the user says is not overruled"
    needs = {"teacher-forced": "score", "forced-choice": "choices", "sampling": "reply", "greedy": "reply"}
    assert {m: SUITE.needs({"methods": [m]}) for m in needs} == {m: {Capability(c)} for m, c in needs.items()}
    assert SUITE.needs({"methods": list(needs)}) == ALL


@pytest.mark.parametrize("size", SIZE_NAMES)
def test_settings_are_plain_values_and_come_back_as_they_are(size) -> None:
    settings = SUITE.settings(size, {"seeds": "1,2"}, ALL)
    assert msgspec.json.decode(msgspec.json.encode(settings)) == settings
    assert msgspec.convert(settings, Settings) == resolve(size, {"seeds": "1,2"})


def test_every_suite_loads_and_has_its_own_name() -> None:
    for name, entry in SUITES.items():
        suite = get_suite(name)
        assert suite.name == name
        assert suite.version >= 1
        assert entry.summary
