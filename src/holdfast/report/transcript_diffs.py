"""The worst cases of `transcripts` as drawn diffs: what an intervention changed in a conversation, what the agent
had to do then, and what it did.

Which cases are the worst is the suite's to say, in its table of them; here they are looked up and held against their
unchanged bases.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

import msgspec

from holdfast.core import Reply, ToolCall
from holdfast.core.agent import answer_decoder, request_decoder
from holdfast.engine.folder import RunFolder
from holdfast.report.rows import read_answers, read_part
from holdfast.report.turns import Turn, turns_of
from holdfast.report.wordwise import COME, GONE, SAME, Piece, marked, only, pieces, shortened
from holdfast.suites.transcripts.targets import Calls, Follows, Refrains, Says, Target, Without, equal, read, said
from holdfast.suites.transcripts.values import at_path, decoded, put, spelled

if TYPE_CHECKING:
    import polars as pl

SUITE = "transcripts"
TABLE = "transcripts_worst.csv"
IN_WORDS = "(answer)"
"""What stands for the tool where a decision is an answer in words."""
MOST_OF_AN_AGENT = 6
MOST = 36
"""Drawn in all; every agent keeps at least one."""


class Changed(msgspec.Struct, frozen=True):
    """A turn of a conversation and what became of it."""

    who: str
    """Who speaks, or what is called."""
    what: str
    """`changed`, `added`, `removed`, `moved here` or `moved away`; a number of turns that stayed has none."""
    pieces: list[Piece]
    """Its text."""


class Diff(msgspec.Struct, frozen=True):
    """One contrast that did not hold."""

    agent: str
    """Who."""
    intervention: str
    """What was done to the conversation."""
    about: str
    """The tool, and the argument of it if one was intervened on."""
    name: str
    """The changed case's name."""
    case: str
    """The changed case's id, to open it."""
    turns: list[Changed]
    """What was changed."""
    before: list[Piece]
    """What the agent did with nothing changed."""
    must: list[Piece]
    """What it had to do."""
    did: list[Piece]
    """What it did."""


