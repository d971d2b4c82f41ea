"""Recipes: the paper's numbers, the user's on top, and what cannot be is refused in one sentence."""

from __future__ import annotations

import pytest

from holdfast.core import HoldfastError
from holdfast.enforce.recipes import RECIPES, resolve


def test_the_defaults_are_the_papers() -> None:
    """Section 5 and Appendix B of paper 004."""
    s = resolve({})
    assert (s.recipe, s.objective, s.orders, s.anchor, s.nodes) == ("paper", "preference", "3", True, 4)
    assert (s.rank, s.alpha, s.dropout, s.targets) == (16, 32, 0.05, "attention")
    assert (s.learning_rate, s.weight_decay, s.warmup) == (1e-4, 0.01, 100)
    assert (s.epsilon, s.beta) == (None, None)
    assert not s.hold_out_orders


def test_a_recipe_sets_several_and_the_user_has_the_last_word() -> None:
    s = resolve({"recipe": "selective", "learning_rate": "5e-4", "anchor": "false", "epsilon": "0.5", "rank": "8"})
    base = RECIPES["selective"]
    assert (s.recipe, s.learning_rate, s.anchor, s.epsilon, s.rank) == ("selective", 5e-4, False, 0.5, 8)
    assert (s.hold_out_orders, s.targets, s.orders) == (base.hold_out_orders, base.targets, base.orders)
    assert base.hold_out_orders, "what was never taught remains to be tested on"
    assert all(RECIPES[name].recipe == name for name in RECIPES)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"recipe": "papers"}, "There is no recipe 'papers'; did you mean 'paper'?"),
        ({"objective": "simpo"}, "There is no objective 'simpo'; "),
        ({"objective": "dpoo"}, "did you mean 'dpo'?"),
        ({"orders": "2"}, "There is no choice of orders '2'; "),
        ({"learning_rates": "1"}, "did you mean 'learning_rate'?"),
        ({"rank": "many"}, "`--rank` takes a whole number, not 'many'."),
        ({"anchor": "perhaps"}, "`--anchor` takes true or false, not 'perhaps'."),
        ({"beta": "steep"}, "`--beta` takes a number, not 'steep'."),
        ({"nodes": "2"}, "3 to 8 nodes, not 2"),
        ({"nodes": "9"}, "3 to 8 nodes, not 9"),
        ({"dropout": "1"}, "`--dropout` is a share"),
        ({"dropout": "-0.1"}, "`--dropout` is a share"),
        ({"dropout": "nan"}, "`--dropout` is a share"),
        ({"learning_rate": "0"}, "`--learning-rate` must be above 0"),
        ({"learning_rate": "nan"}, "`--learning-rate` must be above 0"),
        ({"clip": "-1"}, "`--clip` must be above 0"),
        ({"beta": "0"}, "`--beta` must be above 0"),
        ({"weight_decay": "-0.1"}, "`--weight-decay` must be 0 or more"),
        ({"warmup": "-1"}, "`--warmup` must be 0 or more"),
        ({"patience": "-1"}, "`--patience` must be 0 or more"),
        *(
            ({name: "0"}, f"`--{name.replace('_', '-')}` must be 1 or more, not 0.")
            for name in (
                "rank",
                "alpha",
                "steps",
                "lessons",
                "validate_every",
                "validation_lessons",
                "checkpoint_every",
            )
        ),
    ],
)
def test_what_cannot_be_is_refused(given, says) -> None:
    with pytest.raises(HoldfastError) as caught:
        resolve(given)
    said = str(caught.value)
    assert says in said
    assert "\n" not in said
