"""Reading logs: every format, what is paired with what, and one sentence for whatever is wrong."""

from __future__ import annotations

import gzip
import json

import pytest

from holdfast.core import HoldfastError
from holdfast.suites.transcripts.decisions import spots
from holdfast.suites.transcripts.readers import read_file, read_schemas
from suites.transcripts.made import TOOLS, assistant, call, parcel, result, write

USER = {"role": "user", "content": "Hello."}


def test_json_lines_bare_lists_and_gzip_read_the_same(tmp_path) -> None:
    rows = [parcel(n) for n in range(3)]
    plain = list(read_file(str(write(tmp_path / "a.jsonl", rows))))
    assert [c.id for c in plain] == ["1:task-0", "2:task-1", "3:task-2"]
    assert plain[0].messages[2].tool_calls[0].name == "get_parcel"
    assert plain[0].messages[3].tool_call_id == "p0-1"
    assert [tool.name for tool in plain[0].tools] == ["get_parcel", "get_customer", "cancel_parcel"]
    bare = list(read_file(str(write(tmp_path / "b.jsonl", [row["messages"] for row in rows]))))
    assert [c.messages for c in bare] == [c.messages for c in plain]
    assert [c.id for c in bare] == ["1", "2", "3"]
    zipped = tmp_path / "c.jsonl.gz"
    zipped.write_bytes(gzip.compress((tmp_path / "a.jsonl").read_bytes()))
    assert list(read_file(str(zipped))) == plain
    document = tmp_path / "d.json"
    document.write_text(json.dumps(rows, indent=2))
    assert list(read_file(str(document))) == plain


def test_trajectories_of_both_generations_of_tau_bench(tmp_path) -> None:
    messages = parcel()["messages"]
    old = tmp_path / "old.json"
    old.write_text(json.dumps([{"task_id": 7, "reward": 1.0, "traj": messages}]))
    newer = tmp_path / "new.json"
    flat = [
        {**m, "tool_calls": [{"id": c["id"], **c["function"], "arguments": json.loads(c["function"]["arguments"])}
                             for c in m["tool_calls"]]} if m.get("tool_calls")
        else {"role": "tool", "id": m["tool_call_id"], "content": m["content"]} if m["role"] == "tool" else m
        for m in messages
    ]  # fmt: skip
    newer.write_text(json.dumps({"simulations": [{"id": "s1", "messages": flat}]}))
    first, second = next(read_file(str(old))), next(read_file(str(newer)))
    assert (first.id, second.id) == ("1:7", "1:s1")
    assert [(m.role, m.content, m.tool_call_id) for m in first.messages] == [
        (m.role, m.content, m.tool_call_id) for m in second.messages
    ]
    for one, other in zip(first.messages, second.messages, strict=True):
        assert [json.loads(c.arguments) for c in one.tool_calls] == [json.loads(c.arguments) for c in other.tool_calls]


def test_missing_ids_are_paired_in_order_and_by_name(tmp_path) -> None:
    row = [
        USER,
        assistant(call("a", {}, None), call("b", {}, None)),
        {**result("of b", None), "name": "b"},
        {**result("of a", None), "name": "a"},
        {"role": "assistant", "content": None, "function_call": {"name": "c", "arguments": "{}"}},
        {"role": "function", "name": "c", "content": "of c"},
    ]
    read = next(read_file(str(write(tmp_path / "x.jsonl", [row]))))
    calls = {c.id: c.name for m in read.messages for c in m.tool_calls}
    assert [(calls[m.tool_call_id], m.content) for m in read.messages if m.role == "tool"] == [
        ("b", "of b"), ("a", "of a"), ("c", "of c"),
    ]  # fmt: skip


