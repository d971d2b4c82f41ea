"""Interventions as properties: each changes its own fields and no other, and what it leaves is a valid conversation."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core import Message, State
from holdfast.suites.transcripts import interventions as act
from holdfast.suites.transcripts import layout, wording
from holdfast.suites.transcripts.conversations import read_conversation
from holdfast.suites.transcripts.decisions import Decision, Tracer, spots
from holdfast.suites.transcripts.fields import messages_of, slot_of, text_of
from holdfast.suites.transcripts.layout import NothingToChange
from holdfast.suites.transcripts.values import fresh, kind_of, spelled
from suites.transcripts.made import assistant, call, parcel, result

IDS = st.one_of(
    st.from_regex(r"[A-Z]{2}-[1-9]\d{4,6}", fullmatch=True),
    st.from_regex(r"#[A-Z][1-9]\d{6}", fullmatch=True),
    st.from_regex(r"[a-z]{4}_card_[1-9]\d{5}", fullmatch=True),
    st.dates().map(lambda day: day.isoformat()),
    st.integers(100_000, 9_999_999),
    st.integers(10_000, 99_999).map(lambda n: n / 100),
)
JUNK = st.one_of(st.text(max_size=12), st.booleans(), st.none(), st.floats(0, 1), st.integers(0, 99))
PROSE = st.text(alphabet="abcdefghij .,\n<>&\"'é漢", max_size=60)


@st.composite
def made(draw) -> Decision:
    """A decision whose argument came from the user and from results, among junk."""
    value, other = draw(IDS), draw(IDS)
    shown = spelled(value)
    key = draw(st.sampled_from(["id", "order", "ref"]))
    document = draw(st.dictionaries(st.text("abcdef", min_size=1, max_size=5), JUNK, max_size=4))
    nested = draw(
        st.sampled_from(
            [{key: value}, {"list": [other, value]}, {"deep": {key: value, "x": [1.50, True]}}, {shown: {key: value}}]
        )
    )
    by_user = draw(st.booleans())
    messages = [
        *([{"role": "system", "content": draw(PROSE)}] if draw(st.booleans()) else []),
        {"role": "user", "content": f"{draw(PROSE)} {shown if by_user else ''} {draw(PROSE)}"},
        assistant(call("get_a", {"q": "first"}, "c1"), call("list_b", {"q": "second"}, "c2")),
        result({**document, **nested}, "c1"),
        result(draw(st.sampled_from(["plain words", {"k": [1, 2.50]}, [3]])), "c2"),
        assistant(call("get_c", {"q": "third"}, "c3")),
        result({"n": 1, "m": {"b": 2, "a": "z"}}, "c3"),
        assistant(call("do_it", {"target": value, "also": other, "n": 1}, "c4")),
    ]
    conversation = read_conversation(messages, 1, "here")
    return Tracer(conversation, ()).decision(list(spots(conversation, answers=False))[-1])


def changed_names(before: State, after: State) -> set[str]:
    old, new = ({f.name: f for f in state.fields} for state in (before, after))
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def assert_valid(messages: tuple[Message, ...]) -> None:
    """Every result directly follows the turn that called for it, and every call of that turn has its result."""
    waiting: set[str] = set()
    for message in messages:
        if message.role == "tool":
            assert message.tool_call_id in waiting
            waiting.remove(message.tool_call_id)
        else:
            assert not waiting
            waiting = {c.id for c in message.tool_calls}
            assert len(waiting) == len(message.tool_calls)
    assert not waiting


def shape(text: str) -> str:
    return re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", re.sub(r"\d", "0", text)))


@given(made())
def test_a_state_shows_the_conversation_it_was_cut_from(decision) -> None:
    assert_valid(messages_of(decision.state))
    whole = messages_of(decision.state)
    uncut = State(decision.state.event_id, tuple(f for f in decision.state.fields))
    assert messages_of(uncut) == whole
    for carried in decision.carried:
        for field in decision.state.carriers(carried.tag):
            assert field.text.strip('"') == spelled(carried.value)
        rest = "\0".join(f.text for f in decision.state.fields if carried.tag not in f.carries | f.echoes)
        if isinstance(carried.value, str):
            assert carried.value.lower() not in rest.lower()


@given(made(), st.integers(0, 9))
def test_a_swap_changes_every_carrier_and_nothing_else(decision, seed) -> None:
    for carried in decision.carried:
        taken = text_of(decision.state).lower()
        new = fresh(carried.value, taken, (), seed, "x")
        if new is None:
            continue
        assert type(new) is type(carried.value)
        assert shape(spelled(new)) == shape(spelled(carried.value))
        assert spelled(new).lower() not in taken
        assert kind_of(new) == carried.kind
        after = act.swap(carried, new)(decision.state)
        carriers = {f.name for f in decision.state.carriers(carried.tag)}
        assert changed_names(decision.state, after) == carriers
        if isinstance(carried.value, str):
            assert carried.value.lower() not in text_of(after).lower()
        assert all(spelled(new) in after[name].text for name in carriers)
        assert_valid(messages_of(after))
        assert_json_stays_json(decision.state, after)


@given(made())
def test_a_lesion_leaves_nothing_and_valid_json(decision) -> None:
    for carried in decision.carried:
        after = act.lesion(carried)(decision.state)
        assert changed_names(decision.state, after) == {f.name for f in decision.state.carriers(carried.tag)}
        if isinstance(carried.value, str):
            assert carried.value.lower() not in text_of(after).lower()
        assert_json_stays_json(decision.state, after)


@given(made())
def test_an_update_comes_last_and_a_stale_note_first(decision) -> None:
    for carried in decision.carried:
        new = fresh(carried.value, text_of(decision.state).lower(), (), "y")
        if new is None:
            continue
        try:
            after = act.update(carried, new)(decision.state)
        except NothingToChange:
            after = None
        if after is not None:
            kept = len(decision.state.fields)
            assert after.fields[:kept] == decision.state.fields, "what was there stays as it was"
            assert spelled(new) in "".join(f.text for f in after.fields[kept:])
            assert_valid(messages_of(after))
        noted = act.stale(carried, new)(decision.state)
        (added,) = changed_names(decision.state, noted)
        names = [f.name for f in noted.fields]
        first = next(f.name for f in decision.state.fields if carried.tag in f.carries)
        assert names.index(added) < names.index(first)
        assert slot_of(added).role in ("user", "system")
        assert_valid(messages_of(noted))


@given(made())
def test_rules_and_sentences_go_into_the_system_prompt(decision) -> None:
    for intervention, text in (
        (act.veto("do_it"), wording.VETO.format(tool="do_it")),
        (act.placebo(), wording.PLACEBO),
    ):
        after = intervention(decision.state)
        (added,) = changed_names(decision.state, after)
        assert slot_of(added).role == "system"
        messages = messages_of(after)
        assert messages[0].role == "system"
        assert messages[0].content.endswith(text)
        assert [m for m in messages if m.role != "system"] == [
            m for m in messages_of(decision.state) if m.role != "system"
        ]


@given(made())
def test_an_irrelevant_result_is_added_at_the_end(decision) -> None:
    after = messages_of(act.irrelevant()(decision.state))
    assert after[:-2] == messages_of(decision.state)
    assert_valid(after)


@given(made())
def test_a_reordering_keeps_fields_and_pairs(decision) -> None:
    after = layout.reorder()(decision.state)
    assert Counter(f.name for f in after.fields) == Counter(f.name for f in decision.state.fields)
    assert changed_names(decision.state, after) == set()
    assert messages_of(after) != messages_of(decision.state)
    assert_valid(messages_of(after))


@given(made())
def test_a_reformatting_says_the_same(decision) -> None:
    after = layout.reformat()(decision.state)
    assert messages_of(after) != messages_of(decision.state)
    for before, now in zip(messages_of(decision.state), messages_of(after), strict=True):
        if before.role != "tool":
            assert before == now
        elif before.content[:1] in "{[":
            assert json.loads(before.content) == json.loads(now.content)
    for carried in decision.carried:
        before, now = (len(state.carriers(carried.tag)) for state in (decision.state, after))
        assert before == now, "carriers stay carriers"


def assert_json_stays_json(before: State, after: State) -> None:
    for old, new in zip(messages_of(before), messages_of(after), strict=True):
        if old.role == "tool" and old.content[:1] in "{[":
            json.loads(new.content)
        for one, other in zip(old.tool_calls, new.tool_calls, strict=True):
            json.loads(one.arguments)
            json.loads(other.arguments)


# -------------------------------------------------------------------------------------------------------- examples


def parcel_decision(turn: int) -> Decision:
    conversation = read_conversation(parcel(), 1, "here")
    spot = next(s for s in spots(conversation, answers=True) if s.turn == turn)
    return Tracer(conversation, conversation.tools).decision(spot)


def test_numbers_are_written_as_they_were() -> None:
    row = parcel()
    row["messages"][3]["content"] = '{"parcel_id": "PX-4711", "weight": 12.50, "big": 12345678901234567890, "e": 1e-7}'
    row["messages"] = row["messages"][:4] + row["messages"][6:]
    conversation = read_conversation(row, 1, "here")
    spot = next(s for s in spots(conversation, answers=False) if s.turn == 4)
    after = messages_of(layout.reformat()(Tracer(conversation, ()).decision(spot).state))[3].content
    assert '"weight": 12.50,' in after
    assert '"big": 12345678901234567890,' in after
    assert '"e": 1e-7,' in after
    assert after.index("weight") < after.index("parcel_id")


def test_an_update_of_what_only_a_tool_told_is_a_newer_result() -> None:
    decision = parcel_decision(4)
    (carried,) = decision.carried
    assert carried.fields == "tool"
    after = messages_of(act.update(carried, "cust_123456")(decision.state))
    assert [m.role for m in after[-2:]] == ["assistant", "tool"]
    assert after[-2].tool_calls[0].name == "get_parcel"
    assert '"cust_123456"' in after[-1].content
    assert '"cust_880000"' in after[3].content


def test_a_scramble_needs_a_result_to_replace() -> None:
    decision = parcel_decision(6)
    after = act.scramble("003", '{"parcel_id": "PX-1"}')(decision.state)
    assert messages_of(after)[3].content == '{"parcel_id": "PX-1"}'
    assert [f.event_id for f in after.fields if f.name.startswith("003")] == ["not 1:task-0"]
    for turn in ("001", "009"):
        with pytest.raises(NothingToChange):
            act.scramble(turn, "x")(decision.state)


def test_interventions_that_have_nothing_to_do_raise() -> None:
    decision = parcel_decision(2)
    for intervention in (layout.reorder(), layout.reformat()):
        with pytest.raises(NothingToChange):
            intervention(decision.state)
    stranger = parcel_decision(4).carried[0]
    for intervention in (act.swap(stranger, "cust_1"), act.lesion(stranger), act.update(stranger, "cust_1")):
        with pytest.raises(NothingToChange):
            intervention(decision.state)
