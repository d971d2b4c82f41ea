"""What is known of a question before any reply: how each candidate may be written, and what the question is about.

A short form that would fit two candidates is none of them: it is ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from holdfast.suites.commitment.candidates import AnswerKind, Candidate, Candidates
from holdfast.suites.commitment.matcher.focus import Focus, focus_of
from holdfast.suites.commitment.matcher.forms import inflections
from holdfast.suites.commitment.matcher.numerals import UNITS
from holdfast.suites.commitment.matcher.spellings import (
    BINDING,
    GLUE,
    JOINED,
    LOOSE,
    Sequence,
    fillers_of,
    last_word,
    shortened,
    spaced,
    unadorned,
    variants,
    words_of,
)  # fmt: skip

SOURCE = 1_000
"""Targets from here on are sources of pairs."""
PART = 2_000
"""Targets from here on are parts of joined rules."""
AMBIGUOUS = 9_999
"""A form that fits several candidates."""


class Phrase(NamedTuple):
    """One way to write a candidate."""

    rest: Sequence
    """Its words behind the first."""
    target: int
    """What it names: the index of a candidate, or a source or part."""
    fillers: frozenset[str]
    """What may stand between its words."""
    short: bool = False
    """It was shortened: a neighbour may make it something else."""
    proper: bool = False
    """It is written with a capital: in small letters it is another word."""
    head: str = ""
    """The head noun that was left out."""


class Compiled(NamedTuple):
    """What the matcher knows of one question before it sees a reply."""

    by_word: dict[str, tuple[tuple[Phrase, ...], dict[str, tuple[Phrase, ...]]]]
    """Phrases by their first word, longest first: all of them, and those that a second word leaves."""
    canon: dict[str, str]
    """Inflected words and the word that phrases have."""
    own: frozenset[str]
    """All words of all candidates."""
    kind: AnswerKind
    texts: tuple[str, ...]
    """The candidates as the task writes them."""
    gold: int
    pairs: dict[tuple[int, int], int]
    """For pairs: the candidate of a value and a source."""
    parts: dict[frozenset[int], int]
    """For joined rules: the candidate that has these parts."""
    focus: Focus
    """What the question is about."""
    watched: frozenset[str]
    """Words of a reply that can begin a phrase or be the question's own."""
    exact: dict[str, int]
    """Candidates by every way to write them that needs no reading at all."""
    alone: dict[str, int]
    """The same for pairs too, unadorned."""
    forms: dict[int, tuple[str, ...]]
    """The same the other way round: how each candidate may stand alone."""
    names: dict[str, tuple[str, ...]]
    """All that the candidates and their sources are called, in small letters, by its first word."""
    sort: frozenset[str]
    """The words that all candidates have: `berth`."""
    shape: re.Pattern[str] | None
    """What looks like the candidates, where all have numbers: `room D7` beside `room B12`."""
    asked: frozenset[str]
    """The question's own words and those of the candidates."""
    firsts: frozenset[str]
    """The first words of what stands alone."""
    lasts: frozenset[str]
    """Its last words."""

    def standing(self, said: str) -> int | None:
        """The candidate that some words are, and nothing besides. Most are none, which their last word tells."""
        return self.alone.get(unadorned(said)) if last_word(said) in self.lasts else None


