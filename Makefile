# All commands for people. They need Python 3.11 to 3.14 and make, but no root, and install only into
# .venv, web/node_modules and .build. `make` alone lists them.

HOST ?= 127.0.0.1
PORT ?= 8000
CORES ?= 2
SAMPLE ?= 200

.PHONY: help setup play warm wheel lock lint types contracts web-check test pytest goldens pictures gallery screenshots words docs bench mutants faults clean ready compiled python dev research mutation mkdocs nodejs node web chromium torch

BIN := .venv/bin
# Open the page automatically if there is a screen.
OPEN = $(if $(DISPLAY)$(WAYLAND_DISPLAY)$(filter Darwin,$(shell uname)),--open)
PIP_INSTALL := $(BIN)/python -m pip install --no-deps --no-compile --disable-pip-version-check
ONCE = python=$$(scripts/find-python) && "$$python" scripts/once.py
SYNC = $(if $(filter output-sync,$(.FEATURES)),--output-sync)
WITH_NODE = PATH=$$(scripts/find-node) &&
WEB_SOURCES = $(wildcard web/src web/public web/index.html web/*.ts web/*.js web/package-lock.json)

help: ## this list
	@echo "Quarterdeck. Usage: make TARGET, where TARGET is one of:"
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | awk -F'\t' '{ printf "  %-10s %s\n", $$1, $$2 }'
	@echo "Settings: PORT=$(PORT) HOST=$(HOST) PYTHON=, CHROMIUM= (paths, if they are not found)"

setup: ## install everything needed to play; half a minute, once
	@$(MAKE) --no-print-directory -j3 ready

play: setup ## play in the browser: http://127.0.0.1:8000 (PORT=... for another)
	@exec $(BIN)/quarterdeck serve --host $(HOST) --port $(PORT) $(OPEN)

warm: python ## compile the games now, so that nobody waits later
	@$(BIN)/quarterdeck warm

test: ## run every check: style, types, imports, web client, docs, games, laws, service, browser
	@$(MAKE) --no-print-directory --keep-going -j$(CORES) $(SYNC) EVERYTHING=1 compiled chromium web torch \
	  lint contracts types web-check docs; \
	  checks=$$?; $(MAKE) --no-print-directory pytest && exit $$checks

lint: dev ## check the style of the Python code
	@$(BIN)/ruff check .

types: dev ## check the types of the Python code
	@$(BIN)/mypy

contracts: dev ## check which module imports which
	@$(BIN)/lint-imports --no-logo

web-check: node dev ## check style and types of the web client and run its tests
	@$(WITH_NODE) cd web && npm run --silent lint && npm run --silent types:check && npm run --silent check && npm run --silent test

pytest: dev research web chromium torch compiled ## run the tests in tests/, with real databases and a real browser
	@$(BIN)/pytest -n $$((2 * $(CORES))) --dist loadscope --no-loadscope-reorder # half of the time they wait
	@scripts/find-chromium >/dev/null || echo "NOTE: the browser tests did NOT run."
	@scripts/find-torch || echo "NOTE: the learner's tests did NOT run."

docs: mkdocs ## build the documentation site, .build/site/index.html, and check its links and spelling
	@$(BIN)/typos --config docs/site/typos.toml README.md CONTRIBUTING.md NOTICE.md docs src/quarterdeck
	@$(BIN)/python scripts/site.py

goldens: warm ## rewrite the golden playthroughs: look at the diff before you commit it
	@$(BIN)/quarterdeck playthroughs tests/engine/playthroughs $(GAMES)

bench: research warm ## measure decisions per second: ours, and the same games in OpenSpiel and Pgx
	@$(BIN)/python benchmarks/speed.py

pictures: warm ## redraw the pictures in the games' rules and the docs
	@$(BIN)/quarterdeck pictures
	@$(BIN)/python scripts/figures.py

gallery: python ## draw every card, piece, tile, board, cover and end of every game on one page
	@$(BIN)/python scripts/gallery.py

screenshots: dev warm web chromium ## take the pictures of tables anew, for tests and docs: look at them before you commit them
	@$(BIN)/python -m tests.browser.pictures

words: python node ## bring the files of translations up to date, and list what they lack
	@$(BIN)/python -m quarterdeck.engine.wordlist
	@$(WITH_NODE) cd web && npm run --silent --if-present words

mutants: mutation warm ## measure how many small faults the tests catch (SAMPLE=200; takes an hour)
	@$(BIN)/python scripts/mutants.py --sample $(SAMPLE) --workers $(CORES)

faults: dev warm ## play while the service is killed, starved and cut off (ten minutes)
	@$(BIN)/python -m tests.server.faults $(FAULTS)

wheel: setup ## build a package that carries compiled games, for Linux on x86-64 and this Python: dist/
	@$(BIN)/python scripts/platform_wheel.py dist

lock: ## update the pinned versions in requirements/ (needs uv)
	@scripts/lock

clean: ## remove everything installed and built here
	rm -rf .venv .build web/node_modules src/quarterdeck/server/static

# Internal steps. Each runs only if its inputs have changed (scripts/once.py).

ready: python web

compiled: research # what tests need besides what people play with
	@$(BIN)/quarterdeck warm --research

python:
	@$(ONCE) python --what "installing the Python packages" --takes "about a minute" \
	  --inputs pyproject.toml requirements/play.txt --makes $(BIN)/quarterdeck \
	  -- scripts/install-python

dev: python
	@$(ONCE) dev --what "installing the test packages" --takes "about a minute" \
	  --inputs requirements --makes $(BIN)/pytest \
	  -- $(PIP_INSTALL) -r requirements/dev.txt

research: python
	@$(ONCE) research --what "installing OpenSpiel, PettingZoo and Gymnasium" --takes "half a minute" \
	  --inputs requirements --makes '.venv/lib/*/site-packages/pyspiel*' \
	  -- $(PIP_INSTALL) -r requirements/research.txt

ifdef EVERYTHING # is installed at once: pip by pip, and first what compiling needs
dev: research
mkdocs: dev
torch: mkdocs
endif

mutation: dev
	@$(ONCE) mutation --what "installing Cosmic Ray" --takes "half a minute" \
	  --inputs requirements --makes $(BIN)/cosmic-ray \
	  -- $(PIP_INSTALL) -r requirements/mutation.txt

mkdocs: dev
	@$(ONCE) mkdocs --what "installing MkDocs" --takes "half a minute" \
	  --inputs requirements --makes $(BIN)/mkdocs \
	  -- $(PIP_INSTALL) -r requirements/docs.txt

nodejs: $(shell [ "$$(scripts/find-node 2>/dev/null)" = "$$PATH" ] || echo python) # .venv, if it goes there
	@scripts/find-node >/dev/null 2>&1 || { $(ONCE) nodejs --what "installing Node.js" --takes "ten seconds" \
	  --inputs requirements/node.txt --makes .venv/bin/npm \
	  -- scripts/find-node --install; }

node: nodejs
	@$(WITH_NODE) $(ONCE) node --what "installing the web client's packages" --takes "half a minute" \
	  --inputs web/package.json web/package-lock.json --makes web/node_modules/.package-lock.json \
	  -- npm --prefix web ci --no-audit --no-fund

web: node
	@$(WITH_NODE) $(ONCE) web --what "building the web client" --takes "ten seconds" \
	  --inputs $(WEB_SOURCES) --makes src/quarterdeck/server/static/index.html \
	  -- npm --prefix web run build

chromium: # if it can be neither found nor installed, only continuous integration fails
	@scripts/find-chromium --install >/dev/null || [ "$$CI" != true ]

torch: dev # likewise
	@scripts/find-torch --install || [ "$$CI" != true ]
