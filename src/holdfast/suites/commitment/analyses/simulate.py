"""A simulated evaluation with planted truth: profiles whose success and drift rates are known, family by family.

It shows that the analyses find what is there, and it drives the coverage study. Success and drift are tied together by
a Gaussian copula: tasks are hard for everybody, some tasks are hard for one profile, and yet every rate is exactly the
one that was planted. Simulated profiles are never presented as language models.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
import polars as pl

from holdfast.core.randomness import generator
from holdfast.stats.columns import Floats
from holdfast.suites.commitment.bands import BANDS
from holdfast.suites.commitment.families import FAMILIES
from holdfast.suites.commitment.inventory import CLEAN, DISTRACTOR, VARIANTS
from holdfast.suites.commitment.scores import task_scores

WRAPPERS = ("react", "context", "planner", "memory")
PROBES = {"constraint_persistence": 3}
"""Probes per task, where they are not two."""
SHARED, OWN = 0.25, 0.35
"""How much of the latent variance is the task's, and how much is the profile's own trouble with the task."""
BAND_SHIFT = {"easy": -0.04, "medium": 0.0, "hard": 0.04}
"""What a band adds to the drift rate, and takes from the success rate."""
DISTRACTED = 0.06
"""What a distractor adds to the drift rate; it takes half of that from the success rate."""
LIMITS = (0.02, 0.98)
UNCLEAR = 0.05
"""How often a wrong reply asserts no single answer."""


class Phenotype(msgspec.Struct, frozen=True):
    """A way to behave that several profiles share."""

    success: float
    """How often final answers are right."""
    drift: float
    """How often probes are answered wrongly."""
    weak: tuple[str, ...] = ()
    """Families in which it does worse."""
    weak_success: float = 0.0
    """Success there."""
    weak_drift: float = 0.0
    """Drift there."""

    def rates(self, family: str) -> tuple[float, float]:
        """Success and drift in a family."""
        return (self.weak_success, self.weak_drift) if family in self.weak else (self.success, self.drift)


PHENOTYPES: Mapping[str, Phenotype] = {
    "steady": Phenotype(0.90, 0.10),
    "lucky": Phenotype(0.92, 0.50),
    "overtaken": Phenotype(
        0.85, 0.18,
        ("repair_after_contradiction", "stale_state_overwrite", "tool_output_distractor_selection"), 0.40, 0.65,
    ),
    "forgetful": Phenotype(0.86, 0.20, ("constraint_persistence", "delayed_goal_maintenance"), 0.30, 0.75),
    "misbinding": Phenotype(
        0.84, 0.22,
        ("entity_binding", "source_confusion_provenance_binding", "conflict_resolution"), 0.40, 0.65,
    ),
    "weak": Phenotype(0.35, 0.65),
}  # fmt: skip
"""The planted phenotypes; `lucky` succeeds with drift."""


class Profile(msgspec.Struct, frozen=True):
    """One simulated agent."""

    agent: str
    """Its spec."""
    phenotype: str
    """How it behaves."""
    edge: float = 0.0
    """Added to its success rates."""
    slack: float = 0.0
    """Added to its drift rates."""
    confidence: float = 0.7
    """What it says of itself when wrong; confidence is not comparable between profiles."""

    @property
    def model(self) -> str:
        """The agent without its wrapper."""
        return self.agent.partition(":")[2]

    @property
    def wrapper(self) -> str:
        """The wrapper."""
        return self.agent.partition(":")[0]

    def rates(self, family: str, band: str = "medium", variant: str = CLEAN) -> tuple[float, float]:
        """The planted success and drift rates of a cell."""
        success, drift = PHENOTYPES[self.phenotype].rates(family)
        harder = BAND_SHIFT[band]
        distracted = DISTRACTED if variant == DISTRACTOR else 0.0
        low, high = LIMITS
        return (
            min(max(success + self.edge - harder - distracted / 2, low), high),
            min(max(drift + self.slack + harder + distracted, low), high),
        )

    def mean_rates(self, families: Sequence[str] = tuple(FAMILIES)) -> tuple[float, float]:
        """The planted success and drift rates over all cells, which weigh the same."""
        cells = [self.rates(f, b, v) for f in families for b in BANDS for v in VARIANTS]
        success, drift = (sum(rates) / len(cells) for rates in zip(*cells, strict=True))
        return success, drift


def planted_profiles(count: int = 32) -> list[Profile]:
    """Profiles spread evenly over the phenotypes, no two alike, the same every time."""
    names = list(PHENOTYPES)
    profiles = []
    for i in range(count):
        turn, phenotype = divmod(i, len(names))
        spread = (turn - 2.5) / 2.5
        agent = f"{WRAPPERS[i % len(WRAPPERS)]}:simulated/{names[phenotype]}-{turn + 1}"
        profiles.append(
            Profile(agent, names[phenotype], edge=0.03 * spread, slack=0.035 * spread, confidence=0.55 + 0.08 * (i % 5))
        )
    return profiles


def random_profiles(count: int, seed: int) -> list[Profile]:
    """Profiles drawn from the population that the phenotypes describe, for the coverage study."""
    rng = generator(seed, "commitment", "profiles")
    names = list(PHENOTYPES)
    return [
        Profile(
            f"{WRAPPERS[i % len(WRAPPERS)]}:simulated/{seed}-{i + 1}",
            names[rng.integers(len(names))],
            edge=float(rng.normal(0, 0.04)),
            slack=float(rng.normal(0, 0.04)),
            confidence=float(rng.uniform(0.5, 0.9)),
        )
        for i in range(count)
    ]


def simulate_probes(
    profiles: Sequence[Profile],
    *,
    seed: int = 0,
    instances: int = 3,
    families: Sequence[str] = tuple(FAMILIES),
    stated: bool = True,
) -> pl.DataFrame:
    """One row per profile, task and probe, with the columns that `scores.task_scores` wants.

    `stated` says whether confidence, success probability, retrieval risk and neural conflict are known.
    """
    tasks = _tasks(families, instances)
    rng = generator(seed, "commitment", "grid")
    agents, count = len(profiles), tasks.height
    units = tasks["unit_number"].to_numpy()
    shared = rng.normal(size=units.max() + 1)[units]
    trouble = math.sqrt(SHARED) * shared + math.sqrt(OWN) * rng.normal(size=(agents, count))
    success_rate, drift_rate = _rates(profiles, tasks)
    noise = math.sqrt(1 - SHARED - OWN)
    failed = _normal_cdf(trouble + noise * rng.normal(size=(agents, count))) < 1 - success_rate
    finals = _crossed(profiles, tasks).with_columns(pl.Series("success", ~failed.ravel()))
    probes = finals.with_columns(position=pl.int_ranges(1, pl.col("probes") + 1)).explode("position")
    row = np.repeat(np.arange(agents * count), finals["probes"].to_numpy())
    drifted = _normal_cdf(trouble.ravel()[row] + noise * rng.normal(size=len(row))) < drift_rate.ravel()[row]
    return _answered(probes.with_columns(pl.Series("matched", ~drifted)), rng, stated)


def simulate(profiles: Sequence[Profile], **how: Any) -> pl.DataFrame:
    """The task table of a simulated evaluation."""
    return simulated_tasks(simulate_probes(profiles, **how))


def simulated_tasks(probes: pl.DataFrame) -> pl.DataFrame:
    """The task table of simulated probes."""
    named = probes.select("agent", "model", "wrapper", "task", "unit", "instance").unique(maintain_order=True)
    return task_scores(probes).join(named, on=["agent", "task"], how="left", maintain_order="left")


def _tasks(families: Sequence[str], instances: int) -> pl.DataFrame:
    cells = [(f, b, i) for f in families for b in BANDS for i in range(1, instances + 1)]
    rows = [
        (f"simulated/{f}/{b}/{i}/{v}", f"simulated/{f}/{b}/{i}", f, b, i, v, number, PROBES.get(f, 2))
        for number, (f, b, i) in enumerate(cells)
        for v in VARIANTS
    ]
    columns = ["task", "unit", "family", "band", "instance", "variant", "unit_number", "probes"]
    return pl.DataFrame(rows, schema=columns, orient="row")


def _rates(profiles: Sequence[Profile], tasks: pl.DataFrame) -> tuple[Floats, Floats]:
    """Planted success and drift (profiles x tasks)."""
    cells = list(tasks.select("family", "band", "variant").iter_rows())
    known = {cell: [profile.rates(*cell) for profile in profiles] for cell in dict.fromkeys(cells)}
    rates = np.array([known[cell] for cell in cells])
    return rates[:, :, 0].T, rates[:, :, 1].T


def _crossed(profiles: Sequence[Profile], tasks: pl.DataFrame) -> pl.DataFrame:
    who = pl.DataFrame(
        {
            "agent": [p.agent for p in profiles],
            "model": [p.model for p in profiles],
            "wrapper": [p.wrapper for p in profiles],
            "own_confidence": [p.confidence for p in profiles],
        }
    )
    return who.join(tasks.drop("unit_number"), how="cross", maintain_order="left_right")


def _answered(probes: pl.DataFrame, rng: np.random.Generator, stated: bool) -> pl.DataFrame:
    """What the profiles said: the right answer, one of two wrong ones, or nothing single; and how sure they were."""
    last = pl.col("probes")
    chance = pl.Series("chance", rng.random(probes.height))
    frame = probes.with_columns(chance).with_columns(
        role=pl.format("probe-{}", "position"),
        slot=pl.when((last == 3) & (pl.col("position") == 2)).then(pl.lit("rule")).otherwise(pl.lit("value")),
        phase=pl.when(pl.col("position") == 1).then(pl.lit("initial")).when(pl.col("position") == last)
        .then(pl.lit("late")).otherwise(pl.lit("mid")),
        unclear=~pl.col("matched") & (pl.col("chance") < UNCLEAR),
        gold_answer=pl.lit("right"),
        design_weight=pl.col("band").replace_strict({b.name: b.integrity_weight for b in BANDS.values()}),
        human_difficulty=pl.col("band").replace_strict({b.name: b.human_difficulty for b in BANDS.values()}),
        after_correction=(pl.col("family") == "repair_after_contradiction") & (pl.col("position") == last),
    )  # fmt: skip
    wrong = pl.when(pl.col("chance") < 0.7).then(pl.lit("distractor")).otherwise(pl.lit("stale"))
    frame = frame.with_columns(
        answer=pl.when(pl.col("matched")).then(pl.lit("right")).when(~pl.col("unclear")).then(wrong)
    ).with_columns(reply=pl.col("answer").fill_null("either of the two"))
    if not stated:
        return frame.drop("chance", "probes", "own_confidence")
    sure = pl.col("own_confidence") + 0.15 * pl.col("matched")
    jitter = [pl.Series(name, rng.normal(0, 0.1, probes.height)) for name in ("jitter", "jitter_success")]
    return frame.with_columns(jitter).with_columns(
        confidence=(sure + pl.col("jitter")).clip(0, 1),
        success_probability=(sure + pl.col("jitter_success")).clip(0, 1),
        retrieval_risk=(pl.col("chance") < 0.3).cast(pl.Float64),
        neural_conflict=(1 - sure - pl.col("jitter")).clip(0, 1),
    ).drop("chance", "probes", "own_confidence", "jitter", "jitter_success")  # fmt: skip


def _normal_cdf(values: Floats) -> Floats:
    from scipy.special import ndtr

    found: Floats = ndtr(values)
    return found
