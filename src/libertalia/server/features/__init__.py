"""What is offered at tables besides playing. Each module stands on `server.tables`; none imports another."""
