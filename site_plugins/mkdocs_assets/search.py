"""The theme's search index without what only a search needs."""

import json


def settings_only(index: bytes) -> bytes:
    """Return an index of the same settings without any document.

    Examples
    --------
    >>> settings_only(b'{"config": {"lang": ["en"]}, "docs": [{"title": "Lab"}]}')
    b'{"config":{"lang":["en"]},"docs":[]}'
    """
    return json.dumps(json.loads(index) | {"docs": []}, separators=(",", ":")).encode()
