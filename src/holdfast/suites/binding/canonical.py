"""temporary"""
import re
from holdfast.suites.binding.actions import Action
def canonical(reply, options):
    found = {a for a in Action if re.search(rf"\b{a.value}\b", reply, re.I)}
    return found.pop() if len(found) == 1 else Action.INVALID_OR_UNMAPPED
