"""Which candidate a reply asserts, decided by rules that a person can check.

    match("Rina rather than Remy.", candidates)   ->  match, by contrast, at (0, 4)

The paper's matcher never accepted a wrong answer and rejected many right ones, most of them wordy. This one knows all
of a task's candidates and asks which of them the reply asserts. The steps, a module or two each:

- what is set apart, which decides most replies without reading: `alone` (`openings`, `closings`, `emphasis`, by what
  `apart` lists), unless `taking_back`; what `declining` says of refusals
- what the question tells: `phrases` and `spellings` (how candidates may be written), `focus` (what is asked about)
- what surrounds an answer: `layout` (thinking, quotes, tags), `records` (JSON, YAML, tables), `answer_fields`
- plain words: `fold`, `lexing`, `numerals`, `clock`
- what matters in them: `scan` (mentions, by `identity`; cues, by the table in `wording`, for what `meanings` lists)
- one candidate and nothing against it: `plain`; else what is said of each mention: `reading` (`cutting`, `governing`,
  `denying`, `changes`, `weighing`, `saying`, `comparing`, `following`), `subjects`
- what is asserted: `pairs`, `options`, `decide`, unless `breaking_off`
"""

from __future__ import annotations

from holdfast.suites.commitment.matcher.matching import match

__all__ = ["match"]
