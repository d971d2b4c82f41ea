"""The report of a real run in a real browser: charts, tables, cases, keyboard, accessibility, and hostile replies."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from report.browser import Watched, chromium, make_run

pytestmark = pytest.mark.browser

HOSTILE = [
    "<script>window.hacked = 1</script>",
    "</script><script>window.hacked = 2</script>",
    "A</pre><img src=x onerror=alert(1)>",
    "<style>body { display: none }</style>",
    "<!--",
    "]]>",
    "A\u202egnp.exe\u2066 null\x00 bell\x07 line\u2028",
    "{{ 7*7 }}${7*7}",
    "<a href='javascript:window.hacked=3' autofocus onfocus='window.hacked=4'>A</a>",
    "&lt;b&gt; &#60;",
    "x" * 1_000_000,
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    agents = ("-a", "reference/bound", "-a", "reference/copies-premise", "-a", "reference/random")
    small = ("--chains", "3", "--orders", "2", "--control-orders", "2", "--gate", "invariance.stability>=0.5")
    return make_run(tmp_path_factory.mktemp("real") / "run", "invariance", *agents, *small)


@pytest.fixture(scope="module")
def shown(browser: Any, report: Path) -> Watched:
    return Watched(browser, report)


def test_charts_are_drawn_and_their_points_tell_what_they_are(shown: Watched) -> None:
    marks = shown.page.locator("#figure-control_map + figure path[aria-label]")
    assert marks.count() == 3
    assert marks.first.bounding_box()["width"] > 5
    marks.nth(1).hover()
    tip = shown.page.inner_text("#tip")
    assert "responsiveness" in tip
    assert "stability" in tip
    shown.page.locator("#figure-control_map + figure .scroll").focus()
    shown.page.keyboard.press("ArrowRight")
    shown.page.keyboard.press("ArrowRight")
    assert shown.page.inner_text("#tip") != ""
    shown.page.keyboard.press("Escape")
    assert shown.page.is_hidden("#tip")


def test_tables_sort_and_can_be_saved(shown: Watched, report: Path) -> None:
    page = shown.page
    details = page.locator("details", has_text="TCIT metrics by test").first
    details.locator("summary").click()
    table = details.locator("table")
    rate = table.locator("th", has_text="Positive rate").first
    column = rate.evaluate("head => head.cellIndex")

    def column_values() -> list[float]:
        cells = table.locator(f"tbody tr td:nth-child({column + 1})").all_inner_texts()
        return [float(text.split()[0]) for text in cells if text.strip()]

    for ascending in (True, False):
        rate.locator("button").click()
        assert rate.get_attribute("aria-sort") == ("ascending" if ascending else "descending")
        assert column_values() == sorted(column_values(), reverse=not ascending)
        assert len(set(column_values())) > 2
    with page.expect_download() as download:
        details.locator("button", has_text="Save as CSV").click()
    saved = Path(download.value.path()).read_bytes()
    assert saved == (report.parent / "tables" / "tcit.csv").read_bytes()


def test_filters_narrow_and_a_case_opens(shown: Watched) -> None:
    page = shown.page
    whole = shown.counted()
    assert whole > 300
    page.select_option("#explorer label:has-text('agent') + select", label="reference/copies-premise")
    agents = shown.counted()
    assert agents == whole // 3
    page.select_option("#explorer label:has-text('outcome') + select", label="wrong")
    assert 0 < shown.counted() < agents
    text = shown.open(0)
    for part in ("What the agent saw", "World semantics", "Log-probability", "margin mean", "wrong"):
        assert part in text, part
    assert page.locator("#case table tbody tr").count() == 2
    page.fill("#filter-search", "no such case")
    assert shown.counted() == 0
    page.click("[data-clear]")
    assert shown.counted() == whole


def test_the_keyboard_reaches_a_case(shown: Watched) -> None:
    page = shown.page
    page.click("[data-clear]")
    page.evaluate("document.getElementById('case').replaceChildren(); document.querySelector('[data-save]').focus()")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "grid"
    for key in ("End", "Home", "PageDown", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    active = page.get_attribute("#explorer .list", "aria-activedescendant")
    assert active not in ("row-0", None)
    assert page.is_visible(f"#{active}")
    page.keyboard.press("Enter")
    assert "What came back" in shown.case()
    assert page.evaluate("document.activeElement.tagName") == "H3"


def test_a_link_opens_its_case(browser: Any, report: Path, shown: Watched) -> None:
    shown.open(2)
    address = shown.page.url
    assert "#case=" in address
    other = browser.new_page()
    other.goto(address)
    other.wait_for_selector("#case h3")
    assert other.inner_text("#case dl") == shown.page.inner_text("#case dl")
    other.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_violation(browser: Any, report: Path, scheme: str) -> None:
    watched = Watched(browser, report, scheme)
    watched.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    watched.open(1)
    assert not watched.violations()
    watched.page.close()


def test_the_page_did_nothing_it_should_not(shown: Watched) -> None:
    """After all that the tests above did to it."""
    assert shown.problems == []


def test_it_fits_a_phone(browser: Any, report: Path) -> None:
    watched = Watched(browser, report, width=390)
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= 390
    watched.page.close()


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of an agent that answers with everything that could hurt a page."""
    place = tmp_path_factory.mktemp("hostile")
    code = "import itertools\nN = itertools.count()\ndef reply(messages):\n    return REPLIES[next(N) % len(REPLIES)]\n"
    (place / "hostile_agent.py").write_text(f"REPLIES = {HOSTILE!r}\n{code}", encoding="utf-8")
    small = ("--chains", "2", "--orders", "1", "--control-orders", "1", "--variants", "H,C", "--method", "greedy")
    return make_run(place / "run", "invariance", "-a", "python:hostile_agent:reply", *small)


