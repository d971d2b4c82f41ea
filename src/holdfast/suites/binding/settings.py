"""The settings of the `binding` suite, and its sizes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from holdfast.core import Capability, HoldfastError
from holdfast.suites import options
from holdfast.suites.binding.events import NAMESPACES
from holdfast.suites.binding.prompts import READOUTS
from holdfast.suites.binding.wording import DEPTHS
from holdfast.suites.options import check_least, check_names

EXPERIMENTS = ("finite", "sufficiency")
LESIONS = ("rule", "state")
VARIANTS = ("A4", "A4_no_reason", "A4_no_veto", "A5")
PAPER = "paper"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much is asked, and how."""

    experiments: tuple[str, ...] = EXPERIMENTS
    """Which experiments."""
    corpora: tuple[str, ...] = NAMESPACES
    """Which synthetic namespaces; left alone if `data` is given."""
    data: str = ""
    """BIDS event lists to take events from: a `*_events.tsv` or `.csv` file (also gzipped), or a folder of them."""
    data_digest: str = ""
    """Of those lists: filled in when a run is planned, so that a plan means one set of events."""
    events: int = 2
    """Events per corpus in `finite`."""
    variants: tuple[str, ...] = VARIANTS
    """Which agents of the paper's family: A4 has all modules, the others lack some."""
    lesions: tuple[str, ...] = LESIONS
    """How a module is taken away: by `rule` (the prompt says so, as in the paper) or from the `state` itself."""
    depths: tuple[str, ...] = DEPTHS
    """How plainly decisive fields speak. All variants are asked at the first; A4 at the others, for the curve."""
    readouts: tuple[str, ...] = ("letters",)
    """How actions are read; the first gives the headlines."""
    replies: int = 1
    """Beside letters, actions are also generated for so many events per corpus (A4, first depth)."""
    replicates: int = 1
    """How often everything is asked. Letters do not sample, so that their replicates are copies and cost nothing."""
    temperature: str = PAPER
    """Of replies: `paper` (A5 0.9, the others 0.2) or a number."""
    sufficiency_events: int = 4
    """Events per corpus in `sufficiency`."""
    max_unmapped: float = 0.02
    """Criterion: the most replies from which no action can be read."""
    max_parse_errors: float = 0.02
    """Criterion: the most malformed or empty replies."""
    max_false_positives: float = 0.15
    """Criterion: the most changes by A4 under an irrelevant cue."""
    min_corpora: float = 0.85
    """Criterion: the share of corpora in which a contrast must be positive (the paper's 6 of 7)."""
    seed: int = 42
    """Another seed draws other events and orders."""


SIZES: Mapping[str, Settings] = {
    "quick": Settings(),
    "standard": Settings(events=24, replies=4, sufficiency_events=16),
    "paper": Settings(
        events=120, lesions=("rule",), depths=("code",), readouts=("reply",), replicates=3, sufficiency_events=18
    ),
}


def resolve(size: str, overrides: Mapping[str, str], can: frozenset[Capability]) -> Settings:
    """A named size with the user's own values on top, checked. The paper's size generates, as the paper did."""
    given = {"experiments" if name == "experiment" else name: value for name, value in overrides.items()}
    if size in SIZES and size != PAPER and "readouts" not in given and Capability.CHOICES not in can:
        given["readouts"] = "reply"
    settings = options.resolve("binding", SIZES, size, given)
    _check(settings)
    return settings


def temperature_of(variant: str, settings: Settings) -> float:
    """The paper's temperatures (its Table 5), or the user's one."""
    if settings.temperature == PAPER:
        return 0.9 if variant == "A5" else 0.2
    return float(settings.temperature)


def _check(settings: Settings) -> None:
    check_names("experiment", settings.experiments, EXPERIMENTS)
    check_names("corpus", settings.corpora, NAMESPACES)
    check_names("variant", settings.variants, VARIANTS)
    check_names("form of lesion", settings.lesions, LESIONS)
    check_names("depth", settings.depths, DEPTHS)
    check_names("readout", settings.readouts, READOUTS)
    if settings.variants[0] != "A4":
        raise HoldfastError("`--variants` begins with A4, which all others are held against.")
    check_least(settings, 1, "events", "replies", "replicates")
    check_least(settings, 2, "sufficiency_events")  # a scrambled field comes from another event
    if settings.temperature != PAPER:
        try:
            warm = float(settings.temperature)
        except ValueError:
            warm = -1.0
        if not 0 <= warm <= 2:
            raise HoldfastError(f"`--temperature` is `paper` or a number from 0 to 2, not {settings.temperature!r}.")
