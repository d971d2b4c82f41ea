"""The runtime control-binding guard: a deterministic check of an action against the state that should control it.

It makes no model call, costs microseconds and needs nothing but the standard library, so that a production agent can
import it alone. `Guard.check` gives a verdict on one action, `Policy.check` a ruling on a tool call, `guarded` puts a
policy before a tool, `JsonLinesAudit` keeps the record.
"""

from holdfast.guard.approver import guard_approver
from holdfast.guard.audit import Audit, JsonLinesAudit
from holdfast.guard.guard import Guard, RefusedError
from holdfast.guard.policy import Policy, Snapshot
from holdfast.guard.policyfile import PolicyError, make_policy, read_policy
from holdfast.guard.tools import check_tool_call, guarded
from holdfast.guard.verdict import Call, DecisiveState, Outcome, Ruling, Verdict

__all__ = [
    "Audit",
    "Call",
    "DecisiveState",
    "Guard",
    "JsonLinesAudit",
    "Outcome",
    "Policy",
    "PolicyError",
    "RefusedError",
    "Ruling",
    "Snapshot",
    "Verdict",
    "check_tool_call",
    "guard_approver",
    "guarded",
    "make_policy",
    "read_policy",
]
