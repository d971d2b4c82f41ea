"""Which candidate a reply asserts, decided by rules that a person can check.

    match("Rina rather than Remy.", candidates)   ->  match, by contrast, at (0, 4)

The paper's matcher never accepted a wrong answer and rejected many right ones, most of them wordy. This one knows all of a
task's candidates and asks which of them the reply asserts. The steps, a module each: `fold` and `lexing` (plain words),
`numerals` (numbers, times, dates), `phrases` (how candidates may be written), `layout` (JSON, quotes, tables), `scan`
(mentions and cues), `reading` (what is said of each mention), `pairs` (values with sources), `decide`.
"""

from __future__ import annotations

from holdfast.suites.commitment.matcher.matching import match, match_strict

__all__ = ["match", "match_strict"]
