"""Named arrays in one file, in the format that the model is published in: safetensors.

A length (eight bytes, little-endian), a JSON header of that length, then all numbers one after the other. The
header has for each name the type, the shape and where its bytes begin and end; `__metadata__` holds strings.
"""

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

TYPES = {"F32": "<f4", "F16": "<f2", "I64": "<i8", "I8": "i1", "U8": "u1"}
NAMES = {np.dtype(numpy_name): name for name, numpy_name in TYPES.items()}
METADATA = "__metadata__"

type Arrays = Mapping[str, npt.NDArray[Any]]


def read_safetensors(data: bytes) -> tuple[dict[str, npt.NDArray[Any]], dict[str, str]]:
    """Return the arrays of a file, by name, and its metadata. The arrays share the file's memory.

    Raises
    ------
    ValueError
        If the bytes are no such file, or not all of it.

    Examples
    --------
    >>> arrays, about = read_safetensors(write_safetensors({"x": np.array([1, 2], "i1")}, {"by": "me"}))
    >>> arrays["x"], about
    (array([1, 2], dtype=int8), {'by': 'me'})
    """
    start = 8 + int.from_bytes(data[:8], "little")
    try:
        header = json.loads(data[8:start])
        about = header.pop(METADATA, {})
        arrays = {name: _array(data, start, entry) for name, entry in header.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        found = f"{len(data):,} bytes that end or differ before that"
        raise ValueError(f"expected a safetensors file / found {found} / hint: fetch it again") from error
    return arrays, about


def _array(data: bytes, start: int, entry: Mapping[str, Any]) -> npt.NDArray[Any]:
    count, first = math.prod(entry["shape"]), start + entry["data_offsets"][0]
    return np.frombuffer(data, TYPES[entry["dtype"]], count, first).reshape(entry["shape"])


def write_safetensors(arrays: Arrays, about: Mapping[str, str]) -> bytes:
    r"""Return the file of these arrays; the same arrays give the same bytes.

    >>> write_safetensors({"x": np.array([7], "u1")}, {})[8:].decode()
    '{"__metadata__":{},"x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}} \x07'
    """
    header: dict[str, Any] = {METADATA: dict(about)}
    end = 0
    for name, array in arrays.items():
        begin, end = end, end + array.nbytes
        header[name] = {"dtype": NAMES[array.dtype], "shape": array.shape, "data_offsets": [begin, end]}
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)  # readers may map the numbers into memory where they lie
    return b"".join([len(text).to_bytes(8, "little"), text, *(a.tobytes() for a in arrays.values())])
