# `make` alone lists what there is. Everything is installed into .venv, from locks whose hashes are checked.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --require-hashes
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11

.DEFAULT_GOAL := help
.PHONY: help run test test-pg check fmt lock bench clean

help: ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## /  make \1: /p' Makefile

run: .venv/ready ## start the bot; without a BOT_TOKEN it is a chat in this terminal
	@$(BIN)/python -m bot run

test: .venv/ready-dev ## run the tests on SQLite
	@$(BIN)/python -m pytest

test-pg: .venv/ready-dev ## run the tests on PostgreSQL: its server programs are needed, or TEST_DATABASE_URL
	@$(BIN)/python -m pytest --pg

check: .venv/ready-dev ## format, lint, types, imports, migrations and decks, without changing anything
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m db.check
	@$(BIN)/python -m bot deck check decks/*.md

fmt: .venv/ready-dev ## put code and decks into their canonical form
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .
	@$(BIN)/python -m bot deck fmt decks/*.md

lock: .venv/ready-dev ## choose versions anew from pyproject.toml
	@$(COMPILE) pyproject.toml -o requirements.lock
	@$(COMPILE) --group dev pyproject.toml -c requirements.lock -o requirements-dev.lock

bench: .venv/ready ## measure review turns, grading and start-up on this machine
	@$(BIN)/python -m tests.bench

clean: ## remove what make has made; data/ stays
	@rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/ready: requirements.lock
	@echo "Installing what Dohrao needs ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Dohrao needs Python 3.11 or newer, and $(PYTHON) is none: write make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv .venv
	@$(PIP) -r requirements.lock
	@# pip refuses -e . where hashes are required, so what it would have written is written here: the checkout's place,
	@# seen from site-packages, since an absolute path with an umlaut would stop Python in an ASCII locale.
	@echo ../../../.. > "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/dohrao.pth"
	@printf '#!/bin/sh\nexec "%s/$(BIN)/python" -P -m bot "$$@"\n' "$$(pwd)" > $(BIN)/dohrao
	@chmod +x $(BIN)/dohrao
	@touch $@

.venv/ready-dev: .venv/ready requirements-dev.lock
	@echo "Installing what tests and checks need ..."
	@$(PIP) -r requirements-dev.lock
	@touch $@
