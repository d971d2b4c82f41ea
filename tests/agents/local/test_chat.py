"""Tools through chat templates: the model's own form is found by trying, shown in full, and read back strictly."""

from __future__ import annotations

import asyncio
import json

import pytest
from tokenizers import AddedToken, Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from holdfast.agents.local.agent import LocalAgent
from holdfast.agents.local.chat import Chat, Form
from holdfast.agents.local.generation import _reply
from holdfast.agents.tools import offered, one_at_a_time, written_calls
from holdfast.core import AgentFailure, Decoding, Message, ReplyRequest, Tool, ToolCall

HERMES = """\
{%- set system = messages[0].content if messages[0].role == 'system' else 'You help.' %}
{{- '<|im_start|>system\\n' + system }}
{%- if tools %}
    {{- '\\n\\n# Tools\\n<tools>' }}
    {%- for tool in tools %}{{- '\\n' }}{{- tool | tojson }}{%- endfor %}
    {{- '\\n</tools>' }}
{%- endif %}
{{- '<|im_end|>\\n' }}
{%- for m in messages %}
    {%- if m.role == 'user' or (m.role == 'assistant' and not m.tool_calls) %}
        {{- '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}
    {%- elif m.role == 'assistant' %}
        {{- '<|im_start|>assistant' }}
        {%- if m.content %}{{- '\\n' + m.content }}{%- endif %}
        {%- for call in m.tool_calls %}
            {{- '\\n<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' }}
            {{- call.function.arguments | tojson }}
            {{- '}\\n</tool_call>' }}
        {%- endfor %}
        {{- '<|im_end|>\\n' }}
    {%- elif m.role == 'tool' %}
        {%- if messages[loop.index0 - 1].role != 'tool' %}{{- '<|im_start|>user' }}{%- endif %}
        {{- '\\n<tool_response>\\n' + m.content + '\\n</tool_response>' }}
        {%- if loop.last or messages[loop.index0 + 1].role != 'tool' %}{{- '<|im_end|>\\n' }}{%- endif %}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}
"""

LOOK = Tool("look", "Looks a parcel up, naïvely.", {"type": "object", "properties": {"id": {"type": "string"}}})
TWO = (ToolCall("look", '{"id": "A1", "deep": {"n": 1}}', "call_one"), ToolCall("look", '{"id": "B2"}', "call_two"))
ASKED = (
    Message("system", "Be brief."),
    Message("user", "Look at A1 and B2."),
    Message("assistant", "I do.", TWO),
    Message("tool", '{"found": "A1"}', tool_call_id="call_one"),
    Message("tool", '{"found": "B2"}', tool_call_id="call_two"),
)


def tokenizer(template: str | None) -> PreTrainedTokenizerFast:
    inner = Tokenizer(models.WordLevel({"[UNK]": 0, "word": 1}, unk_token="[UNK]"))
    inner.pre_tokenizer = pre_tokenizers.Whitespace()
    made = PreTrainedTokenizerFast(tokenizer_object=inner, unk_token="[UNK]")
    made.chat_template = template
    return made


def test_the_template_shows_schemas_calls_and_results_in_its_own_form() -> None:
    chat = Chat(tokenizer(HERMES))
    assert chat.form == Form(together=True, parsed=True, blank=None)
    shown = chat.text(ASKED, (LOOK,))
    schema = json.dumps(offered([LOOK])[0], ensure_ascii=False)
    assert f"<tools>\n{schema}\n</tools><|im_end|>\n" in shown
    assert (
        "<|im_start|>assistant\nI do.\n"
        '<tool_call>\n{"name": "look", "arguments": {"id": "A1", "deep": {"n": 1}}}\n</tool_call>\n'
        '<tool_call>\n{"name": "look", "arguments": {"id": "B2"}}\n</tool_call><|im_end|>\n'
        '<|im_start|>user\n<tool_response>\n{"found": "A1"}\n</tool_response>\n'
        '<tool_response>\n{"found": "B2"}\n</tool_response><|im_end|>\n<|im_start|>assistant\n'
    ) in shown
    assert "You may call these tools" not in shown, "nothing is described in words besides"
    assert "<tools>" not in chat.text(ASKED[:2])


def test_what_the_template_writes_is_read_back() -> None:
    """A model that answers in the form of its own history is understood, several calls included."""
    shown = Chat(tokenizer(HERMES)).text(ASKED, (LOOK,))
    said = shown.partition("<|im_start|>assistant\n")[2].partition("<|im_end|>")[0]
    words, calls = written_calls(said, (LOOK,))
    assert words == "I do."
    assert [(call.name, json.loads(call.arguments)) for call in calls] == [
        ("look", {"id": "A1", "deep": {"n": 1}}), ("look", {"id": "B2"}),
    ]  # fmt: skip


