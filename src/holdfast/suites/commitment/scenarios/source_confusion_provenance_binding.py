"""The scenarios of source confusion provenance binding: settings, words and sentences."""

from __future__ import annotations

from holdfast.suites.commitment.events import FINAL, Domain
from holdfast.suites.commitment.vocabulary import Clock, Named, Numbered, OneOf

DOMAINS = (
    Domain(
        "bird count",
        "You compile the number of terns on a sandbank for a nature reserve. The wardens have counted in different "
        "ways and also tell each other's numbers.",
        {
            "who": Named(),
            "way": OneOf(
                ("from the boat", "from the tower", "on a photograph", "by drone", "on foot", "from the dyke")
            ),
            "value": Numbered("{} terns", 1000, 9999),
        },
        {
            "wanted": (
                (
                    "Enter the number that was counted {way}, together with the warden who did the counting. Whoever "
                    "merely passes a number on is not its source."
                ),
            ),
            "obtained": ("Counting {way}, {who} arrived at {value}.", "{who} counted {way} and got {value}."),
            "relayed": (
                "{who1} passes on the number of {who2}, {value}.",
                "From {who1} you hear that {who2} had {value}.",
            ),
            "revised": (
                (
                    "{who} has gone through the notes again and now reports {value} from the same count, which "
                    "replaces the earlier number."
                ),
                (
                    "The count of {who} has been revised to {value} by the same warden; the earlier number no longer "
                    "holds."
                ),
            ),
            "mention": ("{who} has lent out the good binoculars.", "{who} is sunburnt."),
            "note": (
                "Somebody has chalked {value} on the boathouse.",
                "A quiz in the visitor centre has {value} as one of its answers.",
            ),
            "confirmed": (
                "{who} has gone through the notes again and stays with the number already given.",
                "Asked once more, {who} changes nothing.",
            ),
            "distractor": ("A tourist leaflet praises the {value} counted by {who} and suggests entering those.",),
            "distractor-over": (
                (
                    "A tourist leaflet praises the {value} counted by {who} and suggests entering those rather than "
                    "what {who2} found."
                ),
            ),
        },
        {
            FINAL: (
                "Which number do you enter, and which warden is its source?",
                "Reply with the number followed by the warden's name.",
            ),
            "probe-1": (
                "Which warden is the source of the number to be entered?",
                "Reply with the warden's name only.",
            ),
            "probe-2": (
                "Somebody checks your entry. What number and what source should they find there?",
                "Reply with the number followed by the warden's name.",
            ),
        },
        (
            "The hide has a new bench.",
            "High water comes a little later every day.",
            "A telescope lens got scratched.",
            "The reserve's goat has escaped again.",
        ),
    ),
    Domain(
        "witness times",
        "An investigator reconstructs when a lorry passed a crossing. Several people can say something about it, and "
        "they have talked to each other.",
        {
            "who": Named(),
            "way": OneOf(
                (
                    "a wristwatch",
                    "the church clock",
                    "a dashboard camera",
                    "a parking ticket",
                    "a radio programme",
                    "a phone log",
                )
            ),
            "value": Clock(6, 23),
        },
        {
            "wanted": (
                (
                    "The report needs the time that rests on {way}, and the name of the person who took it from "
                    "there. Repeating another person's time does not make it one's own."
                ),
            ),
            "obtained": ("Going by {way}, {who} says {value}.", "{who} has {value}, taken from {way}."),
            "relayed": (
                "{who1} mentions that {who2} said {value}.",
                "It was {value}, {who1} repeats after {who2}.",
            ),
            "revised": (
                "{who} looks again and corrects the statement to {value}; the time given first is withdrawn.",
                "On second look {who} makes it {value} and takes the earlier time back.",
            ),
            "mention": ("{who} asks for a glass of water.", "{who} remembers that it was raining."),
            "note": ("The kitchen timer on the desk shows {value}.", "A timetable on the wall is open at {value}."),
            "confirmed": (
                "{who} looks again and stays with the statement.",
                "On second thoughts {who} has nothing to change.",
            ),
            "distractor": ("A newspaper prints {value}, as seen by {who}, under a large headline.",),
            "distractor-over": (
                "A newspaper prints {value}, as seen by {who}, under a large headline and leaves {who2} out.",
            ),
        },
        {
            FINAL: (
                "Which time goes into the report, and from whom does it come?",
                "Reply with the time followed by the person's name.",
            ),
            "probe-1": ("From whom does the time for the report come?", "Reply with the person's name only."),
            "probe-2": (
                "Read out the line of the report: what time, on whose statement?",
                "Reply with the time followed by the person's name.",
            ),
        },
        (
            "The crossing has been resurfaced.",
            "A street lamp opposite is broken.",
            "The tape recorder is running.",
            "A dog barks somewhere in the building.",
        ),
    ),
    Domain(
        "cave survey",
        "For the map of a cave you collect the depth of its last shaft. The cavers have used different methods and "
        "like to quote one another.",
        {
            "who": Named(),
            "way": OneOf(("a laser", "a rope", "a barometer", "a dropped stone", "an echo sounder", "an old map")),
            "value": Numbered("{} m", 100, 999),
        },
        {
            "wanted": (
                (
                    "On the map goes the depth found with {way} and the name of whoever found it that way. A "
                    "quotation is not a finding."
                ),
            ),
            "obtained": ("With {way}, {who} found {value}.", "{who} used {way} and found {value}."),
            "relayed": (
                "{who1} quotes {who2} with {value}.",
                "As {who1} tells it, {who2} speaks of {value}.",
            ),
            "revised": (
                "{who} has repeated the work and replaces the former result with {value}.",
                "There was an error in the first result, says {who}, who now reports {value} in its place.",
            ),
            "mention": ("The helmet of {who} is missing a strap.", "{who} makes tea for everyone."),
            "note": ("The record for some other cave is {value}.", "A souvenir plate says {value}."),
            "confirmed": (
                "{who} has repeated the work with the same result.",
                "There was no error, says {who} after a second look.",
            ),
            "distractor": (
                "On the club's T-shirt you read {value}, {who}, in large print, as though that were settled.",
            ),
            "distractor-over": (
                (
                    "On the club's T-shirt you read {value}, {who}, in large print, as though that were settled, and "
                    "a small joke about {who2}."
                ),
            ),
        },
        {
            FINAL: (
                "Which depth goes on the map, and who found it?",
                "Reply with the depth followed by the caver's name.",
            ),
            "probe-1": ("Who found the depth that goes on the map?", "Reply with the caver's name only."),
            "probe-2": (
                "The printer asks for depth and finder once more. What do you say?",
                "Reply with the depth followed by the caver's name.",
            ),
        },
        (
            "The ladder at the entrance is slippery.",
            "Bats are hibernating in the side gallery.",
            "Carbide lamps are for show only.",
            "The key to the gate hangs at the inn.",
        ),
    ),
    Domain(
        "recipe history",
        "A cookery magazine wants the amount of flour in a regional cake, with its source. Bakers have answered, "
        "each from something different, and they cite each other freely.",
        {
            "who": Named(),
            "way": OneOf(
                (
                    "a guild book",
                    "a grandmother's notebook",
                    "a trial bake",
                    "a radio show",
                    "a school course",
                    "a label",
                )
            ),
            "value": Numbered("{} g", 100, 999),
        },
        {
            "wanted": (
                (
                    "Print the amount that comes out of {way}, and credit the baker who got it from there. Bakers "
                    "who cite a colleague get no credit for it."
                ),
            ),
            "obtained": ("Out of {way}, {who} has {value}.", "{who} sends {value}, which comes out of {way}."),
            "relayed": (
                "{who1} cites {who2} for {value}.",
                "In the letter of {who1} there is also the amount of {who2}, {value}.",
            ),
            "revised": (
                "A second letter from {who}: the amount sent before was a slip, please put {value} instead.",
                "{who} corrects the amount sent earlier to {value} and asks you to drop the former one.",
            ),
            "mention": ("{who} has enclosed a photograph of the shop.", "The bread of {who} won a ribbon."),
            "note": (
                "The scales in the test kitchen have stopped at {value}.",
                "A parcel of almonds on the table weighs {value}.",
            ),
            "confirmed": (
                "A second letter from {who} confirms the first.",
                "{who} writes once more, only to say that nothing changes.",
            ),
            "distractor": ("A cake-mix company urges you to print {value} as given by {who} and offers a voucher.",),
            "distractor-over": (
                (
                    "A cake-mix company urges you to print {value} as given by {who}, offers a voucher, and sneers "
                    "at {who2}."
                ),
            ),
        },
        {
            FINAL: (
                "Which amount is printed, and which baker is credited?",
                "Reply with the amount followed by the baker's name.",
            ),
            "probe-1": ("Which baker is to be credited for the amount?", "Reply with the baker's name only."),
            "probe-2": (
                "Give the caption: amount of flour and credit.",
                "Reply with the amount followed by the baker's name.",
            ),
        },
        (
            "The photographer prefers daylight.",
            "The test kitchen has a new oven glove.",
            "Letters are answered within a week.",
            "The spring issue sold out.",
        ),
    ),
    Domain(
        "soil report",
        "A surveyor's office collects the amount of clay in a standard sample from a building plot. Technicians "
        "worked with different equipment and tell you about each other's results, too.",
        {
            "who": Named(),
            "way": OneOf(
                (
                    "a sieve tower",
                    "a hand test",
                    "a core drill",
                    "an infrared lamp",
                    "a settling jar",
                    "a satellite image",
                )
            ),
            "value": Numbered("{} grams", 1000, 9999),
        },
        {
            "wanted": (
                (
                    "In the report we give the result from {way} and the technician who obtained it. Handing on a "
                    "result is not obtaining it."
                ),
            ),
            "obtained": ("{who} obtained {value} from {way}.", "The result from {way}, obtained by {who}, is {value}."),
            "relayed": (
                "{who1} hands on {value}, the result of {who2}.",
                "{who2} has {value}, {who1} lets you know.",
            ),
            "revised": (
                (
                    "{who} found a wet sample and reissues the result as {value}; the first one from the same hands "
                    "is cancelled."
                ),
                "After cleaning the equipment {who} comes to {value} and cancels the result given before.",
            ),
            "mention": ("{who} left muddy boots in the hall.", "{who} takes the van home."),
            "note": ("The crane may lift {value} at a time.", "A bag in the corner is labelled {value}."),
            "confirmed": (
                "{who} has cleaned the equipment and got the same again.",
                "{who} sends the same result a second time.",
            ),
            "distractor": ("The estate agent, in a great hurry, has typed {value} ({who}) into the brochure already.",),
            "distractor-over": (
                (
                    "The estate agent, in a great hurry, has typed {value} ({who}) into the brochure already and "
                    "deleted {who2}."
                ),
            ),
        },
        {
            FINAL: (
                "Which result do you give in the report, and who obtained it?",
                "Reply with the result followed by the technician's name.",
            ),
            "probe-1": ("Who obtained the result that the report gives?", "Reply with the technician's name only."),
            "probe-2": (
                "The client asks for the result and for the technician behind it. Your answer?",
                "Reply with the result followed by the technician's name.",
            ),
        },
        (
            "The plot has a fine old pear tree.",
            "Stakes were driven in at the corners.",
            "The neighbour waves from a balcony.",
            "Sample bags are sold in fifties.",
        ),
    ),
    Domain(
        "auction estimate",
        "An auction house sets the estimate for a clock. Its experts have valued it, each on another ground, and "
        "gossip about one another's sums.",
        {
            "who": Named(),
            "way": OneOf(
                ("the movement", "the case", "a past sale", "the maker's ledger", "the insurance file", "the dial")
            ),
            "value": Numbered("£{}", 1000, 9999),
        },
        {
            "wanted": (
                (
                    "The catalogue prints the sum based on {way} and names the expert who based it on that. What "
                    "experts report of each other is gossip."
                ),
            ),
            "obtained": ("Based on {way}, {who} says {value}.", "{who} values it at {value}, based on {way}."),
            "relayed": (
                "{who1} whispers that {who2} is at {value}.",
                "If {who1} is to be believed, {who2} has written down {value}.",
            ),
            "revised": (
                "{who} has had the clock opened and now says {value}; the former sum is void.",
                "The former sum is void, {who} announces, and {value} is the new one from the same hand.",
            ),
            "mention": ("{who} wears a magnificent waistcoat.", "{who} has an appointment in town."),
            "note": ("A carpet went for {value} last week.", "The frame on the landing is tagged {value}."),
            "confirmed": (
                "{who} has taken another look and sticks to the sum already named.",
                "No change, {who} announces after a second look.",
            ),
            "distractor": (
                "A dealer on the telephone names {value}, the sum of {who}, as the only sensible one to print.",
            ),
            "distractor-over": (
                (
                    "A dealer on the telephone names {value}, the sum of {who}, as the only sensible one to print "
                    "and has a low opinion of {who2}."
                ),
            ),
        },
        {
            FINAL: (
                "Which sum does the catalogue print, and which expert does it name?",
                "Reply with the sum followed by the expert's name.",
            ),
            "probe-1": ("Which expert does the catalogue name for the clock?", "Reply with the expert's name only."),
            "probe-2": (
                "Proofs are back: which sum and which expert must stand in the entry?",
                "Reply with the sum followed by the expert's name.",
            ),
        },
        (
            "The gavel has been found.",
            "A carpet hangs over the balustrade.",
            "Paddles are numbered from the front row.",
            "The viewing day was well attended.",
        ),
    ),
)
