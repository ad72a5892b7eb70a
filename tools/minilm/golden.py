"""Ask Hugging Face transformers what tests/minilm compares with, and write it to tests/minilm/golden.json.

    python3 -m venv /tmp/reference
    /tmp/reference/bin/pip install transformers torch
    make minilm    # prints the folder of the model's files
    /tmp/reference/bin/python tools/minilm/golden.py FOLDER

It imports nothing of the project, and the tests need neither of the two packages. Of each text it keeps all
tokens; of its attention, for each layer and head, the largest weight of a query that is drawn, and one more of its
weights; of the last layer's output twelve numbers.
"""

import hashlib
import json
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import torch  # type: ignore[import-not-found]
import transformers  # type: ignore[import-not-found]

TESTS = Path(__file__).parents[2] / "tests/minilm"
LONGEST, DIGITS, OUTPUTS = 128, 7, 12


def sampled(values: np.ndarray, places: np.ndarray) -> dict[str, list[int] | list[float]]:
    """Numbers of an array and where they stand in it, counted along the flattened array."""
    return {"at": places.tolist(), "is": [round(float(x), DIGITS) for x in values.ravel()[places]]}


def places_of_weights(maps: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Two places for each map: the largest of a random row, and one that is drawn."""
    *heads, n, _ = maps.shape
    rows = rng.integers(n, size=heads)
    starts = (np.arange(rows.size).reshape(heads) * n + rows) * n
    largest = np.take_along_axis(maps, rows[..., None, None], axis=-2)[..., 0, :].argmax(-1)
    return np.sort(np.concatenate([(starts + largest).ravel(), (starts + rng.integers(n, size=heads)).ravel()]))


def main(folder: Path) -> None:
    """Write the file."""
    texts = json.loads((TESTS / "texts.json").read_text(encoding="utf-8"))
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    rng = np.random.default_rng(0)
    cases = []
    for text in texts:
        inputs = tokenizer(text, truncation=True, max_length=LONGEST, return_tensors="pt")
        with torch.no_grad():
            answer = model(**inputs, output_attentions=True)
        maps = torch.cat(answer.attentions).numpy()
        output = answer.last_hidden_state[0].numpy()
        cases.append(
            {
                "text": text,
                "tokens": tokenizer.convert_ids_to_tokens(inputs["input_ids"][0]),
                "ids": inputs["input_ids"][0].tolist(),
                "attention": sampled(maps, places_of_weights(maps, rng)),
                "output": sampled(output, np.sort(rng.integers(output.size, size=OUTPUTS))),
            }
        )
    record = {
        "script": "tools/minilm/golden.py",
        "date": datetime.now(UTC).date().isoformat(),
        "versions": {
            "python": platform.python_version(),
            "numpy": np.__version__,
            **{p.__name__: p.__version__.partition("+")[0] for p in (torch, transformers)},
        },
        "sha256": {
            name: hashlib.sha256((folder / name).read_bytes()).hexdigest()
            for name in ("model.safetensors", "tokenizer.json", "vocab.txt")
        },
    }
    lines = ",\n".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
    head = json.dumps(record, indent=1).removesuffix("\n}")
    (TESTS / "golden.json").write_text(f'{head},\n "cases": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
