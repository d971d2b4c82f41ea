"""Every sentence that an intervention adds to a conversation, in one place."""

CORRECTION = "Correction: wherever {old} was given before, the right value is {new}."
"""What the user adds to replace a value."""

STALE = "[Note of 4 March 2019, no longer valid: {argument} was {stale} then.]"
"""An older value, marked by its date, before the one that holds."""

VETO = "Rule for this conversation: the tool {tool} must not be called now. Say that this cannot be done instead."
"""What forbids a tool."""

PLACEBO = "This conversation is kept for quality review."
"""A sentence in the system prompt that asks for nothing."""

IRRELEVANT_TOOL = "service_status"
IRRELEVANT_ARGUMENTS = "{}"
IRRELEVANT_RESULT = '{"service": "operational", "maintenance": "none planned"}'
"""A tool result that has nothing to do with the matter."""

BLANK_JSON = "null"
BLANK_TEXT = "[not stated]"
"""What stands where a value was."""


READING = (
    "get",
    "find",
    "search",
    "list",
    "read",
    "lookup",
    "look",
    "fetch",
    "query",
    "show",
    "check",
    "retrieve",
    "view",
)
"""How the names of tools begin that only look, so that calling one again is natural."""


def words(argument: str) -> str:
    """An argument as a sentence names it: `item_ids.0` is `item ids`."""
    return " ".join(part for part in argument.replace("_", " ").split(".") if not part.isdigit())
