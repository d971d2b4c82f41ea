"""The suite end to end: agents with a known pattern of answers give exactly the numbers that follow from it."""

from __future__ import annotations

import math

import msgspec
import polars as pl
import pytest

from holdfast.core import (
    AgentBase,
    AgentFailure,
    Capability,
    Failure,
    HoldfastError,
    Identity,
    Reply,
    ReplyRequest,
    ScoreRequest,
    Scores,
)
from holdfast.engine.folder import RunFolder
from holdfast.engine.pipeline import execute
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.progress import Silent
from holdfast.suites import SUITES, get_suite
from holdfast.suites.regression.items import CONTENT_FREE, records
from holdfast.suites.regression.suite import SUITE

EVERYTHING = frozenset(Capability)
REPLIES = frozenset({Capability.REPLY})
CALM, DULL = "The sea is calm and the boats are home.", "it is so it is so it is so"
GOOD = {
    "non_empty": "Hello.", "list_items": "- a\n- b\n- c", "one_word": "Word", "answer": "Rome", "upper_case": "STOP",
    "continuation": "Thursday", "ends_with": "It is blue.", "json_keys": '{"name": 1, "age": 2}',
    "no_digits": "Twelve.", "begins_with": "Today it rains.", "at_most_words": "Short.",
    "mentions": "The bread fell into the river.", "sentences": "It is up. It is far.", "lower_case": "madrid",
    "no_commas": "It is calm.", "one_of": "red",
}  # fmt: skip
"""A reply that passes the first item of each check."""


class Scripted(AgentBase):
    """Right on some questions and wrong on the others, biased to yes; follows some instructions; repeats itself."""

    capabilities = EVERYTHING

    def __init__(self, spec: str, *, wrong: int = 0, unfollowed: int = 0, dull: int = 0, bias: float = 0.0) -> None:
        self.identity = Identity(spec, "1")
        self.bias = bias
        questions = records("A")
        self.right = {q.question: (q.answer == "yes") == (i >= wrong) for i, q in enumerate(questions)}
        self.follows = {
            r.instruction: GOOD[r.check] if i >= unfollowed else "" for i, r in enumerate(records("B")[:16])
        }
        self.writes = {r.prompt: DULL if i < dull else CALM for i, r in enumerate(records("D"))}

    async def score(self, request: ScoreRequest) -> Scores:
        if len(request.continuations) == 1:
            return Scores((-2.0 * 12,), (12,))
        question = request.prompt.rpartition("Question: ")[2].partition("\nAnswer:")[0]
        lead = self.bias + (0 if question in CONTENT_FREE else 1 if self.right[question] else -1)
        return Scores((-1.0 + lead, -1.0), (1, 1))

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
        text = request.messages[-1].content
        question = text.partition("\n")[0]
        if question in self.right:
            return Reply("Yes." if self.right[question] else "No.")
        return Reply((self.follows | self.writes)[text])


class Mute(Scripted):
    """The same without log-probabilities."""

    capabilities = REPLIES


def measure(tmp_path, agents, **overrides: str):
    can = frozenset.intersection(*(agent.capabilities for agent in agents))
    settings = SUITE.settings("quick", overrides, can)
    plan = Plan("quick", (SuitePlan("regression", SUITE.version, settings),), tuple(a.identity.spec for a in agents))
    folder = RunFolder(tmp_path / "run")
    folder.create()
    made = {agent.identity.spec: agent for agent in agents}
    outcome = execute(folder, plan, {"regression": SUITE}, made.__getitem__, Silent())
    return folder, outcome.findings


def estimates(findings, agent: str) -> dict[str, float | None]:
    return {f.name.removeprefix("regression."): f.estimate for f in findings.findings if f.agent == agent}


