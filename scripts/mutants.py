"""Change one small thing in the code, run the tests, see whether they notice: `make mutants`.

Cosmic Ray makes the changes, on copies of the tree in a temporary folder. A random sample of places
is spread evenly over the areas below; each mutant meets the quick tests of its own part. What no
test noticed is printed as a diff. docs/testing.md says how we fare.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import json
import multiprocessing
import os
import py_compile
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.plugins import get_operator
from cosmic_ray.testing import run_tests
from cosmic_ray.work_item import MutationSpec, TestOutcome

ROOT = Path(__file__).parent.parent
LAST = ROOT / ".build" / "mutants.json"
"""What came of each mutant of the last run, for --again."""


class Part(NamedTuple):
    """Some modules, and the quick tests that concern them."""

    area: str
    modules: str
    """Below src/quarterdeck, as glob patterns."""
    tests: str
    """Arguments for pytest."""


def _scenes(game: str, *more: str) -> Part:
    modules = " ".join(f"games/{game}/{module}" for module in ("scene.py", *more))
    return Part("scenes", modules, f"tests/engine/test_playthrough.py tests/{game} -k {game}")


PARTS = [
    Part(
        "engine",
        "engine/match.py engine/record.py engine/position.py engine/foresight.py engine/scene.py "
        "engine/game.py engine/seeds.py engine/playthrough.py",
        "tests/engine/test_match.py tests/engine/test_position.py tests/engine/test_foresight.py "
        "tests/engine/test_contract.py tests/engine/test_playthrough.py tests/engine/test_told.py "
        "tests/engine/test_seeds.py tests/engine/test_game.py tests/test_structs.py",
    ),
    Part(
        "engine",
        "engine/contract.py engine/conformance.py",
        "tests/engine/test_contract.py tests/engine/test_position.py",
    ),
    Part("engine", "engine/laws/*.py", "tests/engine/test_laws.py -k 'not every_game'"),
    Part(
        "server",
        "server/limits.py server/stream.py server/guests.py server/refusals.py server/pages.py",
        "tests/server/test_refusals.py tests/server/test_limits.py tests/server/test_table.py "
        "tests/test_structs.py",
    ),
    Part(
        "server",
        "server/storage.py server/schema.py server/replay.py server/settings.py",
        "tests/server/test_storage.py tests/server/test_start.py tests/server/test_limits.py "
        "tests/server/test_play.py -k 'not postgres'",
    ),
    Part(
        "server",
        "server/bots.py",
        "tests/server/test_bots.py tests/server/test_company.py tests/server/test_table.py "
        "tests/test_structs.py",
    ),
    Part(
        "server",
        "server/api.py server/app.py server/house.py server/socket.py server/table.py "
        "server/tables.py wire.py",
        "tests/server/test_refusals.py tests/server/test_play.py tests/server/test_company.py "
        "tests/server/test_bots.py tests/server/test_protocol.py tests/server/test_secrecy.py "
        "tests/server/test_limits.py tests/server/test_table.py tests/test_structs.py "
        "tests/server/test_storage.py -k 'not planted and not postgres'",
    ),
    Part(
        "bots",
        "bots/analysis.py bots/base.py bots/levels.py bots/search.py",
        "tests/test_bots.py tests/test_search.py tests/test_analysis.py tests/test_structs.py "
        "-k 'not beats_chance'",
    ),
    _scenes("depth_charge"),
    _scenes("hidden_threat"),
    _scenes("ping"),
    _scenes("pocket_sub"),
    _scenes("zerpang", "picture/*.py"),
    Part(
        "arena",
        "arena/*.py",
        "tests/arena tests/test_structs.py -k 'not cluster and not interruption'",
    ),
]

# What is changed ---------------------------------------------------------------------------------

SWAPS = [
    *("Binary Add_Sub", "Binary Sub_Add", "Binary Mul_FloorDiv", "Binary Div_Mul"),
    *("Binary FloorDiv_Mul", "Binary Mod_FloorDiv", "Binary Pow_Mul", "Binary LShift_RShift"),
    *("Binary RShift_LShift", "Binary BitOr_BitAnd", "Binary BitAnd_BitOr", "Binary BitXor_BitOr"),
    *("Comparison Eq_NotEq", "Comparison NotEq_Eq", "Comparison Is_IsNot", "Comparison IsNot_Is"),
    *("Comparison Lt_LtE", "Comparison Lt_GtE", "Comparison LtE_Lt", "Comparison LtE_Gt"),
    *("Comparison Gt_GtE", "Comparison Gt_LtE", "Comparison GtE_Gt", "Comparison GtE_Lt"),
    *("Unary Delete_USub", "Unary Delete_Not", "Unary Delete_Invert"),
]
"""The likely slips. Cosmic Ray knows others (`+` for `**`), which any test would notice."""
OPERATORS = [
    *(f"core/Replace{kind}Operator_{swap}" for kind, swap in (s.split() for s in SWAPS)),
    *("core/AddNot", "core/ReplaceAndWithOr", "core/ReplaceOrWithAnd", "core/NumberReplacer"),
    *("core/ReplaceTrueWithFalse", "core/ReplaceFalseWithTrue", "core/ZeroIterationForLoop"),
    *("core/ReplaceBreakWithContinue", "core/ReplaceContinueWithBreak", "core/ExceptionReplacer"),
]
LARGE = 20
"""Numbers from here on are sizes, budgets and colours: one more or less is no fault."""
CHOICES = {"Settings"}
"""Classes whose defaults are the host's choice: a test could only repeat them."""


