"""Every sentence of the CLadder prompts, in one place. All of them put what is given first, so that prompts about one
story begin alike and a model that packs computes the story once.
"""

CONTENT_FREE = "N/A"
"""Stands where the question was, to measure which answer a model prefers before it is asked anything."""

QUESTION = "Question: {question}"
"""A line of its own in every prompt."""

CONTINUED = "Answer (yes or no):"
"""For agents whose continuations are scored."""

ASKED = "Answer with one word, yes or no."
"""For agents that are asked."""

STEP_BY_STEP = (
    "Think step by step: draw the causal graph, say which kind of query this is, write it in symbols, collect the "
    "given probabilities, derive what to calculate from them, and calculate it.\n"
    "Then end with one line that reads `Answer: yes` or `Answer: no`."
)
"""The chain-of-thought baseline; its steps are those of CausalCoT (Jin et al., 2023)."""
