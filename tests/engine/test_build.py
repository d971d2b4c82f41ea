"""Building: the hidden side stays hidden, and the proof of it can fail."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import polars as pl
import pytest

from holdfast.core import Capability, Expectation, Field, HoldfastError, Item, Key, Message, Pair, ReplyRequest, State
from holdfast.core.agent import request_decoder
from holdfast.engine.build import asks, build, case_of
from holdfast.engine.folder import RunFolder
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.suite import Block, Shortcut
from holdfast.suites import get_suite

EVERYTHING = frozenset(Capability)


class Coin:
    """A tiny suite: heads or tails. `expect` is what its contrasts claim."""

    name = "coin"
    version = 1

    def __init__(self, expect: Expectation = Expectation.CHANGE, n: int = 40) -> None:
        self.expect, self.n = expect, n
        self.shortcuts = {"always heads": Shortcut(lambda request: "heads", 0.5)}

    def build(self, settings) -> Iterator[Block]:
        for i in range(self.n):
            items = [
                Item(
                    f"{i}/{side}", f"unit-{i}",
                    State(str(i), (Field("toss", f"Toss {i}", str(i)), Field("side", side, str(i)))),
                    Key(side), {"side": side},
                )
                for side in ("heads", "tails")
            ]  # fmt: skip
            yield Block(items, [Pair(items[0].name, items[1].name, self.expect, "turn", f"unit-{i}")])

    def render(self, state, settings):
        return {"answer": ReplyRequest((Message("user", " ".join(f.text for f in state.fields)),))}

    def replicates(self, role, settings) -> int:
        return 2

    def check(self, design: pl.DataFrame) -> dict[str, str]:
        return {"some": "ok" if design.height else "nothing built"}


def planned(suite: Coin) -> Plan:
    return Plan("quick", (SuitePlan(suite.name, 1, {}),), ("reference/bound",))


def test_cases_hold_what_agents_may_see_and_nothing_else(tmp_path) -> None:
    folder = RunFolder(tmp_path)
    certificate = build(folder, planned(Coin()), {"coin": Coin()})
    cases, design = pl.read_parquet(folder.cases), pl.read_parquet(folder.design)
    assert cases.columns == ["suite", "id", "role", "replicates", "request"]
    assert set(cases["id"]) == set(design["id"])
    assert design["target"].to_list() == ["heads", "tails"] * 40
    assert not any(name in id_ for id_, name in zip(design["id"], design["name"], strict=True))
    assert certificate.key_shuffle.cases == 80
    assert certificate.key_shuffle.targets_changed > 20
    assert certificate.key_shuffle.identical
    assert certificate.shortcuts == {"coin": {"always heads": 0.5}}
    assert certificate.checks == {"coin": {"some": "ok"}}


def test_building_twice_gives_the_same_bytes(tmp_path) -> None:
    folders = [RunFolder(tmp_path / name) for name in ("one", "two")]
    for folder in folders:
        folder.create()
        build(folder, planned(Coin()), {"coin": Coin()})
    for file in ("cases.parquet", "design.parquet", "contrasts.parquet"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_the_proof_catches_a_target_that_reaches_the_prompt(tmp_path, monkeypatch) -> None:
    """The only way from a key to a prompt is through `case_of`; make it leak, and the run must stop."""
    honest = case_of

    def leaky(suite, planned_suite, item):
        case = honest(suite, planned_suite, item)
        told = ReplyRequest((Message("user", f"{item.state['toss'].text} (it is {item.key.target})"),))
        return msgspec.structs.replace(case, requests={"answer": told})

    monkeypatch.setattr("holdfast.engine.build.case_of", leaky)
    with pytest.raises(HoldfastError, match="A hidden target reaches the prompt"):
        build(RunFolder(tmp_path), planned(Coin()), {"coin": Coin()})


def test_a_contrast_against_its_own_targets_is_refused(tmp_path) -> None:
    with pytest.raises(HoldfastError, match="a change needs two different ones"):
        build(RunFolder(tmp_path), planned(Coin()), {"coin": Coin(expect=Expectation.STAY)})


def test_an_empty_plan_is_a_sentence(tmp_path) -> None:
    with pytest.raises(HoldfastError, match="nothing to ask"):
        build(RunFolder(tmp_path), planned(Coin()), {"coin": Coin(n=0)})


def test_requests_are_read_back_in_order_whatever_the_slices(tmp_path, monkeypatch) -> None:
    folder = RunFolder(tmp_path)
    build(folder, planned(Coin()), {"coin": Coin()})
    everything = pl.read_parquet(folder.cases)
    monkeypatch.setattr("holdfast.engine.build.CHUNK_ITEMS", 7)
    found = [(one.case_id, one.role, one.replicate, one.request) for one in asks(folder)]
    assert found == [
        (case, role, replicate, request_decoder.decode(body))
        for _, case, role, _, body in everything.iter_rows()
        for replicate in (0, 1)
    ]


def test_real_cases_say_nothing_about_their_targets(tmp_path) -> None:
    """Over all of TCIT: with the targets' texts known, no visible text marks which of the two is right."""
    suite = get_suite("invariance")
    settings = suite.settings("quick", {"chains": "3"}, EVERYTHING)
    plan = Plan("quick", (SuitePlan("invariance", 1, settings),), ("reference/bound",))
    folder = RunFolder(tmp_path)
    build(folder, plan, {"invariance": suite})
    targets = dict(pl.read_parquet(folder.design).select("id", "target").iter_rows())
    for one in asks(folder):
        if (target := targets[one.case_id]) is not None:
            assert target not in one.request.prompt
            assert target in one.request.continuations
            assert one.request.continuations == tuple(sorted(one.request.continuations))
