"""Playing over the network: every move is stored before it is broadcast.

`docs/architecture.md` draws the rooms and walks a pick through them.
"""
