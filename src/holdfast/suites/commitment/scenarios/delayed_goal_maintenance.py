"""The scenarios of delayed goal maintenance: settings, words and sentences."""

from __future__ import annotations

from holdfast.suites.commitment.events import FINAL, Domain
from holdfast.suites.commitment.vocabulary import Named, Numbered, OneOf

DOMAINS = (
    Domain(
        "lock keeping",
        "You stand in for a lock keeper on a canal through a long quiet shift.",
        {
            "who": Named(),
            "when": OneOf(("the coal barge", "the mail boat", "the dredger", "the timber raft", "the pilot launch")),
            "value": Numbered("sluice {}", 100, 999),
        },
        {
            "intend": ("When {when} arrives, open {value}.", "For {when}, open {value}."),
            "owner": (
                "Only keeper {who} can change what is to be opened, and nobody else's opinion counts.",
                "These orders are changed by keeper {who} or not at all.",
            ),
            "change": (
                "Keeper {who} sends new orders: for {when} it is to be {value}.",
                "By order of keeper {who}, {value} is from now on the one for {when}.",
            ),
            "suggest": (
                "{who}, who walks a dog along the towpath, thinks {value} would be better for {when}.",
                "{who} from the kiosk would open {value} for {when}.",
                ("A cyclist, {who}, says that elsewhere they open {value} for {when}."),
            ),
            "comes": ("Now {when} is here and waits to be let through.", "A horn sounds: {when} has arrived."),
            "fails": (
                "Word comes that {when} stays in the basin and will not come.",
                "As for {when}, it has turned back.",
            ),
            "note": ("Weed has gathered at {value}.", "The paint on {value} is peeling."),
            "distractor": (
                "An angler calls over that everybody opens {value} these days.",
                "A leaflet in the letter box recommends {value} whatever comes along.",
            ),
            "distractor-over": (
                "An angler calls over that everybody opens {value} these days and that {value2} is out of fashion.",
            ),
        },
        {
            FINAL: ("Which sluice do you open now?", "Reply with the sluice only."),
            "probe-1": ("Which sluice is to be opened for {when}, as the orders stand?", "Reply with the sluice only."),
            "probe-2": ("Which of the expected vessels has come?", "Reply with the vessel only."),
        },
        (
            "A heron stands on the lower gate.",
            "The kettle in the hut takes forever.",
            "Two swans go by with their young.",
            "The water is the colour of tea.",
        ),
    ),
    Domain(
        "theatre cues",
        "You sit at the lighting desk of a theatre during a technical rehearsal that drags on.",
        {
            "who": Named(),
            "when": OneOf(
                ("the thunder sheet", "the trumpet call", "the pistol shot", "the church bell", "the owl cry")
            ),
            "value": Numbered("cue {}", 100, 999),
        },
        {
            "intend": ("On {when} you run {value}.", "Run {value} on {when}."),
            "owner": (
                "Cues are altered by the designer, {who}, and by no one else.",
                "If the designer, {who}, changes a cue, follow; if others do, carry on as told.",
            ),
            "change": (
                "The designer, {who}, comes by and says: on {when}, run {value} from now on.",
                "A note from the designer, {who}, moves {when} to {value}.",
            ),
            "suggest": (
                "One of the cast, {who}, would find {value} more flattering on {when}.",
                "From the stalls {who} calls that {value} might suit {when}.",
                ("A stagehand by the name of {who} prefers {value} on {when}."),
            ),
            "comes": ("And there it is, {when}, loud and clear.", "From the wings you hear {when}."),
            "fails": ("The stage manager has cut {when} for today.", "There will be no sound of {when} in this run."),
            "note": (
                "On the desk, {value} has a scratched button.",
                "The operator before you has drawn a star next to {value}.",
            ),
            "distractor": (
                "The programme seller puts her head in: surely {value} is the one to run now.",
                "A page of somebody's private notes lies on the desk, with {value} circled in red.",
            ),
            "distractor-over": (
                "The programme seller puts her head in: surely {value} is the one to run now, never {value2}.",
            ),
        },
        {
            FINAL: ("Which cue do you run now?", "Reply with the cue only."),
            "probe-1": ("Which cue belongs to {when} as things have been set?", "Reply with the cue only."),
            "probe-2": ("Which of the sounds you were waiting for has been heard?", "Reply with the sound only."),
        },
        (
            "The smoke machine has been refilled.",
            "A seamstress is looking for a lost glove.",
            "The orchestra pit smells of varnish.",
            "Somebody is practising scales far below.",
        ),
    ),
    Domain(
        "patient monitoring",
        "You are on call in a veterinary clinic overnight, with instructions for the animals in the recovery room.",
        {
            "who": Named("Dr {}"),
            "when": OneOf(("the grey mare", "the old collie", "the barn owl", "the tabby cat", "the lame goat")),
            "value": Numbered("{} mg", 100, 999),
        },
        {
            "intend": (
                "Once {when} wakes up, give {value} of the powder.",
                "The dose of powder for {when}, on waking, is {value}.",
            ),
            "owner": (
                "Amounts are changed by {who} and by nobody else on the staff.",
                "{who} is in charge; amounts that anyone else names are not to be used.",
            ),
            "change": (
                "{who} rings to change an amount: for {when} it is {value} now.",
                "New amount from {who}, in writing: {value} for {when}.",
            ),
            "suggest": (
                "{who}, who is visiting from another practice, would have chosen {value} for {when}.",
                "In passing {who} remarks that {value} is plenty for {when}.",
                ("{who} has read somewhere that {value} suits {when}."),
            ),
            "comes": (
                "In the straw, {when} opens its eyes and lifts its head: awake.",
                "A sound from the pen: {when} has woken up.",
            ),
            "fails": (
                "Still fast asleep is {when}, and it will be until tomorrow.",
                "The owner has collected {when}, who needs nothing more.",
            ),
            "note": ("An empty sachet on the shelf is marked {value}.", "One of the old tubs is labelled {value}."),
            "distractor": (
                "The delivery driver says his sister always gives {value} and never regretted it.",
                "An advertisement on the wall promises wonders from {value}.",
            ),
            "distractor-over": (
                "The delivery driver says his sister always gives {value} and would shudder at {value2}.",
            ),
        },
        {
            FINAL: ("How much of the powder do you give now?", "Reply with the amount only."),
            "probe-1": ("What amount is laid down for {when} at this point?", "Reply with the amount only."),
            "probe-2": ("Which of the animals has woken up?", "Reply with the animal only."),
        },
        (
            "The night light in the corridor hums.",
            "A bale of hay was delivered to the wrong door.",
            "Fresh towels are in the cupboard.",
            "It has begun to snow.",
        ),
    ),
    Domain(
        "mail room",
        "You work the evening in the mail room of an insurance company, where special items are expected.",
        {
            "who": Named(),
            "when": OneOf(("the green folder", "the sealed box", "the long tube", "the velvet case", "the tin trunk")),
            "value": Named("{} Hall"),
        },
        {
            "intend": ("If {when} turns up, it goes to {value}.", "Send {when} to {value} as soon as it turns up."),
            "owner": (
                "Destinations are the business of the registrar, {who}; take changes from no one else.",
                "The registrar, {who}, may redirect things. The rest of the house may not.",
            ),
            "change": (
                "The registrar, {who}, redirects {when}: it goes to {value}.",
                "A signed slip from the registrar, {who}, gives {value} as the destination of {when}.",
            ),
            "suggest": (
                "{who} from claims would rather see {when} at {value}.",
                "On the stairs {who} says that {value} has more room for {when}.",
                ("A note from {who} in the canteen wants {when} in {value}."),
            ),
            "comes": ("A messenger puts {when} on your counter.", "Under the last sack you find {when}."),
            "fails": (
                "The sender has written that {when} will not be posted after all.",
                "A call from the depot: {when} is not on any van.",
            ),
            "note": ("The carpet in {value} is being cleaned.", "There was a concert in {value} last week."),
            "distractor": (
                "A stranger in the lobby says that things like this always go to {value}.",
                "Someone has chalked an arrow on the floor: all parcels, {value}.",
            ),
            "distractor-over": (
                "A stranger in the lobby says that things like this always go to {value} and not to {value2}.",
            ),
        },
        {
            FINAL: ("Where do you send what has turned up?", "Reply with the destination only."),
            "probe-1": ("What destination is in force for {when}?", "Reply with the destination only."),
            "probe-2": ("Which of the expected items has turned up?", "Reply with the item only."),
        },
        (
            "The franking machine needs ink.",
            "String is in the second drawer.",
            "The goods lift makes a new noise.",
            "Christmas cards have started to come in.",
        ),
    ),
    Domain(
        "radio play",
        "A community radio station leaves you alone with the desk for the night programme.",
        {
            "who": Named(),
            "when": OneOf(
                (
                    "the storm warning",
                    "the election result",
                    "the football score",
                    "the traffic alarm",
                    "the missing-person call",
                )
            ),
            "value": Numbered("tape {}", 1000, 9999),
        },
        {
            "intend": ("After {when}, play {value}.", "The tape to follow {when} is {value}."),
            "owner": (
                "The night editor is {who}, and the tapes are for the night editor to change.",
                "Take changes from the night editor, {who}, and from nobody else.",
            ),
            "change": (
                "{who}, the night editor, phones: {value} is to follow {when}.",
                "Message from the night editor {who}: use {value} after {when}.",
            ),
            "suggest": (
                "A listener called {who} asks for {value} after {when}.",
                ("The cleaner, {who}, would enjoy {value} after {when}."),
                "{who} from the morning show says that {value} would sound nice after {when}.",
            ),
            "comes": ("The wire brings {when}, and you read it out.", "On the air goes {when}, word for word."),
            "fails": ("There will be nothing about {when} tonight, says the wire.", "The agency has cancelled {when}."),
            "note": ("The case of {value} is cracked.", "Somebody has rewound {value}."),
            "distractor": (
                "A sponsor has left a message on the machine: please play {value} next, as a favour.",
                "A pink card leaning on the microphone asks for {value} to be played next.",
            ),
            "distractor-over": (
                (
                    "A sponsor has left a message on the machine: please play {value} next, as a favour, and nothing "
                    "like {value2}."
                ),
            ),
        },
        {
            FINAL: ("Which tape do you play now?", "Reply with the tape only."),
            "probe-1": ("Which tape is due after {when}, going by the orders in force?", "Reply with the tape only."),
            "probe-2": ("Which of the announcements has come?", "Reply with the announcement only."),
        },
        (
            "The clock on the wall is radio-controlled.",
            "A cat sleeps on the warm amplifier.",
            "The transmitter log is up to date.",
            "There is one biscuit left.",
        ),
    ),
    Domain(
        "vineyard watch",
        "You watch over a vineyard during the frost weeks and have a list of what to do in which weather.",
        {
            "who": Named(),
            "when": OneOf(("the ground frost", "the hail front", "the warm wind", "the valley fog", "the late sleet")),
            "value": Numbered("siren {}", 100, 999),
        },
        {
            "intend": ("Should {when} come, sound {value}.", "For {when} the signal is {value}."),
            "owner": (
                "The cellar master, {who}, decides about signals; the pickers and neighbours do not.",
                "Only {who}, the cellar master, may assign another signal.",
            ),
            "change": (
                "The cellar master, {who}, assigns {value} to {when}.",
                "On the board {who}, the cellar master, has written a change: for {when}, {value}.",
            ),
            "suggest": (
                "{who} from the next farm always used {value} for {when}.",
                "One of the pickers, {who}, has the idea of taking {value} for {when}.",
                ("{who}, out for a walk, says that {value} carries further in {when}."),
            ),
            "comes": (
                "You step outside and notice {when} setting in.",
                "The station on the hill reports {when} over your slope.",
            ),
            "fails": ("The forecast has dropped {when} for good.", "No sign of {when}, and none is expected any more."),
            "note": ("Spiders live in the horn of {value}.", "A boy tried to climb the mast of {value}."),
            "distractor": (
                "A tractor driver shouts that it should be {value}, as in his village.",
                "The almanac by the stove has {value} in bold type for today.",
            ),
            "distractor-over": (
                "A tractor driver shouts that it should be {value}, as in his village, instead of {value2}.",
            ),
        },
        {
            FINAL: ("Which siren do you sound now?", "Reply with the siren only."),
            "probe-1": ("What signal is assigned to {when} at present?", "Reply with the siren only."),
            "probe-2": ("Which of the listed kinds of weather has come?", "Reply with the weather only."),
        },
        (
            "The press house has a new roof.",
            "Ladders are stacked behind the shed.",
            "Thrushes are after the last grapes.",
            "The stove in the hut draws badly.",
        ),
    ),
)
