"""What sufficiency found (paper 000, Table 2): accuracy by condition, the recovery fraction, and what the guard stops.

The recovery fraction is (A_only - A_control) / (A_full - A_control), A_control being the best of the three controls.
The guard works on the recorded actions: no further call.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from holdfast.core import Finding
from holdfast.guard import DecisiveState, Guard
from holdfast.suites.binding.actions import Action
from holdfast.suites.binding.sufficiency import CONDITIONS, CONTROLS
from holdfast.suites.estimates import mean_finding

UNIT = "event"
HEADLINES = ("full", "only_decisive")


def guarded(rows: pl.DataFrame) -> pl.DataFrame:
    """Every row with the action that the guard lets through, and whether either action follows the visible field."""
    guard = Guard()
    columns = rows.select("answer", "event", "field_event", "field_action", "kind").iter_rows()
    allowed = [_allowed(guard, *row) for row in columns]
    return rows.with_columns(pl.Series("guarded", allowed, dtype=pl.String)).with_columns(
        guarded_right=pl.col("guarded") == pl.col("target"),
        follows=pl.col("answer") == pl.col("field_action"),
        guarded_follows=pl.col("guarded") == pl.col("field_action"),
    )


def _allowed(guard: Guard, action: str, event: str, field_event: str, field_action: str, kind: str) -> str:
    state = None if field_event == "none" else DecisiveState(field_event, kind, field_action, 0.0)
    verdict = guard.check(action, state, event)
    return Action.DEFER.value if verdict.action is None else str(verdict.action)


def table(rows: pl.DataFrame) -> pl.DataFrame:
    """The paper's Table 2, with the irrelevant cue and the recovery fraction."""
    keys = ["agent", "readout"]
    accuracy = {name: pl.col("right").filter(pl.col("condition") == name).mean() for name in CONDITIONS}
    scrambled = pl.col("condition") == "scrambled"
    found = rows.group_by(keys, maintain_order=True).agg(
        **accuracy,
        scrambled_following_raw=pl.col("follows").filter(scrambled).mean(),
        scrambled_following_guarded=pl.col("guarded_follows").filter(scrambled).mean(),
        irrelevant_cue_guarded=pl.col("guarded_right").filter(pl.col("condition") == "irrelevant_cue").mean(),
        events=pl.col("unit").n_unique(),
    )
    control = pl.max_horizontal(CONTROLS)
    room = pl.col("full") - control
    recovery = pl.when(room > 0).then((pl.col("only_decisive") - control) / room)
    return found.with_columns(best_control=control, recovery=recovery)


def findings(rows: pl.DataFrame, summary: pl.DataFrame, stem: str, readout: str) -> Iterator[Finding]:
    """Accuracies with intervals over events, the recovery fraction, and the following of foreign fields."""
    for line in summary.filter(pl.col("readout") == readout).iter_rows(named=True):
        agent, name = str(line["agent"]), f"{stem}.sufficiency"
        own = rows.filter((pl.col("agent") == agent) & (pl.col("readout") == readout))
        for condition in CONDITIONS:
            asked = own.filter(pl.col("condition") == condition)
            headline = stem == "binding" and condition in HEADLINES
            yield mean_finding(f"{name}.{condition}", agent, asked, "right", unit=UNIT, headline=headline)
        foreign = own.filter(pl.col("condition") == "scrambled")
        for column, title in (("follows", "following_raw"), ("guarded_follows", "following_guarded")):
            yield mean_finding(
                f"{name}.scrambled_{title}", agent, foreign, column, unit=UNIT, higher_is_better=False,
                headline=stem == "binding", note="another event's field followed, before the guard and behind it",
            )  # fmt: skip
        note = "" if line["recovery"] is not None else "undefined: the full state is no better than the best control"
        yield Finding(
            f"{name}.recovery", agent, line["recovery"], unit=UNIT, units=line["events"], n=line["events"],
            higher_is_better=True, note=note,
        )  # fmt: skip
