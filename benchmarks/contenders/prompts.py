"""Writes the prompts of a Holdfast run's cases as JSON lines, for the others: `python prompts.py CASES PROMPTS`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import polars as pl

cases, prompts = sys.argv[1:]
with Path(prompts).open("w", encoding="utf-8") as lines:
    for (request,) in pl.read_parquet(cases, columns=["request"]).iter_rows():
        (message,) = json.loads(request)["messages"]
        lines.write(json.dumps({"prompt": message["content"]}) + "\n")
