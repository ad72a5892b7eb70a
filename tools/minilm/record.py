"""Record what MiniLM-L6 does with each sentence of the explorer: `python -m tools.minilm.record`.

It writes one small file a sentence into docs/demos/fetched/minilm/, and their index. To show these sentences
takes no more. The files' format is that of docs/demos/minilm/recorded.py. It needs the model (`make minilm`) and
about a minute.
"""

import gzip
import json
import re
import sys
from pathlib import Path

from demos.minilm.model import run
from demos.minilm.recorded import Recorded, write_recorded
from demos.minilm.sentences import SENTENCES
from demos.minilm.views import ablation, value_norms
from tools.minilm.fetch import MissingError, folder
from tools.minilm.source import ROOT, Source, made_by, read

FOLDER = ROOT / "docs/demos/fetched/minilm"
INDEX = ROOT / "docs/demos/data/minilm_recorded.json"
RECORDINGS = "[0-9][0-9]-*.safetensors"  # the model itself lies beside them


def record(source: Source, text: str) -> Recorded:
    """Run the model on a sentence."""
    tokens = source.tokens(text)
    ids = source.numbered(tokens)
    done = run(source.model, ids)
    return Recorded(
        text, tuple(tokens), done.attention, value_norms(source.model, done), ablation(source.model, ids)
    )


def file_name(number: int, text: str) -> str:
    """Name a sentence's file by its number and first words.

    >>> file_name(7, "The animal didn't cross the street.")
    '07-the-animal-didn-t.safetensors'
    """
    words = re.findall(r"[a-z]+", text.lower())[:4]
    return f"{number:02}-{'-'.join(words)}.safetensors"


def main(model_folder: Path) -> None:
    """Write all files anew."""
    source = read(model_folder)
    for before in FOLDER.glob(RECORDINGS):
        before.unlink()
    FOLDER.mkdir(exist_ok=True)
    index = []
    for number, (kind, text) in enumerate((kind, text) for kind, texts in SENTENCES.items() for text in texts):
        name = file_name(number, text)
        recorded = record(source, text)
        data = write_recorded(recorded)
        (FOLDER / name).write_bytes(data)
        gzipped = len(gzip.compress(data, mtime=0))
        index.append(
            {
                "file": name,
                "kind": kind,
                "text": text,
                "tokens": len(recorded.tokens),
                "bytes": len(data),
                "gzip": gzipped,
            }
        )
        print(f"{number:3} {len(data):6,} {gzipped:6,} {text}")
    head = json.dumps(made_by("tools/minilm/record.py"), indent=1).removesuffix("\n}")
    lines = ",\n".join("  " + json.dumps(entry, ensure_ascii=False) for entry in index)
    INDEX.write_text(f'{head},\n "sentences": [\n{lines}\n ]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    try:
        main(folder())
    except MissingError as error:
        sys.exit(str(error))
