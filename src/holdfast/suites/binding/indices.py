"""The behavioural indices of the finite-action benchmark (paper 000, equation 3) and the tables made of them.

B_RSI, B_MCI, B_VEI and B_SCI are each the rate of the expected action under the component's probe minus the rate of
changes under an irrelevant cue; the composite is their mean. An agent that never moves has B_SCI 1 and composite 0.25.
"""

from __future__ import annotations

import polars as pl

from holdfast.suites.binding.finite import CONDITIONS

PROBES = {
    "b_rsi": "reason_flip",
    "b_mci": "memory_conflict",
    "b_vei": "veto_cue",
    "b_sci": "self_continuity",
}
"""The probe of each component."""
CUE = "irrelevant_cue"
COMPONENTS = (*PROBES, "composite")
ARM = ["agent", "readout", "depth", "variant", "lesion"]
"""What a row of the paper's tables is about."""


def by_event(rows: pl.DataFrame) -> pl.DataFrame:
    """The indices of every event: what intervals over events are made of. Null where a condition was not answered."""
    return _indices(rows, [*ARM, "corpus", "unit"])


def by_corpus(rows: pl.DataFrame) -> pl.DataFrame:
    """The paper's Table 17: the indices by corpus and variant, with `fp`, the rate of changes under the cue."""
    return _indices(rows, [*ARM, "corpus"])


def by_variant(corpora: pl.DataFrame) -> pl.DataFrame:
    """The paper's Table 16: mean and standard deviation (n - 1) over corpora."""
    values = [*COMPONENTS, "fp"]
    return (
        corpora.group_by(ARM, maintain_order=True)
        .agg(
            *(pl.col(v).mean().alias(f"{v}_mean") for v in values),
            *(pl.col(v).std().alias(f"{v}_sd") for v in values),
            corpora=pl.len(),
        )
    )  # fmt: skip


def responses(rows: pl.DataFrame) -> pl.DataFrame:
    """How often the expected action was taken, by condition and corpus (the paper's Figure 1c and Extended Data 3)."""
    return rows.group_by([*ARM, "condition", "corpus"], maintain_order=True).agg(
        n=pl.len(),
        expected=pl.col("right").mean(),
        unmapped=pl.col("unmapped").mean(),
        margin=pl.col("margin").mean(),
    )


def ontology(rows: pl.DataFrame) -> pl.DataFrame:
    """The paper's Table 14, with what A4 did: the expected action, another that makes sense, or one that does not."""
    a4 = rows.filter(pl.col("variant") == "A4")
    told = pl.DataFrame(
        [
            {"condition": name, "valid": "; ".join(c.valid), "expected_before": "ACTION_A", "expected_after": after,
             "interpretation": c.interpretation}
            for (name, c), after in zip(CONDITIONS.items(), EXPECTED, strict=True)
        ]
    )  # fmt: skip
    relative = (
        pl.when(pl.col("leaning") == "ACTION_A")
        .then(pl.col("answer"))
        .otherwise(pl.col("answer").replace({"ACTION_A": "ACTION_B", "ACTION_B": "ACTION_A"}))
    )
    answered = a4.with_columns(relative=relative).join(told.select("condition", "valid"), on="condition")
    sensible = pl.col("valid").str.split("; ").list.contains(pl.col("relative"))
    rates = answered.group_by("agent", "readout", "depth", "condition", maintain_order=True).agg(
        n=pl.len(), expected=pl.col("right").mean(), valid_rate=sensible.mean(), unmapped=pl.col("unmapped").mean()
    )
    return rates.join(told, on="condition", maintain_order="left")


EXPECTED = ("ACTION_A", "ACTION_B", "RECALL_PRIOR", "VETO", "ACTION_A", "ACTION_A")
"""The paper's expected actions, for an event that leans to ACTION_A."""


def _indices(rows: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    rate = {name: pl.col("right").filter(pl.col("condition") == name).mean() for name in (*PROBES.values(), CUE)}
    rates = rows.group_by(keys, maintain_order=True).agg(n=pl.len(), **rate)
    scored = rates.with_columns(fp=1 - pl.col(CUE))
    scored = scored.with_columns(**{name: pl.col(probe) - pl.col("fp") for name, probe in PROBES.items()})
    return scored.select(*keys, *PROBES, composite=sum(pl.col(name) for name in PROBES) / len(PROBES), fp="fp", n="n")
