"""The suite `binding`: does the final action follow the state of the event that should decide it?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
import polars as pl

from holdfast.core import Answer, Capability, Request, State
from holdfast.engine.hooks import Attainable, Claim, Signature, Trial
from holdfast.engine.suite import Analysis, Block, Scored, Settings, Shortcut
from holdfast.suites.binding import analysis, certified, finite, sufficiency
from holdfast.suites.binding.actions import Action
from holdfast.suites.binding.bids import lists_digest
from holdfast.suites.binding.checks import check
from holdfast.suites.binding.corpora import corpora
from holdfast.suites.binding.observations import observations
from holdfast.suites.binding.prompts import PRIOR, READOUTS, content, listed_actions, render, score
from holdfast.suites.binding.settings import Settings as Resolved
from holdfast.suites.binding.settings import resolve
from holdfast.suites.options import plain, typed

BUILD = {"finite": finite.build, "sufficiency": sufficiency.build}


class Binding:
    """The finite-action benchmark and the sufficiency experiment (paper 000)."""

    name = "binding"
    version = 1

    def settings(self, size: str, overrides: Mapping[str, str], can: frozenset[Capability]) -> Settings:
        resolved = resolve(size, overrides, can)
        if resolved.data:
            resolved = msgspec.structs.replace(resolved, data_digest=lists_digest(resolved.data))
        return plain(resolved)

    def needs(self, settings: Settings) -> frozenset[Capability]:
        return frozenset(READOUTS[name].needs for name in settings["readouts"])

    def build(self, settings: Settings) -> Iterator[Block]:
        resolved = typed(self.name, settings, Resolved)
        sizes = {"finite": resolved.events, "sufficiency": resolved.sufficiency_events}
        for experiment in resolved.experiments:
            for events in corpora(resolved, sizes[experiment]):
                yield from BUILD[experiment](events, resolved)

    def check(self, design: pl.DataFrame) -> dict[str, str]:
        return check(design)

    def render(self, state: State, settings: Settings) -> dict[str, Request]:  # noqa: ARG002  (the state says it all)
        return render(state)

    def replicates(self, role: str, settings: Settings) -> int:
        return 1 if role.endswith(PRIOR) else int(settings["replicates"])

    def score(self, request: Request, answer: Answer, target: str | None) -> Scored:
        return score(request, answer, target)

    def analyse(self, scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> Analysis:
        audited = self.build({**settings, "experiments": ["sufficiency"]})
        return analysis.analyse(scores, contrasts, typed(self.name, settings, Resolved), audited)

    def observations(
        self, scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings
    ) -> dict[str, pl.DataFrame]:
        """For `holdfast compare`."""
        return observations(scores, contrasts, typed(self.name, settings, Resolved))

    def faults(self, settings: Settings) -> dict[str, Signature]:
        return certified.faults(typed(self.name, settings, Resolved))

    def trial(self, settings: Settings) -> Trial:
        return certified.trial(typed(self.name, settings, Resolved))

    def claims(self, settings: Settings) -> list[Claim]:
        return certified.claims(typed(self.name, settings, Resolved))

    def attainable(self, settings: Settings) -> dict[str, Attainable]:  # noqa: ARG002
        return certified.ATTAINABLE

    @property
    def shortcuts(self) -> Mapping[str, Shortcut]:
        return SHORTCUTS


def _first(request: Request) -> str:
    return listed_actions(content(request))[0].value


def _last(request: Request) -> str:
    return listed_actions(content(request))[-1].value


SHORTCUTS = {
    "first action listed": Shortcut(_first, 1 / 6),
    "last action listed": Shortcut(_last, 1 / 6),
    "always ACTION_A": Shortcut(lambda _: Action.ACTION_A.value, 1 / 3),
}

SUITE = Binding()