def test_hostile_replies_are_shown_and_do_nothing(browser: Any, hostile: Path) -> None:
    html = hostile.read_text(encoding="utf-8")
    assert "window.hacked" not in html
    assert len(html) < 3_000_000, "a reply of a million characters is cut"
    watched = Watched(browser, hostile)
    page = watched.page
    seen = ""
    for at in range(min(watched.counted(), 2 * len(HOSTILE))):
        page.evaluate("at => document.querySelector('#explorer .list').scrollTop = at * 34", at)
        page.wait_for_selector(f"#row-{at}")
        seen += watched.open(at)
    for part in (
        "<script>window.hacked = 1</script>",
        "<img src=x onerror=alert(1)>",
        "\\u202egnp.exe",
        "null\\u0000",
        "<!--",
    ):
        assert part in seen, part
    assert "the first 20,000 of 1,000,000 characters" in seen
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("document.querySelectorAll('img, iframe, #case script, #case style, #case a').length") == 0
    assert page.evaluate("getComputedStyle(document.body).display") == "block"
    assert watched.problems == []
    page.close()


def test_only_the_script_of_the_page_may_run(shown: Watched) -> None:
    """The policy stops what escaping would have missed."""
    page = shown.page
    before = len(shown.problems)
    page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'hacked = 5'; document.body.append(s) }"
    )
    assert page.evaluate("window.hacked") is None
    assert any("Content Security Policy" in problem for problem in shown.problems[before:])
    del shown.problems[before:]


@pytest.mark.slow
def test_sixty_thousand_rows(browser: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from holdfast.engine.folder import RunFolder
    from holdfast.report import write_report

    agents = [
        word for name in ("bound", "copies-premise", "random", "last-clause") for word in ("-a", f"reference/{name}")
    ]
    report = make_run(tmp_path / "run", "invariance", *agents, "--chains", "137")
    began = time.perf_counter()
    write_report(RunFolder(report.parent))
    seconds = time.perf_counter() - began
    size = report.stat().st_size
    watched = Watched(browser, report)
    paint = watched.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    ready = float(watched.page.get_attribute("#explorer", "data-ready-ms"))
    rows = watched.counted()
    watched.page.fill("#filter-search", "s42-c7/")
    watched.page.select_option("#explorer label:has-text('outcome') + select", label="wrong")
    filtered = float(watched.page.get_attribute("#explorer", "data-filter-ms"))
    told = {"rows": rows, "seconds": round(seconds, 1), "MB": round(size / 1e6, 1), "paint_ms": round(paint),
            "ready_ms": ready, "filter_ms": filtered}  # fmt: skip
    with capsys.disabled():
        print(json.dumps(told))
    assert rows >= 60_000
    assert seconds < 20
    assert size < 25_000_000
    assert 0 < watched.counted() < rows
    assert filtered < 200
    assert paint < 3_000
    assert watched.problems == []
