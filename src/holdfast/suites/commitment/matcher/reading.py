"""What a reply says of each candidate that it mentions: clause by clause, how strongly each mention is an answer.

Sentences are cut into clauses at signs and conjunctions. Inside a clause a cue reaches the mention that it governs: a
negation the one behind it, or else its subject; a contrast the one behind; a replacement both. A clause without a
mention of its own that goes on about the last one (`…, which is stale`, `but that note is outdated`) reaches back.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.suites.commitment.candidates import AnswerKind
from holdfast.suites.commitment.matcher.phrases import SOURCE, Compiled
from holdfast.suites.commitment.matcher.scan import KNOWN, Item
from holdfast.suites.commitment.matcher.subjects import Subjects
from holdfast.suites.commitment.matcher.wording import Cue

DENIED, ASIDE, FAINT, WEAK, PLAIN, STRONG, CONCLUDED, ANSWERED = -2, 0, 1, 2, 4, 6, 8, 10
"""How much of an answer a mention is: from expressly not, over told in passing, to marked as the answer."""

(
    NEGATION, NOBODY, DENIAL, AVOID, LANDMARK, EXCEPT, ONLY, REPLACES, BY, WITH, FROM, TO, CHANGED, FORMER, PAST, WAS, NOW,
    HEDGE, LOOKS, PROPOSED, FUTURE, SAYS, CLAIMS, BELIEVES, AFFIRMS, ENDORSES, CHOOSES, ANSWERS, CONCLUDES, CORRECTS, RECHECKS, BUT, REASON,
    CONCESSION, CONDITION, UNLESS, ELSE, WHETHER, AND, OR, COPULA, ALSO, REFUSES, UNDECIDED, YES, NO, QUESTION_WORD,
    SENTENCE, ASKED, HARD, SOFT, STRUCK,
) = (
    int(Cue[name]) for name in (
        "NEGATION NOBODY DENIAL AVOID LANDMARK EXCEPT ONLY REPLACES BY WITH FROM TO CHANGED FORMER PAST WAS NOW HEDGE LOOKS PROPOSED FUTURE SAYS "
        "CLAIMS BELIEVES AFFIRMS ENDORSES CHOOSES ANSWERS CONCLUDES CORRECTS RECHECKS BUT REASON CONCESSION CONDITION UNLESS "
        "ELSE WHETHER AND OR COPULA ALSO REFUSES UNDECIDED YES NO QUESTION_WORD SENTENCE ASKED HARD SOFT STRUCK"
    ).split()
)  # fmt: skip

_BREAKS = HARD | SOFT | BUT | REASON | CONCESSION | CONDITION | UNLESS | ELSE | CONCLUDES | CORRECTS | RECHECKS | AND
_GROUP = frozenset(
    "( > < , and or / & the a an vs both nor either plus perhaps maybe possibly alternatively even und oder •".split()
)
_JOINS = frozenset("> < and or / & vs nor plus und oder".split())
_SIGNS = frozenset(", . ; : ! ? ( ) \n — ... [ ] | •".split(" "))
_GOES_ON = frozenset(
    """
    is was are were has had have does did do lacks lack can cannot could will would should must isn wasn aren weren doesn
    didn hasn hadn don won couldn fails failed misses remains stays he she it they which who that this these those neither
    its his her their him them never not no nobody none nothing turned
    """.split()
)
_SHORT_VERBS = frozenset("can does is has did will it then please do".split())
_TRAILING = frozenset(
    "either then please here now though too instead anyway again i think believe guess thanks today sir".split()
)
_LEADS_TO = frozenset("has have is 's be → : = at in on 't not".split())
_TURNS = frozenset("name turn shift slot job watch week round go responsibility".split())
_ABOUT = frozenset("by about regarding concerning".split())
_GOVERNS = NEGATION | NOBODY | DENIAL | AVOID | LANDMARK | EXCEPT | ONLY | REPLACES | FROM | TO | BELIEVES | NO
_ANSWERING = (
    AFFIRMS
    | CHOOSES
    | NOW
    | ENDORSES
    | ONLY
    | QUESTION_WORD
    | SAYS
    | AVOID
    | EXCEPT
    | REPLACES
    | FROM
    | TO
    | ANSWERS
    | CONCLUDES
    | YES
    | HEDGE
    | LOOKS
    | CORRECTS
    | RECHECKS
)
_FILLING = frozenset(
    """
    the a an and but so then well yes ok okay sure at in on to for of with as , : ( ) " - it that this is be 's \n . you
    number just not no therefore however rather also only still i think believe would 'd say my our your courier one
    """.split()
)
_TELLING = frozenset(
    "the a an it he she they this that there its his her their someone somebody everyone people".split()
)
_TELLS = frozenset("is are was were had took came went beat sent got made gave left lost won".split())
_POSITIVE = frozenset(
    "has meets satisfies fits qualifies matches works applies stands wins owns holds takes does goes gets seems leads stays "
    "remains handles covers passes fulfils fulfills complies ticks checks carries instead rather as".split()
)
_PASSING = frozenset("that this which what says said with from have been were will would there their they them".split())
_THAT_ONE = frozenset(
    "is was has 's isn wasn entry value figure number name answer one reading date time line information version option".split()
)
_COPULAS = frozenset(("is", "'s", "be", "are"))
_PERSONS = frozenset("he she they him them his her their".split())
_NEAR = 5
_LONGEST = 60
"""Mentions and cues after which a sentence without an end is cut, so that time stays proportional to length."""


class Mention:
    """A candidate in its place in the reply."""

    __slots__ = (
        "after",
        "bare",
        "clause",
        "clause_end",
        "clause_first",
        "epoch",
        "first",
        "group",
        "level",
        "overlap",
        "rule",
        "sentence",
        "subject",
        "target",
        "told",
    )

    def __init__(self, item: Item, sentence: int, epoch: int) -> None:
        self.first, self.after, self.target = item.first, item.after, item.target
        self.sentence, self.epoch = sentence, epoch
        self.clause = self.group = -1
        self.clause_first = self.clause_end = item.first
        self.level = PLAIN
        self.bare = False
        """Whether its clause is nothing but it."""
        self.overlap = 0
        """How many of the question's words its clause has."""
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


