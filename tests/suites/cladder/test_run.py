"""Whole runs: what agents see, what the hidden side keeps, and what comes out for agents of known behaviour."""

from __future__ import annotations

import math
import re

import polars as pl
import pytest

from holdfast.agents.registry import make_agent
from holdfast.core import AgentFailure, Capability, Failure, ScoreRequest
from holdfast.engine.build import asks, build
from holdfast.engine.folder import RunFolder
from holdfast.engine.pipeline import execute
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.progress import Silent
from holdfast.suites import get_suite
from holdfast.suites.cladder.methods import METHODS
from holdfast.suites.cladder.wording import CONTENT_FREE
from suites.cladder.made import Scoring, Writing, found, run, write

SCORES = frozenset(Capability)
REPLIES = frozenset({Capability.REPLY})


def number_in(prompt: str) -> int | None:
    asked = re.search(r"in case (\d+)\?", prompt)
    return int(asked[1]) if asked else None


def truth(prompt: str) -> str:
    """The label of a made question, which is in its number for who knows how they were made."""
    number = number_in(prompt)
    return "yes" if number is not None and number // 3 % 2 else "no"


def built(where, data, **overrides) -> tuple[RunFolder, object]:
    suite = get_suite("cladder")
    settings = suite.settings("paper", {"data": str(data), **overrides}, SCORES)
    folder = RunFolder(where)
    folder.create()
    plan = Plan("paper", (SuitePlan("cladder", 1, settings),), ("x",))
    return folder, build(folder, plan, {"cladder": suite})


# ------------------------------------------------------------------------------------------------- the hidden side


@pytest.mark.parametrize("overrides", [{}, {"method": "forced-choice"}, {"method": "greedy"}, {"cot": "true"}])
def test_labels_never_reach_a_request(tmp_path, data, rows, overrides) -> None:
    """With every label turned round, the cases are the same bytes."""
    turned = [{**row, "label": "yes" if row["label"] == "no" else "no"} for row in rows]
    folder, certificate = built(tmp_path / "one", data, **overrides)
    other, _ = built(tmp_path / "two", write(tmp_path / "turned.jsonl", turned), **overrides)
    assert folder.cases.read_bytes() == other.cases.read_bytes()
    before, after = (pl.read_parquet(f.design)["target"].drop_nulls() for f in (folder, other))
    assert (before != after).all()
    assert certificate.key_shuffle.identical
    assert certificate.key_shuffle.targets_changed > 20
    everything_said = " ".join(str(one.request) for one in asks(folder))
    assert not any(word in everything_said for word in ("marginal", "nde", "story1", "commonsense", "rung"))


def test_the_certificate_of_a_balanced_file(tmp_path, data) -> None:
    _, certificate = built(tmp_path / "run", data)
    solvers = certificate.shortcuts["cladder"]
    assert (solvers["always yes"], solvers["always no"]) == (0.5, 0.5)
    assert set(certificate.shortcut_levels["cladder"].values()) == {0.5}
    assert set(certificate.checks["cladder"].values()) == {"ok"}
    assert "every prompt asked once (copies left out: 0 of 60 rows)" in certificate.checks["cladder"]


def test_the_certificate_names_what_is_wrong_with_a_file(tmp_path, rows) -> None:
    rows = [row for row in rows if row["rung"] != 2 or row["label"] == "yes"]
    rows[0] |= {"story_id": None, "sensical": None}
    rows += [{**rows[1], "id": 90}, {**rows[2], "id": 91}, {**rows[2], "id": 92, "label": "no"}]
    _, certificate = built(tmp_path / "run", write(tmp_path / "x.jsonl", rows))
    checks = certificate.checks["cladder"]
    assert checks["labels balanced per rung"].startswith("rung 2 says yes to 100% of 10")
    assert "every prompt asked once (copies left out: 1 of 53 rows)" in checks
    assert checks["no prompt with both labels"].startswith("note: 3 rows")
    assert checks["every question has a story"].startswith("note: 1 of ")
    assert checks["every question has a query type and a sense"].startswith("1 of ")
    assert certificate.shortcuts["cladder"]["always yes"] > 0.55


