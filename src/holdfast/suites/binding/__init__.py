"""Binding: does the final action follow the state of the event that should decide it? (paper 000)"""
