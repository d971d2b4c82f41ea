"""What a harness costs around a call: the same short calls by a bare loop, Holdfast, lm-eval and Inspect, in one run.

All ask the test server on loopback (zero delay) with 200 calls in flight, each as a process of its own that is measured
from outside: the whole command, and within it the asking, from the first call that the server sees to the last. The
bare loop does nothing but ask, so Holdfast's asking is held against it; the peers are held against Holdfast as whole
commands with equally many calls. Inspect is given fewer, because it is slow, and is extrapolated from its first call
on. Peers are spared what they need not do: no scorer, no metric, no display. Then Holdfast's peak memory at ten times
the calls. Run with `python benchmarks/harness.py`; it takes about five minutes.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from measuring import Measured, cpu_seconds, measured, own_peak_mb

HERE = Path(__file__).resolve().parent
CONTENDERS = HERE / "contenders"
BIN = Path(sys.executable).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from openai_server import RunningServer, running_server  # noqa: E402

CONCURRENCY = 200
LIMIT_S = 900.0
LOOK_EVERY_S = 0.05
PROBES = 1
"""Calls of Holdfast's that come before asking."""
OFFLINE = {
    "NO_PROXY": "127.0.0.1",
    "HF_HUB_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "OPENAI_API_KEY": "dummy",
    "LOCAL_API_KEY": "dummy",
}
WANTED_RATIOS = {"bare loop": 0.6, "lm-eval": 5.0, "inspect eval": 30.0}
"""How many times the rate of each Holdfast's must be."""
WANTED_MEMORY = 1.2
"""The most that peak memory may grow by when the calls grow tenfold."""


@dataclass(frozen=True)
class Sizes:
    """How many calls; Holdfast rounds up to whole chains."""

    most: int = 20_000
    """For the bare loop, Holdfast and lm-eval."""
    inspect: int = 2_000
    memory: tuple[int, int] = (10_000, 100_000)
    repeats: int = 3
    """Runs of Holdfast and the bare loop, of which the median counts. The peers run once."""


QUICK = Sizes(2_000, 200, (1_000, 10_000), 1)


# ------------------------------------------------------------------------------------------------ the contenders


@dataclass(frozen=True)
class Setting:
    """Where and how much a contender asks."""

    url: str
    folder: Path
    """Its own, and empty."""
    prompts: Path
    """JSON lines. Holdfast makes its own; these are the same."""
    size: int


@dataclass(frozen=True)
class Job:
    """A contender, ready to be run."""

    command: list[str]
    own_seconds: Callable[[Measured], float | None] = lambda _: None
    """Reads what the contender itself says that asking took, where it says so."""


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
class Look:
    """What stood where at one moment."""

    at: float
    calls: int
    """Answered by the server so far."""
    cpu_seconds: float
    """Used by the contender so far."""


class Watch:
    """Looks many times a second at what the server has answered and what the contender has used."""

    def __init__(self, server: RunningServer) -> None:
        self.server = server
        self.looks: list[Look] = []
        self.ended = threading.Event()

    def begin(self, process: int) -> None:
        """Start looking at a process."""
        self.looks.append(Look(time.perf_counter(), 0, 0.0))
        self.thread = threading.Thread(target=self._look, args=(process,), daemon=True)
        self.thread.start()

    def end(self, found: Measured) -> tuple[float, float, float]:
        """Seconds before asking, seconds of asking, and CPU seconds of asking; each right to a look or two."""
        self.ended.set()
        self.thread.join()
        calls = self.server.stats()["answered"]
        self.looks.append(Look(self.looks[0].at + found.seconds, calls, found.cpu_seconds))
        before = [look for look in self.looks if look.calls <= PROBES][-1]
        after = next(look for look in self.looks if look.calls == calls)
        return before.at - self.looks[0].at, after.at - before.at, after.cpu_seconds - before.cpu_seconds

    def _look(self, process: int) -> None:
        while not self.ended.wait(LOOK_EVERY_S):
            try:
                used = cpu_seconds(process)
            except (FileNotFoundError, ProcessLookupError):  # it has just ended
                return
            self.looks.append(Look(time.perf_counter(), self.server.stats()["answered"], used))