@lru_cache(maxsize=4096)
def compiled(candidates: Candidates, question: str) -> Compiled:
    """The phrases of all candidates, and the question's own words."""
    members = candidates.members
    texts = tuple(member.text for member in members)
    gold = next(place for place, member in enumerate(members) if member is candidates.gold)
    phrases: list[tuple[Sequence, Phrase]] = []
    pairs: dict[tuple[int, int], int] = {}
    parts: dict[frozenset[int], int] = {}
    if candidates.kind is AnswerKind.PAIR:
        values = _distinct((member.text, member.aliases) for member in members)
        sources = _distinct((member.source, member.source_aliases) for member in members)
        phrases += _phrases(list(values.values()), 0) + _phrases(list(sources.values()), SOURCE)
        for place, member in enumerate(members):
            pairs[_place(values, member.text), SOURCE + _place(sources, member.source)] = place
    else:
        phrases += _phrases([(member.text, *member.aliases) for member in members], 0)
        phrases += _part_phrases(members, parts)
    index: dict[str, list[tuple[int, Phrase]]] = {}
    canon: dict[str, str] = {}
    own: set[str] = set()
    for words, phrase in phrases:
        own.update(words)
        index.setdefault(words[0], []).append((len(words), phrase))
        if phrase.fillers is LOOSE:
            canon |= {form: word for word in words for form in inflections(word)}
    for form, word in canon.items():
        if form != word and word in index and form not in own:
            index.setdefault(form, []).extend(index[word])
    ordered = {word: _by_second(sorted(found, key=lambda item: -item[0])) for word, found in index.items()}
    focus = focus_of(question, frozenset(own))
    watched = frozenset(ordered) | focus.words | focus.silent
    exact = {} if pairs else _exact(phrases, members)
    alone = _alone_pairs(members) if pairs else _alone(phrases, exact, members)
    written = (form.lower() for member in members for form in (member.text, *member.aliases, member.source) if form)
    names = {*alone, *written, *(" ".join(words) for words, phrase in phrases if phrase.target < PART)}
    return Compiled(
        ordered, canon, frozenset(own), candidates.kind, texts, gold, pairs, parts, focus, watched, exact, alone,
        {target: tuple(form for form, other in alone.items() if other == target) for target in set(alone.values())},
        _by_first(names),
        frozenset.intersection(*(frozenset(words_of(text)) for text in texts)),
        None if pairs else _shape(texts),
        focus.words | own,
        frozenset(form.split(" ", 1)[0] for form in alone) | BINDING,
        frozenset(form.rsplit(" ", 1)[-1] for form in alone),
    )  # fmt: skip


def _shape(texts: tuple[str, ...]) -> re.Pattern[str] | None:
    """A pattern of any value like some: other numbers, and other letters before them."""
    if not all(any(map(str.isdigit, text)) for text in texts):
        return None
    alike = sorted({re.sub(r"[a-z]?\d+", "0", text.lower()) for text in texts})
    if "0" in alike:
        return None  # any number is like a bare one
    forms = "|".join(re.escape(form).replace("0", r"[a-z]?\d+") for form in alike)
    return re.compile(rf"(?<![\w,.:])(?:{forms})(?!\w|[,.:]\d)")


