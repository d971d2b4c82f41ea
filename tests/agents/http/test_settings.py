"""Specs become settings; the identity is the model and its endpoints; the key shows nowhere."""

from __future__ import annotations

import msgspec
import pytest

from holdfast.agents.http import HttpAgent, HttpSettings, settings_from_spec
from holdfast.core import HoldfastError

KEY = "sk-very-secret"


def test_openai_reads_its_key_and_its_address():
    settings = settings_from_spec("openai/gpt-4o-mini", {"OPENAI_API_KEY": f" {KEY}\n"}, max_concurrency=7)
    assert settings.base_urls == ("https://api.openai.com/v1",)
    assert (settings.model, settings.api_key, settings.max_concurrency) == ("gpt-4o-mini", KEY, 7)
    other = settings_from_spec("openai/m", {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "http://gate/v1"})
    assert other.base_urls == ("http://gate/v1",)


def test_openai_without_a_key_says_what_to_set():
    settings = settings_from_spec("openai/gpt-4o-mini", {})
    with pytest.raises(HoldfastError, match=r"'openai/gpt-4o-mini' needs a key; set OPENAI_API_KEY\."):
        HttpAgent(settings)
    HttpAgent(settings_from_spec("http://a:1/v1#m", {}))


def test_an_address_takes_several_servers_and_never_the_openai_key():
    settings = settings_from_spec("http://a:1/v1,https://b/v1#org/model", {"OPENAI_API_KEY": KEY})
    assert settings.base_urls == ("http://a:1/v1", "https://b/v1")
    assert (settings.model, settings.api_key) == ("org/model", None)
    assert settings_from_spec("http://a/v1#m", {"HOLDFAST_API_KEY": KEY}).api_key == KEY


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("http://a/v1", "names no model"),
        ("http://a/v1#", "names no model"),
        ("ftp://a/v1#m", "not an address"),
        ("http:///v1#m", "not an address"),
        ("http://a..b/v1#m", "not an address"),
        ("http://exa mple/v1#m", "not an address"),
        (f"http://{'a' * 70}/v1#m", "not an address"),
        ("http://a:port/v1#m", "not an address"),
        ("http://user:pw@a/v1#m", "must have no user"),
        ("http://a/v1?key=1#m", "must have no user, query"),
    ],
)
def test_bad_addresses_are_one_sentence(spec, sentence):
    with pytest.raises(HoldfastError, match=sentence) as caught:
        settings_from_spec(spec, {})
    assert "pw" not in str(caught.value)


def test_a_key_with_a_line_break_is_refused_unseen():
    with pytest.raises(HoldfastError, match="line break") as caught:
        HttpSettings(spec="s", model="m", base_urls=("http://a/v1",), api_key=f"{KEY}\r\nX: y")
    assert KEY not in str(caught.value)


def test_identity_is_model_and_endpoints_not_key_nor_limits():
    one = HttpSettings(spec="s", model="m", base_urls=("http://b/v1", "http://a:1/v1/"), api_key=KEY)
    two = msgspec.structs.replace(one, base_urls=("http://a:1/v1", "http://b/v1"), api_key=None, max_attempts=1)
    assert one.identity == two.identity
    assert one.identity.revision == "m@a:1/v1,b/v1"
    assert KEY not in repr(one) + repr(one.identity)
    for changed in (
        msgspec.structs.replace(one, model="n"),
        msgspec.structs.replace(one, base_urls=("http://c/v1",)),
        msgspec.structs.replace(one, extra_body={"reasoning_effort": "low"}),
    ):
        assert changed.identity.digest != one.identity.digest
