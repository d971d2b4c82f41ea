"""Sentences that could be said at any place of work and decide nothing, for tasks that outlast their own fillers."""

ANYWHERE = (
    "Somewhere a telephone rings and stops.",
    "Somebody has brought biscuits.",
    "A door bangs in the draught.",
    "The light outside is fading.",
    "Someone hums a tune that nobody can place.",
    "An umbrella has been left behind.",
    "It is a quiet day otherwise.",
    "A fly walks along the edge of the desk.",
    "Somebody sneezes, and somebody else wishes them well.",
    "The pencil needs sharpening.",
    "A colleague asks whether anyone has seen a blue scarf.",
    "There is talk of the weather.",
    "Tea is being made.",
    "A lorry goes past and the windows tremble.",
    "Someone opens a window and shuts it again.",
    "The calendar on the wall has not been turned yet.",
    "A chair creaks.",
    "The spare key is where it always is.",
    "Somebody tells the story of the lost bicycle once more.",
    "The next holiday is still a long way off.",
)
