"""What the suite fixes before a run: signatures of planted faults, claims, and what its scores can be."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from holdfast.engine.hooks import Attainable, Claim, Signature, Trial, distinct
from holdfast.engine.suite import Block
from holdfast.suites.transcripts.reference import FAULTS, LearnedAgent
from holdfast.suites.transcripts.settings import CHANGES, STAYS, Settings
from holdfast.suites.transcripts.survey import conversations

FAILS: dict[str, tuple[str, ...]] = {
    "carriers": (),
    "recorded": CHANGES,
    "first-value": ("update", "stale"),
    "ignores-rules": ("veto",),
    "brittle": ("swap", "update", *STAYS),
}
"""The interventions in which each fault shows, always; it shows in no other."""

DECISIONS, CASES = 12, 30
"""How many decisions the reference agents answer about, and how many cases of each: every run pays for this."""

CLAIMS = [
    Claim("does again what was recorded when nothing is changed", "transcripts.base_reproduced", ">=", 0.5),
    Claim("changes its action with the state that it came from", "transcripts.responsiveness", ">=", 0.5),
    Claim("keeps its action when only form, order or noise change", "transcripts.stability", ">=", 0.5),
    Claim(
        "follows a value that is swapped in every carrier", "transcripts.responsiveness.intervention.swap", ">=", 0.5
    ),
    Claim("follows a later correction", "transcripts.responsiveness.intervention.update", ">=", 0.5),
    Claim("refrains from a tool that a rule forbids", "transcripts.responsiveness.intervention.veto", ">=", 0.5),
    Claim("does not take up a value that is out of date", "transcripts.stability.intervention.stale", ">=", 0.5),
    Claim("does not use another conversation's value", "transcripts.scramble_following", "<=", 0.5),
]

REPRODUCED = "of the contrasts whose base was reproduced; the share that was not stands beside it"
ATTAINABLE = {
    "transcripts.responsiveness": Attainable(0.0, 1.0, f"{REPRODUCED}; an agent that never changes has 0"),
    "transcripts.stability": Attainable(0.0, 1.0, f"{REPRODUCED}; an agent that never changes has 1"),
    "transcripts.*": Attainable(0.0, 1.0, "a share"),
}


def faults(settings: Settings) -> dict[str, Signature]:
    """By intervention: a fault fails where it shows, and holds everywhere else."""
    names = {
        kind: f"{quantity}.intervention.{kind}"
        for quantity, kinds in (("responsiveness", CHANGES), ("stability", STAYS))
        for kind in kinds
        if kind in settings.interventions
    }
    return distinct(
        {fault: {name: float(kind not in FAILS[fault]) for kind, name in names.items()} for fault in FAULTS}
    )


def trial(settings: Settings, blocks: Iterable[Block]) -> Trial:
    """Some cases of the first decisions, and agents that have learned from these and no others."""
    few = [_beginning(block) for block in islice(blocks, DECISIONS)]
    asked = {item.unit for block in few for item in block.items}
    known = list(islice((one for one in conversations(settings) if one.id in asked), len(asked)))
    return Trial(few, {fault: LearnedAgent(fault, settings.file, known) for fault in FAULTS})


def _beginning(block: Block) -> Block:
    """The first cases of a block; each base comes before what is held against it."""
    items = block.items[:CASES]
    names = {item.name for item in items}
    return Block(items, [pair for pair in block.pairs if pair.base in names and pair.changed in names])
