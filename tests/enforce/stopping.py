"""Interrupting a training at a chosen step."""

from __future__ import annotations

from holdfast.engine.progress import Silent


class StopsAfter(Silent):
    """A progress display that presses Ctrl-C after so many steps of this attempt."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.resumed = False

    def advance(self, parts: int = 1) -> None:
        if not self.resumed:
            self.resumed = True  # this tells where an earlier attempt left off
            return
        self.left -= parts
        if self.left == 0:
            raise KeyboardInterrupt
