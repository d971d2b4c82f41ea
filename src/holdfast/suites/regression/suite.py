"""The suite `regression`: four small guardrails that tell whether anything else broke (paper 004, Appendix C).

It is no benchmark. It is there to be run before and after a change to the same model, and has no contrasts, so it says
nothing about responsiveness or stability.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
import polars as pl

from holdfast.core import Answer, Capability, Request, State
from holdfast.engine.hooks import Attainable
from holdfast.engine.suite import Analysis, Block, Scored, Settings, Shortcut
from holdfast.suites.options import plain
from holdfast.suites.regression import analysis, asking, quality
from holdfast.suites.regression.items import content_free, item, records
from holdfast.suites.regression.settings import Settings as Resolved
from holdfast.suites.regression.settings import resolve


class Regression:
    """Parts A to D."""

    name = "regression"
    version = 1
    shortcuts: Mapping[str, Shortcut] = {
        "always yes": Shortcut(lambda _: "yes", 0.5),
        "always no": Shortcut(lambda _: "no", 0.5),
    }

    def settings(self, size: str, overrides: Mapping[str, str], can: frozenset[Capability]) -> Settings:
        return plain(resolve(size, {"scored": str(Capability.SCORE in can).lower(), **overrides}))

    def needs(self, settings: Settings) -> frozenset[Capability]:
        scored = {"A", "C"} if settings["scored"] else set()
        return frozenset(Capability.SCORE if part in scored else Capability.REPLY for part in _planned(settings))

    def build(self, settings: Settings) -> Iterator[Block]:
        resolved = msgspec.convert(settings, Resolved)
        for part in _planned(settings):
            # Part A alternates yes and no: an odd limit would lend one of them an advantage.
            limit = resolved.limit + (resolved.limit % 2 if part == "A" else 0)
            wanted = records(part)[: limit or None]
            calibration = content_free() if part == "A" and resolved.scored else ()
            yield Block([item(part, record) for record in (*calibration, *wanted)], [])

    def check(self, design: pl.DataFrame) -> dict[str, str]:
        return quality.check(design)

    def render(self, state: State, settings: Settings) -> dict[str, Request]:
        return asking.render(state, scored=settings["scored"])

    def replicates(self, role: str, settings: Settings) -> int:  # noqa: ARG002
        return 1

    def score(self, request: Request, answer: Answer, target: str | None) -> Scored:
        return asking.score(request, answer, target)

    def analyse(self, scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> Analysis:  # noqa: ARG002
        return analysis.analyse(scores, settings)

    def observations(
        self,
        scores: pl.DataFrame,
        contrasts: pl.DataFrame,  # noqa: ARG002
        settings: Settings,  # noqa: ARG002
    ) -> dict[str, pl.DataFrame]:
        return analysis.observations(scores)

    def attainable(self, settings: Settings) -> dict[str, Attainable]:  # noqa: ARG002
        return analysis.ATTAINABLE


def _planned(settings: Settings) -> list[str]:
    """The parts that can be asked: without log-probabilities a passage has no likelihood."""
    return [part for part in settings["parts"] if settings["scored"] or part != "C"]


SUITE = Regression()
