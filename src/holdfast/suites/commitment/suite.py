"""The suite `commitment`: do commitments survive distractors and stale values, and give way to real updates?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import polars as pl

from holdfast.core import Answer, Capability, Request, State
from holdfast.engine.hooks import Attainable, Claim, Signature, Trial
from holdfast.engine.suite import Analysis, Block, Scored, Settings, Shortcut
from holdfast.suites.commitment import analysis, certified
from holdfast.suites.commitment.audit import audit
from holdfast.suites.commitment.checks import check
from holdfast.suites.commitment.inventory import block, tasks
from holdfast.suites.commitment.observations import observations
from holdfast.suites.commitment.questions import explain
from holdfast.suites.commitment.rendering import render
from holdfast.suites.commitment.replies import score
from holdfast.suites.commitment.settings import Settings as Resolved
from holdfast.suites.commitment.settings import resolve
from holdfast.suites.commitment.shortcuts import SHORTCUTS
from holdfast.suites.options import plain, typed


class Commitment:
    """Eight families of tasks with side-query probes (paper 001)."""

    name = "commitment"
    version = 1

    def settings(self, size: str, overrides: Mapping[str, str], can: frozenset[Capability]) -> Settings:  # noqa: ARG002
        return plain(resolve(size, overrides))

    def needs(self, settings: Settings) -> frozenset[Capability]:  # noqa: ARG002
        return frozenset({Capability.REPLY})

    def build(self, settings: Settings) -> Iterator[Block]:
        resolved = typed(self.name, settings, Resolved)
        for task in tasks(resolved.seed, resolved.instances):
            if not resolved.families or task.family.slug in resolved.families:
                yield block(task, contrasts=resolved.contrasts, contracts=resolved.contracts)

    def check(self, design: pl.DataFrame) -> dict[str, str]:
        return check(design)

    def render(self, state: State, settings: Settings) -> dict[str, Request]:
        return dict(render(state, typed(self.name, settings, Resolved)))

    def replicates(self, role: str, settings: Settings) -> int:  # noqa: ARG002
        return 1

    def score(self, request: Request, answer: Answer, target: str | None) -> Scored:
        return score(request, answer, target)

    def explain(self, target: str) -> str:
        """The hidden side of a task, for `holdfast show`."""
        return explain(target)

    def audit(self, scores: pl.DataFrame, replies: Mapping[tuple[str, str], str]) -> str:
        """Replies, decisions and the score's arithmetic of one task, for `holdfast show`."""
        return audit(scores, replies)

    def analyse(self, scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> Analysis:
        return analysis.analyse(scores, contrasts, settings)

    def observations(
        self, scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings
    ) -> dict[str, pl.DataFrame]:
        """For `holdfast compare`."""
        return observations(scores, contrasts, settings)

    def faults(self, settings: Settings) -> dict[str, Signature]:
        return certified.faults(typed(self.name, settings, Resolved))

    def trial(self, settings: Settings) -> Trial:
        return certified.trial(typed(self.name, settings, Resolved))

    def claims(self, settings: Settings) -> list[Claim]:  # noqa: ARG002
        return certified.CLAIMS

    def attainable(self, settings: Settings) -> dict[str, Attainable]:
        return certified.attainable(typed(self.name, settings, Resolved))

    @property
    def shortcuts(self) -> Mapping[str, Shortcut]:
        return SHORTCUTS


SUITE = Commitment()
