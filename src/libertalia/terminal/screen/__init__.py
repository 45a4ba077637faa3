"""The table on a whole screen, with panes, keys and the mouse."""
