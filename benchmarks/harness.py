"""What a harness costs around a call: the same short calls by a bare loop, Holdfast, lm-eval and Inspect, in one run.

All ask the test server on loopback (zero delay) with 200 calls in flight, each as a process of its own, measured from
outside. Each is run twice: with next to nothing to ask, which is its start-up, and with everything. Rates and CPU are
those of the calls beyond start-up, so that a peer that is given fewer calls, because it is slow, is not charged for
its imports. Peers are spared what they need not do: no scorer, no metric, no display. Then Holdfast's memory at ten
times the calls. Run with `python benchmarks/harness.py`; it takes about four minutes.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from measuring import Measured, measured, own_peak_mb

HERE = Path(__file__).resolve().parent
CONTENDERS = HERE / "contenders"
BIN = Path(sys.executable).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from openai_server import running_server  # noqa: E402

CONCURRENCY = 200
LIMIT_S = 900.0
OFFLINE = {
    "NO_PROXY": "127.0.0.1",
    "HF_HUB_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "OPENAI_API_KEY": "dummy",
    "LOCAL_API_KEY": "dummy",
}
WANTED_RATIOS = {"bare loop": 0.6, "lm-eval": 5.0, "inspect eval": 30.0}
"""How many times the rate of each Holdfast's must be. The bare loop only asks, so Holdfast's asking is held to it."""
WANTED_MEMORY = 1.2
"""The most that peak memory may grow by when the calls grow tenfold."""


@dataclass(frozen=True)
class Sizes:
    """How much is asked."""

    chains: int = 98
    """For Holdfast and the bare loop: 204 calls each."""
    lm_eval: int = 5_000
    inspect: int = 2_000
    memory: tuple[int, int] = (49, 490)
    """Chains."""
    repeats: int = 3
    """Runs of Holdfast and the bare loop, of which the median counts. The peers run once."""


QUICK = Sizes(10, 500, 200, (5, 49), 1)


# ------------------------------------------------------------------------------------------------ the contenders


@dataclass(frozen=True)
class Setting:
    """Where and how much a contender asks."""

    url: str
    folder: Path
    """Its own, and empty."""
    prompts: Path
    """Shared: JSON lines. Holdfast makes its own and they are the same."""
    size: int


@dataclass(frozen=True)
class Job:
    """A contender, ready to be run."""

    command: list[str]
    asking_seconds: Callable[[Measured], float | None] = lambda _: None
    """Reads what the contender itself says that asking took."""


def holdfast(at: Setting) -> Job:
    """The real command; the size is in chains."""
    command = [
        str(BIN / "holdfast"), "run", "invariance", "--agent", f"{at.url}#m", "--set", "method=greedy",
        "--set", f"chains={at.size}", "--max-concurrency", str(CONCURRENCY), "--out", str(at.folder), "--quiet",
    ]  # fmt: skip
    return Job(command, lambda _: float(json.loads((at.folder / "manifest.json").read_text("utf-8"))["seconds"]))


def bare_loop(at: Setting) -> Job:
    """The yardstick."""
    script, database = CONTENDERS / "bare_loop.py", at.folder / "answers.sqlite"
    command = [sys.executable, str(script), at.url, str(at.prompts), str(at.size), str(database)]
    return Job(command, lambda found: float(found.output))


def lm_eval(at: Setting) -> Job:
    """A chat endpoint, answers kept."""
    task = (CONTENDERS / "lm_eval_task.yaml").read_text("utf-8")
    (at.folder / "task.yaml").write_text(task.replace("test: PROMPTS", f"test: {at.prompts}"), "utf-8")
    model = f"base_url={at.url}/chat/completions,model=m,num_concurrent={CONCURRENCY},max_retries=1"
    return Job([
        str(BIN / "lm-eval"), "run", "--model", "local-chat-completions", "--model_args", model,
        "--tasks", "harness_calls", "--include_path", str(at.folder), "--apply_chat_template",
        "--limit", str(at.size), "--log_samples", "--output_path", str(at.folder / "out"),
    ])  # fmt: skip


def inspect_eval(at: Setting) -> Job:
    """The provider for OpenAI-compatible servers; `LOCAL_BASE_URL` says where."""
    return Job([
        str(BIN / "inspect"), "eval", f"{CONTENDERS / 'inspect_task.py'}@calls", "--model", "openai-api/local/m",
        "-T", f"prompts={at.prompts}", "-T", f"count={at.size}", "--log-dir", str(at.folder),
        "--display", "none", "--no-log-realtime", "--temperature", "0", "--max-tokens", "8",
        "--max-connections", str(CONCURRENCY), "--max-samples", str(CONCURRENCY),
    ])  # fmt: skip


# ------------------------------------------------------------------------------------------------- measuring them


@dataclass(frozen=True)
class Once:
    """One run of one contender."""

    calls: int
    """As the server counted them."""
    seconds: float
    """The whole process."""
    cpu_seconds: float
    """On all cores."""
    peak_mb: float
    """Resident memory."""
    asking_seconds: float | None
    """By its own account; None where it gives none."""
    server_cpu_seconds: float
    """What the server needed to answer."""


@dataclass(frozen=True)
class Row:
    """A contender with everything to ask; rates, CPU and growth are beyond the same with next to nothing to ask."""

    calls: int
    seconds: float
    start_up_seconds: float
    calls_per_second: float
    asking_calls_per_second: float | None
    cpu_ms_per_call: float
    peak_mb: float
    growth_kb_per_call: float
    server_cpu_ms_per_call: float


class Bench:
    """Runs contenders, each in a folder of its own and against a server of its own."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.prompts = place / "prompts.jsonl"
        self.folders: Iterator[Path] = (place / f"run-{number}" for number in itertools.count())

    def once(self, contender: Callable[[Setting], Job], size: int) -> Once:
        """Run a contender once."""
        folder = next(self.folders)
        folder.mkdir()
        with running_server() as server:
            job = contender(Setting(server.url, folder, self.prompts, size))
            environment = {**OFFLINE, "HF_HOME": str(self.place / "hf"), "LOCAL_BASE_URL": server.url}
            found = measured(job.command, limit_s=LIMIT_S, environment=environment)
            stats, server_cpu = server.stats(), cpu_seconds(server.process.pid)
        if stats["faults"] or stats["answered"] < size or found.peak_mb <= own_peak_mb():
            raise RuntimeError(f"not a clean measurement of `{' '.join(job.command)}`: {stats}, {found}")
        cases = folder / "cases.parquet"
        if cases.exists() and not self.prompts.exists():
            measured([sys.executable, str(CONTENDERS / "prompts.py"), str(cases), str(self.prompts)], limit_s=LIMIT_S)
        return Once(stats["answered"], *found[:3], job.asking_seconds(found), server_cpu)


