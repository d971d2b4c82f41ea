"""Properties of interventions over any tagged state: what they do, and above all what they leave alone."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from holdfast.core import (
    Field,
    HoldfastError,
    Intervention,
    State,
    drop,
    insert_cue,
    lesion,
    reorder,
    replace,
    scramble,
    strict_lesion,
)
from holdfast.core.identity import canonical

TAGS = ("reason", "memory", "veto")
tags = st.frozensets(st.sampled_from(TAGS), max_size=2)
texts = st.text(max_size=12)


@st.composite
def states(draw: st.DrawFn, event_id: str = "E1", foreign: tuple[str, ...] = ("E7",)) -> State:
    """A state of one event, with a field of another event here and there."""
    names = draw(st.lists(st.text("abcdef", min_size=1, max_size=3), min_size=1, max_size=7, unique=True))
    events = st.sampled_from((event_id, event_id, *foreign))
    return State(event_id, tuple(Field(n, draw(texts), draw(events), draw(tags), draw(tags)) for n in names))


def encoded(fields: tuple[Field, ...]) -> list[bytes]:
    return [canonical(field) for field in fields]


def carrying(state: State, tag: str) -> list[str]:
    """Written out again, so that the test does not lean on the methods that the interventions use."""
    return [f.name for f in state.fields if tag in f.carries]


def echoing(state: State, tag: str) -> list[str]:
    return [f.name for f in state.fields if tag in f.echoes]


def differs(state: State, donor: State, tag: str) -> bool:
    """Whether the donor's carriers would show another text."""
    pairs = zip(carrying(state, tag), carrying(donor, tag), strict=False)
    return any(state[own].text != donor[lent].text for own, lent in pairs)


# Removing


@given(states(), st.data())
def test_drop_removes_the_named_fields_and_no_byte_else(state: State, data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from([f.name for f in state.fields]), min_size=1, unique=True))
    after = drop(*names)(state)
    assert encoded(after.fields) == [canonical(f) for f in state.fields if f.name not in names]
    assert after.event_id == state.event_id


@given(states(), st.sampled_from(TAGS))
def test_lesion_removes_every_primary_carrier_and_leaves_the_rest(state: State, tag: str) -> None:
    assume(carrying(state, tag))
    after = lesion(tag)(state)
    assert carrying(after, tag) == []
    assert encoded(after.fields) == [canonical(f) for f in state.fields if tag not in f.carries]


@given(states(), st.sampled_from(TAGS))
def test_lesion_leaves_echoes(state: State, tag: str) -> None:
    assume(carrying(state, tag))
    after = lesion(tag)(state)
    assert echoing(after, tag) == [n for n in echoing(state, tag) if n not in carrying(state, tag)]


@given(states(), st.sampled_from(TAGS))
def test_strict_lesion_leaves_no_carrier(state: State, tag: str) -> None:
    assume(carrying(state, tag) or echoing(state, tag))
    after = strict_lesion(tag)(state)
    assert carrying(after, tag) == echoing(after, tag) == []
    untouched = [f for f in state.fields if tag not in f.carries and tag not in f.echoes]
    assert encoded(after.fields) == encoded(tuple(untouched))


# Scramble


@given(states(), states("E2", foreign=("E3",)), st.sampled_from(TAGS))
def test_scramble_puts_the_donors_fields_in_place(state: State, donor: State, tag: str) -> None:
    own = carrying(state, tag)
    assume(own and len(own) <= len(carrying(donor, tag)))
    assume(differs(state, donor, tag))
    after = scramble(tag, donor)(state)

    assert [f.name for f in after.fields] == [f.name for f in state.fields]
    assert after.event_id == state.event_id
    assert encoded(after.where(lambda f: f.name not in own)) == encoded(state.where(lambda f: f.name not in own))
    scrambled = [f for f in after.fields if f.name in own]
    assert all(f.event_id != state.event_id for f in scrambled)
    lent = [donor[name] for name in carrying(donor, tag)][: len(own)]
    assert [(f.text, f.event_id, f.carries, f.echoes) for f in scrambled] == [
        (f.text, f.event_id, f.carries, f.echoes) for f in lent
    ]


