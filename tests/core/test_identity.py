"""Identities depend on content alone, and are the same on every machine and in every process."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core import Decoding, Field, Identity, Message, ReplyRequest, case_id, digest

scalars = st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=5)
trees = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


def backwards(tree: object) -> object:
    """The same content with every dict built in the opposite order."""
    match tree:
        case dict():
            return {key: backwards(tree[key]) for key in reversed(list(tree))}
        case list():
            return [backwards(value) for value in tree]
        case _:
            return tree


def content(tree: object) -> object:
    """Comparable content; unlike `==`, it tells True from 1."""
    match tree:
        case dict():
            return frozenset((key, content(value)) for key, value in tree.items())
        case list():
            return tuple(content(value) for value in tree)
        case _:
            return (type(tree).__name__, tree)


@given(trees)
def test_a_digest_does_not_depend_on_the_order_of_dicts(tree: object) -> None:
    assert digest(backwards(tree)) == digest(tree)


@given(trees, trees)
def test_digests_are_equal_exactly_where_contents_are(one: object, other: object) -> None:
    assert (digest(one) == digest(other)) == (content(one) == content(other))


@given(st.lists(st.text(max_size=4), min_size=1, max_size=4), st.lists(st.text(max_size=4), min_size=1, max_size=4))
def test_the_borders_between_parts_count(one: list[str], other: list[str]) -> None:
    assert (digest(*one) == digest(*other)) == (one == other)


def test_known_values() -> None:
    """Journals of other machines and later versions rely on these: a change here forgets every memoised answer."""
    assert digest() == "7ebb3c7c2a87b1a2f8a7ed729ecb040d"
    assert digest("a", 1, {"b": [True, None], "a": 0.5}) == "11902a11c76094198b57b8b5504738f1"
    assert digest(ReplyRequest((Message("user", "hi"),), Decoding(0.5))) == "8510a8c62f3a55905524bbe04fcacb55"
    assert Identity("embedded", "abc", 2, {"dtype": "f32"}).digest == "5c1703980bbe47e069dc2a8292288619"
    assert case_id("invariance", "salt", "H/chain-3/210/absent") == "79a8005d3b5dc32b"


def test_sets_do_not_depend_on_the_process() -> None:
    """String hashes, and with them the order of sets, differ from process to process."""
    code = "from holdfast.core import *; print(digest(Field('a', 't', 'E', frozenset('abcdefgh'), frozenset('xyz'))))"
    here = digest(Field("a", "t", "E", frozenset("abcdefgh"), frozenset("xyz")))
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        )
        assert run.stdout.strip() == here


@pytest.mark.parametrize(
    "other",
    [
        Identity("b", "r"),
        Identity("a", "s"),
        Identity("a", "r", 2),
        Identity("a", "r", 1, {"k": "v"}),
    ],
)
def test_every_part_of_an_identity_counts(other: Identity) -> None:
    assert other.digest != Identity("a", "r").digest


def test_a_case_id_tells_nothing_and_depends_on_all() -> None:
    ids = {case_id(*parts) for parts in (("s", "t", "n"), ("x", "t", "n"), ("s", "x", "n"), ("s", "t", "x"))}
    assert len(ids) == 4
    assert all(len(i) == 16 and int(i, 16) >= 0 for i in ids)
