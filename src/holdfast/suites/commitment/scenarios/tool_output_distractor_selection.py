"""The scenarios of tool output distractor selection: settings, words and sentences."""

from __future__ import annotations

from holdfast.suites.commitment.events import FINAL, Domain
from holdfast.suites.commitment.vocabulary import Clock, Named, Numbered, OneOf

DOMAINS = (
    Domain(
        "stock count",
        "An assistant for a chain of tool shops can call a stock counter. All calls are from today; the log below "
        "was put together from several screens and is not in order.",
        {
            "subject": Named("the {} branch"),
            "time": Clock(8, 20),
            "run": Numbered("count C-{}", 1000, 9999),
            "value": Numbered("{} drills", 100, 999),
        },
        {
            "wanted": (
                (
                    "Report the stock of {subject} from the newest count that ran to its end; a count that was "
                    "broken off is no count."
                ),
            ),
            "output": (
                "At {time}, {run} of {subject} finished: {value}.",
                "Finished at {time}: {run} of {subject}, with a result of {value}.",
            ),
            "partial": (
                "At {time}, {run} of {subject} broke off after {value}.",
                "Broken off at {time}: {run} of {subject}, having got as far as {value}.",
            ),
            "note": ("Somebody has scribbled {value} on the margin.", "A poster in the window once promised {value}."),
            "distractor": (
                "A banner on the intranet, with no date on it, greets everyone with {value} in stock.",
                "The screen saver scrolls a cheerful {value} from right to left.",
            ),
            "distractor-over": (
                (
                    "A banner on the intranet, with no date on it, greets everyone with {value} in stock, up from "
                    "{value2}."
                ),
            ),
        },
        {
            FINAL: ("What stock do you report for {subject}?", "Reply with the number of drills only."),
            "probe-1": ("Which count holds the current figure for {subject}?", "Reply with the count only."),
            "probe-2": (
                "A customer asks how many drills {subject} has. What do you say?",
                "Reply with the number of drills only.",
            ),
        },
        (
            "The label printer asks for a firmware update.",
            "A pallet of screws is due later in the week.",
            "Till three has a sticky drawer.",
            "The staff discount has been confirmed for another year.",
        ),
    ),
    Domain(
        "tide service",
        "A harbour pilot asks an assistant that can call a tide model. Calls of the same day are listed as they were "
        "found, not by the clock.",
        {
            "subject": Named("{} Sound"),
            "time": Clock(6, 22),
            "run": Numbered("run T{}", 1000, 9999),
            "value": Numbered("{} mm", 1000, 4999),
        },
        {
            "wanted": (
                (
                    "The pilot needs the depth over the bar at {subject}. Only completed runs are good, and of these "
                    "the latest."
                ),
            ),
            "output": (
                "{time}: {run} for {subject} completed, depth {value}.",
                "The model completed {run} for {subject} at {time} and gave {value}.",
            ),
            "partial": (
                "{time}: {run} for {subject} stopped early, last value {value}.",
                "The model stopped {run} for {subject} at {time} before it was complete, at {value}.",
            ),
            "note": (
                "A pencil line on the chart says {value}.",
                "In the almanac of some other year one finds {value}.",
            ),
            "distractor": (
                "A yachting magazine on the bench advertises a steady {value} over the bar.",
                "The cached page in the browser, age unknown, shows {value}.",
            ),
            "distractor-over": (
                "The cached page in the browser, age unknown, shows {value} and calls {value2} wrong.",
            ),
        },
        {
            FINAL: ("What depth do you give for {subject}?", "Reply with the depth only."),
            "probe-1": ("Which run is the one to rely on for {subject}?", "Reply with the run only."),
            "probe-2": ("A second pilot asks for the depth at {subject}. What is it?", "Reply with the depth only."),
        },
        (
            "Gulls have taken over the lower pontoon.",
            "The foghorn will be tested at noon.",
            "The model's web page has new colours.",
            "A rope locker was left open.",
        ),
    ),
    Domain(
        "exchange desk",
        "A travel agency's assistant fetches exchange rates with a tool. What it fetched today has been pasted here "
        "in random order.",
        {
            "subject": OneOf(("the crown", "the florin", "the ducat", "the thaler", "the guilder")),
            "time": Clock(7, 21),
            "run": Numbered("Request R{}", 1000, 9999),
            "value": Numbered("{} points", 1000, 9999),
        },
        {
            "wanted": (
                "Quote the rate for {subject}: the most recent request that was answered in full, and nothing else.",
            ),
            "output": (
                "{run} ({subject}, {time}) was answered in full with {value}.",
                "Answered in full at {time}: {run} for {subject}, {value}.",
            ),
            "partial": (
                "{run} ({subject}, {time}) timed out with {value} on the screen.",
                "Timed out at {time}: {run} for {subject}, leaving {value} on the screen.",
            ),
            "note": (
                "A bookmark in the ledger is labelled {value}.",
                "The raffle ticket on the desk happens to read {value}.",
            ),
            "distractor": (
                "The taxi driver's card on the counter offers {value} to anyone.",
                "An e-mail with the subject line RATES says {value} and was sent by nobody in particular.",
            ),
            "distractor-over": (
                (
                    "An e-mail with the subject line RATES says {value} instead of {value2} and was sent by nobody "
                    "in particular."
                ),
            ),
        },
        {
            FINAL: ("What rate do you quote for {subject}?", "Reply with the rate only."),
            "probe-1": ("Which request gives the valid rate for {subject}?", "Reply with the request only."),
            "probe-2": ("The customer asks again about {subject}. What rate holds?", "Reply with the rate only."),
        },
        (
            "The globe in the window has stopped turning.",
            "Brochures for the islands are sold out.",
            "The safe was opened with the usual two keys.",
            "A coach party is booked in for the afternoon.",
        ),
    ),
    Domain(
        "greenhouse sensors",
        "A nursery lets an assistant poll the sensors in its houses. Today's answers were written on cards, and the "
        "cards have been shuffled.",
        {
            "subject": Named("{} House"),
            "time": Clock(5, 22),
            "run": Numbered("Poll P-{}", 1000, 9999),
            "value": Numbered("{} lux", 1000, 9999),
        },
        {
            "wanted": (
                (
                    "State the light level in {subject}, from the last poll that passed its self-test. A poll that "
                    "failed the test does not count."
                ),
            ),
            "output": (
                "{run}, {subject}, {time}: self-test passed, {value}.",
                "Card from {time}, {subject}: {run} passed the self-test and read {value}.",
            ),
            "partial": (
                "{run}, {subject}, {time}: self-test failed, {value}.",
                "Card from {time}, {subject}: {run} failed the self-test and read {value}.",
            ),
            "note": ("A seed packet recommends {value}.", "The lamp catalogue lies open at {value}."),
            "distractor": (
                "A visiting gardener holds up his telephone, which claims {value}.",
                "The dial by the entrance, stuck for years, points at {value}.",
            ),
            "distractor-over": (
                "A visiting gardener holds up his telephone, which claims {value} and denies {value2}.",
            ),
        },
        {
            FINAL: ("What is the light level in {subject}?", "Reply with the light level only."),
            "probe-1": ("Which poll gives the valid reading for {subject}?", "Reply with the poll only."),
            "probe-2": (
                "Suppose you had to set the shades of {subject} now: by which light level?",
                "Reply with the light level only.",
            ),
        },
        (
            "The boiler man comes on market days.",
            "Aphids have been found on the peppers.",
            "The hose reel is back in its place.",
            "A pane in the roof is cracked.",
        ),
    ),
    Domain(
        "print shop queue",
        "A print shop's assistant reads page counts from its machines. These are today's readings, in the order in "
        "which people forwarded them.",
        {
            "subject": Named("the {} press"),
            "time": Clock(7, 21),
            "run": Numbered("reading L{}", 1000, 9999),
            "value": Numbered("{} sheets", 1000, 9999),
        },
        {
            "wanted": (
                (
                    "Bill by the counter of {subject}. What counts is its latest reading with a valid signature; "
                    "unsigned ones are worthless."
                ),
            ),
            "output": (
                "Forwarded: {run} of {subject}, taken at {time}, signed, {value}.",
                "Signed {run} of {subject}: {value} at {time}.",
            ),
            "partial": (
                "Forwarded: {run} of {subject}, taken at {time}, unsigned, {value}.",
                "Unsigned {run} of {subject}: {value} at {time}.",
            ),
            "note": ("The leaflet order was quoted at {value}.", "A stack by the window is tagged {value}."),
            "distractor": (
                "The apprentice has guessed {value} and put it on the whiteboard.",
                "The dashboard, which has not synchronised since who knows when, shows {value}.",
            ),
            "distractor-over": (
                "The apprentice has guessed {value}, crossing out {value2}, and put it on the whiteboard.",
            ),
        },
        {
            FINAL: ("By how many sheets do you bill {subject}?", "Reply with the number of sheets only."),
            "probe-1": ("Which reading of {subject} is the valid one?", "Reply with the reading only."),
            "probe-2": (
                "The accountant wants the counter of {subject}. What do you give?",
                "Reply with the number of sheets only.",
            ),
        },
        (
            "Cyan is running low on the small machine.",
            "The guillotine blade has been sharpened.",
            "Wedding cards are drying on the rack.",
            "A customer forgot a pair of glasses.",
        ),
    ),
    Domain(
        "snow survey",
        "A mountain rescue base has an assistant that triggers laser measurements of snow depth. The results of the "
        "day are listed below, in no particular order.",
        {
            "subject": Named("{} Ridge"),
            "time": Clock(5, 21),
            "run": Numbered("shot {}", 1000, 9999),
            "value": Numbered("{} cm", 100, 699),
        },
        {
            "wanted": (
                (
                    "Give the snow depth on {subject}. It must come from the newest shot with a clear echo; shots "
                    "with a blurred echo are discarded."
                ),
            ),
            "output": (
                "{subject}, {time}, {run}: clear echo, {value}.",
                "A clear echo came back from {subject} at {time}: {run}, {value}.",
            ),
            "partial": (
                "{subject}, {time}, {run}: blurred echo, {value}.",
                "A blurred echo came back from {subject} at {time}: {run}, {value}.",
            ),
            "note": (
                "An old ski pole in the corner is marked at {value}.",
                "The postcard on the wall boasts of {value}.",
            ),
            "distractor": (
                "The hotel's website tells its guests about {value} of powder.",
                "A skier on the radio estimates {value} by eye.",
            ),
            "distractor-over": ("A skier on the radio estimates {value} by eye and would not believe {value2}.",),
        },
        {
            FINAL: ("What is the snow depth on {subject}?", "Reply with the depth only."),
            "probe-1": ("Which shot counts for {subject}?", "Reply with the shot only."),
            "probe-2": ("The bulletin needs a depth for {subject}. Which one goes in?", "Reply with the depth only."),
        },
        (
            "The dog team is out training.",
            "A flag on the roof shows the wind.",
            "Two sledges need new runners.",
            "The stretcher has been dried and folded.",
        ),
    ),
)
