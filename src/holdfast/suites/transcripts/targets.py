"""What must happen at a decision, as a hidden target, and whether a reply does it.

A target is short JSON text, so that it can stand in the design. A reply that meets its target is named by the target
itself; any other reply is named by what it did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from holdfast.core import Reply, canonical
from holdfast.suites.transcripts.values import Scalar, at_path, decoded, leaves, spelled

SHOWN = 160


class Calls(msgspec.Struct, frozen=True, tag="calls", tag_field="must"):
    """The tool is called with these values at these places."""

    tool: str
    """Which tool."""
    arguments: dict[str, Scalar]
    """The values that state decides, by path."""
    times: int = 1
    """How often the recorded turn calls this tool; a reply that calls it more often is guessing."""


class Follows(msgspec.Struct, frozen=True, tag="follows", tag_field="must"):
    """The later value is used, whatever tool comes first now, and the former is not."""

    arguments: tuple[str, ...]
    """Where the value may be used: names of arguments."""
    value: Scalar
    """The later value."""
    former: Scalar
    """The value that no longer holds."""


class Refrains(msgspec.Struct, frozen=True, tag="refrains", tag_field="must"):
    """The tool is not called."""

    tool: str
    """Which tool."""


class Without(msgspec.Struct, frozen=True, tag="without", tag_field="must"):
    """A value appears nowhere in the reply."""

    value: Scalar
    """Which value."""


class Says(msgspec.Struct, frozen=True, tag="says", tag_field="must"):
    """The values are in the reply's words."""

    values: tuple[Scalar, ...]
    """Each of them."""


Target = Calls | Follows | Refrains | Without | Says
_decoder: msgspec.json.Decoder[Target] = msgspec.json.Decoder(Target)


def written(target: Target) -> str:
    """A target as the design holds it."""
    return canonical(target).decode()


def read(text: str) -> Target:
    """A target of the design."""
    return _decoder.decode(text)


class Call(msgspec.Struct, frozen=True):
    """A call of a reply with its arguments read."""

    tool: str
    """Which tool."""
    arguments: Any
    """The JSON value; None where the text is not JSON."""


def calls_of(reply: Reply) -> list[Call]:
    """The calls of a reply, strictly read: arguments that are not JSON are none."""
    return [Call(call.name, decoded(call.arguments or "{}")) for call in reply.tool_calls]


def met(target: Target, reply: Reply) -> bool:
    """Whether a reply does what it must."""
    calls = calls_of(reply)
    match target:
        case Calls(tool, arguments, times):
            own = [call for call in calls if call.tool == tool]
            right = (all(equal(at_path(c.arguments, p), v) for p, v in arguments.items()) for c in own)
            return len(own) <= times and any(right)
        case Follows(arguments, value, former):
            used = [v for call in calls for path, v in leaves(call.arguments) if _name(path) in arguments]
            return any(equal(v, value) for v in used) and not any(equal(v, former) for v in used)
        case Refrains(tool):
            return all(call.tool != tool for call in calls)
        case Without(value):
            return spelled(value) not in _everything(reply)
        case Says(values):
            return not calls and all(spelled(value) in reply.text for value in values)


def follows_foreign(reply: Reply, foreign: Scalar) -> bool:
    """Whether a reply uses a value that belongs to somebody else."""
    return any(equal(v, foreign) for call in calls_of(reply) for _, v in leaves(call.arguments))


def did(reply: Reply, target: Target) -> str:
    """What a reply does that it must not, in short: only what differs where it calls the right tool."""
    calls = calls_of(reply)
    if not calls:
        said = " ".join(reply.text.split())
        return f"says: {said}"[:SHOWN]
    match target:
        case Calls(tool, arguments) if own := [call for call in calls if call.tool == tool]:
            given = {path: at_path(own[0].arguments, path) for path in arguments}
            off = {path: value for path, value in given.items() if not equal(value, arguments[path])}
            return f"{tool}({_listed(off)})"[:SHOWN] if off else f"{tool}, {len(own)} times"
        case Follows(arguments):
            used = {p: v for call in calls for p, v in leaves(call.arguments) if _name(p) in arguments}
            return f"{calls[0].tool}({_listed(used)})"[:SHOWN]
        case Without(value):
            used = {p: v for call in calls for p, v in leaves(call.arguments) if spelled(value) in spelled(v)}
            return f"{calls[0].tool}({_listed(used)})"[:SHOWN]
    return "; ".join(f"{call.name}({call.arguments})" for call in reply.tool_calls)[:SHOWN]


def said(target: Target) -> str:
    """A target in words."""
    match target:
        case Calls(tool, arguments):
            return f"calls {tool}({_listed(arguments)})"
        case Follows(arguments, value, former):
            return f"uses {spelled(value)}, not {spelled(former)}, as {' or '.join(arguments)}"
        case Refrains(tool):
            return f"does not call {tool}"
        case Without(value):
            return f"does not use {spelled(value)}"
        case Says(values):
            return f"says {', '.join(map(spelled, values))}"


def _listed(arguments: Mapping[str, Any]) -> str:
    return ", ".join(f"{path}={value}" for path, value in arguments.items())


def names(paths: Sequence[str]) -> tuple[str, ...]:
    """The arguments' own names, whatever they are nested in: `flights.0.date` is `date`, `item_ids.0` is `item_ids`."""
    return tuple(dict.fromkeys(_name(path) for path in paths))


def equal(found: object, wanted: Scalar) -> bool:
    """Equal in value and in type; 5 and 5.0 are the same number, 5 and "5" are not the same value."""
    if isinstance(wanted, str) or isinstance(found, (str, bool)):
        return isinstance(found, str) and found == wanted
    return isinstance(found, (int, float)) and found == wanted


def _name(path: str) -> str:
    return next((part for part in reversed(path.split(".")) if not part.isdigit()), path)


def _everything(reply: Reply) -> str:
    parsed = (str(list(leaves(call.arguments))) for call in calls_of(reply))
    return "\n".join([reply.text, *(call.arguments for call in reply.tool_calls), *parsed])
