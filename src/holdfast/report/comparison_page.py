"""A comparison for people: the cells of its table, and the page with links into the reports of the runs compared."""

from __future__ import annotations

import os
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import msgspec

from holdfast.core import HoldfastError
from holdfast.report.compare import Comparison, Difference, Flip
from holdfast.report.html import render_page
from holdfast.report.wording import agreement, bounds, in_words, number, plural

MOST_FLIPS = 500


class Wording(NamedTuple):
    """What the two sides of a comparison are called."""

    first: str
    """The side compared with."""
    second: str
    """The side compared."""
    step: str
    """Second minus first, in a word that fits a terminal."""
    gained: str
    """Cases that only the second side has right."""
    lost: str
    """Cases that only the first side has right."""
    verdicts: dict[str, str]
    """What `better` and `worse` are called."""

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads of the page's table."""
        return (
            "measure", self.first, self.second, f"difference ({self.second} - {self.first})", "95% interval", "n",
            f"only {self.first} / {self.second}, McNemar p", "clusters up / down, sign p", "verdict",
        )  # fmt: skip


IN_TIME = Wording("before", "after", "diff.", "gained", "lost", {})
SIDE_BY_SIDE = Wording(
    "A", "B", "B - A", "right only in B", "right only in A", {"better": "B better", "worse": "A better"}
)


def wording(found: Comparison, before: str, after: str) -> Wording:
    """Runs come one after the other; agents of one run are neither before nor after."""
    return SIDE_BY_SIDE if found.runs[before] == found.runs[after] else IN_TIME


def cells(row: Difference, said: Wording) -> tuple[str, ...]:
    """One difference as the table shows it."""
    ends = "" if row.low is None or row.high is None else bounds(row.low, row.high)
    pairs = "" if row.mcnemar_p is None else f"{row.only_before:,} / {row.only_after:,}, {probability(row.mcnemar_p)}"
    sign = (
        "none differs" if row.sign_p is None else f"{row.clusters_up} / {row.clusters_down}, {probability(row.sign_p)}"
    )
    return (
        in_words(row.measure), number(row.before_mean), number(row.after_mean), f"{row.difference:+.3f}",
        agreement(row.units, row.unit) if row.all_agree else ends,
        f"{row.n:,} in {plural(row.units, row.unit or 'cluster')}", pairs, sign,
        said.verdicts.get(row.verdict, row.verdict),
    )  # fmt: skip


def probability(p: float) -> str:
    """`0.031`, or `<0.001`."""
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def write_comparison(found: Comparison, folder: Path) -> None:
    """Write `compare.html`, `comparison.json`, `differences.csv` and `flips.csv`."""
    import polars as pl

    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "comparison.json").write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1))
        for name, rows in (("differences", found.differences), ("flips", found.flips)):
            frame = pl.DataFrame([msgspec.structs.asdict(row) for row in rows], infer_schema_length=None)
            frame.write_csv(folder / f"{name}.csv", float_precision=6)
    except OSError as error:
        raise HoldfastError(f"Cannot write in {folder} ({error.strerror}); choose another with --out.") from error
    pairs = [
        (before, after, wording(found, before, after), list(rows))
        for (before, after), rows in groupby(found.differences, key=lambda row: (row.before, row.after))
    ]
    render_page(
        "compare.html.jinja",
        folder / "compare.html",
        pairs=[(*names, said, [(cells(row, said), row.headline) for row in rows]) for *names, said, rows in pairs],
        flips={(before, after): _flips_of(found, before, after, said) for before, after, said, _ in pairs},
        most=MOST_FLIPS,
        found=found,
        reports={side: _link(Path(path), folder) for side, path in found.runs.items()},
    )


def _flips_of(found: Comparison, before: str, after: str, said: Wording) -> dict[str, list[tuple[Flip, str]]]:
    """Gained and lost cases, each once, with the measures it counts in."""
    grouped: dict[str, list[tuple[Flip, str]]] = {}
    for word, gained in ((said.gained, True), (said.lost, False)):
        measures: dict[str, tuple[Flip, list[str]]] = {}
        for flip in found.flips:
            if (flip.before, flip.after, flip.gained) == (before, after, gained):
                measures.setdefault(flip.case, (flip, []))[1].append(in_words(flip.measure))
        grouped[word] = [(flip, ", ".join(dict.fromkeys(names))) for flip, names in measures.values()]
    return grouped


def _link(run: Path, folder: Path) -> str:
    """The way from the page to a run's report."""
    return Path(os.path.relpath(run / "report.html", folder)).as_posix()
