"""Write the model in eight bits a number into one file of 23 MB: `python -m tools.minilm.quantise FILE`.

The format is that of docs/demos/minilm/quantised.py. The same weights give the same bytes.
"""

import sys
from pathlib import Path

from demos.minilm.quantised import write_quantised
from tools.minilm.fetch import MissingError, folder
from tools.minilm.source import MODEL, Source, read

ABOUT = {
    "model": MODEL,
    "licence": "Apache-2.0",
    "changes": "rounded to eight bits in groups of 64; pooler and positions from 128 on left out",
}


def quantised(source: Source) -> bytes:
    """Return the file."""
    return write_quantised(source.weights, source.vocabulary_text, ABOUT)


if __name__ == "__main__":
    try:
        Path(sys.argv[1]).write_bytes(quantised(read(folder())))
    except MissingError as error:
        sys.exit(str(error))
    except IndexError:
        sys.exit("quantise: expected the name of a file to write / found none / hint: minilm.safetensors")
