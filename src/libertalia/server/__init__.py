"""Playing over the network: every move is stored before it is broadcast.

`docs/architecture.md` says what is in which file. The way of a move: `web.connections` receives it, `tables.actor` takes it,
`libertalia.tables.drafts` turns it into a fact, `storage.ledger` stores it, and `tables.audience` broadcasts it.
"""
