"""Tool-output distractor selection (external-interference control): the current output among stale and foreign ones.

A log brings the outputs of several tool calls in no particular order. Right is the newest completed call for the
wanted subject. Older ones are stale, newer ones are unfinished or about something else.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.suites.commitment.bands import Band
from holdfast.suites.commitment.candidates import Role
from holdfast.suites.commitment.events import FINAL, Domain, Event, event, first
from holdfast.suites.commitment.families.base import (
    Ask,
    Family,
    Plan,
    Said,
    after_last,
    distracting,
    fillers,
    interleave,
)
from holdfast.suites.commitment.scenarios.tool_output_distractor_selection import DOMAINS
from holdfast.suites.commitment.vocabulary import Draw

STALE = {"easy": 1, "medium": 2, "hard": 2}


def plan(domain: Domain, draw: Draw, band: Band, wheel: int) -> Plan:  # noqa: ARG001
    """Plan one task: the wanted subject has one current output and older ones, the rest is noise."""
    wanted, *others = draw.several(domain.kinds["subject"], 1 + band.tool_noise)
    older = STALE[band.name]
    noise = [("output", subject) for subject in others[: (band.tool_noise + 1) // 2]]
    noise += [("partial", wanted)] * (1 + band.tool_noise - len(noise))
    times = sorted(draw.several(domain.kinds["time"], older + 1 + len(noise)))
    # The current output must be the newest of its own, but not always the newest of all.
    own_times = sorted(draw.shuffled(times)[: older + 1])
    rest = draw.shuffled([time for time in times if time not in own_times])
    calls = [("output", wanted, time) for time in own_times]
    calls += [(kind, subject, time) for (kind, subject), time in zip(noise, rest, strict=True)]
    first = draw.new(domain.kinds["value"])
    values = draw.shuffled([first, *draw.several(domain.kinds["value"], len(calls) - 1, like=first)])
    runs = draw.several(domain.kinds["run"], len(calls))
    told = [
        event(kind, subject=subject, time=time, run=run, value=value)
        for (kind, subject, time), run, value in zip(calls, runs, values, strict=True)
    ]
    current = told[older]
    loose = [event("note", value=value) for value in draw.some(values, band.near_misses)]
    decisive = draw.shuffled(told)
    turns = interleave(draw, decisive, [*fillers(band.delay_length), *loose])
    wrong = draw.pick([e["value"] for e in told if e is not current])
    distractor = distracting(draw, len(values), {"value2": current["value"]}, value=wrong)
    asks = [
        Ask(FINAL, event(FINAL, subject=wanted), "value"),
        Ask("probe-1", event("probe-1", subject=wanted), "run", after_last(turns, decisive)),
        Ask("probe-2", event("probe-2", subject=wanted), "value", len(turns)),
    ]
    return Plan([event("wanted", subject=wanted)], turns, distractor, asks, current)


def newest(events: Sequence[Event], subject: str) -> Event | None:
    """The newest completed output for a subject."""
    done = [e for e in events if e.kind == "output" and e["subject"] == subject]
    return max(done, key=lambda e: e["time"], default=None)


def solve(events: Sequence[Event], ask: Event) -> Said | None:
    """The value of the current output, or the call that it came from."""
    found = newest(events, ask["subject"])
    return None if found is None else Said(found["run"] if ask.kind == "probe-1" else found["value"])


def options(domain: Domain, plan: Plan, ask: Ask) -> list[tuple[Said, Role]]:  # noqa: ARG001
    """Every call in the log, or every value."""
    slot = "run" if ask.slot == "run" else "value"
    found = []
    for e in plan.turns:
        if e.kind in ("output", "partial"):
            stale = e.kind == "output" and e["subject"] == ask.what["subject"]
            pushed = slot == "value" and e["value"] == plan.distractor["value"]
            found.append((Said(e[slot]), Role.DISTRACTOR if pushed else Role.STALE if stale else Role.NEAR_MISS))
    return found


def obey(events: Sequence[Event], distractor: Event) -> list[Event]:
    """Read the distractor's value into the current output."""
    wanted = first(e["subject"] for e in events if e.kind == "wanted")
    current = newest(events, wanted)
    return [e.but(value=distractor["value"]) if e is current else e for e in events]


FAMILY = Family(
    "Tool-output distractor selection", "External-interference control", DOMAINS, plan, solve, options, obey
)
