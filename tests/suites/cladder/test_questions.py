"""From rows to questions: one per prompt, none without an answer, clusters that fall back, samples that are fair."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core import HoldfastError
from holdfast.suites.cladder.questions import Question, read_questions, sample
from suites.cladder.made import write


def without(rows, *columns):
    return [{key: value for key, value in row.items() if key not in columns} for row in rows]


def read(tmp_path, rows):
    return read_questions(str(write(tmp_path / "rows.jsonl", rows)))


# --------------------------------------------------------------------------------------------------- the published rows


def test_the_balanced_set(shared_data) -> None:
    questions = read_questions(str(shared_data / "cladder" / "balanced_v1.5_partial.jsonl.gz"))
    assert (questions.rows, len(questions.distinct), questions.copies, questions.contradictory) == (
        9_533,
        8_881,
        652,
        0,
    )
    assert Counter(q.rung for q in questions.distinct) == {1: 3_159, 2: 1_931, 3: 3_791}
    assert Counter(q.sense for q in questions.distinct) == {
        "commonsense": 2_689, "nonsense": 3_437, "anticommonsense": 2_755,
    }  # fmt: skip
    assert len({q.query_type for q in questions.distinct}) == 10
    assert len({q.unit for q in questions.distinct}) == 47
    assert len({q.name for q in questions.distinct}) == 8_881
    assert all(q.unit.startswith("story:") and q.question.endswith("?") for q in questions.distinct)


def test_the_balanced_set_before_copies_are_left_out(shared_data) -> None:
    from holdfast.suites.cladder.rows import read_rows

    rows = read_rows(str(shared_data / "cladder" / "balanced_v1.5_partial.jsonl.gz"))
    assert Counter(row["rung"] for row in rows) == {1: 3_160, 2: 2_581, 3: 3_792}


def test_without_its_background_the_aggregate_set_has_prompts_with_both_labels(shared_data) -> None:
    questions = read_questions(str(shared_data / "cladder" / "aggregate_v1_subset.jsonl.gz"))
    assert (questions.rows, len(questions.distinct), questions.copies, questions.contradictory) == (
        2_520,
        2_263,
        158,
        99,
    )


@pytest.mark.parametrize("file", ["balanced_v1.5_partial", "aggregate_v1_subset"])
def test_the_question_is_found_in_a_bare_prompt(shared_data, tmp_path, file) -> None:
    """Only `prompt`, `label` and `rung`: the last sentence is the question, in every published row."""
    from holdfast.suites.cladder.rows import read_rows

    rows = read_rows(str(shared_data / "cladder" / f"{file}.jsonl.gz"))
    bare = [{key: row[key] for key in ("prompt", "label", "rung")} for row in rows]
    texts = {(q.given, q.question) for q in read(tmp_path, bare).distinct}
    assert texts == {
        (q.given, q.question) for q in read_questions(str(shared_data / "cladder" / f"{file}.jsonl.gz")).distinct
    }


# -------------------------------------------------------------------------------------------------------- columns


def test_a_prompt_may_come_in_parts(tmp_path, rows, data) -> None:
    assert read(tmp_path, without(rows, "prompt")) == read_questions(str(data))


def test_white_space_does_not_make_another_prompt(tmp_path, rows) -> None:
    spaced = {**rows[0], "id": 99, "prompt": f"  {rows[0]['prompt']} ".replace(" ", "  ")}
    questions = read(tmp_path, [*rows, spaced])
    assert (len(questions.distinct), questions.copies) == (60, 1)


def test_a_prompt_with_both_labels_is_left_out_whole(tmp_path, rows) -> None:
    opposite = {**rows[0], "id": 99, "label": "yes" if rows[0]["label"] == "no" else "no"}
    questions = read(tmp_path, [*rows, opposite])
    assert (len(questions.distinct), questions.copies, questions.contradictory) == (59, 0, 2)
    assert not any(q.question == rows[0]["question"] for q in questions.distinct)
    with pytest.raises(HoldfastError, match="no usable rows: every prompt comes with both labels"):
        read(tmp_path, [rows[0], opposite])


def test_the_cluster_falls_back_to_the_graph_and_then_to_the_question(tmp_path, rows) -> None:
    rows[0]["story_id"] = None
    rows[1] |= {"story_id": None, "graph_id": None}
    rows[2] |= {"story_id": "", "graph_id": " "}
    units = [q.unit for q in read(tmp_path, rows).distinct]
    assert units[:4] == ["graph:chain", "question:1", "question:2", "story:story3"]


def test_what_is_optional_may_be_missing_altogether(tmp_path, rows) -> None:
    bare = without(rows, "id", "query_type", "story_id", "graph_id", "sensical")
    first = read(tmp_path, bare).distinct[0]
    assert (first.name, first.query_type, first.sense) == ("rung-1/unstated/row-1", "unstated", "unstated")
    assert first.unit == "question:row-1"


@pytest.mark.parametrize(
    ("column", "value", "sense"),
    [
        ("sensical", -1, "anticommonsense"),
        ("sensical", "1.0", "commonsense"),
        ("sense", "nonsense", "nonsense"),
        ("question_property", "hard", "commonsense"),
        ("question_property", None, "unstated"),
    ],
)
def test_the_senses_have_many_names(tmp_path, rows, column, value, sense) -> None:
    named = [{**row, column: value} for row in without(rows, "sensical")]
    assert {q.sense for q in read(tmp_path, named).distinct} == {sense}


def test_ids_that_repeat_are_not_names(tmp_path, rows) -> None:
    names = [q.name for q in read(tmp_path, [{**row, "id": 7} for row in rows]).distinct]
    assert names[0] == "rung-1/marginal/row-1"
    assert len(set(names)) == 60


# ------------------------------------------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        (("label",), "has no column 'label'; a CLadder file has label, rung, and prompt"),
        (("rung", "label"), "has no column 'label', 'rung'"),
        (("prompt", "background"), "has no column 'background'"),
        (("prompt", "background", "given_info", "question"), "has no column 'background', 'given_info', 'question'"),
    ],
)
def test_missing_columns_are_named(tmp_path, rows, columns, sentence) -> None:
    with pytest.raises(HoldfastError, match=sentence):
        read(tmp_path, without(rows, *columns))


@pytest.mark.parametrize(
    ("column", "value", "sentence"),
    [
        ("label", "maybe", r"Row 5 of .*rows\.jsonl has the label 'maybe'; the column 'label' must say yes or no"),
        ("label", None, "Row 5 of .* has the label None"),
        ("label", True, "Row 5 of .* has the label True"),
        ("rung", 4, "Row 5 of .* has the rung 4; the column 'rung' must say 1, 2 or 3"),
        ("rung", "²", "Row 5 of .* has the rung '²'"),
        ("prompt", "The alarm rings.", "Row 5 of .* asks nothing"),
    ],
)
def test_bad_values_are_named_with_their_row(tmp_path, rows, column, value, sentence) -> None:
    rows[4][column] = value
    with pytest.raises(HoldfastError, match=sentence):
        read(tmp_path, rows)


def test_a_row_without_any_prompt_is_named(tmp_path, rows) -> None:
    rows[4] = {**rows[4], "prompt": None, "background": None, "given_info": None, "question": None}
    with pytest.raises(HoldfastError, match=r"Row 5 of .* asks nothing"):
        read(tmp_path, rows)


# -------------------------------------------------------------------------------------------------------- samples


def questions(counts: dict[tuple[int, str], int]) -> list[Question]:
    return [
        Question(f"{rung}/{label}/{i}", "given", f"{i}?", label, rung, "ate", "nonsense", "story:s")
        for (rung, label), n in counts.items()
        for i in range(n)
    ]


def test_a_sample_keeps_the_shares_of_rungs_and_labels() -> None:
    everything = questions({(1, "yes"): 300, (1, "no"): 300, (2, "yes"): 100, (2, "no"): 100, (3, "no"): 200})
    drawn = sample(everything, 100, seed=1)
    assert Counter((q.rung, q.label) for q in drawn) == {
        (1, "yes"): 30, (1, "no"): 30, (2, "yes"): 10, (2, "no"): 10, (3, "no"): 20,
    }  # fmt: skip


@given(
    counts=st.dictionaries(
        st.tuples(st.sampled_from([1, 2, 3]), st.sampled_from(["yes", "no"])), st.integers(1, 40), min_size=1
    ),
    rows=st.integers(0, 250),
    seed=st.integers(0, 99),
)
def test_samples_are_of_the_asked_size_without_repeats_and_whatever_the_order(counts, rows, seed) -> None:
    everything = questions(counts)
    drawn = sample(everything, rows, seed)
    assert len(drawn) == (min(rows, len(everything)) or len(everything))
    assert len({q.name for q in drawn}) == len(drawn)
    assert {q.name for q in sample(everything[::-1], rows, seed)} == {q.name for q in drawn}
    for cell, n in Counter((q.rung, q.label) for q in drawn).items():
        assert abs(n - len(drawn) * counts[cell] / len(everything)) < 1


def test_another_seed_draws_others() -> None:
    everything = questions({(1, "yes"): 500})
    assert {q.name for q in sample(everything, 50, 1)} != {q.name for q in sample(everything, 50, 2)}
