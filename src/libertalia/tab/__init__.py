"""Tables on somebody's own device: the host in a browser tab, which speaks the protocol of a server.

It runs in a web worker (`web/src/device/`), on Pyodide. `start` is the only file that knows the browser; the rest runs anywhere.
"""
