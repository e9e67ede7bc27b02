"""Build the documentation site into .build/site: `make docs`.

Pages link to what they speak of in the repository, as on GitHub: the rules of a game, a module, a
folder of examples. The site is built from copies, in which whatever is linked to is a page, too,
and the links lead there. So the generator needs no plugin of ours and can be exchanged.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

ROOT = Path(__file__).parent.parent
BUILD = ROOT / ".build"
COPIES, SITE, SETTINGS = BUILD / "docs", BUILD / "site", BUILD / "site.yml"
LINK = re.compile(r"(?<=\]\()[^)\s#:]+(?=[)#])")
DESCRIBED = re.compile(r"^::: ([\w.]+)$", re.MULTILINE)
FOLDER = re.compile(r"^( *)(- .*:) (\w+)/\*$", re.MULTILINE)
FETCHED = re.compile(r"""(?:\ssrc=|<link\s[^>]*href=|url\(|@import )["']?(?:https?:)?//[^"') ]+""")
WIDE = "---\nhide: [navigation, toc]\n---\n"
PICTURES = {".png", ".svg", ".webp"}


def main() -> None:
    places = assemble()
    SETTINGS.write_text(settings(sorted(places.values())))
    refuse(build())
    refuse(f"{page} would load {what}" for page, what in fetched())
    print(f"Built: {SITE.relative_to(ROOT)}/index.html")


def build() -> list[str]:
    """Let MkDocs build the site; says what it warns of. (With --quiet it would not count that.)"""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", SETTINGS]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if not done.returncode:
        return []
    return ["The site was not built."] + [
        line for line in done.stderr.splitlines() if not line.startswith("INFO")
    ]


def refuse(faults: Iterable[str]) -> None:
    if lines := list(faults):
        sys.exit("\n".join(lines))


def settings(pages: list[str]) -> str:
    """docs/site/mkdocs.yml with the pages of a folder in place of `folder/*`."""

    def listed(entry: re.Match[str]) -> str:
        inside = [f"{entry[1]}    - {page}" for page in pages if dirname(page) == entry[3]]
        return "\n".join([f"{entry[1]}{entry[2]}", *inside])

    return FOLDER.sub(listed, (ROOT / "docs/site/mkdocs.yml").read_text())


def fetched() -> Iterator[tuple[Path, str]]:
    """What readers would ask other hosts for: there must be nothing."""
    for page in SITE.rglob("*.html"):
        for what in FETCHED.findall(page.read_text()):
            yield page.relative_to(SITE), what


# What is on the site ------------------------------------------------------------------------------


def assemble() -> dict[str, str]:
    """Copy everything; says where on the site each file and folder of the repository is."""
    places, modules = chosen(), described()
    waiting = list(places)
    while waiting:
        for target in targets(waiting.pop()).values():
            if target not in places | modules and (ROOT / target).exists():
                places[target] = f"source/{target}" + page_suffix(target)
                waiting.append(target)
    shutil.rmtree(COPIES, ignore_errors=True)
    for path, place in places.items():
        copy(path, place, places | modules)
    return places


def page_suffix(path: str) -> str:
    return "" if Path(path).suffix in {".md", *PICTURES} else ".md"


def chosen() -> dict[str, str]:
    """What has a place of its own."""
    ours = found("docs/**/*.md", "docs/*.ipynb", "docs/pictures/*", "docs/site/*.css")
    places = {path: path.removeprefix("docs/") for path in ours}
    for path in found("src/quarterdeck/games/*/RULES.md"):
        places[path] = f"rules/{Path(path).parent.name}.md"
    for path in found("src/quarterdeck/games/*/pictures/*.svg"):
        places[path] = f"rules/{Path(path).parts[-3]}/{Path(path).name}"
    for path in found("web/src/fonts/*", "web/public/icon.svg"):
        places[path] = f"site/{Path(path).name}"
    return places | {"CONTRIBUTING.md": "contributing.md"}


def described() -> dict[str, str]:
    """The modules that a page of the API describes."""
    return {
        module_file(module): path.removeprefix("docs/")
        for path in found("docs/api/*.md")
        for module in DESCRIBED.findall((ROOT / path).read_text())
    }


def module_file(module: str) -> str:
    path = f"src/{module.replace('.', '/')}"
    return f"{path}/__init__.py" if (ROOT / path).is_dir() else f"{path}.py"


def found(*patterns: str) -> list[str]:
    paths = [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    return [str(path.relative_to(ROOT)) for path in paths if path.is_file()]


# Pages and their links ----------------------------------------------------------------------------


def copy(path: str, place: str, places: dict[str, str]) -> None:
    copied = COPIES / place
    copied.parent.mkdir(parents=True, exist_ok=True)
    if copied.suffix != ".md":
        shutil.copyfile(ROOT / path, copied)
        return
    meant = targets(path)

    def moved(link: re.Match[str]) -> str:
        target = places.get(meant[link[0]])
        return relpath(target, dirname(place)) if target else link[0]

    text = WIDE * (place == "index.md") + markdown(path)
    copied.write_text(LINK.sub(moved, text) if meant else text)


def targets(path: str) -> dict[str, str]:
    """The links of a page, and the files or folders of the repository that they mean."""
    if not (ROOT / path).is_dir() and not path.endswith(".md"):
        return {}
    folder = path if (ROOT / path).is_dir() else dirname(path)
    return {link: normpath(join(folder, link)) for link in LINK.findall(markdown(path))}


def markdown(path: str) -> str:
    """What a file or folder is as a page."""
    whole = ROOT / path
    if whole.suffix == ".md":
        return whole.read_text()
    if whole.is_dir():
        shown = [one.name for one in sorted(whole.iterdir()) if not re.match(r"[._]", one.name)]
        return "\n".join([f"# {path}\n", *(f"- [{name}]({name})" for name in shown)])
    kind = whole.suffix.removeprefix(".") or "text"
    return (
        f"---\nsearch: {{exclude: true}}\n---\n# {path}\n\n````{kind}\n{whole.read_text()}\n````\n"
    )


if __name__ == "__main__":
    main()
