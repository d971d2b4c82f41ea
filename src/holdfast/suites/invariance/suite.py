"""The suite `invariance`: does a judgement survive reordering of the same causal facts, and follow their cause?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import polars as pl

from holdfast.core import Answer, Capability, Request, ScoreRequest, State
from holdfast.engine.hooks import Attainable, Claim, Signature
from holdfast.engine.suite import Analysis, Block, Scored, Settings, Shortcut
from holdfast.suites.invariance import metrics
from holdfast.suites.invariance.certified import ATTAINABLE, CLAIMS, faults
from holdfast.suites.invariance.chains import build_chain
from holdfast.suites.invariance.checks import check
from holdfast.suites.invariance.methods import METHODS, default_method, method_of, render, score
from holdfast.suites.invariance.observations import observations
from holdfast.suites.invariance.settings import Settings as Resolved
from holdfast.suites.invariance.settings import resolve
from holdfast.suites.options import plain, typed


class Invariance:
    """TCIT-F, TCIT-H and TCIT-C (paper 004)."""

    name = "invariance"
    version = 1

    def settings(self, size: str, overrides: Mapping[str, str], can: frozenset[Capability]) -> Settings:
        return plain(resolve(size, {"methods": default_method(can), **overrides}))

    def needs(self, settings: Settings) -> frozenset[Capability]:
        return frozenset(METHODS[name].needs for name in settings["methods"])

    def build(self, settings: Settings) -> Iterator[Block]:
        resolved = typed(self.name, settings, Resolved)
        for seed in resolved.seeds:
            for index in range(resolved.chains):
                yield build_chain(seed, index, resolved)

    def check(self, design: pl.DataFrame) -> dict[str, str]:
        return check(design)

    def render(self, state: State, settings: Settings) -> dict[str, Request]:
        return render(state, settings["methods"], paper_exact=settings["paper_exact"])

    def replicates(self, role: str, settings: Settings) -> int:
        return int(settings["samples"]) if METHODS[method_of(role)].samples else 1

    def score(self, request: Request, answer: Answer, target: str | None) -> Scored:
        return score(request, answer, target)

    def analyse(self, scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> Analysis:
        return metrics.analyse(scores, contrasts, settings)

    def observations(
        self, scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings
    ) -> dict[str, pl.DataFrame]:
        return observations(scores, contrasts, settings)

    def faults(self, settings: Settings) -> dict[str, Signature]:
        return faults(settings)

    def claims(self, settings: Settings) -> list[Claim]:  # noqa: ARG002
        return CLAIMS

    def attainable(self, settings: Settings) -> dict[str, Attainable]:  # noqa: ARG002
        return ATTAINABLE

    @property
    def shortcuts(self) -> Mapping[str, Shortcut]:
        return SHORTCUTS


def _options(request: Request) -> tuple[str, ...]:
    if isinstance(request, ScoreRequest):
        return request.continuations
    return _lettered(request.messages[-1].content)


@lru_cache(maxsize=1)  # all solvers look at one request before the next
def _lettered(content: str) -> tuple[str, ...]:
    return tuple(line[3:] for line in content.splitlines() if line.startswith(("A: ", "B: ")))


def _length(shortest: bool, request: Request) -> str:
    return (min if shortest else max)(sorted(_options(request)), key=len)


SHORTCUTS = {
    "first option": Shortcut(lambda r: _options(r)[0], 0.5),
    "last option": Shortcut(lambda r: _options(r)[-1], 0.5),
    "shortest option": Shortcut(lambda r: _length(True, r), 0.5),
    "longest option": Shortcut(lambda r: _length(False, r), 0.5),
}

SUITE = Invariance()
