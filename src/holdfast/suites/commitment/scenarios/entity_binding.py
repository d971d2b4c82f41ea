"""The scenarios of entity binding: settings, words and sentences."""

from __future__ import annotations

from holdfast.suites.commitment.events import FINAL, Domain
from holdfast.suites.commitment.vocabulary import Clock, Named, Numbered, OneOf

DOMAINS = (
    Domain(
        "depot lockers",
        "You look after the key book of a tram depot, in which every driver is down for one locker.",
        {"who": Named(), "value": Numbered("locker {}", 100, 999)},
        {
            "rule": (
                (
                    "Keep track of who has which locker. An exchange counts as soon as the foreman has stamped it; "
                    "before that it is only talk."
                ),
            ),
            "assign": ("{who} is down for {value}.", "The book has {value} against the name {who}."),
            "swap": (
                "The foreman stamps an exchange: {who1} and {who2} trade lockers.",
                "Stamped and done: the lockers of {who1} and {who2} have changed hands with each other.",
            ),
            "proposal": (
                "{who1} and {who2} talk about trading lockers, but nothing has been stamped.",
                "{who1} would like to trade lockers with {who2}; the foreman has not agreed.",
            ),
            "note": ("The hinge of {value} squeaks.", "Somebody has stuck a sticker on {value}."),
            "distractor": (
                "A driver on the way out is sure that {who} has {value}; he saw it on some list.",
                "The old plan behind the door, which nobody takes down, shows {who} at {value}.",
            ),
            "distractor-over": (
                "A driver on the way out is sure that {who} has {value}; on no account, he says, {value2}.",
            ),
        },
        {
            FINAL: ("Which locker does {who} have now?", "Reply with the locker only."),
            "probe-1": (
                "Under the name {who}, which locker stands in the book at present?",
                "Reply with the locker only.",
            ),
            "probe-2": ("And {who}: which locker is that driver's?", "Reply with the locker only."),
        },
        (
            "Tram seats on the older cars are being re-covered.",
            "The wash bay is closed because of the frost.",
            "A box of lost gloves has come in from the terminus.",
            "The roster for the holidays will be drawn by lot.",
        ),
    ),
    Domain(
        "ward beds",
        "On a rehabilitation ward you keep the board that shows which patient lies in which bed.",
        {"who": Named("Ms {}"), "value": Numbered("bed {}", 100, 999)},
        {
            "rule": (
                "Keep the board right. A move is real once the charge nurse has carried it out; wishes are not moves.",
            ),
            "assign": ("{who} has been given {value}.", "In {value} lies {who}."),
            "swap": (
                "The charge nurse has moved {who1} and {who2}: each now has the other's bed.",
                "{who1} and {who2} have changed beds, and the charge nurse saw to it herself.",
            ),
            "proposal": (
                "{who1} and {who2} have asked to change beds, and the charge nurse has said no.",
                "There is a wish on the list to let {who1} and {who2} change beds; it has not been carried out.",
            ),
            "note": (
                "The lamp above {value} has a new bulb.",
                "Physiotherapy has left a walking frame beside {value}.",
            ),
            "distractor": (
                "A cousin on the telephone is looking for {who} and insists that it must be {value}.",
                "On a meal card from another day, {who} is written next to {value}.",
            ),
            "distractor-over": (
                (
                    "A cousin on the telephone is looking for {who} and insists that it must be {value} and cannot "
                    "be {value2}."
                ),
            ),
        },
        {
            FINAL: ("In which bed does {who} lie now?", "Reply with the bed only."),
            "probe-1": (
                "According to the board as it should read, which bed belongs to {who}?",
                "Reply with the bed only.",
            ),
            "probe-2": ("Where does {who} lie?", "Reply with the bed only."),
        },
        (
            "Visiting hours are the same as always.",
            "The blood pressure trolley is in the corridor.",
            "Soup will be tomato.",
            "A volunteer reads the newspaper aloud in the day room.",
        ),
    ),
    Domain(
        "recording studio",
        "A choir records over several days. You manage the plan that gives every singer one time slot in the booth.",
        {"who": Named(), "value": Clock(8, 21)},
        {
            "rule": (
                (
                    "The plan is yours to keep. Slots change hands when the producer has confirmed it on the "
                    "talkback, and not before."
                ),
            ),
            "assign": ("{who} sings at {value}.", "The slot at {value} goes to {who}."),
            "swap": (
                "The producer confirms on the talkback that {who1} and {who2} take each other's slots.",
                "Confirmed on the talkback: {who1} sings when {who2} was to sing, and the other way round.",
            ),
            "proposal": (
                "{who1} wonders whether {who2} would trade slots; the producer has not confirmed anything.",
                "A trade of slots between {who1} and {who2} was suggested and the producer turned it down.",
            ),
            "note": (
                "The engineer will change the reel just before {value}.",
                "Tea is brought to the booth around {value}.",
            ),
            "distractor": (
                "A scribble on the music stand reads: {who}, {value}.",
                "One of the altos says she has a feeling that {who} comes in at {value}.",
            ),
            "distractor-over": ("A scribble on the music stand reads: {who}, {value} and not {value2}.",),
        },
        {
            FINAL: ("At what time does {who} sing?", "Reply with the time only."),
            "probe-1": ("Which slot does the plan give to {who} as things stand?", "Reply with the time only."),
            "probe-2": ("And when is it the turn of {who}?", "Reply with the time only."),
        },
        (
            "The red lamp over the door has been repaired.",
            "Scores for the encore are still at the printer's.",
            "The heating is switched off during takes because it hums.",
            "A cable drum stands in the way of the side door.",
        ),
    ),
    Domain(
        "harbour berths",
        "A small harbour has a berth book, and you write it up. Boats are known by their names.",
        {"who": Named("the {}"), "value": Numbered("berth {}", 100, 999)},
        {
            "rule": (
                (
                    "Write up which boat has which berth. Two boats have exchanged berths when both have actually "
                    "moved, whatever was arranged."
                ),
            ),
            "assign": ("By the book, {who} lies at {value}.", "At {value} we have {who}."),
            "swap": (
                "This afternoon {who1} and {who2} cast off and tied up again, each at the other's berth.",
                "The pilot reports that {who1} and {who2} have moved into each other's berths.",
            ),
            "proposal": (
                "The owners of {who1} and {who2} had arranged to exchange berths, but neither boat moved.",
                "An exchange between {who1} and {who2} was called off before anyone cast off.",
            ),
            "note": ("The bollard at {value} needs paint.", "A seal has been seen near {value}."),
            "distractor": (
                "The ice-cream seller tells visitors that {who} is over at {value}.",
                "In last season's brochure, {who} is pictured at {value}.",
            ),
            "distractor-over": (
                "The ice-cream seller tells visitors that {who} is over at {value}, having given up {value2}.",
            ),
        },
        {
            FINAL: ("At which berth does {who} lie?", "Reply with the berth only."),
            "probe-1": ("If the book is right, where is {who} tied up at present?", "Reply with the berth only."),
            "probe-2": ("What is the berth of {who}?", "Reply with the berth only."),
        },
        (
            "The tide gauge was cleaned of weed.",
            "Fresh water on the jetty is turned off in frost.",
            "A regatta is planned for the summer.",
            "Nets are drying along the breakwater.",
        ),
    ),
    Domain(
        "seed plots",
        "In a botanical trial you keep the list of which student tends which plot.",
        {"who": Named(), "value": Numbered("plot {}", 1000, 9999)},
        {
            "rule": (
                (
                    "Maintain the list. A handover takes effect when it is entered in the garden log; conversations "
                    "in the greenhouse do not matter."
                ),
            ),
            "assign": ("{who} tends {value}.", "Care of {value} lies with {who}."),
            "swap": (
                "Entered in the garden log: {who1} and {who2} have handed their plots over to each other.",
                "The garden log records that {who1} took over the plot of {who2} and {who2} that of {who1}.",
            ),
            "proposal": (
                (
                    "In the greenhouse {who1} and {who2} say they might hand their plots over to each other; the log "
                    "has no such entry."
                ),
                "{who1} offers {who2} a trade of plots and gets no answer.",
            ),
            "note": ("Snails were found at the edge of {value}.", "The label of {value} has faded in the sun."),
            "distractor": (
                "A photograph from the opening day shows {who} smiling in front of {value}.",
                "The gardener's nephew says that {value} is where {who} works.",
            ),
            "distractor-over": (
                "The gardener's nephew says that {value} is where {who} works, and by no means {value2}.",
            ),
        },
        {
            FINAL: ("Which plot does {who} tend now?", "Reply with the plot only."),
            "probe-1": ("By the garden log, {who} is responsible for which plot?", "Reply with the plot only."),
            "probe-2": ("Which plot is in the care of {who}?", "Reply with the plot only."),
        },
        (
            "The compost heap has been turned.",
            "Visitors may pick the windfall apples.",
            "The rain barrel by the shed is full.",
            "A wren nests in the watering can that nobody uses.",
        ),
    ),
    Domain(
        "exam rooms",
        "For the oral examinations at a college you keep the sheet that assigns every examiner to a room.",
        {
            "who": Named("Dr {}"),
            "value": OneOf(
                (
                    "the Map Room",
                    "the Oak Room",
                    "the Tower Room",
                    "the Print Room",
                    "the Garden Room",
                    "the Bell Room",
                    "the Slate Room",
                    "the River Room",
                )
            ),
        },
        {
            "rule": (
                (
                    "Keep the sheet current. The dean's office makes changes, and a change is made when the dean's "
                    "office says that it is."
                ),
            ),
            "assign": ("{who} examines in {value}.", "The sheet puts {who} into {value}."),
            "swap": (
                "The dean's office has made a change: {who1} and {who2} exchange rooms.",
                "By order of the dean's office {who1} goes to the room of {who2}, who goes to that of {who1}.",
            ),
            "proposal": (
                (
                    "{who1} and {who2} agree over coffee that they could exchange rooms; the dean's office knows "
                    "nothing of it."
                ),
                "The dean's office has declined to let {who1} and {who2} exchange rooms.",
            ),
            "note": ("A carafe of water has been put in {value}.", "The blinds in {value} stay half closed."),
            "distractor": (
                "A candidate has heard from another candidate that {who} can be found in {value}.",
                "A draft of the sheet, found in the copier, has {who} in {value}.",
            ),
            "distractor-over": (
                (
                    "A candidate has heard from another candidate that {who} can be found in {value}, no longer in "
                    "{value2}."
                ),
            ),
        },
        {
            FINAL: ("In which room does {who} examine?", "Reply with the room only."),
            "probe-1": ("What room does the current sheet give for {who}?", "Reply with the room only."),
            "probe-2": ("Where would a candidate of {who} have to go?", "Reply with the room only."),
        },
        (
            "The gong will be sounded ten minutes early as a courtesy.",
            "Bags are to be left in the cloakroom.",
            "The portrait in the stairwell is away for cleaning.",
            "Squash and biscuits are in the common room.",
        ),
    ),
)
