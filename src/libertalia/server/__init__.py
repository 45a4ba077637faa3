"""Playing over the network: tables whose every move is stored before anybody is sent it.

`docs/architecture.md` draws the rooms and walks a pick through them.
"""