def test_a_known_pattern_gives_exactly_its_numbers(tmp_path) -> None:
    agent = Scripted("scripted", wrong=4, unfollowed=3, dull=4)
    folder, found = measure(tmp_path, [agent], limit="16")
    got = estimates(found, "scripted")
    assert got["a.accuracy"] == got["a.prior_corrected_accuracy"] == 12 / 16
    assert got["a.margin"] == pytest.approx((12 - 4) / 16)
    assert got["a.yes_rate"] == 0.5, "two wrong in each direction"
    assert got["a.undecided_rate"] == 0
    assert got["b.pass_rate"] == 13 / 16
    assert [got[f"b.pass_rate.{r.check}"] for r in records("B")[:16]] == [0, 0, 0] + [1] * 13
    assert got["c.nll"] == pytest.approx(2.0)
    per_byte = [24 / math.log(2) / len(p.rest) for p in records("C")[:16]]
    assert got["c.bits_per_byte"] == pytest.approx(sum(per_byte) / 16)
    assert got["d.repetition_rate"] == pytest.approx(4 / 16 * 3 / 6)
    assert got["d.distinct_ratio"] == pytest.approx((4 * 3 / 9 + 12 * 8 / 9) / 16)
    assert got["d.empty_rate"] == 0
    assert got["d.words"] == 9
    assert [f.name for f in found.findings if f.headline] == [
        "regression.a.accuracy", "regression.b.pass_rate", "regression.c.nll", "regression.d.repetition_rate",
    ]  # fmt: skip
    by_name = {f.name: f for f in found.findings}
    assert by_name["regression.c.nll"].higher_is_better is False
    assert by_name["regression.d.repetition_rate"].higher_is_better is False
    assert by_name["regression.a.accuracy"].units == by_name["regression.a.accuracy"].n == 16
    interval = by_name["regression.a.accuracy"].interval
    assert 0.4 < interval.low < 0.75 < interval.high <= 1

    table = pl.read_csv(folder.tables / "regression.csv")
    assert table.height == 1
    assert table.row(0, named=True) | {"agent": "scripted", "a_accuracy": 0.75, "b_pass_rate": 0.8125} == table.row(
        0, named=True
    )
    items = pl.read_csv(folder.tables / "regression_items.csv")
    assert items.group_by("part").len().sort("part").rows() == [("A", 20), ("B", 16), ("C", 16), ("D", 16)]
    assert items.filter(pl.col("part") == "B")["passed"].sum() == 13
    assert not (folder.tables / "regression_paired.csv").exists()


def test_a_bias_to_yes_shows_in_the_yes_rate_and_is_taken_off_by_correction(tmp_path) -> None:
    _, found = measure(tmp_path, [Scripted("biased", bias=3.0)], parts="A")
    got = estimates(found, "biased")
    assert got["a.accuracy"] == 0.5
    assert got["a.yes_rate"] == 1
    assert got["a.prior_corrected_accuracy"] == 1
    assert got["a.margin"] == pytest.approx(1.0)
    assert {name[0] for name in got} == {"a"}, "parts that are not wanted are not spoken of"


def test_without_log_probabilities_a_is_read_from_replies_and_c_is_not_measured(tmp_path) -> None:
    folder, found = measure(tmp_path, [Mute("mute", wrong=8)], limit="16")
    got = estimates(found, "mute")
    assert got["a.accuracy"] == 0.5
    assert got["b.pass_rate"] == 1
    unmeasured = {f.name: f.note for f in found.findings if f.estimate is None}
    assert unmeasured.keys() == {
        f"regression.{n}" for n in ("a.prior_corrected_accuracy", "a.margin", "c.nll", "c.bits_per_byte")
    }
    assert all("needs log-probabilities" in note for note in unmeasured.values())
    assert pl.read_csv(folder.tables / "regression.csv")["a_read_from"].to_list() == ["reply"]
    assert found.certificate.shortcuts["regression"] == {"always yes": 0.5, "always no": 0.5}


def test_two_agents_are_paired_item_by_item(tmp_path) -> None:
    before = Scripted("before", wrong=4, unfollowed=2)
    after = Scripted("after", wrong=6, unfollowed=2, dull=8)
    folder, _ = measure(tmp_path, [before, after], limit="16")
    paired = {row["measure"]: row for row in pl.read_csv(folder.tables / "regression_paired.csv").iter_rows(named=True)}
    accuracy = paired["regression.a.accuracy"]
    assert (accuracy["baseline"], accuracy["agent"], accuracy["items"]) == ("before", "after", 16)
    assert (accuracy["baseline_mean"], accuracy["agent_mean"]) == (0.75, 0.625)
    assert accuracy["difference"] == -0.125
    assert -0.4 < accuracy["difference_low"] < -0.125 < accuracy["difference_high"] <= 0
    same = paired["regression.b.pass_rate"]
    assert same["difference"] == 0
    hidden = 1 - 0.025 ** (1 / 16)
    assert (same["difference_low"], same["difference_high"]) == pytest.approx((-hidden, hidden), abs=1e-5)
    assert same["method"] == "clopper-pearson over items"
    assert paired["regression.c.nll"]["difference"] == 0
    assert paired["regression.d.repetition_rate"]["difference"] == pytest.approx(8 / 16 * 3 / 6)
    assert paired["regression.d.repetition_rate"]["higher_is_better"] is False


