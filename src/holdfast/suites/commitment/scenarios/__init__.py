"""Tables of words: one module of scenarios for each family. Rules are in `families`."""
