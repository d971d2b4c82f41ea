"""Reads policies from TOML or JSON, and says by rule and key what is wrong with one.

[constants]                               # names that conditions may use
free_bags = { regular = 1, gold = 3 }

[about.order]                             # a subject: how calls and records are told apart by event
event = "call.order_id"
state = "order.order_id"

[[rule]]
name = "cancellation"
tool = "cancel_order"                     # or a list of tools
about = "order"
require = "order.status == 'pending'"     # or forbid; or argument with among or equals
why = "Only a pending order can be cancelled."
"""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from holdfast.guard.expression import Expression, ExpressionError, Scope, parse
from holdfast.guard.policy import Policy, Rule, Subject

TOP_KEYS = ("constants", "about", "rule", "unseen")
RULE_KEYS = (
    "name",
    "tool",
    "about",
    "when",
    "require",
    "forbid",
    "argument",
    "among",
    "equals",
    "replace",
    "instead",
    "why",
    "unseen",
)
TESTS = ("require", "forbid", "among", "equals")
UNSEEN = ("defer", "leave")


class PolicyError(ValueError):
    """A policy that cannot be used. Its text is one sentence that says where and why."""


def read_policy(path: str | Path) -> Policy:
    """Read a policy from a `.toml` or `.json` file."""
    path = Path(path)
    try:
        text = path.read_text("utf-8")
        document = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        raise PolicyError(f"{path} cannot be read ({error.strerror}).") from error
    except ValueError as error:  # of JSON, TOML and UTF-8 alike
        raise PolicyError(f"{path} is not a {path.suffix[1:] or 'toml'} file ({error}).") from error
    try:
        return make_policy(document)
    except PolicyError as error:
        raise PolicyError(f"{path}: {error}") from error


def make_policy(document: Any) -> Policy:
    """A policy from the content of a policy file."""
    table = _table(document, "the policy")
    _known(table, TOP_KEYS, "the policy")
    subjects = {}
    for name, entry in _table(table.get("about", {}), "`about`").items():
        where = f"the subject {name!r}"
        _known(_table(entry, where), ("event", "state"), where)
        subjects[name] = Subject(_expression(entry, "event", where), _expression(entry, "state", where))
    entries = table.get("rule", [])
    if not isinstance(entries, list) or not entries:
        raise PolicyError("it has no rules; write each as a [[rule]].")
    unseen = _one_of(table.get("unseen", "leave"), UNSEEN, "`unseen`")
    rules = tuple(_rule(number, entry, subjects, unseen) for number, entry in enumerate(entries, 1))
    names = [rule.name for rule in rules]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise PolicyError(f"two rules are named {twice[0]!r}.")
    return Policy(rules, _table(table.get("constants", {}), "`constants`"))


def _rule(number: int, entry: Any, subjects: Mapping[str, Subject], unseen: str) -> Rule:
    where = f"rule {number}"
    table = _table(entry, where)
    name = _text(table, "name", where)
    where = f"rule {name!r}"
    _known(table, RULE_KEYS, where)
    tests = [key for key in TESTS if key in table]
    if len(tests) != 1:
        raise PolicyError(f"{where} must have exactly one of {', '.join(TESTS)}, not {', '.join(tests) or 'none'}.")
    of_argument = tests[0] in ("among", "equals")
    if of_argument != ("argument" in table):
        raise PolicyError(f"{where}: `argument` goes with `among` or `equals`, and they with it.")
    test = _expression(table, tests[0], where)
    tools = table.get("tool")
    if isinstance(tools, str):
        tools = [tools]
    if not isinstance(tools, list) or not tools or not all(isinstance(tool, str) and tool for tool in tools):
        raise PolicyError(f"{where} needs `tool`: a tool's name, or a list of them.")
    about = table.get("about")
    if about is not None and about not in subjects:
        raise PolicyError(f"{where} is about {about!r}, of which there is no [about.{about}].")
    replaces = table.get("replace", True)
    if not isinstance(replaces, bool) or ("replace" in table and not of_argument):
        raise PolicyError(f"{where}: `replace` is true or false, and goes with `argument`.")
    return Rule(
        name=name,
        tools=frozenset(tools),
        about=None if about is None else subjects[about],
        when=_expression(table, "when", where) if "when" in table else None,
        require=test if tests[0] == "require" else _not(test) if tests[0] == "forbid" else None,
        argument=tuple(_text(table, "argument", where).split(".")) if of_argument else (),
        among=test if tests[0] == "among" else None,
        equals=test if tests[0] == "equals" else None,
        replace=replaces,
        instead=_text(table, "instead", where) if "instead" in table else "deny",
        why=_text(table, "why", where) if "why" in table else "",
        unseen="defer" if _one_of(table.get("unseen", unseen), UNSEEN, f"{where}: `unseen`") == "defer" else "leave",
    )


def _not(test: Expression) -> Expression:
    def negated(scope: Scope) -> bool:
        return not test(scope)

    return negated


def _expression(table: Mapping[str, Any], key: str, where: str) -> Expression:
    try:
        return parse(_text(table, key, where))
    except ExpressionError as error:
        raise PolicyError(f"{where}, `{key}`: {error}") from error


def _text(table: Mapping[str, Any], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise PolicyError(f"{where} needs `{key}`, a text.")
    return value


def _table(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise PolicyError(f"{where} must be a table of keys and values.")
    return value


def _one_of(value: Any, known: Iterable[str], where: str) -> str:
    if value not in known:
        raise PolicyError(f"{where} is one of {', '.join(known)}, not {value!r}.")
    return str(value)


def _known(table: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in keys:
            near = difflib.get_close_matches(key, keys, n=1)
            hint = f"did you mean `{near[0]}`?" if near else f"known are {', '.join(keys)}."
            raise PolicyError(f"{where} has an unknown key `{key}`; {hint}")
