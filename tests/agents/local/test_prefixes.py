"""Groups of prompts that begin alike: everybody in one group, and never more to compute than alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.agents.local.prefixes import Group, batches, groups

PROMPTS = st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=12).map(tuple), min_size=1, max_size=30)


def test_a_common_beginning_is_shared_and_a_stranger_stays_alone() -> None:
    prompts = [(1, 2, 3, 4, 5), (9, 9, 9), (1, 2, 3, 4, 6), (1, 2, 3, 7)]
    assert groups(prompts, 8) == [Group(3, (0, 2, 3)), Group(2, (1,))]


def test_equal_prompts_keep_a_last_token_of_their_own() -> None:
    assert groups([(1, 2, 3), (1, 2, 3)], 8) == [Group(2, (0, 1))]


@given(PROMPTS, st.integers(1, 6))
def test_every_prompt_is_in_one_group_that_shares_what_it_says(prompts, most) -> None:
    found = groups(prompts, most)
    assert sorted(i for group in found for i in group.members) == list(range(len(prompts)))
    computed = 0
    for group in found:
        assert len(group.members) <= most
        first = prompts[group.members[0]]
        assert all(prompts[i][: group.shared] == first[: group.shared] for i in group.members)
        assert all(len(prompts[i]) > group.shared for i in group.members)
        computed += group.shared + sum(len(prompts[i]) - group.shared for i in group.members)
    assert computed <= sum(map(len, prompts))


@given(PROMPTS, st.integers(1, 6), st.booleans())
def test_batches_hold_every_prompt_once_and_no_more_than_asked(prompts, most, share) -> None:
    found = list(batches(prompts, most, share=share))
    assert sorted(i for batch in found for group in batch for i in group.members) == list(range(len(prompts)))
    assert all(0 < sum(len(group.members) for group in batch) <= most for batch in found)
    if not share:
        assert {group.shared for batch in found for group in batch} == {0}
