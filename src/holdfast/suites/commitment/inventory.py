"""The inventory (paper 001, section 3): families x bands x instances, each task clean and with its distractor.

Everything about a task is drawn under its own name, so that the canonical inventory is the same on every machine and a
larger one contains the smaller. Beyond the paper's variants, a task whose answer comes from an update has a twin
without it, in which the earlier value is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from holdfast.core import (
    Expectation,
    Field,
    HoldfastError,
    Item,
    Key,
    Pair,
    State,
    drop,
    insert_cue,
    lesion,
    shuffled,
)
from holdfast.core.case import Factor
from holdfast.engine.suite import Block
from holdfast.suites.commitment.bands import BANDS, Band
from holdfast.suites.commitment.events import FINAL, Domain, Event, tagged
from holdfast.suites.commitment.families import FAMILIES
from holdfast.suites.commitment.families.base import Ask, Family, Plan, Said, candidates
from holdfast.suites.commitment.fillers import ANYWHERE
from holdfast.suites.commitment.questions import Question, Questions, as_target
from holdfast.suites.commitment.rendering import CONTRACT
from holdfast.suites.commitment.settings import BLIND
from holdfast.suites.commitment.vocabulary import Draw, shard_of

CLEAN, DISTRACTOR, NO_UPDATE = "clean", "distractor", "no-update"
VARIANTS = (CLEAN, DISTRACTOR)
UPDATE = "update"
"""The tag of the field without which an earlier value is right."""


@dataclass(frozen=True)
class Task:
    """One task with its variants."""

    name: str
    """`release/stale_state_overwrite/hard/2`: the cluster of its variants."""
    family: Family
    domain: Domain
    band: Band
    plan: Plan
    state: State
    """The clean variant."""
    distractor: Field
    """What the distractor variant has besides."""

    def variant(self, variant: str) -> State:
        """The state of a variant, made from the clean one by an intervention."""
        if variant == DISTRACTOR:
            return insert_cue(self.distractor, before=f"{self._late.role}-question")(self.state)
        if variant == NO_UPDATE:
            probes = [f.name for f in self.state.fields if f.name.startswith("probe-")]
            return lesion(UPDATE).then(drop(*probes))(self.state)
        return self.state

    @property
    def variants(self) -> tuple[str, ...]:
        """Clean, distractor and, where an update decides, the twin without it."""
        return VARIANTS if self.plan.update is None else (*VARIANTS, NO_UPDATE)

    @property
    def probes(self) -> list[Ask]:
        """The questions beside the final one, in order."""
        return [ask for ask in self.plan.asks if ask.role != FINAL]

    def questions(self, state: State) -> Questions:
        """What is asked about a state and what would be right, derived from the state's own events."""
        happened = events_of(state)
        found: Questions = {}
        for ask in self.plan.asks:
            if f"{ask.role}-question" not in state:
                continue
            gold = self.family.solve(happened, ask.what)
            if gold is None:
                raise HoldfastError(f"The task {self.name!r} has no single answer to {ask.role!r}; mend its family.")
            phase, position = self._place(ask)
            members = candidates(self.family, self.domain, self.plan, ask, gold)
            corrected = self._without_update(happened, ask) != gold
            found[ask.role] = Question(self.domain.question(ask.what), ask.slot, phase, position, members, corrected)
        return found

    def _without_update(self, happened: list[Event], ask: Ask) -> Said | None:
        """What would be right had the update never come."""
        try:
            return self.family.solve([e for e in happened if e != self.plan.update], ask.what)
        except LookupError:
            return None

    @property
    def _late(self) -> Ask:
        return self.probes[-1]

    def _place(self, ask: Ask) -> tuple[str, int]:
        if ask.role == FINAL:
            return "", 0
        position = self.probes.index(ask) + 1
        return ("initial" if position == 1 else "late" if position == len(self.probes) else "mid"), position


def events_of(state: State) -> list[Event]:
    """The events that a state's fields carry, in the order in which they are told; the distractor is not one."""
    fields = (field for field in state.fields if field.name != DISTRACTOR)
    return [happened for field in fields if (happened := tagged(field.carries)) is not None]


def tasks(seed: str | int, instances: int) -> Iterator[Task]:
    """Every task of an inventory."""
    for slug, family in FAMILIES.items():
        domains = shuffled(family.domains, seed, "commitment", slug)
        for height, band in enumerate(BANDS.values()):
            for instance in range(instances):
                # One place further in each band, so that bands share scenarios but no two neighbours do.
                domain = domains[(height * 3 + instance) % len(domains)]
                yield make_task(seed, family, domain, band, instance)


