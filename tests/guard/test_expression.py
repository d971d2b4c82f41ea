"""The conditions of policies: what they mean, and what cannot be written."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.guard.expression import ExpressionError, UnseenError, parse

SCOPE = {
    "order": {"status": "pending", "items": [{"id": "a", "price": 3}, {"id": "b", "price": 4}], "tags": ["x"]},
    "user": {"cards": {"c1": {"kind": "credit"}, "c2": {"kind": "gift"}}, "tier": "gold"},
    "free": {"gold": 3},
    "call": {"id": "a", "card": "c2"},
    "booked": "2024-05-14T16:00:00",
    "now": "2024-05-15T15:00:00",
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("order.status == 'pending'", True),
        ("order.items.id", ["a", "b"]),
        ("order.items[1].price", 4),
        ("order.items[-1].id", "b"),
        ("call.id in order.items.id and call.id not in order.tags", True),
        ("user.cards[call.card].kind", "gift"),
        ("call.card in user.cards", True),
        ("sum(order.items.price) + 1", 8),
        ("sum(order.items.price) * -1", -7),
        ("max(order.items.price) - min(order.items.price)", 1),
        ("hours(booked, now)", 23.0),
        ("free[user.tier] * len(order.items)", 6),
        ("[i.id for i in order.items if i.price > 3]", ["b"]),
        ("any(i.price > 3 for i in order.items)", True),
        ("all(i.price > 3 for i in order.items)", False),
        ("set(order.items.id) == set(['b', 'a'])", True),
        ("1 < len(order.items) <= 2", True),
        ("2 < len(order.items) <= 2", False),
        ("not order.missing or True", True),
        ("[c.kind for c in values(user.cards)]", ["credit", "gift"]),
        ("order.status == 'pending'\n    and True", True),
    ],
)
def test_what_it_means(text: str, value: object) -> None:
    assert parse(text)(SCOPE) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "order.",
        "__import__('os').system('true')",
        "order.__class__()",
        "open('x')",
        "(lambda: 1)()",
        "order.status.upper()",
        "2 ** 999999",
        "a := 1",
        "f'{order}'",
        "{'a': 1}",
        "[x for y in a for x in y]",
        "len(order, key=1)",
        "~1",
        "a is b",
        "a if b else c",
        "*a",
        "await a",
        "(" * 5000,
    ],
)
def test_what_cannot_be_written(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse(text)


def test_attributes_are_keys_and_never_pythons_own() -> None:
    with pytest.raises(UnseenError, match=r"order\.__class__"):
        parse("order.__class__")(SCOPE)
    with pytest.raises(UnseenError, match=r"order\.status\.upper"):
        parse("order.status.upper")(SCOPE)


@pytest.mark.parametrize("text", ["nothing", "order.nothing", "order.items[7]", "user.cards['c9'].kind", "free[1]"])
def test_what_is_not_in_view_is_not_false(text: str) -> None:
    with pytest.raises(UnseenError):
        parse(text)(SCOPE)
    with pytest.raises(UnseenError):
        parse(f"not {text}")(SCOPE)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("unseen or order.status == 'pending'", True),
        ("unseen and order.status == 'sent'", False),
        ("unseen or order.status == 'sent'", None),
        ("unseen and order.status == 'pending'", None),
    ],
)
def test_an_unknown_counts_only_where_it_decides(text: str, value: bool | None) -> None:
    if value is None:
        with pytest.raises(UnseenError):
            parse(text)(SCOPE)
    else:
        assert parse(text)(SCOPE) is value


def test_nonsense_values_are_an_error_with_the_condition_in_it() -> None:
    with pytest.raises(ExpressionError, match=r"order\.status < 3"):
        parse("order.status < 3")(SCOPE)
    with pytest.raises(ExpressionError, match="hours"):
        parse("hours('soon', now)")(SCOPE)
    with pytest.raises(ExpressionError, match="values"):
        parse("values(order.items)")(SCOPE)


WORDS = (
    *("order", "order.items", "order.status", "user.cards", "call.id", "free[user.tier]", "booked", "nothing", "x"),
    *("1", "'a'", "True", "None", "[]", "('a', 1)", "-1", "1 / 0", "9 ** 9"),
    *(" and ", " or ", " not ", " in ", " == ", " < ", " + ", " * ", " for x in ", " if ", " else ", " is "),
    *("len(", "sum(", "hours(", "values(", "open(", "(", ")", "[", "]", "{", "}", ":", ",", ".", "=", "lambda "),
)
"""What conditions are written with, and what they must not be: any text at all hardly ever reads as a condition."""
PLAIN = {bool, bytes, complex, dict, float, int, list, set, str, tuple, type(None), type(...)}


@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=9).map("".join)))
def test_any_text_is_read_or_refused(text: str) -> None:
    """It gives a value of the state's own kinds, or says in a sentence why not; nothing else is raised, nothing run."""
    before = copy.deepcopy(SCOPE)
    refused = unseen = value = None
    try:
        value = parse(text)(SCOPE)
    except ExpressionError as error:
        refused = str(error)
    except UnseenError as error:
        unseen = str(error)
    assert refused is None or repr(text) in refused, "whoever wrote the condition finds it in the sentence"
    assert unseen != "", "what is missing has a name"
    assert type(value) in PLAIN
    assert before == SCOPE, "a condition changes nothing"
