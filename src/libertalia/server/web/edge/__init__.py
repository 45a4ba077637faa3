"""What comes in is limited here, before it costs anything."""
