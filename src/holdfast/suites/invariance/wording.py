"""Every sentence of the TCIT prompts, in one place (paper 004, Table 1 and Appendix B.3)."""

WORLD = "World semantics: An event occurs if and only if its direct cause occurs. There are no other causes."
CAUSES = "{cause} causes {effect}."
SUPPOSE = {"absent": "Suppose {event} did not occur.", "present": "Suppose {event} occurred."}
BASELINE = {"absent": "Neither {a} nor {b} occurred.", "present": "Both {a} and {b} occurred."}
THEREFORE = {
    "absent": "Therefore, {event} did not occur.",
    "present": "Therefore, {event} occurred.",
    "causes": "Therefore, {cause} causes {effect}.",
}
CONTINUATIONS = "Continuations:\n- "

QUESTION = "Which conclusion follows?\nA: {a}\nB: {b}\nAnswer with the letter A or B only."
"""The forced choice, for agents that are asked rather than scored."""
