"""The page: well-formed, self-contained, complete, and deaf to what others wrote into names and notes."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from holdfast.core import Finding, Interval
from holdfast.engine.folder import RunFolder
from holdfast.engine.hooks import Attainable, Claim, Recovered, Within
from holdfast.engine.plan import SuitePlan
from holdfast.report import write_report
from holdfast.report.ledger import _standing

Make = Callable[..., Any]
VOID = {"meta", "br", "hr", "img", "link", "input", "wbr"}


class Page(HTMLParser):
    """Reads a page strictly: every tag closed in order, every attribute kept."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag in ("dt", "dd", "td", "th"):
            self.text += " "

    def handle_data(self, data: str) -> None:
        if self.open[-1:] not in (["style"], ["script"]):
            self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


Written = tuple[RunFolder, str, Page]


def written(run: Any, path: Path, **how: bool) -> Written:
    folder = run.write(path / "run", **how)
    write_report(folder)
    html = folder.report.read_text(encoding="utf-8")
    return folder, html, Page(html)


@pytest.fixture(scope="module")
def plain(make_run: Make, tmp_path_factory: pytest.TempPathFactory) -> Written:
    """The page of an ordinary run."""
    return written(make_run(), tmp_path_factory.mktemp("plain"))


def said(page: Page) -> str:
    return " ".join(page.text.split())


def test_the_page_says_what_was_found(plain: Written) -> None:
    text = said(plain[2])
    for part in (
        "0.125 [0.021, 0.250]", "0.750 [0.500, 0.875]", "TCIT-H positive rate n = 192 in 12 chains",
        "Responsiveness, stability: base wrong in 40% of the contrasts",
        "invariance.responsiveness >= 0.8 on lower 0.021 not met", "invariance.stability >= 0.3 0.750 met",
        "Gates met 2 of 4", "2 min 08 s", "$2.50", "201,076 7 $1.25",
        "1,224 cases byte-identical with 1,201 targets exchanged. No target reaches a prompt.",
        "first option invariance 0.542 0.500 +0.042", "last option invariance 0.458 0.500 -0.042",
        "polarity balanced invariance ok", "invariance: seeds 42", "sha256:abc", "numpy 2.0", "f00d" * 16,
        "program, not a language model",
    ):  # fmt: skip
        assert part in text


