"""Playing over the network: tables whose every move is stored before anyone hears of it.

app           the web application        table      the log of a table, and how it stands after it
routes        the HTTP part              wire       what of it each viewer may see
socket        the websocket              live       a table with people around it
manners       limits and headers         tables    all tables of this worker
storage/      the database               thinking   where bots think
"""
