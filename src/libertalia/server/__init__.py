"""Playing over the network: tables whose every move is stored before anyone hears of it.

app           the web application        table_state   the entries of a table, and how it stands after them
routes        the HTTP part              wire          what of it each viewer may see
connections   the websockets             table_actor   a table with people around it
middleware    sizes, origins, headers    tables        all tables of this worker
storage/      the database               bot_pool      where bots think
run           `libertalia serve`         workers       the processes behind one port
"""
