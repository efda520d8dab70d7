# Everything a person does with a checkout. Needs Python 3.11 or newer and make; the rest is installed into .venv.
SHELL := /bin/sh
PYTHON ?= python3
BIN := .venv/bin
ARGS ?=
PROCESSES ?= 4
SHARE ?= 0.06
MIN ?= 10
SEED ?= 1
MUTANTS ?=
NEW ?=
BUILT ?= build/docs
SITE ?= service/web/site.zip
BOT_CHECK := packages/sundial-bot-check
NODE_MODULES := clients/typescript/node_modules/.package-lock.json
PROOFREADERS := tests/proofreading/node_modules/.package-lock.json
PIP := $(BIN)/python -m pip --disable-pip-version-check
UV_COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

.DEFAULT_GOAL := help
.PHONY: help messages play prepared test test-slow check prose spelling looks gauntlet soak format openapi clients api-changes architecture release-snapshot install lock clean learning docs images audit

help: ## Say what each target does
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: .venv/runtime.stamp ## Install what is needed, then serve everything on http://127.0.0.1:8000 until Ctrl-C
	@exec $(BIN)/sundial play $(ARGS)

# Whatever the machine is told: the processes of a run would all compile the same modules, and pytest rewrite them.
test test-slow: export PYTHONDONTWRITEBYTECODE :=
test: prepared ## Run what a change needs, in eight minutes (ARGS='tests/rules -x' for some)
	$(BIN)/python -m pytest -m "not slow" -n $(PROCESSES) --dist loadscope --no-loadscope-reorder $(ARGS)

test-slow: prepared .venv/debian.stamp ## Run the rest: long journeys, soak, stages, each test of both databases on PostgreSQL
	$(BIN)/python -m pytest -m slow -n $(PROCESSES) --dist loadscope --no-loadscope-reorder $(ARGS)

prepared: .venv/dev.stamp .venv/chromium.stamp $(NODE_MODULES) $(PROOFREADERS) ## Install what the tests need, and run none

check: .venv/dev.stamp prose spelling ## Lint, format, types, layers, prose, spelling, and what is in deploy/
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell
	$(BIN)/yamllint --strict .yamllint.yaml deploy
	$(BIN)/hadolint deploy/Dockerfile
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	$(BIN)/kubernetes-validate --strict --quiet --kubernetes-version 1.33 deploy/kubernetes/[!k]*.yaml

prose: $(PROOFREADERS) ## Look for long sentences and for words that the glossary rules out, in documents and messages
	$(BIN)/python -m tests.proofreading prose

spelling: $(PROOFREADERS) ## Check the spelling of documents and messages in English, German and Italian
	$(BIN)/python -m tests.proofreading spelling

docs: .venv/dev.stamp ## Build the documentation, where the web process and the wheel find it; a warning is an error
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet --fresh-env -d $(BUILT)/doctrees -c docs . $(BUILT)/html
	cd $(BUILT)/html && $(abspath $(BIN))/python -m zipfile -c $(abspath $(SITE)) *

looks: prepared ## Measure pages in Firefox and Chromium, run the tests with a browser, and take pictures into build/shots
	$(BIN)/python -m tests.looks
	$(BIN)/python -m pytest -q -n $(PROCESSES) tests/browser $(ARGS)
	$(BIN)/python -m tests.shots

gauntlet: .venv/dev.stamp ## Try bad inputs at every door of a fresh Sundial (SHARE=1 for all of them)
	$(BIN)/python -m tests.gauntlet --share $(SHARE) $(ARGS)

soak: .venv/dev.stamp ## Break everything round a Sundial that is played on (MIN=10 SEED=1; MUTANTS=1 breaks Sundial instead)
	$(BIN)/python -m tests.soak --minutes $(MIN) --seed $(SEED) $(if $(MUTANTS),--mutants) $(ARGS)

format: .venv/dev.stamp ## Format the code and mend what ruff can mend by itself
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

messages: TRANSLATIONS = service/translations
messages: .venv/dev.stamp ## Bring all prose to the catalogues, and these to where they are read (NEW=fr begins one)
	@mkdir -p $(TRANSLATIONS)
	$(BIN)/python -m babel.messages.frontend -q extract -F babel.cfg -k N_ -c Translators: --no-location --project Sundial -o $(TRANSLATIONS)/messages.pot rules service workers
	$(if $(NEW),$(BIN)/pybabel -q init -i $(TRANSLATIONS)/messages.pot -d $(TRANSLATIONS) -l $(NEW))
	$(BIN)/pybabel -q update -i $(TRANSLATIONS)/messages.pot -d $(TRANSLATIONS) --ignore-pot-creation-date --ignore-obsolete
	$(BIN)/pybabel -q compile -d $(TRANSLATIONS)

architecture: .venv/dev.stamp ## Draw the layers in docs/architecture.md from the contracts
	$(BIN)/python -m tests.architecture

openapi: .venv/dev.stamp ## Write openapi.yaml and the JSON Schema of records anew from what serves
	$(BIN)/python -m tests.openapi

