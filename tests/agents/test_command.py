"""The command agent, against real programs."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import sys
import time
from pathlib import Path

import pytest

from holdfast.agents.command import CommandAgent
from holdfast.core import (
    AgentFailure,
    Capability,
    Decoding,
    Failure,
    HoldfastError,
    Message,
    Reply,
    ReplyRequest,
    ScoreRequest,
    digest,
)

REQUEST = ReplyRequest((Message("system", "Be brief."), Message("user", "Wie heißt du?")), Decoding(0.5, 32))


def script(tmp_path: Path, body: str, name: str = "agent.py") -> str:
    path = tmp_path / name
    path.write_text(f"import json, os, sys, time\n{body}\n", encoding="utf-8")
    return shlex.join([sys.executable, str(path)])


def ask(agent: CommandAgent, request: ReplyRequest = REQUEST) -> Reply:
    reply = asyncio.run(agent.answer(request))
    assert isinstance(reply, Reply)
    return reply


def failure(agent: CommandAgent) -> AgentFailure:
    with pytest.raises(AgentFailure) as caught:
        ask(agent)
    return caught.value


def alive(pid: int) -> bool:
    """Whether a process still runs; a zombie that nobody has collected yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_the_program_gets_the_messages_and_an_opaque_id_and_nothing_else(tmp_path: Path) -> None:
    agent = CommandAgent(script(tmp_path, "print(sys.stdin.read(), end='')"))
    sent = ask(agent).text
    assert sent.count("\n") == 0
    assert json.loads(sent) == {
        "id": digest(REQUEST)[:16],
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Wie heißt du?"}],
        "temperature": 0.5,
        "max_tokens": 32,
    }


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("  B.\n", "B."),
        ('{"text": " B. "}\n', " B. "),
        ('{"action": "B"}\n', '{"action": "B"}'),
        ('["text"]', '["text"]'),
        ("{not json", "{not json"),
        ("12", "12"),
        ("", ""),
        ("zwei\nZeilen ü\n", "zwei\nZeilen ü"),
    ],
)
def test_plain_text_and_a_json_object_with_a_text_are_replies(tmp_path: Path, written: str, text: str) -> None:
    body = f"sys.stdout.buffer.write({written.encode()!r})"
    reply = ask(CommandAgent(script(tmp_path, body)))
    assert reply.text == text
    assert reply.receipt.latency_ms > 0


def test_a_long_reply_and_an_unread_prompt_do_not_block(tmp_path: Path) -> None:
    agent = CommandAgent(script(tmp_path, "print('x' * 3_000_000); print('y' * 3_000_000, file=sys.stderr)"))
    request = ReplyRequest((Message("user", "z" * 1_000_000),))
    assert len(ask(agent, request).text) == 3_000_000


def test_a_failed_program_fails_with_its_last_words(tmp_path: Path) -> None:
    failed = failure(CommandAgent(script(tmp_path, "print('half'); raise RuntimeError('no licence')")))
    assert failed.kind is Failure.AGENT
    assert failed.message == "Exit 1: RuntimeError: no licence"
    silent = failure(CommandAgent(script(tmp_path, "sys.exit(3)")))
    assert silent.message == "Exit 3: nothing on stderr"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("print(json.dumps({'text': 5}))", "The reply's text is int, not a string."),
        ("sys.stdout.buffer.write(b'ab\\xff')", "The reply is not UTF-8: invalid start byte at byte 2."),
    ],
)
def test_what_is_no_text_is_a_failure(tmp_path: Path, body: str, message: str) -> None:
    failed = failure(CommandAgent(script(tmp_path, body)))
    assert (failed.kind, failed.message) == (Failure.AGENT, message)


def test_a_program_that_cannot_start_is_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "agent"
    path.write_bytes(b"\x7fELF nonsense")
    path.chmod(0o755)
    failed = failure(CommandAgent(str(path)))
    assert failed.kind is Failure.AGENT
    assert "could not be started" in failed.message


