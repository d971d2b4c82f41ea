"""The suite `cladder`: can an agent answer causal questions in words, on each rung of the causal ladder?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
import polars as pl

from holdfast.core import Answer, Capability, Request, State
from holdfast.engine.hooks import Attainable
from holdfast.engine.suite import Analysis, Block, Scored, Settings, Shortcut
from holdfast.suites.cladder import analysis, checks, items, methods
from holdfast.suites.cladder.methods import method_of
from holdfast.suites.cladder.questions import sample
from holdfast.suites.cladder.settings import Settings as Resolved
from holdfast.suites.cladder.settings import questions_of, resolve
from holdfast.suites.options import plain


class Cladder:
    """CLadder (Jin et al., 2023), as paper 004 uses it in section 6.2."""

    name = "cladder"
    version = 1

    def settings(self, size: str, overrides: Mapping[str, str], can: frozenset[Capability]) -> Settings:
        return plain(resolve(size, overrides, can))

    def needs(self, settings: Settings) -> frozenset[Capability]:
        return frozenset({method_of(settings).needs})

    def build(self, settings: Settings) -> Iterator[Block]:
        resolved = msgspec.convert(settings, Resolved)
        file = questions_of(resolved)
        asked = sample(file.distinct, resolved.rows, resolved.seed)
        yield from items.build(asked, file, with_priors=method_of(settings).has_prior)

    def check(self, design: pl.DataFrame) -> dict[str, str]:
        return checks.check(design)

    def render(self, state: State, settings: Settings) -> dict[str, Request]:
        return {"answer": method_of(settings).render(state)}

    def replicates(self, role: str, settings: Settings) -> int:  # noqa: ARG002
        return 1

    def score(self, request: Request, answer: Answer, target: str | None) -> Scored:  # noqa: ARG002
        return methods.score(request, answer)

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
        return {"cladder.*": Attainable(0.0, 1.0, "a share; a coin has a half of accuracy")}

    @property
    def shortcuts(self) -> Mapping[str, Shortcut]:
        return checks.SHORTCUTS


SUITE = Cladder()
