"""Every table of the commitment analyses for 32 profiles x 144 tasks, against plain scikit-learn and pandas.

The peer is what one would write first: a loop over draws with `sample_weight`, a `groupby` for profile means, a loop
over slices, pipelines for the baselines. It runs a part of each loop and is extrapolated per draw, slice or fit; what
it leaves out altogether (misorders, case studies, audits, leave-one-out ranks) counts as nothing. On what both computed
they must agree. Seconds are processor time of one core, so that a busy machine does not change the ratio. Run with
`python benchmarks/analyses.py`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from holdfast.stats import crossed_draws
from holdfast.suites.commitment.analyses.baselines import FEATURES, INNER_FOLDS, PROTOCOLS
from holdfast.suites.commitment.analyses.board import RANKED, make_board
from holdfast.suites.commitment.analyses.discrimination import BOOTSTRAPS, Uncertainty, discrimination_tables
from holdfast.suites.commitment.analyses.examine import Material, Options, examine
from holdfast.suites.commitment.analyses.grid import SEED, Grid, make_grid
from holdfast.suites.commitment.analyses.phenotypes import BOOTSTRAPS as CLUSTERINGS
from holdfast.suites.commitment.analyses.phenotypes import MOST_CLUSTERS, wide_matrix
from holdfast.suites.commitment.analyses.predictors import ORACLE, PREDICTORS
from holdfast.suites.commitment.analyses.sensitivity import COLUMNS, weight_draws
from holdfast.suites.commitment.analyses.simulate import planted_profiles, simulate_probes, simulated_tasks

WANTED_RATIO, WANTED_SECONDS, TOLERANCE = 20.0, 30.0, 1e-9
BOOTSTRAPPED = [name for name in PREDICTORS if name != ORACLE]


def measures(fails: np.ndarray, risk: np.ndarray, weight: np.ndarray | None = None) -> tuple[float, ...]:
    """AUC, PR-AUC, Brier and ECE as a notebook would have them."""
    from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score

    weights = np.ones(len(risk)) if weight is None else weight
    position = np.digitize(risk, np.arange(1, 5) / 5, right=True)
    error = 0.0
    for number in range(5):
        inside = position == number
        share = weights[inside].sum()
        if share > 0:
            error += share * abs(
                np.average(fails[inside], weights=weights[inside]) - np.average(risk[inside], weights=weights[inside])
            )
    return (
        float(roc_auc_score(fails, risk, sample_weight=weights)),
        float(average_precision_score(fails, risk, sample_weight=weights)),
        float(brier_score_loss(fails, risk, sample_weight=weights)),
        error / weights.sum(),
    )


class Peer:
    """The plain implementation, part by part; each part says how much of the whole it ran."""

    def __init__(self, grid: Grid, draws: int, sample: int) -> None:
        self.grid, self.draws, self.sample = grid, draws, sample
        self.frame = pd.DataFrame(grid.rows.to_dict(as_series=False))
        self.risks = {name: grid.risk(name) for name in PREDICTORS}
        self.gap = 0.0

    def parts(self) -> Iterator[tuple[str, Callable[[], float]]]:
        """Name and function of each part; the function returns by how much its time must be multiplied."""
        yield "measures by slice", self.slices
        for name in BOOTSTRAPS:
            yield f"{name} bootstrap", lambda name=name: self.bootstrap(name)  # type: ignore[misc]
        yield "bootstrap of ranks", self.ranks
        yield "weight sensitivity", self.weights
        yield "trained baselines", self.baselines
        yield "phenotypes", self.phenotypes

    def slices(self) -> float:
        groups = list(self.frame.groupby(["agent", "family"]).indices.values())[: self.sample * 4]
        for rows in groups:
            for risk in self.risks.values():
                if len(set(self.grid.fails[rows])) > 1:
                    measures(self.grid.fails[rows], risk[rows])
        return (32 * 8 + 32 + 8 + 1) / len(groups)

    def bootstrap(self, name: str) -> float:
        factors = [self.grid.rows[factor].to_numpy() for factor in BOOTSTRAPS[name]]
        drawn = crossed_draws(*factors, seed=SEED, draws=self.draws)
        for draw in range(self.sample):
            weight = drawn.weights(draw)
            for predictor in BOOTSTRAPPED:
                measures(self.grid.fails, self.risks[predictor], weight)
        return self.draws / self.sample

    def ranks(self) -> float:
        units = self.frame["unit"].unique()
        rng = np.random.default_rng(0)
        for _ in range(self.sample):
            counts = pd.Series(rng.choice(units, len(units))).value_counts()
            weight = self.frame["item_weight"] * self.frame["unit"].map(counts).fillna(0)
            for name in RANKED:
                table = pd.DataFrame({"agent": self.frame["agent"], "w": weight, "v": (1 - self.risks[name]) * weight})
                sums = table.groupby("agent").sum()
                (sums["v"] / sums["w"]).rank(ascending=False)
        return self.draws / self.sample

    def weights(self) -> float:
        terms = self.frame[list(COLUMNS.values())].to_numpy()
        every = weight_draws(self.draws)
        for vectors in every.values():
            for vector in vectors[: self.sample]:
                score = np.clip(terms @ vector, 0, 1)
                measures(self.grid.fails, score)
                weighted = pd.DataFrame({"agent": self.frame["agent"], "v": 1 - score, "w": self.frame["item_weight"]})
                weighted.groupby("agent").apply(
                    lambda g: np.average(g["v"], weights=g["w"]), include_groups=False
                ).rank()
        return self.draws / self.sample

    def baselines(self) -> float:
        from sklearn.isotonic import IsotonicRegression
        from sklearn.linear_model import LogisticRegression
        from sklearn.model_selection import GroupKFold, cross_val_predict
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        fails, done, total = self.grid.fails, 0, 0
        for column in PROTOCOLS.values():
            groups = self.frame[column].to_numpy()
            names = list(dict.fromkeys(groups))
            total += len(names)
            for name in names[: max(1, self.sample // 2)]:
                done += 1
                held = groups == name
                for columns in FEATURES.values():
                    table = self.frame[list(columns)].to_numpy()
                    model = make_pipeline(StandardScaler(), LogisticRegression())
                    folds = GroupKFold(INNER_FOLDS)
                    inner = cross_val_predict(
                        model, table[~held], fails[~held], groups=groups[~held], cv=folds, method="predict_proba"
                    )[:, 1]
                    plain = model.fit(table[~held], fails[~held]).predict_proba(table[held])[:, 1]
                    curve = IsotonicRegression(out_of_bounds="clip").fit(inner, fails[~held])
                    for predicted in (plain, curve.predict(plain)):
                        measures(fails[held], predicted)
        return total / done

    def phenotypes(self) -> float:
        from sklearn.cluster import KMeans
        from sklearn.decomposition import PCA
        from sklearn.metrics import silhouette_score

        features = wide_matrix(self.grid).features
        PCA(2).fit_transform(features)
        for _ in range(self.sample):
            labels = KMeans(6, n_init=10, random_state=0).fit_predict(features)
            silhouette_score(features, labels)
        return (MOST_CLUSTERS - 1 + 1 + CLUSTERINGS) / self.sample

    def disagreement(self) -> float:
        """The largest difference from ours, over Table 5, some draws and the ranks."""
        table = discrimination_tables(self.grid)["discrimination"]
        found = table.select("auc", "pr_auc", "brier", "ece").to_numpy()
        gaps = [np.abs(found[i] - measures(self.grid.fails, risk)).max() for i, risk in enumerate(self.risks.values())]
        ours = Uncertainty(self.grid, 4).found["two-way cluster"]
        drawn = crossed_draws(*(self.grid.rows[f].to_numpy() for f in ("agent", "unit")), seed=SEED, draws=4)
        assert ours is not None
        for draw in range(2):
            weight = drawn.weights(draw)
            for name in BOOTSTRAPPED:
                theirs = measures(self.grid.fails, self.risks[name], weight)
                gaps.append(np.abs(ours.values[name][draw] - theirs).max())
        board = make_board(self.grid)
        for name in RANKED:
            weight = self.frame["item_weight"]
            table_ = pd.DataFrame({"agent": self.frame["agent"], "v": (1 - self.risks[name]) * weight, "w": weight})
            table_ = table_.groupby("agent", sort=False).sum()
            gaps.append(np.abs((table_["v"] / table_["w"]).to_numpy() - board.means(name)[0]).max())
        return float(max(gaps))


def main() -> int:
    """Measure, print, and fail where the ratio, the time or the agreement falls short."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--draws", type=int, default=2000, help="bootstrap draws (default 2000)")
    parser.add_argument("--sample", type=int, default=5, help="draws of each loop that the peer runs (default 5)")
    options = parser.parse_args()
    probes = simulate_probes(planted_profiles())
    tasks = simulated_tasks(probes)
    grid = make_grid(tasks)
    with threadpool_limits(1):
        examine(tasks, Material(probes), Options(draws=8))  # first-call costs: lazy imports
        began, clock = time.process_time(), time.perf_counter()
        found = examine(tasks, Material(probes), Options(draws=options.draws))
        ours, wall = time.process_time() - began, time.perf_counter() - clock
        peer = Peer(grid, options.draws, options.sample)
        rows = []
        measures(grid.fails, peer.risks["hccis_core"])
        for name, part in peer.parts():
            began = time.process_time()
            times = part()
            rows.append((name, (time.process_time() - began) * times, times))
        gap = peer.disagreement()
    total = sum(seconds for _, seconds, _ in rows)
    print(f"{len(grid.agents)} profiles x 144 tasks, {options.draws:,} draws, {len(found.tables)} tables, one core\n")
    print("| | processor seconds | ratio |\n|---|---:|---:|")
    print(f"| holdfast, every table ({wall:.0f} s on the clock) | {ours:.1f} | 1 |")
    print(f"| scikit-learn and pandas, the tables below | {total:.0f} | {total / ours:.0f}x |")
    for name, seconds, times in rows:
        print(f"| {name} (1/{times:.0f} timed) | {seconds:.1f} | |")
    print(f"\nLargest difference on what both computed: {gap:.1e}")
    return 0 if total / ours >= WANTED_RATIO and ours <= WANTED_SECONDS and gap <= TOLERANCE else 1


if __name__ == "__main__":
    sys.exit(main())
