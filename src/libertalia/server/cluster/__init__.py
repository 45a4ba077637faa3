"""Several workers that share a PostgreSQL."""