def test_neighbours_share_their_beginning_and_a_prior_follows_its_questions(tmp_path, rows) -> None:
    twins = [{**row, "id": f"twin-{row['id']}", "question": "And then?", "prompt": None} for row in rows]
    folder, _ = built(tmp_path / "run", write(tmp_path / "x.jsonl", [*rows, *twins]))
    prompts = [one.request.prompt for one in asks(folder)]
    assert len(prompts) == 180, "two questions and one prior for each text of givens"
    givens = [prompt.splitlines()[0] for prompt in prompts]
    assert givens == sorted(givens)
    assert all(CONTENT_FREE in prompt for prompt in prompts[2::3])
    assert sum(CONTENT_FREE in prompt for prompt in prompts) == 60


def test_only_scored_agents_are_asked_for_a_prior(tmp_path, data) -> None:
    for method in METHODS:
        folder, _ = built(tmp_path / method, data, method=method)
        priors = pl.read_parquet(folder.design)["target"].null_count()
        assert priors == (60 if method == "teacher-forced" else 0)


# ------------------------------------------------------------------------------------------------------ whole runs


def test_agents_of_known_behaviour(tmp_path, data) -> None:
    knows = Scoring("knows", lambda p: 2.0 if truth(p) == "yes" else -2.0)
    leans = Scoring("leans", lambda p: 5.0 if CONTENT_FREE in p else 5.5 if truth(p) == "yes" else 4.5)
    findings = run(tmp_path / "run", [knows, leans], {"data": str(data)}, SCORES)
    for rung in (1, 2, 3):
        assert found(findings, f"cladder.rung{rung}.accuracy", "knows").estimate == 1.0
        assert found(findings, f"cladder.rung{rung}.accuracy", "leans").estimate == 0.5
    assert found(findings, "cladder.yes_rate", "leans").estimate == 1.0
    assert found(findings, "cladder.yes_rate", "knows").estimate == 0.5
    assert found(findings, "cladder.prior-corrected.accuracy", "leans").estimate == 1.0, "without its lean it knows"
    assert [c.answered for c in findings.coverage] == [120, 120]

    table = pl.read_csv(tmp_path / "run" / "tables" / "cladder_paired.csv", schema_overrides={"rung": pl.String})
    whole = table.filter((pl.col("rung") == "all") & (pl.col("normalisation") == "raw")).row(0, named=True)
    assert (whole["agent_a"], whole["agent_b"]) == ("knows", "leans")
    assert (whole["accuracy_a"], whole["accuracy_b"], whole["delta_pp"]) == (1.0, 0.5, -50.0)
    assert (whole["only_a_right"], whole["only_b_right"]) == (30, 0)
    assert whole["mcnemar_p"] == pytest.approx(2 * 0.5**30, abs=1e-6)
    assert sorted(path.name for path in (tmp_path / "run" / "tables").iterdir()) == [
        "cladder.csv", "cladder_by_query.csv", "cladder_by_sense.csv", "cladder_paired.csv",
    ]  # fmt: skip


def test_written_answers_and_failures(tmp_path, data) -> None:
    def answer(prompt: str) -> str:
        number = number_in(prompt) or 0
        if number < 6:
            raise AgentFailure(Failure.TIMEOUT, "too slow")
        return "It depends." if number < 18 else f"{truth(prompt).capitalize()}, it is."

    findings = run(tmp_path / "run", [Writing("w", answer)], {"data": str(data)}, REPLIES)
    accuracy = found(findings, "cladder.accuracy", "w")
    assert (accuracy.n, accuracy.estimate) == (54, pytest.approx(42 / 54))
    assert found(findings, "cladder.unread_rate", "w").estimate == pytest.approx(12 / 54)
    assert found(findings, "cladder.yes_rate", "w").n == 42
    assert findings.coverage[0].failed == {"timeout": 6}
    assert not any("prior-corrected" in f.name for f in findings.findings)


