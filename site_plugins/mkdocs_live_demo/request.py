"""What a fenced block asks for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from live_demo.errors import DemoError


@dataclass(frozen=True)
class DemoRequest:
    """A demo by name, with the starting values that differ from its defaults."""

    name: str
    values: Mapping[str, Any]


def parse(source: str) -> DemoRequest:
    r"""Read a block: the demo's name, then `control: value` lines.

    >>> parse("temperature\ntemperature: 2.5")
    DemoRequest(name='temperature', values={'temperature': 2.5})
    """
    name, _, rest = source.strip().partition("\n")
    if not name:
        raise DemoError("live-demo", expected="the name of a demo on the first line", found="an empty block")
    values = dict(_value(name.strip(), line) for line in rest.splitlines() if line.strip())
    return DemoRequest(name.strip(), values)


def _value(demo: str, line: str) -> tuple[str, Any]:
    # Line by line, not as one YAML mapping: there a control named `on` would be read as true.
    control, colon, text = (part.strip() for part in line.partition(":"))
    try:
        if colon and control:
            return control, yaml.safe_load(text)
    except yaml.YAMLError:
        pass
    raise DemoError(demo, expected="lines of the form `control: value` below the name", found=repr(line.strip()))
