"""What readers bring that is not Python: commands of Jupyter and of terminals, prompts, awaiting in the open."""

import re

_MAGIC = "{0} is a magic command of Jupyter; there are none here. "
_HABITS = (
    (
        r"[!%]?\s*(?:python3? -m )?(?:pip3?|conda|mamba|uv)\s+\w",
        "Nothing can be installed here: numpy and the standard library are there, so leave the line out.",
    ),
    (r"(%{1,2}(?:timeit|time|prun))\b", _MAGIC + "time.perf_counter() measures time."),
    (r"(%{1,2}[A-Za-z_]\w*)", _MAGIC + "Leave the line out."),
    (r"!", "A line with ! is a command for a terminal; there is none here. Do the work in Python."),
    (
        r"(?=.*\?)\?{0,2}([\w.]+)\?{0,2}\s*$",
        "A question mark asks Jupyter for help. Here, write help({0}).",
    ),
    (r">>>|In \[\d*\]:", "A prompt, such as >>>, is not part of the code. Leave the prompts and the output out."),
)
_AWAITING = re.compile(r"(await|async for|async with|asynchronous comprehension)\b.* outside")
_NO_LOOP = (
    "Nothing can be awaited here: a cell has no event loop. Write ordinary functions, without async and await."
)


def habit(line: str, message: str) -> str:
    """Say what a line is that Python cannot read, where that is known; otherwise nothing.

    >>> habit("%matplotlib inline", "invalid syntax")
    '%matplotlib is a magic command of Jupyter; there are none here. Leave the line out.'
    >>> habit("x = (", "'(' was never closed")
    ''
    """
    if _AWAITING.search(message):
        return _NO_LOOP
    found = ((re.match(pattern, line.strip()), said) for pattern, said in _HABITS)
    return next((said.format(*match.groups()) for match, said in found if match), "")
