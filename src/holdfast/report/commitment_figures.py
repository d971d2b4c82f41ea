"""The figures of paper 001 (1 to 4, 6 to 8 and 11) for the user's own profiles, from the tables of the analyses.

Each is a function from tables to a figure, and gives none where a table it needs is not there. Panels that need
people's ratings show design priors and say so. Figure 10, the case cards, is part of the page itself.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from holdfast.report.charts import COLOURS, key, unvalidated
from holdfast.report.commitment_profiles import SECTION, Tables, family_by_agent, numbered, phenotypes, profiles
from holdfast.report.figures import Drawn, Figure, draw
from holdfast.report.panels import MARKS, Look, Scatter, Span, broken, dots, heat
from holdfast.report.wording import number, plain, words
from holdfast.suites.commitment.analyses.schema import PREFIX

NEEDED = (
    "overview", "notes", "ranking", "family_by_band", "family_by_agent", "discrimination", "uncertainty", "ablation",
    "rank_agreement", "rank_instability", "rank_instability_by_family", "phenotypes", "phenotype_shifts",
    "case_studies",
)  # fmt: skip
"""The tables that figures and cards are made of."""
MAIN = ("Task success", "HCCIS-CORE", "HCCIS-FULL", "HCCIS+N", "Probe accuracy", "State drift rate")


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


def overview(tables: Tables) -> Figure | None:
    """Figure 1: every profile by success and integrity."""
    rows = numbered(tables)
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


def beside(*panels: Any) -> Any:
    """Panels in a row, each with its own legend."""
    import altair as alt

    return alt.hconcat(*panels, spacing=30).resolve_scale(color="independent", shape="independent")


FIGURES: tuple[Callable[[Tables], Figure | None], ...] = (
    overview, behaviour, discrimination, instability, phenotypes, family_by_agent, profiles, ablation,
)  # fmt: skip
"""In the paper's order."""
