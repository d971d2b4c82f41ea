"""The suite `matrix`: in how many cells does structured control beat controls that keep all but the decisive state?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import polars as pl

from holdfast.core import Answer, Capability, Request, State
from holdfast.engine.hooks import Attainable, Claim, Signature, Trial
from holdfast.engine.suite import Analysis, Block, Scored, Settings, Shortcut
from holdfast.suites.binding import prompts
from holdfast.suites.binding.actions import Action
from holdfast.suites.binding.matrix import analysis, build, certified, checks, frames
from holdfast.suites.binding.matrix.observations import observations
from holdfast.suites.binding.matrix.settings import Settings as Resolved
from holdfast.suites.binding.matrix.settings import resolve
from holdfast.suites.binding.matrix.variants import pieces
from holdfast.suites.options import plain, typed


class Matrix:
    """Twenty families, three scaffolds, seven variants (paper 000)."""

    name = "matrix"
    version = 1

    def settings(self, size: str, overrides: Mapping[str, str], can: frozenset[Capability]) -> Settings:
        return plain(resolve(size, overrides, can))

    def needs(self, settings: Settings) -> frozenset[Capability]:
        readouts = {*settings["readouts"], *(("reply",) if settings["replies"] else ())}
        return frozenset(prompts.READOUTS[name].needs for name in readouts)

    def build(self, settings: Settings) -> Iterator[Block]:
        return build.build(typed(self.name, settings, Resolved))

    def check(self, design: pl.DataFrame) -> dict[str, str]:
        return checks.check(design)

    def render(self, state: State, settings: Settings) -> dict[str, Request]:  # noqa: ARG002  (the state says it all)
        return frames.render(state)

    def replicates(self, role: str, settings: Settings) -> int:
        """Where replies are only a sample beside letters, each is asked once."""
        readout = role.partition(":")[0]
        return int(settings["seeds"]) if readout in settings["readouts"] else 1

    def score(self, request: Request, answer: Answer, target: str | None) -> Scored:
        scored = prompts.score(request, answer, target)
        estimated = float(pieces(prompts.content(request)))
        return Scored(scored.answer, {**scored.values, "estimated_prompt_tokens": estimated})

    def analyse(self, scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> Analysis:
        return analysis.analyse(scores, contrasts, typed(self.name, settings, Resolved))

    def faults(self, settings: Settings) -> dict[str, Signature]:
        return certified.faults(typed(self.name, settings, Resolved))

    def trial(self, settings: Settings) -> Trial:
        return certified.trial(typed(self.name, settings, Resolved))

    def claims(self, settings: Settings) -> list[Claim]:
        return certified.claims(typed(self.name, settings, Resolved))

    def attainable(self, settings: Settings) -> dict[str, Attainable]:
        return certified.attainable(typed(self.name, settings, Resolved))

    def observations(
        self, scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings
    ) -> dict[str, pl.DataFrame]:
        """For `holdfast compare`."""
        return observations(scores, contrasts, typed(self.name, settings, Resolved))

    @property
    def shortcuts(self) -> Mapping[str, Shortcut]:
        return SHORTCUTS


def _listed(request: Request, place: int) -> str:
    return prompts.listed_actions(prompts.content(request))[place].value


SHORTCUTS = {
    "first action listed": Shortcut(lambda request: _listed(request, 0), 1 / 4),
    "last action listed": Shortcut(lambda request: _listed(request, -1), 1 / 4),
    # Half of the events in sixteen families, a quarter in the four with a veto or a hold.
    "always ACT_A": Shortcut(lambda _: Action.ACTION_A.value, 0.45),
}

SUITE = Matrix()
