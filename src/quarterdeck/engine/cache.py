"""Compiled code on disk, found by what the sources say: never stale, warm in a fresh checkout.

numba's own cache looks at one file's time stamp, so an edited rule goes on running inside a cached
caller elsewhere. Here the folder's name is a hash of the syntax trees of everything a function's
modules import (docstrings and comments do not count), of Python, numba and the processor.

A package for one kind of machine may carry compiled code with it (scripts/platform_wheel.py), for
any processor since about 2015. Where it does, all code is compiled for those.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import itertools
import json
import os
import secrets
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import llvmlite.binding
import numba
import platformdirs
from numba.core import config
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator


def _number_functions_afresh() -> None:
    """numba numbers functions from 1 in every process, and their number is all that tells two
    games' copies of a function apart. Of two with the same number, from two processes' caches, the
    first one loaded would run for both."""
    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(62))


_number_functions_afresh()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_number_functions_afresh)

CARRIED = Path(__file__).parents[1] / "compiled"
"""Where a package that carries compiled code has it."""
COMMON = "x86-64-v3"
"""What it is compiled for."""


def _fits() -> bool:
    """Does this processor run the code that the package carries?"""
    has = llvmlite.binding.get_host_cpu_features()
    needs = ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt")
    return CARRIED.is_dir() and all(has.get(feature) for feature in needs)


if _fits():
    config.CPU_NAME, config.CPU_FEATURES = COMMON, ""

PYTHON = str(sys.implementation.cache_tag)
_NOT_OURS = set(sys.stdlib_module_names) | {"numba", "numpy", "llvmlite", "msgspec", "platformdirs"}


def sources(modules: Iterable[str]) -> dict[str, Path]:
    """These modules and all they import, directly or not, with their files."""
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name in found or name.partition(".")[0] in _NOT_OURS:
            continue
        try:
            spec = importlib.util.find_spec(name)
        except Exception:
            # `from module import name`: the name is not a module of its own, or the module refuses
            # to be imported, in words of its own, for want of something that is not installed.
            continue
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            continue
        found[name] = Path(spec.origin)
        waiting += _imports(name, found[name])
    return found


class Source(NamedTuple):
    """What counts of a module's text."""

    meaning: str
    """A hash of its syntax tree, without docstrings."""
    imports: list[tuple[int, str, list[str]]]
    """How many dots, the module and, of `from module import a, b`, the names."""


def _imports(module: str, path: Path) -> Iterator[str]:
    """The names a module imports, and, since `from a import b` may mean a module, `a.b` too."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for level, base, names in _read(path).imports:
        if level:
            parents = package.split(".")[: len(package.split(".")) - level + 1]
            base = ".".join([*parents, base]).rstrip(".")
        yield base
        yield from (f"{base}.{name}" for name in names)


@functools.cache
def _read(path: Path) -> Source:
    """Parsing takes a hundred times as long as reading, so what it found is kept on disk, too."""
    text = path.read_bytes()
    reader = PYTHON.encode() + Path(__file__).read_bytes()
    name = hashlib.sha256(reader + text).hexdigest()[:32]
    kept = find(f"sources/{name}.json")
    with suppress(OSError, ValueError, TypeError):
        return Source(**json.loads(kept.read_bytes()))
    source = _parsed(text)
    kept.parent.mkdir(exist_ok=True)
    partial = kept.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    partial.write_text(json.dumps(source._asdict()))
    partial.replace(kept)
    return source


def _parsed(text: bytes) -> Source:
    with _PARSING:
        tree = ast.parse(text)
    imports: list[tuple[int, str, list[str]]] = []
    for node in _at_run_time(tree):
        if isinstance(node, ast.Import):
            imports += [(0, alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imports.append((node.level, node.module or "", [alias.name for alias in node.names]))
    return Source(hashlib.sha256(_meaning(tree).encode()).hexdigest(), imports)


def _at_run_time(tree: ast.Module) -> Iterator[ast.AST]:
    """All of a module except what only type checkers read."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            waiting += ast.iter_child_nodes(node)


_PARSING = threading.Lock()
"""Threads take turns: CPython 3.11 keeps the depth of a tree in a global, and two `ast.parse` at
once raise "SystemError: AST constructor recursion depth mismatch"."""


def _meaning(tree: ast.Module) -> str:
    """A module's syntax tree without its docstrings."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [  # type: ignore[attr-defined]
                line
                for line in body
                if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
            ]
    return ast.dump(tree)


@functools.cache
def stamp(modules: tuple[str, ...]) -> str:
    """A short hash of what these modules and their imports say, and of what compiles them."""
    digest = hashlib.sha256()
    processor = config.CPU_NAME or llvmlite.binding.get_host_cpu_name()
    for part in (PYTHON, numba.__version__, processor, str(config.BOUNDSCHECK)):
        digest.update(part.encode())
    for name, path in sorted(sources(modules).items()):
        digest.update(f"{name} {_read(path).meaning}\n".encode())
    return digest.hexdigest()[:20]


@functools.cache
def folder() -> Path:
    """Where compiled code lies: the user's cache folder, or a temporary one if need be."""
    usual = Path(platformdirs.user_cache_dir("quarterdeck", appauthor=False))
    for place in (usual, Path(tempfile.gettempdir()) / _private_name()):
        try:
            place.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryFile(dir=place):
                return place
        except OSError:
            continue
    raise OSError(f"no folder for compiled code: {usual} cannot be written")


def find(path: str) -> Path:
    """Something among what the package carries, or its place among what is compiled here."""
    carried = CARRIED / path
    return carried if config.CPU_NAME == COMMON and carried.exists() else folder() / path


def _private_name() -> str:
    return f"quarterdeck-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """One writer at a time, so that two processes compiling at once keep each other's work."""
    try:
        import fcntl
    except ImportError:  # Windows: a lost index entry costs a recompilation, nothing more
        yield
        return
    with open(path, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class _ByContent(_CacheLocator):  # type: ignore[misc]
    """Tells numba where the code of a function lies and that its sources are unchanged."""

    def __init__(self, function: FunctionType) -> None:
        self.modules = function.__dict__["made_from"]

    def get_cache_path(self) -> str:
        return str(find(stamp(self.modules)))

    def get_source_stamp(self) -> str:
        return stamp(self.modules)

    def get_disambiguator(self) -> str:
        return "rules"

    @classmethod
    def from_function(cls, py_func: FunctionType, py_file: str) -> _ByContent:
        return cls(py_func)


class _Impl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = [_ByContent]


class ContentCache(FunctionCache):  # type: ignore[misc]
    """numba's function cache in a folder named by content."""

    _impl_class = _Impl

    def save_overload(self, sig: Any, data: Any) -> None:
        if CARRIED in Path(self.cache_path).parents:
            return  # that is complete, and may be read-only
        self._impl.locator.ensure_cache_path()
        with locked(Path(self.cache_path) / ".lock"):
            super().save_overload(sig, data)
