"""The runtime control-binding guard: a deterministic check of an action against the state that should control it.

It makes no model call, costs microseconds and needs nothing but the standard library, so that a production agent can
import it alone. `Guard.check` gives a verdict on one action, `Policy.check` a ruling on a tool call, `guarded` puts a
policy before a tool, `JsonLinesAudit` keeps the record.
"""

from holdfast.guard.audit import Audit, JsonLinesAudit
from holdfast.guard.guard import Guard, RefusedError
from holdfast.guard.verdict import DecisiveState, Outcome, Verdict

__all__ = ["Audit", "DecisiveState", "Guard", "JsonLinesAudit", "Outcome", "RefusedError", "Verdict"]
