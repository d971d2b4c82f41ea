"""JSON and tables in a reply: the field that means the answer, or all fields as lines that are read like any text."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from holdfast.suites.commitment.matcher.fold import fold
from holdfast.suites.commitment.matcher.layout import Part

_ANSWER_KEY = re.compile(
    r"""["'](?:final[_ ]?answer|answer|final|response|result|selection|selected|choice|chosen|decision)["']\s*:\s*"""
)
_YAML = re.compile(r"\s*(?:```ya?ml\s+)?[a-z][a-z_]*:(?:[ \t][^\n]*)?\n(?:[ \t-][^\n]*\n)*[a-z][a-z_]*:(?:[ \t]|\n|$)")
"""Two fields at the beginning of lines."""
_YAML_FIELD = re.compile(r"^([a-z][a-z_]*):(.*)$", re.MULTILINE)
_TABLE_ROW = re.compile(r"^[^|\n]{0,40}\|.*\|[^|\n]{0,60}$", re.MULTILINE)
_SAID_YES = frozenset("yes y true ✓ x eligible".split())
_SAID_NO = frozenset("no n false ✗".split())
_LONGEST_JSON = 100_000
_decode = json.JSONDecoder().raw_decode
_DEEPEST = 20


class Fields(NamedTuple):
    """What a JSON reply holds."""

    answer: Any
    """The value under a key that means the answer; `Ellipsis` where there is none."""
    key: int
    """Where in the text the answer's value begins, or -1."""
    loaded: Any
    """All of it; none where it does not parse."""
    asked: frozenset[str]
    """The question's own words."""
    end: int = -1
    """Where the JSON ends in the text."""

    def lines(self) -> str:
        """All fields, one a line: `status: approved`."""
        return "" if self.loaded is None else "\n".join(lines_of(self.loaded, "", 0, self.asked))

    def row(self) -> dict[str, str] | None:
        """The fields, where none has fields of its own and all have plain names."""
        return _row(self.loaded, self.asked)


def fields(part: Part, asked: frozenset[str]) -> Fields | None:
    """The fields of a reply that is, ends with, or begins like JSON."""
    text = part.original
    opening = text.find("{")
    if opening < 0 or len(text) > _LONGEST_JSON:
        return None
    listed = text.find("[")
    if 0 <= listed < opening and isinstance(loaded := _load(text, listed)[0], list):
        return Fields(..., -1, loaded, asked)
    loaded, end = _load(text, opening)
    if loaded is None and not _ANSWER_KEY.search(part.text, opening):
        loaded, end = _completed(text[opening:]), len(text)
    if isinstance(loaded, dict):
        answer, found = _answer(loaded, asked)
        first = loaded, end
        while not found and (opening := text.find("{", end)) >= 0:  # a call of a tool, and then the answer
            loaded, end = _load(text, opening)
            if not isinstance(loaded, dict):
                break
            answer, found = _answer(loaded, asked)
        if not found:
            loaded, end = first
        if isinstance(answer, str) and len(answer) < 3:
            answer = next(
                (inner[answer] for inner in loaded.values() if isinstance(inner, dict) and answer in inner), answer
            )
        place = -1
        if found:
            key = _ANSWER_KEY.search(part.text, opening)
            place = key.end() if key else -1
        return Fields(answer if found else ..., place, loaded, asked, end)
    key = _ANSWER_KEY.search(part.text, opening)
    if key is None or key[0].strip("\"': ") in asked:
        return None
    return Fields(_scalar(text, key.end()), key.end(), None, asked)


def yaml_fields(part: Part, asked: frozenset[str]) -> Fields | None:
    """The fields of a reply in YAML: the plain ones that are not part of others."""
    if not _YAML.match(part.original):
        return None
    loaded: dict[str, str | None] = {}
    place = -1
    for found in _YAML_FIELD.finditer(part.original):
        value = found[2].strip().strip("\"'")
        if value:
            loaded[found[1]] = None if value in ("null", "~", "none") else value
        if found[1] in _KEYS:
            place = found.start(2)
    answer, found_one = _answer(loaded, asked)
    return Fields(answer if found_one else ..., place, loaded, asked) if len(loaded) > 1 or found_one else None


def _load(text: str, opening: int) -> tuple[Any, int]:
    """The JSON that begins here, and where it ends."""
    try:
        return _decode(text, opening)
    except (ValueError, RecursionError):
        return None, -1


def _completed(text: str) -> Any:
    """JSON that breaks off, up to its last whole field."""
    for _attempt in range(_DEEPEST):
        closers: list[str] = []
        for sign in _BRACKET.findall(_STRING.sub("", text)):
            if sign in _CLOSES:
                closers.append(_CLOSES[sign])
            elif closers:
                closers.pop()
        loaded, _ = _load(text + "".join(reversed(closers)), 0)
        if isinstance(loaded, dict) or "," not in text:
            return loaded
        text = text[: text.rindex(",")]
    return None


_STRING = re.compile(r'"[^"]*"')
_BRACKET = re.compile(r"[{}\[\]]")
_CLOSES = {"{": "}", "[": "]"}
_KEYS = (
    "final_answer",
    "finalanswer",
    "final answer",
    "final",
    "answer",
    "response",
    "result",
    "selection",
    "selected",
    "choice",
    "chosen",
    "decision",
)


