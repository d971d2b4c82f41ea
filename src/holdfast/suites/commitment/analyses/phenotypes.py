"""Phenotypes (paper 001, equations 19 to 22): profiles that behave alike, family by family.

Each profile becomes a row of mean metrics over family x band x variant, standardised. KMeans runs on the whole row, PCA
gives two coordinates to draw. Stability: how often two profiles fall together when the cells are drawn again, and how
far the first coordinate moves when a family is left out.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from holdfast.core import Finding
from holdfast.core.finding import POOLED
from holdfast.core.randomness import generator
from holdfast.stats.columns import Floats
from holdfast.suites.commitment.analyses.grid import SEED, Grid

METRICS = ("success", "probe_accuracy", "state_drift", "hccis_core", "human_difficulty")
"""The paper's metric set; human difficulty is the same for all profiles and drops out when standardised."""
CELL = ("family", "band", "variant")
PAPER_PROFILES, PAPER_CLUSTERS = 32, 6
MOST_CLUSTERS = 8
BOOTSTRAPS = 25
FEWEST = 3
"""Fewer profiles than this have no clusters to speak of."""


@dataclass(frozen=True, eq=False)
class Wide:
    """The standardised feature matrix."""

    agents: list[str]
    features: Floats
    """Profiles x columns, standardised; columns that do not vary are gone."""
    cells: NDArray[np.intp]
    """The number of each column's cell."""
    families: list[str]
    """The family of each column."""

    def keeping(self, columns: NDArray[np.intp]) -> Wide:
        """Some of the columns, in any order and number."""
        return Wide(self.agents, self.features[:, columns], self.cells[columns], [self.families[c] for c in columns])


def wide_matrix(grid: Grid) -> Wide:
    """Equation 19: mean metrics over family x band x variant, one row per profile, standardised."""
    means = grid.rows.with_columns(pl.col("success").cast(pl.Float64)).group_by("agent", *CELL, maintain_order=True)
    long = means.agg(pl.col(METRICS).mean()).unpivot(METRICS, index=["agent", *CELL], variable_name="metric")
    key = pl.concat_str([*CELL, "metric"], separator="|")
    wide = long.with_columns(key=key).pivot("key", index="agent", values="value", aggregate_function="first")
    table = wide.drop("agent").to_numpy().astype(np.float64)
    names = [column.split("|") for column in wide.columns if column != "agent"]
    whole = np.isfinite(table).all(axis=0)
    spread = np.where(whole, table.std(axis=0), 0.0)
    kept = np.flatnonzero(spread > 1e-12)
    cells = {cell: number for number, cell in enumerate(dict.fromkeys(tuple(name[:3]) for name in names))}
    features = (table[:, kept] - table[:, kept].mean(axis=0)) / spread[kept]
    of_cell = np.array([cells[tuple(names[c][:3])] for c in kept], dtype=np.intp)
    return Wide(wide["agent"].to_list(), features, of_cell, [names[c][0] for c in kept])


def coordinates(wide: Wide, like: Floats | None = None) -> tuple[Floats, Floats]:
    """Two-dimensional PCA (profiles x 2) and the share of variance of each axis.

    An axis has no direction of its own: it points as `like` does, and without it so that the sum of its loadings is
    not negative.
    """
    count = len(wide.agents)
    if not wide.features.size:
        return np.zeros((count, 2)), np.zeros(2)
    left, values, loadings = np.linalg.svd(wide.features, full_matrices=False)
    found = np.zeros((count, 2))
    axes = min(2, len(values))
    found[:, :axes] = left[:, :axes] * values[:axes]
    for axis in range(axes):
        against = float(found[:, axis] @ like[:, axis]) if like is not None else float(loadings[axis].sum())
        found[:, axis] *= -1.0 if against < 0 else 1.0
    share = np.zeros(2)
    share[:axes] = (values**2 / max((values**2).sum(), 1e-300))[:axes]
    return found, share


def cluster(features: Floats, count: int, *name: str | int) -> NDArray[np.intp]:
    """Equation 20: KMeans, the best of ten starts that the name of the draw decides."""
    from sklearn.cluster import KMeans
    from sklearn.exceptions import ConvergenceWarning

    start = int(generator(SEED, "commitment", "phenotypes", *name).integers(2**31))
    with warnings.catch_warnings():
        # Fewer clusters than asked for, where profiles are alike, is seen by who counts them.
        warnings.simplefilter("ignore", ConvergenceWarning)
        labels: NDArray[np.intp] = KMeans(count, n_init=10, random_state=start).fit_predict(features)
    return _in_order(labels)


def _in_order(labels: NDArray[np.intp]) -> NDArray[np.intp]:
    """Clusters numbered by their first profile, so that the numbers mean the same every time."""
    seen: dict[int, int] = {}
    return np.array([seen.setdefault(int(label), len(seen)) for label in labels], dtype=np.intp)


