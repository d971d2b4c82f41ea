"""Which candidate a reply asserts, decided by rules that a person can check.

    match("Rina rather than Remy.", candidates)   ->  match, by contrast, at (0, 4)

The paper's matcher never accepted a wrong answer and rejected many right ones, most of them wordy. This one knows all
of a task's candidates and asks which of them the reply asserts. The steps, a module or two each:

- what the question tells: `phrases` and `spellings` (how candidates may be written), `focus` (what is asked about)
- what surrounds an answer: `layout` (thinking, quotes, JSON, tables)
- plain words: `fold`, `lexing`, `numerals`, `clock`
- what matters in them: `scan` (mentions, by `identity`, and cues, by the table in `wording`)
- what is said of each mention: `reading` (`clauses`, `governing`, `weighing`, `following`), `subjects`
- what is asserted: `pairs`, `options`, `decide`; `plain` is the short way for a plain answer
"""

from __future__ import annotations

from holdfast.suites.commitment.matcher.matching import match, match_strict

__all__ = ["match", "match_strict"]