def _answer(loaded: dict[str, Any], asked: frozenset[str]) -> tuple[Any, bool]:
    """The value under a key that means the answer; a key of the question's own words is a field like any other."""
    lowered = {str(key).lower(): value for key, value in loaded.items()}
    for key in _KEYS:
        if key in lowered and (key not in asked or len(lowered) < 2):
            numbered = [value for other, value in lowered.items() if other[:-1].rstrip("_- ") == key]
            return ([lowered[key], *numbered] if numbered else lowered[key]), True
    return None, False


_ASIDE = frozenset(
    """
    history alternatives alternative rejected considered candidates notes note reason reasons reasoning
    explanation why options others discarded comment comments context thoughts thought evidence distractors
    runner_up runners_up excluded log
    """.split()
)
"""Keys under which a reply keeps what is not its answer."""


def lines_of(value: Any, path: str, depth: int, asked: frozenset[str]) -> list[str]:
    """All fields as lines, but for those that the reply keeps apart and nobody asked about."""
    if depth > _DEEPEST:
        return []
    if isinstance(value, dict):
        return [
            line
            for key, inner in value.items()
            if str(key).lower() not in _ASIDE or str(key).lower() in asked
            for line in lines_of(inner, f"{path} {key}".replace("_", " "), depth + 1, asked)
        ]
    if isinstance(value, list):
        flat = all(not isinstance(inner, (dict, list)) for inner in value)
        if flat:
            return [f"{path}: {' and '.join(said(inner) for inner in value)}"]
        return [line for inner in value for line in (_entry(inner, asked) or lines_of(inner, path, depth + 1, asked))]
    return [f"{path} {said(value)}" if path.count(" ") > 2 else f"{path}: {said(value)}"]


def _row(value: Any, asked: frozenset[str]) -> dict[str, str] | None:
    """The fields of an object without objects inside, if all have plain names."""
    if not isinstance(value, dict):
        return None
    aside = _ASIDE - asked
    kept = {str(key): inner for key, inner in value.items() if str(key).lower() not in aside}
    if any(isinstance(inner, (dict, list, bool)) for inner in kept.values()):
        return None
    if not all(key.replace("_", "").islower() for key in kept):
        return None  # names and codes are no field names
    return {key.replace("_", " "): said(inner) for key, inner in kept.items()}


def as_line(row: dict[str, str]) -> str:
    """Fields as one line: `siding 837, status blocked`."""
    return ", ".join(f"{key} {value}" for key, value in row.items())


def _entry(value: Any, asked: frozenset[str]) -> list[str]:
    """An object of a list as one line."""
    if row := _row(value, asked):
        return [as_line(row)]
    if not isinstance(value, dict) or not value or any(isinstance(inner, (dict, list)) for inner in value.values()):
        return []
    first, *rest = value.values()
    return [] if isinstance(first, bool) else [f"{said(first)}: {', '.join(map(said, rest))}"]


def said(value: Any) -> str:
    """A JSON value as a reply would say it."""
    if value is True:
        return "yes"
    if value is False:
        return "no"
    return "" if value is None else str(value)


def _scalar(text: str, start: int) -> Any:
    """The value that begins here in JSON that does not parse."""
    opening = text[start : start + 1]
    if opening in ('"', "'"):
        end = text.find(opening, start + 1)
        return text[start + 1 : end] if end > 0 else text[start + 1 :]
    if opening == "[":
        end = text.find("]", start)
        return [piece.strip(" \"'") for piece in text[start + 1 : end if end > 0 else None].split(",")]
    return re.split(r"[,}\n]", text[start:], maxsplit=1)[0].strip()


def table_lines(part: Part, asked: frozenset[str]) -> str | None:
    """A table row by row: each row's first cell and what the deciding column says of it."""
    if "|" not in part.text or len(_TABLE_ROW.findall(part.text)) < 2:
        return None
    rows = [
        [cell.strip() for cell in line[line.index("|") + 1 : line.rindex("|")].split("|")]
        for line in part.original.split("\n")
        if _TABLE_ROW.match(line)
    ]
    ruled = [all(set(cell) <= set("-: ") for cell in row) for row in rows]
    rows = [row for row, rule in zip(rows, ruled, strict=True) if not rule]
    if len(rows) < 2 or ruled[0]:
        return None
    header, body = rows[0], rows[1:]
    verdict = _deciding(header, body, asked)
    lines = []
    for row in body:
        if verdict:
            no = [row[place] for place in verdict if _yes_or_no(row[place]) in _SAID_NO]
            named = " ".join(cell for place, cell in enumerate(row) if place not in verdict)
            lines.append(f"{named}: {no[0] if no else row[verdict[-1]]}")
        else:
            lines.append(f"{header[0]} {row[0]}: {', '.join(row[1:])}")
    others = [line for line in part.original.split("\n") if not _TABLE_ROW.match(line)]
    return "\n".join(lines + others)


def _deciding(header: list[str], body: list[list[str]], asked: frozenset[str]) -> list[int]:
    """The columns of yes and no that decide: the one that the question asks about, else all of them."""
    columns = [
        place
        for place in range(1, len(header))
        if all(place < len(row) and _yes_or_no(row[place]) in (_SAID_YES | _SAID_NO) for row in body)
    ]
    own = [place for place in columns if set(header[place].lower().split()) & asked]
    return own[-1:] or columns


def _yes_or_no(cell: str) -> str:
    """The first word of a cell."""
    return (fold(cell).text.split() or ["?"])[0].strip("*.,")
