"""Wrappers around small inner agents that record what they were asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import msgspec
import pytest

from holdfast.agents.wrappers import (
    EXECUTE_PROMPT,
    PLAN_PROMPT,
    PLAN_TOKENS,
    WRAPPERS,
    FieldLine,
    Guarded,
    LinePolicy,
    PlannerExecutor,
    Wrapper,
)
from holdfast.core import (
    AgentBase,
    AgentFailure,
    Capability,
    Choices,
    ChoicesRequest,
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
from holdfast.guard import DecisiveState, Guard, Verdict


class Inner(AgentBase):
    """Answers by a function of the last message, and remembers every request."""

    capabilities = frozenset(Capability)
    concurrency = 5
    packs = True

    def __init__(self, say: Callable[[str], str], revision: str = "r1") -> None:
        self.identity = Identity("inner", revision)
        self.say = say
        self.asked: list[tuple[ReplyRequest, int]] = []
        self.confirmed: list[frozenset[Capability]] = []
        self.closed = False

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
        self.asked.append((request, draw))
        text = self.say(request.messages[-1].content)
        return Reply(text, "length", Receipt("m-1", 10, 20, 5.0, 2, 0.5))

    async def choices(self, request: ChoicesRequest) -> Choices:
        return Choices((-1.0,) * len(request.labels))

    async def score(self, request: ScoreRequest) -> Scores:
        return Scores((-2.0,) * len(request.continuations), (1,) * len(request.continuations))

    async def confirm(self, wanted: frozenset[Capability]) -> None:
        self.confirmed.append(wanted)

    async def close(self) -> None:
        self.closed = True


def ask(agent: AgentBase, content: str | Sequence[Message], decoding: Decoding | None = None, draw: int = 0) -> Reply:
    messages = (Message("user", content),) if isinstance(content, str) else tuple(content)
    reply = asyncio.run(agent.answer(ReplyRequest(messages, decoding or Decoding()), draw))
    assert isinstance(reply, Reply)
    return reply


# The seam


@pytest.mark.parametrize("prefix", sorted(WRAPPERS))
def test_every_wrapper_keeps_the_contract(prefix: str) -> None:
    inner = Inner(lambda _: "ACTION_A")
    wrapped = WRAPPERS[prefix](inner)
    assert wrapped.identity.spec == f"{prefix}:inner"
    assert wrapped.identity.revision == inner.identity.digest
    assert wrapped.identity.settings
    assert wrapped.capabilities == {Capability.REPLY}
    assert (wrapped.concurrency, wrapped.packs) == (5, True)
    assert "\n" not in WRAPPERS[prefix].summary
    assert ask(wrapped, "Which?").text == "ACTION_A"
    with pytest.raises(HoldfastError, match="choices"):
        asyncio.run(wrapped.answer(ChoicesRequest((), ("A",))))

    wanted = frozenset({Capability.REPLY})
    asyncio.run(wrapped.confirm(wanted))
    assert inner.confirmed == [wanted]
    with pytest.raises(HoldfastError, match="score"):
        asyncio.run(wrapped.confirm(frozenset({Capability.SCORE})))
    asyncio.run(wrapped.close())
    assert inner.closed


@pytest.mark.parametrize("prefix", sorted(WRAPPERS))
def test_identity_follows_the_inner_agent_and_the_wrapper(prefix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def identity(revision: str = "r1") -> str:
        return WRAPPERS[prefix](Inner(str, revision)).identity.digest

    first = identity()
    assert identity() == first
    assert identity("r2") != first
    monkeypatch.setattr(WRAPPERS[prefix], "version", 2)
    assert identity() != first


@pytest.mark.parametrize("prefix", sorted(WRAPPERS))
def test_wrappers_ask_whoever_is_put_inside(prefix: str) -> None:
    """The engine puts its memo in `inner` after construction: every request must go there."""
    first, memo = Inner(str), Inner(str)
    wrapped = WRAPPERS[prefix](first)
    wrapped.inner = memo
    ask(wrapped, "Which?")
    assert first.asked == []
    assert memo.asked


@pytest.mark.parametrize("prefix", sorted(WRAPPERS))
def test_tokens_and_cost_stay_with_the_inner_requests(prefix: str) -> None:
    inner = Inner(str)
    receipt = ask(WRAPPERS[prefix](inner), "Which?").receipt
    assert receipt == Receipt(model="m-1", latency_ms=5.0 * len(inner.asked))


@pytest.mark.parametrize("prefix", sorted(WRAPPERS))
def test_a_failure_inside_is_a_failure_outside(prefix: str) -> None:
    def fail(_: str) -> str:
        raise AgentFailure(Failure.SERVER, "500")

    with pytest.raises(AgentFailure, match="500"):
        ask(WRAPPERS[prefix](Inner(fail)), "Which?")


def test_wrappers_nest() -> None:
    inner = Inner(lambda _: "ACTION_A")
    wrapped = Guarded(PlannerExecutor(inner))
    assert wrapped.identity.spec == "guard:planner:inner"
    assert ask(wrapped, "Current event: E1\n[event=E1] DECISION: ACTION_B").text == "ACTION_B"
    assert len(inner.asked) == 2


def test_only_an_agent_that_replies_can_be_wrapped() -> None:
    inner = Inner(str)
    inner.capabilities = frozenset({Capability.SCORE})
    with pytest.raises(HoldfastError, match="reply"):
        PlannerExecutor(inner)


def test_a_wrapper_that_declares_more_lets_it_through() -> None:
    class Open(Wrapper):
        prefix = "open"
        capabilities = frozenset(Capability)

    wrapped = Open(Inner(str))
    assert asyncio.run(wrapped.answer(ChoicesRequest((), ("A", "B")))) == Choices((-1.0, -1.0))
    assert asyncio.run(wrapped.answer(ScoreRequest("", ("A",)))) == Scores((-2.0,), (1,))


# Planner


def test_the_planner_asks_for_a_plan_and_then_shows_it() -> None:
    inner = Inner(lambda text: " 1. Look {0}.\n" if text.endswith(PLAN_PROMPT) else "ACTION_B")
    decoding = Decoding(0.7, 4, 0.9, ("\n",))
    system = Message("system", "You decide.")
    reply = ask(PlannerExecutor(inner), (system, Message("user", "Which?")), decoding, draw=3)
    assert (reply.text, reply.finish) == ("ACTION_B", "length")

    (plan, plan_draw), (execution, execution_draw) = inner.asked
    assert plan.messages == (system, Message("user", f"Which?\n\n{PLAN_PROMPT}"))
    assert plan.decoding == Decoding(0.7, PLAN_TOKENS, 0.9, ())
    shown = EXECUTE_PROMPT.replace("{plan}", "1. Look {0}.")
    assert execution.messages == (system, Message("user", f"Which?\n\n{shown}"))
    assert execution.decoding == decoding
    assert (plan_draw, execution_draw) == (3, 3)


def test_the_planner_never_puts_two_user_turns_in_a_row() -> None:
    inner = Inner(lambda _: "x")
    turns = (Message("user", "Which?"), Message("assistant", "Let me see."))
    ask(PlannerExecutor(inner), turns)
    for request, _ in inner.asked:
        assert [m.role for m in request.messages] == ["user", "assistant", "user"]


def test_the_planner_is_another_agent_when_its_prompts_change(monkeypatch: pytest.MonkeyPatch) -> None:
    first = PlannerExecutor(Inner(str)).identity.digest
    monkeypatch.setattr("holdfast.agents.wrappers.PLAN_PROMPT", "Plan.")
    assert PlannerExecutor(Inner(str)).identity.digest != first


# Guard

CURRENT = "Current event: E17"


@pytest.mark.parametrize(
    ("content", "said", "text", "finish"),
    [
        (f"{CURRENT}\n[event=E17] DECISION: ACTION_B", "I take ACTION_B.", "I take ACTION_B.", "length"),
        (f"{CURRENT}\n[event=E17] DECISION: ACTION_B", "ACTION_A", "ACTION_B", "guard-correct"),
        (f"{CURRENT}\n[event=E9] DECISION: ACTION_A", "ACTION_A", "ACT_DEFER", "guard-defer"),
        (CURRENT, "ACTION_A", "ACTION_A", "length"),
        ("Hello", " word for word ", " word for word ", "length"),
        (
            f"{CURRENT}\n[event=E17] DECISION: ACTION_A\n[event=E17] DECISION: ACTION_B",
            "ACTION_A",
            "ACTION_B",
            "guard-correct",
        ),
        (
            f"[event=E17] VETO: the customer withdrew\n[event=E17] DECISION: ACTION_A\n{CURRENT}",
            "ACTION_A",
            "ACT_VETO",
            "guard-correct",
        ),
        (f"{CURRENT}\n[event=E17] DECISION: ACTION_B", "ACTION_A or ACTION_B", "ACTION_B", "guard-correct"),
        (f"{CURRENT}\n[event=E17] DECISION: ACTION_B", "not saying", "ACTION_B", "guard-correct"),
        ("[event=E17] DECISION: ACTION_A", "ACTION_A", "ACT_DEFER", "guard-defer"),
        (
            f"Current event: E9\n{CURRENT}\n[event=E9] DECISION: ACTION_A\n[event=E17] DECISION: ACTION_B",
            "ACTION_A",
            "ACTION_B",
            "guard-correct",
        ),
    ],
    ids=[
        "accepted word for word",
        "corrected",
        "deferred",
        "no field",
        "no convention",
        "the later line holds",
        "a veto outranks",
        "two codes are no action",
        "no code",
        "no current event",
        "the last current event holds",
    ],
)
def test_the_guard_holds_the_reply_to_the_lines_in_view(content: str, said: str, text: str, finish: str) -> None:
    inner = Inner(lambda _: said)
    reply = ask(Guarded(inner), content)
    assert (reply.text, reply.finish) == (text, finish)
    assert len(inner.asked) == 1
    assert inner.asked[0][0].messages == (Message("user", content),)


@pytest.mark.parametrize(
    "line",
    [
        "The log said [event=E17] DECISION: ACTION_B",
        "[event=E17] DECISION: go to the left",
        "[event=E17] decision: ACTION_B",
        "[event=] DECISION: ACTION_B",
        "DECISION: ACTION_B",
    ],
)
def test_what_only_resembles_a_decisive_line_is_none(line: str) -> None:
    assert ask(Guarded(Inner(lambda _: "ACTION_A")), f"{CURRENT}\n{line}").text == "ACTION_A"


def test_a_reply_with_one_code_takes_that_action_and_any_other_is_its_own() -> None:
    action = LinePolicy().action
    assert action("ACTION_B, yes: ACTION_B!") == "ACTION_B"
    for reply in ("ACTION_A or ACTION_B", "left", "action_b", "MYACTION"):
        assert action(f" {reply}\n") == reply


def test_fields_are_read_over_all_turns_but_not_from_the_agents_own() -> None:
    turns = (
        Message("system", "[event=E17] DECISION: ACTION_A"),
        Message("user", f"{CURRENT}\r\n  [event=E17] DECISION: ACTION_B.\r\n"),
        Message("assistant", "[event=E17] DECISION: ACTION_C"),
        Message("user", "Go on."),
    )
    event_id, fields = LinePolicy().situation(turns)
    assert event_id == "E17"
    assert fields == [DecisiveState("E17", "decision", "ACTION_A", 0), DecisiveState("E17", "decision", "ACTION_B", 2)]
    assert ask(Guarded(Inner(lambda _: "ACTION_C")), turns).text == "ACTION_B"


def test_a_policy_and_a_guard_of_ones_own_decide_and_are_part_of_the_identity() -> None:
    policy = LinePolicy(
        event=r"Ticket (?P<event>\d+)",
        fields=(
            FieldLine("order", r"#(?P<event>\d+) do (?P<action>\w+)"),
            FieldLine("stop", r"#(?P<event>\d+) STOP", "x"),
        ),
        defer="ask",
    )
    verdicts: list[Verdict] = []
    guarded = Guarded(Inner(lambda _: "pay"), policy, Guard(audit=verdicts.append, outranks=("stop",)))
    assert ask(guarded, "Ticket 5\n#5 do wait").text == "wait"
    assert ask(guarded, "Ticket 5\n#5 STOP\n#5 do pay").text == "x"
    assert ask(guarded, "Ticket 5\n#6 do pay").text == "ask"
    assert [str(v.outcome) for v in verdicts] == ["correct", "correct", "defer"]

    default = Guarded(Inner(str)).identity
    assert default.settings["defer"] == "ACT_DEFER"
    for other in (
        Guarded(Inner(str), LinePolicy(defer="ask")),
        Guarded(Inner(str), LinePolicy(roles=("system",))),
        Guarded(Inner(str), LinePolicy(fields=LinePolicy().fields[:1])),
        Guarded(Inner(str), guard=Guard(outranks=())),
    ):
        assert other.identity.digest != default.digest
    assert msgspec.json.decode(msgspec.json.encode(default), type=Identity) == default
