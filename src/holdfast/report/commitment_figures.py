"""The figures of paper 001 (1 to 4, 6 to 8 and 11) for the user's own profiles, from the tables of the analyses.

Each is a function from tables to a figure, and gives none where a table it needs is not there. Panels that need
people's ratings show design priors and say so. Figure 10, the case cards, is part of the page itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from holdfast.report.charts import COLOURS, Row, key, unvalidated
from holdfast.report.figures import Drawn, Figure, draw
from holdfast.report.panels import HUES, MARKS, Look, Scatter, Span, broken, dots, heading, heat, hull, named
from holdfast.report.wording import number, plain, words
from holdfast.suites.commitment.analyses.schema import PREFIX

Tables = Mapping[str, Any]
"""Data frames by name, without the suite's prefix."""
SECTION = "commitment"
NEEDED = (
    "overview", "notes", "ranking", "family_by_band", "family_by_agent", "discrimination", "uncertainty", "ablation",
    "rank_agreement", "rank_instability", "rank_instability_by_family", "phenotypes", "phenotype_shifts",
    "case_studies",
)  # fmt: skip
"""The tables that figures and cards are made of."""
MAIN = ("Task success", "HCCIS-CORE", "HCCIS-FULL", "HCCIS+N", "Probe accuracy", "State drift rate")
WRAPPERS = ("none", "react", "context", "planner", "memory")


def read_frames(folder: Path) -> dict[str, Any]:
    """The analyses' tables of a run, as far as they are there."""
    import polars as pl

    files = {name: folder / f"{PREFIX}{name}.csv" for name in NEEDED}
    return {name: pl.read_csv(file, infer_schema_length=None) for name, file in files.items() if file.exists()}


def write_commitment_figures(tables: Tables, folder: Path) -> list[Drawn]:
    """Draw every figure that the tables have numbers for."""
    with unvalidated():
        figures = [figure for make in FIGURES if (figure := make(tables)) is not None]
    return [draw(figure, folder) for figure in figures]


def _numbered(tables: Tables) -> list[Row]:
    """The profiles by integrity, numbered in that order."""
    if "ranking" not in tables:
        return []
    return [{"number": i, **row} for i, row in enumerate(tables["ranking"].iter_rows(named=True), 1)]


def overview(tables: Tables) -> Figure | None:
    """Figure 1: every profile by success and integrity."""
    rows = _numbered(tables)
    if not rows:
        return None
    import altair as alt

    scatter = Scatter(rows, "success", "hccis_core")
    x, y = scatter.axes("task success", "HCCIS-CORE")
    wrappers = list(dict.fromkeys(row["wrapper"] for row in rows))
    legend = alt.Legend(title="wrapper", orient="top") if len(wrappers) > 1 else None
    shape = alt.Shape("wrapper:N", scale=alt.Scale(domain=wrappers, range=list(MARKS)), legend=legend)
    points = alt.Chart(alt.Data(values=rows)).mark_point(
        size=70, filled=True, opacity=0.9, color=COLOURS["blue"]
    ).encode(x=x, y=y, shape=shape)  # fmt: skip
    square = alt.layer(points, scatter.labels()).resolve_scale(x="independent", y="independent")
    chart = alt.hconcat(square.properties(width=scatter.side, height=scatter.side), key(rows, scatter.side), spacing=28)
    facts = dict(tables["overview"].iter_rows()) if "overview" in tables else {}
    scope = f"{facts.get('Tasks', '?')} tasks, {facts.get('Evaluated profiles', len(rows))} profiles"
    caption = (
        f"{scope}; each point is a profile's mean over tasks by item weight, numbered by integrity. No people have "
        "rated the tasks yet, so there is no calibration to account for. The most that HCCIS-CORE can reach here is "
        f"{number(rows[0].get('core_best'))}."
    )
    told = "; ".join(
        f"{row['number']} {plain(row['agent'])}: success {number(row['success'])}, "
        f"HCCIS-CORE {number(row['hccis_core'])}"
        for row in rows
    )
    return Figure(
        "commitment_overview", SECTION, "Success and integrity of every profile", caption, f"Scatter plot. {told}.",
        [{k: row[k] for k in ("number", "agent", "model", "wrapper", "success", "hccis_core")} for row in rows], chart,
    )  # fmt: skip


