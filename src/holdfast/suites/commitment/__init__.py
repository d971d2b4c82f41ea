"""Suite `commitment`: do commitments survive distractors, stale values and untrusted sources, and give way to updates?"""