def choose_clusters(wide: Wide, wanted: int | None) -> tuple[int, pl.DataFrame]:
    """How many clusters, and the silhouette of every number that was weighed."""
    from sklearn.metrics import silhouette_score

    distinct = len(np.unique(np.round(wide.features, 9), axis=0))
    rows = []
    for count in range(2, min(MOST_CLUSTERS, distinct - 1, len(wide.agents) - 1) + 1):
        labels = cluster(wide.features, count, "silhouette", count)
        if len(np.unique(labels)) == count:
            rows.append({"clusters": count, "silhouette": float(silhouette_score(wide.features, labels))})
    table = pl.DataFrame(rows, schema={"clusters": pl.Int64, "silhouette": pl.Float64})
    if wanted is None and len(wide.agents) == PAPER_PROFILES:
        wanted = PAPER_CLUSTERS
    best = table.sort("silhouette", descending=True)["clusters"][0] if table.height else 1
    chosen = min(best if wanted is None else wanted, distinct)
    return chosen, table.with_columns(chosen=pl.col("clusters") == chosen)


def phenotype_tables(grid: Grid, wanted: int | None = None) -> dict[str, pl.DataFrame]:
    """Coordinates and clusters, coassignment, leave-family-out shifts and the choice of k; nothing below 3 profiles."""
    wide = wide_matrix(grid)
    if len(wide.agents) < FEWEST or not wide.features.size:
        return {}
    count, silhouettes = choose_clusters(wide, wanted)
    labels = cluster(wide.features, count, "whole")
    placed, share = coordinates(wide)
    together = coassignment(wide, count)
    same = labels[:, np.newaxis] == labels
    others = ~np.eye(len(labels), dtype=bool)
    firm = np.array([together[i][same[i] & others[i]].mean() if (same[i] & others[i]).any() else np.nan
                     for i in range(len(labels))])  # fmt: skip
    return {
        "phenotypes": pl.DataFrame(
            {
                "agent": wide.agents, "cluster": labels + 1, "pc1": placed[:, 0], "pc2": placed[:, 1],
                "pc1_share": np.full(len(labels), share[0]), "pc2_share": np.full(len(labels), share[1]),
                "coassigned": firm,
            }
        ).with_columns(pl.col("coassigned").fill_nan(None)),
        "phenotype_coassignment": pl.DataFrame({"agent": wide.agents, **dict(zip(wide.agents, together, strict=True))}),
        "phenotype_shifts": _shifts(wide, placed),
        "phenotype_clusters": silhouettes,
    }  # fmt: skip


def coassignment(wide: Wide, count: int) -> Floats:
    """Equation 21: the share of bootstraps in which two profiles fall together. A bootstrap draws cells again."""
    found = np.zeros((len(wide.agents), len(wide.agents)))
    cells = np.unique(wide.cells)
    for draw in range(BOOTSTRAPS):
        drawn = generator(SEED, "commitment", "cells", draw).choice(cells, len(cells))
        columns = np.concatenate([np.flatnonzero(wide.cells == cell) for cell in drawn])
        labels = cluster(wide.keeping(columns).features, count, "bootstrap", draw)
        found += labels[:, np.newaxis] == labels
    return found / BOOTSTRAPS


def _shifts(wide: Wide, placed: Floats) -> pl.DataFrame:
    """Equation 22: how far the first coordinate moves without a family; beside it, in units of its spread."""
    families = list(dict.fromkeys(wide.families))
    spread = float(placed[:, 0].std()) or 1.0
    frames = []
    for family in families if len(families) > 1 else []:
        rest = wide.keeping(np.array([c for c, f in enumerate(wide.families) if f != family], dtype=np.intp))
        moved = np.abs(placed[:, 0] - coordinates(rest, placed)[0][:, 0])
        frames.append(
            pl.DataFrame({"family": family, "agent": wide.agents, "shift": moved, "relative_shift": moved / spread})
        )
    schema = {"family": pl.String, "agent": pl.String, "shift": pl.Float64, "relative_shift": pl.Float64}
    return pl.concat(frames) if frames else pl.DataFrame(schema=schema)


def phenotype_findings(tables: dict[str, pl.DataFrame]) -> Iterator[Finding]:
    """The number of clusters, their firmness, and the variance that the picture shows."""
    if "phenotypes" not in tables:
        note = f"not measured: needs at least {FEWEST} profiles that differ"
        yield Finding("commitment.phenotypes.clusters", POOLED, None, note=note)
        return
    table = tables["phenotypes"]
    about: dict[str, Any] = {"unit": "profile", "units": table.height, "n": table.height}
    yield Finding("commitment.phenotypes.clusters", POOLED, float(table["cluster"].n_unique()), **about)
    firm = table["coassigned"].mean()
    if isinstance(firm, float):
        note = f"how often profiles of one cluster fall together in {BOOTSTRAPS} bootstraps"
        yield Finding("commitment.phenotypes.coassigned", POOLED, firm, **about, higher_is_better=True, note=note)
    shown = float(table["pc1_share"][0] + table["pc2_share"][0])
    yield Finding("commitment.phenotypes.variance_shown", POOLED, shown, **about, note="by the first two components")