@dataclass(frozen=True)
class Once:
    """One run of one contender."""

    calls: int
    """As the server counted them."""
    seconds: float
    """The whole command."""
    cpu_seconds: float
    """The whole command, on all cores."""
    peak_mb: float
    """Resident memory."""
    before_seconds: float
    """Until the first call."""
    asking_seconds: float
    """From the first call to the last, as the server saw them."""
    asking_cpu_seconds: float
    """Used meanwhile."""
    own_seconds: float | None
    """Asking by the contender's own account, where it gives one."""
    server_cpu_seconds: float
    """What the server needed to answer."""

    @property
    def after_seconds(self) -> float:
        """After the last call."""
        return self.seconds - self.before_seconds - self.asking_seconds

    @property
    def asking_rate(self) -> float:
        """Calls per second of asking."""
        return self.calls / self.asking_seconds

    @property
    def whole_rate(self) -> float:
        """Calls per second of the whole command."""
        return self.calls / self.seconds

    def seconds_for(self, calls: int) -> float:
        """What the whole command would take for another number of calls, all after the first call being due to them."""
        return self.before_seconds + (self.seconds - self.before_seconds) * calls / self.calls


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
            watch = Watch(server)
            found = measured(job.command, limit_s=LIMIT_S, environment=environment, started=watch.begin)
            asking = watch.end(found)
            stats, server_cpu = server.stats(), cpu_seconds(server.process.pid)
        if stats["faults"] or stats["answered"] < size or found.peak_mb <= own_peak_mb():
            raise RuntimeError(f"not a clean measurement of `{' '.join(job.command)}`: {stats}, {found}")
        if (cases := folder / "cases.parquet").exists():
            self._keep_prompts(cases)
        return Once(stats["answered"], *found[:3], *asking, job.own_seconds(found), server_cpu)

    def chains(self, calls: int) -> int:
        """How many chains make so many calls or a few more."""
        return math.ceil(calls / self.calls_per_chain)

    def warm_up(self) -> None:
        """Run Holdfast on one chain, to see how many calls that is."""
        self.calls_per_chain = self.once(holdfast, 1).calls - PROBES

    def _keep_prompts(self, cases: Path) -> None:
        measured([sys.executable, str(CONTENDERS / "prompts.py"), str(cases), str(self.prompts)], limit_s=LIMIT_S)


