"""What a table is: commands in, entries and messages out. No network, no database, no processes, no clock of its own."""