def test_a_chain_of_thought(tmp_path, data) -> None:
    def answer(prompt: str) -> str:
        assert "step by step" in prompt
        return f"No wonder. Let us see: 0.3 < 0.5.\n\n**Answer: {truth(prompt)}**"

    findings = run(tmp_path / "run", [Writing("w", answer)], {"data": str(data), "cot": "true"}, REPLIES)
    assert found(findings, "cladder.accuracy", "w").estimate == 1.0
    table = pl.read_csv(tmp_path / "run" / "tables" / "cladder.csv")
    assert set(table["method"]) == {"greedy, chain of thought"}


def test_a_function_of_the_users(tmp_path, data) -> None:
    (tmp_path / "mine.py").write_text("def answer(messages):\n    return 'No.'\n")
    agent = make_agent(f"python:{tmp_path / 'mine.py'}:answer")
    findings = run(tmp_path / "run", [agent], {"data": str(data), "rows": "30"}, REPLIES)
    accuracy = found(findings, "cladder.accuracy", agent.identity.spec)
    assert (accuracy.estimate, accuracy.n, accuracy.unit) == (0.5, 30, "story")
    assert found(findings, "cladder.yes_rate", agent.identity.spec).estimate == 0.0


def test_beside_a_suite_with_contrasts(tmp_path, data) -> None:
    """One run of two suites: tables and findings of this one are what they are alone."""
    cladder, invariance = get_suite("cladder"), get_suite("invariance")
    planned = (
        SuitePlan("invariance", invariance.version, invariance.settings("quick", {"chains": "1"}, SCORES)),
        SuitePlan("cladder", cladder.version, cladder.settings("paper", {"data": str(data)}, SCORES)),
    )
    agent = Scoring("a", lambda p: len(p) % 7 - 3.0)
    folder = RunFolder(tmp_path / "both")
    folder.create()
    suites = {"cladder": cladder, "invariance": invariance}
    both = execute(folder, Plan("quick", planned, ("a",)), suites, lambda _: agent, Silent()).findings
    alone = run(tmp_path / "alone", [agent], {"data": str(data)}, SCORES)
    assert [f for f in both.findings if f.name.startswith("cladder.")] == alone.findings
    assert found(both, "invariance.stability", "a").n > 0


def test_a_sample_of_the_published_rows_is_balanced(tmp_path, shared_data) -> None:
    _, certificate = built(tmp_path / "run", shared_data / "cladder" / "balanced_v1.5_partial.jsonl.gz", rows="300")
    assert certificate.shortcuts["cladder"]["always yes"] == pytest.approx(0.5, abs=0.01)
    assert set(certificate.checks["cladder"].values()) == {"ok"}


@pytest.mark.model
def test_the_embedded_model(tmp_path, embedded, shared_data) -> None:
    """A dozen published rows: everything answered, and the leads are those of the model's next-token distribution."""
    import torch

    data = shared_data / "cladder" / "balanced_v1.5_partial.jsonl.gz"
    findings = run(tmp_path / "run", [embedded], {"data": str(data), "rows": "12"}, SCORES)
    assert findings.coverage[0].failed == {}
    assert findings.coverage[0].answered == findings.coverage[0].planned == 24
    accuracy = found(findings, "cladder.accuracy", "embedded")
    assert accuracy.n == 12
    scores = pl.read_parquet(tmp_path / "run" / "scores.parquet")
    leads = dict(scores.select("id", "lead").iter_rows())
    for one in list(asks(RunFolder(tmp_path / "run")))[:2]:
        assert isinstance(one.request, ScoreRequest)
        tokens = embedded.text.encode(one.request.prompt)
        with torch.inference_mode():
            logits = embedded._loaded.model(torch.tensor([tokens])).logits[0, -1].double()
        likely = {
            word: logits.softmax(0)[embedded.text.encode(f" {word}")].item() for word in ("yes", "Yes", "no", "No")
        }
        lead = math.log((likely["yes"] + likely["Yes"]) / (likely["no"] + likely["No"]))
        assert leads[one.case_id] == pytest.approx(lead, abs=1e-3)
