"""Mentions of candidates, the clauses that they stand in, and what is known while a reply is read."""

from __future__ import annotations

from holdfast.suites.commitment.candidates import AnswerKind
from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.scan import Item
from holdfast.suites.commitment.matcher.subjects import Subjects

DENIED, ASIDE, FAINT, WEAK, PLAIN, STRONG, CONCLUDED, ANSWERED = -2, 0, 1, 2, 4, 6, 8, 10
"""How much of an answer a mention is: expressly not; told in passing; of the past or only told of; reported or hedged;
said; said in the form of an answer; concluded; marked as the answer."""

ARTICLES = frozenset(("the", "a", "an"))
SIGNS = frozenset(", . ; : ! ? ( ) \n — ... [ ] | •".split(" "))
"""Signs that end a stretch of words."""
GOES_ON = frozenset(
    """
    is was are were has had have does did do lacks lack can cannot could will would should must isn wasn aren
    weren doesn didn hasn hadn don won couldn fails failed misses remains stays he she it they which who that
    this these those neither its his her their him them never not no nobody none nothing turned
    """.split()
)
"""Words with which a clause goes on about the last subject."""


class Clause:
    """A stretch of a sentence that says one thing."""

    __slots__ = ("cues", "end", "first", "flags", "intro", "mentions", "number")

    def __init__(self, number: int, first: int, intro: int) -> None:
        self.number, self.first, self.intro = number, first, intro
        self.end = first
        self.flags = 0
        self.cues: list[Item] = []
        self.mentions: list[Mention] = []


class Mention:
    """A candidate in its place in the reply."""

    __slots__ = ("after", "clause", "epoch", "first", "group", "level", "rule", "sentence", "subject", "target", "told")

    def __init__(self, item: Item, sentence: int, clause: Clause) -> None:
        self.first, self.after, self.target = item.first, item.after, item.target
        self.sentence, self.clause = sentence, clause
        self.epoch = 0
        """How many corrections stand before it."""
        self.group = -1
        """The list of candidates that it stands in."""
        self.level = PLAIN
        self.rule = ""
        self.told = False
        """Whether it is only told of, in a clause that does not look like an answer."""
        self.subject = 0
        """1 where it is said of what the question asks about, -1 where of something else."""

    def deny(self, rule: str) -> None:
        """Say that this is not the answer."""
        if self.level != DENIED:
            self.level, self.rule = DENIED, rule

    def cap(self, level: int, rule: str) -> None:
        """Hold the level down."""
        if self.level > level:
            self.level, self.rule = level, rule


class Reader:
    """What is known of a reply while its sentences are read one by one."""

    def __init__(self, words: list[str], known: Compiled, subjects: Subjects | None) -> None:
        self.words, self.known, self.subjects = words, known, subjects
        self.pairs = known.kind is AnswerKind.PAIR
        self.mentions: list[Mention] = []
        self.flags = 0
        self.epoch = 0
        self.firm = False
        """Whether the last correction takes back, rather than only doubts."""
        self.sentences = 0
        self.last: list[Mention] = []
        """The mentions that a pronoun can mean."""
        self.announced = False
        self.told: set[str] = set()
        """The words of the last sentence with a mention."""
        self.topic = (0, 0)
        """The short question that the next sentence answers: `Row 12? Tannat.`"""
        self.asked: list[Mention] = []
        """The mentions of a question that the reply asks itself."""
        self.unlisted = False
        """Whether something that is no candidate was given as the answer."""
        self.reasons: list[Mention] = []
        self.section = 0
        """What the heading says under which a list stands."""
        self.undecided = 0
        """The last sentence that says that the choice is open."""


def earlier_clause(clauses: list[Clause], place: int) -> Clause | None:
    """The last clause before this one that has a mention."""
    return next((clause for clause in reversed(clauses[:place]) if clause.mentions), None)