def test_ids_that_come_again_are_told_apart(tmp_path) -> None:
    """Some frameworks number the calls of every turn anew; then a call and its result are paired within the turn."""
    row = [
        USER,
        assistant(call("a", {"n": 1}, "c"), call("b", {"n": 2}, "c")),
        result("of a", "c"),
        result("of b", "c"),
        assistant(call("a", {"n": 3}, "c")),
        result("of a again", "c"),
    ]
    read = next(read_file(str(write(tmp_path / "x.jsonl", [row]))))
    calls = {c.id: c.arguments for m in read.messages for c in m.tool_calls}
    assert len(calls) == 3
    assert [(calls[m.tool_call_id], m.content) for m in read.messages if m.role == "tool"] == [
        ('{"n": 1}', "of a"), ('{"n": 2}', "of b"), ('{"n": 3}', "of a again"),
    ]  # fmt: skip


def test_a_byte_order_mark_and_carriage_returns_are_no_matter(tmp_path) -> None:
    rows = [parcel(n) for n in range(2)]
    plain = list(read_file(str(write(tmp_path / "a.jsonl", rows))))
    lines = "\r\n".join(json.dumps(row) for row in rows).encode()
    (tmp_path / "b.jsonl").write_bytes(b"\xef\xbb\xbf" + lines + b"\r\n\r\n")
    assert list(read_file(str(tmp_path / "b.jsonl"))) == plain
    (tmp_path / "c.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(rows).encode())
    assert list(read_file(str(tmp_path / "c.json"))) == plain
    (tmp_path / "t.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(TOOLS).encode())
    assert len(read_schemas(str(tmp_path / "t.json"))) == len(TOOLS)
    (tmp_path / "d.jsonl").write_bytes(lines.decode().encode("utf-16"))
    with pytest.raises(HoldfastError, match=r"d.jsonl, line 1 is not JSON"):
        list(read_file(str(tmp_path / "d.jsonl")))


def test_an_image_ends_what_can_be_asked(tmp_path) -> None:
    image = {"role": "user", "content": [{"type": "text", "text": "See:"}, {"type": "image_url", "image_url": {}}]}
    messages = [USER, assistant(call("a", {"x": "AB-123"})), result("done"), image, assistant(call("a", {}, "c2"))]
    read = next(read_file(str(write(tmp_path / "x.jsonl", [messages]))))
    assert [(s.turn, s.call) for s in spots(read, answers=True)] == [(1, 0)]
    parts = {"role": "user", "content": [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]}
    read = next(read_file(str(write(tmp_path / "y.jsonl", [[parts, assistant(call("a", {}))]]))))
    assert read.messages[0].content == "one\ntwo"
    assert read.usable == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 2 is not JSON"),
        ("[" * 100_000, "line 2 is not JSON"),
        ("3", "line 2 is int, not a conversation"),
        ('{"text": "x"}', "line 2 has no `messages`"),
        ('{"messages": []}', "line 2 has no messages"),
        ('{"messages": ["x"]}', "line 2, message 1 has no role"),
        ('[{"role": "robot", "content": "x"}]', "line 2, message 1 has the role 'robot'"),
        ('[{"role": "user", "content": 3}]', "line 2, message 1 has a content that is int"),
        ('[{"role": "tool", "content": "x", "tool_call_id": "q"}]', "line 2, message 1 is the result of a call"),
        (
            '[{"role": "assistant", "tool_calls": [{"id": "1"}]}]',
            "line 2, message 1 cannot be read: a tool call has no",
        ),
        ('[{"role": "assistant", "tool_calls": {"a": 1}}]', "its tool calls are dict, not a list"),
        (json.dumps([assistant(call("a", {})), USER]), "line 2, message 2 comes before the result of a"),
        ('{"messages": [{"role": "user", "content": "x"}], "tools": [{"x": 1}]}', "has a tool without a name"),
        ("\ud800".encode("utf-8", "surrogatepass"), "line 2 is not JSON"),
    ],
)
def test_malformed_lines_are_named(tmp_path, line, said) -> None:
    path = tmp_path / "bad.jsonl"
    content = line if isinstance(line, bytes) else line.encode()
    path.write_bytes(json.dumps([USER]).encode() + b"\n" + content + b"\n")
    with pytest.raises(HoldfastError) as problem:
        list(read_file(str(path)))
    assert said in str(problem.value)
    assert "\n" not in str(problem.value)


