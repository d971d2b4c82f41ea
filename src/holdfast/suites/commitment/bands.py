"""The design variables of the three bands (paper 001, section 3): what makes a task hard, as numbers that shape it.

Difficulty priors and integrity weights are design priors: people's ratings replace them where there are any.
"""

from __future__ import annotations

import msgspec


class Band(msgspec.Struct, frozen=True):
    """How hard a task is made."""

    name: str
    """`easy`, `medium` or `hard`."""
    delay_length: int
    """Turns that decide nothing, between what must be kept and the question."""
    contradiction_density: int
    """Statements about the asked slot that contradict what was said before."""
    source_conflicts: int
    """Other sources, or older states, that give another value."""
    near_misses: int
    """Candidates that fail by one detail."""
    tool_noise: int
    """Tool outputs that are incomplete or about something else."""
    human_difficulty: float
    """The design prior of human difficulty, 0 to 1."""
    integrity_weight: float
    """The design-time integrity weight."""


BANDS = {
    band.name: band
    for band in (
        Band("easy", 2, 1, 2, 1, 1, 0.40, 0.85),
        Band("medium", 4, 2, 3, 2, 2, 0.60, 1.00),
        Band("hard", 6, 3, 4, 3, 3, 0.80, 1.15),
    )
}