def test_a_time_out_ends_the_program_and_its_children(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    agent = CommandAgent(f"sh -c 'sleep 60 & echo $$ $! > {pids}; wait'", timeout_seconds=0.5)
    started = time.monotonic()
    failed = failure(agent)
    assert time.monotonic() - started < 10
    assert (failed.kind, failed.message) == (Failure.TIMEOUT, "No reply within 0.5 seconds.")
    wait_until_gone([int(pid) for pid in pids.read_text().split()])


def test_a_cancelled_request_ends_the_program(tmp_path: Path) -> None:
    pids = tmp_path / "pids"

    async def cancelled() -> None:
        task = asyncio.create_task(CommandAgent(f"sh -c 'echo $$ > {pids}; sleep 60'").answer(REQUEST))
        while not (pids.exists() and pids.read_text()):
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()

    asyncio.run(cancelled())
    wait_until_gone([int(pids.read_text())])


def wait_until_gone(pids: list[int]) -> None:
    deadline = time.monotonic() + 5
    while any(alive(pid) for pid in pids):
        assert time.monotonic() < deadline, "still running"
        time.sleep(0.01)


def test_a_process_left_in_the_background_does_not_hold_up_the_reply() -> None:
    agent = CommandAgent("sh -c 'setsid sleep 3 & echo done'", timeout_seconds=30)
    started = time.monotonic()
    assert ask(agent).text == "done"
    assert time.monotonic() - started < 2


def test_requests_run_side_by_side(tmp_path: Path) -> None:
    agent = CommandAgent(script(tmp_path, "time.sleep(1); print(json.load(sys.stdin)['messages'][0]['content'])"))
    requests = [ReplyRequest((Message("user", str(n)),)) for n in range(4)]

    async def together() -> list[str]:
        return [answer.text for answer in await asyncio.gather(*map(agent.answer, requests))]  # type: ignore[union-attr]

    started = time.monotonic()
    assert asyncio.run(together()) == ["0", "1", "2", "3"]
    assert time.monotonic() - started < 3


def test_concurrency_is_the_processors_unless_said() -> None:
    assert CommandAgent("cat").concurrency == os.cpu_count()
    assert CommandAgent("cat", concurrency=7).concurrency == 7


def test_a_changed_script_is_another_agent(tmp_path: Path) -> None:
    command = script(tmp_path, "print('A')")
    first = CommandAgent(command).identity
    assert first.spec == f"command:{command}"
    assert CommandAgent(command).identity == first
    script(tmp_path, "print('B')")
    second = CommandAgent(command).identity
    assert second.digest != first.digest
    assert second.spec == first.spec
    assert CommandAgent(f"{command} --fast").identity.revision != second.revision


def test_a_changed_file_among_the_arguments_is_another_agent(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text("a = 1")
    command = f"cat {settings}"
    first = CommandAgent(command).identity
    settings.write_text("a = 2")
    assert CommandAgent(command).identity.revision != first.revision


def test_a_changed_program_on_the_path_is_another_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "my-agent"
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    revisions = []
    for answer in ("A", "B"):
        program.write_text(f"#!/bin/sh\necho {answer}\n")
        program.chmod(0o755)
        agent = CommandAgent("my-agent")
        assert ask(agent).text == answer
        revisions.append(agent.identity.revision)
    assert revisions[0] != revisions[1]


def test_bad_commands_are_one_sentence_at_once(tmp_path: Path) -> None:
    plain = tmp_path / "agent.sh"
    plain.write_text("echo A")
    for command, sentence in {
        "no-such-program --x": "There is no program 'no-such-program'",
        "echo 'a": "check its quotes",
        "  ": "The command is empty",
        str(plain): "is not executable",
    }.items():
        with pytest.raises(HoldfastError, match=sentence) as caught:
            CommandAgent(command)
        assert "\n" not in str(caught.value)


def test_it_replies_and_no_more() -> None:
    agent = CommandAgent("cat")
    assert agent.capabilities == {Capability.REPLY}
    with pytest.raises(HoldfastError, match="score"):
        asyncio.run(agent.answer(ScoreRequest("a", ("b",))))
