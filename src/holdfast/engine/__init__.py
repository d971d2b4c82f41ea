"""The engine: plan, build, ask, score, analyse. It knows the shape of a suite and the protocol of an agent, no more."""
