"""The guard's rule: known verdicts, and properties over any fields."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.guard import DecisiveField, Guard, Outcome, Verdict

events = st.sampled_from(["E1", "E2", "E3"])
actions = st.sampled_from(["A", "B", "C"])
fields = st.lists(
    st.builds(DecisiveField, st.sampled_from(["decision", "memory", "veto"]), actions, events, st.integers(0, 4)),
    max_size=6,
)


def decision(action: str, event_id: str = "E1", sequence: int = 1) -> DecisiveField:
    return DecisiveField("decision", action, event_id, sequence)


def veto(action: str, event_id: str = "E1", sequence: int = 1) -> DecisiveField:
    return DecisiveField("veto", action, event_id, sequence)


@pytest.mark.parametrize(
    ("visible", "outcome", "action"),
    [
        ([], Outcome.LEAVE, "A"),
        ([decision("A")], Outcome.ACCEPT, "A"),
        ([decision("B")], Outcome.CORRECT, "B"),
        ([decision("A", "E2")], Outcome.DEFER, None),
        ([decision("B", "E2", 9), decision("A")], Outcome.ACCEPT, "A"),
        ([decision("A", sequence=1), decision("B", sequence=2)], Outcome.CORRECT, "B"),
        ([decision("B", sequence=1), decision("A", sequence=2)], Outcome.ACCEPT, "A"),
        ([decision("A", sequence=9), veto("STOP", sequence=1)], Outcome.CORRECT, "STOP"),
        ([veto("HALT", sequence=1), veto("STOP", sequence=2)], Outcome.CORRECT, "STOP"),
        ([decision("A"), veto("STOP", "E2", 9)], Outcome.ACCEPT, "A"),
        ([decision("A"), decision("B")], Outcome.DEFER, None),
        ([decision("A"), decision("A")], Outcome.ACCEPT, "A"),
    ],
    ids=[
        "no field",
        "matches",
        "does not match",
        "another event's only",
        "another event's later field does not count",
        "superseded",
        "latest",
        "a veto outranks a later decision",
        "the latest veto",
        "another event's veto",
        "a contradiction with no later side",
        "said twice",
    ],
)
def test_verdict(visible: list[DecisiveField], outcome: Outcome, action: str | None) -> None:
    verdict = Guard().check("E1", "A", visible)
    assert (verdict.outcome, verdict.action) == (outcome, action)
    assert (verdict.event_id, verdict.proposed) == ("E1", "A")
    assert verdict.reason.endswith(".")
    assert "'E1'" in verdict.reason


def test_the_reason_names_what_was_done_and_what_should_have_been() -> None:
    assert Guard().check("E17", "ACTION_A", [decision("ACTION_B", "E17")]).reason == (
        "'ACTION_A' does not follow the latest decision of event 'E17', which prescribes 'ACTION_B'."
    )
    assert "'E9'" in Guard().check("E17", "ACTION_A", [decision("ACTION_B", "E9")]).reason


def test_which_kinds_outrank_is_a_setting() -> None:
    visible = [veto("STOP", sequence=3), DecisiveField("law", "REPORT", "E1", 1), decision("A", sequence=9)]
    assert Guard(outranks=("law", "veto")).check("E1", "A", visible).action == "REPORT"
    assert Guard(outranks=("veto", "law")).check("E1", "A", visible).action == "STOP"
    assert Guard(outranks=()).check("E1", "A", visible).action == "A"


@given(events, actions, fields)
def test_it_never_follows_a_field_of_another_event(event_id: str, action: str, visible: list[DecisiveField]) -> None:
    verdict = Guard().check(event_id, action, visible)
    own = [f for f in visible if f.event_id == event_id]
    if verdict.field is not None:
        assert verdict.field in own
        assert verdict.action == verdict.field.action
    # What other events' fields say makes no difference to a verdict that has a field of its own.
    if own:
        assert Guard().check(event_id, action, own) == verdict
    elif visible:
        assert verdict.outcome is Outcome.DEFER


@given(events, actions, fields)
def test_it_changes_an_action_only_to_what_the_controlling_field_prescribes(
    event_id: str, action: str, visible: list[DecisiveField]
) -> None:
    verdict = Guard().check(event_id, action, visible)
    if verdict.field is None:
        assert verdict.action in (action, None)
        return
    own = [f for f in visible if f.event_id == event_id]
    kind = [f for f in own if f.kind == verdict.field.kind]
    assert verdict.field.sequence == max(f.sequence for f in kind)
    assert (verdict.field.kind == "veto") == any(f.kind == "veto" for f in own)
    assert (verdict.outcome is Outcome.ACCEPT) == (action == verdict.field.action)


@given(events, actions, fields)
def test_it_is_idempotent(event_id: str, action: str, visible: list[DecisiveField]) -> None:
    first = Guard().check(event_id, action, visible)
    if first.action is None:
        return
    again = Guard().check(event_id, first.action, visible)
    assert again.action == first.action
    assert again.outcome is (Outcome.LEAVE if not visible else Outcome.ACCEPT)


@given(events, actions, fields, st.randoms(use_true_random=False))
def test_the_order_in_which_fields_are_given_does_not_matter(
    event_id: str, action: str, visible: list[DecisiveField], random: object
) -> None:
    mixed = list(visible)
    random.shuffle(mixed)  # type: ignore[attr-defined]

    def essence(verdict: Verdict) -> tuple[Outcome, str | None]:
        return verdict.outcome, verdict.action

    assert essence(Guard().check(event_id, action, mixed)) == essence(Guard().check(event_id, action, iter(visible)))


def test_it_imports_nothing_outside_the_standard_library() -> None:
    code = (
        "import sys; before = set(sys.modules); import holdfast.guard; "
        "print(*sorted({m.split('.')[0] for m in set(sys.modules) - before} - set(sys.stdlib_module_names))); "
        "print(*sorted(m for m in sys.modules if m.startswith('holdfast.')))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()
    assert out == ["holdfast", "holdfast.guard holdfast.guard.audit holdfast.guard.guard holdfast.guard.verdict"]
