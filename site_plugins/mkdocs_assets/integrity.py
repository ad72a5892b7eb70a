"""The hashes by which scripts know a file, and by which files are named."""

from base64 import b64encode
from hashlib import sha256


def integrity(data: bytes) -> str:
    """The sha256 of a file, as `fetch` and content security policies take it.

    Examples
    --------
    >>> integrity(b"")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{b64encode(sha256(data).digest()).decode()}"


def digits(data: bytes) -> str:
    """The twelve hexadecimal digits of the sha256 that stand in a file's name.

    Examples
    --------
    >>> digits(b"")
    'e3b0c44298fc'
    """
    return sha256(data).hexdigest()[:12]