def behaviour(tables: Tables) -> Figure | None:
    """Figure 2: families by bands, four panels."""
    if "family_by_band" not in tables:
        return None
    import altair as alt

    rows = [{**row, "name": words(row["family"])} for row in tables["family_by_band"].iter_rows(named=True)]
    panels = [
        ("difficulty_clean", "A  difficulty (design prior)", 1.0),
        ("success", "B  task success", 1.0),
        ("probe_accuracy", "C  probe accuracy", 1.0),
        ("hccis_core_gap", "D  clean minus distractor, HCCIS-CORE", 0.3),
    ]
    made = [
        heat(rows, "band", "name", column, title=title, look=Look(most, names_down=i == 0, cell=(58, 24)))
        for i, (column, title, most) in enumerate(panels)
    ]
    design = tables["family_by_band"]["hccis_core_gap_by_design"].mean()
    caption = (
        "Means over all profiles. Panel A waits for people's ratings; until then it shows the priors of the design, "
        "which are the same for both variants. Panel D is orange where distractors seem to help; "
        f"{number(design)} of each gap is the distractor term of the score itself, not behaviour."
    )
    told = "; ".join(
        f"{row['name']}, {row['band']}: success {number(row['success'])}, "
        f"probe accuracy {number(row['probe_accuracy'])}"
        for row in rows
    )
    return Figure(
        "commitment_families", SECTION, "Behaviour by family and band", caption, f"Heat maps. {told}.",
        [{k: v for k, v in row.items() if k != "name"} for row in rows],
        alt.hconcat(*made, spacing=22),
    )  # fmt: skip


def discrimination(tables: Tables) -> Figure | None:
    """Figure 3: what predicts failure, and how far orderings are from integrity's."""
    if "uncertainty" not in tables:
        return None
    every = tables["uncertainty"].to_dicts()
    two_way = [row for row in every if row["bootstrap"] == "two-way cluster" and row["auc"] is not None]
    rows = two_way or [row for row in every if row["bootstrap"] == "task block" and row["auc"] is not None]
    if not rows:
        return None
    left = dots(
        rows, "predictor", {"auc": ("ROC-AUC", "blue"), "pr_auc": ("PR-AUC", "vermillion")},
        title="A  discrimination of terminal failure", span=Span("area under the curve", (0, 1), 0.5),
    )  # fmt: skip
    panels = [left]
    if "rank_agreement" in tables:
        ranks = tables["rank_agreement"].to_dicts()
        panels.append(
            dots(
                ranks, "predictor", {"mean_shift": ("mean rank shift", "blue")},
                title="B  distance from integrity's ordering", span=Span("mean absolute rank shift"),
            )
        )  # fmt: skip
    rate = tables["discrimination"]["failures"][0] / max(tables["discrimination"]["rows"][0], 1)
    caption = (
        f"Whiskers are 95% intervals of the {rows[0]['bootstrap']} bootstrap. The dashed line is chance for ROC-AUC; "
        f"for PR-AUC it is the failure rate, {number(rate)}. The success oracle is left out: it is the outcome itself. "
        "Panel B says how far profiles move when they are ordered by another signal than HCCIS-CORE."
    )
    told = "; ".join(f"{row['predictor']}: AUC {number(row['auc'])}, PR-AUC {number(row['pr_auc'])}" for row in rows)
    chart = beside(*panels)
    return Figure(
        "commitment_discrimination", SECTION, "What predicts failure", caption, f"Dot plots. {told}.", rows, chart
    )


