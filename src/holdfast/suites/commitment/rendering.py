"""How a task is put to an agent: contracts, side queries and forks, and the form of the reply.

The `paper` contract shows family, construct, band and answer contract, in the paper's order. The `blind` one hides
them, because a heading that says what is tested gives it away. A renderer is given a state and nothing else.
"""

from __future__ import annotations

from holdfast.core import Decoding, Message, ReplyRequest, State
from holdfast.suites.commitment.events import FINAL
from holdfast.suites.commitment.settings import PAPER, Settings

CONTRACT = "contract"
"""The field that says how a task is put, where a run puts tasks in more than one way; it is never shown."""
STRICT = 'Reply with JSON and nothing else: {"answer": "<your answer>"}'
STRICT_CONFIDENT = (
    'Reply with JSON and nothing else: {"answer": "<your answer>", "confidence": <0 to 1: how sure you are of this '
    'answer>, "success_probability": <0 to 1: how likely you are to get the whole task right>}'
)
CONFIDENT = (
    "Then write two more lines, each with a number from 0 to 1:\n"
    "Confidence: how sure you are of this answer\n"
    "Success probability: how likely you are to get the whole task right"
)
SIDE = "Leave that question aside for now and answer only this one."
ACKNOWLEDGED = "Noted."
"""What the agent is recorded as having said to each turn of a forked conversation."""

TOKENS = {"plain": 64, "confident": 88, "strict": 96}


def render(state: State, settings: Settings) -> dict[str, ReplyRequest]:
    """The final question and the probes, each a request of its own; no reply is ever shown to another question."""
    decoding = Decoding(temperature=0.0, max_tokens=_tokens(settings))
    roles = [f.name.removesuffix("-question") for f in state.fields if f.name.endswith("-question")]
    put = _fork if settings.probes == "fork" else _side
    return {role: ReplyRequest(put(state, role, settings), decoding) for role in (FINAL, *_probes(roles))}


def _probes(roles: list[str]) -> list[str]:
    return sorted(role for role in roles if role != FINAL)


def _side(state: State, role: str, settings: Settings) -> tuple[Message, ...]:
    """The full prompt, for a probe with the side question after it."""
    parts = [*_heading(state, settings), *_body(state, settings), _ask(state, FINAL, settings)]
    if role != FINAL:
        parts += [f"{SIDE}\n{_ask(state, role, settings)}"]
    return (Message("user", "\n\n".join(parts)),)


def _body(state: State, settings: Settings) -> list[str]:
    turns = [f.text for f in state.fields if f.name.startswith("turn-")]
    opening, instruction = state["scenario"].text, instruction_of(state)
    if _contract(state, settings) == PAPER:
        shown = [f"Scenario: {opening}", f"Initial instruction: {instruction}", "Context turns:\n" + _numbered(turns)]
        return [*shown, f"Distractor: {state['distractor'].text}"] if "distractor" in state else shown
    turns += [state["distractor"].text] if "distractor" in state else []
    return [opening, instruction, _numbered(turns)]


def _contract(state: State, settings: Settings) -> str:
    return state[CONTRACT].text if CONTRACT in state else settings.contracts[0]


def _heading(state: State, settings: Settings) -> list[str]:
    if _contract(state, settings) != PAPER:
        return []
    heading = (("Family", "family"), ("Construct", "construct"), ("Difficulty", "band"))
    lines = [f"{label}: {state[name].text}" for label, name in heading]
    return ["\n".join([*lines, f"Answer contract: {_form(state, FINAL, settings)}"])]


def _fork(state: State, role: str, settings: Settings) -> tuple[Message, ...]:
    """The conversation up to where this question stands, one message a turn, and then the question."""
    opening = [*_heading(state, settings), state["scenario"].text, instruction_of(state)]
    said = ["\n\n".join(opening)]
    for field in state.fields:
        if field.name == f"{role}-question":
            break
        if field.name.startswith("turn-") or field.name == "distractor":
            said.append(field.text)
    messages = [m for text in said for m in (Message("user", text), Message("assistant", ACKNOWLEDGED))]
    return (*messages, Message("user", _ask(state, role, settings)))


def instruction_of(state: State) -> str:
    """The initial instruction, which may have several sentences."""
    return " ".join(f.text for f in state.fields if f.name.startswith("initial-"))


def _numbered(turns: list[str]) -> str:
    return "\n".join(f"{i}. {text}" for i, text in enumerate(turns, 1))


def _ask(state: State, role: str, settings: Settings) -> str:
    return f"Question: {state[f'{role}-question'].text}\n{_form(state, role, settings)}"


def _form(state: State, role: str, settings: Settings) -> str:
    if settings.strict_schema:
        return STRICT_CONFIDENT if settings.confidence else STRICT
    form = state[f"{role}-form"].text
    return f"{form}\n{CONFIDENT}" if settings.confidence else form


def _tokens(settings: Settings) -> int:
    return TOKENS["strict" if settings.strict_schema else "confident" if settings.confidence else "plain"]
