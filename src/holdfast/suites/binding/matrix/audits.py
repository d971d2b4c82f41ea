"""Whether a run is complete, and whether the further controls match what they claim to match (paper 000, S10).

An audit that is not met does not undo a behavioural difference; it limits what the difference can be said to show.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import polars as pl

from holdfast.stats import entropy
from holdfast.suites.binding.matrix.rows import SHARES
from holdfast.suites.binding.matrix.settings import Settings
from holdfast.suites.binding.matrix.variants import VARIANTS

KEY = ["agent", "role", "id", "replicate"]
QUALITY = MISSING, DUPLICATE, UNREAD = "missing rows", "duplicate keys", "parse-error rate"
"""What must be met before a difference can be said to show anything."""


def planned(settings: Settings, *, asked: bool) -> int:
    """How many rows the paper's variants have in the main readout, or how many of them have to be asked."""
    names = [name for name in settings.variants if not asked or VARIANTS[name].change is not None]
    return len(settings.families) * len(settings.scaffolds) * settings.events * settings.seeds * len(names)


def completeness(scores: pl.DataFrame, settings: Settings) -> pl.DataFrame:
    """Per agent and readout: rows planned, asked, answered, failed, computed; duplicate keys; parse errors."""
    lines = []
    for (agent, readout), own in scores.with_columns(readout=pl.col("role").str.split(":").list.first()).group_by(
        "agent", "readout", maintain_order=True
    ):
        main = own.filter(pl.col("variant").is_in(settings.variants))
        answered = own.filter(pl.col("failure").is_null())
        whole = readout in settings.readouts
        expected = planned(settings, asked=True) if whole else None
        lines.append(
            {
                "agent": agent, "readout": readout, "rows": planned(settings, asked=False) if whole else None,
                "computed": planned(settings, asked=False) - planned(settings, asked=True) if whole else 0,
                "asked": expected, "observed": main.filter(pl.col("role") == readout).height,
                "further": own.height - main.filter(pl.col("role") == readout).height,
                "failed": own.height - answered.height, "duplicate_keys": own.height - own.select(KEY).n_unique(),
                "parse_error_rate": answered["unmapped"].mean() if answered.height else None,
            }
        )  # fmt: skip
    return pl.DataFrame(lines, infer_schema_length=None)


def audits(rows: pl.DataFrame, scores: pl.DataFrame, whole: pl.DataFrame, settings: Settings) -> pl.DataFrame:
    """Every criterion with its value, threshold and status."""
    lines = [*_quality(whole, settings)]
    if "entropy_prior" in settings.audits:
        lines += _entropy(rows, settings)
    if "token_prompt" in settings.audits:
        lines += _tokens(scores, settings)
    return pl.DataFrame(lines, infer_schema_length=None)


def _line(
    agent: str, readout: str, place: str, criterion: str, value: float | None, bound: str, met: bool
) -> dict[str, object]:
    return {
        "agent": agent, "readout": readout, "where": place, "criterion": criterion,
        "value": None if value is None or math.isnan(value) else value, "threshold": bound,
        "status": "met" if met else "not met",
    }  # fmt: skip


def _quality(whole: pl.DataFrame, settings: Settings) -> Iterator[dict[str, object]]:
    for row in whole.iter_rows(named=True):
        agent, readout = row["agent"], row["readout"]
        if row["asked"] is not None:
            missing = row["asked"] - row["observed"] + row["failed"]
            yield _line(agent, readout, "all", MISSING, missing, "= 0", missing == 0)
        yield _line(agent, readout, "all", DUPLICATE, row["duplicate_keys"], "= 0", row["duplicate_keys"] == 0)
        rate = row["parse_error_rate"]
        met = rate is not None and rate < settings.max_parse_errors
        yield _line(agent, readout, "all", UNREAD, rate, f"< {settings.max_parse_errors:g}", met)


def _entropy(rows: pl.DataFrame, settings: Settings) -> Iterator[dict[str, object]]:
    """Per scaffold, the entropies of structured and entropy-prior actions, each the mean over families."""
    prior = rows.filter(pl.col("arm") == "entropy_prior")
    key = ["agent", "readout", "scaffold", "family", "unit", "turn"]
    structured = rows.filter(pl.col("arm") == "structured").join(prior.select(key), on=key, how="semi")
    for (agent, readout, scaffold), own in prior.group_by("agent", "readout", "scaffold", maintain_order=True):
        same = structured.filter(
            (pl.col("agent") == agent) & (pl.col("readout") == readout) & (pl.col("scaffold") == scaffold)
        )
        gap = abs(_mean_entropy(own) - _mean_entropy(same))
        yield _line(
            str(agent), str(readout), str(scaffold), "entropy gap of the entropy-prior control, bits", gap,
            f"<= {settings.max_entropy_gap:g}", gap <= settings.max_entropy_gap,
        )  # fmt: skip


def _mean_entropy(rows: pl.DataFrame) -> float:
    """The entropy of the actions of a family, averaged over families."""
    found = [entropy(own.select(pl.col(SHARES).sum()).to_numpy()[0]) for _, own in rows.group_by("family")]
    known = [value for value in found if not math.isnan(value)]  # NaN where no action could be read
    return sum(known) / len(known) if known else math.nan


def _tokens(scores: pl.DataFrame, settings: Settings) -> Iterator[dict[str, object]]:
    """Prompt tokens against those of the structured variant, where the agent reports any; latency is not kept."""
    low, high = 1 - settings.max_token_gap, 1 + settings.max_token_gap
    asked = scores.filter(pl.col("role").is_in(list(settings.readouts)))
    for (agent, role), own in asked.group_by("agent", "role", maintain_order=True):
        key = ["scaffold", "unit", "turn", "replicate"]
        control, structured = (own.filter(pl.col("variant") == name) for name in ("token_prompt", "structured"))
        both = control.join(structured, on=key, suffix="_structured")
        for column in ("estimated_prompt_tokens", "prompt_tokens"):
            ratio = _ratio(both, column)
            met = ratio is not None and low <= ratio <= high
            criterion = f"{column.replace('_', ' ')} of the token-prompt control, ratio"
            yield _line(str(agent), str(role), "all", criterion, ratio, f"{low:g} to {high:g}", met)
        criterion = "latency of the token-prompt control, ratio"
        yield _line(str(agent), str(role), "all", criterion, None, "0.5 to 1.5", met=False)


def _ratio(both: pl.DataFrame, column: str) -> float | None:
    if column not in both.columns:
        return None
    ours, theirs = (float(both[name].cast(pl.Float64).sum()) for name in (column, f"{column}_structured"))
    return ours / theirs if theirs else None
