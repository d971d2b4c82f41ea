"""The instrument certificate: what makes a run's cases worth trusting, computed from those very cases.

Every case is rendered a second time with the keys of all items exchanged; a byte that differs means that a target
reached a prompt. That proof cannot see a design in which the order of options gives the target away, so solvers that
read without reasoning go over the same requests and must sit at chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from holdfast.core import Case, HoldfastError, Item, canonical, shuffled
from holdfast.engine.hooks import Attainable, Recovered
from holdfast.engine.suite import Suite

NOTE = "note: "
"""How the result of a check begins that says nothing against the cases, only what their reader should know."""


class KeyShuffle(msgspec.Struct, frozen=True):
    """The proof that no target reaches a prompt: with all targets exchanged, every case is byte-identical."""

    cases: int
    """How many cases were rendered twice."""
    targets_changed: int
    """How many of them had another target the second time."""
    identical: bool
    """Whether every rendered case had the same bytes."""


class Certificate(msgspec.Struct, frozen=True):
    """What a run can show for its instrument."""

    key_shuffle: KeyShuffle
    """Targets do not reach prompts."""
    shortcuts: dict[str, dict[str, float]]
    """Per suite and shortcut solver: its accuracy."""
    shortcut_levels: dict[str, dict[str, float]]
    """The accuracy at which each must sit."""
    checks: dict[str, dict[str, str]]
    """Per suite: data-quality checks, each `ok`, a sentence that says what is wrong, or a note (`NOTE`)."""
    planted: dict[str, list[Recovered]] = {}
    """Per suite: the faults of reference agents, and whether they were told apart."""
    attainable: dict[str, Attainable] = {}
    """Per finding: the least and the most it can be, where a suite says so. Any other rate is from 0 to 1."""


class Witness:
    """Looks on while cases are built."""

    def __init__(self) -> None:
        self.cases = self.changed = 0
        self.asked: dict[str, int] = {}
        self.hits: dict[str, dict[str, int]] = {}
        self.levels: dict[str, dict[str, float]] = {}

    def see(self, suite: Suite, items: Sequence[Item], cases: Sequence[Case], render: Callable[[Item], Case]) -> None:
        """Look at some items of a suite and the cases they became; `render` is what made them."""
        self._exchange_keys(suite.name, items, cases, render)
        self._try_shortcuts(suite, items, cases)

    def certificate(self, checks: dict[str, dict[str, str]]) -> Certificate:
        """What was seen."""
        rates = {
            suite: {name: count / self.asked[suite] for name, count in hits.items()} if self.asked[suite] else {}
            for suite, hits in self.hits.items()
        }
        return Certificate(KeyShuffle(self.cases, self.changed, True), rates, self.levels, checks)

    def _exchange_keys(
        self, suite: str, items: Sequence[Item], cases: Sequence[Case], render: Callable[[Item], Case]
    ) -> None:
        keys = shuffled([item.key for item in items], "key-shuffle", suite, self.cases)
        for item, key, case in zip(items, keys, cases, strict=True):
            if canonical(render(msgspec.structs.replace(item, key=key))) != canonical(case):
                raise HoldfastError(
                    f"A hidden target reaches the prompt: the case of {item.name!r} changed when targets were "
                    "exchanged; stop here."
                )
            self.changed += key != item.key
        self.cases += len(items)

    def _try_shortcuts(self, suite: Suite, items: Sequence[Item], cases: Sequence[Case]) -> None:
        shortcuts = suite.shortcuts
        hits = self.hits.setdefault(suite.name, dict.fromkeys(shortcuts, 0))
        self.levels[suite.name] = {name: shortcut.level for name, shortcut in shortcuts.items()}
        self.asked.setdefault(suite.name, 0)
        for item, case in zip(items, cases, strict=True):
            if (target := item.key.target) is None:
                continue
            self.asked[suite.name] += len(case.requests)
            for request in case.requests.values():
                for name, shortcut in shortcuts.items():
                    hits[name] += shortcut.hits(request, target)
