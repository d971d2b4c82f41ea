"""Enforce: train a measured constraint into a local model with a small adapter, and measure again what else changed."""
