"""The suite `invariance` (paper 004): chains, wording, methods, metrics."""
