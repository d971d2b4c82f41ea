"""Keyed randomness: every draw has a name, and the name and the seed decide it.

No generator is shared and none is advanced by somebody else's draws, so results depend neither on the order of work,
nor on the number of workers, nor on the batch size.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from holdfast.core.identity import canonical

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")


def generator(seed: int | str, *name: str | int) -> np.random.Generator:
    """A fresh generator for the draw called `name` under `seed`."""
    import numpy as np

    key = hashlib.blake2b(canonical([seed, *name]), digest_size=16).digest()
    return np.random.Generator(np.random.Philox(key=int.from_bytes(key, "little")))


def shuffled(values: Sequence[T], seed: int | str, *name: str | int) -> list[T]:
    """The values in the order that the draw called `name` gives them."""
    order = generator(seed, "shuffle", *name).permutation(len(values))
    return [values[i] for i in order]
