"""Make a package that carries compiled games, for Linux on x86-64 and this Python: nobody who
installs it waits for a compiler.

    .venv/bin/python scripts/platform_wheel.py FOLDER
"""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
NEEDED = ("pyproject.toml", "README.md", "LICENSE", "NOTICE.md", "scripts", "src")


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as work:
        package, cache = Path(work) / "package", Path(work) / "cache"
        package.mkdir()
        for name in NEEDED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, package / name)
        carried = package / "src/quarterdeck/compiled"
        carried.mkdir()  # says what to compile for
        ours = {"PYTHONPATH": str(package / "src"), "XDG_CACHE_HOME": str(cache)}
        warm = [sys.executable, "-m", "quarterdeck", "warm"]
        subprocess.run(warm, env={**os.environ, **ours}, check=True)
        shutil.copytree(
            cache / "quarterdeck",
            carried,
            dirs_exist_ok=True,
            ignore=shutil.ignore_patterns(".lock"),
        )
        wheel = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, package]
        subprocess.run([sys.executable, "-m", "pip", *map(str, wheel)], check=True)


if __name__ == "__main__":
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        sys.exit("Only Linux on x86-64 can make such a package; elsewhere: python -m build")
    main(Path(sys.argv[1]))