def _by_first(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Names by their first word."""
    found: dict[str, list[str]] = {}
    for name in sorted(names):
        words = spaced(name).split()
        if words:
            found.setdefault(words[0], []).append(name)
    return {first: tuple(same) for first, same in found.items()}


def _by_second(found: list[tuple[int, Phrase]]) -> tuple[tuple[Phrase, ...], dict[str, tuple[Phrase, ...]]]:
    """Phrases with the same first word, and what is left of them by the second."""
    phrases = tuple(phrase for _, phrase in found)
    seconds = {phrase.rest[0] for phrase in phrases if phrase.rest}
    return phrases, {
        second: tuple(phrase for phrase in phrases if not phrase.rest or phrase.rest[0] == second)
        for second in seconds | {""}
        if second or any(not phrase.rest for phrase in phrases)
    }


def _part_phrases(members: tuple[Candidate, ...], parts: dict[frozenset[int], int]) -> list[tuple[Sequence, Phrase]]:
    """The parts of rules that join several, each once; which parts make which candidate goes into `parts`."""
    numbers: dict[frozenset[str], int] = {}
    found = []
    every = {part for member in members for part in _parts(member)}
    for place, member in enumerate(members):
        joined = _parts(member)
        for part in joined:
            target = numbers.setdefault(frozenset(part), PART + len(numbers))
            found += [(words, Phrase(words[1:], target, LOOSE)) for words in permutations(part)]
            short = part[1:]
            if len(short) > 1 and sum(other[-len(short) :] == short for other in every) == 1:  # `a written recipe log`
                found.append((short, Phrase(short[1:], target, LOOSE)))
        if joined:
            parts[frozenset(numbers[frozenset(part)] for part in joined)] = place
    return found


def _exact(phrases: list[tuple[Sequence, Phrase]], members: tuple[Candidate, ...]) -> dict[str, int]:
    """Plain spellings that name one candidate and nothing else."""
    found: dict[str, int] = {}
    for words, phrase in phrases:
        if phrase.target < len(members) and all(map(str.isalpha, words)) and len(words[0]) > 1:
            found[" ".join(words)] = phrase.target
    for place, member in enumerate(members):
        for form in (member.text, *member.aliases):
            found[form.lower()] = place
    return found


def _alone(
    phrases: list[tuple[Sequence, Phrase]], exact: dict[str, int], members: tuple[Candidate, ...]
) -> dict[str, int]:
    """Candidates as they stand alone, short forms that fit one only included."""
    short = {" ".join(words): phrase.target for words, phrase in phrases if phrase.target < PART}
    for place, member in enumerate(members):
        _, _, tail = member.text.lower().partition(" ")
        if any(map(str.isdigit, tail)) and sum(other.text.lower().endswith(tail) for other in members) == 1:
            short[tail] = place  # `P-2705` of `Poll P-2705`, as it is written
    return {unadorned(form): target for form, target in (short | exact).items()}


def _alone_pairs(members: tuple[Candidate, ...]) -> dict[str, int]:
    """Pairs as they stand alone, the value or the source first."""
    found: dict[str, int] = {}
    texts = {member.text for member in members}
    for place, member in enumerate(members):
        number, _, _ = member.text.partition(" ")
        short = any(map(str.isdigit, number)) and sum(text.startswith(f"{number} ") for text in texts) == 1
        for value in (member.text, *member.aliases, *([number] if short else [])):  # `6,894` of `6,894 terns`
            for source in (member.source, *member.source_aliases):
                found[unadorned(f"{value} {source}")] = found[unadorned(f"{source} {value}")] = place
    return found


def _distinct(written: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, Sequence]:
    """The same text of several pairs once, with all its aliases."""
    found: dict[str, Sequence] = {}
    for text, aliases in written:
        key = " ".join(words_of(text))
        found[key] = (*found.get(key, (text,)), *aliases)
    return found


def _place(found: dict[str, Sequence], text: str) -> int:
    return list(found).index(" ".join(words_of(text)))


def _phrases(written: list[Sequence], base: int) -> list[tuple[Sequence, Phrase]]:
    """Every way to write each of some texts, short forms included where they fit one only."""
    full = [{words_of(form): form for form in reversed(forms)} for forms in written]
    firsts = [words_of(forms[0]) for forms in written]
    heads, tails = [words[0] for words in firsts], [words[-1] for words in firsts]
    claims: dict[Sequence, dict[int, Phrase]] = {}
    for place, forms in enumerate(full):
        proper = written[place][0][:1].isupper()
        sure = {word for words in forms for word in words if word[0] == "t" and ":" in word}
        for words, text in forms.items():
            fillers = fillers_of(text, words)
            for form in variants(words, text):
                if sure and any(
                    word[0] == "t" and ":" in word and word not in sure for word in form
                ):  # `6:45` of `06:45` is not `6:45 pm`
                    continue
                claims.setdefault(form, {})[place] = Phrase(form[1:], base + place, fillers, proper=proper)
            joined = text == text.lower() and JOINED.search(text) and len(words) > 2
            for form, head in () if joined else shortened(words, text, heads, tails):
                phrase = Phrase(form[1:], base + place, fillers, short=True, proper=proper, head=head)
                claims.setdefault(form, {}).setdefault(place, phrase)
    found = []
    for form, owners in claims.items():
        owner = _owner(form, owners, full)
        if owner is not None:
            found.append((form, owner))
        elif not base and form[0] not in UNITS:
            found.append((form, Phrase(form[1:], AMBIGUOUS, GLUE)))
    return found


def _owner(form: Sequence, owners: dict[int, Phrase], full: list[dict[Sequence, str]]) -> Phrase | None:
    """The one phrase that a form stands for: the only full one, or a short one that is no part of another candidate."""
    exact = [phrase for phrase in owners.values() if not phrase.short]
    if len(exact) == 1:
        return exact[0]
    if len(owners) != 1:
        return None
    place, phrase = next(iter(owners.items()))
    shared = any(_inside(form, words) for other, forms in enumerate(full) if other != place for words in forms)
    return None if shared else phrase


def _inside(words: Sequence, other: Sequence) -> bool:
    """Whether some words stand in this order, side by side, in others."""
    return any(other[place : place + len(words)] == words for place in range(len(other) - len(words) + 1))


def _parts(member: Candidate) -> list[Sequence]:
    """The parts of a rule that joins several, each in its own words; empty for anything else."""
    if not member.text[:1].islower():
        return []
    parts = [words_of(part) for part in JOINED.split(member.text)]
    if len(parts) < 2 or not all(parts) or sum(map(len, parts)) < 3 or max(map(len, parts)) > 4:
        return []
    return parts
