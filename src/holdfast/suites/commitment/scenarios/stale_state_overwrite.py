"""The scenarios of stale state overwrite: settings, words and sentences."""

from __future__ import annotations

from holdfast.suites.commitment.events import FINAL, Domain
from holdfast.suites.commitment.vocabulary import Clock, Named, Numbered, OneOf

DOMAINS = (
    Domain(
        "ski lifts",
        "You answer the information line of a ski resort.",
        {
            "who": Named(),
            "item": Named("the {} lift"),
            "code": Numbered("notice {}", 1000, 9999),
            "value": OneOf(
                (
                    "open",
                    "closed",
                    "on wind hold",
                    "in training use",
                    "under repair",
                    "limited to half speed",
                    "for descent only",
                )
            ),
        },
        {
            "state": (
                "At the start of the day {item} is {value} ({code}).",
                "By {code}, {item} is {value} this morning.",
            ),
            "authority": (
                (
                    "The operations manager, {who}, changes this by notice; the latest notice for a lift replaces "
                    "what was."
                ),
                "A lift's state changes when {who}, the operations manager, issues a notice, and only then.",
            ),
            "update": (
                "Operations manager {who} issues {code}: {item} is {value} from now on.",
                "With {code}, operations manager {who} declares {item} {value}.",
            ),
            "draft": (
                "{who} at the ski school has drafted {code}, in which {item} would be {value}, but has no say in this.",
                "A draft, {code}, by {who} from marketing has {item} as {value}; it was never issued.",
            ),
            "resurface": (
                "An old sheet behind the counter says “{value}”.",
                "One of the plastic signs in the drawer says “{value}”.",
                ("A pictogram on the wall stands for “{value}”."),
            ),
            "code-note": ("Melted snow has dripped on {code}.", "The drawing pin of {code} is rusty."),
            "distractor": (
                "A guest in the queue swears that {item} is {value}.",
                "The resort's app, which refreshes when it pleases, shows {item} as {value}.",
            ),
            "distractor-over": ("A guest in the queue swears that {item} is {value} and not {value2}.",),
        },
        {
            FINAL: ("A caller asks about {item}. How is it running?", "Reply with the state only."),
            "probe-1": ("What is the present state of {item}?", "Reply with the state only."),
            "probe-2": ("Which notice is in force for {item}?", "Reply with the notice only."),
        },
        (
            "Lost poles are kept in the blue bin.",
            "The bakery delivers twice on weekends.",
            "A snow cat needs a new blade.",
            "The piste map has been reprinted.",
        ),
    ),
    Domain(
        "factory line",
        "You supervise the settings of a bottling plant from the control room.",
        {
            "who": Named(),
            "item": Named("line {}"),
            "code": Numbered("order {}", 1000, 9999),
            "value": Numbered("{} bottles an hour", 1000, 9999),
        },
        {
            "state": ("Under {code}, {item} runs at {value}.", "Set for {item} by {code}: {value}."),
            "authority": (
                "Speeds are changed by orders of the shift engineer, {who}; each order replaces the one before.",
                (
                    "An order of the shift engineer, {who}, overrides the earlier speed of that line. Nobody else "
                    "gives orders."
                ),
            ),
            "update": (
                "Shift engineer {who} gives {code}: {item} goes to {value}.",
                "New {code} from shift engineer {who}, setting {item} to {value}.",
            ),
            "draft": (
                "{who} from sales has worked out {code}, a proposal to run {item} at {value}.",
                "On a flip chart {who}, a consultant, has written {code}: {item} at {value}, as an idea.",
            ),
            "resurface": (
                "A yellowed card on the panel says {value}.",
                "The shift book quotes {value} on one of its pages.",
                ("A plaque from the opening day speaks of {value}."),
            ),
            "code-note": ("A beer mat lies on top of {code}.", "Somebody has filed {code} upside down."),
            "distractor": (
                "A technician from another plant is positive that {item} does {value}.",
                "The big display over the gate, long out of step, gives {value} for {item}.",
            ),
            "distractor-over": (
                "A technician from another plant is positive that {item} does {value}, not a bottle like {value2}.",
            ),
        },
        {
            FINAL: ("At what speed must {item} run?", "Reply with the speed only."),
            "probe-1": ("Which setting is in force on {item} at present?", "Reply with the speed only."),
            "probe-2": ("Under which order does {item} run now?", "Reply with the order only."),
        },
        (
            "The label glue smells of almonds.",
            "Ear plugs are in the dispenser by the door.",
            "A guided tour passes behind the glass.",
            "Crates are washed on the night shift.",
        ),
    ),
    Domain(
        "court calendar",
        "You tell callers when their hearing takes place at a labour tribunal.",
        {
            "who": Named("Judge {}"),
            "item": Numbered("case {}", 1000, 9999),
            "code": Numbered("listing {}", 1000, 9999),
            "value": Clock(8, 18),
        },
        {
            "state": ("By {code}, {item} is heard at {value}.", "The hearing of {item} is at {value} ({code})."),
            "authority": (
                "{who} fixes the hours, and a new listing takes the place of the old one.",
                "Hours are for {who} to fix. A later listing replaces an earlier one.",
            ),
            "update": (
                "{who} signs {code}, moving {item} to {value}.",
                "A fresh {code} signed by {who} has {item} at {value}.",
            ),
            "draft": (
                "{who}, who sits in another chamber, sketches {code} with {item} at {value}; it binds no one here.",
                "On loan from upstairs, {who} muses about {code}: {item} at {value}, perhaps.",
            ),
            "resurface": (
                "A reminder on the pin board mentions {value}.",
                "The answering machine still talks about {value}.",
                ("An envelope in the tray has {value} pencilled on it."),
            ),
            "code-note": ("The stamp on {code} is smudged.", "A paper clip has bent the corner of {code}."),
            "distractor": (
                "A journalist in the hall is telling people {value} for {item}.",
                "An automatic reminder, set up by who knows whom, pops up: {item}, {value}.",
            ),
            "distractor-over": (
                "A journalist in the hall is telling people {value} for {item}, and to forget {value2}.",
            ),
        },
        {
            FINAL: ("At what time is {item} heard?", "Reply with the time only."),
            "probe-1": ("Which hour is fixed for {item} as of now?", "Reply with the time only."),
            "probe-2": ("Which listing is in force for {item}?", "Reply with the listing only."),
        },
        (
            "The coat stand in the lobby wobbles.",
            "Transcripts cost a little more from next year.",
            "A school class is watching from the gallery.",
            "The water cooler has been refilled.",
        ),
    ),
    Domain(
        "reservoir gates",
        "At a reservoir you keep the board that shows how far each gate is open.",
        {
            "who": Named(),
            "item": Named("{} Gate"),
            "code": Numbered("slip {}", 1000, 9999),
            "value": Numbered("{} mm", 100, 999),
        },
        {
            "state": ("By {code}, {item} is open by {value}.", "The opening of {item} is {value}, see {code}."),
            "authority": (
                (
                    "When the dam warden, {who}, sends a slip, it supersedes the earlier one for that gate. Others "
                    "send no slips that count."
                ),
                "A slip from the dam warden, {who}, replaces whatever was set for that gate before.",
            ),
            "update": (
                "The dam warden, {who}, sends {code}: {item} to {value}.",
                "Slip received from the dam warden, {who}: {code}, with {value} for {item}.",
            ),
            "draft": (
                "{who} from the fishing club has filled in {code} for fun, putting {item} at {value}.",
                "A request, {code}, comes from {who} at the campsite, who would like {item} at {value}.",
            ),
            "resurface": (
                "The chalk under the last coat of paint reads {value}.",
                "A photograph in the hut shows a dial at {value}.",
                "A notch in the door frame marks {value}.",
            ),
            "code-note": ("Moths have got at {code}.", "The carbon copy of {code} is hard to read."),
            "distractor": (
                "A hiker reports that the plate at {item} says {value}.",
                "The computer's start-up screen, as always after a restart, has {item} at {value}.",
            ),
            "distractor-over": ("A hiker reports that the plate at {item} says {value}, painted over {value2}.",),
        },
        {
            FINAL: ("How far must {item} be open?", "Reply with the opening only."),
            "probe-1": ("What opening is in force for {item} now?", "Reply with the opening only."),
            "probe-2": ("Which slip decides about {item} at present?", "Reply with the slip only."),
        },
        (
            "Swallows nest in the gate house.",
            "The grass on the dam was mown.",
            "A life ring has gone missing.",
            "The radio mast has a new lamp.",
        ),
    ),
    Domain(
        "clinic rooms",
        "At the front desk of a clinic you send visitors to the right place.",
        {
            "who": Named(),
            "item": Named("the {} clinic"),
            "code": Numbered("memo {}", 1000, 9999),
            "value": Numbered("room {}", 100, 999),
        },
        {
            "state": ("According to {code}, {item} is held in {value}.", "For {item} it is {value} ({code})."),
            "authority": (
                "Rooms are given out by the head porter, {who}, whose newest memo for a clinic is the one that counts.",
                "The head porter, {who}, moves clinics by memo, and a newer memo cancels an older one.",
            ),
            "update": (
                "A memo from head porter {who}, {code}, moves {item} to {value}.",
                "Head porter {who} writes {code}: as of now {item} is in {value}.",
            ),
            "draft": (
                "{who} in accounts circulates {code}, a wish list in which {item} is in {value}.",
                "There is also {code} by {who}, a student's design project, with {item} in {value}.",
            ),
            "resurface": (
                "A laminated arrow on the floor points to {value}.",
                ("An out-of-date leaflet names {value}."),
                "Somebody asks the way to {value} to look for a lost umbrella.",
            ),
            "code-note": ("A patient has used {code} as a fan.", "The letterhead of {code} is the old one."),
            "distractor": (
                "A volunteer in a sash directs people for {item} to {value}.",
                "The lift's voice announces {value} for {item}, as it has done for ages.",
            ),
            "distractor-over": ("A volunteer in a sash directs people for {item} to {value}, away from {value2}.",),
        },
        {
            FINAL: ("Where do you send a visitor to {item}?", "Reply with the room only."),
            "probe-1": ("Where is {item} held as things stand?", "Reply with the room only."),
            "probe-2": ("Which memo counts for {item} now?", "Reply with the memo only."),
        },
        (
            "The aquarium in the lobby is being cleaned.",
            "Wheelchairs are parked under the stairs.",
            "The kiosk sells stamps again.",
            "A piano was donated by a patient.",
        ),
    ),
    Domain(
        "rail freight",
        "You work in the dispatch office of a freight railway and tell drivers the state of the sidings.",
        {
            "who": Named(),
            "item": Numbered("siding {}", 100, 999),
            "code": Numbered("telegram {}", 1000, 9999),
            "value": OneOf(
                ("clear", "blocked", "reserved", "flooded", "out of power", "single-track", "for shunting only")
            ),
        },
        {
            "state": ("In {code}, {item} is {value}.", "Going by {code}, {item} is {value}."),
            "authority": (
                (
                    "Track master {who} reports changes by telegram, and the newest telegram about a siding "
                    "overrides the others."
                ),
                "What track master {who} telegraphs last about a siding is what holds.",
            ),
            "update": (
                "Track master {who} telegraphs, in {code}, that {item} is now {value}.",
                "From track master {who} comes {code}: {item} has become {value}.",
            ),
            "draft": (
                "A trainspotter, {who}, has composed {code}, according to which {item} is {value}.",
                "{who}, who is retired, still writes telegrams; {code} would make {item} {value}.",
            ),
            "resurface": (
                "A faded stencil on the wall spells “{value}”.",
                "A page from the old log, used as a coaster, says “{value}”.",
                ("The phrase book for foreign drivers has an entry for “{value}”."),
            ),
            "code-note": ("Lamp oil has stained {code}.", "The apprentice has hung {code} up crooked."),
            "distractor": (
                "A driver over the crackling radio says that {item} is {value}, he thinks.",
                "The model railway in the foyer has a little flag on {item}: {value}.",
            ),
            "distractor-over": (
                "A driver over the crackling radio says that {item} is {value} by now and was {value2}, he thinks.",
            ),
        },
        {
            FINAL: ("What do you tell a driver about {item}?", "Reply with the state only."),
            "probe-1": ("How do things stand on {item}?", "Reply with the state only."),
            "probe-2": ("Which telegram holds for {item}?", "Reply with the telegram only."),
        },
        (
            "The tea urn has been descaled.",
            "A fox crosses the yard most evenings.",
            "The points were oiled last week.",
            "Someone has knitted a cover for the bell.",
        ),
    ),
)
