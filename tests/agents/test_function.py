"""The function agent, against modules written for each test."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from holdfast.agents.function import FunctionAgent
from holdfast.core import AgentFailure, Failure, HoldfastError, Message, Reply, ReplyRequest, digest

REQUEST = ReplyRequest((Message("system", "Be brief."), Message("user", "Hello")))


@pytest.fixture(autouse=True)
def _own_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test has a folder of its own to import from, and leaves no module behind."""
    before = set(sys.modules)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


def write(source: str, name: str = "mine.py") -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source)
    return path.resolve()


def ask(agent: FunctionAgent, request: ReplyRequest = REQUEST) -> str:
    reply = asyncio.run(agent.answer(request))
    assert isinstance(reply, Reply)
    return reply.text


def refusal(target: str) -> str:
    with pytest.raises(HoldfastError) as caught:
        FunctionAgent(target)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_function_gets_the_messages_as_plain_dicts() -> None:
    write("def reply(messages):\n    assert type(messages) is list\n    return repr(messages)")
    messages = "[{'role': 'system', 'content': 'Be brief.'}, {'role': 'user', 'content': 'Hello'}]"
    assert ask(FunctionAgent("mine:reply")) == messages


@pytest.mark.parametrize("signature", ["messages, id", "messages, *, id=None", "messages, **more"])
def test_an_opaque_id_comes_where_there_is_room_for_it(signature: str) -> None:
    value = "more['id']" if "more" in signature else "id"
    write(f"def reply({signature}):\n    return {value}")
    assert ask(FunctionAgent("mine:reply")) == digest(REQUEST)[:16]


def test_more_than_an_id_never_comes() -> None:
    write("def reply(*args, **more):\n    return f'{len(args)} {sorted(more)}'")
    assert ask(FunctionAgent("mine:reply")) == "1 ['id']"


def test_a_module_may_be_dotted_or_a_file() -> None:
    # A dataclass with postponed annotations looks its module up by name.
    head = "from __future__ import annotations\nfrom dataclasses import dataclass\n"
    source = f"{head}@dataclass\nclass Said:\n    text: str\n"
    path = write(f"{source}def reply(messages):\n    return Said(__name__).text", "pack/inside.py")
    write("", "pack/__init__.py")
    assert ask(FunctionAgent("pack.inside:reply")) == "pack.inside"
    assert ask(FunctionAgent("pack/inside.py:reply")).startswith("holdfast_agent_")
    assert FunctionAgent(f"{path}:reply").identity.revision == FunctionAgent("pack.inside:reply").identity.revision


def test_a_file_finds_the_modules_beside_it_and_replaces_none_of_ours() -> None:
    write("WORD = 'beside'", "elsewhere/neighbour.py")
    write("import neighbour\ndef reply(messages):\n    return neighbour.WORD", "elsewhere/json.py")
    import json

    assert ask(FunctionAgent("elsewhere/json.py:reply")) == "beside"
    assert sys.modules["json"] is json


def test_async_functions_and_callable_objects_are_agents() -> None:
    write(
        "import asyncio\n"
        "async def later(messages):\n    await asyncio.sleep(0)\n    return 'later'\n"
        "class Object:\n    async def __call__(self, messages, id):\n        return id\n"
        "class Plain:\n    def __call__(self, messages):\n        return 'plain'\n"
        "it = Object()\nplain = Plain()\n"
    )
    assert ask(FunctionAgent("mine:later")) == "later"
    assert ask(FunctionAgent("mine:it")) == digest(REQUEST)[:16]
    assert ask(FunctionAgent("mine:plain")) == "plain"


def test_plain_functions_do_not_hold_up_the_loop() -> None:
    write("import time\ndef reply(messages):\n    time.sleep(0.5)\n    return messages[0]['content']")
    agent = FunctionAgent("mine:reply", concurrency=4)
    assert agent.concurrency == 4

    async def together() -> list[str]:
        requests = [ReplyRequest((Message("user", str(n)),)) for n in range(4)]
        return [answer.text for answer in await asyncio.gather(*map(agent.answer, requests))]  # type: ignore[union-attr]

    started = time.monotonic()
    assert asyncio.run(together()) == ["0", "1", "2", "3"]
    assert time.monotonic() - started < 1.5


def test_closing_lets_the_threads_go() -> None:
    write("def reply(messages):\n    return ''", "closing.py")
    agent = FunctionAgent("closing:reply")
    ask(agent)
    asyncio.run(agent.close())
    deadline = time.monotonic() + 5
    while any(t.name.startswith("holdfast-reply") for t in threading.enumerate()) and time.monotonic() < deadline:
        time.sleep(0.01)
    with pytest.raises(RuntimeError, match="shutdown"):
        ask(agent)