def test_a_failed_request_is_missing_and_not_wrong(tmp_path) -> None:
    class Failing(Scripted):
        async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
            if request.messages[-1].content == records("B")[5].instruction:
                raise AgentFailure(Failure.SERVER, "It broke.")
            return await super().reply(request, draw)

    folder, found = measure(tmp_path, [Scripted("well"), Failing("failing")], limit="16")
    by_name = {(f.agent, f.name): f for f in found.findings}
    assert by_name["failing", "regression.b.pass_rate"].estimate == 1
    assert by_name["failing", "regression.b.pass_rate"].n == 15
    paired = pl.read_csv(folder.tables / "regression_paired.csv").filter(pl.col("measure") == "regression.b.pass_rate")
    assert paired["items"].to_list() == [15]


def test_an_agent_that_says_nothing_has_no_repetition_rate_and_says_so(tmp_path) -> None:
    class Silence(Mute):
        async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
            return Reply("")

    _, found = measure(tmp_path, [Silence("silence")], limit="8")
    got = estimates(found, "silence")
    assert (got["a.accuracy"], got["a.undecided_rate"], got["b.pass_rate"], got["d.empty_rate"]) == (0, 1, 0, 1)
    assert got["d.repetition_rate"] is None
    assert "no reply has four words" in next(f.note for f in found.findings if f.name == "regression.d.repetition_rate")


def test_the_certificate_holds(tmp_path) -> None:
    _, found = measure(tmp_path, [Scripted("scripted")], parts="A,C,D", limit="5")
    certificate = found.certificate
    assert certificate.key_shuffle.identical
    assert certificate.key_shuffle.targets_changed > 0
    assert certificate.shortcuts["regression"] == {"always yes": 0.5, "always no": 0.5}
    assert set(certificate.checks["regression"].values()) == {"ok"}


def test_what_is_asked_is_decided_by_what_all_agents_can() -> None:
    assert SUITE.settings("quick", {}, EVERYTHING) == {"parts": ["A", "B", "C", "D"], "scored": True, "limit": 0}
    assert SUITE.settings("paper", {}, REPLIES)["scored"] is False
    assert SUITE.settings("quick", {"scored": "false"}, EVERYTHING)["scored"] is False
    needs = {
        parts: SUITE.needs(SUITE.settings("quick", {"parts": parts}, EVERYTHING)) for parts in ("A", "A,B", "C", "D")
    }
    both = frozenset({Capability.REPLY, Capability.SCORE})
    assert needs == {"A": {Capability.SCORE}, "A,B": both, "C": {Capability.SCORE}, "D": REPLIES}
    assert SUITE.needs(SUITE.settings("quick", {}, REPLIES)) == REPLIES


@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        ({"parts": "A,E"}, "no part 'E'"),
        ({"parts": "A,A"}, "named twice"),
        ({"parts": ""}, "at least one"),
        ({"limit": "-1"}, "`--limit` must be 0"),
        ({"limit": "many"}, "`--limit` takes a whole number"),
        ({"parts": "C", "scored": "false"}, "Part C needs an agent that can score"),
        ({"chains": "3"}, "no setting 'chains'"),
    ],
)
def test_bad_settings_are_a_sentence(overrides: dict[str, str], sentence: str) -> None:
    with pytest.raises(HoldfastError, match=sentence):
        SUITE.settings("quick", overrides, EVERYTHING)


def test_it_is_there_by_name_and_only_by_name() -> None:
    assert get_suite("regression") is SUITE
    assert not SUITES["regression"].default


@pytest.mark.model
def test_the_embedded_model_for_real(tmp_path, embedded) -> None:
    folder, found = measure(tmp_path, [embedded], limit="3")
    assert msgspec.to_builtins(found.coverage)[0]["answered"] == len(CONTENT_FREE) + 4 + 3 + 3 + 3
    got = estimates(found, "embedded")
    assert 1.5 < got["c.nll"] < 6, "English that it has not seen, by a small model"
    assert 0.6 < got["c.bits_per_byte"] < 2
    assert got["d.empty_rate"] == 0
    assert got["d.repetition_rate"] < 0.5
    assert got["d.words"] > 20
    items = pl.read_csv(folder.tables / "regression_items.csv")
    assert items.filter(pl.col("part").is_in(["B", "D"]))["answer"].null_count() == 0
