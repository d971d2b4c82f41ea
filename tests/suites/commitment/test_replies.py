"""The labelled replies are sound: they decode, cover every category in both halves, and the halves share nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from holdfast.suites.commitment.candidates import AnswerKind, Decision, Role
from suites.commitment.replies import HALVES, read_replies

CATEGORIES = """
    concise variants verbose negated contrasted corrected hedged listed json markdown refusal restated temporal pair
    number substring degenerate quoted plan double-negation conditional attributed ending contradiction binding
""".split()

SHARES = {Decision.MATCH: (0.50, 0.60), Decision.NO_MATCH: (0.27, 0.35), Decision.UNCLEAR: (0.12, 0.18)}


def normal(text):
    return " ".join(text.casefold().split())


@pytest.fixture(scope="module", params=HALVES)
def half(request):
    return request.param, read_replies(request.param)


def test_size_and_categories(half) -> None:
    _, replies = half
    assert len(replies) >= 230
    counts = Counter(reply.category for reply in replies)
    assert set(counts) == set(CATEGORIES)
    assert min(counts.values()) >= 7


def test_ids(half) -> None:
    name, replies = half
    assert len({reply.id for reply in replies}) == len(replies)
    assert all(reply.id.startswith(f"{name}-{reply.category}-") for reply in replies)


@pytest.mark.parametrize("decision", Decision)
def test_balance(half, decision) -> None:
    _, replies = half
    low, high = SHARES[decision]
    assert low <= sum(reply.decision is decision for reply in replies) / len(replies) <= high


def test_no_category_gives_its_label_away(half) -> None:
    _, replies = half
    decisions: dict[str, set[Decision]] = {}
    for reply in replies:
        decisions.setdefault(reply.category, set()).add(reply.decision)
    assert [category for category, seen in decisions.items() if len(seen) < 2] == []


def test_records(half) -> None:
    _, replies = half
    for reply in replies:
        members = reply.candidates.members
        assert reply.question.endswith("?"), reply.id
        assert reply.why, reply.id
        assert len(members) >= 3, reply.id
        assert all(bool(member.source) is (reply.candidates.kind is AnswerKind.PAIR) for member in members), reply.id
        forms = [normal(form) for member in members for form in (member.text, *member.aliases)]
        assert len(set(forms)) == len(forms), reply.id
    assert {reply.candidates.kind for reply in replies} == set(AnswerKind)
    assert {member.role for reply in replies for member in reply.candidates.members} == set(Role)


def test_no_line_twice(half) -> None:
    _, replies = half
    lines = Counter((reply.question, normal(reply.reply)) for reply in replies)
    assert [line for line, count in lines.items() if count > 1] == []


def test_the_halves_share_nothing() -> None:
    first, second = (read_replies(name) for name in HALVES)
    assert not {reply.question for reply in first} & {reply.question for reply in second}
    assert not {normal(reply.reply) for reply in first} & {normal(reply.reply) for reply in second} - {""}
    golds = ({normal(reply.candidates.gold.text) for reply in half} for half in (first, second))
    assert not set.intersection(*golds)


def test_every_category_has_fourteen_lines() -> None:
    counts = Counter(reply.category for name in HALVES for reply in read_replies(name))
    assert min(counts.values()) >= 14
