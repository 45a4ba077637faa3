PYTHON ?= python3
BIN := .venv/bin
ENGINE := $(shell find src/libertalia/rules -name '*.py') $(addprefix src/libertalia/game/,answers.py memory.py watched.py)
CHECKED := src tests benchmarks examples setup.py

.PHONY: play test soak bench lock words clean

play: .venv/engine ## a game against bots
	@$(BIN)/libertalia play

test: .venv/engine .venv/dev ## every check
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/mypy
	$(BIN)/mypy tests benchmarks examples
	$(BIN)/lint-imports
	LIBERTALIA_INTERPRETED=1 $(BIN)/pytest -q -n auto --doctest-modules --doctest-glob='*.md' tests src/libertalia README.md docs
	$(BIN)/pytest -q -n auto tests

soak: .venv/engine .venv/dev ## the same over many more games
	LIBERTALIA_GAMES=100000 $(BIN)/pytest -q -n auto tests

bench: .venv/engine .venv/bench ## how fast it is, beside its peers
	$(BIN)/python -m benchmarks

words: .venv/dev ## compile the catalogues
	$(BIN)/python -m libertalia.words.compile

lock: ## resolve the dependencies anew
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/pip install -q uv
	.venv-lock/bin/uv pip compile -q --universal --no-emit-index-url --no-header pyproject.toml requirements/build.in -o requirements/play.txt
	.venv-lock/bin/uv pip compile -q --universal --no-emit-index-url --no-header pyproject.toml requirements/build.in --extra dev -o requirements/dev.txt
	.venv-lock/bin/uv pip compile -q --universal --no-emit-index-url --no-header pyproject.toml requirements/build.in --extra bench -o requirements/bench.txt
	rm -rf .venv-lock

clean:
	rm -rf .venv build src/*.so src/libertalia/*/*.so src/libertalia/*/*/*.so

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

.venv/bench: requirements/bench.txt .venv/play
	-$(BIN)/pip install -q --disable-pip-version-check -r requirements/bench.txt
	@touch $@
