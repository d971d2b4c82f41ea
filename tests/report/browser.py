"""A page in a real browser, watched: what it logged, what it asked for, what it tried to open."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
AXE = Path(os.environ.get("HOLDFAST_AXE", Path(sys.prefix) / "axe.min.js"))
"""Where the Makefile puts axe-core."""
QUIET = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")


def make_run(folder: Path, *arguments: str) -> Path:
    """A run through the command line, in a process of its own: the browser's driver has the event loop of this one."""
    command = [sys.executable, "-m", "holdfast", "run", *arguments, "--out", str(folder), "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder.parent, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return folder / "report.html"


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser, or a skipped test that says what is not there."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: `make test` brings it")
    if not CHROMIUM:
        pytest.skip("Chromium is not installed: `make test` brings it where it can")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


class Watched:
    """A page and everything it did that a report must not do."""

    def __init__(self, browser: Any, file: Path, scheme: str = "light", width: int = 1200) -> None:
        self.page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        self.page.set_default_timeout(60_000)
        self.problems: list[str] = []
        self.page.on("console", lambda m: self.problems.append(f"console {m.type}: {m.text}"))
        self.page.on("pageerror", lambda e: self.problems.append(f"error: {e}"))
        self.page.on("dialog", lambda d: (self.problems.append(f"dialog: {d.message}"), d.dismiss()))
        self.page.on("request", self._requested)
        self.file = file
        self.page.goto(file.as_uri())
        self.page.wait_for_selector("#explorer[data-ready-ms]")

    def _requested(self, request: Any) -> None:
        if request.url.partition("#")[0] != self.file.as_uri() and not request.url.startswith("blob:"):
            self.problems.append(f"request: {request.url[:100]}")

    def violations(self) -> list[Any]:
        """What axe-core finds that is serious; the test is skipped where axe-core is not."""
        if not AXE.exists():
            pytest.skip("axe-core is not there: `make test` fetches it where there is npm")
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run()")
        assert len(found["passes"]) > 20
        serious = [v for v in found["violations"] if v["impact"] in ("serious", "critical")]
        return [(v["id"], [n["html"][:200] for n in v["nodes"]][:3]) for v in serious]

    def counted(self) -> int:
        """How many rows the list has."""
        return int(self.page.get_attribute("#explorer .list", "aria-rowcount"))

    def open(self, at: int) -> str:
        """Open a row of the list by the mouse; what the case then says."""
        self.page.click(f"#row-{at}")
        return self.case()

    def case(self) -> str:
        """The text of the chosen case."""
        self.page.wait_for_selector("#case h3")
        return str(self.page.inner_text("#case"))