class Clause:
    """A stretch of a sentence that says one thing."""

    __slots__ = ("cues", "end", "first", "flags", "intro", "mentions", "number")

    def __init__(self, number: int, first: int, intro: int) -> None:
        self.number, self.first, self.intro = number, first, intro
        self.end = first
        self.flags = 0
        self.cues: list[Item] = []
        self.mentions: list[Mention] = []


class Reading:
    """All mentions of a reply, and what it says besides."""

    def __init__(self, words: list[str], items: list[Item], known: Compiled, subjects: Subjects | None) -> None:
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
        self._sentences(items)
        given = set(map(id, self.reasons))
        if given and any(mention.level >= PLAIN and id(mention) not in given for mention in self.mentions):
            for mention in self.reasons:
                mention.cap(FAINT, "reason")

    def _sentences(self, items: list[Item]) -> None:
        start, first = 0, 0
        for place, item in enumerate(items):
            if item.flags & (SENTENCE | ASKED) and not item.flags & ANSWERS:
                self._sentence(items[start:place], first, item.first, asked=bool(item.flags & ASKED))
                self.topic = (first, item.first) if item.flags & ASKED and item.first - first < 6 else (0, 0)
                start, first = place + 1, item.after
            elif place - start >= _LONGEST and not item.flags:
                self._sentence(items[start:place], first, item.first, asked=False)
                start, first = place, item.first
        self._sentence(items[start:], first, len(self.words), asked=False)

    def _sentence(self, items: Sequence[Item], first: int, end: int, *, asked: bool) -> None:
        if not items and (end == first or not self.announced):
            if end > first:
                self._heading(first, end, 0, asked=asked)
            return
        self.sentences += 1
        mentions = [Mention(item, self.sentences, self.epoch) for item in items if not item.flags]
        if asked and mentions and self._tagged(mentions[-1].after, end):
            asked = False
            items = [item for item in items if item.first < mentions[-1].after]
        if len(mentions) > 1:
            self._group(mentions)
        clauses = self._clauses(items, mentions, first, end)
        flags = 0
        for clause in clauses:
            flags |= clause.flags
        self.flags |= flags
        if flags & UNDECIDED:
            self.undecided = self.sentences
        if not mentions:
            self._without(clauses, first, end, flags)
            self._heading(first, end, flags, asked=asked)
            return
        opening = [word for word in self.words[first : mentions[0].first] if word[0].isalnum() and len(word) > 1]
        if opening:
            self.section = 0
        for place, clause in enumerate(clauses):
            self._judge(clause, clauses, place)
        self._weigh(clauses, mentions, flags, first, end)
        tentative = (
            flags & HEDGE
            and len(clauses[0].mentions) == len(mentions) == 1
            and self.words[first] in ("perhaps", "maybe", "possibly")
        )
        if self.section:
            self._under_heading(mentions)
        if asked and not tentative:
            for mention in mentions:
                mention.level, mention.rule = ASIDE, "question"
        if items[0].flags & OR and items[0].first == first and self.last:
            for mention in (*self.last, *mentions):
                mention.cap(ASIDE, "listed")
        self.asked = [mention for mention in mentions if mention.rule == "question"] if asked else []
        self.mentions += mentions
        self.last = mentions
        self.told = set(self.words[first:end])
        self.announced = False

    def _heading(self, first: int, end: int, flags: int, *, asked: bool) -> None:
        """Whether a line without a mention heads the lines that follow."""
        ends_line = end >= len(self.words) or self.words[end] == "\n"
        words = [word for word in self.words[first:end] if word[0].isalnum()]
        if not words or asked:
            return
        marked = self.words[end - 1] == ":" or self.words[first] == "number" or len(words) < 5
        self.section = flags if ends_line and marked and len(words) < 9 else 0

    def _under_heading(self, mentions: list[Mention]) -> None:
        """Let a heading govern the mentions of a line below it."""
        section = self.section
        for mention in mentions:
            if section & (NEGATION | DENIAL | AVOID | NO):
                mention.deny("heading")
            elif section & (FORMER | PAST):
                mention.cap(FAINT, "past")
            elif section & (PROPOSED | LOOKS | CLAIMS):
                mention.cap(FAINT, "proposed")
            elif section & (ANSWERS | NOW | AFFIRMS) and mention.level == PLAIN:
                mention.level = STRONG

    def _tagged(self, after: int, end: int) -> bool:
        """Whether a question only asks for assent: `X, doesn't it?`, `X, right?`."""
        tail = self.words[after:end]
        return "," in tail and (tail[-1] in ("right", "correct", "no", "yes") or tail[-2:-1] == ["'t"])

    def _group(self, mentions: list[Mention]) -> None:
        """Find where different candidates stand side by side."""
        for one, two in zip(mentions, mentions[1:], strict=False):
            between = self.words[one.after : two.first]
            if (
                len(between) < 5
                and _GROUP.issuperset(between)
                and between
                and (one.target >= SOURCE) == (two.target >= SOURCE)
            ):
                repeated = "," in between and any(m.target == two.target for m in mentions if m.group == one.group >= 0)
                if (one.target != two.target or one.group >= 0) and not repeated:
                    one.group = two.group = one.group if one.group >= 0 else one.first
        for mention in mentions:
            if mention.group >= 0:
                members = [other for other in mentions if other.group == mention.group]
                inside = self.words[members[0].after : members[-1].first]
                if len(members) < 3 and (_JOINS.isdisjoint(inside) or ("and" in inside and "," in inside)):
                    for member in members:
                        member.group = -1

    def _clauses(self, items: Sequence[Item], mentions: list[Mention], first: int, end: int) -> list[Clause]:
        clauses = [Clause(0, first, 0)]
        waiting = iter(mentions)
        inside = -1
        headed = bool(mentions) and self._headed(mentions[0], first)
        for place, item in enumerate(items):
            flags, clause = item.flags, clauses[-1]
            if not flags:
                mention = next(waiting)
                mention.clause, mention.epoch = clause.number, self.epoch
                clause.mentions.append(mention)
                if mention.group >= 0:
                    inside = max(other.after for other in mentions if other.group == mention.group)
                continue
            if flags & _BREAKS and item.first >= inside and self._breaks(item, items, place, clause, headed=headed):
                if flags & (CORRECTS | RECHECKS):
                    self.epoch += 1
                    self.firm = bool(flags & CORRECTS)
                clause.end = item.first
                clause = Clause(len(clauses), item.after if flags & (SOFT | HARD) else item.first, flags)
                clauses.append(clause)
            clause.cues.append(item)
            clause.flags |= flags
        clauses[-1].end = end
        for clause in clauses:
            for mention in clause.mentions:
                mention.clause_first, mention.clause_end = clause.first, clause.end
        return clauses

    def _headed(self, mention: Mention, first: int) -> bool:
        """Whether a line is about the mention that it opens with, as in a list or table."""
        opening = [word for word in self.words[first : mention.first] if word not in ("•", "—", ".", ")", "|", "(")]
        behind = self.words[mention.after] if mention.after < len(self.words) else ""
        return (
            len(opening) < 2
            and all(len(word) == 1 for word in opening)
            and behind in (":", "—", "(", "|", "→", "=", "←")
        )

    def _breaks(self, item: Item, items: Sequence[Item], place: int, clause: Clause, *, headed: bool) -> bool:
        """Whether a sign or conjunction really begins a clause here."""
        flags, words = item.flags, self.words
        word = words[item.first]
        previous = words[item.first - 1] if item.first else "\n"
        following = words[item.after] if item.after < len(words) else ""
        if headed and flags & (SOFT | HARD | AND):
            upcoming = items[place + 1] if place + 1 < len(items) else None
            return upcoming is not None and not upcoming.flags and upcoming.first <= item.after + 1
        if flags & SOFT and word == ":" and not clause.mentions and not self.pairs:
            long = item.first - clause.first
            if clause.flags & (NEGATION | DENIAL) and long > 3:
                return True
            return bool(clause.number) and long < 3  # but not in `The current value: 57`
        if flags & AND:
            return bool(clause.mentions)
        if word == "since" and following in _SIGNS:
            return False
        if word in ("as", "for"):
            return previous == "," and following not in ("well", "of", "to", "against", "opposed", "for")
        if flags & (CORRECTS | RECHECKS) and item.after == item.first + 1 or word == "no":
            starts = previous in _SIGNS or not item.first or previous in ("my", "oh", "ah", "well", "and", "but")
            return starts or (word == "no" and bool(clause.mentions) and clause.mentions[-1].after == item.first)
        if flags & CONCLUDES:
            return word in ("so", "which", "leaving", "meaning", "making") and following not in (
                "far",
                "many",
                "much",
                "on",
                "called",
            )
        if flags & ELSE and word == "otherwise":
            return previous in _SIGNS or previous in ("or", "and", "but")
        if word == "yet":
            return previous in _SIGNS or previous == "and"
        if flags & CONDITION and not flags & (HARD | SOFT):
            return True
        return True

    def _judge(self, clause: Clause, clauses: list[Clause], place: int) -> None:
        """Let each cue of a clause reach the mention that it governs."""
        if not clause.flags & _GOVERNS:
            return
        mentions = clause.mentions
        turned = self._turned(clause)
        parity: dict[int, int] = {}
        for number, item in enumerate(clause.cues):
            flags = item.flags
            if not flags & _GOVERNS:
                continue
            ahead = [mention for mention in mentions if mention.first >= item.after]
            behind = [mention for mention in mentions if mention.first < item.first]
            if flags & ONLY:
                for mention in ahead[:1]:
                    if mention.first - item.after < 2 or flags & EXCEPT:
                        mention.rule = mention.rule or "only"
                        mention.subject = mention.subject or 0
                        if mention.level == PLAIN:
                            mention.level = STRONG
                continue
            if flags & EXCEPT and any(c.flags & (NEGATION | NOBODY | NO) and c.first < item.first for c in clause.cues):
                for mention in ahead:
                    mention.level, mention.rule = STRONG, "only"
                    parity[mention.first] = 2
                continue
            if flags & (AVOID | EXCEPT):
                word = self.words[item.first]
                if word in ("than", "over") and (not behind or not ahead or ahead[0].first > item.after + 1):
                    continue
                self._avoid(item, ahead, behind, clause, clauses, place)
            elif flags & LANDMARK and self._swapped(item, clause, clauses, place, ahead):
                continue
            elif flags & LANDMARK:
                for mention in self._whole(ahead[:1], ahead):
                    mention.cap(ASIDE, "landmark")
            elif flags & REPLACES and ahead or (flags & REPLACES and behind):
                self._replace(item, clause, clauses, place, ahead, behind)
            elif flags & DENIAL:
                self._disqualify(item, clause, clauses, place, ahead, behind, turned)
            elif flags & (NEGATION | NOBODY):
                if item.first not in turned:
                    continue
                if flags & NOBODY and not flags & NEGATION and any(cue.flags & EXCEPT for cue in clause.cues):
                    continue
                targets = [m for m in ahead if parity.get(m.first) != 2]
                if flags & NOBODY and not flags & NEGATION and ":" in self.words[item.after : clause.end]:
                    continue
                if self.words[item.first] == "nor" and any(self.words[spot] == "neither" for spot in turned):
                    continue
                if targets:
                    for mention in targets:
                        parity[mention.first] = parity.get(mention.first, 0) ^ 1
                elif (
                    item.after == clause.end
                    and not behind
                    and self.words[item.first] == "not"
                    and self._parted(clauses, place)
                ):
                    continue
                elif not (flags & NOBODY and not flags & NEGATION) or (
                    self.words[item.first] in ("nobody", "no")
                    and self.words[clause.end - 1 : clause.end] in (["it"], ["that"], ["this"])
                ):
                    self._deny_subject(item, clause, clauses, place, behind)
            elif flags & NO and ahead and self.words[item.first] == "no" and self._none_of(item):
                for mention in ahead:
                    if parity.get(mention.first) != 2:
                        parity[mention.first] = parity.get(mention.first, 0) ^ 1
            elif flags & NO and not flags & CORRECTS and not behind and self.words[item.first] == "✗":
                for mention in ahead[:1]:
                    mention.deny("crossed out")
            elif flags & NO and not flags & CORRECTS and not mentions and item.first == clause.first and place:
                for mention in clauses[place - 1].mentions[-1:]:
                    mention.deny("negation")
            elif flags & NO and not flags & CORRECTS and behind and not ahead:
                following = self.words[item.after] if item.after < len(self.words) else "\n"
                if following in _SIGNS or item.first == behind[-1].after or not following.isalpha():
                    for mention in self._whole(behind[-1:], behind):
                        mention.deny("negation")
                elif self.words[item.first] == "no" and following not in _HARMLESS:
                    for mention in self._whole(behind[-1:], behind):
                        mention.deny("negation")
            elif flags & BELIEVES and behind and not self.pairs and behind[-1].after == item.first:
                if ahead or place + 1 < len(clauses) or flags & (SAYS | LOOKS | PROPOSED):
                    behind[-1].cap(ASIDE, "speaker")
        for mention in mentions:
            if parity.get(mention.first) == 1:
                mention.deny("negation")
            if mention.level == DENIED and clause.flags & CLAIMS and not self.pairs:
                mention.level, mention.rule = ASIDE, "claimed"
        if clause.flags & (FROM | TO):
            self._change(clause)

    def _turned(self, clause: Clause) -> set[int]:
        """The places of negations that stand, and of denials that a negation undoes (`not superseded`)."""
        standing = {item.first for item in clause.cues if item.flags & (NEGATION | NOBODY)}
        for item in clause.cues:
            if item.flags & DENIAL and standing:
                undone = [
                    spot for spot in standing
                    if 0 < item.first - spot < _NEAR and not any(spot < m.first < item.first for m in clause.mentions)
                ]  # fmt: skip
                if undone:
                    standing.difference_update(undone)
                    standing.add(item.first)
        return standing

    def _whole(self, chosen: list[Mention], among: list[Mention]) -> list[Mention]:
        """Some mentions together with those that stand beside them."""
        groups = {mention.group for mention in chosen if mention.group >= 0}
        return [mention for mention in among if mention in chosen or mention.group in groups]

    def _avoid(
        self, item: Item, ahead: list[Mention], behind: list[Mention], clause: Clause, clauses: list[Clause], place: int
    ) -> None:
        if self.words[item.first] in ("and", "but") and not ahead:
            participle = self.words[item.after].endswith("ed") if item.after < len(self.words) else False
            if participle and (behind or _earlier(clauses, place)):
                self._deny_subject(item, clause, clauses, place, behind)
            return
        if (
            not ahead
            and place + 1 < len(clauses)
            and self.words[item.after : item.after + 1] not in (["that"], ["this"], ["it"])
        ):
            following = clauses[place + 1]  # `unlike the 06:00 check, which had X`
            if following.mentions and (
                self.words[following.first] in ("which", "that", "who") or self.words[following.first - 1] == "("
            ):
                ahead = following.mentions
        for mention in ahead:
            mention.deny("contrast")
        pointing = self.words[item.after : item.after + 1] in (["it"], ["that"], ["this"], ["him"], ["her"], ["them"])
        closing = self.words[item.after + 1] if item.after + 1 < len(self.words) else "."
        if not ahead and pointing and closing in _SIGNS:
            for mention in behind[-1:] or self.last[-1:]:
                mention.deny("correction")

    def _replace(
        self, item: Item, clause: Clause, clauses: list[Clause], place: int, ahead: list[Mention], behind: list[Mention]
    ) -> None:
        """`X was replaced by Y`, `Y replaced X`, `replaced X with Y`."""
        passive = bool(item.flags & BY) or any(
            cue.flags & BY and item.first < cue.first <= item.after + 2 for cue in clause.cues
        )
        was = any(cue.flags & (WAS | COPULA | NOW) and 0 < item.first - cue.first < 4 for cue in clause.cues)
        earlier = _earlier(clauses, place)
        if passive and not behind and earlier is not None:
            behind = earlier.mentions
        if passive or (was and not ahead):
            for mention in self._whole(behind[-1:], behind):
                mention.deny("supersession")
            for mention in ahead if self.pairs else ahead[:1]:
                mention.level, mention.rule = STRONG, "supersession"
        elif ahead:
            ahead[0].deny("supersession")
            for mention in ahead[1:2]:
                mention.level, mention.rule = STRONG, "supersession"
            if not was:
                for mention in behind[-1:]:
                    mention.level, mention.rule = STRONG, "supersession"

    def _disqualify(
        self, item: Item, clause: Clause, clauses: list[Clause], place: int, ahead: list[Mention], behind: list[Mention],
        turned: set[int],
    ) -> None:  # fmt: skip
        if item.first in turned:
            return
        attributive = ahead and ahead[0].first - item.after < _NEAR and not any(
            cue.flags & (COPULA | WAS | SAYS) and item.first <= cue.first < ahead[0].first for cue in clause.cues
        )  # fmt: skip
        if attributive and not (behind and behind[-1].after == item.first - 1 and item.flags & AFFIRMS):
            for mention in self._whole(ahead[:1], ahead):
                mention.deny("disqualified")
        elif behind:
            for mention in behind if self.pairs else self._whole(behind[-1:], behind):
                mention.deny("disqualified")
        elif ahead and self.words[item.after : item.after + 1] in (["that"], ["to"]):
            ahead[0].deny("disqualified")
        elif not ahead or self._aside(item, clause):
            self._deny_subject(item, clause, clauses, place, behind)

    def _deny_subject(
        self, item: Item, clause: Clause, clauses: list[Clause], place: int, behind: list[Mention]
    ) -> None:
        """Deny what the clause is about: its own mention before the cue, or the one that it goes on about."""
        if behind:
            for mention in behind if self.pairs else self._whole(behind[-1:], behind):
                mention.deny("negation")
            return
        if clause.mentions and not self._aside(item, clause):
            return
        opening = self.words[clause.first] if clause.first < len(self.words) else ""
        if clause.intro & (BUT | AND | CONCLUDES | CONCESSION) and clause.first + 1 < len(self.words):
            opening = self.words[clause.first + 1]
        if clause.intro & SOFT and item.first == clause.first and self.words[item.first] == "not":
            return  # `X, not the other one`
        earlier = _earlier(clauses, place)
        if earlier is not None:
            if opening in ("both", "these", "those", "neither", "all") and not clause.intro & REASON:
                for other in clauses[:place]:
                    for mention in other.mentions:
                        mention.deny("disqualified")
                return
            near = opening in _GOES_ON or opening == self.words[item.first]
            if near and not clause.intro & REASON:
                for mention in self._whole(earlier.mentions[-1:], earlier.mentions):
                    if mention.rule == "claimed" and earlier.flags & (DENIAL | NEGATION):
                        mention.level, mention.rule = WEAK, "claim denied"
                    else:
                        mention.deny("disqualified")
            elif clause.intro & BUT and item.flags & DENIAL and self._refers_back(clause, item, earlier):
                for mention in earlier.mentions[-1:]:
                    mention.deny("disqualified")
            elif (
                clause.intro & BUT
                and earlier.flags & (SAYS | CLAIMS | LOOKS | PROPOSED | PAST | FORMER | BELIEVES)
                and not earlier.flags & DENIAL
            ):
                for mention in earlier.mentions:
                    mention.deny("disqualified")
        elif opening in ("both", "these", "those", "neither", "all"):
            for mention in self.last:
                mention.deny("disqualified")
        elif opening in ("that", "this") and item.flags & DENIAL and self.words[clause.first + 1] in _THAT_ONE:
            for mention in self.last[-1:]:
                mention.deny("disqualified")
        elif opening in _PERSONS and len({mention.target for mention in self.last}) == 1:
            for mention in self.last:
                mention.deny("negation")

    def _aside(self, item: Item, clause: Clause) -> bool:
        """Whether a cue stands alone before its clause: `…, wrongly: the log shows Y`."""
        behind = self.words[item.after] if item.after < len(self.words) else ""
        return item.first == clause.first and behind in _SIGNS

    def _none_of(self, item: Item) -> bool:
        """Whether `no` denies the noun that follows it."""
        following = self.words[item.after] if item.after < len(self.words) else "."
        return following.isalpha() and following not in _NO_MATTER

    def _parted(self, clauses: list[Clause], place: int) -> bool:
        """`It is not, as the note claims, X`: deny X."""
        for clause in clauses[place + 1 : place + 5]:
            if not clause.intro & (SOFT | REASON | CONCESSION):
                return False
            if clause.mentions and self.words[clause.first : clause.first + 1] != ["as"]:
                clause.mentions[0].deny("negation")
                return True
        return False

    def _swapped(self, item: Item, clause: Clause, clauses: list[Clause], place: int, ahead: list[Mention]) -> bool:
        """`X had it, but he has swapped with Y`: here Y is the new one."""
        earlier = _earlier(clauses, place)
        if not self.words[item.first].startswith("swap") or not ahead or clause.mentions[0] is not ahead[0]:
            return False
        before = earlier.mentions[-1:] if earlier is not None else [m for m in self.last[-1:] if m.rule == "past"]
        if not before or (earlier is not None and not earlier.flags & (WAS | PAST | FORMER)):
            return False
        before[0].deny("supersession")
        ahead[0].level, ahead[0].rule = STRONG, "supersession"
        return True

    def _refers_back(self, clause: Clause, item: Item, earlier: Clause) -> bool:
        """Whether what a clause disqualifies is something that the earlier clause told."""
        said = set(self.words[earlier.first : earlier.end])
        before = self.words[clause.first : item.first]
        return any(word in ("this", "that", "it") or (word in said and len(word) > 3) for word in before)

    def _change(self, clause: Clause) -> None:
        """`from X to Y`, `X → Y`, `moved to Y`."""
        if self.pairs:
            return
        came = False
        for item in clause.cues:
            if not item.flags & (FROM | TO):
                continue
            ahead = next((m for m in clause.mentions if item.after <= m.first < item.after + 3), None)
            if ahead is None:
                continue
            if item.flags & FROM:
                going = any(
                    cue.flags & TO
                    and cue.first >= ahead.after
                    and any(cue.after <= m.first < cue.after + 3 for m in clause.mentions)
                    for cue in clause.cues
                )
                if clause.flags & CHANGED or going:
                    ahead.deny("supersession")
                    came = True
            elif self.words[item.first] == "→":
                before = next((m for m in clause.mentions if m.after == item.first), None)
                if before is not None:
                    before.deny("supersession")
            elif "prefer" in self.words[clause.first : item.first] and self.words[item.first] == "to":
                ahead.deny("contrast")
            elif (
                (came or clause.flags & CHANGED)
                and ahead.level != DENIED
                and item.flags & TO
                and self.words[item.first] != "until"
            ):
                for mention in clause.mentions:
                    if mention.after <= item.first and mention.target != ahead.target:
                        mention.deny("supersession")
                ahead.level, ahead.rule = STRONG, "supersession"

    def _weigh(self, clauses: list[Clause], mentions: list[Mention], flags: int, first: int, end: int) -> None:
        """Set the level of each mention that nothing denied."""
        conditional = concluding = answering = False
        wondering = -1
        answering = self.announced
        for clause in clauses:
            intro, marks = clause.intro, clause.flags
            if intro & (CONDITION | ELSE) or (marks & CONDITION and not intro & (BUT | CONCLUDES)):
                conditional = not self._settled(clause)
                earlier = _earlier(clauses, clause.number)
                if conditional and intro & CONDITION and earlier is not None and clause.number - earlier.number < 3:
                    if not any(other.intro & (BUT | CONCLUDES) for other in clauses[earlier.number : clause.number]):
                        for mention in earlier.mentions:
                            mention.cap(ASIDE, "condition")
            elif intro & (BUT | CONCLUDES) or (intro & HARD and not marks & ELSE):
                conditional = False
            elif intro & UNLESS:
                conditional = False
            if marks & CONCLUDES:
                concluding = True
            elif intro & (BUT | REASON | CONCESSION):
                concluding = False
            if marks & ANSWERS:
                answering = True
            if marks & WHETHER:
                wondering = clause.number
            elif wondering >= 0 and (
                (clause.number > wondering and clauses[wondering].mentions)
                or intro & (CONCLUDES | BUT | AND | HARD)
                or marks & ANSWERS
                or self.words[clause.first : clause.first + 1] == ["and"]
            ):
                wondering = -1
            for mention in clause.mentions:
                if mention.level == DENIED:
                    continue
                before = clauses[clause.number - 1] if clause.number else None
                self._level(mention, clause, before, first, end, concluding, answering)
                free = mention.level > ASIDE or mention.rule in ("other subject", "landmark")
                if mention.group >= 0 and free and self._several(mention, mentions):
                    mention.level, mention.rule = ASIDE, "listed"
                if wondering >= 0:
                    mention.level, mention.rule = ASIDE, "question"
                if conditional:
                    mention.cap(ASIDE, "condition")
        if len(mentions) > 1:
            self._respectively(mentions, first, end)
        if flags & BUT:
            self._turn(clauses)
        if len(clauses) > 1:
            self._in_turn(clauses)
        for clause in clauses:
            if clause.intro & CONCESSION:
                for mention in clause.mentions:
                    mention.cap(FAINT, "granted")
            elif (
                clause.intro & REASON
                and not self.pairs
                and not (self.words[clause.first] == "since" and clause.first == first)
            ):
                self.reasons += clause.mentions
        if len(clauses) > 1:
            self._go_on(clauses, mentions)

    def _turn(self, clauses: list[Clause]) -> None:
        """What is claimed after a `but` outweighs what stood before it in the sentence."""
        for clause in clauses:
            if not clause.intro & BUT:
                continue
            after = [other for other in clauses[clause.number :] if not other.intro & (REASON | CONCESSION)]
            if any(other.flags & (NEGATION | ALSO | HEDGE | CONDITION) for other in after):
                continue
            least = PLAIN if self.pairs else STRONG
            said = {mention.target for other in after for mention in other.mentions if mention.level >= least}
            if len(said) == 1 + self.pairs:
                for other in clauses[: clause.number]:
                    for mention in other.mentions:
                        if mention.target not in said:
                            mention.cap(WEAK if self.pairs else PLAIN, "but")

    def _in_turn(self, clauses: list[Clause]) -> None:
        """`first refused, then granted`: of states told in turn, the last one is the state."""
        for clause in clauses[1:]:
            opening = self.words[clause.first : clause.first + 2]
            last = "finally" in opening or (opening[:1] == ["then"] and self.known.kind is AnswerKind.STATE)
            if clause.mentions and last:
                for earlier in clauses[: clause.number]:
                    for mention in earlier.mentions:
                        mention.deny("supersession")

    def _respectively(self, mentions: list[Mention], first: int, end: int) -> None:
        """`12 and 21 belong to Mara and Mira, respectively`."""
        if self.subjects is None or "respectively" not in self.words[first:end]:
            return
        listed = [mention for mention in mentions if mention.rule == "listed"]
        place = self.subjects.position(first, end, len(listed))
        if place is not None:
            listed[place].level, listed[place].rule = STRONG, "respectively"

    def _several(self, mention: Mention, mentions: list[Mention]) -> bool:
        """Whether different candidates in a group are still standing."""
        standing = {other.target for other in mentions if other.group == mention.group and other.level != DENIED}
        return len(standing) > 1

    def _settled(self, clause: Clause) -> bool:
        """Whether a condition is the question's own."""
        own = sum(1 for item in clause.cues if item.flags & QUESTION_WORD)
        return own > 1

    def _level(
        self,
        mention: Mention,
        clause: Clause,
        before: Clause | None,
        first: int,
        end: int,
        concluding: bool,
        answering: bool,
    ) -> None:
        marks = clause.flags
        mention.bare = all(
            word in _FILLING
            for word in (*self.words[clause.first : mention.first], *self.words[mention.after : clause.end])
        )
        mention.overlap = len({self.words[item.first] for item in clause.cues if item.flags & QUESTION_WORD})
        if mention.level == PLAIN:
            mention.level = self._strength(mention, clause, first, end)
        words = self.words
        following = words[mention.after] if mention.after < len(words) else ""
        if following == "'s" and not self.pairs and not self._copula(mention.after + 1, end):
            mention.cap(ASIDE, "possessive")
        if concluding:
            mention.level, mention.rule = max(mention.level, CONCLUDED), "conclusion"
        if answering:
            mention.level, mention.rule = max(mention.level, ANSWERED), "answer"
        own = marks
        if mention is not clause.mentions[-1] and len({m.target for m in clause.mentions}) > 1:
            own = 0
            for item in clause.cues:
                if item.first < mention.first:
                    own |= item.flags
        if (
            clause.intro & SOFT
            and words[clause.first - 1] == ","
            and clause.end - clause.first <= mention.after - mention.first
        ):
            labelled = before is not None and before.mentions and ":" in words[before.first : before.end]
            if labelled and before is not None and before.mentions[-1].level == DENIED and mention.level > DENIED:
                mention.deny(before.mentions[-1].rule)
                return
            own |= (
                before.flags & (FORMER | PAST | WAS | LOOKS | PROPOSED | CLAIMS)
                if before is not None and before.mentions
                else 0
            )
        if mention.rule == "supersession":
            pass
        elif own & FORMER and not own & NOW:
            mention.cap(ASIDE, "past")
        elif own & (PAST | FORMER) and not (own & NOW and concluding):
            mention.cap(FAINT, "past")
        elif own & WAS and not own & NOW and not concluding and not answering and not self.known.focus.past:
            mention.cap(FAINT, "past")
        if self.pairs:
            if own & CLAIMS:
                mention.cap(WEAK, "claimed")
        else:
            if own & CLAIMS:
                mention.cap(ASIDE, "claimed")
            elif own & SAYS and own & ONLY and words[clause.first] == "only":
                mention.cap(FAINT, "reported")
            elif (
                own & SAYS
                and mention.level < CONCLUDED
                and not own & ENDORSES
                and (
                    words[mention.first - 1] not in _COPULAS
                    or any(item.flags & SAYS and item.first >= mention.after for item in clause.cues)
                )
            ):
                mention.cap(STRONG if own & (NOW | QUESTION_WORD) else WEAK, "reported")
        if own & PROPOSED and mention.level < CONCLUDED:
            mention.cap(ASIDE, "proposed")
        elif own & LOOKS and mention.level < ANSWERED:
            mention.cap(FAINT, "proposed")
        if own & HEDGE and mention.level < CONCLUDED:
            mention.cap(WEAK, "hedged")
        if following in ("for", "until", "as") and words[mention.first - 1] in ("keep", "the", "save", "leave"):
            if any(word in ("keep", "save", "leave") for word in words[max(first, mention.first - 2) : mention.first]):
                mention.cap(ASIDE, "kept back")
        lead = words[mention.first - 1] if mention.first else ""
        if following in ("only", "merely") and clause.end > mention.after + 1 and not self.pairs:
            mention.cap(FAINT, "told")
        if (
            lead == "from"
            and mention.rule != "supersession"
            and "from" not in self.known.focus.tokens
            and not self.pairs
        ):
            mention.cap(PLAIN, "origin")
        if lead in _ABOUT and not self.pairs and mention.level < CONCLUDED and mention.rule != "supersession":
            if not marks & (QUESTION_WORD | AFFIRMS | ENDORSES | NOW | CHOOSES):
                mention.cap(FAINT, "told")
                mention.told = True
        if (
            PLAIN <= mention.level < CONCLUDED
            and self.known.kind is AnswerKind.VALUE
            and not self._answers(mention, clause, first)
        ):
            mention.cap(FAINT, "told")
            mention.told = True
        if own & FUTURE and mention.level < CONCLUDED and (self.known.focus.now or self.known.kind is AnswerKind.STATE):
            mention.cap(ASIDE, "proposed")
        if own & PAST and own & WAS and "until" in words[clause.first : clause.end]:
            mention.cap(ASIDE, "past")
        if own & PAST and self.known.kind is AnswerKind.VALUE and not own & (NOW | AFFIRMS) and mention.level < PLAIN:
            mention.told = True
        if self._bracketed(mention, first):
            mention.cap(WEAK, "aside")
        if self.subjects is not None and not self.pairs:
            mention.subject = self.subjects.of(mention.first, mention.after, first, end)
            if not mention.subject and self.topic[1]:
                mention.subject = self.subjects.about(*self.topic)
            if mention.subject < 0:
                mention.cap(ASIDE, "other subject")
            elif mention.subject > 0 and mention.level == PLAIN:
                mention.level = STRONG

    def _strength(self, mention: Mention, clause: Clause, first: int, end: int) -> int:
        """Plain or strong: whether the clause has the form of an answer."""
        words, marks = self.words, clause.flags
        if marks & (NOW | ENDORSES):
            return STRONG
        tail = [word for word in words[mention.after : clause.end] if word[0].isalnum() and word not in _TRAILING]
        if mention.after < clause.end and words[mention.after] in self.known.focus.words:
            return STRONG
        if not self.pairs and (not tail or (len(tail) == 1 and tail[0] in _SHORT_VERBS)):
            return STRONG
        asked = 0
        for item in clause.cues:
            if item.flags & (NEGATION | AVOID):
                break
            asked += bool(item.flags & QUESTION_WORD)
        if asked > 1 or (asked and marks & COPULA):
            return STRONG
        for item in clause.cues:
            if item.flags & CHOOSES and item.first < mention.first and mention.first - item.after < 4:
                return STRONG
            if item.flags & AFFIRMS:
                return STRONG
        return STRONG if mention.first > first and words[mention.first - 1] in _LEADS_TO and not self.pairs else PLAIN

    def _answers(self, mention: Mention, clause: Clause, first: int) -> bool:
        """Whether a clause looks like an answer, rather than telling something of a candidate (`Menu 2 contains nuts`)."""
        words, own = self.words, self.known.own
        if clause.flags & _ANSWERING or mention.rule == "supersession":
            return True
        before = words[clause.first : mention.first]
        behind = words[mention.after : clause.end]
        if behind[:1] == ["'s"] and behind[1:2] and behind[1] in _TURNS:
            return True
        if "(" in behind:
            behind = behind[: behind.index("(")]
        behind = [word for word in behind if word not in _TRAILING and word[0].isalnum() and word not in _FILLING]
        if not behind or (len(behind) == 1 and behind[0] in _SHORT_VERBS):
            verbs = [word for word in before if word.isalpha() and word not in _FILLING and word not in own]
            if not verbs or before[-1] in _LEADS_TO or not _COPULAS.isdisjoint(before):
                return True
            return before[0] not in _TELLING
        if not all(word in _FILLING or word in own for word in before):
            return not _COPULAS.isdisjoint(before) or (bool(before) and before[0] not in _TELLING)
        verb = behind[0]
        return verb in _POSITIVE or not (verb in _TELLS or verb.endswith(("s", "ed")))

    def _copula(self, place: int, end: int) -> bool:
        """Whether `'s` stands for `is`."""
        following = self.words[place] if place < len(self.words) else ""
        if following.endswith("ing") or following in _TURNS:
            return True
        return (
            place >= end
            or following in _SIGNS
            or following in ("the", "a", "an", "still", "our", "your", "it", "right", "not", "eligible", "correct")
        )  # noqa: E501

    def _bracketed(self, mention: Mention, first: int) -> bool:
        before = self.words[first : mention.first]
        return before.count("(") > before.count(")")

    def _go_on(self, clauses: list[Clause], mentions: list[Mention]) -> None:
        """A later clause without a mention may say that the last mention counts."""
        standing: Mention | None = None
        alone = len({mention.target for mention in mentions}) == 1
        endorsed = False
        for clause in clauses:
            if clause.flags & ENDORSES and not clause.mentions and not clause.flags & (NEGATION | DENIAL):
                named = self._named_before(clause, clauses)
                if named is not None and named.level > ASIDE:
                    named.level, named.rule = max(named.level, CONCLUDED), "endorsed"
            if clause.intro & (BUT | HARD):
                standing = None
            if endorsed and clause.mentions:
                clause.mentions[0].level = max(
                    clause.mentions[0].level, STRONG if clause.mentions[0].level > ASIDE else DENIED
                )
                endorsed = False
            relative = self.words[clause.first : clause.first + 1] == ["which"]
            if (
                not clause.mentions
                and standing is None
                and clause.flags & (ENDORSES | NOW | AFFIRMS if relative else ENDORSES)
                and not clause.flags & (NEGATION | DENIAL)
            ):
                endorsed = True
            if alone and not clause.mentions and clause.number and self.words[clause.first : clause.first + 1]:
                positive = not clause.flags & (NEGATION | DENIAL | NO | CLAIMS)
                if (
                    self.words[clause.first] in ("he", "she", "it", "that")
                    and positive
                    and clause.flags & (NOW | AFFIRMS | QUESTION_WORD)
                ):
                    for mention in mentions:
                        if mention.rule in ("claimed", "claim denied", "past") and mention.level > DENIED:
                            mention.level, mention.rule = STRONG, "affirmed"
            if clause.mentions:
                alive = [mention for mention in clause.mentions if mention.level > ASIDE]
                standing = alive[-1] if alive else standing
            elif standing is not None and not clause.flags & (NEGATION | DENIAL | NO):
                if clause.flags & AFFIRMS and self.words[clause.first : clause.first + 1] in (
                    ["it"],
                    ["he"],
                    ["she"],
                    ["that"],
                ):
                    standing.level, standing.told = max(standing.level, STRONG), False
                opening = self.words[clause.first + bool(clause.intro & (AND | CONCLUDES | BUT | REASON)) :][:1]
                if (
                    clause.flags & ENDORSES
                    and not clause.intro & (REASON | CONCESSION)
                    and self._named_before(clause, clauses) is None
                ):
                    standing.level, standing.rule = max(standing.level, CONCLUDED), "endorsed"
                elif clause.flags & CONCLUDES and (opening and opening[0] in _GOES_ON):
                    standing.level, standing.rule = max(standing.level, CONCLUDED), "conclusion"

    def _named_before(self, clause: Clause, clauses: list[Clause]) -> Mention | None:
        """The mention of an earlier clause that tells of the same thing as this one: `the record says X; the record decides`."""
        said = {
            word
            for word in self.words[clause.first : clause.end]
            if len(word) > 3 and word.isalpha() and word not in _PASSING
        }
        for earlier in reversed(clauses[: clause.number]):
            if earlier.mentions and not said.isdisjoint(self.words[earlier.first : earlier.end]):
                return earlier.mentions[-1]
        return None

    def _without(self, clauses: list[Clause], first: int, end: int, flags: int) -> None:
        """A sentence without a mention: it may announce one, or say something of the last."""
        if self.announced and end > first and not flags & (ANSWERS | QUESTION_WORD):
            self.announced = False
            self.unlisted = True
        if flags & ANSWERS:
            last = next(item for clause in clauses for item in clause.cues if item.flags & ANSWERS)
            left = [word for word in self.words[last.after : end] if word not in _SIGNS]
            if not left or left[0] in ("as", "following", "below", "the", "this"):
                self.announced = True
            elif flags & ANSWERS and not flags & (REASON | WHETHER | REFUSES):
                self.unlisted = True
        if self.asked:
            verdict = flags & (YES | NO)
            opening = self.words[first] if first < end else ""
            if verdict and (end - first < 3 or opening in ("yes", "no", "yep", "nope")):
                for mention in self.asked:
                    if flags & YES:
                        mention.level, mention.rule = STRONG, "affirmed"
                    else:
                        mention.deny("negation")
        for place, clause in enumerate(clauses):
            opening = self.words[clause.first : clause.first + 1]
            one = len({mention.target for mention in self.last}) == 1
            if clause.flags & (NEGATION | DENIAL) and self.last:
                item = next(item for item in clause.cues if item.flags & (NEGATION | DENIAL))
                cancelled = clause.flags & NEGATION and clause.flags & DENIAL
                before = self.words[clause.first : item.first]
                about = any(
                    len(w) > 3 and w in self.told and w not in _PASSING for w in self.words[clause.first : clause.end]
                )
                if not cancelled and about and item.flags & DENIAL:
                    for mention in self.last:
                        if mention.rule in ("reported", "claimed", "proposed", "past"):
                            mention.deny("disqualified")
                elif not cancelled:
                    self._deny_subject(item, clause, clauses, place, [])
            elif (
                self.last and opening and opening[0] in ("she", "he", "they") and one and clause.flags & (NOW | AFFIRMS)
            ):
                for mention in self.last:
                    if mention.level == ASIDE and mention.rule in ("claimed", "possessive"):
                        mention.level, mention.rule = STRONG, "affirmed"
            elif self.last and flags & CONCLUDES and opening and clause.flags & (ENDORSES | QUESTION_WORD | COPULA):
                if {"that", "this", "it"} & set(self.words[clause.first : clause.first + 2]):
                    for mention in self.last[-1:]:
                        if mention.level > ASIDE:
                            mention.level, mention.rule = CONCLUDED, "conclusion"
            elif self.last and clause.flags & ENDORSES and not clause.flags & (NEGATION | DENIAL):
                said = {
                    word for word in self.words[clause.first : clause.end] if len(word) > 3 and word not in _PASSING
                }
                meant = [m for m in self.last if not said.isdisjoint(self.words[m.clause_first : m.clause_end])]
                if len({m.target for m in meant}) == 1:
                    meant[-1].level, meant[-1].rule, meant[-1].told = CONCLUDED, "endorsed", False
                for mention in [] if meant else self.last[-1:]:
                    if mention.level > ASIDE:
                        mention.level = max(mention.level, STRONG)


def _earlier(clauses: list[Clause], place: int) -> Clause | None:
    """The last clause before this one that has a mention."""
    return next((clause for clause in reversed(clauses[:place]) if clause.mentions), None)


_NO_MATTER = frozenset(
    "doubt question matter problem other wonder surprise longer reason one need it that i this he she we".split()
)
_HARMLESS = frozenset(
    "issue issues problem problems conflict conflicts change changes restriction restrictions outstanding open pending flags doubt reason such".split()
)  # noqa: E501
