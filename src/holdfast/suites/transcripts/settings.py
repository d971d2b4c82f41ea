"""The settings of the `transcripts` suite, and its sizes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from holdfast.core import HoldfastError
from holdfast.suites import options
from holdfast.suites.options import check_least, check_names
from holdfast.suites.transcripts.readers import file_digest

NO_FILE = (
    "The suite transcripts asks about your own recorded conversations and was given none; name a file with "
    "`--file PATH` (.jsonl, .json, .eval), and the schemas of its tools with `--tools PATH`."
)

CHANGES = ("swap", "update", "veto", "lesion")
STAYS = ("reorder", "reformat", "irrelevant", "placebo", "stale")
FOREIGN = "scramble"
INTERVENTIONS = (*CHANGES, *STAYS, FOREIGN)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which decisions of which conversations are asked about, and how."""

    file: str = ""
    """The recorded conversations."""
    file_digest: str = ""
    """Their identity, so that a run cannot go on with others; found by reading the file."""
    tools: str = ""
    """A JSON file with the schemas of the tools, for conversations that do not bring their own."""
    tools_digest: str = ""
    """Its identity."""
    decisions: int = 20
    """How many decisions, drawn over the whole file; 0 takes all."""
    values: int = 1
    """How many carried values of a decision are intervened on; 0 takes all."""
    interventions: tuple[str, ...] = INTERVENTIONS
    """Which interventions."""
    answers: bool = True
    """Whether answers in words that follow tool results are decisions too."""
    redact: bool = False
    """Whether personal-looking values are replaced before anything is sent or written."""
    max_tokens: int = 512
    """The most tokens of a reply."""
    max_chars: int = 200_000
    """Decisions after a longer conversation are left out."""
    seed: int = 42
    """Which decisions and values are drawn, and which fresh values are made."""


SIZES: Mapping[str, Settings] = {
    "quick": Settings(decisions=20),
    "standard": Settings(decisions=200, values=2),
    "paper": Settings(decisions=0, values=0),
}


def resolve(size: str, overrides: Mapping[str, str]) -> Settings:
    """A named size with the user's own values on top, checked, and bound to what the files hold now.

    Without a file the settings are still good for showing; building then refuses.
    """
    settings = options.resolve("transcripts", SIZES, size, overrides)
    _check(settings)
    found = {
        name: str(Path(value).expanduser().absolute())
        for name, value in (("file", settings.file), ("tools", settings.tools))
        if value
    }
    digests = {f"{name}_digest": file_digest(path) for name, path in found.items()}
    return msgspec.structs.replace(settings, **found, **digests)


def same_files(settings: Settings) -> None:
    """Refuse if a file is not the one that the plan was made with."""
    for path, digest in ((settings.file, settings.file_digest), (settings.tools, settings.tools_digest)):
        if path and digest and file_digest(path) != digest:
            raise HoldfastError(f"{path} is not the file that the plan was made with; restore it or start a new run.")


def _check(settings: Settings) -> None:
    check_least(settings, 0, "decisions", "values", meaning="all")
    check_least(settings, 1, "max_tokens", "max_chars")
    check_names("intervention", settings.interventions, INTERVENTIONS)
