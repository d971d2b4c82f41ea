"""What the suite fixes before a run: signatures of planted faults, claims, and what its scores can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from holdfast.engine.hooks import Attainable, Claim, Signature, Trial, Within, distinct
from holdfast.engine.suite import Block
from holdfast.suites.binding import finite, sufficiency
from holdfast.suites.binding.corpora import corpora
from holdfast.suites.binding.events import Event
from holdfast.suites.binding.indices import COMPONENTS
from holdfast.suites.binding.settings import Settings

READABLE = ("code", "option")
"""The depths at which reference agents read."""
TURNS = len(finite.CODES)
CYCLE = 4
"""Successive events of sufficiency in which every kind of field decides once."""
NO_REASON = "A4_no_reason.rule.b_rsi"

FINITE: Mapping[str, tuple[float, ...]] = {
    # B_RSI, B_MCI, B_VEI, B_SCI, composite, and B_RSI with the reason switched off by rule
    "bound": (1, 1, 1, 1, 1, 0),
    "ignores-veto": (1, 1, 0, 1, 0.75, 0),
    "stale-memory": (1, 0, 1, 1, 0.75, 0),
    "keeps-impulse": (0, 0, 0, 1, 0.25, 0),
    "follows-any-field": (1, 1, 1, 1, 1, 1),
    "swayed-by-cues": (0, 0, 0, 0, 0, -1),
    "prior-only": (0, -0.5, -0.5, 0, -0.25, 0),
    "order-biased": (-2 / 3, -2 / 3, -2 / 3, -2 / 3, -2 / 3, -2 / 3),
}
"""What each fault must show where leanings and lists are balanced."""
NEEDS = {"prior-only": 2, "order-biased": 2 * TURNS}
"""So many events it takes until those are: two for the leanings, twelve for the lists too."""

SUFFICIENCY: Mapping[str, tuple[float | Within | None, ...]] = {
    # full, only decisive, irrelevant cue, another event's field followed
    "bound": (1, 1, 1, 0),
    "ignores-veto": (0.75, Within(0.7, 0.9), 0.75, 0),
    "stale-memory": (0.75, 1, 0.75, 0),
    "keeps-impulse": (Within(0, 0.5), Within(0, 0.15), Within(0, 0.5), 0),
    "follows-any-field": (1, 1, 1, 1),
    "swayed-by-cues": (1, 1, 0, 0),
    "prior-only": (Within(0.2, 0.4), Within(0.2, 0.4), Within(0.2, 0.4), None),
}
"""The same where each kind of field decides equally often; None where it is up to the events."""
ASKED = ("full", "only_decisive", "irrelevant_cue", "scrambled_following_raw")

CLAIMS = (
    Claim("changes its action when a reason, a commitment or a veto requires it", "binding.responsiveness", ">=", 0.5),
    Claim("keeps its action under pressure and under irrelevant cues", "binding.stability", ">=", 0.5),
    Claim("has less binding when its modules are switched off by rule", "binding.over.rule.composite", ">", 0.0),
    Claim("has less binding when its modules are taken from the state", "binding.over.state.composite", ">", 0.0),
    Claim("acts on the decisive reason and not on its form", "binding.over.state.reason", ">", 0.0),
    Claim("acts on a veto and not on its form", "binding.over.state.veto", ">", 0.0),
    Claim("acts rightly on the decisive field alone", "binding.sufficiency.only_decisive", ">=", 0.5),
    Claim("does not follow another event's field", "binding.sufficiency.scrambled_following_raw", "<=", 0.5),
)

INDEX = "the rate under its probe minus the rate of changes under a cue"
SHARE = Attainable(0.0, 1.0, "a share")
UNBOUNDED = Attainable(None, None, "a difference of log-probabilities")
CONTRAST = Attainable(-2.0, 2.0, "a difference of two indices")
ATTAINABLE = {
    "binding.responsiveness": Attainable(0.0, 1.0, "an agent that never moves has 0"),
    "binding.stability": Attainable(0.0, 1.0, "an agent that never moves has 1"),
    **{f"binding.{name}": Attainable(-1.0, 1.0, INDEX) for name in COMPONENTS if name not in ("b_sci", "composite")},
    "binding.b_sci": Attainable(-1.0, 1.0, f"{INDEX}; an agent that never moves has 1"),
    "binding.composite": Attainable(-1.0, 1.0, "the mean of the four; an agent that never moves has 0.25"),
    **{f"binding.*.{name}": Attainable(-1.0, 1.0, INDEX) for name in COMPONENTS if name != "composite"},
    "binding.over.*": CONTRAST,
    "binding.*.over.*": CONTRAST,
    "binding.corpus.*": CONTRAST,
    "binding.*composite": Attainable(-1.0, 1.0, "the mean of the four"),
    "binding.*margin": UNBOUNDED,
    "binding.sufficiency.scrambled_following_guarded": Attainable(
        0.0, 0.0, "the guard defers whenever a field is another event's, and no donor prescribes to defer"
    ),
    "binding.*.sufficiency.scrambled_following_guarded": Attainable(0.0, 0.0, "the guard defers"),
    "binding.*sufficiency.recovery": Attainable(
        None, None, "a ratio: 1 where the decisive field alone does as well as the full state"
    ),
    "binding.*": SHARE,
}
"""The contrasts come before the indices that they are made of: the first pattern that fits is taken."""


def claims(settings: Settings) -> list[Claim]:
    """Those that need no number of the settings, and the paper's criteria, which the settings hold."""
    criteria = (
        ("is hardly moved by an irrelevant cue", "false_positive_rate", settings.max_false_positives),
        ("gives actions that can be read", "unmapped_rate", settings.max_unmapped),
    )
    return [*CLAIMS, *(Claim(statement, f"binding.{name}", "<=", most) for statement, name, most in criteria)]


