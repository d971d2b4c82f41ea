"""Holdfast inside other people's tools: pytest, Inspect."""
