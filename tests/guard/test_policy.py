"""Policies: known rulings, bad files, and properties over any calls and records."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.guard import Call, Guard, Outcome, PolicyError, Snapshot, Verdict, make_policy, read_policy

SHOP: dict[str, Any] = {
    "constants": {"limit": 2},
    "about": {"order": {"event": "call.order_id", "state": "order.order_id"}},
    "rule": [
        {
            "name": "pending only",
            "tool": ["cancel", "modify"],
            "about": "order",
            "require": "order.status == 'pending'",
            "why": "It was sent.",
        },
        {"name": "small", "tool": "modify", "about": "order", "forbid": "len(call.items) > limit", "instead": "ask"},
        {"name": "own items", "tool": "modify", "about": "order", "argument": "items", "among": "order.items.id"},
        {"name": "payer", "tool": "modify", "about": "order", "argument": "pay.card", "among": "order.cards"},
        {"name": "total", "tool": "modify", "about": "order", "argument": "price", "equals": "order.price"},
        {
            "name": "gift",
            "tool": "cancel",
            "about": "order",
            "when": "order.gift",
            "require": "call.reason == 'returned'",
        },
    ],
}
ORDER: dict[str, Any] = {
    "order_id": "W1",
    "status": "pending",
    "items": [{"id": "a"}, {"id": "b"}],
    "cards": ["c1"],
    "price": 7,
    "gift": False,
}


def rule(tool: str, order: Any = None, **arguments: Any) -> Any:
    view = {"order": {**ORDER, **(order or {})}}
    return make_policy(SHOP).check(Call(tool, {"order_id": "W1", **arguments}), view)


def test_a_condition_that_holds_accepts_and_one_that_does_not_stops() -> None:
    accepted = rule("cancel")
    assert (accepted.outcome, accepted.call) == (Outcome.ACCEPT, accepted.proposed)
    stopped = rule("cancel", {"status": "sent"})
    assert (stopped.outcome, stopped.call) == (Outcome.CORRECT, None)
    assert stopped.verdicts[0].action == "deny"
    assert stopped.reason == "cancel for 'W1' is not allowed (rule 'pending only'). It was sent."
    repeated = rule("modify", items=["a", "b", "a"])
    assert repeated.verdicts[-1].action == "ask"
    assert repeated.verdicts[-1].reason.startswith("Do ask instead of modify for 'W1' (rule ")
    assert rule("cancel").reason == "cancel for 'W1' is right by the rule 'pending only'."


def test_a_tool_without_rules_is_left_alone() -> None:
    left = rule("look")
    assert (left.outcome, left.call, left.verdicts) == (Outcome.LEAVE, left.proposed, ())
    assert left.reason == "No rule applies to this call of look, so it goes ahead."


def test_a_rule_applies_only_when_it_says_so() -> None:
    assert [v.state.kind for v in rule("cancel").verdicts] == ["pending only"]
    gift = rule("cancel", {"gift": True}, reason="bored")
    assert [v.outcome for v in gift.verdicts] == [Outcome.ACCEPT, Outcome.CORRECT]
    assert gift.call is None


def test_a_value_that_only_one_could_be_is_corrected_and_others_are_not_guessed() -> None:
    ruling = rule("modify", items=["a"], pay={"card": "c9"}, price=8)
    assert ruling.outcome is Outcome.CORRECT
    assert ruling.call.arguments == {"order_id": "W1", "items": ["a"], "pay": {"card": "c1"}, "price": 7}
    assert ruling.proposed.arguments["pay"] == {"card": "c9"}  # the caller's own call is untouched
    guess = rule("modify", items=["z"])
    assert (guess.outcome, guess.call) == (Outcome.DEFER, None)
    assert guess.reason == "The argument `items` for 'W1' must be one of 'a', 'b', not 'z' (rule 'own items')."


def test_a_rule_may_ask_instead_of_replacing() -> None:
    asking = {**SHOP, "rule": [{**SHOP["rule"][4], "replace": False}]}
    ruling = make_policy(asking).check(Call("modify", {"order_id": "W1", "price": 8}), {"order": ORDER})
    assert (ruling.outcome, ruling.call) == (Outcome.DEFER, None)


def test_conditions_are_about_the_call_as_it_will_be_made() -> None:
    shop = {
        "rule": [
            {"name": "cheap", "tool": "pay", "require": "call.amount < 10"},
            {"name": "amount", "tool": "pay", "argument": "amount", "equals": "due"},
        ]
    }
    policy = make_policy(shop)
    assert policy.check(Call("pay", {"amount": 99}), {"due": 5}).call == Call("pay", {"amount": 5})
    assert policy.check(Call("pay", {"amount": 5}), {"due": 99}).call is None


def test_two_rules_that_want_different_values_defer() -> None:
    shop = {"rule": [{"name": n, "tool": "pay", "argument": "amount", "equals": n} for n in ("due", "owed")]}
    for amount in (1, 5, 6):
        ruling = make_policy(shop).check(Call("pay", {"amount": amount}), {"due": 5, "owed": 6})
        assert (ruling.outcome, ruling.call) == (Outcome.DEFER, None)
    assert make_policy(shop).check(Call("pay", {"amount": 1}), {"due": 5, "owed": 5}).call == Call("pay", {"amount": 5})


def test_the_record_of_another_event_is_never_used() -> None:
    policy, other = make_policy(SHOP), {"order": {**ORDER, "order_id": "W2"}}
    ruling = policy.check(Call("cancel", {"order_id": "W1"}), other)
    assert (ruling.outcome, ruling.call) == (Outcome.DEFER, None)
    assert "belongs to event 'W2', not to event 'W1'" in ruling.reason
    both = [Snapshot({"order": {**ORDER, "status": "sent"}}, 1), Snapshot(other, 2)]
    assert policy.check(Call("cancel", {"order_id": "W1"}), both).outcome is Outcome.CORRECT


def test_the_latest_snapshot_controls_until_it_expires() -> None:
    policy, call = make_policy(SHOP), Call("cancel", {"order_id": "W1"})
    old, new = Snapshot({"order": ORDER}, 1), Snapshot({"order": {**ORDER, "status": "sent"}}, 2, expires_at=50)
    guard = Guard(clock=lambda: 49)
    assert policy.check(call, [new, old], guard).outcome is Outcome.CORRECT
    assert policy.check(call, [replace(old, issued_at=3), new], guard).outcome is Outcome.ACCEPT
    expired = policy.check(call, [new, old], Guard(clock=lambda: 50))
    assert (expired.outcome, expired.call) == (Outcome.DEFER, None)
    assert "expired" in expired.reason


def test_what_is_not_in_view_is_left_or_deferred_as_the_policy_says() -> None:
    call = Call("cancel", {"order_id": "W1"})
    assert make_policy(SHOP).check(call, {}).outcome is Outcome.LEAVE
    verdicts: list[Verdict] = []
    strict = make_policy({**SHOP, "unseen": "defer"}).check(call, {}, Guard(audit=verdicts.append))
    assert (strict.outcome, strict.call) == (Outcome.DEFER, None)
    assert "`order.order_id` is not in view" in strict.reason or "`order` is not in view" in strict.reason
    assert tuple(verdicts) == strict.verdicts
    assert make_policy({**SHOP, "unseen": "defer"}).check(call, []) == strict


def test_arguments_that_make_no_sense_are_never_a_permission() -> None:
    ruling = rule("modify", items=3)
    assert (ruling.outcome, ruling.call) == (Outcome.DEFER, None)
    assert "cannot be evaluated" in ruling.reason


def test_every_verdict_is_audited_once() -> None:
    verdicts: list[Verdict] = []
    call = Call("modify", {"order_id": "W1", "items": ["a"], "price": 8})
    ruling = make_policy(SHOP).check(call, {"order": ORDER}, Guard(audit=verdicts.append))
    assert tuple(verdicts) == ruling.verdicts
    assert len(verdicts) == 4


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rule": []}, "no rules"),
        ({"rules": []}, "did you mean `rule`?"),
        ({"unseen": "ignore"}, "one of defer, leave"),
        ({"about": {"order": {"event": "call.id"}}}, "subject 'order' needs `state`"),
        ({"rule": [{"name": "x", "tool": "t"}]}, "exactly one of require"),
        ({"rule": [{"name": "x", "tool": "t", "require": "a", "forbid": "b"}]}, "not require, forbid"),
        ({"rule": [{"name": "x", "tool": "t", "among": "a"}]}, "`argument` goes with"),
        ({"rule": [{"name": "x", "tool": "t", "require": "a", "argument": "b"}]}, "`argument` goes with"),
        ({"rule": [{"name": "x", "tool": "t", "require": "a b"}]}, "rule 'x', `require`: 'a b' is not an expression"),
        ({"rule": [{"name": "x", "tool": [], "require": "a"}]}, "needs `tool`"),
        ({"rule": [{"name": "x", "tool": "t", "require": "a", "about": "cat"}]}, r"no \[about.cat\]"),
        ({"rule": [{"tool": "t", "require": "a"}]}, "rule 1 needs `name`"),
        ({"rule": [{"name": "x", "tool": "t", "require": "a", "replace": False}]}, "`replace`"),
        ({"rule": [{"name": "x", "tool": "t", "require": "a"}] * 2}, "two rules are named 'x'"),
        ({"rule": ["x"]}, "rule 1 must be a table"),
        ({"constants": 1, "rule": SHOP["rule"]}, "`constants` must be a table"),
    ],
)
def test_a_bad_policy_is_refused_by_name(change: dict[str, Any], said: str) -> None:
    with pytest.raises(PolicyError, match=said):
        make_policy({**SHOP, **change})


def test_files(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text('[[rule]]\nname = "x"\ntool = "t"\nrequire = "ok"\n')
    (tmp_path / "p.json").write_text('{"rule": [{"name": "x", "tool": "t", "require": "ok"}]}')
    for name in ("p.toml", "p.json"):
        policy = read_policy(tmp_path / name)
        assert policy.check(Call("t", {}), {"ok": True}).outcome is Outcome.ACCEPT
        assert policy.check(Call("t", {}), {"ok": False}).call is None
    (tmp_path / "bad.toml").write_text("[[rule]\n")
    with pytest.raises(PolicyError, match=r"bad\.toml is not a toml file .*line 1"):
        read_policy(tmp_path / "bad.toml")
    with pytest.raises(PolicyError, match="No such file"):
        read_policy(tmp_path / "none.toml")


orders = st.fixed_dictionaries(
    {
        "order_id": st.sampled_from(["W1", "W2"]),
        "status": st.sampled_from(["pending", "sent"]),
        "items": st.lists(st.sampled_from([{"id": "a"}, {"id": "b"}]), max_size=2),
        "cards": st.lists(st.sampled_from(["c1", "c2"]), max_size=2, unique=True),
        "price": st.integers(5, 7),
        "gift": st.booleans(),
    }
)
views = st.lists(
    st.builds(Snapshot, st.fixed_dictionaries({"order": orders}) | st.just({}), st.integers(0, 3)), max_size=3
)
calls = st.builds(
    Call,
    st.sampled_from(["cancel", "modify", "look"]),
    st.fixed_dictionaries(
        {"order_id": st.sampled_from(["W1", "W2"])},
        optional={
            "items": st.lists(st.sampled_from(["a", "b", "z"]), max_size=3) | st.integers(),
            "pay": st.fixed_dictionaries({"card": st.sampled_from(["c1", "c2", "c9"])}),
            "price": st.integers(5, 7) | st.text(max_size=2),
        },
    ),
)


@given(calls, views, st.sampled_from(["defer", "leave"]))
def test_it_never_uses_another_events_record_and_never_changes_a_call_without_one(
    call: Call, view: list[Snapshot], unseen: str
) -> None:
    policy = make_policy({**SHOP, "unseen": unseen})
    ruling = policy.check(call, view)
    own = [s for s in view if s.values and s.values["order"]["order_id"] == call.arguments["order_id"]]
    if not own:
        assert ruling.call in (call, None)
        assert ruling.outcome in (Outcome.LEAVE, Outcome.DEFER)
    for verdict in ruling.verdicts:
        assert verdict.state is None or verdict.state.event_id == call.arguments["order_id"]
    if ruling.outcome in (Outcome.ACCEPT, Outcome.LEAVE):
        assert ruling.call == call


@given(calls, views, st.sampled_from(["defer", "leave"]))
def test_a_ruling_is_idempotent(call: Call, view: list[Snapshot], unseen: str) -> None:
    policy = make_policy({**SHOP, "unseen": unseen})
    ruling = policy.check(call, view)
    if ruling.call is not None:
        again = policy.check(ruling.call, view)
        assert again.call == ruling.call
        assert again.outcome in (Outcome.ACCEPT, Outcome.LEAVE)
    else:
        assert policy.check(call, view) == ruling
