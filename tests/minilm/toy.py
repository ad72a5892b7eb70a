"""A model of MiniLM's shape with drawn weights, 24 numbers wide, so that tests need not fetch the real one."""

import numpy as np
import numpy.typing as npt

WIDTH, INNER, WORDS, POSITIONS = 24, 40, 30, 20

type Floats = npt.NDArray[np.float32]


def toy_weights() -> dict[str, Floats]:
    rng = np.random.default_rng(1)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (WORDS, WIDTH),
        "embeddings.position_embeddings.weight": (POSITIONS, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "embeddings.LayerNorm.weight": (WIDTH,),
        "embeddings.LayerNorm.bias": (WIDTH,),
    }
    for layer in range(6):
        name = f"encoder.layer.{layer}"
        for part, (out, into) in {
            "attention.self.query": (WIDTH, WIDTH),
            "attention.self.key": (WIDTH, WIDTH),
            "attention.self.value": (WIDTH, WIDTH),
            "attention.output.dense": (WIDTH, WIDTH),
            "intermediate.dense": (INNER, WIDTH),
            "output.dense": (WIDTH, INNER),
        }.items():
            shapes |= {f"{name}.{part}.weight": (out, into), f"{name}.{part}.bias": (out,)}
        for part in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"{name}.{part}.weight": (WIDTH,), f"{name}.{part}.bias": (WIDTH,)}
    drawn = {name: rng.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}
    return {name: array * scale(name, array) + name.endswith("Norm.weight") for name, array in drawn.items()}


def scale(name: str, array: Floats) -> np.float32:
    """As in a trained model, sums stay of the size of 1, so that no step drowns what came before it."""
    if array.ndim == 1:
        return np.float32(0.2)
    return np.float32(1.5 / np.sqrt(array.shape[1]) if name.startswith("encoder") else 1)