def instability(tables: Tables) -> Figure | None:
    """Figure 4: how far profiles move when distractors come."""
    if "rank_instability" not in tables or not tables["rank_instability"].height:
        return None
    rows = tables["rank_instability"].to_dicts()
    left = dots(
        rows, "predictor", {"mean_shift": ("mean", "blue"), "max_shift": ("largest", "vermillion")},
        title="A  rank shift, clean to distractor", span=Span("places", width=260),
    )  # fmt: skip
    by_family = [
        {**row, "name": words(row["family"]), "short": broken(row["predictor"], 10)}
        for row in tables["rank_instability_by_family"].iter_rows(named=True)
        if row["predictor"] in MAIN and row["mean_shift"] is not None
    ]
    panels = [left]
    if by_family:
        most = max(row["mean_shift"] for row in by_family) or 1.0
        title = "B  mean shift by family"
        panels.append(
            heat(by_family, "short", "name", "mean_shift", title=title, look=Look(most, ".1f", cell=(88, 24)))
        )
    caption = (
        "Profiles are ranked on clean tasks and again on distractor tasks; a shift of 0 means the same order. Within "
        "a family few tasks decide, so that shifts are larger there."
    )
    told = "; ".join(f"{row['predictor']}: mean {number(row['mean_shift'])}" for row in rows)
    chart = beside(*panels)
    return Figure(
        "commitment_instability", SECTION, "Ranks under distractors", caption, f"Dot plot and heat map. {told}.", rows,
        chart,
    )  # fmt: skip


def phenotypes(tables: Tables) -> Figure | None:
    """Figure 6: the phenotype map, the behaviour space, and stability without each family."""
    if "phenotypes" not in tables or "ranking" not in tables:
        return None
    import altair as alt

    placed = {row["agent"]: row for row in tables["phenotypes"].iter_rows(named=True)}
    rows = [{**row, **placed[row["agent"]]} for row in _numbered(tables) if row["agent"] in placed]
    if len(rows) < 3:
        return None
    for row in rows:
        row["phenotype"] = str(row["cluster"])
    clusters = sorted({row["phenotype"] for row in rows})
    hues = [COLOURS[HUES[i % len(HUES)]] for i in range(len(clusters))]
    legend = alt.Legend(title="cluster", orient="top", symbolOpacity=1)
    colour = alt.Color("phenotype:N", scale=alt.Scale(domain=clusters, range=hues), legend=legend)
    shape = alt.Shape("phenotype:N", scale=alt.Scale(domain=clusters, range=list(MARKS)), legend=legend)
    shares = [f"{rows[0][f'pc{axis}_share']:.0%} of variance" for axis in (1, 2)]
    first = _scatter(
        Scatter(rows, "pc1", "pc2", 330), (f"first component, {shares[0]}", f"second component, {shares[1]}"),
        "A  phenotype map", colour, shape, envelopes=True,
    )  # fmt: skip
    second = _scatter(
        Scatter(rows, "success", "probe_accuracy", 330), ("task success", "probe accuracy"), "B  behaviour space",
        colour, shape, sized=True,
    )  # fmt: skip
    panels = [alt.hconcat(first, second, key(rows, 330), spacing=24)]
    shifts = tables.get("phenotype_shifts")
    if shifts is not None and shifts.height:
        grouped = shifts.group_by("family", maintain_order=True).agg(
            mean=_col("relative_shift").mean(), largest=_col("relative_shift").max()
        )
        lines = [{**row, "name": words(row["family"])} for row in grouped.iter_rows(named=True)]
        panels.append(
            dots(
                lines, "name", {"mean": ("mean over profiles", "blue"), "largest": ("largest", "vermillion")},
                title="C  shift of the first component when a family is left out",
                span=Span("in standard deviations of the component", width=420),
            )
        )  # fmt: skip
    caption = (
        "Clusters are found in the whole standardised matrix (family x band x variant x metric), not in the picture. "
        "In B the area of a mark grows with HCCIS-CORE. Numbers are ranks by integrity."
    )
    told = "; ".join(f"{row['number']} {plain(row['agent'])}: cluster {row['cluster']}" for row in rows)
    kept = ("number", "agent", "cluster", "pc1", "pc2", "coassigned", "success", "probe_accuracy", "hccis_core")
    chart = alt.vconcat(*panels, spacing=34).resolve_scale(color="independent", shape="independent")
    return Figure(
        "commitment_phenotypes", SECTION, "Phenotypes", caption, f"Scatter plots. {told}.",
        [{k: row[k] for k in kept} for row in rows], chart,
    )  # fmt: skip


