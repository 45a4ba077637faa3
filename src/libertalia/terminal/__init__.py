"""Playing, watching and looking things up in a terminal."""
