PYTHON ?= python3
BIN := .venv/bin
MINUTES ?= 60
PIP := $(BIN)/pip install -q --disable-pip-version-check
ENGINE := $(shell find src/libertalia/rules src/libertalia/game src/libertalia/search -name '*.py')
ENGINE_TESTS := $(addprefix tests/,bots envs game records rules search third_edition words)
PROCESSES := $(shell $(PYTHON) -c 'import os; print(min(2 * os.cpu_count(), 16))') # of tests; most of them wait for a server or a browser
CHECKED := src tests benchmarks examples docs web requirements setup.py
PAGE := $(wildcard src/libertalia/server/engine/engine.json) $(shell find web -type d \( -path web/engine -o -name node_modules -o -name data -o -name games \) -prune -o -type f -print) \
	$(shell find src/libertalia/rules src/libertalia/words -name '*.py' -o -name '*.po')
TAB := $(shell find $(addprefix src/libertalia/,bots features game puzzles review rules search tab tables words) -name '*.py' -o -name '*.po' -o -name '*.npz' -o -name '*.gz')
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
NODE := cd web && PATH="$(CURDIR)/$(BIN):$$PATH"
# Tests start hundreds of processes; without cached bytecode each would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE
LOCK := .venv-lock/bin/uv pip compile -q --universal --no-emit-index-url --no-header

.PHONY: help play page wasm site wheel format lint lint-page check test test-page test-python audit browsers soak bench bench-server bench-tab study screens lock clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

play: .venv/engine .venv/page ## set everything up, start a server and open the page
	@$(BIN)/libertalia serve --open

page: .venv/page ## build the web page into the package

wasm: .venv/play web/node_modules/.package-lock.json ## compile the engine to WebAssembly and put it where the page finds it
	rm -f .venv/tab
	$(MAKE) --no-print-directory .venv/tab

site: .venv/page ## write the page as files for any web server, into dist/site
	$(BIN)/libertalia site dist/site

