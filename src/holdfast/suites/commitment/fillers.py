"""Sentences that could be said at any place of work and decide nothing, for tasks that outlast their own fillers."""

ANYWHERE = (
    "The fire drill will be in the week after next.",
    "Someone left an umbrella by the door.",
    "The wireless network was slow for a while and has recovered.",
    "A new coffee machine stands in the kitchen on the ground floor.",
    "The window cleaners come tomorrow, so please tidy the sills.",
    "A colleague is collecting for a farewell present.",
    "The car park barrier does not go down again.",
    "There is cake in the meeting room for whoever wants some.",
    "Paper for recycling goes into the blue bin from now on.",
    "The clock in the hallway is a few minutes slow.",
    "The cleaning rota hangs beside the lift.",
    "The outside temperature drops below freezing tonight.",
    "The spare keys are in the usual drawer.",
    "The weekly newsletter has a photograph of the new entrance.",
    "Somebody has watered the plants.",
    "The radio plays an old song that everyone seems to know.",
    "The bicycle stand is getting a roof.",
    "The vending machine takes cards again.",
    "A delivery of office chairs is expected at some point.",
    "The first-aid box has been restocked.",
)