Place = tuple[str, tuple[int, int], tuple[int, int]]


class Mutant(NamedTuple):
    part: int
    path: str
    line: int
    operator: str
    occurrence: int

    @property
    def area(self) -> str:
        return PARTS[self.part].area

    def __str__(self) -> str:
        place = self.path.removeprefix("src/quarterdeck/")
        return f"{place}:{self.line} {self.operator.removeprefix('core/')}"


def mutants_of(part: int, path: Path) -> Iterator[tuple[Place, Mutant]]:
    """Every mutant of a module worth trying, with the place that it changes."""
    tree, where = get_ast_from_path(path), path.relative_to(ROOT).as_posix()
    silent = list(_silent(ast.parse(path.read_text(encoding="utf-8"))))
    for name in OPERATORS:
        operator = get_operator(name)()
        found = ((n, *ends) for n in ast_nodes(tree) for ends in operator.mutation_positions(n))
        for occurrence, (node, start, end) in enumerate(found):
            large = name == "core/NumberReplacer" and abs(ast.literal_eval(node.value)) >= LARGE
            if not large and not any(first <= start < last for first, last in silent):
                yield (where, start, end), Mutant(part, where, start[0], name, occurrence)


def _silent(tree: ast.Module) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """From where to where a change would mean nothing: annotations, the log, the host's choices."""
    for node in ast.walk(tree):
        quiet = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log."):
            quiet.append(node)
        if isinstance(node, ast.ClassDef) and node.name in CHOICES:
            quiet.append(node)
        for each in quiet:
            if each is not None:
                yield (each.lineno, each.col_offset), (each.end_lineno, each.end_col_offset)


def sample(size: int, seed: int) -> list[Mutant]:
    """So many mutants, the same number from each area, no two of them at the same place."""
    dice, places = random.Random(seed), defaultdict(lambda: defaultdict(list))
    for number, part in enumerate(PARTS):
        for pattern in part.modules.split():
            for path in sorted((ROOT / "src" / "quarterdeck").glob(pattern)):
                for place, mutant in mutants_of(number, path):
                    places[part.area][place].append(mutant)
    chosen = []
    for index, found in enumerate(places.values()):
        share = (size + index) // len(places)
        kept = dice.sample(sorted(found), min(share, len(found)))
        chosen += [dice.choice(found[place]) for place in kept]
    dice.shuffle(chosen)
    return chosen


# Trying them -------------------------------------------------------------------------------------


