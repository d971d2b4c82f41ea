"""The eight families (paper 001, Table 1), in the paper's order."""

from __future__ import annotations

from holdfast.suites.commitment.families import (
    conflict_resolution,
    constraint_persistence,
    delayed_goal_maintenance,
    entity_binding,
    repair_after_contradiction,
    source_confusion_provenance_binding,
    stale_state_overwrite,
    tool_output_distractor_selection,
)
from holdfast.suites.commitment.families.base import Family

FAMILIES: dict[str, Family] = {
    module.FAMILY.slug: module.FAMILY
    for module in (
        constraint_persistence,
        entity_binding,
        conflict_resolution,
        delayed_goal_maintenance,
        tool_output_distractor_selection,
        repair_after_contradiction,
        source_confusion_provenance_binding,
        stale_state_overwrite,
    )
}
"""By slug."""

__all__ = ["FAMILIES", "Family"]