def make_task(seed: str | int, family: Family, domain: Domain, band: Band, instance: int) -> Task:
    """One task. The same arguments give the same task, whatever else is built."""
    name = f"{seed}/{family.slug}/{band.name}/{instance + 1}"
    draw = Draw(seed, family.slug, band.name, instance)
    # Each three instances, and each three bands, see every outcome once; seeds begin at different ones.
    wheel = instance + list(BANDS).index(band.name) + shard_of(seed)
    plan = family.plan(domain, draw, band, wheel)
    state = State(name, tuple(_fields(name, family, domain, band, plan, draw)))
    said = domain.write(plan.distractor, draw)
    distractor = Field(DISTRACTOR, said, name, frozenset({DISTRACTOR, plan.distractor.tag}))
    return Task(name, family, domain, band, plan, state, distractor)


def _fields(name: str, family: Family, domain: Domain, band: Band, plan: Plan, draw: Draw) -> Iterator[Field]:
    for head, text in (("family", family.name), ("construct", family.construct), ("band", band.name)):
        yield Field(head, text, name)
    yield Field("scenario", domain.scenario, name)
    for i, told in enumerate(plan.initial, 1):
        yield Field(f"initial-{i}", domain.write(told, draw), name, frozenset({told.tag}))
    filler = iter(_filler_texts(domain, plan, draw))
    probes = [ask for ask in plan.asks if ask.role != FINAL]
    for i, told in enumerate(plan.turns, 1):
        if told.kind == "filler":
            yield Field(f"turn-{i}", next(filler), name)
        else:
            tags = {told.tag, UPDATE} if told is plan.update else {told.tag}
            yield Field(f"turn-{i}", domain.write(told, draw), name, frozenset(tags))
        for ask in probes[:-1]:
            if ask.after == i:
                yield from _question(name, domain, ask)
    yield from _question(name, domain, probes[-1])
    yield from _question(name, domain, next(ask for ask in plan.asks if ask.role == FINAL))


def _question(name: str, domain: Domain, ask: Ask) -> Iterator[Field]:
    yield Field(f"{ask.role}-question", domain.question(ask.what), name)
    yield Field(f"{ask.role}-form", domain.form(ask.what), name)


def _filler_texts(domain: Domain, plan: Plan, draw: Draw) -> list[str]:
    count = sum(told.kind == "filler" for told in plan.turns)
    own = draw.shuffled(domain.fillers)[:count]
    return draw.shuffled([*own, *draw.shuffled(ANYWHERE)[: count - len(own)]])


def block(task: Task, *, contrasts: bool, contracts: Sequence[str] = (BLIND,)) -> Block:
    """The items of a task and the contrasts between them, which are made under the first contract."""
    variants = task.variants if contrasts else VARIANTS
    first, *others = contracts
    items = [_item(task, variant, first) for variant in variants]
    items += [_item(task, variant, contract, apart=True) for contract in others for variant in VARIANTS]
    pairs = [_pair(task, CLEAN, DISTRACTOR, Expectation.STAY, "distract")]
    if NO_UPDATE in variants:
        pairs.append(_pair(task, NO_UPDATE, CLEAN, Expectation.CHANGE, "update"))
    return Block(items, pairs)


def _pair(task: Task, base: str, changed: str, expectation: Expectation, kind: str) -> Pair:
    return Pair(f"{task.name}/{base}", f"{task.name}/{changed}", expectation, kind, task.name)


def _item(task: Task, variant: str, contract: str, *, apart: bool = False) -> Item:
    """One variant of a task; one that is asked under another contract than the rest says so in its state and name."""
    state = task.variant(variant)
    name = f"{task.name}/{variant}"
    if apart:
        name = f"{name}/{contract}"
        state = State(state.event_id, (Field(CONTRACT, contract, task.name), *state.fields))
    questions = task.questions(state)
    seed, _, _, instance = task.name.split("/")
    probes = [question for question in questions.values() if question.phase]
    factors: dict[str, Factor] = {
        "seed": seed,
        "family": task.family.slug,
        "construct": task.family.construct,
        "band": task.band.name,
        "instance": int(instance),
        "variant": variant,
        "contract": contract,
        "domain": task.domain.name,
        "answer_kind": questions[FINAL].candidates.kind.value,
        "gold": questions[FINAL].candidates.gold.text,
        "updated": task.plan.update is not None and variant != NO_UPDATE,
        "probes": len(probes),
        **{key: value for key, value in msgspec.structs.asdict(task.band).items() if key != "name"},
    }
    return Item(name, task.name, state, Key(as_target(questions)), factors)