@pytest.mark.parametrize("kind", ["def", "async def"])
@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("raise KeyError('x')", "KeyError: 'x'"),
        ("return next(iter(()))", "StopIteration: "),
        ("import sys; sys.exit(2)", "SystemExit: 2"),
        ("return 5", "The function returned int, not a string."),
        ("pass", "The function returned NoneType, not a string."),
    ],
)
def test_what_goes_wrong_inside_is_one_failed_request(kind: str, body: str, message: str) -> None:
    write(f"{kind} reply(messages):\n    {body}")
    if kind == "async def" and "StopIteration" in message:
        message = "RuntimeError: coroutine raised StopIteration"
    with pytest.raises(AgentFailure) as caught:
        asyncio.run(asyncio.wait_for(FunctionAgent("mine:reply").answer(REQUEST), 10))
    assert (caught.value.kind, caught.value.message) == (Failure.AGENT, message)


def test_a_function_may_name_its_own_failure() -> None:
    write(
        "from holdfast.core import AgentFailure, Failure\n"
        "def reply(messages):\n    raise AgentFailure(Failure.RATE_LIMITED, 'wait')"
    )
    with pytest.raises(AgentFailure) as caught:
        ask(FunctionAgent("mine:reply"))
    assert caught.value.kind is Failure.RATE_LIMITED


def test_what_a_function_does_to_its_messages_stays_with_it() -> None:
    write("def reply(messages):\n    messages[0]['content'] += '!'\n    return messages.pop(0)['content']")
    agent = FunctionAgent("mine:reply")
    assert [ask(agent), ask(agent)] == ["Be brief.!", "Be brief.!"]


def test_a_changed_source_is_another_agent() -> None:
    write("def reply(messages):\n    return 'A'")
    first = FunctionAgent("mine.py:reply").identity
    assert first.spec == "python:mine.py:reply"
    assert FunctionAgent("mine.py:reply").identity == first
    write("def reply(messages):\n    return 'B'")
    assert FunctionAgent("mine.py:reply").identity.revision != first.revision


def test_a_changed_source_behind_a_reexport_is_another_agent() -> None:
    write("from behind import reply", "front.py")
    revisions = []
    for answer in ("A", "BB"):
        write(f"def reply(messages):\n    return {answer!r}", "behind.py")
        sys.modules.pop("behind", None)
        revisions.append(FunctionAgent("front.py:reply").identity.revision)
    assert revisions[0] != revisions[1]


def test_unknown_names_suggest_the_near_one() -> None:
    write("LIMIT = 5\ndef respond(messages):\n    return ''\n", "my_agent.py")
    assert refusal("my_agnt:respond") == "There is no module 'my_agnt'; did you mean 'my_agent'?"
    assert refusal("my_agent:repsond") == "'my_agent' has no callable 'repsond'; did you mean 'respond'?"
    assert refusal("my_agent:LIMIT") == "'my_agent' has no callable 'LIMIT'; known are respond."
    assert refusal("my_agnt.py:respond") == "There is no file 'my_agnt.py'; did you mean 'my_agent.py'?"
    write("", "pack/__init__.py")
    write("", "pack/inside.py")
    assert refusal("pack.insid:respond") == "There is no module 'pack.insid'; did you mean 'pack.inside'?"
    assert refusal("my_agent.sub:respond") == "There is no module 'my_agent.sub'; there is none beside it either."
    assert refusal("nowhere/x.py:respond") == "There is no file 'nowhere/x.py'; there is none beside it either."


@pytest.mark.parametrize("target", ["respond", ":respond", "my_agent:", ""])
def test_a_target_needs_both_parts(target: str) -> None:
    assert "write python:<module>:<callable>" in refusal(target)


@pytest.mark.parametrize("where", ["broken", "broken.py"])
def test_a_module_that_does_not_import_says_why(where: str) -> None:
    write("1 / 0", "broken.py")
    assert f"'{where}' cannot be imported: ZeroDivisionError: division by zero" in refusal(f"{where}:reply")
    write("import missing_library", "broken.py")
    assert refusal(f"{where}:reply") == f"'{where}' needs 'missing_library', which is not installed; install it."


def test_a_callable_that_cannot_take_messages_is_refused() -> None:
    write("def none():\n    return ''\ndef two(messages, model):\n    return ''")
    for name in ("none", "two"):
        assert "it must take the messages" in refusal(f"mine:{name}")
    assert "no source file" in refusal("sys:intern")
