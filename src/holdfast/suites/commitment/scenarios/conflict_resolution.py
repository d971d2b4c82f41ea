"""The scenarios of conflict resolution: settings, words and sentences."""

from __future__ import annotations

from holdfast.suites.commitment.events import FINAL, Domain
from holdfast.suites.commitment.vocabulary import Clock, Named, Numbered, OneOf

DOMAINS = (
    Domain(
        "river watch",
        "During a flood you keep the log of a river authority. Wardens along the river ring in.",
        {
            "who": Named(),
            "topic": OneOf(
                ("the weir level", "the bridge clearance", "the dyke height", "the bank width", "the sluice gap")
            ),
            "value": Numbered("{} cm", 1000, 4999),
        },
        {
            "trust": (
                "For {topic} we go by warden {who}.",
                "When it comes to {topic}, the word of warden {who} decides.",
            ),
            "subject": (
                "You are logging {topic} now, and no other warden's figure for it may be used.",
                "The line to be filled is {topic}; leave out whatever the other wardens say about it.",
            ),
            "report": (
                "Warden {who} rings in and puts it at {value}.",
                "A call from warden {who}, who gives it as {value}.",
            ),
            "insists": (
                "Warden {who} rings a second time, louder, and repeats {value}.",
                "URGENT, says the slip: warden {who} stands by {value} and wants it logged at once.",
            ),
            "mention": ("Warden {who} asks for dry socks.", "The boat of warden {who} has a new engine."),
            "distractor": (
                "A local radio host reads out {value} on the air, crediting warden {who}, and says everyone agrees.",
            ),
            "distractor-over": (
                "A local radio host reads out {value} on the air, crediting warden {who}, and makes fun of {value2}.",
            ),
        },
        {
            FINAL: ("Which figure do you log?", "Reply with the figure only."),
            "probe-1": ("Whose figure counts for the line you are filling?", "Reply with the warden's name only."),
            "probe-2": ("If the log closed this minute, what would stand on that line?", "Reply with the figure only."),
        },
        (
            "Sandbags are being filled in the market square.",
            "The ferry is out of service until further notice.",
            "Volunteers have brought soup to the office.",
            "A cow has been led to higher ground.",
        ),
    ),
    Domain(
        "observatory",
        "An observatory publishes one time for tonight's occultation. Several instruments have timed it.",
        {
            "who": Named("the {} camera"),
            "mark": OneOf(
                (
                    "clock-checked",
                    "mounted on the pier",
                    "linked to the time signal",
                    "cooled with nitrogen",
                    "recording without a break",
                    "focused by hand",
                )
            ),
            "value": Clock(17, 23),
        },
        {
            "counts": (
                "Publish the timing of the instrument that is {mark}; timings from any other are to be ignored.",
                "Only an instrument that is {mark} counts. Ignore the timings of the rest.",
            ),
            "standing": ("The records say that {who} is {mark}.", "At present {who} is {mark}."),
            "report": ("The timing from {who} is {value}.", "With {who} it comes out as {value}."),
            "insists": (
                "In red letters at the top of the screen, {who} flashes {value} again and again.",
                "The display of {who} keeps announcing {value} with a chime.",
            ),
            "mention": ("Dew has been wiped off {who}.", "A moth sits on {who}."),
            "distractor": (
                "The astronomy club's chat room has settled on {value} from {who} and is already celebrating.",
            ),
            "distractor-over": (
                "The astronomy club's chat room has settled on {value} from {who} and is laughing about {value2}.",
            ),
        },
        {
            FINAL: ("Which time is published?", "Reply with the time only."),
            "probe-1": ("Which instrument's timing counts?", "Reply with the instrument only."),
            "probe-2": (
                "The press office asks for the time of the occultation. What do you say?",
                "Reply with the time only.",
            ),
        },
        (
            "The dome motor has been greased.",
            "A guided tour for children ends shortly.",
            "Thin cloud is drifting in from the west.",
            "The guest book is nearly full.",
        ),
    ),
    Domain(
        "warehouse weights",
        "A freight warehouse needs the weight of a pallet for its papers. Each of the scales in the hall was tried.",
        {
            "who": Numbered("scale {}", 100, 999),
            "mark": OneOf(
                (
                    "sealed by the inspector",
                    "registered with customs",
                    "checked this morning",
                    "bolted to the floor",
                    "approved for freight",
                    "tested with a reference weight",
                )
            ),
            "value": Numbered("{} kg", 1000, 4999),
        },
        {
            "counts": (
                "Put down the weight from the scale that is {mark}. No other reading is valid for the papers.",
                "For the papers, one reading is valid: that of the scale which is {mark}.",
            ),
            "standing": ("A tag shows that {who} is {mark}.", "The foreman notes that {who} is {mark}."),
            "report": ("On {who} the pallet weighs {value}.", "The pallet was lifted onto {who}, which shows {value}."),
            "insists": (
                "A big sheet pinned up in the hall shouts {value} and underlines {who} three times.",
                "For the fifth time the loader calls out that {who} said {value}.",
            ),
            "mention": ("Somebody has leaned a broom against {who}.", "There is sawdust around {who}."),
            "distractor": ("The haulier's app has filled in {value} by itself, naming {who}, and blinks green.",),
            "distractor-over": (
                "The haulier's app has filled in {value} by itself, naming {who}, and has crossed out {value2}.",
            ),
        },
        {
            FINAL: ("Which weight goes into the papers?", "Reply with the weight only."),
            "probe-1": ("Which scale gives the valid reading?", "Reply with the scale only."),
            "probe-2": (
                "A customs officer asks how heavy the pallet is. What do you answer?",
                "Reply with the weight only.",
            ),
        },
        (
            "The roller door sticks in the cold.",
            "Straps are sorted by length from now on.",
            "The forklift course has two places left.",
            "A sparrow has got into the hall.",
        ),
    ),
    Domain(
        "family archive",
        "You are writing a village chronicle and must give the founding year of a mill, about which the papers "
        "disagree.",
        {
            "who": Named("the {} papers"),
            "mark": OneOf(
                (
                    "signed by a notary",
                    "copied by the parish clerk",
                    "kept in the town hall",
                    "stamped by the abbey",
                    "listed in the state archive",
                    "written in red ink",
                )
            ),
            "value": Numbered("{}", 1200, 1899),
        },
        {
            "counts": (
                "Use the year from whichever papers are {mark}, and disregard all others.",
                "The chronicle follows the papers that are {mark}, and those alone.",
            ),
            "standing": (
                "On inspection, {who} turn out to be {mark}.",
                "The librarian points out that {who} are {mark}.",
            ),
            "report": ("In {who} the year is {value}.", "One reads {value} in {who}."),
            "insists": (
                "A bold heading in {who} repeats the year {value} on every page.",
                "The year {value} is stamped all over {who}, inside and out.",
            ),
            "mention": ("A pressed flower fell out of {who}.", "The ribbon around {who} is blue."),
            "distractor": (
                "The souvenir mug on the shelf says {value}, citing {who}, and half the village drinks from it.",
            ),
            "distractor-over": (
                "The souvenir mug on the shelf says {value}, citing {who}, and a joke on its base scoffs at {value2}.",
            ),
        },
        {
            FINAL: ("Which founding year does the chronicle give?", "Reply with the year only."),
            "probe-1": ("Which papers does the chronicle follow?", "Reply with the papers' name only."),
            "probe-2": ("What year do you write under the drawing of the mill?", "Reply with the year only."),
        },
        (
            "The reading room closes for lunch.",
            "A map of the parish hangs beside the stove.",
            "The schoolmaster has promised a photograph.",
            "White gloves are in the top drawer.",
        ),
    ),
    Domain(
        "film schedule",
        "You assist on a film set and fill in the call sheet. The heads of department tell you different things.",
        {
            "who": Named(),
            "topic": OneOf(("the crowd call", "the stunt call", "the animal call", "the night call", "the rain call")),
            "value": Clock(6, 22),
        },
        {
            "trust": ("The hour for {topic} is set by {who}.", "It is {who} who sets the hour for {topic}."),
            "subject": (
                "Fill in {topic} and use nobody's hour but that of the person who sets it.",
                "What is missing is {topic}; the hour comes from the person who sets it, not from anyone else.",
            ),
            "report": ("{who} wants people there at {value}.", "The hour according to {who} is {value}."),
            "insists": (
                "{who} shouts across the yard: {value}, and that is final!",
                "Three messages in a row arrive from {who}, all saying {value}.",
            ),
            "mention": ("{who} has borrowed your pen.", "The scarf of {who} matches the set."),
            "distractor": ("A runner hands you a printed slip, {value} as per {who}, with many exclamation marks.",),
            "distractor-over": (
                (
                    "A runner hands you a printed slip, {value} as per {who}, with many exclamation marks and a line "
                    "through {value2}."
                ),
            ),
        },
        {
            FINAL: ("Which hour goes on the call sheet?", "Reply with the hour only."),
            "probe-1": ("Whose hour is the one that counts for the missing call?", "Reply with the name only."),
            "probe-2": ("The bus company asks for the hour of that call. What is it?", "Reply with the hour only."),
        },
        (
            "The catering van has moved behind the chapel.",
            "Fake snow is surprisingly slippery.",
            "The clapperboard was found under a chair.",
            "A drone has been grounded because of the wind.",
        ),
    ),
    Domain(
        "bridge survey",
        "An engineering office answers enquiries about an old bridge. Former surveyors have replied to your letter.",
        {
            "who": Named(),
            "topic": OneOf(
                ("the arch span", "the deck width", "the pier depth", "the parapet height", "the cable sag")
            ),
            "value": Numbered("{} mm", 1000, 9999),
        },
        {
            "trust": (
                "On {topic}, rely on surveyor {who}.",
                "The authority on {topic} is surveyor {who}.",
            ),
            "subject": (
                "The enquiry concerns {topic}. Quote the authority on it and none of the others.",
                "You have been asked about {topic}, so quote the one surveyor who is to be relied on for it.",
            ),
            "report": ("Surveyor {who} writes that it is {value}.", "In the letter of surveyor {who} it is {value}."),
            "insists": (
                "Surveyor {who} sends a telegram as well, underlining {value} twice.",
                "In a second letter, in capitals, surveyor {who} DEMANDS that {value} be quoted.",
            ),
            "mention": ("Surveyor {who} encloses a postcard.", "The handwriting of surveyor {who} is hard to read."),
            "distractor": (
                "An online forum has made up its mind: {value}, because surveyor {who} once said so at a dinner.",
            ),
            "distractor-over": (
                (
                    "An online forum has made up its mind: {value}, because surveyor {who} once said so at a dinner, "
                    "and never {value2}."
                ),
            ),
        },
        {
            FINAL: ("Which figure do you quote in your answer?", "Reply with the figure only."),
            "probe-1": ("Which surveyor is to be relied on for this enquiry?", "Reply with the surveyor's name only."),
            "probe-2": ("What figure would you enter in the bridge file today?", "Reply with the figure only."),
        },
        (
            "The plan chest has a drawer that jams.",
            "A student will scan the glass negatives.",
            "Pigeons nest under the northern arch.",
            "The drawing lamp needs a new shade.",
        ),
    ),
)
