"""What the suite fixes before a run: signatures of planted faults, claims, and what its scores can be.

The last needs the targets of the run: what a draw from the structured actions can get depends on how families end.
"""

from __future__ import annotations

from collections import Counter
from statistics import fmean

import msgspec

from holdfast.engine.hooks import Attainable, Claim, Signature, Trial, Within, distinct
from holdfast.suites.binding.actions import ACTION_OF, Action
from holdfast.suites.binding.matrix.build import block
from holdfast.suites.binding.matrix.cells import NEGLIGIBLE
from holdfast.suites.binding.matrix.families import Family, families, pairs_of
from holdfast.suites.binding.matrix.settings import CORE, Settings

HALF = Within(0.0, 0.55)
"""One event of a pair agrees with what the fault follows, at most."""
KINDS = ("reason", "memory", "cue")
TRIED = ("structured", "no_fields", "scrambled")
FOREIGN = "accuracy.scrambled_cool"

CLAIMS = {
    "no_fields": "acts better with its state than with the context alone",
    "scrambled": "acts better with its own state than with another event's",
    "distribution_matched": "acts better than a draw from its own actions would",
    "strict_lesion": "acts better with the decisive state than with every mention of it gone",
}

SHARE = Attainable(0.0, 1.0, "a share")
BLIND = Attainable(0.0, 0.5, "both events of a pair look the same there, so that one of two is right at most")
OVER_BLIND = Attainable(-0.5, 1.0, "the control has a half at most: both events of a pair look the same there")
ALIKE = ("no_fields*", "strict_lesion", "entropy_prior")
"""Arms in which nothing tells the two events of a pair apart."""


def claims(settings: Settings) -> list[Claim]:
    """The paper's core controls: a difference that is not negligible, by its bound over families."""
    return [
        Claim("moves with what decides when all else is the same", "matrix.responsiveness", ">=", 0.5),
        Claim("acts the same under every scaffold", "matrix.stability", ">=", 0.5),
        *(
            Claim(CLAIMS[control], f"matrix.over.{control}", ">=", NEGLIGIBLE)
            for control in CORE
            if control in settings.variants
        ),
    ]


def faults(settings: Settings) -> dict[str, Signature]:
    """What each reference agent must show on the families of `trial`."""
    tried = _families(settings)
    if not tried:
        return {}
    kinds = [family.kind for family in tried]
    waits = [0.5 * _holds(family) for family in tried]
    spoilt = {"stale-memory": "memory", "swayed-by-cues": "cue"}
    found: dict[str, dict[str, float | Within]] = {
        "bound": {f"accuracy.structured.{kind}": 1.0 for kind in kinds},
        "follows-any-field": {f"accuracy.structured.{kind}": 1.0 for kind in kinds},
        "prior-only": {f"accuracy.structured.{kind}": 0.5 for kind in kinds},
        "keeps-impulse": {f"accuracy.structured.{kind}": wait for kind, wait in zip(kinds, waits, strict=True)},
    }
    for fault, spoils in spoilt.items():
        if spoils in kinds:
            found[fault] = {f"accuracy.structured.{kind}": HALF if kind == spoils else 1.0 for kind in kinds}
    if "scrambled" in settings.variants and settings.temperature != settings.stochastic_temperature:
        # Who sees that a field is another event's waits, which is right where a hold is.
        found["bound"][FOREIGN] = sum(waits) / len(waits)
        found["follows-any-field"][FOREIGN] = 0.0
    return distinct(found)


def trial(settings: Settings) -> Trial:
    """The first pair of a few families that tell faults apart, under two scaffolds."""
    few = msgspec.structs.replace(
        settings,
        scaffolds=settings.scaffolds[:2],
        variants=tuple(name for name in settings.variants if name in TRIED),
        audits=(),
    )
    tried = [pairs_of(family, settings.events, settings.seed) for family in _families(settings)]
    return Trial([block(pairs[:1], pairs, few) for pairs in tried])


def attainable(settings: Settings) -> dict[str, Attainable]:
    """The range of every score."""
    shares = [_shares(families()[name], settings) for name in settings.families]
    drawn = fmean(max(own.values()) for own in shares)
    least = fmean(_by_always_another(own) for own in shares)
    most = fmean(1 - sum(share * share for share in own.values()) for own in shares)
    return {
        "matrix.responsiveness": Attainable(0.0, 1.0, "an agent that never moves has 0"),
        "matrix.stability": Attainable(0.0, 1.0, "an agent that is always wrong has 0"),
        "matrix.over.distribution_matched": Attainable(
            -least, most, "who is always right still gets some by a draw from its own actions"
        ),
        **{f"matrix.*over.{arm}": OVER_BLIND for arm in ALIKE},
        "matrix.*over.*": Attainable(-1.0, 1.0, "a difference of two shares"),
        "matrix.accuracy.distribution_matched": Attainable(0.0, drawn, "as often as the commonest target, at most"),
        **{f"matrix.*accuracy.{arm}": BLIND for arm in ALIKE},
        "matrix.*": SHARE,
    }


def _by_always_another(shares: dict[Action, float]) -> float:
    """What a draw gets from the actions of an agent that always takes the commonest action but the right one."""
    return sum(
        q * max((p for other, p in shares.items() if other != right), default=0.0) for right, q in shares.items()
    )


def _families(settings: Settings) -> list[Family]:
    """The first family of some kinds, and the first in which a plan may have to wait."""
    found: dict[str, Family] = {}
    for name in settings.families:
        family = families()[name]
        kind = "hold" if _holds(family) else family.kind
        if kind in (*KINDS, "hold"):
            found.setdefault(kind, family)
    return list(found.values())


def _holds(family: Family) -> bool:
    return ACTION_OF.get(family.stops) is Action.DEFER


def _shares(family: Family, settings: Settings) -> dict[Action, float]:
    """How often each action is right in a family."""
    targets = Counter(event.target for pair in pairs_of(family, settings.events, settings.seed) for event in pair)
    return {action: count / targets.total() for action, count in targets.items()}