def cpu_seconds(process: int) -> float:
    """The CPU time that a running process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def median(runs: list[Once], field: str) -> float:
    """The median of one quantity over runs of equal size."""
    return statistics.median(getattr(run, field) for run in runs)


def row(few: list[Once], many: list[Once]) -> Row:
    """Everything against next to nothing."""
    calls = many[0].calls - few[0].calls

    def beyond(field: str) -> float:
        return (median(many, field) - median(few, field)) / calls

    asking = None if many[0].asking_seconds is None else many[0].calls / median(many, "asking_seconds")
    return Row(
        calls=many[0].calls,
        seconds=median(many, "seconds"),
        start_up_seconds=median(few, "seconds"),
        calls_per_second=1 / beyond("seconds"),
        asking_calls_per_second=asking,
        cpu_ms_per_call=beyond("cpu_seconds") * 1e3,
        peak_mb=median(many, "peak_mb"),
        growth_kb_per_call=beyond("peak_mb") * 1024,
        server_cpu_ms_per_call=beyond("server_cpu_seconds") * 1e3,
    )


def say(text: str) -> None:
    """Tell whoever waits what is being measured."""
    print(text, file=sys.stderr, flush=True)


def compare(bench: Bench, sizes: Sizes) -> dict[str, Row]:
    """All contenders. Holdfast and the yardstick take turns, so that a busy moment hits both."""
    runs: dict[str, list[Once]] = {"holdfast few": [], "holdfast": [], "bare few": [], "bare": []}
    for turn in range(sizes.repeats):
        say(f"Holdfast and the bare loop, {turn + 1} of {sizes.repeats} …")
        runs["holdfast"].append(bench.once(holdfast, sizes.chains))
        runs["bare"].append(bench.once(bare_loop, runs["holdfast"][0].calls - 1))  # one of Holdfast's calls is a probe
        runs["holdfast few"].append(bench.once(holdfast, 1))
        runs["bare few"].append(bench.once(bare_loop, 1))
    rows = {"bare loop": row(runs["bare few"], runs["bare"]), "holdfast": row(runs["holdfast few"], runs["holdfast"])}
    for name, contender, calls in (("lm-eval", lm_eval, sizes.lm_eval), ("inspect eval", inspect_eval, sizes.inspect)):
        say(f"{name}, {calls:,} calls …")
        rows[name] = row([bench.once(contender, 1)], [bench.once(contender, calls)])
    return rows


def ratios(rows: dict[str, Row]) -> dict[str, float]:
    """Holdfast's rate in rates of the others."""
    ours, bare = rows["holdfast"], rows["bare loop"]
    asking = (ours.asking_calls_per_second or 0) / (bare.asking_calls_per_second or 1)
    peers = {name: ours.calls_per_second / rows[name].calls_per_second for name in ("lm-eval", "inspect eval")}
    return {"bare loop": asking, **peers}