def faults(settings: Settings) -> dict[str, Signature]:
    """What each reference agent must show on the cases of `trial`; nothing at depths that they cannot read."""
    if settings.depths[0] not in READABLE:
        return {}
    picked = _balanced(settings) if "finite" in settings.experiments else []
    found: dict[str, dict[str, float | Within]] = {name: {} for name in FINITE}
    for fault, values in FINITE.items():
        if len(picked) >= NEEDS.get(fault, 1):
            found[fault] |= dict(zip((*COMPONENTS, NO_REASON), values, strict=True))
            if "A4_no_reason" not in settings.variants or "rule" not in settings.lesions:
                del found[fault][NO_REASON]
    for fault, expected in SUFFICIENCY.items():
        if _has_sufficiency(settings):
            told = zip(ASKED, expected, strict=True)
            found[fault] |= {f"sufficiency.{name}": value for name, value in told if value is not None}
    return distinct(found)


def trial(settings: Settings) -> Trial:
    """Events in which leanings and lists are balanced, and those of sufficiency in which each kind decides once."""
    blocks = [block for event in _balanced(settings) for block in finite.build([event], settings)]
    if _has_sufficiency(settings):
        events = next(iter(corpora(settings, settings.sufficiency_events)))
        whole = list(sufficiency.build(events, settings))
        blocks += whole[: min(2, len(whole) // CYCLE) * CYCLE]
    return Trial([_kept(block, settings) for block in blocks])


def _has_sufficiency(settings: Settings) -> bool:
    return "sufficiency" in settings.experiments and settings.sufficiency_events >= CYCLE


def _balanced(settings: Settings) -> list[Event]:
    """One event of every leaning and turn of the list, as far as the corpora have both leanings of a turn."""
    found: dict[tuple[int, str], Event] = {}
    if "finite" in settings.experiments:
        for event in _events(settings):
            found.setdefault((event.turn % TURNS, event.leaning.value), event)
            if len(found) == 2 * TURNS:
                break
    turns = [turn for turn, _ in found]
    paired = [event for (turn, _), event in found.items() if turns.count(turn) == 2]
    return paired or list(found.values())[:1]


def _events(settings: Settings) -> Iterator[Event]:
    for corpus in corpora(settings, settings.events):
        yield from corpus


def _kept(block: Block, settings: Settings) -> Block:
    """A block with what the signatures speak about: the first readout and depth, and of lesions the reason's."""
    items = [
        item
        for item in block.items
        if (item.factors["readout"], item.factors["depth"]) == (settings.readouts[0], settings.depths[0])
        and (item.factors.get("variant", "A4"), item.factors.get("lesion", "none"))
        in (("A4", "none"), ("A4_no_reason", "rule"))
    ]
    names = {item.name for item in items}
    return Block(items, [pair for pair in block.pairs if pair.base in names and pair.changed in names])
