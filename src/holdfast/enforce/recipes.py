"""Every choice of a training, its default, and the recipes that set several of them at once."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from holdfast.core import HoldfastError
from holdfast.enforce.objective import OBJECTIVES
from holdfast.suites.options import check_least, check_names, option, overridden

ORDERS = ("1", "3", "all", "fresh")


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a constraint is trained in. The defaults are the paper's (004, section 5 and Appendix B) where it has one."""

    recipe: str = "paper"
    """`paper`: TCIT-H with TCIT-F as anchor. `selective`: also TCIT-C and inner pairs, so that shortcuts do not pay."""
    objective: str = "preference"
    """`preference`, `sft`, `dpo` or `hinge`."""
    epsilon: float | None = None
    """The margin asked for; each objective has its own default."""
    beta: float | None = None
    """How steeply a margin counts; each objective has its own default, the paper's is 1."""
    orders: str = "3"
    """Clause orders per chain: 1 (forward), 3 (forward, reverse and a random one), all, or `fresh` (one, drawn;
    forward and reverse an eighth of the time each)."""
    anchor: bool = True
    """Whether TCIT-F is taught too."""
    hold_out_orders: bool = False
    """Never teach even permutations (forward and reverse apart), so that unseen orders remain to be tested on."""
    nodes: int = 4
    """Events per chain."""
    curriculum: tuple[int, ...] = ()
    """Of `selective`: the steps from which events one, two, three causal steps below a root are asked about in whole
    chains; before the first, and in every third lesson, chains have two events. Empty asks everything at once."""
    longer: int = 0
    """Of `selective`: events per chain in another third of the lessons, once the curriculum goes deeper than `nodes`
    allow; 0 for none."""
    retain: float = 0.0
    """How much a divergence from the untrained model's own words about everyday things costs; 0 lets it drift."""
    rank: int = 16
    """Of the LoRA matrices."""
    alpha: int = 32
    """Their scale."""
    dropout: float = 0.05
    """On their input."""
    targets: str = "attention"
    """Which projections are adapted: `attention`, `all` linear ones, or names separated by commas."""
    learning_rate: float = 1e-4
    """At the top of the schedule."""
    weight_decay: float = 0.01
    """Of AdamW."""
    warmup: int = 100
    """Steps until the top; from there a cosine leads to zero."""
    clip: float = 1.0
    """The longest gradient."""
    steps: int = 300
    """Optimiser steps; fewer if validation is satisfied before."""
    lessons: int = 4
    """Lessons per step, over all processes: gradients accumulate over them."""
    validate_every: int = 20
    """Steps between validations."""
    validation_lessons: int = 12
    """Units of held-out names that a validation asks."""
    patience: int = 2
    """Stop after so many validations in a row with every unit right; 0 trains to the end."""
    checkpoint_every: int = 20
    """Steps between checkpoints."""
    seed: int = 42
    """Decides names, orders, initial weights and dropout."""


PAPER = Settings()
RECIPES: Mapping[str, Settings] = {
    "paper": PAPER,
    "selective": Settings(
        recipe="selective",
        orders="fresh",
        hold_out_orders=True,
        targets="all",
        dropout=0.0,
        beta=10.0,
        learning_rate=1e-3,
        warmup=20,
        steps=660,
        lessons=3,
        curriculum=(40, 110, 180, 300),
        longer=6,
        retain=1.0,
        validate_every=50,
        validation_lessons=4,
        checkpoint_every=25,
    ),
}


def resolve(overrides: Mapping[str, str]) -> Settings:
    """A recipe with the user's own values on top, checked."""
    recipe = overrides.get("recipe", PAPER.recipe)
    check_names("recipe", (recipe,), RECIPES)
    settings = overridden("enforce", RECIPES[recipe], overrides)
    check_names("objective", (settings.objective,), OBJECTIVES)
    check_names("choice of orders", (settings.orders,), ORDERS)
    if not 3 <= settings.nodes <= 8:
        raise HoldfastError(f"A chain has 3 to 8 nodes, not {settings.nodes}; change `--nodes`.")
    if settings.longer and not settings.nodes < settings.longer <= 8:
        raise HoldfastError(f"`--longer` is 0, or more than `--nodes` and at most 8, not {settings.longer}.")
    check_least(
        settings, 1, "rank", "alpha", "steps", "lessons", "validate_every", "validation_lessons", "checkpoint_every"
    )
    check_least(settings, 0, "warmup", "patience", "weight_decay", "retain")
    for name in ("beta", "learning_rate", "clip"):
        if (value := getattr(settings, name)) is not None and not value > 0:
            raise HoldfastError(f"`{option(name)}` must be above 0, not {value:g}.")
    if not 0 <= settings.dropout < 1:
        raise HoldfastError(f"`--dropout` is a share from 0 to below 1, not {settings.dropout:g}.")
    return settings