# ----------------------------------------------------------------------------------------------------- telling it


def print_tables(rows: dict[str, Row], memory: list[Once]) -> None:
    """For `benchmarks/RESULTS.md`."""
    bare = rows["bare loop"]
    print(f"Short calls to a server with zero delay on loopback, {CONCURRENCY} in flight; beyond start-up\n")
    print("| | calls | whole s | start-up s | calls/s | of the bare loop | CPU ms a call | peak MB | kB a call |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name, one in rows.items():
        share = one.calls_per_second / bare.calls_per_second
        print(
            f"| {name} | {one.calls:,} | {one.seconds:.1f} | {one.start_up_seconds:.1f} | {one.calls_per_second:,.0f} "
            f"| {share:.2f} | {one.cpu_ms_per_call:.2f} | {one.peak_mb:.0f} | {one.growth_kb_per_call:.1f} |"
        )
    print("\nAsking alone, by their own clocks\n")
    print("| | calls/s | of the bare loop |")
    print("|---|---:|---:|")
    for name, one in rows.items():
        if one.asking_calls_per_second and bare.asking_calls_per_second:
            share = one.asking_calls_per_second / bare.asking_calls_per_second
            print(f"| {name} | {one.asking_calls_per_second:,.0f} | {share:.2f} |")
    print(f"\nThe server needs {bare.server_cpu_ms_per_call:.2f} ms CPU a call.")
    print("\nHoldfast's memory\n")
    print("| calls | peak MB | ratio |")
    print("|---:|---:|---:|")
    for one in memory:
        print(f"| {one.calls:,} | {one.peak_mb:.0f} | {one.peak_mb / memory[0].peak_mb:.2f} |")


def print_aims(found: dict[str, float], growth: float) -> None:
    """What was wanted, and what came of it."""
    print("\n| Holdfast | wanted | measured |")
    print("|---|---:|---:|")
    print(f"| asking, of the bare loop | at least {WANTED_RATIOS['bare loop']:.2f} | {found['bare loop']:.2f} |")
    for name in ("lm-eval", "inspect eval"):
        print(f"| times `{name}` | at least {WANTED_RATIOS[name]:.0f} | {found[name]:.0f} |")
    print(f"| memory at ten times the calls | at most {WANTED_MEMORY:.2f} | {growth:.2f} |")


def main() -> int:
    """Measure, print, and fail where Holdfast falls short; a quick run is too short to fail."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of everything, once: does it work?")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    options = parser.parse_args()
    sizes = QUICK if options.quick else Sizes()
    with tempfile.TemporaryDirectory(prefix="holdfast-bench-") as place:
        bench = Bench(Path(place))
        rows = compare(bench, sizes)
        say("Holdfast's memory …")
        memory = [bench.once(holdfast, chains) for chains in sizes.memory]
    found, growth = ratios(rows), memory[1].peak_mb / memory[0].peak_mb
    if options.json:
        result = {
            "quick": options.quick,
            "rows": {name: asdict(one) for name, one in rows.items()},
            "holdfast_ratios": found,
            "memory": [asdict(one) for one in memory],
            "memory_ratio": growth,
        }
        print(json.dumps(result))
    else:
        print_tables(rows, memory)
        print_aims(found, growth)
    good = growth <= WANTED_MEMORY and all(found[name] >= least for name, least in WANTED_RATIOS.items())
    return 0 if good or options.quick else 1


if __name__ == "__main__":
    sys.exit(main())
