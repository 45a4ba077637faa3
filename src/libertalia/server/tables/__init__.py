"""The tables of one worker."""
