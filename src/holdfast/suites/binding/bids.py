"""Events from BIDS event lists: `*_events.tsv`, or CSV with the same columns, plain or gzipped, one file or a folder.

Rows are sampled with stratification over the task, condition, run, episode and subject-like columns that a list has
(paper 000, Methods, "Prompt corpora and generation protocol"). Every data set of the lists is a corpus of its own. A
list tells what happened and not what to decide, so the decision comes from `data/listed.toml`.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

from holdfast.core import HoldfastError, digest, shuffled
from holdfast.suites.binding.events import Event, compose, in_turn, namespace

STRATA = ("task", "condition", "trial_type", "run", "session", "episode", "subject", "participant_id", "sub")
NAMED = re.compile(r"(sub|ses|task|run)-([A-Za-z0-9]+)")
LONG_NAMES = {"sub": "subject", "ses": "session", "task": "task", "run": "run"}
SUFFIXES = (".tsv", ".csv", ".tsv.gz", ".csv.gz")
MISSING = ("", "n/a", "-99")
MOST_DETAILS = 4
LONGEST_DETAIL = 160

Row = dict[str, str]


def listed_corpora(path: str, count: int, seed: int) -> Iterator[list[Event]]:
    """The events of every data set that the lists at a path hold."""
    by_dataset: dict[str, list[Row]] = {}
    for file in _files(Path(path)):
        for row in read_list(file):
            by_dataset.setdefault(row["dataset"], []).append(row)
    for dataset, rows in sorted(by_dataset.items()):
        if len(rows) < count:
            raise HoldfastError(f"The data set {dataset} lists {len(rows)} events, not {count}; lower the number.")
        yield sample(dataset, rows, count, seed)


def lists_digest(path: str) -> str:
    """The identity of the lists at a path: their names and what they hold."""
    try:
        return digest(*((file.name, hashlib.sha256(file.read_bytes()).hexdigest()) for file in _files(Path(path))))
    except OSError as error:
        raise HoldfastError(f"The event lists at {path} cannot be read ({error.strerror}); check the path.") from error


def read_list(file: Path) -> list[Row]:
    """The rows of one event list; what a BIDS name says (subject, task, run) is added where the columns do not."""
    opened = gzip.open if file.name.endswith(".gz") else open
    separator = "\t" if ".tsv" in file.name else ","
    try:
        with opened(file, "rt", encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines, delimiter=separator))
    except (OSError, UnicodeDecodeError, csv.Error, EOFError) as error:
        raise HoldfastError(f"{file} cannot be read as an event list ({error}); give a tsv or csv file.") from error
    if rows and "onset" not in rows[0]:
        raise HoldfastError(f"{file} has no column `onset`, so it is not an event list; give a BIDS `*_events.tsv`.")
    named = {LONG_NAMES[key]: value for key, value in NAMED.findall(file.name)}
    dataset = re.sub(r"_?events\.(tsv|csv)(\.gz)?$", "", file.name) if not named else file.parent.name
    return [_row(row, {"dataset": dataset or "list", **named}) for row in rows]


def sample(dataset: str, rows: list[Row], count: int, seed: int) -> list[Event]:
    """So many events, taken in turn from every stratum that the list tells apart."""
    strata = [name for name in STRATA if len({row.get(name) for row in rows}) > 1]
    order = shuffled(list(enumerate(rows)), seed, "bids", dataset)
    table = namespace("listed")
    picked = in_turn(order, lambda numbered: tuple(numbered[1].get(name) for name in strata))
    events = []
    for index, (line, row) in enumerate(picked[:count]):
        scene = table.scenes[index % len(table.scenes)]
        events.append(compose(dataset, table, index, seed, (scene, f"row {line}", f"{_prose(row)} {scene.setup}")))
    return events


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise HoldfastError(f"There are no event lists at {path}; give a file or a folder.")
    found = sorted(f for f in path.rglob("*_events.*") if f.name.endswith(SUFFIXES))
    if not found:
        raise HoldfastError(f"{path} holds no `*_events.tsv` or `*_events.csv`; give another folder.")
    return found


def _row(row: dict[str | None, object], named: Row) -> Row:
    """A row without what is missing; further columns may stand in one cell of JSON.

    Line breaks become spaces, so that no text of a list can begin a line of the prompt and pass for a field.
    """
    flat = {str(key): str(value) for key, value in row.items() if key is not None and value is not None}
    extra = flat.pop("extra_json", "")
    try:
        flat |= {key: str(value) for key, value in json.loads(extra or "{}").items()}
    except (ValueError, AttributeError):
        flat["extra"] = extra
    return {**named, **{key: " ".join(value.split()) for key, value in flat.items() if value.strip() not in MISSING}}


def _prose(row: Row) -> str:
    """One event of a list as a sentence."""
    where = ", ".join(f"{name} {row[name]}" for name in ("task", "subject", "session", "run") if name in row)
    when = f"at {row.get('onset', 'an unknown time')} s"
    if "duration" in row:
        when += f", for {row['duration']} s"
    kind = row.get("trial_type_label") or row.get("trial_type") or "event"
    known = {"dataset", "event_index", "onset", "duration", "trial_type", "trial_type_label", "modality", *STRATA}
    details = [f"{key} {value[:LONGEST_DETAIL]}" for key, value in row.items() if key not in known][:MOST_DETAILS]
    told = f" ({'; '.join(details)})" if details else ""
    return f"In a recording ({where}), {when}, this is listed: {kind}{told}." if where else f"{when}: {kind}{told}."
