"""The cases themselves: by hand what matters, then as many at random by seed."""

import random
from dataclasses import replace

from tests.attn_core.golden.cases import Attention, Multihead, Rows


def attention_cases() -> list[Attention]:
    """Cases by hand, then at random."""
    plain = Attention("plain")
    by_hand = [
        plain,
        Attention("one of everything", (1,), 1, 1, 1, 1, 1, 1),
        Attention("no batch axis", (), 2, 2),
        Attention("two batch axes", (2, 1), 1, 1),
        *(replace(plain, name=f"scale {scale}", scale=scale) for scale in (0.0, 1.0, -0.5, 3.0)),
        *(replace(plain, name=f"grouped {h}:{g}", heads=h, groups=g) for h, g in ((2, 1), (4, 2), (3, 3), (6, 2))),
        *(
            replace(plain, name=f"causal {n}x{m}", L=n, S=m, causal=True)
            for n, m in ((3, 3), (2, 5), (5, 2), (1, 4), (4, 1))
        ),
        *(replace(plain, name=f"offset {o}", L=3, S=4, causal=True, offset=o) for o in (-4, -1, 1, 3)),
        *(
            replace(plain, name=f"{kind} mask, {axes} axes", mask=kind, mask_axes=axes)
            for kind in ("bool", "float")
            for axes in (0, 1, 2, 3)
        ),
        *(replace(plain, name=f"{kind} mask, empty row", mask=kind, empty_row=True) for kind in ("bool", "float")),
        *(replace(plain, name=f"{kind} mask, causal", mask=kind, causal=True, L=4) for kind in ("bool", "float")),
        *(
            replace(plain, name=f"{kind} mask, causal, grouped", mask=kind, causal=True, heads=4, scale=0.5)
            for kind in ("bool", "float")
        ),
        *(replace(plain, name=f"magnitude {m:g}", magnitude=m) for m in (16.0, 512.0, 2.0**-10)),
        replace(plain, name="magnitude 512, causal, bool mask", magnitude=512.0, causal=True, mask="bool"),
        replace(plain, name="no queries", L=0),
        replace(plain, name="no keys", S=0),
        replace(plain, name="queries and keys without width", E=0),
        replace(plain, name="values without width", Ev=0),
        replace(plain, name="no batch", lead=(0,)),
        replace(plain, name="no heads", heads=0, groups=0),
    ]
    return by_hand + [random_attention(n) for n in range(200)]


def random_attention(seed: int) -> Attention:
    """Draw a case."""
    draw = random.Random(seed)
    groups = draw.choice([1, 1, 2])
    causal = draw.random() < 0.4
    return Attention(
        f"random {seed}",
        lead=draw.choice([(), (1,), (2,)]),
        heads=groups * draw.choice([1, 1, 2]),
        groups=groups,
        L=draw.choice([1, 2, 3, 4]),
        S=draw.choice([1, 2, 3, 4, 5]),
        E=draw.choice([1, 2, 3]),
        Ev=draw.choice([1, 2, 3]),
        mask=draw.choice(["none", "bool", "float"]),
        mask_axes=draw.choice([0, 1, 2]),
        empty_row=draw.random() < 0.3,
        causal=causal,
        offset=draw.choice([0, 0, 1, -1]) if causal else 0,
        scale=draw.choice([None, None, 0.5, 2.0]),
        magnitude=draw.choice([1.0, 1.0, 1.0, 64.0]),
    )


def multihead_cases() -> list[Multihead]:
    """Cases by hand, then at random."""
    plain = Multihead("plain")
    by_hand = [
        plain,
        replace(plain, name="one head", heads=1),
        replace(plain, name="heads of width one", heads=4),
        replace(plain, name="no biases", bias=False),
        replace(plain, name="other widths of keys and values", kdim=3, vdim=5),
        replace(plain, name="learned key", add_bias_kv=True),
        replace(plain, name="zero key", add_zero_attn=True),
        replace(plain, name="learned and zero key", add_bias_kv=True, add_zero_attn=True),
        *(
            replace(plain, name=f"{kind} mask, {axes} axes", mask=kind, mask_axes=axes)
            for kind in ("bool", "float")
            for axes in (2, 4)
        ),
        replace(plain, name="key mask", key_mask=True),
        replace(plain, name="causal", causal=True),
        replace(
            plain,
            name="all masks and keys",
            mask="bool",
            mask_axes=4,
            key_mask=True,
            causal=True,
            add_bias_kv=True,
            add_zero_attn=True,
        ),
        replace(
            plain,
            name="float mask and all keys",
            mask="float",
            key_mask=True,
            add_bias_kv=True,
            add_zero_attn=True,
            kdim=3,
        ),
        replace(plain, name="one token", L=1, S=1),
        replace(plain, name="no batch", batch=0),
        replace(plain, name="no queries", L=0),
    ]
    return by_hand + [random_multihead(n) for n in range(80)]


def random_multihead(seed: int) -> Multihead:
    """Draw a case."""
    draw = random.Random(seed)
    return Multihead(
        f"random {seed}",
        batch=draw.choice([1, 2]),
        heads=draw.choice([1, 2, 4]),
        kdim=draw.choice([2, 4]),
        vdim=draw.choice([3, 4]),
        L=draw.choice([1, 2, 3]),
        S=draw.choice([1, 2, 3, 4]),
        bias=draw.random() < 0.7,
        add_bias_kv=draw.random() < 0.3,
        add_zero_attn=draw.random() < 0.3,
        mask=draw.choice(["none", "bool", "float"]),
        mask_axes=draw.choice([2, 4]),
        key_mask=draw.random() < 0.5,
        causal=draw.random() < 0.3,
    )


def row_cases() -> list[Rows]:
    """Shapes, axes, sizes and excluded numbers, then at random."""
    by_hand = [
        *(Rows(f"axis {axis}", (2, 3, 4), axis) for axis in (0, 1, 2, -1, -3)),
        *(Rows(f"shape {shape}", shape) for shape in ((1,), (7,), (1, 1), (2, 1), (0, 3))),
        *(Rows(f"magnitude {m:g}", magnitude=m) for m in (2.0**-10, 64.0, 1024.0)),
        *(Rows(f"excluded, magnitude {m:g}", magnitude=m, excluded=True) for m in (1.0, 64.0)),
    ]
    return by_hand + [random_rows(n) for n in range(60)]


def random_rows(seed: int) -> Rows:
    """Draw a case."""
    draw = random.Random(seed)
    shape = tuple(draw.randrange(1, 5) for _ in range(draw.randrange(1, 4)))
    return Rows(
        f"random {seed}",
        shape,
        draw.randrange(-len(shape), len(shape)),
        draw.choice([1.0, 16.0]),
        draw.random() < 0.3,
    )
