"""Runs inside Pyodide, under Node: compiles to the bytecode of the browser's Python and packs what a start needs.

`/job` is a folder of the host. Equal inputs give equal bytes on any host, since compiler and zlib are Pyodide's.
"""

import importlib.util
import marshal
import re
import sys
import sysconfig
import zipfile
from pathlib import Path, PurePosixPath

type Entries = dict[str, bytes]

VERSION = f"{sys.version_info.major}{sys.version_info.minor}"
STDLIB = f"/lib/python{VERSION}.zip"
SITE = sysconfig.get_path("purelib")
HASHED_UNCHECKED = (1).to_bytes(4, "little")  # PEP 552: never compared with a source file
OMITTED = re.compile(r"/tests/|\.(pyi|pxd|pyx|h|a|c)$|\.dist-info/RECORD$")
DOCSTRINGS_ONLY = re.compile(r"numpy/_core/_add_newdocs(_scalars)?\.py")  # of what is written in C

NEEDLESS = frozenset({"ssl", "_ssl"})  # asyncio imports it and does without; a page has no sockets of its own


def compile_runtime() -> None:
    """Compile the standard library and each wheel in `/job/in`; drop tests and what only compilers read."""
    for name in sorted(path.name for path in Path("/job/in").iterdir()):
        where = STDLIB if name.endswith(".zip") else SITE
        entries = {path: data for path, data in read(f"/job/in/{name}").items() if not OMITTED.search(path)}
        write(f"/job/out/{name}", without_sources(entries, where))


def pack_start(stdlib: str, wheels: list[str], own: list[str], modules: list[str]) -> None:
    """Divide compiled archives into what a start needs and the rest.

    The site's own wheels stay whole and keep their sources beside the bytecode: they are small, and so `help`,
    `inspect.getsource` and tracebacks say what the author wrote.
    """
    imported = frozenset(modules) - NEEDLESS
    write(f"/job/out/{stdlib}", select(read(f"/job/in/{stdlib}"), imported, keep_data=False))
    rest: Entries = {}
    for name in wheels:
        entries = read(f"/job/in/{name}")
        small = select(entries, imported, keep_data=True)
        write(f"/job/out/{name}", small)
        rest |= {path: data for path, data in entries.items() if path not in small}
    for name in own:
        write(f"/job/out/{name}", with_bytecode(read(f"/job/in/{name}")))
    if rest:
        write("/job/out/packages-full.zip", rest)


def without_sources(entries: Entries, where: str) -> Entries:
    """Replace each source by its bytecode, without docstrings and assertions."""
    compiled: Entries = {}
    for path, data in entries.items():
        if path.endswith(".py"):
            source = b"" if DOCSTRINGS_ONLY.fullmatch(path) else data
            compiled[path + "c"] = bytecode(source, f"{where}/{path}", optimize=2)
        else:
            compiled[path] = data
    return compiled


def with_bytecode(entries: Entries) -> Entries:
    """Add to each source its bytecode, where Python looks for it."""
    compiled: Entries = {}
    for path, data in entries.items():
        if path.endswith(".py"):
            cached = importlib.util.cache_from_source(f"{SITE}/{path}").removeprefix(SITE + "/")
            compiled[cached] = bytecode(data, f"{SITE}/{path}", optimize=0)
    return entries | compiled


def bytecode(source: bytes, filename: str, optimize: int) -> bytes:
    """Return the content of a `.pyc` file that is valid whatever the times of files."""
    code = compile(source, filename, "exec", dont_inherit=True, optimize=optimize)
    header = importlib.util.MAGIC_NUMBER + HASHED_UNCHECKED + importlib.util.source_hash(source)
    return header + marshal.dumps(code)


def select(entries: Entries, imported: frozenset[str], *, keep_data: bool) -> Entries:
    """Keep what was imported, its packages' data, and what C code imports late: the Python files beside it."""
    beside_c = {folder(path) for path in entries if path.endswith(".so") and module(path) in imported}

    def needed(path: str) -> bool:
        if ".dist-info/" in path:
            return path.endswith(("/METADATA", "/WHEEL"))
        if path.endswith((".pyc", ".so")):
            late = path.endswith(".pyc") and folder(path) in beside_c
            return late or module(path) in imported
        return keep_data and package(path, entries) in imported

    return {path: data for path, data in entries.items() if needed(path)}


def module(path: str) -> str:
    """Return the name of the module in a file: `numpy/linalg/__init__.pyc` holds numpy.linalg."""
    stem = PurePosixPath(path).name.partition(".")[0]
    return str(PurePosixPath(path).with_name(stem)).removesuffix("/__init__").replace("/", ".")


def package(path: str, entries: Entries) -> str:
    """Return the innermost package that a data file lies in."""
    above = PurePosixPath(path).parents
    packages = (str(parent) for parent in above if f"{parent}/__init__.pyc" in entries)
    return next(packages, "").replace("/", ".")


def folder(path: str) -> str:
    """Return the folder that a file lies in."""
    return str(PurePosixPath(path).parent)


def read(path: str) -> Entries:
    """Read the files of an archive, in the order of their names."""
    with zipfile.ZipFile(path) as archive:
        names = sorted(name for name in archive.namelist() if not name.endswith("/"))
        return {name: archive.read(name) for name in names}


def write(path: str, entries: Entries) -> None:
    """Write an archive whose bytes depend on nothing but its files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(entries):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(info, entries[name], compresslevel=9)
