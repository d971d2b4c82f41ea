"""A simulated evaluation at the paper's size, analysed once for all tests."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from holdfast.suites.commitment.analyses.examine import Material, Options, examine
from holdfast.suites.commitment.analyses.grid import make_grid
from holdfast.suites.commitment.analyses.schema import PREFIX
from holdfast.suites.commitment.analyses.simulate import planted_profiles, simulate_probes, simulated_tasks


@pytest.fixture(scope="session")
def planted():
    """Profiles, probes, task table, grid and tables of 32 profiles x 144 tasks."""
    profiles = planted_profiles()
    probes = simulate_probes(profiles)
    tasks = simulated_tasks(probes)
    found = examine(tasks, Material(probes), Options(draws=100))
    tables = {name.removeprefix(PREFIX): table for name, table in found.tables.items()}
    return SimpleNamespace(
        profiles=profiles, probes=probes, tasks=tasks, grid=make_grid(tasks), tables=tables, findings=found.findings
    )
