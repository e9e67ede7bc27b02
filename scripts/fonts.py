"""Make the small fonts of web/src/fonts: run by hand, when the letters or the packages change.

    pip install fonttools brotli && (cd web && npm ci) && python scripts/fonts.py

A visitor loads five of them at once, so they hold the letters of English and German and no more;
any other Latin letter comes from the packages' own files (web/src/fonts.css says which). They carry
no name of their own, as the fonts' licence asks of changed versions.
"""

from __future__ import annotations

from pathlib import Path

from fontTools import subset

WEB = Path(__file__).parent.parent / "web"
PACKAGES = WEB / "node_modules/@fontsource"
LETTERS = "U+20-7E,U+A0,U+B7,U+C4,U+D6,U+D7,U+DC,U+DF,U+E4,U+F6,U+FC,U+E8,U+E9"
PUNCTUATION = "U+2013,U+2014,U+2018,U+2019,U+201C-201E,U+2026,U+2192,U+2212"
FONTS = {
    "serif-400-italic": "spectral/files/spectral-latin-400-italic.woff2",
    "serif-500": "spectral/files/spectral-latin-500-normal.woff2",
    "sans-400": "ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2",
    "sans-600": "ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2",
}


def main() -> None:
    for name, source in FONTS.items():
        subset.main(
            [
                str(PACKAGES / source),
                f"--output-file={WEB / 'src/fonts' / name}.woff2",
                f"--unicodes={LETTERS},{PUNCTUATION}",
                "--layout-features=kern,liga,lnum",
                "--name-IDs=",
                "--no-hinting",
                "--desubroutinize",
                "--flavor=woff2",
            ]
        )


if __name__ == "__main__":
    main()