wheel: .venv/dev .venv/page ## build the sdist, and from it the wheel, into dist/
	rm -rf dist
	$(BIN)/python -m build --quiet --no-isolation
	@ls dist/*

format: .venv/dev web/node_modules/.package-lock.json ## format the code, Python and page
	$(BIN)/ruff check --quiet --fix-only $(CHECKED)
	$(BIN)/ruff format --quiet $(CHECKED)
	$(NODE) npm run --silent format -- --log-level warn

lint: .venv/dev ## check the style, types, imports and dependencies of the Python code
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/mypy
	$(BIN)/mypy tests benchmarks examples requirements
	$(BIN)/lint-imports
	$(BIN)/deptry src
	$(BIN)/deptry --ignore DEP002,DEP004 tests benchmarks examples docs web requirements

lint-page: web/node_modules/.package-lock.json ## check the style of the web page
	@$(NODE) npm run --silent lint

check: .venv/engine lint ## check an edit of Python code in two minutes: style, types, the tests of rules, game, words and tables
	$(BIN)/pytest -q -n auto --dist worksteal $(wildcard $(addprefix tests/,rules game words tables))

test: lint lint-page audit test-page test-python ## run every check; the quick ones come first

test-page: .venv/page .venv/dev .venv/fixtures ## check and test the code of the web page
	$(BIN)/python web/scripts/message_types.py --check
	$(NODE) npm run --silent check
	$(NODE) npm run --silent test

test-python: .venv/engine .venv/dev .venv/browser .venv/page ## run the Python tests, on the interpreted and on the compiled engine
	LIBERTALIA_INTERPRETED=1 $(BIN)/pytest -q -n auto --doctest-modules --doctest-glob='*.md' --ignore=src/libertalia/server/storage/migrations \
		$(ENGINE_TESTS) src/libertalia requirements README.md docs
	$(BIN)/pytest -q -rfE -n $(PROCESSES) --dist worksteal tests

audit: .venv/dev .venv/node ## look for known vulnerabilities in the dependencies
	$(BIN)/python requirements/audit.py

browsers: .venv/engine .venv/dev .venv/page ## play a voyage by clicks in Firefox and in WebKit, where they are installed
	$(BIN)/pytest -v -rs tests/browsers/voyage.py

soak: .venv/engine .venv/dev .venv/browser .venv/page ## run the Python tests over many more games, then break the server for an hour (MINUTES=60)
	LIBERTALIA_LONG=1 LIBERTALIA_GAMES=100000 LIBERTALIA_KILLS=100 LIBERTALIA_PUZZLES=1000 LIBERTALIA_LUCK=$$(date +%s) $(BIN)/pytest -q -rfE --timeout 7200 -n $(PROCESSES) --dist worksteal tests
	$(BIN)/python -m tests.faults.soak --minutes $(MINUTES)

bench: .venv/engine .venv/bench ## measure the engine beside other projects' engines
	$(BIN)/python -m benchmarks

bench-server: .venv/engine .venv/dev ## measure the server beside boardgame.io
	$(BIN)/python -m benchmarks.server

bench-tab: .venv/engine .venv/dev .venv/browser .venv/page ## measure tables on a device, in Chromium
	$(BIN)/python -m benchmarks.tab

study: .venv/engine .venv/dev ## count anew what characters are worth, for the page "Study" (half an hour)
	$(BIN)/python web/scripts/study_figures.py

screens: .venv/page .venv/dev .venv/browser ## take the pictures in docs/screens again
	$(BIN)/python docs/screens/make.py
	$(BIN)/python docs/screens/study.py
	$(BIN)/python docs/screens/page.py

lock: ## update the lock files in requirements/ to what pyproject.toml asks for
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/pip install -q --disable-pip-version-check uv
	$(LOCK) pyproject.toml requirements/build.in --extra server -o requirements/play.txt
	$(LOCK) pyproject.toml requirements/build.in --extra server --extra lab --extra learn --extra ray --extra rl --extra spiel --extra dev -o requirements/dev.txt
	$(LOCK) pyproject.toml requirements/build.in --extra server --extra rl --extra spiel --extra bench -o requirements/bench.txt
	$(LOCK) requirements/node.in -o requirements/node.txt
	rm -rf .venv-lock

clean: ## remove everything that was built or installed
	rm -rf .venv .venv-lock build dist src/*.egg-info web/node_modules web/src/data web/fixtures/*.json web/fixtures/games src/libertalia/server/page src/libertalia/server/engine
	find src -name '*.so' -delete

.venv/play: requirements/play.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(PIP) -r requirements/play.txt
	LIBERTALIA_INTERPRETED=1 $(PIP) --no-deps --no-build-isolation -e .
	@touch $@

.venv/engine: .venv/play setup.py $(ENGINE)
	find src -name '*.so' -delete
	$(BIN)/python setup.py -q build_ext --inplace
	@touch $@

.venv/dev: requirements/dev.txt .venv/play
	$(PIP) -r requirements/dev.txt
	@touch $@

# Games for the tests of the page, played by today's engine.
.venv/fixtures: .venv/engine $(wildcard web/fixtures/*.py src/libertalia/game/*.py src/libertalia/bots/*.py src/libertalia/words/*.py) \
		$(shell find src/libertalia -name '*.po')
	$(BIN)/python web/fixtures/games.py
	$(BIN)/python web/fixtures/sentences.py
	@touch $@

# A browser for the tests of the page, if none can be started.
.venv/browser: tests/page/browser.py .venv/dev
	$(BIN)/python -m tests.page.browser || { $(BIN)/playwright install chromium && $(BIN)/python -m tests.page.browser; } || { \
		$(SUDO) apt-get update -qq && $(SUDO) apt-get install -qq -y chromium && $(BIN)/python -m tests.page.browser; }
	@touch $@

.venv/bench: requirements/bench.txt .venv/play
	-$(PIP) -r requirements/bench.txt
	@touch $@

# Node, if none that Vite can use is installed.
.venv/node: requirements/node.txt .venv/play
	node web/scripts/node.mjs 2>/dev/null && npm --version >/dev/null || $(PIP) -r requirements/node.txt
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json .venv/node
	$(NODE) npm ci --silent --no-audit --no-fund
	@touch $@

.venv/page: web/node_modules/.package-lock.json $(PAGE) | .venv/tab
	LIBERTALIA_INTERPRETED=1 $(BIN)/python -m libertalia.words.export web/src/data
	$(NODE) npm run --silent build -- --logLevel warn
	@touch $@

# What a browser loads to play without a server; the page names its version. Where a download fails, the page plays with a server only.
.venv/tab: web/node_modules/.package-lock.json $(wildcard web/engine/*.*) requirements/tab.txt setup.py $(TAB)
	-$(BIN)/python web/engine/compile.py
	-$(BIN)/python web/engine/assemble.py && touch $@

src/libertalia/server/engine/engine.json: .venv/tab ;
