"""Whether a run is complete, and whether the further controls match what they claim to match (paper 000, S10).

An audit that is not met does not undo a behavioural difference; it limits what the difference can be said to show.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import polars as pl

from holdfast.stats import entropy
from holdfast.suites.binding.matrix.rows import SHARES
from holdfast.suites.binding.matrix.settings import CORE, Settings
from holdfast.suites.binding.matrix.variants import VARIANTS

KEY = ["agent", "role", "id", "replicate"]
LATENCY = "latency ratio"


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
        "agent": agent, "readout": readout, "where": place, "criterion": criterion, "value": value, "threshold": bound,
        "status": "met" if met else "not met",
    }  # fmt: skip


def _quality(whole: pl.DataFrame, settings: Settings) -> Iterator[dict[str, object]]:
    for row in whole.iter_rows(named=True):
        agent, readout = row["agent"], row["readout"]
        if row["asked"] is not None:
            missing = row["asked"] - row["observed"] + row["failed"]
            yield _line(agent, readout, "all", "missing rows", missing, "= 0", missing == 0)
        yield _line(agent, readout, "all", "duplicate keys", row["duplicate_keys"], "= 0", row["duplicate_keys"] == 0)
        rate = row["parse_error_rate"]
        met = rate is not None and rate < settings.max_parse_errors
        yield _line(agent, readout, "all", "parse-error rate", rate, f"< {settings.max_parse_errors:g}", met)


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
    for (agent, role), own in scores.filter(pl.col("role").is_in(list(settings.readouts))).group_by(
        "agent", "role", maintain_order=True
    ):
        control = own.filter(pl.col("variant") == "token_prompt")
        key = ["scaffold", "unit", "turn", "replicate"]
        both = control.join(own.filter(pl.col("variant") == "structured"), on=key, suffix="_structured")
        for column, title in (("prompt_words", "prompt words"), ("prompt_tokens", "prompt tokens")):
            ratio = _ratio(both, column)
            met = ratio is not None and low <= ratio <= high
            yield _line(
                str(agent),
                str(role),
                "all",
                f"{title} of the token-prompt control, ratio",
                ratio,
                f"{low:g} to {high:g}",
                met,
            )
        yield _line(
            str(agent), str(role), "all", f"{LATENCY} of the token-prompt control", None, "0.5 to 1.5", met=False
        )


def _ratio(both: pl.DataFrame, column: str) -> float | None:
    if column not in both.columns or not (of := both[f"{column}_structured"].sum()):
        return None
    return float(both[column].sum() / of)


CLAIM = {
    "evidence": "Open-weight state-boundary controls",
    "supports": "In these finite-action protocols, actions follow the decisive state of the current event: they are "
    "not recovered from the context, from another event's state, from an action prior, or once every mention is gone.",
    "excludes": "Agency, latent reasoning, or agents and tasks that were not measured. The decisive field names the "
    "action's code.",
}


def claims(summary: pl.DataFrame, settings: Settings) -> pl.DataFrame:
    """The claim ledger: supported only if every core control was run and every cluster bound lies above zero."""
    if summary.is_empty():
        return pl.DataFrame()
    lines = []
    clustered = summary.filter((pl.col("clusters") != "cell") & pl.col("control").is_in(CORE))
    for (models, readout), own in clustered.group_by("models", "readout", maintain_order=True):
        parts = []
        lowest = []
        for (control,), line in own.group_by("control", maintain_order=True):
            first = line.row(0, named=True)
            bound = line["mean_low"].min()
            lowest.append(bound)
            parts.append(
                f"{control}: {first['above']} of {first['cells']} cells above, {first['positive']} with the bound, "
                f"mean difference {first['delta']:.3f}, lowest cluster bound {bound:.3f}"
            )
        complete = set(CORE) <= set(settings.variants)
        holds = complete and all(isinstance(bound, float) and bound > 0 for bound in lowest)
        lines.append(
            {
                "models": models, "readout": readout, "evidence": CLAIM["evidence"], "result": "; ".join(parts),
                "claim": CLAIM["supports"], "excluded": CLAIM["excludes"],
                "status": "supports" if holds else "does not support",
            }
        )  # fmt: skip
    return pl.DataFrame(lines)
