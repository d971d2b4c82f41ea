"""The figures of paper 001 that show every profile: phenotypes (6), families by profile (7) and metrics (8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from holdfast.report.charts import COLOURS, Row, key
from holdfast.report.figures import Figure
from holdfast.report.panels import HUES, MARKS, Look, Scatter, Span, broken, dots, heading, heat, hull, named
from holdfast.report.wording import number, plain, words

Tables = Mapping[str, Any]
"""Data frames by name, without the suite's prefix."""
SECTION = "commitment"


def numbered(tables: Tables) -> list[Row]:
    """The profiles by integrity, numbered in that order."""
    if "ranking" not in tables:
        return []
    return [{"number": i, **row} for i, row in enumerate(tables["ranking"].iter_rows(named=True), 1)]


def phenotypes(tables: Tables) -> Figure | None:
    """Figure 6: the phenotype map, the behaviour space, and stability without each family."""
    if "phenotypes" not in tables or "ranking" not in tables:
        return None
    import altair as alt

    placed = {row["agent"]: row for row in tables["phenotypes"].iter_rows(named=True)}
    rows = [{**row, **placed[row["agent"]]} for row in numbered(tables) if row["agent"] in placed]
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
    ranked = numbered(tables)
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
    ranked = numbered(tables)
    if not ranked:
        return None
    import altair as alt

    metrics = {"hccis_core": "HCCIS-CORE", "probe_accuracy": "probe accuracy", "success": "task success"}
    rows = [
        {"profile": named(row["number"], row["agent"]), "agent": row["agent"], "metric": label, "value": row[metric],
         "most": row.get("core_best") if metric == "hccis_core" else None}
        for row in ranked
        for metric, label in metrics.items()
        if row.get(metric) is not None
    ]  # fmt: skip
    order = list(dict.fromkeys(row["profile"] for row in rows))
    base = alt.Chart()
    y = alt.Y("profile:N", sort=order, axis=alt.Axis(title=None, labelLimit=320, grid=False))
    axis = alt.Axis(title=None, values=[0, 0.5, 1], format=".1~f", grid=True)
    x = alt.X("value:Q", scale=alt.Scale(domain=[0, 1], nice=False), axis=axis)
    zero = alt.X2Datum(0)
    panel = alt.layer(
        base.mark_rule(strokeWidth=2, opacity=0.4, color=COLOURS["blue"]).encode(x=x, x2=zero, y=y),
        base.mark_point(size=60, filled=True, opacity=1, color=COLOURS["blue"]).encode(x=x, y=y),
        base.transform_filter("isValid(datum.most)")
        .mark_tick(size=14, thickness=1.5, color=COLOURS["muted"])
        .encode(x="most:Q", y=y),
    ).properties(width=190, height=alt.Step(20))
    header = alt.Header(title=None, labelPadding=8)
    column = alt.Column("metric:N", sort=list(metrics.values()), header=header)
    chart = panel.facet(data=alt.Data(values=rows), column=column, spacing=26)
    caption = (
        "Means over tasks by item weight, profiles by integrity. Commitment retained (one minus state drift) is the "
        "same number as probe accuracy and is not drawn twice. The tick is the most that HCCIS-CORE can be."
    )
    told = "; ".join(f"{row['profile']}, {row['metric']}: {number(row['value'])}" for row in rows)
    data = [{k: row[k] for k in ("agent", "metric", "value")} for row in rows]
    return Figure("commitment_metrics", SECTION, "Metrics of every profile", caption, f"Dot plot. {told}.", data, chart)
