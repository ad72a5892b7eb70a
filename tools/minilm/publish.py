"""Put the model in eight bits where the site publishes it from: `python -m tools.minilm.publish`, in `make site`.

The file is 23 MB and made of pinned files alone, so it is not committed. Its hash is; a file that has it stays.
"""

import hashlib
import os
import sys
from pathlib import Path

from tools.minilm.fetch import MissingError, folder
from tools.minilm.quantise import quantised
from tools.minilm.source import ROOT, read

FILE = ROOT / "docs/demos/fetched/minilm/model.safetensors"
SHA256 = "3fd2f4db05d604e7331ce1cd4ba2f97f97248591aeea313f7166b86a16dfd559"


class PublishError(Exception):
    """The file is not what it should be. The text is one line."""


def publish(file: Path, model: Path) -> bool:
    """Write the file made of the model's folder unless it is there. Return whether it was written.

    Raises
    ------
    PublishError
        If what was made has another hash than this module names. Then nothing is written.
    """
    if file.is_file() and digest(file.read_bytes()) == SHA256:
        return False
    data = quantised(read(model))
    if digest(data) != SHA256:
        hint = "name it in tools/minilm/publish.py if the format was changed"
        raise PublishError(f"minilm: expected sha256 {SHA256} / found {digest(data)} / hint: {hint}")
    part = file.with_name(f".{file.name}-{os.getpid()}")  # hidden, so no build takes half of it
    part.write_bytes(data)
    part.replace(file)
    return True


def digest(data: bytes) -> str:
    """Return the sha256 in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


if __name__ == "__main__":
    try:
        if publish(FILE, folder()):
            print(FILE)
    except (MissingError, PublishError) as error:
        sys.exit(str(error))
