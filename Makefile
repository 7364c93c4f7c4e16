# Every target sets itself up: the only things needed before are Python 3.11+ with venv, git and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
export UNONET_INTERFACE ?= 127.0.0.1

.PHONY: help demo play test lint bench fuzz clean
.DEFAULT_GOAL := help

help:  ## what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

$(VENV)/.user: pyproject.toml tools/setup.sh
	@sh tools/setup.sh $(PYTHON) $(VENV) .
	@touch $@

$(VENV)/.dev: pyproject.toml tools/setup.sh
	@sh tools/setup.sh $(PYTHON) $(VENV) '.[dev]'
	@touch $@ $(VENV)/.user

demo: $(VENV)/.user  ## four peers find each other, agree on a shuffle, play a match and verify its log
	@$(BIN)/unonet demo $(ARGS)

play: $(VENV)/.user  ## a table on this machine, against three bots
	@$(BIN)/unonet play $(ARGS)

lint: $(VENV)/.dev  ## style, types and import contracts
	$(BIN)/ruff check unonet cli tests
	$(BIN)/ruff format --check unonet cli tests
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

test: lint  ## every check that CI runs
	rm -f .coverage .coverage.*
	$(BIN)/coverage run -m pytest -n 2 --dist worksteal
	$(BIN)/coverage combine -q
	$(BIN)/coverage report --fail-under=85

$(VENV)/.bench: $(VENV)/.dev
	@sh tools/setup.sh $(PYTHON) $(VENV) '.[dev,bench]' || echo "skipped rlcard: see above" >&2
	@touch $@

bench: $(VENV)/.bench  ## ratios to floors measured beside them, in one run
	$(BIN)/python -m tests.bench

fuzz: $(VENV)/.dev  ## random mixes of all options, every invariant asserted; GAMES=100000 SEED=0
	$(BIN)/python -m tests.fuzz --games $(or $(GAMES),2000) --seed $(or $(SEED),0)

clean:  ## forget the environment and every cache
	rm -rf $(VENV) .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