def test_files_that_are_not_there_or_not_whole(tmp_path) -> None:
    with pytest.raises(HoldfastError, match="There is no file"):
        list(read_file(str(tmp_path / "none.jsonl")))
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n\n")
    with pytest.raises(HoldfastError, match="holds no conversation"):
        list(read_file(str(empty)))
    (tmp_path / "empty.json").write_bytes(b"")
    with pytest.raises(HoldfastError, match="holds no conversation"):
        list(read_file(str(tmp_path / "empty.json")))
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(gzip.compress(json.dumps([USER]).encode() * 999)[:-20])
    with pytest.raises(HoldfastError, match="cannot be read to its end"):
        list(read_file(str(cut)))
    with pytest.raises(HoldfastError, match="check the path of `--tools`"):
        read_schemas(str(tmp_path / "none.json"))
    (tmp_path / "t.json").write_text("{")
    with pytest.raises(HoldfastError, match="is not JSON"):
        read_schemas(str(tmp_path / "t.json"))
    (tmp_path / "t.json").write_text(json.dumps({"tools": TOOLS}))
    assert [tool.name for tool in read_schemas(str(tmp_path / "t.json"))] == [
        "get_parcel",
        "get_customer",
        "cancel_parcel",
    ]


def test_an_inspect_log_made_by_inspect_itself(tmp_path) -> None:
    """The library runs two samples with a scripted model and a real tool, and writes the log."""
    inspect_ai = pytest.importorskip("inspect_ai", reason="inspect-ai is not installed (extra `inspect`)")
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelAPI, ModelOutput, get_model, modelapi
    from inspect_ai.solver import generate, system_message, use_tools
    from inspect_ai.tool import tool

    @tool
    def get_order():
        async def execute(order_id: str) -> str:
            """Look an order up.

            Args:
                order_id: Which order.
            """
            return json.dumps({"order_id": order_id, "note": "long " * 200})

        return execute

    class Scripted(ModelAPI):  # the library's own mock model wants to count tokens, and to fetch how
        async def generate(self, input, tools, tool_choice, config):  # noqa: A002
            if any(message.role == "tool" for message in input):
                return ModelOutput.from_content("scripted", "Order #W2378156 is on its way.")
            return ModelOutput.for_tool_call("scripted", tools[0].name, {"order_id": "#W2378156"})

    modelapi(name="scripted")(Scripted)
    task = inspect_ai.Task(
        dataset=[Sample(f"Where is my order #W2378156? ({n})", id=f"s{n}") for n in range(2)],
        solver=[system_message("Be brief."), use_tools(get_order()), generate()],
    )
    (log,) = inspect_ai.eval(task, model=get_model("scripted/one"), log_dir=str(tmp_path), display="none")
    assert log.status == "success", log.error
    read = list(read_file(log.location))
    assert [c.id for c in read] == ["1:s0", "2:s1"]
    assert [m.role for m in read[0].messages] == ["system", "user", "assistant", "tool", "assistant"]
    assert json.loads(read[0].messages[2].tool_calls[0].arguments) == {"order_id": "#W2378156"}
    assert json.loads(read[0].messages[3].content)["note"] == "long " * 200, "attachments are resolved"
    assert read[0].messages[3].tool_call_id == read[0].messages[2].tool_calls[0].id
    assert [t.name for t in read[0].tools] == ["get_order"]
    assert "order_id" in read[0].tools[0].parameters["properties"]
    damaged = tmp_path / "damaged.eval"
    damaged.write_bytes(b"PK\x03\x04 no log")
    with pytest.raises(HoldfastError, match="cannot be read as an Inspect log"):
        list(read_file(str(damaged)))
