"""The suite `transcripts`: do the tool calls of the user's own recorded agent follow the state that controls them?"""
