"""The Python that runs in the reader's browser: Pyodide's files, fetched, checked, trimmed and published.

Four separate steps. `fetch` fills a cache folder of the user and is the only one that uses the network;
`publish` copies from the cache, configures a small lock file and checks every hash; `plugin` wires this to MkDocs.
"""
