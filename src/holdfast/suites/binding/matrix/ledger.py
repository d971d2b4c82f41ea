"""The claim ledger entry of the matrix (paper 000, Table 1): what a run supports, and what it does not say."""

from __future__ import annotations

import polars as pl

from holdfast.suites.binding.matrix.audits import QUALITY
from holdfast.suites.binding.matrix.cells import POOLED, REFERENCE
from holdfast.suites.binding.matrix.settings import CORE, Settings

EVIDENCE = "Open-weight state-boundary controls"
CLAIM = (
    "In these finite-action protocols, actions follow the decisive state of the current event: they are not recovered "
    "from the context, from another event's state, from an action prior, or once every mention is gone."
)
EXCLUDED = (
    "Agency, latent reasoning, or agents and tasks that were not measured. The decisive field names the action's code."
)


def claims(summary: pl.DataFrame, audited: pl.DataFrame, settings: Settings) -> pl.DataFrame:
    """One entry per model and readout. The claim is supported only if every core control was run, every cluster bound
    of every one lies above zero, and the answers were there to be read."""
    if summary.is_empty():
        return pl.DataFrame()
    clustered = summary.filter((pl.col("clusters") != "cell") & pl.col("control").is_in(CORE))
    keys = ["models", "readout"]
    counts = ["cells", "above", "positive", "delta"]
    by_control = clustered.group_by(*keys, "control", maintain_order=True).agg(
        pl.col(counts).first(), lowest=pl.col("mean_low").min()
    )
    told = pl.format(
        "{}: {} of {} cells above, {} by the bound, mean difference {}, lowest cluster bound {}",
        "control", "above", "cells", "positive", pl.col("delta").round(3), pl.col("lowest").round(3),
    )  # fmt: skip
    entries = by_control.group_by(keys, maintain_order=True).agg(
        result=told.str.join("; "), holds=(pl.col("lowest") > 0).all(), controls=pl.len()
    )
    complete = set(CORE) <= set(settings.variants)
    read = pl.struct(keys).map_elements(lambda entry: _read(audited, **entry), return_dtype=pl.Boolean)
    supported = pl.col("holds") & (pl.col("controls") == len(CORE)) & complete & read
    return entries.select(
        *keys,
        "result",
        evidence=pl.lit(EVIDENCE),
        claim=pl.lit(CLAIM),
        excluded=pl.lit(EXCLUDED),
        status=pl.when(supported).then(pl.lit("supports")).otherwise(pl.lit("does not support")),
    )


def _read(audited: pl.DataFrame, models: str, readout: str) -> bool:
    """Whether rows, keys and parse errors of a readout are as they must be, for all models where they are pooled."""
    if audited.is_empty():
        return True
    pooled = ~pl.col("agent").str.starts_with(REFERENCE) if models == POOLED else pl.col("agent") == models
    own = audited.filter(pooled & (pl.col("readout") == readout.partition(",")[0]))
    return own.filter(pl.col("criterion").is_in(QUALITY) & (pl.col("status") != "met")).is_empty()
