PYTHON ?= python3
BIN := .venv/bin
ENGINE := $(shell find src/libertalia/rules -name '*.py') $(addprefix src/libertalia/game/,answers.py memory.py watched.py)
CHECKED := src tests benchmarks examples docs web setup.py
PAGE := $(shell find web -type d \( -name node_modules -o -name data \) -prune -o -type f -print) \
	$(shell find src/libertalia/words -name '*.po' -o -name 'export.py')
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
NODE := cd web && PATH="$(CURDIR)/$(BIN):$$PATH"

.PHONY: play page test test-page soak bench bench-server lock words screens clean

play: .venv/engine .venv/page ## the page, for games with friends and bots
	@$(BIN)/libertalia serve --open

page: .venv/page ## build the web page into the package

test-page: .venv/page .venv/dev .venv/fixtures ## the checks of the web page
	$(BIN)/python web/scripts/message_types.py --check
	$(NODE) npm run --silent lint
	$(NODE) npm run --silent check
	$(NODE) npm run --silent test
	$(NODE) node scripts/size.mjs

test: .venv/engine .venv/dev .venv/browser test-page ## every check
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/mypy
	$(BIN)/mypy tests benchmarks examples
	$(BIN)/lint-imports
	LIBERTALIA_INTERPRETED=1 $(BIN)/pytest -q -n auto --doctest-modules --doctest-glob='*.md' --ignore=tests/server --ignore=tests/page --ignore=src/libertalia/server/storage/migrations tests src/libertalia README.md docs
	$(BIN)/pytest -q -n auto tests

soak: .venv/engine .venv/dev .venv/browser .venv/page ## the same over many more games
	LIBERTALIA_GAMES=100000 LIBERTALIA_LUCK=$$(date +%s) $(BIN)/pytest -q -n auto tests

bench: .venv/engine .venv/bench ## how fast it is, beside its peers
	$(BIN)/python -m benchmarks

bench-server: .venv/engine .venv/dev ## how fast the server is, beside boardgame.io
	$(BIN)/python -m benchmarks.server

words: .venv/dev ## compile the catalogues
	$(BIN)/python -m libertalia.words.compile

screens: .venv/page .venv/dev .venv/browser ## take the pictures of docs/screens anew
	$(BIN)/python docs/screens/make.py
	$(BIN)/python docs/screens/page.py

lock: ## resolve the dependencies anew
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/pip install -q uv
	.venv-lock/bin/uv pip compile -q --universal --no-emit-index-url --no-header pyproject.toml requirements/build.in --extra server -o requirements/play.txt
	.venv-lock/bin/uv pip compile -q --universal --no-emit-index-url --no-header pyproject.toml requirements/build.in --extra server --extra dev -o requirements/dev.txt
	.venv-lock/bin/uv pip compile -q --universal --no-emit-index-url --no-header pyproject.toml requirements/build.in --extra server --extra bench -o requirements/bench.txt
	.venv-lock/bin/uv pip compile -q --universal --no-emit-index-url --no-header requirements/node.in -o requirements/node.txt
	rm -rf .venv-lock

clean:
	rm -rf .venv build src/*.so src/libertalia/*/*.so src/libertalia/*/*/*.so
	rm -rf web/node_modules web/src/data web/fixtures/games src/libertalia/server/page

.venv/play: requirements/play.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q --disable-pip-version-check -r requirements/play.txt
	LIBERTALIA_INTERPRETED=1 $(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.venv/engine: .venv/play setup.py $(ENGINE)
	$(BIN)/python setup.py -q build_ext --inplace
	@touch $@

.venv/dev: requirements/dev.txt .venv/play
	$(BIN)/pip install -q --disable-pip-version-check -r requirements/dev.txt
	@touch $@

# Games for the page's tests, as today's engine plays them.
.venv/fixtures: .venv/engine web/fixtures/make.py $(wildcard src/libertalia/game/*.py src/libertalia/bots/*.py)
	$(BIN)/python web/fixtures/make.py
	@touch $@

# A browser for the page's tests, where there is none that starts.
.venv/browser: tests/page/browser.py .venv/dev
	$(BIN)/python -m tests.page.browser || { $(BIN)/playwright install chromium && $(BIN)/python -m tests.page.browser; } || { \
		$(SUDO) apt-get update -qq && $(SUDO) apt-get install -qq -y chromium && $(BIN)/python -m tests.page.browser; }
	@touch $@

.venv/bench: requirements/bench.txt .venv/play
	-$(BIN)/pip install -q --disable-pip-version-check -r requirements/bench.txt
	@touch $@

# Node, where there is none that Vite can use.
.venv/node: requirements/node.txt .venv/play
	node web/scripts/node.mjs 2>/dev/null && npm --version >/dev/null || $(BIN)/pip install -q --disable-pip-version-check -r requirements/node.txt
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json .venv/node
	$(NODE) npm ci --silent --no-audit --no-fund
	@touch $@

.venv/page: web/node_modules/.package-lock.json $(PAGE)
	$(BIN)/python -m libertalia.words.export web/src/data
	$(NODE) npm run --silent build -- --logLevel warn
	@touch $@
