"""Holdfast measures whether a language agent's actions follow the state that should control them.

The package is imported lazily: `import holdfast` loads nothing but this file, so that the command line and a
production agent that only wants `holdfast.guard` stay quick.
"""

__version__ = "0.1.0"
__all__ = ["__version__"]