def beside(*panels: Any) -> Any:
    """Panels in a row, each with its own legend."""
    import altair as alt

    return alt.hconcat(*panels, spacing=30).resolve_scale(color="independent", shape="independent")


def _col(name: str) -> Any:
    import polars as pl

    return pl.col(name)


def _scatter(scatter: Scatter, titles: tuple[str, str], title: str, colour: Any, shape: Any, **how: bool) -> Any:
    import altair as alt

    x, y = scatter.axes(*titles)
    encoded = {"x": x, "y": y, "color": colour, "shape": shape}
    if how.get("sized"):
        # Squared, because a quarter less integrity is hard to see in an area.
        sizes = [row["hccis_core"] ** 2 for row in scatter.rows]
        low, high = min(sizes), max(sizes)
        for row, size in zip(scatter.rows, sizes, strict=True):
            row["area"] = 40 + 160 * ((size - low) / (high - low) if high > low else 1)
        encoded["size"] = alt.Size("area:Q", scale=None, legend=None)
    mark = {"filled": True, "opacity": 0.9} | ({} if how.get("sized") else {"size": 70})
    points = alt.Chart(alt.Data(values=list(scatter.rows))).mark_point(**mark).encode(**encoded)
    if how.get("envelopes"):
        points = alt.layer(_envelopes(scatter, x, y, colour), points)
    square = alt.layer(points, scatter.labels()).resolve_scale(x="independent", y="independent")
    return square.properties(width=scatter.side, height=scatter.side, title=heading(title))


def _envelopes(scatter: Scatter, x: Any, y: Any, colour: Any) -> Any:
    import altair as alt

    corners = []
    for phenotype in dict.fromkeys(row["phenotype"] for row in scatter.rows):
        own = [(row[scatter.x], row[scatter.y]) for row in scatter.rows if row["phenotype"] == phenotype]
        around = hull(own)
        for order, (px, py) in enumerate([*around, *around[:1]] if len(around) > 1 else []):
            corners.append({scatter.x: px, scatter.y: py, "phenotype": phenotype, "order": order})
    return (
        alt.Chart(alt.Data(values=corners))
        .mark_line(strokeWidth=10, strokeJoin="round", strokeCap="round", opacity=0.15)
        .encode(x=x, y=y, color=colour, order="order:Q")
    )


def family_by_agent(tables: Tables) -> Figure | None:
    """Figure 7: probe accuracy of every profile in every family."""
    ranked = _numbered(tables)
    if not ranked or "family_by_agent" not in tables:
        return None
    found = {(row["agent"], row["family"]): row for row in tables["family_by_agent"].iter_rows(named=True)}
    families = list(dict.fromkeys(family for _, family in found))
    rows = [
        {
            "profile": named(row["number"], row["agent"]), "agent": row["agent"], "family": family,
            "name": broken(family), "probe_accuracy": found[row["agent"], family]["probe_accuracy"],
        }
        for row in ranked
        for family in families
        if (row["agent"], family) in found
    ]  # fmt: skip
    chart = heat(rows, "name", "profile", "probe_accuracy", title="probe accuracy", look=Look(cell=(86, 21)))
    caption = "Profiles by integrity, the best first; every cell is a mean over the tasks of a family."
    told = "; ".join(f"{row['profile']}, {row['family']}: {number(row['probe_accuracy'])}" for row in rows)
    data = [{k: row[k] for k in ("agent", "family", "probe_accuracy")} for row in rows]
    return Figure(
        "commitment_family_by_agent", SECTION, "Probe accuracy by family and profile", caption, f"Heat map. {told}.",
        data, chart,
    )  # fmt: skip


