"""Which corpora a run has, synthetic or listed, and their events."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.core import HoldfastError
from holdfast.suites.binding.bids import listed_corpora, lists_digest
from holdfast.suites.binding.events import Event, synthetic
from holdfast.suites.binding.settings import Settings


def corpora(settings: Settings, count: int) -> Iterator[list[Event]]:
    """The events of every corpus, synthetic or listed."""
    if settings.data:
        if lists_digest(settings.data) != settings.data_digest:
            raise HoldfastError(f"The event lists at {settings.data} changed since the run was planned; restore them.")
        yield from listed_corpora(settings.data, count, settings.seed)
    else:
        for name in settings.corpora:
            yield synthetic(name, count, settings.seed)
