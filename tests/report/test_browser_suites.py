"""The reports of the other suites in a real browser: they fit, tool calls are seen, what only calibrates is not wrong,
and hostile conversations do nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from report.browser import Watched, chromium, make_run
from suites.transcripts.made import parcel, write

pytestmark = pytest.mark.browser

HOSTILE = "<script>window.hacked = 1</script><img src=x onerror=alert(1)> \u202egnp.exe"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two suites of the papers, as small as they come."""
    small = (
        "families=constraint_persistence,stale_state_overwrite", "corpora=narrative,recall", "binding.events=1",
        "sufficiency_events=2", "depths=code", "lesions=rule",
    )  # fmt: skip
    settings = (word for setting in small for word in ("--set", setting))
    agents = ("-a", "reference/bound", "-a", "reference/random")
    return make_run(tmp_path_factory.mktemp("papers") / "run", "commitment", "binding", *agents, *settings)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run on recorded conversations, one of which is hostile, with an agent whose calls are."""
    place = tmp_path_factory.mktemp("recorded")
    rows = [parcel(number) for number in range(6)]
    for row in rows:
        row["messages"][1]["content"] += f" {HOSTILE}"
    write(place / "logs.jsonl", rows)
    call = {"tool_calls": [{"name": f"get{HOSTILE}", "arguments": f"{{{HOSTILE}"}]}
    (place / "hostile_calls.py").write_text(f"def agent(messages, tools):\n    return {call!r}\n", encoding="utf-8")
    agents = [f"reference/{name}@logs.jsonl" for name in ("carriers", "first-value", "ignores-rules")]
    named = [word for agent in (*agents, "python:hostile_calls:agent") for word in ("-a", agent)]
    return make_run(place / "run", "transcripts", "--file", "logs.jsonl", "--decisions", "6", *named)


@pytest.fixture(scope="module")
def shown(browser: Any, papers: Path) -> Watched:
    return Watched(browser, papers, width=1280)


@pytest.fixture(scope="module")
def conversations(browser: Any, recorded: Path) -> Watched:
    return Watched(browser, recorded, width=1280)


def choose(watched: Watched, filter_: str, level: str) -> int:
    """Set a filter; how many rows are left."""
    watched.page.select_option(f"#explorer .filter:has(label:text-is('{filter_}')) select", label=level)
    return watched.counted()


def test_the_charts_of_both_suites_are_drawn(shown: Watched) -> None:
    for section in ("Commitment", "Binding"):
        charts = shown.page.locator(f"section:has(> h2:text-is('{section}')) figure svg")
        assert charts.count() >= 2
        assert all(box["width"] > 100 for box in (chart.bounding_box() for chart in charts.all()))


def test_a_table_sorts(shown: Watched) -> None:
    details = shown.page.locator("details", has_text="Commitment: every agent and task").first
    details.locator("summary").click()
    head = details.locator("th", has_text="Probe accuracy").first
    column = head.evaluate("head => head.cellIndex") + 1
    for ascending in (True, False):
        head.locator("button").click()
        values = [float(v) for v in details.locator(f"tbody td:nth-child({column})").all_inner_texts() if v.strip()]
        assert values == sorted(values, reverse=not ascending)
        assert len(set(values)) > 1


def test_prompts_that_only_calibrate_are_not_wrong(shown: Watched, papers: Path) -> None:
    scores = pl.read_parquet(papers.parent / "scores.parquet")
    priors = scores.filter(pl.col("role") == "letters:prior").height
    assert priors > 0
    shown.page.click("[data-clear]")
    assert choose(shown, "outcome", "calibration") == priors
    assert choose(shown, "role", "letters:prior") == priors
    assert "nothing: this case calibrates others" in shown.open(0)
    for outcome in ("right", "wrong"):
        assert choose(shown, "outcome", outcome) == 0
    shown.page.click("[data-clear]")


def test_what_was_expected_is_told_in_words(shown: Watched) -> None:
    shown.page.click("[data-clear]")
    choose(shown, "suite", "commitment")
    text = shown.open(0)
    assert "expected" in text
    assert '"candidates"' not in text
    shown.page.click("[data-clear]")


def test_a_case_shows_what_was_called_and_what_could_be(conversations: Watched) -> None:
    page = conversations.page
    choose(conversations, "agent", "reference/carriers@logs.jsonl")
    choose(conversations, "tool", "get_customer")
    page.focus("#explorer .list")
    page.keyboard.press("Enter")
    text = conversations.case()
    for part in ("assistant calls get_parcel", "result of get_parcel", "calls get_customer", '{"customer_id":"cust_'):
        assert part in text, part
    assert '"must"' not in text, "targets are told in words"
    page.click("#case details summary")
    assert "get_customer(parcel_id)" in conversations.case()
    page.click("[data-clear]")


def test_the_worst_cases_are_drawn_and_lead_to_the_whole(conversations: Watched) -> None:
    page = conversations.page
    diffs = page.locator("article.diff")
    assert diffs.count() >= 3
    stale = diffs.filter(has=page.locator("h4", has_text="Stale")).first
    assert "no longer valid" in stale.locator("ol.turns ins").first.inner_text()
    veto = diffs.filter(has=page.locator("h4", has_text="Veto")).first
    assert "must not be called now" in veto.locator("ol.turns ins").first.inner_text()
    assert veto.locator(".sides ins").last.inner_text().endswith("(")
    for element, line in (("ins", "underline"), ("del", "line-through")):
        how = f"getComputedStyle(document.querySelector('{element}')).textDecorationLine"
        assert page.evaluate(how) == line, "not by colour alone"
    name = stale.locator("a").inner_text()
    stale.locator("a").click()
    page.wait_for_selector(f"#case h3:has-text('{name}')")


def test_hostile_conversations_and_calls_do_nothing(conversations: Watched, recorded: Path) -> None:
    page = conversations.page
    page.click("[data-clear]")
    choose(conversations, "agent", "python:hostile_calls:agent")
    text = conversations.open(0)
    assert "calls get<script>window.hacked" in text
    assert "\\u202egnp.exe" in text
    drawn = " ".join(page.locator("article.diff ol.turns").all_inner_texts())
    assert "<script>window.hacked" in drawn
    assert "<script>window.hacked" not in recorded.read_text(encoding="utf-8")
    assert page.evaluate("window.hacked") is None
    assert page.locator("main img, main iframe, #case script").count() == 0
    page.click("[data-clear]")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("which", ["papers", "recorded"])
def test_axe_finds_no_serious_violation(browser: Any, which: str, scheme: str, request: pytest.FixtureRequest) -> None:
    watched = Watched(browser, request.getfixturevalue(which), scheme)
    watched.open(1)
    assert not watched.violations()
    watched.page.close()


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("which", ["papers", "recorded"])
def test_the_page_fits(browser: Any, which: str, width: int, request: pytest.FixtureRequest) -> None:
    """Also with a case open; the score card fits without scrolling, on paper too."""
    watched = Watched(browser, request.getfixturevalue(which), width=width)
    watched.open(0)
    page = watched.page
    inside = "[...document.querySelectorAll('[aria-label^=\"Score card\"]')].map(e => e.scrollWidth - e.clientWidth)"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert max(page.evaluate(inside)) <= 1
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 680, "height": 900})
    assert max(page.evaluate(inside)) <= 1
    assert watched.problems == []
    page.close()


def test_the_pages_did_nothing_they_should_not(shown: Watched, conversations: Watched) -> None:
    """After all that the tests above did to them."""
    assert shown.problems == []
    assert conversations.problems == []
