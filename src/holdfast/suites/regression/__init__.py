"""The suite `regression`: did anything else break? (paper 004, Appendix C)"""