def test_nothing_is_fetched_and_only_our_script_runs(plain: Written) -> None:
    folder, html, page = plain
    links = [
        a[k] or "" for _, a in page.tags for k in ("src", "href", "xlink:href", "action", "data", "srcset") if k in a
    ]
    assert links
    assert not [link for link in links if re.match(r"\s*([a-z]+:|//)", link, re.IGNORECASE)]
    assert not re.search(r"url\(|@import|<link|<iframe|javascript:", html[: html.rindex("<script>")], re.IGNORECASE)
    scripts = [a for a in page.all("script") if a.get("type") != "application/octet-stream"]
    assert scripts == [{}], "one that runs; the others are data"
    assert not [a for _, a in page.tags for k in a if k.startswith("on")]
    policy = next(a["content"] for a in page.all("meta") if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'")
    script = html[html.rindex("<script>") + 8 : html.rindex("</script>")]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert "unsafe-eval" not in policy
    # What it links to is there: files of the run folder, and places in the page.
    places = {a["id"] for _, a in page.tags if "id" in a}
    for link in links:
        assert link[1:] in places if link.startswith("#") else (folder.path / link).is_file()


def test_the_page_can_be_read_without_seeing_it(plain: Written) -> None:
    page = plain[2]
    assert page.all("html")[0]["lang"] == "en"
    assert [t for t, _ in page.tags].count("h1") == 1
    assert page.all("a")[0] == {"class": "skip", "href": "#score-card"}
    assert len(page.all("caption")) == len(page.all("table")) > 5
    assert all(th.get("scope") for th in page.all("th"))
    figures = [a for t, a in page.tags if a.get("role") == "img"]
    assert len(figures) == len(page.all("figure")) == 3
    assert all("0.500" in (a["aria-label"] or "") or "0.750" in (a["aria-label"] or "") for a in figures)
    levels = [int(t[1]) for t, _ in page.tags if re.fullmatch(r"h[1-6]", t)]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    ids = [a["id"] for _, a in page.tags if "id" in a]
    assert len(ids) == len(set(ids))


HOSTILE = [
    "<script>alert(1)</script>", "</style><script>alert(1)</script>", '"><img src=x onerror=alert(1)>',
    "{{ 7 * 7 }}{% raw %}", "</svg></main>&lt;b&gt;", "null\x00bidi\u202egpj.exe", "x" * 5000,
]  # fmt: skip


def test_hostile_names_and_notes_do_nothing(make_run: Make, plain: Written, tmp_path: Path) -> None:
    run = make_run(HOSTILE)
    found = [msgspec.structs.replace(f, note=f.agent, unit=f.agent) if f.headline else f for f in run.findings.findings]
    run.findings = msgspec.structs.replace(run.findings, findings=found)
    run.plan = msgspec.structs.replace(run.plan, suites=(SuitePlan("invariance", 1, {"<b>\u202e": "<i>\x07"}),))
    folder = run.write(tmp_path / "<u>run\u202e")
    (folder.tables / "x.csv").write_text(
        "<script>alert(1)</script>,b\n<img src=x onerror=alert(1)>,1\n", encoding="utf-8"
    )
    write_report(folder)
    html = folder.report.read_text(encoding="utf-8")
    page = Page(html)
    assert {t for t, _ in page.tags} <= {t for t, _ in plain[2].tags}
    assert html.lower().count("<script") == len(page.all("script"))
    assert [a for a in page.all("script") if a.get("type") != "application/octet-stream"] == [{}], "ours alone"
    assert "onerror" not in {k for _, a in page.tags for k in a}
    assert "<script>alert(1)</script>" in page.text  # shown, as text
    assert "{{ 7 * 7 }}{% raw %}" in page.text
    assert "invariance: <b>\\u202e <i>\\u0007" in said(page)
    assert "null\\u0000bidi\\u202egpj.exe" in page.text
    assert all(c.isprintable() or c in "\n\u2002" for c in html)
    assert "x" * 301 not in html


@pytest.mark.parametrize("agents", [("only",), tuple(f"openai/model-{i}" for i in range(20))])
def test_one_agent_or_twenty(make_run: Make, tmp_path: Path, agents: tuple[str, ...]) -> None:
    page = written(make_run(agents), tmp_path)[2]
    assert page.text.count("not met") == len(agents)
    assert all(agent in page.text for agent in agents)


@pytest.mark.parametrize("agents", [("silent",), ("embedded", "silent")])
def test_an_agent_without_answers_is_shown_as_not_measured(
    make_run: Make, tmp_path: Path, agents: tuple[str, ...]
) -> None:
    folder, html, page = written(make_run(agents, mute=("silent",)), tmp_path)
    cells = html.count('<span class="none">not measured</span>')
    assert cells == (2 if len(agents) == 1 else 5)
    text = said(page)
    assert "timeout 1,200, server 24" in text
    assert "(no answered case)" in text
    assert folder.figures.exists() is (len(agents) > 1)


def test_without_a_manifest_the_page_says_so(make_run: Make, tmp_path: Path) -> None:
    folder, _, page = written(make_run(), tmp_path, manifest=False)
    assert "This run has no manifest.json" in page.text
    assert "0.125" in page.text
    folder.manifest.write_text("{broken", encoding="utf-8")
    write_report(folder)
    assert "manifest.json cannot be read" in folder.report.read_text(encoding="utf-8")


def test_digests_of_what_is_written_later_are_left_to_the_manifest(plain: Written) -> None:
    html = plain[1]
    assert "dead" * 16 not in html
    assert "beef" * 16 not in html


def test_long_tables_are_capped_with_a_note(plain: Written) -> None:
    _, html, page = plain
    assert "The first 200 of 250 rows; all are in tables/tcit_by_order.csv" in said(page)
    assert html.count("<td>embedded</td>") == 200
    assert all("open" not in a for a in page.all("details"))


def test_the_same_run_gives_the_same_page(plain: Written) -> None:
    folder, html, _ = plain
    write_report(folder)
    assert folder.report.read_text(encoding="utf-8") == html


def test_claims_are_supported_excluded_or_open(plain: Written) -> None:
    text = said(plain[2])
    for part in (
        "embedded changes its answer when the cause is switched excluded responsiveness at least 0.5: 0.125 [0.021,",
        "embedded keeps its answer when an unconnected cause is switched supported stability at least 0.5: 0.750",
        "says which of two linked events is the cause supported TCIT-F positive rate at least 0.5: 0.861 [",
    ):
        assert part in text, part


@pytest.mark.parametrize(
    ("op", "ends", "standing"),
    [
        (">", (0.1, 0.3), "supported"),
        (">", (0.0, 0.3), "open"),
        (">", (-0.3, 0.0), "excluded"),
        (">", (0.0, 0.0), "open"),
        (">=", (0.0, 0.3), "supported"),
        ("<=", (0.1, 0.3), "excluded"),
        ("<=", (-0.3, 0.0), "supported"),
    ],
)
def test_a_claim_that_asks_for_more_is_not_supported_by_a_bound_that_touches(op, ends, standing) -> None:
    found = Finding("s.f", "a", sum(ends) / 2, intervals=(Interval(*ends),))
    assert _standing(Claim("moves", "s.f", op, 0.0), found) == standing


def test_the_planted_faults_and_the_ranges_are_in_the_certificate(make_run: Make, tmp_path: Path) -> None:
    run = make_run()
    faults = [
        Recovered("bound", {"stability": 1.0}, {"stability": 1.0}, ["bound"]),
        Recovered("random", {"stability": 0.25}, {"stability": 0.5}, []),
        Recovered("some", {"stability": Within(0.0, 0.9)}, {"stability": 0.5}, ["some"]),
    ]
    declared = {
        "invariance.core": Attainable(0.05, 0.93, "position risk is metadata"),
        "invariance.*margin": Attainable(None, None, "log-probabilities"),
    }
    certificate = msgspec.structs.replace(run.findings.certificate, planted={"invariance": faults}, attainable=declared)
    run.findings = msgspec.structs.replace(run.findings, certificate=certificate)
    text = said(written(run, tmp_path)[2])
    assert "bound 1.000 (1.000) bound yes" in text
    assert "random 0.500 (0.250) none no" in text
    assert "some 0.500 (0 to 0.9) some yes" in text
    assert "invariance *margin none none log-probabilities" in text
    assert "invariance core 0.050 0.930 position risk is metadata" in text
    assert "invariance stability 0.000 1.000 a share" in text


def test_a_card_of_many_scores_is_set_in_bands_with_its_notes_below(make_run: Make, tmp_path: Path) -> None:
    run = make_run(("one", "two"))
    extra = [
        Finding(f"binding.score_{i}", agent, 0.5, "event", 7, 70, (Interval(0.5, 0.5),), True, note, True)
        for agent in ("one", "two")
        for i, note in enumerate(["for all", f"of {agent}", *[""] * 9])
    ]
    run.findings = msgspec.structs.replace(run.findings, findings=[*run.findings.findings, *extra])
    html = written(run, tmp_path)[1]
    tables = [part for part in html.split("<table")[1:] if part.startswith(' class="scores"')]
    assert [part.count('<th scope="col" class="num"') for part in tables] == [5, 6, 5]
    assert "Binding, continued" in html
    assert html.count("<li>Score 0: for all</li>") == 1, "told once, since it is about everybody"
    assert "<li><strong>two</strong> · Score 1: of two</li>" in html
    assert html.count("all 7 events agree") == 22