@given(states(), states("E2", foreign=("E1", "E3")), st.sampled_from(TAGS))
def test_scramble_never_takes_from_the_same_event(state: State, donor: State, tag: str) -> None:
    """The donor here may hold fields of the receiving event; such a scramble raises rather than lend them."""
    assume(carrying(state, tag) and len(carrying(state, tag)) <= len(carrying(donor, tag)))
    if any(donor[name].event_id == "E1" for name in carrying(donor, tag)):
        with pytest.raises(HoldfastError, match="another event"):
            scramble(tag, donor)(state)
        return
    if not differs(state, donor, tag):
        with pytest.raises(HoldfastError, match="change nothing"):
            scramble(tag, donor)(state)
        return
    after = scramble(tag, donor)(state)
    assert all(after[name].event_id != "E1" for name in carrying(state, tag))


@given(states(), states(foreign=("E8",)), st.sampled_from(TAGS))
def test_scramble_refuses_a_donor_of_the_same_event(state: State, donor: State, tag: str) -> None:
    assume(carrying(state, tag) and len(carrying(state, tag)) <= len(carrying(donor, tag)))
    with pytest.raises(HoldfastError, match="another event"):
        scramble(tag, donor)(state)


@given(states(), states("E2"), st.sampled_from(TAGS))
def test_scramble_refuses_a_donor_with_too_little(state: State, donor: State, tag: str) -> None:
    assume(len(carrying(state, tag)) > len(carrying(donor, tag)))
    with pytest.raises(HoldfastError):
        scramble(tag, donor)(state)


# Order


@st.composite
def reorderings(draw: st.DrawFn) -> tuple[State, list[str], list[int]]:
    state = draw(states())
    chosen = draw(st.sets(st.sampled_from([f.name for f in state.fields]), min_size=1))
    names = [f.name for f in state.fields if f.name in chosen]
    order = draw(st.permutations(range(len(names))))
    assume(list(order) != list(range(len(names))))
    return state, names, list(order)


@given(reorderings())
def test_reorder_is_a_permutation_of_the_named_fields_in_their_places(case: tuple[State, list[str], list[int]]) -> None:
    state, names, order = case
    after = reorder(names, order)(state)
    assert sorted(encoded(after.fields)) == sorted(encoded(state.fields))
    assert [f.name for f in after.fields if f.name in names] == [names[i] for i in order]
    for before, now in zip(state.fields, after.fields, strict=True):
        if before.name not in names:
            assert canonical(now) == canonical(before)


@given(reorderings())
def test_the_inverse_order_restores(case: tuple[State, list[str], list[int]]) -> None:
    state, names, order = case
    after = reorder(names, order)(state)
    inverse = sorted(range(len(order)), key=order.__getitem__)
    assert reorder([names[i] for i in order], inverse)(after) == state


@pytest.mark.parametrize("order", [[0, 0], [1, 2], [0], [0, 1, 2], [-1, 0]])
def test_an_order_must_be_a_permutation(order: list[int]) -> None:
    with pytest.raises(HoldfastError, match="is not an order"):
        reorder(["a", "b"], order)


# Adding and replacing


@given(states(), texts, st.data())
def test_insert_adds_one_field_and_moves_none_past_another(state: State, text: str, data: st.DataObject) -> None:
    cue = Field("cue!", text, "E1")
    before = data.draw(st.sampled_from([None, *(f.name for f in state.fields)]))
    after = insert_cue(cue, before=before)(state)
    assert encoded(after.where(lambda f: f.name != "cue!")) == encoded(state.fields)
    names = [f.name for f in after.fields]
    assert after["cue!"] == cue
    follows = names[names.index("cue!") + 1 :]
    assert (follows[0] if follows else None) == before


@given(states())
def test_insert_refuses_a_name_that_is_taken(state: State) -> None:
    with pytest.raises(HoldfastError, match="two fields"):
        insert_cue(Field(state.fields[0].name, "x", "E1"))(state)


