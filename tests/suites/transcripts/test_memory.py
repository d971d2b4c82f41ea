"""All decisions of a log: what is asked about them goes to disk as it is made, and memory does not grow with it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from holdfast.engine.build import asks, count_asks
from holdfast.engine.folder import RunFolder
from suites.transcripts.made import parcel, write

FEW, MANY = 200, 600
BULK = 30_000
"""Characters of a tool's result."""

BUILD = """
import re, sys
from pathlib import Path
from holdfast.engine.build import build
from holdfast.engine.folder import RunFolder
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.suites.transcripts.suite import SUITE

settings = SUITE.settings("quick", {"file": sys.argv[1], "decisions": "0", "interventions": "swap"}, frozenset())
plan = Plan("quick", (SuitePlan("transcripts", SUITE.version, settings),), ("reference/bound",))
build(RunFolder(Path(sys.argv[2])), plan, {"transcripts": SUITE})
# Not `ru_maxrss`: that counts what the process which started this one held at the time.
print(int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024)
"""


def peak_mb(conversations: int, place: Path) -> float:
    """The peak of a process that builds a run about every decision of a file with so many conversations."""
    place.mkdir()
    rows = [parcel(number) for number in range(conversations)]
    for row in rows:
        row["messages"][3]["content"] = json.dumps({**json.loads(row["messages"][3]["content"]), "log": "x " * BULK})
    file = write(place / "logs.jsonl", rows)
    # Polars' allocator keeps freed pages; the command line tells it not to (`cli/__init__.py`).
    environment = {"PYTHONPATH": ":".join(sys.path), "_RJEM_MALLOC_CONF": "dirty_decay_ms:0,muzzy_decay_ms:0"}
    done = subprocess.run(
        [sys.executable, "-c", BUILD, file, place], capture_output=True, text=True, check=True, env=environment
    )
    return float(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read as Linux counts it")
def test_every_decision_of_a_log_is_built_in_the_memory_of_a_few(tmp_path) -> None:
    few, many = (peak_mb(n, tmp_path / str(n)) for n in (FEW, MANY))
    folder = RunFolder(tmp_path / str(MANY))
    assert count_asks(folder) == 2 * 4 * MANY, "four decisions each, as they were and with a value swapped"
    text = sum(len(m.content) for one in asks(folder) for m in one.request.messages) / 1e6
    assert text > 200, "what is asked is large"
    assert many - few < text / 3
    assert not list(folder.path.glob(".*")), "nothing is left behind"
