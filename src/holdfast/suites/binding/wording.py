"""Every sentence of the binding prompts, in one place. Slots in braces are filled from the event's tables."""

from __future__ import annotations

from holdfast.suites.binding.actions import Action

INTRO = (
    "Decide what is done in one event. A veto comes before a commitment, a commitment before a reason, a reason before "
    "the first leaning. {actions}"
)
"""The precedence is stated, so that every event has exactly one right action."""

ACTIONS = "Possible actions:"
LETTERED = "{letter} = {code}: {phrase}"
PLAIN = "- {code}: {phrase}"
EVENT = "Current event: {event}"
OPTION = "Option {letter}: {text}; it {pole}."
LEANING = "First leaning: option {letter}."
FIELD = "[event={event}] {label}: {text}"
ASK = {
    "letters": "What is done in event {event}? Answer with the letter of one action.",
    "reply": "What is done in event {event}? Answer with one action code and nothing else.",
}

PHRASES = {
    Action.ACTION_A: "choose option A",
    Action.ACTION_B: "choose option B",
    Action.VETO: "stop and do neither",
    Action.DEFER: "put the decision off",
    Action.RECALL_PRIOR: "go back to the earlier commitment",
    Action.INVALID_OR_UNMAPPED: "no action can be named",
}
"""What each action means, as the list of actions tells it; a field at depth `option` uses the same words."""

LABELS = {
    "reason": "REASON", "memory": "MEMORY", "commitment": "MEMORY", "older": "MEMORY", "veto": "VETO", "hold": "VETO",
    "self": "SELF", "pressure": "NOTE", "cue": "NOTE", "prior": "PRIOR",
}  # fmt: skip
"""How each kind of field is headed. A cue and a pressure look alike: the agent has to see which of them matters."""

CODE, OPTION_DEPTH, IMPLIED, TWO_STEP = DEPTHS = ("code", "option", "implied", "two-step")

CHOICE_IMPLIED = (
    "this time nothing will do but something that {pole}.",
    "all that counts here is to have something that {pole}.",
    "only what {pole} meets the need of the moment.",
)
CHOICE_TWO_STEP = (
    "when {state_1}, it takes something that {pole_1}; when {state_2}, it takes something that {pole_2}. Now {state}.",
    "it has to be something that {pole_1} when {state_1}; it has to be something that {pole_2} when {state_2}. Today {state}.",
    "when {state_1}, only what {pole_1} will do; when {state_2}, only what {pole_2} will do. As it is, {state}.",
)