clients: .venv/dev.stamp .venv/clients.stamp $(NODE_MODULES) ## Let public generators make clients of openapi.yaml, and each play a game (ARGS=go for one; SECONDS=3600 for each step of it on a busy machine)
	SECONDS=$(or $(SECONDS),900) $(BIN)/python -m tests.generators $(ARGS)

learning: .venv/dev.stamp .venv/learning.stamp ## Let PettingZoo, Gymnasium and OpenSpiel test the games as installed from the wheel
	$(BIN)/python -m tests.packages.building
	.venv/learning/bin/python -m pip --disable-pip-version-check install --quiet --no-deps --no-index --force-reinstall dist/sundial_rules-*.whl
	cd packages/sundial-rules && ../../.venv/learning/bin/pytest -q $(ARGS)

api-changes: .venv/dev.stamp ## Say what is new in the API since the last release, and what would break its clients
	$(BIN)/python -m tests.releases.api_changes

release-snapshot: .venv/dev.stamp ## Lay the last tagged release out in build/last-release
	$(BIN)/python -m tests.releases build/last-release

install: .venv/dev.stamp ## Make .venv with everything, developers' tools included

lock: .venv/dev.stamp ## Resolve pyproject.toml anew into the eleven lock files
	$(UV_COMPILE) pyproject.toml --group build -o requirements/server.lock
	$(UV_COMPILE) --group pyproject.toml:build -c requirements/server.lock -o requirements/build.lock
	$(UV_COMPILE) pyproject.toml --group build --extra play -c requirements/server.lock -o requirements/play.lock
	$(UV_COMPILE) pyproject.toml --group build --extra beacon --extra doctor -c requirements/server.lock -o requirements/extras.lock
	$(UV_COMPILE) pyproject.toml --group build --all-extras --group dev -c requirements/play.lock -c requirements/extras.lock -o requirements/dev.lock
	$(UV_COMPILE) --group pyproject.toml:docs -c requirements/dev.lock -o requirements/docs.lock
	$(UV_COMPILE) --group pyproject.toml:node -o requirements/node.lock
	$(UV_COMPILE) --group pyproject.toml:clients -o requirements/clients.lock
	$(UV_COMPILE) --group pyproject.toml:learning -o requirements/learning.lock
	$(UV_COMPILE) --group pyproject.toml:training -o requirements/training.lock
	$(UV_COMPILE) --group pyproject.toml:audit -o requirements/audit.lock

images: ## Update the images of deploy/ to their newest patch, by tag and digest (asks their registry)
	$(PYTHON) deploy/images.py

audit: .venv/audit.stamp ## Look for known vulnerabilities in what the lock files pin (asks pypi.org)
	@failed=0; for lock in requirements/*.lock; do \
		echo "$$lock:"; .venv/audit/bin/pip-audit --disable-pip --require-hashes -r "$$lock" || failed=1; done; exit $$failed

clean: ## Remove .venv and every cache (var/, where the games are, stays)
	rm -rf tests/proofreading/node_modules clients/typescript/node_modules clients/typescript/dist clients/typescript/src/openapi.ts
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist *.egg-info packages/*/src/*.egg-info $(SITE)
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Sundial needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv

# A stamp is younger than the lock file it was made from as long as nothing is to be done. What developers have
# includes what runs, so installing it makes both stamps.
.venv/runtime.stamp: requirements/play.lock pyproject.toml $(BOT_CHECK)/pyproject.toml | $(BIN)/python
	$(PIP) install --quiet --require-hashes -r requirements/play.lock
	$(PIP) install --quiet --no-build-isolation --no-deps -e . -e $(BOT_CHECK)
	@touch $@

.venv/dev.stamp: requirements/dev.lock pyproject.toml $(BOT_CHECK)/pyproject.toml | $(BIN)/python
	$(PIP) install --quiet --require-hashes -r requirements/dev.lock
	$(PIP) install --quiet --no-build-isolation --no-deps -e . -e $(BOT_CHECK)
	@touch .venv/runtime.stamp $@

$(NODE_MODULES) $(PROOFREADERS): %/node_modules/.package-lock.json: %/package-lock.json requirements/node.lock .venv/dev.stamp
	$(BIN)/python -m tests.node $*

.venv/clients.stamp: requirements/clients.lock | $(BIN)/python
	$(PYTHON) -m venv --clear .venv/clients
	.venv/clients/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes -r requirements/clients.lock
	@touch $@

.venv/audit.stamp: requirements/audit.lock | $(BIN)/python
	$(PYTHON) -m venv --clear .venv/audit
	.venv/audit/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes -r requirements/audit.lock
	@touch $@

.venv/learning.stamp: requirements/learning.lock | $(BIN)/python
	$(PYTHON) -m venv --clear .venv/learning
	.venv/learning/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes -r requirements/learning.lock
	@touch $@

.venv/training.stamp: requirements/training.lock | $(BIN)/python
	$(PYTHON) -m venv --clear .venv/training
	.venv/training/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes -r requirements/training.lock
	@touch $@

.venv/chromium.stamp: .venv/dev.stamp
	$(BIN)/python -m tests.chromium
	@touch $@

.venv/debian.stamp: .venv/dev.stamp
	$(BIN)/python -m tests.debian
	@touch $@
