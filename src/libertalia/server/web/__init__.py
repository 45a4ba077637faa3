"""HTTP and websockets."""
