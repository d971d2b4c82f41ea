"""What tokens cost: the price table in `prices.toml`, the user's own in front of it.

A model without a line has no price. Nothing is guessed from its name, except that a dated snapshot costs what the
name before the date costs.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from holdfast.core import HoldfastError

BUILT_IN = Path(__file__).with_name("prices.toml")
SNAPSHOT = re.compile(r"-\d{4}-\d{2}-\d{2}$")


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """US dollars per million tokens."""

    input: float
    """For tokens read."""
    output: float
    """For tokens written."""

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float:
        """In US dollars."""
        return (prompt_tokens * self.input + completion_tokens * self.output) / 1e6


class _PriceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    models: dict[str, Price]


def load_prices(override: str | Path | None = None) -> dict[str, Price]:
    """The built-in table with the user's file laid over it."""
    table = dict(_read(BUILT_IN))
    if override is not None:
        table.update(_read(Path(override)))
    return table


def price_of(model: str, prices: dict[str, Price]) -> Price | None:
    """The model's price, or that of the name before its date; None where neither has a line."""
    return prices.get(model) or prices.get(SNAPSHOT.sub("", model))


def _read(path: Path) -> dict[str, Price]:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=_PriceFile).models
    except OSError as error:
        raise HoldfastError(f"The price file {path} cannot be read ({error.strerror}); check its path.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        example = '[models] and "my-model" = { input = 0.15, output = 0.60 }'
        raise HoldfastError(f"The price file {path} is not a price table ({error}); write {example}.") from error
