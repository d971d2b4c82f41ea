"""A conversation as `holdfast show` draws it: every turn in short, the carriers of a decision's values marked in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from holdfast.core import Field, HoldfastError, did_you_mean
from holdfast.suites.transcripts.decisions import Decision, Tracer
from holdfast.suites.transcripts.fields import TOOLS, slot_of
from holdfast.suites.transcripts.settings import Settings
from holdfast.suites.transcripts.survey import conversations, survey, usable_spots
from holdfast.suites.transcripts.values import spelled

AROUND = 60
"""How much text is shown at either end of a piece; what lies between is counted."""
LISTED = 40


def draw(wanted: str | None, settings: Settings) -> Iterator[str]:
    """The lines of a drawing: one decision, or the names of some."""
    found = survey(settings)
    names: list[str] = []
    for conversation in conversations(settings):
        spots = list(usable_spots(conversation, settings, Counter()))
        by_name = {spot.name(conversation.id): spot for spot in spots}
        if wanted is not None and wanted in (conversation.id, conversation.id.partition(":")[2]) and spots:
            wanted = spots[0].name(conversation.id)
        if wanted in by_name:
            decision = Tracer(conversation, conversation.tools or found.tools).decision(by_name[wanted])
            yield from _decision(decision)
            return
        names += by_name if len(names) < LISTED or wanted is not None else ()
    if wanted is not None:
        near = did_you_mean(wanted, names[:5000]) if len(names) < LISTED else "without a name some are listed."
        raise HoldfastError(f"{settings.file} has no decision {wanted!r}; {near}")
    yield from names[:LISTED]
    shown = min(LISTED, found.decisions)
    yield f"({shown} of {found.decisions:,} decisions; `holdfast show transcripts NAME` draws one)"


def _decision(decision: Decision) -> Iterator[str]:
    marks = {carried.tag: str(number) for number, carried in enumerate(decision.carried, 1)}
    turn = ""
    for field in decision.state.fields:
        if field.name == TOOLS:
            continue
        slot = slot_of(field.name)
        head = f"{slot.turn}{slot.call if slot.role == 'assistant' else ''}"
        if head != turn:
            turn = head
            what = f"calls {slot.tool}" if slot.tool else slot.role
            yield f"── {int(slot.turn)} {what} " + "─" * max(4, 60 - len(what))
            yield ""
        yield _piece(field, marks)
    yield ""
    yield f"▶ {decision.name.rpartition('/')[2]} {_action(decision)}"
    for carried in decision.carried:
        told = len(decision.state.primary(carried.tag))
        own = len(decision.state.carriers(carried.tag)) - told
        by = carried.fields.replace("+", " and ")
        again = f", and said again by the agent {own} time{'s' * (own != 1)}" if own else ""
        yield (
            f"  [{marks[carried.tag]}] {', '.join(carried.arguments)} = {_plain(spelled(carried.value))} "
            f"({carried.kind}): carried by {by} in {told} place{'s' * (told != 1)}{again}"
        )
    if decision.untraced:
        yield f"  {decision.untraced} more worth tracing, of which no source is plain."


def _piece(field: Field, marks: Mapping[str, str]) -> str:
    """A field on the line it continues: a carrier in brackets with its number, other text in short."""
    tags = [*field.carries, *field.echoes]
    if tags:
        left, right = "⟦⟧" if field.carries else "⟨⟩"
        return f"\b{left}{_plain(field.text)}{right}{marks[tags[0]]}"
    text = field.text
    if len(text) > 2 * AROUND + 20:
        text = f"{text[:AROUND]} … {len(text) - 2 * AROUND:,} characters … {text[-AROUND:]}"
    return f"\b{_plain(text)}"


def _action(decision: Decision) -> str:
    if not decision.tool:
        return "answers in words"
    given = ", ".join(f"{key}={value!r}" for key, value in decision.arguments.items())
    return f"{decision.tool}({_plain(given)})"


def _plain(text: str) -> str:
    """Text that cannot do anything to a terminal."""
    return "".join(c if c.isprintable() or c == "\n" else "�" for c in text)


def joined(lines: Iterator[str]) -> str:
    """The drawing as one text: pieces that begin with a backspace continue the line before them."""
    return "\n".join(lines).replace("\n\b", "")