DECISIVE: dict[str, dict[str, tuple[str, ...]]] = {
    "reason": {
        CODE: (
            "the evidence for this event selects {code}.",
            "all that was weighed for this event points to {code}.",
            "what decides this event is the case for {code}.",
        ),
        OPTION_DEPTH: (
            "the evidence now speaks for one thing: {option}.",
            "all things weighed, the better course is this: {option}.",
            "what decides it is the case for this: {option}.",
        ),
        IMPLIED: CHOICE_IMPLIED,
        TWO_STEP: CHOICE_TWO_STEP,
    },
    "self": {
        CODE: (
            "what you have stood for all along, and still do, is {code}.",
            "your standing commitment to yourself is unchanged: {code}.",
            "the person you have chosen to be holds to {code}.",
        ),
        OPTION_DEPTH: (
            "what you have stood for all along, and still do, is this: {option}.",
            "your standing commitment to yourself is unchanged: {option}.",
            "the person you have chosen to be holds to this: {option}.",
        ),
        IMPLIED: (
            "you have always held to what {pole}, and you still do.",
            "for years you have chosen only what {pole}, and that has not changed.",
            "being who you are means to keep to what {pole}.",
        ),
        TWO_STEP: (
            "when {state_1}, you hold to what {pole_1}; when {state_2}, you hold to what {pole_2}. Now {state}.",
            "you are someone who keeps to what {pole_1} when {state_1}; and to what {pole_2} when {state_2}. Today {state}.",
            "when {state_1}, you stay with what {pole_1}; when {state_2}, you stay with what {pole_2}. As it is, {state}.",
        ),
    },
    "commitment": {
        CODE: (
            "the corrected commitment on record is {code}.",
            "as last corrected, the record of what was agreed says {code}.",
            "the agreement in its corrected form is {code}.",
        ),
        OPTION_DEPTH: (
            "the corrected commitment on record is this: {option}.",
            "as last corrected, the record of what was agreed says: {option}.",
            "the agreement in its corrected form is: {option}.",
        ),
        IMPLIED: (
            "as corrected, the agreement is to accept only what {pole}.",
            "the record, as last corrected, ties you to what {pole}.",
            "in its corrected form the agreement is for something that {pole}.",
        ),
        TWO_STEP: (
            "as corrected: when {state_1}, the agreement is for what {pole_1}; when {state_2}, it is for what {pole_2}. Now {state}.",
            "the corrected record asks for what {pole_1} when {state_1}; and for what {pole_2} when {state_2}. Today {state}.",
            "in its corrected form: when {state_1}, you take what {pole_1}; when {state_2}, you take what {pole_2}. As it is, {state}.",
        ),
    },
    "memory": {
        CODE: (
            "a commitment made before this event still stands and calls for {code}.",
            "what you committed yourself to earlier stands against the first leaning: {code}.",
            "the record holds an open commitment, and the action it asks for is {code}.",
        ),
        OPTION_DEPTH: (
            "what you promised still stands, so {option}.",
            "the record is clear, you are to {option}.",
            "nothing has been released, and you have to {option}.",
        ),
        IMPLIED: (
            "before this event you gave {party} your word to {pledge}, and you have not been released.",
            "you gave your word to {party}, long before today, to {pledge}; you have not been released from it.",
            "{party} has your word that you will {pledge}; that was before this event, and you have not been released.",
        ),
        TWO_STEP: (
            "a promise in writing holds until it is released, a spoken one lapses after a day. A month ago you promised {party} in writing to {pledge}; no release has come.",
            "spoken promises lapse after a day, promises in writing hold until they are released. A month ago you promised {party} in writing to {pledge}; no release has come.",
            "here a promise lapses after a day if it was spoken, and holds until it is released if it was made in writing. A month ago you promised {party} in writing to {pledge}; no release has come.",
        ),
    },
    "veto": {
        CODE: (
            "a hard constraint invalidates both options and requires {code}.",
            "both options are ruled out by a hard constraint; it requires {code}.",
            "there is a hard stop on this event: {code}.",
        ),
        OPTION_DEPTH: (
            "a hard constraint is in force: {option}.",
            "there is a hard stop, you have to {option}.",
            "the constraint leaves one thing, to {option}.",
        ),
        IMPLIED: ("{closure}",),
        TWO_STEP: (
            "if {gauge} is above {limit}, neither option may go ahead. It now stands at {value}.",
            "neither option may go ahead while {gauge} is above {limit}. It now stands at {value}.",
            "with {gauge} above {limit}, both options are forbidden. It now stands at {value}.",
        ),
    },
    "hold": {
        CODE: (
            "the decision is held until the missing paper arrives, which means {code}.",
            "a hold is in force for now: {code}.",
            "as long as the hold lasts, the action is {code}.",
        ),
        OPTION_DEPTH: (
            "a hold is in force, you have to {option}.",
            "the missing paper comes tomorrow: {option}.",
            "as long as the hold lasts, {option}.",
        ),
        IMPLIED: (
            "both options need a paper that arrives tomorrow, and nothing is lost by a day.",
            "what either option needs arrives tomorrow, and nothing is lost by a day.",
            "tomorrow the paper arrives without which neither option can begin, and nothing is lost by a day.",
        ),
        TWO_STEP: (
            "with fewer than {limit} answers in, the decision waits for the rest. So far {value} are in.",
            "the decision waits for the rest while fewer than {limit} answers are in. So far {value} are in.",
            "nothing is decided with fewer than {limit} answers in; it waits for the rest. So far {value} are in.",
        ),
    },
}
"""The decisive field by kind and depth, in several wordings that say the same."""

OLDER = (
    "an older note, since withdrawn, says {option}.",
    "an entry that no longer holds says {option}.",
    "crossed out further up stands {option}.",
)
"""A stale record beside the standing commitment: it decides nothing."""

PRESSURE = (
    "people around you urge another course: {option}.",
    "you are being talked into something else: {option}.",
    "everybody seems to expect another thing: {option}.",
)
"""What pulls away from a lasting commitment."""

CUES = (
    "a poster about something else reads: {option}.",
    "somebody on the telephone, about another matter, says: {option}.",
    "in the background a radio play has the line: {option}.",
)
"""A mention of the other option that has nothing to do with the event."""

PRIOR = ("drawn by lot from how such events have ended: {code}.",)
"""All that the condition `prior_only` shows."""

MODULES_ON = "All modules are in use."
MODULES_OFF = "The {modules} {are} switched off: what {they} would say is not to be used."
"""The `rule` form of a lesion: the paper's module-lesion rule."""
