"""Lets an agent of yours work at the parcel desk and writes its own log, for `holdfast run transcripts`.

The callers' requests and what the tools know are those of `logs.jsonl`; the calls are the agent's. A log that the same
agent wrote is one whose decisions it takes again when nothing is changed, which is what the suite needs.

    python examples/parcels/record.py local/model.gguf own.jsonl
    holdfast run transcripts --file own.jsonl --agent local/model.gguf
"""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec

from holdfast.agents.registry import make_agent
from holdfast.agents.tools import turn
from holdfast.core import Agent, Decoding, Message, Reply, ReplyRequest, Tool

HERE = Path(__file__).parent
TURNS = 6
DONE = {"cancel_parcel": "Cancelled.", "redirect_parcel": "Redirected."}

Known = dict[tuple[str, str], str]
"""What each look-up gives: by tool and the value that it was asked about."""


def known(conversations: list[dict[str, Any]]) -> Known:
    """Every look-up of the recorded conversations with its result."""
    found: Known = {}
    for conversation in conversations:
        results = {m["tool_call_id"]: m["content"] for m in conversation["messages"] if m["role"] == "tool"}
        for message in conversation["messages"]:
            for call in message.get("tool_calls", ()):
                value = next(iter(json.loads(call["function"]["arguments"]).values()))
                found[call["function"]["name"], value] = results[call["id"]]
    return found


def result(tables: Known, name: str, arguments: str) -> str:
    """What a tool answers to a call, right or wrong."""
    if name in DONE:
        return DONE[name]
    try:
        given = json.loads(arguments)
        return tables[name, next(iter(given.values()))]
    except (ValueError, AttributeError, StopIteration, KeyError, TypeError):
        return '{"error": "not found"}'


async def work(agent: Agent, messages: list[Message], tools: tuple[Tool, ...], tables: Known, tokens: int) -> None:
    """One caller, until the agent calls no tool any more; the conversation grows in place."""
    for number in range(TURNS):
        reply = await agent.answer(ReplyRequest(tuple(messages), Decoding(max_tokens=tokens), tools))
        assert isinstance(reply, Reply)
        calls = tuple(
            msgspec.structs.replace(call, id=f"call-{number}-{place}") for place, call in enumerate(reply.tool_calls)
        )
        messages.append(Message("assistant", reply.text, calls))
        messages += [Message("tool", result(tables, c.name, c.arguments), tool_call_id=c.id) for c in calls]
        if not calls:
            return


async def record(spec: str, out: Path, conversations: int, tokens: int) -> None:
    """Every caller at once, so that a local model can answer them together."""
    given = [json.loads(line) for line in (HERE / "logs.jsonl").read_text().splitlines()]
    offered = [one["function"] for one in json.loads((HERE / "tools.json").read_text())]
    tools = tuple(Tool(one["name"], one["description"], one["parameters"]) for one in offered)
    tables = known(given)
    opened = [[Message(m["role"], m["content"]) for m in one["messages"][:2]] for one in given[:conversations]]
    agent = make_agent(spec)
    await asyncio.gather(*(work(agent, messages, tools, tables, tokens) for messages in opened))
    lines = [
        json.dumps({"id": f"own-{number}", "messages": [turn(m) for m in messages]})
        for number, messages in enumerate(opened)
    ]
    out.write_text("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agent")
    parser.add_argument("out", type=Path)
    parser.add_argument("--conversations", type=int, default=24)
    parser.add_argument("--max-tokens", type=int, default=96)
    chosen = parser.parse_args()
    asyncio.run(record(chosen.agent, chosen.out, chosen.conversations, chosen.max_tokens))
