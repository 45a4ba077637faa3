"""The edge: limits for everything that comes in, before it costs anything."""
