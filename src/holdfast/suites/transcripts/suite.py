"""The suite `transcripts`: do the tool calls of your own recorded agent follow the state that should control them?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import polars as pl

from holdfast.core import Answer, Capability, Decoding, Reply, ReplyRequest, Request, State
from holdfast.engine.hooks import Attainable, Claim, Signature, Trial
from holdfast.engine.suite import Analysis, Block, Scored, Settings, Shortcut
from holdfast.suites.options import plain, typed
from holdfast.suites.transcripts import analysis, certified, items, targets
from holdfast.suites.transcripts.checks import check
from holdfast.suites.transcripts.decisions import Decision, Tracer
from holdfast.suites.transcripts.drawing import draw, joined
from holdfast.suites.transcripts.fields import messages_of, tools_of
from holdfast.suites.transcripts.observations import observations
from holdfast.suites.transcripts.settings import Settings as Resolved
from holdfast.suites.transcripts.settings import resolve, same_files
from holdfast.suites.transcripts.survey import Survey, conversations, survey, usable_spots


class Transcripts:
    """Interventions on the state inside recorded conversations, and the same decisions asked for again."""

    name = "transcripts"
    version = 1

    def settings(self, size: str, overrides: Mapping[str, str], can: frozenset[Capability]) -> Settings:  # noqa: ARG002
        return plain(resolve(size, overrides))

    def needs(self, settings: Settings) -> frozenset[Capability]:  # noqa: ARG002
        return frozenset({Capability.REPLY})

    def build(self, settings: Settings) -> Iterator[Block]:
        resolved = typed(self.name, settings, Resolved)
        same_files(resolved)
        found = survey(resolved)
        for decisions in decided(resolved, found):
            for decision in decisions:
                yield items.block(decision, found, resolved)

    def check(self, design: pl.DataFrame) -> dict[str, str]:
        return check(design)

    def render(self, state: State, settings: Settings) -> dict[str, Request]:
        decoding = Decoding(max_tokens=settings["max_tokens"])
        return {"action": ReplyRequest(messages_of(state), decoding, tools_of(state))}

    def replicates(self, role: str, settings: Settings) -> int:  # noqa: ARG002
        return 1

    def score(self, request: Request, answer: Answer, target: str | None) -> Scored:  # noqa: ARG002
        assert isinstance(answer, Reply)
        assert target is not None
        wanted = targets.read(target)
        calls = targets.calls_of(answer)
        values = {"called": float(bool(calls)), "unread": float(any(call.arguments is None for call in calls))}
        if isinstance(wanted, targets.Without):
            values["used"] = float(targets.follows_foreign(answer, wanted.value))
        return Scored(target if targets.met(wanted, answer) else targets.did(answer, wanted), values)

    def analyse(self, scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> Analysis:  # noqa: ARG002
        return analysis.analyse(scores, contrasts)

    def observations(
        self,
        scores: pl.DataFrame,
        contrasts: pl.DataFrame,
        settings: Settings,  # noqa: ARG002
    ) -> dict[str, pl.DataFrame]:
        """For `holdfast compare`."""
        return observations(scores, contrasts)

    def draw(self, wanted: str | None, overrides: Mapping[str, str]) -> str:
        """One decision of a file with its carriers, or the names of some, for `holdfast show`."""
        return joined(draw(wanted, resolve("paper", overrides)))

    def faults(self, settings: Settings) -> dict[str, Signature]:
        return certified.faults(typed(self.name, settings, Resolved))

    def trial(self, settings: Settings) -> Trial:
        return certified.trial(typed(self.name, settings, Resolved), self.build(settings))

    def claims(self, settings: Settings) -> list[Claim]:  # noqa: ARG002
        return certified.CLAIMS

    def attainable(self, settings: Settings) -> dict[str, Attainable]:  # noqa: ARG002
        return certified.ATTAINABLE

    @property
    def shortcuts(self) -> Mapping[str, Shortcut]:
        return {}


def decided(settings: Resolved, found: Survey) -> Iterator[Iterator[Decision]]:
    """The decisions that are asked about, conversation by conversation; each is made when its turn comes."""
    for conversation in conversations(settings):
        if found.chosen is None:
            spots = list(usable_spots(conversation, settings, Counter()))
        else:
            spots = found.chosen.get(conversation.id, [])
        if spots:
            tracer = Tracer(conversation, conversation.tools or found.tools)
            yield map(tracer.decision, spots)


SUITE = Transcripts()