def profiles(tables: Tables) -> Figure | None:
    """Figure 8: the metrics of every profile, higher is better."""
    ranked = _numbered(tables)
    if not ranked:
        return None
    import altair as alt

    metrics = {"hccis_core": "HCCIS-CORE", "probe_accuracy": "probe accuracy", "success": "task success"}
    rows = [
        {"profile": named(row["number"], row["agent"]), "agent": row["agent"], "metric": label, "value": row[metric]}
        for row in ranked
        for metric, label in metrics.items()
        if row.get(metric) is not None
    ]
    order = list(dict.fromkeys(row["profile"] for row in rows))
    base = alt.Chart()
    y = alt.Y("profile:N", sort=order, axis=alt.Axis(title=None, labelLimit=320, grid=False))
    axis = alt.Axis(title=None, values=[0, 0.5, 1], format=".1~f", grid=True)
    x = alt.X("value:Q", scale=alt.Scale(domain=[0, 1], nice=False), axis=axis)
    zero = alt.X2Datum(0)
    panel = alt.layer(
        base.mark_rule(strokeWidth=2, opacity=0.4, color=COLOURS["blue"]).encode(x=x, x2=zero, y=y),
        base.mark_point(size=60, filled=True, opacity=1, color=COLOURS["blue"]).encode(x=x, y=y),
    ).properties(width=190, height=alt.Step(20))
    header = alt.Header(title=None, labelPadding=8)
    column = alt.Column("metric:N", sort=list(metrics.values()), header=header)
    chart = panel.facet(data=alt.Data(values=rows), column=column, spacing=26)
    caption = (
        "Means over tasks by item weight, profiles by integrity. Commitment retained (one minus state drift) is the "
        "same number as probe accuracy and is not drawn twice."
    )
    told = "; ".join(f"{row['profile']}, {row['metric']}: {number(row['value'])}" for row in rows)
    data = [{k: row[k] for k in ("agent", "metric", "value")} for row in rows]
    return Figure("commitment_metrics", SECTION, "Metrics of every profile", caption, f"Dot plot. {told}.", data, chart)


def ablation(tables: Tables) -> Figure | None:
    """Figure 11: what each term of the score is worth, and how orderings flip."""
    if "ablation" not in tables or not any(row is not None for row in tables["ablation"]["auc"]):
        return None
    rows = tables["ablation"].to_dicts()
    series = {"auc": ("ROC-AUC", "blue"), "pr_auc": ("PR-AUC", "vermillion")}
    panels = [
        dots(
            rows, "variant", series, title="A  HCCIS-CORE with terms left out, and controls",
            span=Span("area under the curve", (0, 1), 0.5, 260),
        )
    ]  # fmt: skip
    if "rank_agreement" in tables:
        flips = [
            {**row, "share": row["flipped_pairs"] / row["pairs"] if row["pairs"] else None}
            for row in tables["rank_agreement"].iter_rows(named=True)
        ]
        agreement = {
            "spearman": ("Spearman", "blue"), "kendall": ("Kendall", "green"), "share": ("pairs flipped", "vermillion"),
        }  # fmt: skip
        if any(row[name] is not None for row in flips for name in agreement):
            panels.append(
                dots(
                    flips, "predictor", agreement, title="B  orderings against integrity's",
                    span=Span("correlation, or share of pairs", (-1, 1), 0, 260),
                )
            )  # fmt: skip
    caption = (
        "A: each variant is HCCIS-CORE with one term left out and the rest brought back to one, or a control. B: rank "
        "correlations with HCCIS-CORE's ordering, and the share of pairs of profiles that are ordered the other way."
    )
    told = "; ".join(f"{row['variant']}: AUC {number(row['auc'])}" for row in rows)
    chart = beside(*panels)
    return Figure("commitment_ablation", SECTION, "Ablations and flips", caption, f"Dot plots. {told}.", rows, chart)


FIGURES: tuple[Callable[[Tables], Figure | None], ...] = (
    overview, behaviour, discrimination, instability, phenotypes, family_by_agent, profiles, ablation,
)  # fmt: skip
"""In the paper's order."""
