"""The real `inspect view` on an exported log: it lists it, and a sample opens with its tool call."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from report.browser import chromium, make_run
from suites.transcripts.made import parcel, write

pytestmark = [pytest.mark.browser, pytest.mark.slow]

INSPECT = Path(sys.executable).with_name("inspect")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The viewer over the export of a small run of recorded conversations."""
    pytest.importorskip("inspect_ai", reason="inspect-ai is not installed: `make test` brings it")
    logs = write(tmp_path / "logs.jsonl", [parcel(number) for number in range(4)])
    small = ("--file", str(logs), "--decisions", "3", "--interventions", "swap,veto")
    run = make_run(tmp_path / "run", "transcripts", *small, "-a", f"reference/carriers@{logs}").parent
    command = [sys.executable, "-m", "holdfast", "export", str(run), "--format", "inspect"]
    subprocess.run(command, check=True, capture_output=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    where = ("--log-dir", str(run / "export"), "--host", "127.0.0.1", "--port", str(port))
    with subprocess.Popen([INSPECT, "view", "start", *where], stdout=subprocess.DEVNULL) as viewer:
        try:
            wait_for(f"http://127.0.0.1:{port}/")
            yield f"http://127.0.0.1:{port}/"
        finally:
            viewer.terminate()


def wait_for(address: str, seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except (urllib.error.URLError, TimeoutError):
            if time.monotonic() > until:
                raise
            time.sleep(0.5)


def test_the_log_is_listed_and_a_sample_opens(address: str) -> None:
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.set_default_timeout(120_000)
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(address)
        page.get_by_text("holdfast/transcripts").first.click()
        page.get_by_text("calls get_customer(").first.click()
        page.get_by_text("Messages", exact=True).first.click()
        page.get_by_text("get_parcel").first.wait_for()
        seen = page.inner_text("body")
        assert "Please cancel my parcel PX-" in seen
        assert "get_customer" in seen
        assert re.search(r"cust_\d{6}", seen)
        assert not problems
