"""The suite `cladder`: yes/no questions on the three rungs of the causal ladder (Jin et al., 2023)."""
