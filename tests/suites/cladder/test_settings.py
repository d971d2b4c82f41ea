"""Sizes, defaults that suit the agents, and sentences for what cannot be."""

from __future__ import annotations

import pytest

from holdfast.agents.registry import AgentOptions
from holdfast.cli.measure import Choice, make_plan
from holdfast.core import Capability, HoldfastError
from holdfast.suites import SUITES, get_suite
from suites.cladder.made import write

SUITE = get_suite("cladder")
ALL = frozenset(Capability)


def settings(can=ALL, size="quick", **overrides):
    return SUITE.settings(size, overrides, can)


def test_sizes() -> None:
    assert [settings(size=size)["rows"] for size in ("quick", "standard", "paper")] == [120, 1_500, 0]
    assert not SUITES["cladder"].default


def test_the_default_method_is_the_best_that_all_agents_can() -> None:
    methods = {
        ALL: "teacher-forced",
        frozenset({Capability.CHOICES, Capability.REPLY}): "forced-choice",
        frozenset({Capability.REPLY}): "greedy",
    }
    assert {can: settings(can)["method"] for can in methods} == methods
    assert settings(method="greedy")["method"] == "greedy"
    assert SUITE.needs(settings()) == {Capability.SCORE}


def test_a_chain_of_thought_is_written() -> None:
    chosen = settings(cot="true")
    assert (chosen["method"], chosen["cot"]) == ("greedy", True)
    assert SUITE.needs(chosen) == {Capability.REPLY}
    with pytest.raises(HoldfastError, match="set method=greedy"):
        settings(cot="true", method="teacher-forced")


@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        ({"rows": "-1"}, r"`--rows` must be 0 \(all\) or more, not -1"),
        ({"rows": "many"}, "`--rows` takes a whole number, not 'many'"),
        ({"method": "greedi"}, "did you mean 'greedy'"),
        ({"file": "x"}, "has no setting 'file'"),
        ({"data": "/nowhere/x.csv"}, "There is no file /nowhere/x.csv"),
    ],
)
def test_bad_settings_are_one_sentence(overrides, sentence) -> None:
    with pytest.raises(HoldfastError, match=sentence):
        settings(**overrides)


def test_without_data_the_sentence_says_what_to_give() -> None:
    with pytest.raises(HoldfastError, match=r"was given none; name one with `--data PATH`"):
        next(SUITE.build(settings()))


def test_a_plan_holds_the_whole_path_and_what_the_file_holds(tmp_path, data, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    plan = make_plan(Choice(["cladder"], ["command:cat"], "quick", ["data=cladder.jsonl"], [], None), AgentOptions())
    chosen = plan.suites[0].settings
    assert chosen["data"] == str(data)
    assert len(chosen["data_digest"]) == 32
    assert chosen["method"] == "greedy"


def test_a_file_that_changed_is_refused(data, rows) -> None:
    planned = settings(data=str(data))
    assert len(list(SUITE.build(planned))) > 0
    rows[0]["label"] = "yes" if rows[0]["label"] == "no" else "no"
    write(data, rows)
    with pytest.raises(HoldfastError, match=r"holds other questions .* restore the file or start a new run"):
        next(SUITE.build(planned))
    with pytest.raises(HoldfastError, match="holds other questions"):
        settings(data=str(data), data_digest=planned["data_digest"])
