"""The scenarios of repair after contradiction: settings, words and sentences."""

from __future__ import annotations

from holdfast.suites.commitment.events import FINAL, Domain
from holdfast.suites.commitment.vocabulary import Named, Numbered, OneOf

DOMAINS = (
    Domain(
        "cargo customs",
        "You keep the clearance register of a container port.",
        {
            "who": Named(),
            "item": Numbered("container {}", 1000, 9999),
            "code": Numbered("entry E{}", 1000, 9999),
            "value": OneOf(
                ("cleared", "held back", "impounded", "under inspection", "in quarantine", "returned", "waived")
            ),
        },
        {
            "record": ("Under {code}, {item} is {value}.", "The register says in {code} that {item} is {value}."),
            "authority": (
                "Nobody but officer {who} can correct the register.",
                "The register is corrected by officer {who} and by no one else.",
            ),
            "correct": (
                "Officer {who} corrects a mistake: {item} is {value}, see {code}.",
                "What the register had on {item} was wrong, writes officer {who}; {code} puts it right: {value}.",
            ),
            "withdraw": (
                "Officer {who} withdraws {code}, which was meant for another port; what stood before it holds again.",
                (
                    "Sorry, writes officer {who}: {code} was itself a mistake and is void, so that the entry before "
                    "it holds."
                ),
            ),
            "challenge": (
                "A crane driver named {who} has scribbled {code} into the margin, with {item} as {value}.",
                "{who}, a haulier, hands in a slip of his own, {code}, on which {item} is {value}.",
            ),
            "note": (
                "A rubber stamp on the desk reads “{value}”.",
                "Trainees learn on their first day what “{value}” means.",
                ("Somebody has written “{value}” on a paper cup."),
            ),
            "code-note": ("Coffee has been spilt over {code}.", "A trainee asks how to spell the date in {code}."),
            "distractor": (
                "A voice on the radio says with great confidence that {item} is {value}.",
                "The port's tracking website, known for its delays, lists {item} as {value}.",
            ),
            "distractor-over": (
                "A voice on the radio says with great confidence that {item} is {value} and no longer {value2}.",
            ),
        },
        {
            FINAL: ("What is the status of {item}?", "Reply with the status only."),
            "probe-1": ("How does {item} stand in the register at present?", "Reply with the status only."),
            "probe-2": ("Which entry is the valid one for {item}?", "Reply with the entry only."),
        },
        (
            "The gantry lights were switched on early.",
            "A tug with a new crew has come in.",
            "Seagull droppings have to be cleaned off the sign.",
            "The weighbridge is free.",
        ),
    ),
    Domain(
        "manuscript dates",
        "A library asks you to maintain the dating of its manuscripts.",
        {
            "who": Named("Professor {}"),
            "item": Named("the {} codex"),
            "code": Numbered("note {}", 1000, 9999),
            "value": Numbered("the year {}", 900, 1699),
        },
        {
            "record": ("By {code}, {item} dates from {value}.", "Our {code} puts {item} in {value}."),
            "authority": (
                "Datings are corrected by {who}, whose word is final; readers' opinions are not entered.",
                "{who} alone may correct a dating.",
            ),
            "correct": (
                "{who} has found an error in our dating: by {code}, {item} belongs in {value}.",
                "A correction from {who}, filed as {code}: {value} for {item}.",
            ),
            "withdraw": (
                "{who} takes back {code}, having confused two shelfmarks; the dating before it stands.",
                "With apologies {who} retracts {code}, and the dating before it applies again.",
            ),
            "challenge": (
                "A reader, {who}, leaves {code} on the counter: {item} must be from {value}.",
                "In the visitors' book there is {code} by {who}, who puts {item} in {value}.",
            ),
            "note": (
                "A bookmark from {value} has turned up behind a shelf.",
                "A visitor asks who ruled in {value}.",
                "An exhibition about {value} is being planned.",
            ),
            "code-note": ("The ink of {code} has run a little.", "Someone has dog-eared {code}."),
            "distractor": (
                "A popular podcast, played in the staff room, moves {item} to {value}.",
                "The postcard stand still sells {item} with {value} printed on the back.",
            ),
            "distractor-over": (
                "A popular podcast, played in the staff room, moves {item} to {value} and away from {value2}.",
            ),
        },
        {
            FINAL: ("From which year does {item} date?", "Reply with the year only."),
            "probe-1": ("What dating holds for {item} now?", "Reply with the year only."),
            "probe-2": ("Which note gives the dating of {item} that holds?", "Reply with the note only."),
        },
        (
            "The reading lamps have green shades again.",
            "Silverfish traps are checked on Mondays.",
            "A ladder rolls more smoothly since it was oiled.",
            "The catalogue room smells of beeswax.",
        ),
    ),
    Domain(
        "building permits",
        "In a town planning office you look after the file of permits for one street.",
        {
            "who": Named(),
            "item": Numbered("house {}", 100, 999),
            "code": Numbered("sheet S{}", 1000, 9999),
            "value": OneOf(("approved", "refused", "on hold", "expired", "conditional", "under review", "exempt")),
        },
        {
            "record": (
                "The permit for {item} is {value} ({code}).",
                "On {code} the permit for {item} is given as {value}.",
            ),
            "authority": (
                "If a sheet is wrong, the building inspector, {who}, corrects it; neighbours cannot.",
                "Corrections are for the building inspector, {who}, to make.",
            ),
            "correct": (
                (
                    "The building inspector, {who}, says the file had it wrong: the permit for {item} is {value}, by "
                    "{code}."
                ),
                "A corrected {code} arrives from the building inspector, {who}, with {item} as {value}.",
            ),
            "withdraw": (
                (
                    "The building inspector, {who}, cancels {code}: it was typed for another street, and the earlier "
                    "sheet is right."
                ),
                "Please tear up {code}, writes the building inspector, {who}; the sheet before it was right all along.",
            ),
            "challenge": (
                "A neighbour, {who}, has pushed {code} under the door, where the permit for {item} is {value}.",
                "{who}, who lives across the street, brings a home-made {code} with {item} as {value}.",
            ),
            "note": (
                "One of the folders in the cabinet is labelled “{value}”.",
                "A magnet on the cabinet says “{value}”.",
                ("A child in the waiting room spells out “{value}” from a poster."),
            ),
            "code-note": ("The staple of {code} is loose.", "The copier swallows {code} and gives it back."),
            "distractor": (
                "The baker has heard that {item} is {value}, and the whole queue nods.",
                "In a crime novel set in this very street, {item} is {value}.",
            ),
            "distractor-over": (
                "The baker has heard that {item} is {value} and not {value2}, and the whole queue nods.",
            ),
        },
        {
            FINAL: ("How does the permit for {item} stand?", "Reply with the status only."),
            "probe-1": ("What does the file, properly kept, say about {item}?", "Reply with the status only."),
            "probe-2": ("Which sheet is in force for {item}?", "Reply with the sheet only."),
        },
        (
            "The model of the new square is under glass.",
            "The plotter needs wide paper.",
            "The window faces the fountain.",
            "A delegation from the twin town is expected.",
        ),
    ),
    Domain(
        "race results",
        "You write up the results of a long-distance sailing race.",
        {
            "who": Named(),
            "item": Named("the yacht {}"),
            "code": Numbered("bulletin {}", 1000, 9999),
            "value": Numbered("{} minutes", 1000, 9999),
        },
        {
            "record": ("For {item}, {code} has {value}.", "The time of {item} is {value} according to {code}."),
            "authority": (
                "The race officer, {who}, can correct a bulletin. Crews and spectators cannot.",
                "Only bulletins of the race officer, {who}, correct a time.",
            ),
            "correct": (
                "The race officer, {who}, has checked the tracker and corrects {item} to {value} in {code}.",
                "A clock had run wrong, reports the race officer, {who}: {code} gives {item} {value}.",
            ),
            "withdraw": (
                (
                    "The race officer, {who}, annuls {code} because the tracker belonged to another boat; the time "
                    "before it is good."
                ),
                "Strike out {code}, says the race officer, {who}, and go back to the time before it.",
            ),
            "challenge": (
                "A crew member, {who}, passes round {code}, which gives {item} {value}.",
                "{who}, watching from the pier, has typed up {code} with {value} for {item}.",
            ),
            "note": (
                "The record of some other race is {value}.",
                "A crossword in the club house has {value} as a solution.",
                ("The ferry to the mainland once took {value}."),
            ),
            "code-note": ("The wind has carried {code} across the lawn.", "A child has drawn a fish on {code}."),
            "distractor": (
                "The loudspeaker van drives past, announcing {value} for {item}.",
                "A betting shop has painted {value} for {item} on its window.",
            ),
            "distractor-over": ("The loudspeaker van drives past, announcing {value} for {item}, down from {value2}.",),
        },
        {
            FINAL: ("What time do you write up for {item}?", "Reply with the time in minutes only."),
            "probe-1": (
                "Which time is right for {item} as far as you know now?",
                "Reply with the time in minutes only.",
            ),
            "probe-2": ("Which bulletin is valid for {item}?", "Reply with the bulletin only."),
        },
        (
            "The prize cup has been polished.",
            "Spinnakers are drying on the lawn.",
            "A brass band is warming up.",
            "The café has run out of lemonade.",
        ),
    ),
    Domain(
        "blood bank",
        "A regional blood bank has you maintain the status list of its stored units.",
        {
            "who": Named("Dr {}"),
            "item": Numbered("unit {}", 1000, 9999),
            "code": Numbered("line L{}", 1000, 9999),
            "value": OneOf(("released", "reserved", "frozen", "rejected", "awaiting a test", "recalled", "in transit")),
        },
        {
            "record": ("On the list, {item} is {value} ({code}).", "According to {code}, {item} is {value}."),
            "authority": (
                "A line that is wrong may be corrected by {who}, the medical director, and by nobody else.",
                "The medical director, {who}, is the only one who corrects lines.",
            ),
            "correct": (
                "{who} points out a clerical error and has {code} entered: {item} is {value}.",
                "The laboratory was misread, says {who}; {item} is {value}, as {code} now states.",
            ),
            "withdraw": (
                "{who} has {code} struck out again, because it concerned another hospital; the line above it holds.",
                "{who} finds that {code} rested on a mix-up and revokes it, which leaves the line before it in force.",
            ),
            "challenge": (
                "The courier, {who}, has added {code} in biro: {item} is {value}.",
                "{who}, a student on placement, has typed {code}, with {item} as {value}, for practice.",
            ),
            "note": (
                "A coloured card marked “{value}” lies on the desk.",
                "The training video explains what “{value}” means.",
                ("A spare sticker with “{value}” on it is stuck to the lamp."),
            ),
            "code-note": ("A fingerprint covers half of {code}.", "Underneath {code} there is a doodle."),
            "distractor": (
                "On the telephone a relative has been told that {item} is {value}.",
                "A sticker from some other refrigerator says that {item} is {value}.",
            ),
            "distractor-over": (
                "On the telephone a relative has been told that {item} is {value} rather than {value2}.",
            ),
        },
        {
            FINAL: ("What is the status of {item} on a correct list?", "Reply with the status only."),
            "probe-1": ("As of now, how is {item} to be listed?", "Reply with the status only."),
            "probe-2": ("Which line is in force for {item}?", "Reply with the line only."),
        },
        (
            "Donors get orange juice and a biscuit.",
            "The centrifuge was serviced in spring.",
            "Ice packs are in the second freezer.",
            "The van has new tyres.",
        ),
    ),
    Domain(
        "star catalogue",
        "You maintain an amateur catalogue of variable stars and their periods.",
        {
            "who": Named(),
            "item": Named("star {}"),
            "code": Numbered("circular {}", 1000, 9999),
            "value": Numbered("{} hours", 100, 999),
        },
        {
            "record": ("The period of {item} is {value} by {code}.", "In {code} we printed {value} for {item}."),
            "authority": (
                "The editor, {who}, issues corrections; what observers send in is only correspondence.",
                "Corrections come from the editor, {who}.",
            ),
            "correct": (
                "The editor, {who}, admits a misprint: by {code}, {item} has a period of {value}.",
                "New {code} from the editor, {who}, to correct what we printed: {item}, {value}.",
            ),
            "withdraw": (
                "The editor, {who}, recalls {code}, which mixed up two charts; what was printed before it is right.",
                "No sooner is {code} out than the editor, {who}, cancels it and reinstates what went before.",
            ),
            "challenge": (
                "An observer, {who}, writes in with {code}, in which {item} takes {value}.",
                "From the back row {who} waves {code} and claims {value} for {item}.",
            ),
            "note": (
                "A telescope dealer mentions {value} in an advertisement.",
                "The caption of an unrelated graph says {value}.",
                ("Somebody slept for {value} after the last meeting, or so the joke goes."),
            ),
            "code-note": ("The postage on {code} went up.", "One copy of {code} has come back as undeliverable."),
            "distractor": (
                "A television presenter gives {item} a period of {value} and a romantic name.",
                "The sweatshirt of the club shows {item} with {value}.",
            ),
            "distractor-over": ("A television presenter gives {item} a period of {value}, waving away {value2}.",),
        },
        {
            FINAL: ("What period does the catalogue give for {item}?", "Reply with the period only."),
            "probe-1": ("Which period is the right one for {item} after all this?", "Reply with the period only."),
            "probe-2": ("Which circular is valid for {item}?", "Reply with the circular only."),
        },
        (
            "The club night has been moved to the annex.",
            "Somebody donated a box of eyepieces.",
            "The red torches need batteries.",
            "A comet is expected next winter.",
        ),
    ),
)
