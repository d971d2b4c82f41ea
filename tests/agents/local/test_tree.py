"""Packing token sequences: every unique token once, each seeing exactly its own past."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.agents.local.tree import Pack, TokenSequence, packs


@st.composite
def sequences(draw: st.DrawFn) -> list[TokenSequence]:
    """Few different tokens, so that beginnings are often shared and sequences often equal."""
    found = []
    for _ in range(draw(st.integers(1, 12))):
        tokens = tuple(draw(st.lists(st.integers(0, 2), min_size=2, max_size=9)))
        found.append(TokenSequence(tokens, draw(st.integers(1, len(tokens) - 1))))
    return found


def past(pack: Pack, node: int) -> list[int]:
    """The tokens that a node sees, in the order of their positions."""
    seen = [i for i, visible in enumerate(pack.mask()[node]) if visible]
    assert sorted(int(pack.depths[i]) for i in seen) == list(range(len(seen)))
    return [int(pack.tokens[i]) for i in sorted(seen, key=lambda i: pack.depths[i])]


@given(sequences(), st.integers(4, 40))
def test_each_continuation_is_predicted_from_its_own_past_and_nothing_else(
    given_sequences: list[TokenSequence], budget: int
) -> None:
    found = set()
    for pack in packs(given_sequences, budget):
        for member, sources, wanted in zip(pack.members, pack.sources, pack.wanted, strict=True):
            sequence = given_sequences[member]
            pasts = [past(pack, int(node)) for node in sources]
            assert pasts == [list(sequence.tokens[:i]) for i in range(sequence.start, len(sequence.tokens))]
            assert tuple(wanted) == sequence.tokens[sequence.start :]
            found.add(member)
    assert sorted(found) == list(range(len(given_sequences)))


@given(sequences())
def test_every_unique_prefix_is_computed_once_and_last_tokens_not_at_all(given_sequences: list[TokenSequence]) -> None:
    (pack,) = packs(given_sequences, 10_000)
    read = {s.tokens[:i] for s in given_sequences for i in range(1, len(s.tokens))}
    assert len(pack.tokens) == len(read)


@given(sequences(), st.integers(1, 30))
def test_a_pack_keeps_to_its_budget_unless_one_sequence_alone_is_longer(
    given_sequences: list[TokenSequence], budget: int
) -> None:
    for pack in packs(given_sequences, budget):
        alone = max(len(given_sequences[i].tokens) for i in pack.members)
        assert len(pack.tokens) <= max(budget, alone)
        if len(pack.tokens) > budget:
            assert len({given_sequences[i].tokens for i in pack.members}) == 1
