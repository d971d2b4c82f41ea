"""The guard's rule: known verdicts, and properties over any fields."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.guard import DecisiveState, Guard, Outcome, Verdict

NOW = 100.0

events = st.sampled_from(["E1", "E2", "E3"])
actions = st.sampled_from(["A", "B", "C"])
fields = st.lists(
    st.builds(DecisiveState, events, st.sampled_from(["decision", "memory", "veto"]), actions, st.integers(0, 4)),
    max_size=6,
)
states = st.lists(
    st.builds(
        DecisiveState,
        event_id=events,
        kind=st.sampled_from(["decision", "memory", "veto"]),
        action=actions | st.none(),
        issued_at=st.integers(0, 3),
        expires_at=st.none() | st.sampled_from([NOW - 1, NOW, NOW + 1]),
        among=st.sampled_from([("A",), ("A", "B")]),
    ),
    max_size=6,
)
"""Fields, but some have expired and some are content with several actions."""


def decision(action: str, event_id: str = "E1", issued_at: int = 1) -> DecisiveState:
    return DecisiveState(event_id, "decision", action, issued_at)


def veto(action: str, event_id: str = "E1", issued_at: int = 1) -> DecisiveState:
    return DecisiveState(event_id, "veto", action, issued_at)


@pytest.mark.parametrize(
    ("visible", "outcome", "action"),
    [
        ([], Outcome.LEAVE, "A"),
        ([decision("A")], Outcome.ACCEPT, "A"),
        ([decision("B")], Outcome.CORRECT, "B"),
        ([decision("A", "E2")], Outcome.DEFER, None),
        ([decision("B", "E2", 9), decision("A")], Outcome.ACCEPT, "A"),
        ([decision("A", issued_at=1), decision("B", issued_at=2)], Outcome.CORRECT, "B"),
        ([decision("B", issued_at=1), decision("A", issued_at=2)], Outcome.ACCEPT, "A"),
        ([decision("A", issued_at=9), veto("STOP", issued_at=1)], Outcome.CORRECT, "STOP"),
        ([veto("HALT", issued_at=1), veto("STOP", issued_at=2)], Outcome.CORRECT, "STOP"),
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
def test_verdict(visible: list[DecisiveState], outcome: Outcome, action: str | None) -> None:
    verdict = Guard().check("A", visible, "E1")
    assert (verdict.outcome, verdict.action) == (outcome, action)
    assert (verdict.event_id, verdict.proposed) == ("E1", "A")
    assert verdict.reason.endswith(".")
    assert "'E1'" in verdict.reason


def test_the_reason_names_what_was_done_and_what_should_have_been() -> None:
    assert Guard().check("ACTION_A", [decision("ACTION_B", "E17")], "E17").reason == (
        "The latest decision for event 'E17' asks for 'ACTION_B', not for 'ACTION_A'."
    )
    assert "'E9'" in Guard().check("ACTION_A", [decision("ACTION_B", "E9")], "E17").reason


@pytest.mark.parametrize(
    ("visible", "event_id", "reason"),
    [
        ([], "E1", "Nothing in view decides event 'E1', so 'A' goes ahead."),
        ([], "", "Nothing in view decides this event, so 'A' goes ahead."),
        ([decision("A")], "E1", "'A' is what the latest decision for event 'E1' asks for."),
        (
            [decision("A", "E9"), decision("A", "E8")], "E1",
            "What is in view belongs to event 'E8', event 'E9', not to event 'E1'; look up event 'E1' first.",
        ),
        (
            [decision("B"), decision("C")], "E1",
            "The instructions for event 'E1' contradict each other ('B' and 'C'), none later; ask which one holds.",
        ),
        (
            [DecisiveState("E1", "decision", "A", 1, expires_at=0)], "E1",
            "What is known about event 'E1' has expired; look it up again.",
        ),
    ],
)  # fmt: skip
def test_reasons_are_plain_sentences(visible: list[DecisiveState], event_id: str, reason: str) -> None:
    assert Guard().check("A", visible, event_id).reason == reason


def test_which_kinds_outrank_is_a_setting() -> None:
    visible = [veto("STOP", issued_at=3), DecisiveState("E1", "law", "REPORT", 1), decision("A", issued_at=9)]
    assert Guard(outranks=("law", "veto")).check("A", visible, "E1").action == "REPORT"
    assert Guard(outranks=("veto", "law")).check("A", visible, "E1").action == "STOP"
    assert Guard(outranks=()).check("A", visible, "E1").action == "A"


@given(events, actions, fields)
def test_it_never_follows_a_field_of_another_event(event_id: str, action: str, visible: list[DecisiveState]) -> None:
    verdict = Guard().check(action, visible, event_id)
    own = [f for f in visible if f.event_id == event_id]
    if verdict.state is not None:
        assert verdict.state in own
        assert verdict.action == verdict.state.action
    # What other events' fields say makes no difference to a verdict that has a field of its own.
    if own:
        assert Guard().check(action, own, event_id) == verdict
    elif visible:
        assert verdict.outcome is Outcome.DEFER


@given(events, actions, fields)
def test_it_changes_an_action_only_to_what_the_controlling_field_prescribes(
    event_id: str, action: str, visible: list[DecisiveState]
) -> None:
    verdict = Guard().check(action, visible, event_id)
    if verdict.state is None:
        assert verdict.action in (action, None)
        return
    own = [f for f in visible if f.event_id == event_id]
    kind = [f for f in own if f.kind == verdict.state.kind]
    assert verdict.state.issued_at == max(f.issued_at for f in kind)
    assert (verdict.state.kind == "veto") == any(f.kind == "veto" for f in own)
    assert (verdict.outcome is Outcome.ACCEPT) == (action == verdict.state.action)


@given(events, actions, fields)
def test_it_is_idempotent(event_id: str, action: str, visible: list[DecisiveState]) -> None:
    first = Guard().check(action, visible, event_id)
    if first.action is None:
        return
    again = Guard().check(first.action, visible, event_id)
    assert again.action == first.action
    assert again.outcome is (Outcome.LEAVE if not visible else Outcome.ACCEPT)


def at_now(action: str, visible: list[DecisiveState], event_id: str) -> Verdict:
    return Guard(clock=lambda: NOW).check(action, visible, event_id)


@given(events, actions, states)
def test_it_never_accepts_a_state_of_another_event_or_one_that_has_expired_or_was_superseded(
    event_id: str, action: str, visible: list[DecisiveState]
) -> None:
    verdict = at_now(action, visible, event_id)
    own = [s for s in visible if s.event_id == event_id]
    if own:
        assert verdict == at_now(action, own, event_id)
    if verdict.outcome is Outcome.ACCEPT:
        state = verdict.state
        assert state is not None
        assert state in own
        assert state.expires_at is None or state.expires_at > NOW
        assert not any(s.kind == state.kind and s.issued_at > state.issued_at for s in own)
        assert action == state.action or action in state.among


@given(events, actions, states)
def test_it_never_changes_an_action_without_a_decisive_state(
    event_id: str, action: str, visible: list[DecisiveState]
) -> None:
    verdict = at_now(action, visible, event_id)
    if verdict.outcome in (Outcome.LEAVE, Outcome.ACCEPT):
        assert verdict.action == action
    elif verdict.outcome is Outcome.CORRECT:
        assert verdict.state in [s for s in visible if s.event_id == event_id]
        assert verdict.action == verdict.state.action != action
    else:
        assert verdict.action is None
    assert (verdict.outcome is Outcome.LEAVE) == (not visible)


@given(events, actions, states)
def test_what_it_corrected_it_accepts(event_id: str, action: str, visible: list[DecisiveState]) -> None:
    first = at_now(action, visible, event_id)
    if first.outcome is not Outcome.DEFER:
        again = at_now(first.action, visible, event_id)
        assert again.action == first.action
        assert again.outcome is (Outcome.LEAVE if not visible else Outcome.ACCEPT)
    else:
        assert at_now(action, visible, event_id) == first


def test_an_expired_state_defers_and_still_supersedes() -> None:
    def until(action: str, issued_at: int, expires_at: float | None, kind: str = "decision") -> DecisiveState:
        return DecisiveState("E1", kind, action, issued_at, expires_at)

    assert at_now("A", [until("A", 1, NOW + 1)], "E1").outcome is Outcome.ACCEPT
    assert at_now("A", [until("A", 1, NOW)], "E1").outcome is Outcome.DEFER
    assert "expired" in at_now("A", [until("A", 1, NOW)], "E1").reason
    # The decision for A was withdrawn by the one for B; that B has lapsed does not bring A back.
    assert at_now("A", [until("A", 1, None), until("B", 2, NOW - 1)], "E1").outcome is Outcome.DEFER
    assert at_now("A", [until("A", 1, None), until("STOP", 2, NOW - 1, "veto")], "E1").outcome is Outcome.ACCEPT


def test_a_state_content_with_several_actions_corrects_only_to_the_one_it_prescribes() -> None:
    either = DecisiveState("E1", "decision", None, 1, among=("A", "B"))
    assert Guard().check("B", either, "E1").outcome is Outcome.ACCEPT
    refused = Guard().check("C", either, "E1")
    assert (refused.outcome, refused.action, refused.state) == (Outcome.DEFER, None, either)
    assert "one of 'A', 'B'" in refused.reason
    preferring = DecisiveState("E1", "decision", "A", 1, among=("B",), why="A is cheaper.")
    assert Guard().check("B", preferring, "E1").outcome is Outcome.ACCEPT
    corrected = Guard().check("C", preferring, "E1")
    assert corrected.action == "A"
    assert corrected.reason == "The latest decision for event 'E1' asks for 'A', not for 'C'. A is cheaper."


def test_true_is_not_one() -> None:
    assert Guard().check(True, DecisiveState("E1", "decision", 1, 1), "E1").outcome is Outcome.CORRECT
    assert Guard().check(1.0, DecisiveState("E1", "decision", 1, 1), "E1").outcome is Outcome.ACCEPT


def test_a_state_must_say_something_and_have_a_place_in_time() -> None:
    with pytest.raises(ValueError, match="prescribes an action"):
        DecisiveState("E1", "decision", None, 1)
    with pytest.raises(ValueError, match="issued_at"):
        DecisiveState("E1", "decision", "A", float("nan"))


@given(events, actions, fields, st.randoms(use_true_random=False))
def test_the_order_in_which_fields_are_given_does_not_matter(
    event_id: str, action: str, visible: list[DecisiveState], random: object
) -> None:
    mixed = list(visible)
    random.shuffle(mixed)  # type: ignore[attr-defined]

    def essence(verdict: Verdict) -> tuple[Outcome, str | None]:
        return verdict.outcome, verdict.action

    assert essence(Guard().check(action, mixed, event_id)) == essence(Guard().check(action, iter(visible), event_id))


def test_it_imports_nothing_outside_the_standard_library() -> None:
    code = (
        "import sys; before = set(sys.modules); import holdfast.guard, holdfast.guard.replay; "
        "print(*sorted({m.split('.')[0] for m in set(sys.modules) - before} - set(sys.stdlib_module_names))); "
        "print(*sorted({m.split('.')[1] for m in sys.modules if m.startswith('holdfast.')}))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()
    assert out == ["holdfast", "guard"]