TEXT_ARGUMENTS = HERMES.replace("call.function.arguments | tojson", "'' ~ (call.function.arguments + '')")
WANTS_WORDS = HERMES.replace("{%- if m.content %}{{- '\\n' + m.content }}{%- endif %}", "{{- '\\n' + m.content }}")
ONE_CALL = HERMES.replace(
    "{%- for call in m.tool_calls %}",
    "{%- if m.tool_calls | length > 1 %}{{ raise_exception('one call only') }}{%- endif %}"
    "{%- for call in m.tool_calls %}",
)
NINE = HERMES.replace(
    "{%- for call in m.tool_calls %}",
    "{%- for call in m.tool_calls %}{%- if call.id | length != 9 %}{{ raise_exception('nine') }}{%- endif %}",
)
NO_RESULTS = HERMES.replace("m.role == 'tool'", "m.role == 'nobody'")


@pytest.mark.parametrize(
    ("template", "form"),
    [
        (TEXT_ARGUMENTS, Form(together=True, parsed=False, blank=None)),
        (WANTS_WORDS, Form(together=True, parsed=True, blank="")),
        (ONE_CALL, Form(together=False, parsed=True, blank=None)),
        (NINE, Form(together=True, parsed=True, blank=None)),
        (NO_RESULTS, None),
        ("{% for m in messages %}{{ m.content }}{% endfor %}", None),
        (None, None),
    ],
)
def test_the_form_of_a_template_is_found_by_trying(template, form) -> None:
    chat = Chat(tokenizer(template))
    assert chat.form == form
    shown = chat.text(ASKED, (LOOK,))
    for part in ("naïvely", '"A1"', '"B2"', '{"found": "A1"}', '{"found": "B2"}', "I do."):
        assert part in shown
    assert ("You may call these tools" in shown) == (form is None)


def test_calls_made_together_follow_each_other_where_a_template_takes_one() -> None:
    told = one_at_a_time([*ASKED, Message("user", "And?")])
    assert [(m.role, m.content, [c.id for c in m.tool_calls], m.tool_call_id) for m in told[2:]] == [
        ("assistant", "I do.", ["call_one"], ""),
        ("tool", '{"found": "A1"}', [], "call_one"),
        ("assistant", "", ["call_two"], ""),
        ("tool", '{"found": "B2"}', [], "call_two"),
        ("user", "And?", [], ""),
    ]
    assert one_at_a_time(ASKED[:2]) == list(ASKED[:2])


@pytest.mark.parametrize("special", [True, False])
def test_marks_of_calls_survive_whether_the_tokenizer_calls_them_special_or_not(special) -> None:
    made = tokenizer(HERMES)
    made.add_special_tokens({"eos_token": "<|im_end|>", "pad_token": "<pad>"})
    made.add_tokens([AddedToken(mark, special=special) for mark in ("<tool_call>", "</tool_call>")])
    tokens = made("<tool_call>word</tool_call><pad>", add_special_tokens=False)["input_ids"]
    said = _reply(made, [*tokens[:-1], made.eos_token_id, 1], 3, Decoding())
    assert said.text.replace(" ", "") == "<tool_call>word</tool_call>"
    assert said.receipt.completion_tokens == 3


@pytest.mark.model
def test_the_embedded_model_through_its_own_template_and_through_one_with_tools(embedded) -> None:
    own = Chat(embedded.text.tokenizer)
    assert own.form is None, "its template takes no tools, so they are described"
    assert "You may call these tools" in own.text(ASKED, (LOOK,))
    chat = Chat(embedded.text.tokenizer)
    before = embedded.text.tokenizer.chat_template
    try:
        embedded.text.tokenizer.chat_template = HERMES
        assert chat.form is not None
        shown = chat.text(ASKED, (LOOK,))
    finally:
        embedded.text.tokenizer.chat_template = before
    assert embedded.text.tokenizer.decode(embedded.text.encode(shown)) == shown
    control = embedded.text.tokenizer.convert_tokens_to_ids("<|im_start|>")
    assert embedded.text.encode(shown).count(control) == 5, "each turn begins with the control token itself"


def test_a_conversation_that_the_template_refuses_fails_alone(monkeypatch) -> None:
    agent = object.__new__(LocalAgent)
    agent._waiting, agent._busy = [], asyncio.Lock()
    template = (
        "{% for m in messages %}{% if m.content == 'no' %}{{ raise_exception('not this') }}{% endif %}{% endfor %}"
    )
    agent.text = type(
        "Texts", (), {"chat": lambda _, messages, tools: Chat(tokenizer(template)).text(messages, tools)}
    )()
    agent._loaded = type("Loaded", (), {"model": None})()
    monkeypatch.setattr("holdfast.agents.local.agent.generate", lambda model, text, asked: [_said(r) for r, _ in asked])

    def _said(request: ReplyRequest):
        from holdfast.core import Reply

        return Reply(f"to {request.messages[0].content}")

    async def ask() -> list[object]:
        requests = [ReplyRequest((Message("user", words),)) for words in ("one", "no", "two")]
        return await asyncio.gather(*(agent.answer(r) for r in requests), return_exceptions=True)

    one, refused, two = asyncio.run(ask())
    assert (one.text, two.text) == ("to one", "to two")
    assert isinstance(refused, AgentFailure)
    assert "refuses the conversation: not this" in str(refused)
