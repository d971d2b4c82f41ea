"""Agents: whoever answers. `registry.make_agent` turns a spec into one; nothing heavy is imported before."""
