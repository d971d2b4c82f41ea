"""Property tests here are bounded by examples, not by the clock: the machine may be busy."""

from hypothesis import settings

settings.register_profile("holdfast", deadline=None)
settings.load_profile("holdfast")
