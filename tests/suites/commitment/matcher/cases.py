"""Replies of our own, apart from the labelled halves and in other scenarios: written one by one, or from templates.

`cases.jsonl` has replies to the questions of `scenarios.jsonl`; `templates_*.txt` have the everyday wording of answers,
one a line behind its label (M match, N no match, U unclear), to be filled with the candidates of any question. What the
matcher gets wrong is kept and marked.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from holdfast.suites.commitment.candidates import AnswerKind, Candidate, Candidates, Decision, Role

FOLDER = Path(__file__).parent
ROLES = (Role.GOLD, Role.DISTRACTOR, Role.STALE, Role.NEAR_MISS, Role.OTHER)
LABELS = {"M": Decision.MATCH, "N": Decision.NO_MATCH, "U": Decision.UNCLEAR}


class Scenario(msgspec.Struct, frozen=True):
    """A question and what may be answered."""

    name: str
    question: str
    candidates: Candidates


class Case(msgspec.Struct, frozen=True):
    """A reply and what it asserts."""

    group: str
    scenario: str
    reply: str
    decision: Decision
    known_failure: bool = False
    """Whether the matcher takes it for a match and it is none, or the other way round."""


class Template(msgspec.Struct, frozen=True):
    """A reply with gaps."""

    text: str
    decision: Decision


class Filling(msgspec.Struct, frozen=True):
    """A question and what goes into a template's gaps."""

    question: str
    candidates: Candidates
    gaps: dict[str, str]


def values(*texts: str, kind: AnswerKind = AnswerKind.VALUE) -> Candidates:
    """Candidates of these texts, the right one first."""
    return Candidates(kind, tuple(Candidate(text, role) for text, role in zip(texts, ROLES, strict=False)))


def pairs(*texts: tuple[str, str, str]) -> Candidates:
    """Pairs of a value, its source and another name of the source, the right one first."""
    members = [
        Candidate(value, role, (), source, (alias,)) for (value, source, alias), role in zip(texts, ROLES, strict=False)
    ]
    return Candidates(AnswerKind.PAIR, tuple(members))


def _read(name: str, kind: type[msgspec.Struct]) -> list:
    return [msgspec.json.decode(line, type=kind) for line in (FOLDER / name).read_bytes().splitlines()]


def templates(name: str) -> list[Template]:
    """The templates of a file."""
    lines = (FOLDER / f"templates_{name}.txt").read_text("utf-8").splitlines()[1:]
    return [Template(line[2:].replace("\\n", "\n"), LABELS[line[0]]) for line in lines]


def _any(question: str, texts: list[str], opening: str, *, kind: AnswerKind = AnswerKind.VALUE) -> Filling:
    gold, wrong, other, _ = texts
    gaps = {
        "q": question,
        "g": gold,
        "o": wrong,
        "p": other,
        "d": opening,
        "G": gold[0].upper() + gold[1:],
        "O": wrong[0].upper() + wrong[1:],
        "D": opening[0].upper() + opening[1:],
    }
    return Filling(question, values(*texts, kind=kind), gaps)


def _pair(question: str, *texts: tuple[str, str, str]) -> Filling:
    (gold, source, _), (wrong, other, _), (third, last, _) = texts
    return Filling(question, pairs(*texts), {"g": gold, "s": source, "o": wrong, "w": other, "p": third, "v": last})


def _binding(question: str, texts: list[str], asked: str, others: tuple[str, str], short: tuple[str, str]) -> Filling:
    gaps = {"g": texts[0], "o": texts[1], "p": texts[2], "e": asked, "f": others[0], "h": others[1]}
    x, y = short
    gaps |= {"x": x, "y": y, "X": x[0].upper() + x[1:], "Y": y[0].upper() + y[1:]}
    return Filling(question, values(*texts), gaps)


SCENARIOS: dict[str, Scenario] = {scenario.name: scenario for scenario in _read("scenarios.jsonl", Scenario)}
CASES: list[Case] = _read("cases.jsonl", Case)
FILLINGS = {
    "any": [
        _any(
            "Which pilot flies the morning route?",
            ["pilot Vera", "pilot Vesna", "pilot Karel", "pilot Odd"],
            "the morning route is flown by",
        ),
        _any(
            "Which hangar is the glider in?",
            ["hangar 6", "hangar 16", "hangar 9", "hangar 60"],
            "the glider is parked in",
        ),
        _any("When does the briefing start?", ["07:40", "07:14", "08:40", "06:40"], "the briefing starts at"),
        _any("What is the fee now?", ["€95", "€59", "€90", "€950"], "the fee amounts to"),
        _any(
            "What is the flight's status?",
            ["cleared", "delayed", "cancelled", "boarding"],
            "the flight is",
            kind=AnswerKind.STATE,
        ),
        _any(
            "Which supplier holds the contract?",
            ["Arbor Freight", "Arbour Freight", "Tidewater Lines", "Kestrel Cargo"],
            "the contract is held by",
        ),
    ],
    "pair": [
        _pair(
            "What is the depth, and who measured it?",
            ("42 m", "survey vessel", "the vessel"),
            ("24 m", "fishing club", "the club"),
            ("40 m", "old sea chart", "the chart"),
        ),
        _pair(
            "What price was agreed, and which document fixes it?",
            ("$310", "signed offer", "the offer"),
            ("$130", "sales flyer", "the flyer"),
            ("$300", "first quote", "the quote"),
        ),
    ],
    "binding": [
        _binding(
            "Which bunk belongs to Ewa?",
            ["bunk 8", "bunk 18", "bunk 3", "bunk 5"],
            "Ewa",
            ("Eva", "Edda"),
            ("Ewa", "Eva"),
        ),
        _binding(
            "Which crate holds the brass fittings?",
            ["crate D", "crate T", "crate V", "crate B"],
            "the brass fittings",
            ("the steel fittings", "the copper fittings"),
            ("brass", "steel"),
        ),
        _binding(
            "Which gas is in cylinder 4?",
            ["argon", "neon", "helium", "krypton"],
            "cylinder 4",
            ("cylinder 7", "cylinder 9"),
            ("cylinder 4", "cylinder 7"),
        ),
    ],
}
"""What the templates of each file are filled with."""