@given(states(), texts, st.data())
def test_replace_changes_one_text_and_no_tag(state: State, text: str, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([f.name for f in state.fields]))
    assume(state[name].text != text)
    after = replace(name, text)(state)
    assert encoded(after.fields) == [
        canonical(msgspec.structs.replace(f, text=text) if f.name == name else f) for f in state.fields
    ]


# All of them

PLAIN = State("E1", (Field("a", "one", "E1"), Field("b", "two", "E1")))
DONOR = State("E2", (Field("a", "three", "E2", frozenset({"reason"})),))


@pytest.mark.parametrize(
    "vacuous",
    [
        drop("z"),
        drop("a", "z"),
        lesion("reason"),
        strict_lesion("reason"),
        scramble("reason", DONOR),
        reorder(["a", "z"], [1, 0]),
        insert_cue(Field("c", "x", "E1"), before="z"),
        replace("z", "x"),
        replace("a", "x").then(lesion("reason")),
    ],
    ids=lambda intervention: intervention.name,
)
def test_an_intervention_that_finds_nothing_raises(vacuous: Intervention) -> None:
    with pytest.raises(HoldfastError, match="'E1'"):
        vacuous(PLAIN)


def test_an_intervention_that_could_never_change_anything_is_refused_when_it_is_made() -> None:
    with pytest.raises(HoldfastError, match="at least one"):
        drop()
    with pytest.raises(HoldfastError, match="change nothing"):
        reorder(["a", "b"], [0, 1])
    with pytest.raises(HoldfastError, match="twice"):
        reorder(["a", "a"], [1, 0])
    with pytest.raises(HoldfastError, match="already"):
        replace("a", PLAIN["a"].text)(PLAIN)


def test_lesion_of_what_is_only_echoed_raises_and_a_strict_one_does_not() -> None:
    state = State("E1", (Field("a", "one", "E1", echoes=frozenset({"reason"})), Field("b", "two", "E1")))
    with pytest.raises(HoldfastError, match="carries 'reason'"):
        lesion("reason")(state)
    assert [f.name for f in strict_lesion("reason")(state).fields] == ["b"]


@given(states(), st.data())
def test_composition_does_one_after_the_other(state: State, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([f.name for f in state.fields]))
    first, second = insert_cue(Field("cue!", "look", "E1"), before=name), drop(name)
    both = first.then(second)
    assert both(state) == second(first(state))
    assert both.name == f"insert(cue!) then drop({name})"
    with pytest.raises(HoldfastError):
        second.then(first)(state)  # the other way round, the place to insert is gone


@given(states(), states("E2", foreign=("E3",)))
def test_interventions_leave_the_state_they_are_given_alone(state: State, donor: State) -> None:
    before = canonical(state)
    name = state.fields[0].name
    candidates = [
        drop(name),
        replace(name, "other text, longer than any"),
        insert_cue(Field("cue!", "x", "E1")),
        *(change(tag) for tag in TAGS for change in (lesion, strict_lesion)),
        *(scramble(tag, donor) for tag in TAGS),
    ]
    for intervention in candidates:
        try:
            after = intervention(state)
        except HoldfastError:
            continue
        assert canonical(after) != before  # it did something
        assert canonical(state) == before  # elsewhere


def test_a_state_refuses_two_fields_of_one_name() -> None:
    with pytest.raises(HoldfastError, match="two fields named 'a'"):
        State("E1", (Field("a", "one", "E1"), Field("a", "two", "E1")))


@given(states(), st.sampled_from(TAGS))
def test_a_state_finds_its_fields(state: State, tag: str) -> None:
    assert [f.name for f in state.primary(tag)] == carrying(state, tag)
    assert {f.name for f in state.carriers(tag)} == {*carrying(state, tag), *echoing(state, tag)}
    for field in state.fields:
        assert field.name in state
        assert state[field.name] is field
    assert "no such name" not in state
    with pytest.raises(KeyError):
        state["no such name"]
