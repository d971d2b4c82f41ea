"""Build: from a plan to the two sides of the experiment on disk, and the proof that they are apart.

`cases.parquet` is all that agents may ever see. `design.parquet` and `contrasts.parquet` are the hidden side. Work
goes block by block, and cases go to disk as they are made; what stays in memory is the hidden side, which is small.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from holdfast.core import Case, HoldfastError, Item, Pair, canonical, case_id, digest
from holdfast.core.agent import request_decoder
from holdfast.core.contrast import check_targets
from holdfast.engine.ask import Ask
from holdfast.engine.certificate import Certificate, Witness
from holdfast.engine.folder import RunFolder
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.spool import BYTES_AT_ONCE, Spool
from holdfast.engine.suite import Block, Suite

if TYPE_CHECKING:
    import polars as pl

CHUNK_ITEMS = 4_000
CHUNK_CHARACTERS = 16_000_000
FIRST_ITEMS = 64
"""How many requests are read back first; their length decides how many are read next."""
CONTRAST_COLUMNS = ["suite", "base", "changed", "expectation", "kind", "unit"]


def case_of(suite: Suite, planned: SuitePlan, item: Item) -> Case:
    """An item's visible side."""
    salt = digest("salt", planned.name, planned.version)
    return Case(case_id(planned.name, salt, item.name), suite.render(item.state, planned.settings))


def build(folder: RunFolder, plan: Plan, suites: Mapping[str, Suite]) -> Certificate:
    """Write cases, design and contrasts, and certify them."""
    import polars as pl

    witness = Witness()
    design: list[pl.DataFrame] = []
    contrasts: list[pl.DataFrame] = []
    with Spool(folder.cases, CHUNK_ITEMS) as cases:
        for planned in plan.suites:
            suite = suites[planned.name]
            for blocks in _chunks(suite.build(planned.settings)):
                items = [item for block in blocks for item in block.items]
                render = functools.partial(case_of, suite, planned)
                rendered = [render(item) for item in items]
                witness.see(suite, items, rendered, render)
                ids = {item.name: case.id for item, case in zip(items, rendered, strict=True)}
                targets = {item.name: item.key.target for item in items}
                cases.add(_case_rows(suite, planned, rendered))
                design.append(_design_rows(planned.name, items, rendered))
                if pairs := [pair for block in blocks for pair in block.pairs]:
                    for pair in pairs:
                        check_targets(pair.expectation, targets[pair.base], targets[pair.changed])
                    contrasts.append(contrast_rows(planned.name, pairs, ids))
        if not cases.rows:
            raise HoldfastError(
                "The plan has nothing to ask: every suite is empty at this size; ask for at least one item."
            )
        cases.join()
    whole = pl.concat(design, how="diagonal_relaxed")
    _write(whole, folder.design)
    _write(pl.concat([contrast_rows("", [], {}), *contrasts]), folder.contrasts)
    return witness.certificate(
        {p.name: suites[p.name].check(whole.filter(pl.col("suite") == p.name)) for p in plan.suites}
    )


def asks(folder: RunFolder) -> Iterator[Ask]:
    """Every planned request, read back from the cases file a slice at a time; fewer at once where they are long."""
    import polars as pl

    cases = pl.scan_parquet(folder.cases)
    offset, rows = 0, FIRST_ITEMS
    while (chunk := cases.slice(offset, rows).collect()).height:
        offset += chunk.height
        rows = max(1, min(CHUNK_ITEMS, BYTES_AT_ONCE * chunk.height // int(chunk.estimated_size() or 1)))
        for case, role, replicates, body in chunk.select("id", "role", "replicates", "request").iter_rows():
            request = request_decoder.decode(body)
            for replicate in range(replicates):
                yield Ask(case, role, replicate, request)


def count_asks(folder: RunFolder) -> int:
    """How many requests the plan holds, repetitions included."""
    import polars as pl

    return int(pl.scan_parquet(folder.cases).select(pl.col("replicates").sum()).collect().item())


def _chunks(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Blocks together until they hold many items, or much text."""
    chunk: list[Block] = []
    items = characters = 0
    for block in blocks:
        chunk.append(block)
        items += len(block.items)
        characters += sum(len(field.text) for item in block.items for field in item.state.fields)
        if items >= CHUNK_ITEMS or characters >= CHUNK_CHARACTERS:
            yield chunk
            chunk, items, characters = [], 0, 0
    if chunk:
        yield chunk


def contrast_rows(suite: str, pairs: Sequence[Pair], ids: Mapping[str, str]) -> pl.DataFrame:
    """Contrasts as the file holds them; `ids` are the cases of items by name."""
    import polars as pl

    rows = [(suite, ids[p.base], ids[p.changed], p.expectation.value, p.kind, p.unit) for p in pairs]
    return pl.DataFrame(rows, schema=dict.fromkeys(CONTRAST_COLUMNS, pl.String), orient="row")


def _case_rows(suite: Suite, planned: SuitePlan, cases: list[Case]) -> pl.DataFrame:
    import polars as pl

    rows = [
        (planned.name, case.id, role, suite.replicates(role, planned.settings), canonical(request).decode())
        for case in cases
        for role, request in case.requests.items()
    ]
    return pl.DataFrame(rows, schema=["suite", "id", "role", "replicates", "request"], orient="row")


def _design_rows(suite: str, items: list[Item], cases: list[Case]) -> pl.DataFrame:
    import polars as pl

    rows = [
        {"id": case.id, "name": item.name, "unit": item.unit, "target": item.key.target, **item.factors}
        for item, case in zip(items, cases, strict=True)
    ]
    frame = columns(rows)
    return frame.select(pl.lit(suite).alias("suite"), pl.all()).with_columns(pl.col("target").cast(pl.String))


def columns(rows: Sequence[Mapping[str, object]]) -> pl.DataFrame:
    """A frame of rows that need not all have the same keys. By columns, which is several times quicker than by rows."""
    import polars as pl

    names = dict.fromkeys(name for row in rows for name in row)
    return pl.DataFrame({name: [row.get(name) for row in rows] for name in names})


def _write(frame: pl.DataFrame, path: object) -> None:
    frame.write_parquet(str(path), row_group_size=CHUNK_ITEMS, statistics=True)
