"""The conditions of a policy: Python's expression syntax over the state in view, read but never run as Python.

A name is a key of the state, a dot goes into an object, and a dot on a list goes into each of its members
(`reservation.flights.date` is a list of dates). Only what `_BUILDERS` lists can be written. A fact that is not in view
raises `UnseenError`: not knowing is not the same as "no".
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

Scope: TypeAlias = Mapping[str, Any]
Expression: TypeAlias = Callable[[Scope], Any]
"""A condition ready to be evaluated."""


class ExpressionError(ValueError):
    """A condition that cannot be read, or that makes no sense for the values in view."""


class UnseenError(LookupError):
    """A fact that a condition needs is not in view. Its text is the fact's name."""


def parse(text: str) -> Expression:
    """Read a condition. Everything that is wrong with its form is said here, not when it is evaluated."""
    try:
        tree = ast.parse(" ".join(text.split("\n")).strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f"{text!r} is not an expression ({error}).") from error
    try:
        evaluate = _build(tree.body)
    except ExpressionError as error:
        raise ExpressionError(f"{error} (in {text!r})") from None

    def expression(scope: Scope) -> Any:
        try:
            return evaluate(scope)
        except (TypeError, ValueError, ArithmeticError, IndexError, AttributeError) as error:
            raise ExpressionError(f"{text!r} cannot be evaluated: {error}.") from error

    return expression


def _get(value: Any, key: str, path: str) -> Any:
    if isinstance(value, Mapping):
        if key in value:
            return value[key]
    elif isinstance(value, (list, tuple)):
        return [_get(member, key, path) for member in value]
    raise UnseenError(path)


def _hours(earlier: str, later: str) -> float:
    """Hours from one ISO time to another."""
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds() / 3600


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "all": all,
    "any": any,
    "hours": _hours,
    "len": len,
    "max": max,
    "min": min,
    "set": set,
    "sum": sum,
    "values": lambda table: list(table.values()),
}
"""What a condition may call."""

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}

_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda one, many: one in many,
    ast.NotIn: lambda one, many: one not in many,
}


def _build(node: ast.expr) -> Expression:
    builder = _BUILDERS.get(type(node))
    if builder is None:
        raise ExpressionError(f"`{ast.unparse(node)}` is not something that a condition may hold")
    return builder(node)


def _constant(node: ast.Constant) -> Expression:
    value = node.value
    return lambda _: value


def _name(node: ast.Name) -> Expression:
    name = node.id

    def look_up(scope: Scope) -> Any:
        try:
            return scope[name]
        except KeyError:
            raise UnseenError(name) from None

    return look_up


def _attribute(node: ast.Attribute) -> Expression:
    inner, key, path = _build(node.value), node.attr, ast.unparse(node)
    return lambda scope: _get(inner(scope), key, path)


def _subscript(node: ast.Subscript) -> Expression:
    inner, index, path = _build(node.value), _build(node.slice), ast.unparse(node)

    def pick(scope: Scope) -> Any:
        value, place = inner(scope), index(scope)
        if isinstance(place, str):
            return _get(value, place, path)
        try:
            return value[place]
        except (IndexError, KeyError):
            raise UnseenError(path) from None

    return pick


def _several(node: ast.List | ast.Tuple) -> Expression:
    members = [_build(member) for member in node.elts]
    return lambda scope: [member(scope) for member in members]


def _both(node: ast.BoolOp) -> Expression:
    parts, stop = [_build(part) for part in node.values], isinstance(node.op, ast.Or)

    def decide(scope: Scope) -> bool:
        # As in logic with an unknown: `True or unseen` is true, `False or unseen` is unseen.
        unseen: UnseenError | None = None
        for part in parts:
            try:
                if bool(part(scope)) is stop:
                    return stop
            except UnseenError as error:
                unseen = unseen or error
        if unseen is not None:
            raise unseen
        return not stop

    return decide


def _unary(node: ast.UnaryOp) -> Expression:
    inner = _build(node.operand)
    if isinstance(node.op, ast.Not):
        return lambda scope: not inner(scope)
    if isinstance(node.op, ast.USub):
        return lambda scope: -inner(scope)
    raise ExpressionError(f"`{ast.unparse(node)}` is not something that a condition may hold")


def _binary(node: ast.BinOp) -> Expression:
    if type(node.op) not in _BINARY:
        raise ExpressionError(f"`{ast.unparse(node)}` is not something that a condition may hold")
    apply, left, right = _BINARY[type(node.op)], _build(node.left), _build(node.right)
    return lambda scope: apply(left(scope), right(scope))


def _compare(node: ast.Compare) -> Expression:
    for sign in node.ops:
        if type(sign) not in _COMPARE:
            raise ExpressionError(f"`{ast.unparse(node)}` is not something that a condition may hold")
    first = _build(node.left)
    rest = [(_COMPARE[type(s)], _build(v)) for s, v in zip(node.ops, node.comparators, strict=True)]

    def decide(scope: Scope) -> bool:
        left = first(scope)
        for holds, operand in rest:
            right = operand(scope)
            if not holds(left, right):
                return False
            left = right
        return True

    return decide


def _call(node: ast.Call) -> Expression:
    if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS or node.keywords:
        raise ExpressionError(f"`{ast.unparse(node.func)}` cannot be called; known are {', '.join(FUNCTIONS)}")
    function, arguments = FUNCTIONS[node.func.id], [_build(argument) for argument in node.args]
    return lambda scope: function(*(argument(scope) for argument in arguments))


def _comprehension(node: ast.ListComp | ast.GeneratorExp) -> Expression:
    loop = node.generators[0]
    if len(node.generators) > 1 or not isinstance(loop.target, ast.Name):
        raise ExpressionError(f"`{ast.unparse(node)}` loops over more than one name")
    name, source, element = loop.target.id, _build(loop.iter), _build(node.elt)
    tests = [_build(test) for test in loop.ifs]

    def members(scope: Scope) -> list[Any]:
        found = []
        for member in source(scope):
            inner = {**scope, name: member}
            if all(test(inner) for test in tests):
                found.append(element(inner))
        return found

    return members


_BUILDERS: dict[type[ast.expr], Callable[[Any], Expression]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.List: _several,
    ast.Tuple: _several,
    ast.BoolOp: _both,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.Compare: _compare,
    ast.Call: _call,
    ast.ListComp: _comprehension,
    ast.GeneratorExp: _comprehension,
}
