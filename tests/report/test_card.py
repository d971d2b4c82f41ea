"""The score card says what was found, at any width, to a terminal or to a file."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from rich.console import Console

from holdfast.core import Finding, Interval
from holdfast.report import print_card

Make = Callable[..., Any]


def card(run: Any, width: int = 80, *, manifest: bool = True, terminal: bool = False) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=terminal, color_system="standard" if terminal else None)
    print_card(run.findings, run.plan, run.manifest if manifest else None, console)
    return out.getvalue()


def block(text: str, agent: str) -> str:
    """The lines of one agent."""
    return next(part for part in text.split("\n\n") if part.lstrip("\n").startswith(agent))


def row(text: str, name: str) -> list[str]:
    return next(line.split() for line in text.splitlines() if line.strip().startswith(name))


def test_every_headline_has_estimate_interval_and_sample(make_run: Make) -> None:
    own = block(card(make_run()), "embedded")
    assert row(own, "responsiveness ") == "responsiveness 0.125 [0.021, 0.250] 192 in 12 chains".split()
    assert row(own, "stability ") == "stability 0.750 [0.500, 0.875] 192 in 12 chains".split()
    assert row(own, "TCIT-C positive") == "TCIT-C positive rate 0.484 [0.450, 0.520] 192 in 12 chains".split()
    assert "95% interval" in own
    assert "responsiveness, stability: base wrong in 40% of the contrasts" in own
    assert "all pairs" not in own  # not a headline


def test_gates_coverage_cost_and_certificate_are_told(make_run: Make) -> None:
    text = card(make_run())
    own = block(text, "embedded")
    assert "not met invariance.responsiveness >= 0.8 on lower, found 0.021" in own
    assert "met     invariance.stability >= 0.3, found 0.750" in own
    assert "1,224 of 1,224" in own
    assert "$1.25, 1,224 requests, 201,076 tokens read, 7 written" in own
    closing = " ".join(text.split())
    assert "2 min 08 s of asking, $2.50 by the price table" in closing
    assert closing.endswith(
        "certificate key shuffle: 1,224 cases byte-identical with 1,201 targets exchanged; "
        "shortcut solvers within 0.042 of their level; 2 checks ok"
    )


def test_an_agent_without_answers_is_not_measured_and_meets_no_gate(make_run: Make) -> None:
    own = block(card(make_run(("embedded", "silent"), mute=("silent",))), "silent")
    # Rows that only the other agent has are there too: an absence must be seen.
    for name in ("responsiveness ", "stability ", "TCIT-F positive", "TCIT-H positive", "TCIT-C positive"):
        assert row(own, name)[-3:] == ["-", "not", "measured"]
    assert own.count("not met") == 2
    assert "found no number" in own
    assert "0 of 1,224; no answer: timeout 1,200, server 24" in own
    assert "responsiveness, stability (no answered case)" in own


def test_a_failed_check_is_not_called_ok(make_run: Make) -> None:
    run = make_run()
    checks = {"invariance": {"polarity balanced": "12 of 20", "name pools disjoint": "ok"}}
    certificate = msgspec.structs.replace(run.findings.certificate, checks=checks)
    run.findings = msgspec.structs.replace(run.findings, certificate=certificate)
    text = " ".join(card(run).split())
    assert "1 of 2 checks failed (polarity balanced: 12 of 20)" in text
    assert "checks ok" not in text


def test_advice_is_a_note_and_no_failure(make_run: Make) -> None:
    run = make_run()
    checks = {"invariance": {"own schemas": "note: give them with --tools.", "name pools disjoint": "ok"}}
    certificate = msgspec.structs.replace(run.findings.certificate, checks=checks)
    run.findings = msgspec.structs.replace(run.findings, certificate=certificate)
    text = " ".join(card(run).split())
    assert text.endswith("; 1 check ok; note: give them with --tools")
    assert "failed" not in text


def test_reference_agents_are_never_presented_as_language_models(make_run: Make) -> None:
    text = card(make_run())
    assert "reference/bound (a program, not a language model)" in text
    assert "embedded (a program" not in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_wider_than_the_console(make_run: Make, width: int) -> None:
    text = card(make_run(("embedded", "openai/" + "x" * 150), mute=("embedded",)), width)
    assert max(map(len, text.splitlines())) <= width


def test_a_wide_console_shows_the_interval_on_a_line(make_run: Make) -> None:
    wide, narrow = card(make_run(), 120), card(make_run(), 80)
    strip = next(part for part in row(block(wide, "embedded"), "stability ") if "●" in part)
    assert (len(strip), strip.index("●"), strip.index("━"), strip.rindex("━")) == (25, 18, 12, 21)
    assert "●" not in narrow


def test_colour_only_on_a_terminal(make_run: Make) -> None:
    assert "\x1b" not in card(make_run())
    assert "\x1b[" in card(make_run(), terminal=True)


def test_without_a_manifest_cost_and_time_are_left_out(make_run: Make) -> None:
    text = card(make_run(), manifest=False)
    assert "$" not in text
    assert "asking" not in text
    assert "key shuffle" in text


def test_names_and_notes_are_data_not_markup(make_run: Make) -> None:
    name = "[red]evil[/red] :boom: \x1b[2J"
    run = make_run((name,))
    shown = "[red]evil[/red] :boom: \\u001b[2J"
    assert shown in card(run, 120)
    assert "\x1b[2J" not in card(run, 120, terminal=True)


def test_suites_are_told_apart(make_run: Make) -> None:
    run = make_run(("embedded",))
    extra = [Finding("binding.responsiveness", "embedded", 0.3, headline=True)]
    run.findings = msgspec.structs.replace(run.findings, findings=run.findings.findings + extra)
    text = card(run)
    assert text.index("  invariance") < text.index("0.125") < text.index("  binding") < text.index("0.300")
    assert "binding stability" in text  # not measured, and it says of which suite


@pytest.mark.parametrize("width", [80, 120])
def test_long_names_and_notes_are_indented_where_they_go_on(make_run: Make, width: int) -> None:
    run = make_run(("embedded",))
    long = Finding(
        "binding.sufficiency.scrambled_following_of_another_event.guarded", "embedded", 0.3, "conversation", 4, 123,
        (Interval(0.1, 0.5),), True, "word " * 40, True,
    )  # fmt: skip
    run.findings = msgspec.structs.replace(run.findings, findings=[*run.findings.findings, long])
    lines = [line.rstrip() for line in card(run, width).splitlines()]
    first = next(i for i, line in enumerate(lines) if line.startswith("  sufficiency scrambled"))
    assert "123 in 4 conversations" in lines[first], "numbers are not cut"
    below = lines[first + 1]
    assert below.startswith("    ")
    assert not below.startswith("     ")
    noted = [line for line in lines if line.strip().startswith("word")]
    assert noted
    assert all(line.startswith("    word") for line in noted)
    # The columns of both suites stand under each other.
    heads = [line.index("95% interval") for line in lines if "95% interval" in line]
    assert len(heads) == 2
    assert len(set(heads)) == 1
