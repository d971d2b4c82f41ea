"""The predefined contrasts and criteria of the finite-action benchmark (paper 000, Tables 15, 18 and 34).

A contrast has one effect per corpus; the corpus is the unit. The synthetic namespaces are strata of a design and not a
sample of data sets, so these intervals speak about these strata; intervals over events stand with the indices.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import polars as pl

from holdfast.core import Finding, Interval
from holdfast.stats import ContrastSummary, summarise_contrast
from holdfast.suites.binding.settings import Settings


class Contrast(NamedTuple):
    """One of the paper's five."""

    component: str
    """What is compared."""
    variant: str
    """What A4 is compared with."""


CONTRASTS = {
    "composite": Contrast("composite", "A5"),
    "reason": Contrast("b_rsi", "A4_no_reason"),
    "veto": Contrast("b_vei", "A4_no_veto"),
    "memory": Contrast("b_mci", "A5"),
    "self": Contrast("b_sci", "A5"),
}
"""The paper's Table 34, first five rows."""


def effects(corpora: pl.DataFrame) -> pl.DataFrame:
    """The paper's Table 18: every contrast in every corpus, for each form of lesion. `corpora` is Table 17."""
    keys = ["agent", "readout", "corpus"]
    whole = corpora.filter(pl.col("variant") == "A4")
    parts = []
    for name, (component, variant) in CONTRASTS.items():
        lesioned = corpora.filter(pl.col("variant") == variant).select(*keys, "lesion", without=component)
        joined = whole.select(*keys, structured=component).join(lesioned, on=keys, maintain_order="left")
        parts.append(joined.with_columns(contrast=pl.lit(name), effect=pl.col("structured") - pl.col("without")))
    return pl.concat(parts).drop_nulls("effect").select(*keys, "lesion", "contrast", "structured", "without", "effect")


def summaries(by_corpus: pl.DataFrame) -> dict[tuple[str, str, str, str], ContrastSummary]:
    """The paper's Table 34 as records, by agent, readout, lesion and contrast."""
    return {
        (str(agent), str(readout), str(lesion), str(name)): summarise_contrast(own["effect"].to_numpy())
        for (agent, readout, lesion, name), own in by_corpus.group_by(
            "agent", "readout", "lesion", "contrast", maintain_order=True
        )
    }


def table(found: dict[tuple[str, str, str, str], ContrastSummary]) -> pl.DataFrame:
    """The paper's Table 34."""
    return pl.DataFrame(
        [
            {
                "agent": agent, "readout": readout, "lesion": lesion, "contrast": name, "units": s.units,
                "positive_units": s.positive, "minimum": s.minimum, "mean": s.mean, "mean_low": s.low,
                "mean_high": s.high, "t_low": _known(s.t_low), "t_high": _known(s.t_high),
                "lodo_minimum_mean": _known(s.leave_one_out_minimum), "top_removed_mean": _known(s.top_removed),
                "sign_p": s.sign_p,
            }
            for (agent, readout, lesion, name), s in found.items()
        ],
        infer_schema_length=None,
    )  # fmt: skip


def contrast_findings(stem: str, agent: str, lesion: str, name: str, summary: ContrastSummary) -> Finding:
    """A contrast as a finding over corpora."""
    ends = [
        (summary.low, summary.high, summary.method),
        (summary.t_low, summary.t_high, "t over corpora"),
        (summary.flip_low, summary.flip_high, "sign-flip"),
    ]
    intervals = tuple(Interval(low, high, 0.95, how) for low, high, how in ends if math.isfinite(low + high))
    component, variant = CONTRASTS[name]
    return Finding(
        f"{stem}.over.{lesion}.{name}", agent, summary.mean, unit="corpus", units=summary.units, n=summary.units,
        intervals=intervals, higher_is_better=True,
        note=f"{component} of A4 minus {variant} ({lesion} lesion); positive in {summary.positive} of {summary.units}",
    )  # fmt: skip


class Quality(NamedTuple):
    """What the criteria look at besides contrasts, for one agent and readout."""

    records: int
    """Scored observations."""
    parse_errors: float
    """The share of replies that were malformed or empty."""
    unmapped: float
    """The share of answers from which no action could be read."""
    false_positives: float
    """The share of changes by A4 under an irrelevant cue."""


def criteria(
    agent: str, readout: str, lesion: str, quality: Quality, found: dict[str, ContrastSummary], settings: Settings
) -> list[dict[str, object]]:
    """The paper's Table 15: every criterion, its value, its threshold, met or not."""
    corpora = max((s.units for s in found.values()), default=0)
    needed = math.ceil(settings.min_corpora * corpora - 1e-9)
    rates = (
        ("parse-error rate", quality.parse_errors, settings.max_parse_errors),
        ("unmapped action rate", quality.unmapped, settings.max_unmapped),
        ("irrelevant false-positive rate of A4", quality.false_positives, settings.max_false_positives),
    )
    lines: list[tuple[str, float | None, str, float, bool]] = [
        (name, _known(rate), "<", most, rate < most) for name, rate, most in rates
    ]
    for name, (component, variant) in CONTRASTS.items():
        positive = found[name].positive if name in found else 0
        lines.append((f"corpora with {component} of A4 > {variant}", positive, ">=", needed, 0 < needed <= positive))
    low = found["composite"].low if "composite" in found else math.nan
    lines.append(("cluster bootstrap lower bound of the composite contrast", _known(low), ">", 0.0, low > 0))
    return [
        {
            "agent": agent, "readout": readout, "lesion": lesion, "criterion": name, "value": value,
            "threshold": f"{sign} {threshold:g}", "status": "met" if met else "not met", "records": quality.records,
        }
        for name, value, sign, threshold, met in lines
    ]  # fmt: skip


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None