def copy_tree(to: Path) -> None:
    """The files that git knows or would know, as they are now."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in names.rstrip("\0").split("\0"):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)


def make_workshop(folder: Path, original: Path) -> None:
    """A copy to change, with a cache of its own.

    No mutant is compiled code. So compiled code is found by what the original says, and a change
    to a module that rules import does not compile every game anew.
    """
    shutil.copytree(original, folder)
    cache = folder / "src" / "quarterdeck" / "engine" / "cache.py"
    reads, text = "ast.parse(path.read_text(", cache.read_text(encoding="utf-8")
    assert text.count(reads) == 1, "engine/cache.py reads sources another way"
    here, there = str(folder / "src"), str(original / "src")
    elsewhere = f"ast.parse(Path(str(path).replace({here!r}, {there!r})).read_text("
    cache.write_text(text.replace(reads, elsewhere), encoding="utf-8")
    compiled = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "quarterdeck"
    if compiled.is_dir():
        shutil.copytree(compiled, folder / ".cache" / "quarterdeck")
    # Python must look at the source itself: a mutant may be as long and as old as the original.
    hashed = py_compile.PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(folder / "src", quiet=1, invalidation_mode=hashed)


def enter_workshop(folders: multiprocessing.Queue[Path]) -> None:
    """A worker process settles in one of the copies: tests run there leave nothing elsewhere."""
    folder = folders.get()
    os.chdir(folder)
    (folder / ".tmp").mkdir()
    os.environ.update(
        PYTHONPATH=str(folder / "src"),
        XDG_CACHE_HOME=str(folder / ".cache"),
        XDG_DATA_HOME=str(folder / ".data"),
        TMPDIR=str(folder / ".tmp"),
    )


def tests_of(part: int) -> str:
    return f"{sys.executable} -m pytest -x -q -p no:cacheprovider {PARTS[part].tests}"


def time_tests(part: int) -> tuple[int, float, str]:
    """How long the tests of a part take where nothing was changed; what they say if they fail."""
    started = time.monotonic()
    outcome, output = run_tests(tests_of(part), timeout=1800)
    return part, time.monotonic() - started, "" if outcome == TestOutcome.SURVIVED else output


class Outcome(NamedTuple):
    fate: str
    """"caught", "survived" or "timed out"."""
    by: str
    """The test that caught it."""
    diff: str


def attempt(mutant: Mutant, patience: float) -> tuple[Mutant, Outcome]:
    change = MutationSpec(Path(mutant.path), mutant.operator, mutant.occurrence, (0, 0), (0, 1))
    result = mutate_and_test([change], tests_of(mutant.part), patience)
    assert result.diff, result.output
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", result.output, re.MULTILINE)
    fate = "timed out" if result.output == "timeout" else "caught"
    if result.test_outcome == TestOutcome.SURVIVED:
        fate = "survived"
    return mutant, Outcome(fate, failed[1] if failed else "", result.diff)


def try_all(mutants: list[Mutant], workers: int) -> dict[Mutant, Outcome]:
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        original = Path(temporary) / "original"
        copy_tree(original)
        context = multiprocessing.get_context("spawn")
        folders = context.Queue()
        for number in range(workers):
            folders.put(folder := Path(temporary) / f"copy{number}")
            make_workshop(folder, original)
        with ProcessPoolExecutor(workers, context, enter_workshop, (folders,)) as pool:
            patience = _patience(pool, {mutant.part for mutant in mutants})
            return _outcomes(pool, mutants, patience)


def _patience(pool: ProcessPoolExecutor, parts: set[int]) -> dict[int, float]:
    """Seconds after which a part's tests hang. Without any change they must pass."""
    print(f"{len(parts)} sets of tests, without any change:", flush=True)
    patience = {}
    for job in as_completed([pool.submit(time_tests, part) for part in sorted(parts)]):
        part, seconds, failure = job.result()
        if failure:
            pool.shutdown(cancel_futures=True)
            sys.exit(f"{failure}\nThese tests fail without any change: {tests_of(part)}")
        print(f"  {seconds:4.0f} s  {PARTS[part].area}: {PARTS[part].tests}", flush=True)
        patience[part] = 3 * seconds + 30
    return patience


def _outcomes(
    pool: ProcessPoolExecutor, mutants: list[Mutant], patience: dict[int, float]
) -> dict[Mutant, Outcome]:
    print(f"{len(mutants)} mutants:", flush=True)
    found: dict[Mutant, Outcome] = {}
    jobs = [pool.submit(attempt, mutant, patience[mutant.part]) for mutant in mutants]
    for job in as_completed(jobs):
        mutant, outcome = job.result()
        found[mutant] = outcome
        LAST.write_text(json.dumps([*found.items()], indent=1))
        count = f"{len(found):3}/{len(mutants)}"
        print(f"  {count} {outcome.fate:9} {mutant}  {outcome.by}", flush=True)
    return found


# What came of it ---------------------------------------------------------------------------------


def report(found: dict[Mutant, Outcome]) -> None:
    """The survivors as diffs, then a table."""
    for mutant, outcome in found.items():
        if outcome.fate == "survived":
            print(f"\n{mutant}\n{outcome.diff}")
    fates = ("caught", "survived", "timed out")
    counts = Counter((mutant.area, outcome.fate) for mutant, outcome in found.items())
    counts.update(("all", outcome.fate) for outcome in found.values())
    print(f"\n{'area':10}" + "".join(f"{fate:>11}" for fate in fates))
    for area in [*dict.fromkeys(part.area for part in PARTS), "all"]:
        print(f"{area:10}" + "".join(f"{counts[area, fate]:11}" for fate in fates))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=200, help="how many mutants (200)")
    parser.add_argument("--seed", type=int, default=1, help="which of them (1)")
    parser.add_argument("--workers", type=int, default=2, help="tests running at a time (2)")
    parser.add_argument("--again", action="store_true", help="those that survived the last run")
    asked = parser.parse_args()
    if asked.again:
        before = json.loads(LAST.read_text())
        mutants = [Mutant(*mutant) for mutant, (fate, *_) in before if fate == "survived"]
    else:
        mutants = sample(asked.sample, asked.seed)
    LAST.parent.mkdir(exist_ok=True)
    report(try_all(mutants, asked.workers))


if __name__ == "__main__":
    main()
