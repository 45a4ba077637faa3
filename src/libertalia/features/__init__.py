"""What a host offers besides playing: bots by level, lessons, puzzles, hints, reviews.

The same functions serve a server and a browser tab. They have no network, no storage and no clock of their own: times are
milliseconds since 1970.
"""
