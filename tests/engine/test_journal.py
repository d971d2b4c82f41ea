"""The journal: what is committed stays, what is asked twice is found, what cannot be read is said in a sentence."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core import (
    AgentFailure,
    Choices,
    Decoding,
    Failure,
    HoldfastError,
    Identity,
    Message,
    Receipt,
    Reply,
    ReplyRequest,
    ScoreRequest,
    Scores,
)
from holdfast.engine.journal import MIGRATIONS, Journal, request_key

WHO = Identity("test", "r1")


def question(text: str, temperature: float = 0.0) -> ReplyRequest:
    return ReplyRequest((Message("user", text),), Decoding(temperature=temperature))


def remember(journal: Journal, text: str, reply: str) -> bytes:
    key = request_key(WHO.digest, question(text), 0)
    journal.record(key, WHO.digest, question(text), 0, Reply(reply))
    journal.use(WHO.digest, f"case-{text}", "answer", 0, key)
    return key


@given(
    st.one_of(
        st.builds(Reply, st.text(), st.sampled_from(["stop", "length"])),
        st.builds(Scores, st.tuples(st.floats(-1e6, 0), st.floats(-1e6, 0)), st.tuples(st.integers(1, 99), st.just(3))),
        st.builds(Choices, st.tuples(st.floats(-1e6, 0), st.floats(-1e6, 0))),
    )
)
def test_an_answer_comes_back_as_it_was(tmp_path_factory, answer) -> None:
    path = tmp_path_factory.mktemp("journal") / "journal.sqlite"
    request = ScoreRequest("prompt", ("a", "b"))
    key = request_key(WHO.digest, request, 0)
    with Journal(path) as journal:
        journal.record(key, WHO.digest, request, 0, answer)
        assert journal.lookup(key) == answer, "before it is committed"
    with Journal(path) as journal:
        assert journal.lookup(key) == answer, "after it is committed"


def test_what_makes_a_request_another_request() -> None:
    base = request_key("agent", question("hello"), 0)
    others = [
        request_key("agent 2", question("hello"), 0),
        request_key("agent", question("hullo"), 0),
        request_key("agent", question("hello", temperature=0.7), 0),
        request_key("agent", question("hello"), 1),
    ]
    assert len({base, *others}) == 5
    assert base == request_key("agent", question("hello"), 0)


def test_a_use_says_how_many_tokens_were_read(tmp_path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        key = remember(journal, "a", "A")
        journal.record(key, WHO.digest, question("a"), 0, Reply("A", receipt=Receipt(prompt_tokens=17)))
        remember(journal, "b", "B")
        journal.flush()
        assert [use.prompt_tokens for use in journal.uses(WHO.digest)] == [17, 0]


def test_uses_come_back_in_an_order_of_their_own(tmp_path) -> None:
    with Journal(tmp_path / "one.sqlite") as one, Journal(tmp_path / "two.sqlite") as two:
        for text in ("c", "a", "b"):
            remember(one, text, text.upper())
        for text in ("b", "c", "a"):
            remember(two, text, text.upper())
        one.flush()
        two.flush()
        found = list(one.uses(WHO.digest))
        assert found == list(two.uses(WHO.digest))
        assert [(use.case_id, use.answer.text) for use in found] == [("case-a", "A"), ("case-b", "B"), ("case-c", "C")]


def test_a_failure_is_a_row_and_a_later_answer_replaces_it(tmp_path) -> None:
    key = request_key(WHO.digest, question("x"), 0)
    with Journal(tmp_path / "j.sqlite") as journal:
        failure = AgentFailure(Failure.TIMEOUT, "no answer in time.", attempts=6)
        journal.record_failure(key, WHO.digest, question("x"), 0, failure)
        journal.use(WHO.digest, "case", "answer", 0, key)
        journal.flush()
        assert journal.lookup(key) is None
        assert journal.totals(WHO.digest).failed == {"timeout": 1}
        assert journal.totals(WHO.digest).errors == {"no answer in time.": 1}
        assert [(u.answer, u.failure) for u in journal.uses(WHO.digest)] == [(None, Failure.TIMEOUT)]
        journal.record(key, WHO.digest, question("x"), 0, Reply("yes", receipt=Receipt("m", 7, 2, cost=0.5)))
        journal.flush()
        assert (journal.totals(WHO.digest).failed, journal.totals(WHO.digest).errors) == ({}, {})
        assert [(u.answer, u.failure) for u in journal.uses(WHO.digest)] == [(Reply("yes"), None)]
        totals = journal.totals(WHO.digest)
        assert (totals.answered, totals.prompt_tokens, totals.completion_tokens, totals.cost) == (1, 7, 2, 0.5)


def test_totals_hold_the_most_frequent_errors_first(tmp_path) -> None:
    with Journal(tmp_path / "j.sqlite") as journal:
        for number, message in enumerate(("rare", "often", "b", "often", "a", "often", "b", "a")):
            asked = question(str(number))
            failure = AgentFailure(Failure.AGENT, message)
            journal.record_failure(request_key(WHO.digest, asked, 0), WHO.digest, asked, 0, failure)
        journal.flush()
        assert list(journal.totals(WHO.digest).errors.items()) == [("often", 3), ("a", 2), ("b", 2)]


def test_a_process_that_dies_loses_at_most_the_batch_in_hand(tmp_path) -> None:
    journal = Journal(tmp_path / "j.sqlite")
    kept = remember(journal, "kept", "yes")
    journal.flush()
    lost = remember(journal, "lost", "no")
    journal._db.close()  # as a kill would: nothing in hand is written
    with Journal(tmp_path / "j.sqlite") as again:
        assert again.lookup(kept) == Reply("yes")
        assert again.lookup(lost) is None


def test_a_full_disk_is_a_sentence_and_loses_nothing_committed(tmp_path) -> None:
    journal = Journal(tmp_path / "j.sqlite")
    kept = remember(journal, "kept", "yes")
    journal.flush()
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count={pages + 1}")  # SQLite's own way to run out of room
    remember(journal, "large", "x" * 100_000)
    with pytest.raises(HoldfastError, match=r"full.*safe, make room and resume"):
        journal.flush()
    journal._db.close()
    with Journal(tmp_path / "j.sqlite") as again:
        assert again.lookup(kept) == Reply("yes")
        assert [use.case_id for use in again.uses(WHO.digest)] == ["case-kept"]


def test_a_newer_schema_is_refused(tmp_path) -> None:
    path = tmp_path / "j.sqlite"
    Journal(path).close()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(HoldfastError, match="newer Holdfast"):
        Journal(path)


@pytest.mark.parametrize(
    "damage", [b"not a database at all, just some text" * 40, b"SQLite format 3\x00" + b"\xff" * 4000]
)
def test_a_damaged_file_is_a_sentence(tmp_path, damage) -> None:
    path = tmp_path / "j.sqlite"
    path.write_bytes(damage)
    with pytest.raises(HoldfastError, match="cannot be read as a journal"):
        Journal(path)


def test_a_half_written_journal_keeps_what_was_committed(tmp_path) -> None:
    """A torn write-ahead log, as a power cut leaves it: committed transactions before the tear are there."""
    journal = Journal(tmp_path / "j.sqlite")
    keys = []
    for i in range(20):
        keys.append(remember(journal, f"q{i}", "x" * 2_000))
        journal.flush()
    log = tmp_path / "j.sqlite-wal"
    whole = log.read_bytes()
    (tmp_path / "torn.sqlite").write_bytes((tmp_path / "j.sqlite").read_bytes())
    (tmp_path / "torn.sqlite-wal").write_bytes(whole[: len(whole) * 2 // 3])
    journal.close()
    with Journal(tmp_path / "torn.sqlite") as torn:
        found = [torn.lookup(key) is not None for key in keys]
    assert any(found)
    assert not all(found)
    assert found == sorted(found, reverse=True), "a prefix of what was committed, nothing torn"
