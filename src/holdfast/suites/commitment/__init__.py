"""Suite `commitment`: do commitments survive distractors and stale values, and give way to real updates?"""