def worst_diffs(folder: RunFolder) -> list[Diff]:
    """The worst cases of a run, drawn; none where the run has no such suite or no such case."""
    import polars as pl

    table = folder.tables / TABLE
    if not table.exists():
        return []
    worst = pl.read_csv(table, infer_schema=False).filter(pl.col("case").is_not_null())
    agents = worst["agent"].n_unique()
    most = max(1, min(MOST_OF_AN_AGENT, MOST // max(agents, 1)))
    worst = worst.filter(pl.int_range(pl.len()).over("agent") < most)
    if worst.is_empty():
        return []
    own = pl.col("suite") == SUITE
    design = read_part(folder.design).filter(own).select("target", case="name", changed="id")
    bases = read_part(folder.contrasts).filter(own).select("base", "changed")
    found = worst.join(design, on="case", maintain_order="left").join(bases, on="changed", maintain_order="left")
    asked = read_part(folder.cases).filter(own).select("id", "request")
    replies = read_answers(folder, [*found["base"], *found["changed"]]).select("agent", "id", "reply")
    return list(_drawn(found, dict(asked.iter_rows()), {(a, i): reply for a, i, reply in replies.iter_rows()}))


def _drawn(
    found: pl.DataFrame, asked: Mapping[str, str], replies: Mapping[tuple[str, str], str | None]
) -> Iterator[Diff]:
    for row in found.iter_rows(named=True):
        answers = [replies.get((row["agent"], row[side])) for side in ("base", "changed")]
        if None in answers:  # a journal that lost them
            continue
        base, changed = (answer_decoder.decode(answer or "") for answer in answers)
        assert isinstance(base, Reply)
        assert isinstance(changed, Reply)
        turns = [turns_of(request_decoder.decode(asked[row[side]])) for side in ("base", "changed")]
        must, did = outcome(read(row["target"]), base, changed)
        tool = "an answer in words" if row["tool"] == IN_WORDS else row["tool"]
        about = f"{row['argument']} of {tool}" if row["argument"] and row["tool"] != IN_WORDS else tool
        yield Diff(
            row["agent"], row["intervention"], about, row["case"], row["changed"], list(changes(*turns)),
            shortened([Piece(SAME, told(base))]), must, did,
        )  # fmt: skip


def changes(before: Sequence[Turn], after: Sequence[Turn]) -> Iterator[Changed]:
    """What was done to a conversation: turns that stayed are counted, the others drawn."""
    steps = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    gone = {turn for tag, i1, i2, _, _ in steps if tag in ("replace", "delete") for turn in before[i1:i2]}
    come = {turn for tag, _, _, j1, j2 in steps if tag in ("replace", "insert") for turn in after[j1:j2]}
    for tag, i1, i2, j1, j2 in steps:
        if tag == "equal":
            yield Changed(f"{i2 - i1} turn{'s' * (i2 - i1 != 1)} as before", "", [])
            continue
        for old, new in _beside(before[i1:i2], after[j1:j2]):
            if old and new:
                yield Changed(new.who, "changed", shortened(pieces(old.text, new.text)))
            elif old:
                yield _whole(old, GONE, moved=old in come)
            elif new:
                yield _whole(new, COME, moved=new in gone)


def _beside(old: Sequence[Turn], new: Sequence[Turn]) -> Iterator[tuple[Turn | None, Turn | None]]:
    """Turns of the same speaker beside each other, in their order."""
    names = [turn.who for turn in old], [turn.who for turn in new]
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, *names, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from zip(old[i1:i2], new[j1:j2], strict=True)
        else:
            yield from ((turn, None) for turn in old[i1:i2])
            yield from ((None, turn) for turn in new[j1:j2])


def _whole(turn: Turn, kind: str, *, moved: bool) -> Changed:
    what = {GONE: "moved away", COME: "moved here"} if moved else {GONE: "removed", COME: "added"}
    return Changed(turn.who, what[kind], shortened([Piece(kind, turn.text)]))


def outcome(target: Target, base: Reply, changed: Reply) -> tuple[list[Piece], list[Piece]]:
    """What had to be done and what was done: a call against a call, or a condition and what breaks it, marked."""
    got = told(changed)
    if isinstance(target, Calls) and (wanted := _wanted(target, base)):
        both = shortened(pieces(wanted, got))
        return only(both, GONE), only(both, COME)
    if isinstance(target, Says):
        return [Piece(SAME, said(target))], only(shortened(pieces(told(base), got)), COME)
    return [Piece(SAME, said(target))], shortened(marked(got, _offending(target)))


def _wanted(target: Calls, base: Reply) -> str:
    """The calls that would have been right: those of the base, the one that is meant with the target's values."""

    def agrees(call: ToolCall) -> tuple[bool, int]:
        arguments = decoded(call.arguments or "{}")
        found = [at_path(arguments, path) for path in target.arguments]
        same = sum(equal(value, wanted) for value, wanted in zip(found, target.arguments.values(), strict=True))
        return None not in found, same

    own = [call for call in base.tool_calls if call.name == target.tool]
    best = max(own, key=agrees, default=None)
    if best is None or not agrees(best)[0]:
        return ""
    return "\n".join(_written(call, target.arguments if call is best else None) for call in base.tool_calls)


def _offending(target: Target) -> str:
    match target:
        case Follows(_, _, former):
            return spelled(former)
        case Without(value):
            return spelled(value)
        case Refrains(tool):
            return f"{tool}("
    return ""


def told(reply: Reply) -> str:
    """A reply on as many lines as it has calls; its words where it calls nothing."""
    if not reply.tool_calls:
        return f"says: {reply.text}"
    return "\n".join(_written(call) for call in reply.tool_calls)


def _written(call: ToolCall, instead: Mapping[str, Any] | None = None) -> str:
    """A call as code has it, with other values at some places; arguments that are not JSON stay as they were."""
    arguments = copy.deepcopy(decoded(call.arguments or "{}"))
    if not isinstance(arguments, dict):
        return f"{call.name}({call.arguments})"
    for path, value in (instead or {}).items():
        put(arguments, path, value)
    return f"{call.name}({', '.join(f'{k}={msgspec.json.encode(v).decode()}' for k, v in arguments.items())})"


__all__ = ["Changed", "Diff", "changes", "outcome", "told", "worst_diffs"]