def median(runs: list[Once]) -> Once:
    """The run in the middle, by the time that it spent asking."""
    return sorted(runs, key=lambda run: run.asking_seconds)[len(runs) // 2]


def compare(bench: Bench, sizes: Sizes) -> dict[str, Once]:
    """All contenders. Holdfast and the yardstick take turns, so that a busy moment hits both."""
    ours: list[Once] = []
    bare: list[Once] = []
    for turn in range(sizes.repeats):
        say(f"Holdfast and the bare loop, {turn + 1} of {sizes.repeats} …")
        ours.append(bench.once(holdfast, bench.chains(sizes.most)))
        bare.append(bench.once(bare_loop, ours[0].calls - PROBES))
    say("lm-eval …")
    lm = bench.once(lm_eval, ours[0].calls - PROBES)
    say("inspect eval …")
    inspect = bench.once(inspect_eval, sizes.inspect)
    return {"bare loop": median(bare), "holdfast": median(ours), "lm-eval": lm, "inspect eval": inspect}


def ratios(runs: dict[str, Once]) -> dict[str, float]:
    """Holdfast's rate in rates of the others, as `WANTED_RATIOS` means them."""
    ours = runs["holdfast"]
    peers = {name: runs[name].seconds_for(ours.calls) / ours.seconds for name in ("lm-eval", "inspect eval")}
    return {"bare loop": ours.asking_rate / runs["bare loop"].asking_rate, **peers}


def say(text: str) -> None:
    """Tell whoever waits what is being measured."""
    print(text, file=sys.stderr, flush=True)


# ----------------------------------------------------------------------------------------------------- telling it


def print_tables(runs: dict[str, Once], memory: list[Once]) -> None:
    """For `benchmarks/RESULTS.md`."""
    bare, ours = runs["bare loop"], runs["holdfast"]
    print(f"Short calls to a server with zero delay on loopback, {CONCURRENCY} in flight\n")
    print("| | calls | calls/s, whole | calls/s, asking | of the bare loop | CPU ms a call, asking | peak MB |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, run in runs.items():
        print(
            f"| {name} | {run.calls:,} | {run.whole_rate:,.0f} | {run.asking_rate:,.0f} "
            f"| {run.asking_rate / bare.asking_rate:.2f} | {run.asking_cpu_seconds / run.calls * 1e3:.2f} "
            f"| {run.peak_mb:.0f} |"
        )
    print("\n| seconds | before the first call | asking | after the last | whole | CPU, whole |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, run in runs.items():
        print(
            f"| {name} | {run.before_seconds:.1f} | {run.asking_seconds:.1f} | {run.after_seconds:.1f} "
            f"| {run.seconds:.1f} | {run.cpu_seconds:.1f} |"
        )
    print(f"\nThe server needed {bare.server_cpu_seconds / bare.calls * 1e3:.2f} ms CPU a call of the bare loop's.")
    if bare.own_seconds and ours.own_seconds:
        print(
            f"By their own clocks the bare loop made {bare.calls / bare.own_seconds:,.0f} calls/s and Holdfast "
            f"{ours.calls / ours.own_seconds:,.0f}."
        )
    print("\n| Holdfast, calls | peak MB | ratio |")
    print("|---:|---:|---:|")
    for run in memory:
        print(f"| {run.calls:,} | {run.peak_mb:.0f} | {run.peak_mb / memory[0].peak_mb:.2f} |")


def print_aims(found: dict[str, float], growth: float) -> None:
    """What was wanted, and what came of it."""
    print("\n| Holdfast | wanted | measured |")
    print("|---|---:|---:|")
    print(f"| asking, of the bare loop | at least {WANTED_RATIOS['bare loop']:g} | {found['bare loop']:.2f} |")
    for name in ("lm-eval", "inspect eval"):
        print(f"| whole command, times {name} | at least {WANTED_RATIOS[name]:g} | {found[name]:.1f} |")
    print(f"| peak memory at ten times the calls | at most {WANTED_MEMORY:g} | {growth:.2f} |")


def main() -> int:
    """Measure, print, and fail where Holdfast falls short; a quick run is too short to be judged."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of everything, once: does it work?")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    options = parser.parse_args()
    sizes = QUICK if options.quick else Sizes()
    with tempfile.TemporaryDirectory(prefix="holdfast-bench-") as place:
        bench = Bench(Path(place))
        bench.warm_up()
        runs = compare(bench, sizes)
        say("Holdfast's memory …")
        memory = [bench.once(holdfast, bench.chains(calls)) for calls in sizes.memory]
    found, growth = ratios(runs), memory[1].peak_mb / memory[0].peak_mb
    if options.json:
        result = {
            "quick": options.quick,
            "runs": {name: asdict(run) for name, run in runs.items()},
            "holdfast_ratios": found,
            "memory": [asdict(run) for run in memory],
            "memory_ratio": growth,
        }
        print(json.dumps(result))
    else:
        print_tables(runs, memory)
        print_aims(found, growth)
    good = growth <= WANTED_MEMORY and all(found[name] >= least for name, least in WANTED_RATIOS.items())
    return 0 if good or options.quick else 1


if __name__ == "__main__":
    sys.exit(main())
