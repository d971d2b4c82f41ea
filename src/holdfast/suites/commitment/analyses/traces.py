"""What was asked and said, for audits that go down to the text: prompts, replies and right answers by task.

Prompts are not kept with the scores. They are a function of the settings, so they are rendered again from the same
inventory; replies come from the scores.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import polars as pl

from holdfast.core import ReplyRequest
from holdfast.engine.suite import Settings as Plain
from holdfast.suites.commitment.events import FINAL
from holdfast.suites.commitment.inventory import VARIANTS, tasks
from holdfast.suites.commitment.questions import from_target
from holdfast.suites.commitment.rendering import render
from holdfast.suites.commitment.settings import Settings
from holdfast.suites.options import typed


@dataclass(frozen=True, eq=False)
class Traces:
    """Texts by task and by agent and task."""

    replies: pl.DataFrame
    """agent, task, role, question, gold, answer, reply, right."""
    settings: Plain = field(default_factory=dict)
    """The suite's settings, from which prompts are rendered."""

    def prompts(self, wanted: Collection[str]) -> dict[str, str]:
        """The final prompt of each wanted task."""
        if not self.settings or not wanted:
            return {}
        settings = typed("commitment", self.settings, Settings)
        found: dict[str, str] = {}
        units = {name.rpartition("/")[0] for name in wanted}
        for task in tasks(settings.seed, settings.instances):
            if task.name not in units:
                continue
            for variant in VARIANTS:
                name = f"{task.name}/{variant}"
                if name in wanted:
                    request = render(task.variant(variant), settings)[FINAL]
                    found[name] = _text(request)
        return found

    def told(self, chosen: pl.DataFrame) -> pl.DataFrame:
        """Agents and tasks with their texts: final question, gold and reply, and the probes in lines."""
        final = pl.col("role") == FINAL
        keys = ["agent", "task"]
        finals = self.replies.filter(final).select(*keys, "question", "gold", "reply")
        line = pl.format(
            "{}: {} → {} ({})", "role", "question",
            pl.col("reply").fill_null("(no answer)").str.strip_chars().str.replace_all(r"\s+", " ").str.slice(0, 160),
            pl.when(pl.col("right")).then(pl.lit("right"))
            .otherwise(pl.format("wrong, expected {}", "gold")).fill_null("no answer"),
        )  # fmt: skip
        probes = self.replies.filter(~final).with_columns(line=line).group_by(keys, maintain_order=True)
        lines = probes.agg(probes_told=pl.col("line").str.join("\n"))
        return chosen.join(finals, on=keys, how="left", maintain_order="left").join(
            lines, on=keys, how="left", maintain_order="left"
        )


def make_traces(questions: pl.DataFrame, settings: Plain) -> Traces:
    """The texts of a run, from the rows of `questions_asked`."""
    own = questions.filter(pl.col("variant").is_in(VARIANTS))
    by_target = {target: from_target(target) for target in own["target"].unique()}
    asked = [by_target[target][role].text for target, role in own.select("target", "role").iter_rows()]
    return Traces(
        own.select(
            "agent", "role", "answer", "reply", "right", task="name", gold="gold_answer",
            question=pl.Series(asked, dtype=pl.String),
        ),
        settings,
    )  # fmt: skip


def no_traces() -> Traces:
    """Nothing to tell, as in a simulation."""
    texts = ("agent", "task", "role", "question", "gold", "answer", "reply")
    return Traces(pl.DataFrame(schema={**dict.fromkeys(texts, pl.String), "right": pl.Boolean}))


def _text(request: ReplyRequest) -> str:
    return "\n\n".join(message.content for message in request.messages)
