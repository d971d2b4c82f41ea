"""What the suite fixes before a run: signatures of planted faults, claims, and what its scores can be."""

from __future__ import annotations

import math

import polars as pl

from holdfast.engine.hooks import Attainable, Claim, Signature, Trial, Within, distinct
from holdfast.suites.commitment.answered import probe_rows, questions_asked
from holdfast.suites.commitment.constants import CORE, FULL
from holdfast.suites.commitment.families import FAMILIES
from holdfast.suites.commitment.inventory import Task, block, tasks
from holdfast.suites.commitment.questions import from_target
from holdfast.suites.commitment.reference import HITS
from holdfast.suites.commitment.scores import group_scores, task_scores
from holdfast.suites.commitment.settings import Settings
from holdfast.suites.commitment.tables import SLICES

HIT = Within(0.0, 0.9)
"""Success in a family in which a fault shows: how many of its few tasks it spoils is up to their distractors."""
NO_OCCASION = {"trusts-loud": {"repair_after_contradiction", "conflict_resolution"}}
"""Families of which some inventories have no three tasks that give a fault its occasion: nobody need insist."""

CLAIMS = [
    Claim("takes up an update that changes the answer", "commitment.responsiveness", ">=", 0.5),
    Claim("keeps a right answer when a distractor comes", "commitment.stability", ">=", 0.5),
    Claim("answers most tasks rightly", "commitment.success", ">=", 0.5),
    Claim("holds its commitments when asked about them", "commitment.probe_accuracy", ">=", 0.5),
    Claim("holds its commitments where its answer is right", "commitment.success_with_drift", "<=", 0.5),
    Claim("takes up a correction of what it is asked about", "commitment.repair_precision", ">=", 0.5),
    Claim("holds its commitments as well with a distractor as without", "commitment.distractor_gap", "<=", 0.05),
]

PLACED = "where probes stand in a task counts against every agent; with all probes answered"
SHARE = Attainable(0.0, 1.0, "a share")
DIFFERENCE = Attainable(-1.0, 1.0, "a difference of two shares")
OF_MANY = {
    "commitment.*_contract": DIFFERENCE,
    "commitment.discrimination_delta.*": DIFFERENCE,
    "commitment.ranking.spearman": Attainable(-1.0, 1.0, "a rank correlation"),
    "commitment.ranking.kendall": Attainable(-1.0, 1.0, "a rank correlation"),
    "commitment.ranking.*": Attainable(0.0, None, "counts, and places in a ranking: more with more profiles"),
    "commitment.weights.*": Attainable(0.0, None, "places in a ranking: more with more profiles"),
    "commitment.phenotypes.clusters": Attainable(0.0, None, "a count"),
}
"""What several profiles or contracts give."""


def faults(settings: Settings) -> dict[str, Signature]:
    """Each fault shows in the families that its reference agent declares, and in no other."""
    families = settings.families or tuple(FAMILIES)
    return distinct(
        {
            fault: {
                f"success.{family}": HIT if family in hit else 1.0
                for family in families
                if family not in NO_OCCASION.get(fault, ())
            }
            for fault, hit in HITS.items()
        }
    )


def trial(settings: Settings) -> Trial:
    """The first instance of every family and band: over three bands each outcome of a family comes once."""
    return Trial([block(task, contrasts=False, contracts=settings.contracts[:1]) for task in _sample(settings)])


def attainable(settings: Settings) -> dict[str, Attainable]:
    """The range of every score; HCCIS-CORE has its own for every slice of the tasks."""
    return {
        "commitment.responsiveness": Attainable(0.0, 1.0, "all updates count; an agent that never updates has 0"),
        "commitment.stability": Attainable(0.0, 1.0, "all tasks count; an agent that is always wrong has 0"),
        "commitment.distractor_gap": Attainable(
            -1.0, 1.0, "probe accuracy without distractors minus with them; 0 for who ignores them"
        ),
        **_integrity(settings),
        **OF_MANY,
        "commitment.*": SHARE,
    }


def _sample(settings: Settings) -> list[Task]:
    first = tasks(settings.seed, 1)
    return [task for task in first if not settings.families or task.family.slug in settings.families]


def _integrity(settings: Settings) -> dict[str, Attainable]:
    """HCCIS-CORE with every probe right and steady, and with none: its context-position term is metadata.

    Instances of a family and band have their probes in the same places, so that the first speaks for all.
    """
    rows = [
        {"agent": "any", "id": item.name, "name": item.name, "target": item.key.target, "role": role, "right": 1.0,
         "answer": None, "failure": None, **item.factors}
        for made in trial(settings).blocks
        for item in made.items
        for role in from_target(item.key.target or "")
    ]  # fmt: skip
    scored = task_scores(probe_rows(questions_asked(pl.DataFrame(rows, infer_schema_length=None))))
    found = {}
    groups: list[list[str]] = [[], *([name] for name in SLICES)]
    for by in groups:
        for row in group_scores(scored, ["agent", *by]).iter_rows(named=True):
            name = ".".join(["commitment.hccis_core", *(str(row[column]) for column in by)])
            found[name] = Attainable(row["core_worst"], row["core_best"], PLACED)
    return {**found, "commitment.hccis_full": _full(found["commitment.hccis_core"].high or 0.0)}


def _full(core_best: float) -> Attainable:
    """HCCIS-FULL, whose confidence and uncertainty cannot be worst together: a (1 - c) + b H(c) is b log2(1 + 2^(a/b))
    at most."""
    placed = FULL["context_position"] * (1 - core_best) / CORE["context_position"]
    slope, bits = FULL["confidence"], FULL["uncertainty"]
    unsure = bits * math.log2(1 + 2 ** (slope / bits))
    return Attainable(1 - FULL["drift"] - FULL["trajectory"] - unsure - placed, 1 - placed, PLACED)
