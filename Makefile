# Everything a person does with a checkout. Needs Python 3.11 or newer and make; the rest is installed into .venv.
SHELL := /bin/sh
PYTHON ?= python3
BIN := .venv/bin
ARGS ?=
GAMES ?= 20
EXAMPLES ?= 20000
PROCESSES ?= 4
NOTICES ?= 2000
CONNECTIONS ?= 500
SHARE ?= 0.06
MIN ?= 10
SEED ?= 1
MUTANTS ?=
NEW ?=
BOT_CHECK := packages/sundial-bot-check
NODE_MODULES := clients/typescript/node_modules/.package-lock.json
PIP := $(BIN)/python -m pip --disable-pip-version-check
UV_COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

.DEFAULT_GOAL := help
.PHONY: help messages play prepared test test-slow check conformance goldens faults gauntlet soak fuzz resume year answers mails replay stages schemathesis format bench streams slow-bodies frozen bench-http backup-times arena opponents tune train mutants openapi clients lint-openapi api-changes architecture puzzles samples vectors release-snapshot install lock clean learning wheels reference thinkers shots looks

help: ## Say what each target does
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: .venv/runtime.stamp ## Install what is needed, then serve everything on http://127.0.0.1:8000 until Ctrl-C
	@exec $(BIN)/sundial play $(ARGS)

# Whatever the machine is told: the processes of a run would all compile the same modules, and pytest rewrite them.
test test-slow: export PYTHONDONTWRITEBYTECODE :=
test: prepared ## Run what a change needs, in eight minutes (ARGS='tests/rules -x' for some)
	$(BIN)/python -m pytest -m "not slow" -n $(PROCESSES) --dist loadscope --no-loadscope-reorder $(ARGS)

test-slow: prepared ## Run the rest: long journeys, soak, stages, each test of both databases on PostgreSQL
	$(BIN)/python -m pytest -m slow -n $(PROCESSES) --dist loadscope --no-loadscope-reorder $(ARGS)

prepared: .venv/dev.stamp .venv/chromium.stamp $(NODE_MODULES) ## Install what the tests need, and run none

check: .venv/dev.stamp ## Lint, format, types, layers, spelling, and what is in deploy/
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell
	$(BIN)/yamllint --strict .yamllint.yaml deploy
	$(BIN)/hadolint deploy/Dockerfile
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	$(BIN)/kubernetes-validate --strict --quiet --kubernetes-version 1.33 deploy/kubernetes/[!k]*.yaml

conformance: .venv/dev.stamp ## Hold every game to the rules of all games (GAMES=2000 for a long run)
	$(BIN)/python -m pytest -n 2 --dist loadgroup tests/rules tests/service/play/planning --games $(GAMES) $(ARGS)

goldens: .venv/dev.stamp ## Draw the pictures of all games anew that tests compare with
	$(BIN)/python -m tests.rules.pictures

faults: .venv/dev.stamp ## Send mails through a server that fails, by workers that are killed (NOTICES=2000)
	$(BIN)/python -m tests.workers.faults --notices $(NOTICES) $(ARGS)

gauntlet: .venv/dev.stamp ## Try bad inputs at every door of a fresh Sundial (SHARE=1 for all of them)
	$(BIN)/python -m tests.gauntlet --share $(SHARE) $(ARGS)

soak: .venv/dev.stamp ## Break everything round a Sundial that is played on (MIN=10 SEED=1; MUTANTS=1 breaks Sundial instead)
	$(BIN)/python -m tests.soak --minutes $(MIN) --seed $(SEED) $(if $(MUTANTS),--mutants) $(ARGS)

fuzz: .venv/dev.stamp ## Read rubbish and damaged mails (EXAMPLES=100000 of each sort), and say how many
	EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest tests/service/mail/reading/test_fuzzing.py \
		--hypothesis-profile fuzz --hypothesis-show-statistics $(ARGS)

year: PLAYERS = 200
year: DAYS = 365
year: SEED = 1
year: .venv/dev.stamp ## Let PLAYERS=200 people play for DAYS=365 days (SEED=1), and look for time that was taken from somebody
	PLAYERS=$(PLAYERS) DAYS=$(DAYS) SEED=$(SEED) $(BIN)/python -m pytest -n 0 tests/service/year -k right_not_to $(ARGS)

answers: GAMES = 1
answers: .venv/dev.stamp ## Play GAMES=1 of each game in each language by answers to mails alone, and say what was misread
	GAMES=$(GAMES) $(BIN)/python -m pytest -n 2 tests/service/mail/inbound/test_answers.py $(ARGS)

mails: .venv/dev.stamp .venv/chromium.stamp ## Write every mail in each language to build/mails/, with pictures of it (LANGUAGES=en for one)
	$(if $(LANGUAGES),LANGUAGES=$(LANGUAGES)) $(BIN)/python -m pytest -n 2 tests/service/mail/live_mails.py $(ARGS)

resume: .venv/dev.stamp ## Kill a reader of the event stream again and again (EVENTS=1000), and look for gaps
	EVENTS=$(or $(EVENTS),1000) $(BIN)/python -m pytest tests/journeys/test_events.py $(ARGS)

replay: .venv/dev.stamp ## Cut the connections of REQUESTS=5000 requests, send them again, and look for double moves
	REQUESTS=$(or $(REQUESTS),5000) $(BIN)/python -m pytest tests/journeys/test_replay.py $(ARGS)

stages: EXAMPLES = 200
stages: .venv/dev.stamp ## Let changes fail in two processes (EXAMPLES=200 games), and compare both with a replay of the log
	EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest tests/service/stages $(ARGS)

schemathesis: EXAMPLES = 100
schemathesis: .venv/dev.stamp ## Try a running server against its description (EXAMPLES=100 for each address; PARTS=8 PART=3 for an eighth)
	EXAMPLES=$(EXAMPLES) PARTS=$(or $(PARTS),1) PART=$(or $(PART),0) $(BIN)/python -m pytest -s tests/journeys/live_schemathesis.py $(ARGS)

format: .venv/dev.stamp ## Format the code and mend what ruff can mend by itself
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: .venv/dev.stamp ## Measure the speed of every game (ARGS='springtime --option scoring=majority')
	$(BIN)/python -m benchmarks $(ARGS)

thinkers: TURNS = 100
thinkers: .venv/dev.stamp ## Measure how long waiting turns of the computer take one process, and two (TURNS=100)
	$(BIN)/python -m benchmarks.thinkers $(TURNS) $(ARGS)

streams: .venv/dev.stamp ## Measure moves beside open event streams (STREAMS=200)
	$(BIN)/python -m benchmarks.streams $(STREAMS)

slow-bodies: .venv/dev.stamp ## Measure requests beside clients that send or read byte by byte (CONNECTIONS=500)
	$(BIN)/python -m benchmarks.slow_bodies $(CONNECTIONS) $(ARGS)

frozen: .venv/dev.stamp ## Measure moves while each other process is frozen (ARGS='20 --rounds 2')
	$(BIN)/python -m benchmarks.frozen $(ARGS)

bench-http: GAMES = 5000
bench-http: .venv/dev.stamp ## Measure moves, reads, mails and growth over HTTP as ratios (GAMES=100000 ROUNDS=3 SECONDS=2)
	$(BIN)/python -m benchmarks.http --games $(GAMES) $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(SECONDS),--seconds $(SECONDS)) $(ARGS)

backup-times: GAMES = 1000
backup-times: .venv/dev.stamp ## Measure backup, restore and release on both databases (GAMES=1000)
	$(BIN)/python -m benchmarks.backups $(GAMES) $(ARGS)

arena: .venv/dev.stamp ## Let opponents play: Seasons' level 5 against its yardsticks, ARGS='siesta --second level3', or LADDER=1: all levels in all games; what was played is kept
ifdef LADDER
	$(BIN)/python -m benchmarks.ladder $(ARGS)
else ifdef ARGS
	$(BIN)/python -m benchmarks.arena $(ARGS)
else
	$(BIN)/python -m benchmarks.arena seasons --seats 2 --seconds 0.4 --second benchmarks.reference_players:random_placer
	$(BIN)/python -m benchmarks.arena seasons --seats 2 --seconds 0.4 --second benchmarks.reference_players:greedy_placer
endif

opponents: .venv/dev.stamp ## Write the tables in docs/opponents.md, and what people are told of the levels, from benchmarks/arena/
	$(BIN)/python -m benchmarks.opponents

tune: .venv/dev.stamp ## Say with which value of a number level 5 wins more often (GAME=springtime ARGS='tactics:POINT 0.6 1'), or TOGETHER=1: look for better values of several (ARGS='tactics:OPEN tactics:LUCK')
	$(BIN)/python -m benchmarks.$(if $(TOGETHER),together,tuning) $(GAME) $(ARGS)

train: GAME = seasons
train: .venv/training.stamp ## Train by games against itself the networks that a game is judged by (GAME=dawn, ARGS='--players 3 --version basic')
	.venv/training/bin/python -m benchmarks.training_$(GAME) $(ARGS)

mutants: SAMPLE = 200
mutants: .venv/dev.stamp ## Change the code in SAMPLE=200 places, and name the changes that no test notices (SEED=1)
	$(BIN)/python -m tests.mutants --count $(SAMPLE) --seed $(SEED) $(ARGS)

messages: TRANSLATIONS = service/translations
messages: .venv/dev.stamp ## Bring all prose to the catalogues, and these to where they are read (NEW=fr begins one)
	@mkdir -p $(TRANSLATIONS)
	$(BIN)/python -m babel.messages.frontend -q extract -F babel.cfg -k N_ -c Translators: --no-location --project Sundial -o $(TRANSLATIONS)/messages.pot rules service workers
	$(if $(NEW),$(BIN)/pybabel -q init -i $(TRANSLATIONS)/messages.pot -d $(TRANSLATIONS) -l $(NEW))
	$(BIN)/pybabel -q update -i $(TRANSLATIONS)/messages.pot -d $(TRANSLATIONS) --ignore-pot-creation-date --ignore-obsolete
	$(BIN)/pybabel -q compile -d $(TRANSLATIONS)

puzzles: .venv/dev.stamp ## Write the list of Springtime's puzzles of the days anew
	$(BIN)/python -m tests.puzzles

samples: .venv/dev.stamp ## Play the boards in mid-play anew that stand for the games
	$(BIN)/python -m tests.samples

shots: .venv/dev.stamp .venv/chromium.stamp ## Take pictures of every page at three widths, by day and by night (ARGS='siesta' for some, --docs for those in docs/)
	$(BIN)/python -m tests.shots $(ARGS)

looks: .venv/dev.stamp .venv/chromium.stamp ## Try the pages in a browser, and say how they stand to what was promised of them
	$(BIN)/python -m pytest -n 2 --dist loadscope -q tests/browser $(ARGS)

vectors: POSITIONS = 10000
vectors: .venv/dev.stamp ## Write conformance vectors of all rules to var/vectors (POSITIONS=10000 of each, or ARGS=--samples)
	$(BIN)/python -m tests.vectors write --positions $(POSITIONS) $(ARGS)

architecture: .venv/dev.stamp ## Draw the layers in docs/architecture.md from the contracts
	$(BIN)/python -m tests.architecture

openapi: .venv/dev.stamp ## Write openapi.yaml and the JSON Schema of records anew from what serves
	$(BIN)/python -m tests.openapi

clients: .venv/dev.stamp .venv/clients.stamp $(NODE_MODULES) ## Let public generators make clients of openapi.yaml, and each play a game (ARGS=go for one; SECONDS=3600 for each step of it on a busy machine)
	SECONDS=$(or $(SECONDS),900) $(BIN)/python -m tests.generators $(ARGS)

learning: .venv/learning.stamp wheels ## Let PettingZoo, Gymnasium and OpenSpiel test the games as installed from the wheel
	.venv/learning/bin/python -m pip --disable-pip-version-check install --quiet --no-deps --no-index --force-reinstall dist/sundial_rules-*.whl
	cd packages/sundial-rules && ../../.venv/learning/bin/pytest -q $(ARGS)

wheels: .venv/dev.stamp ## Build what is installed alone into dist/: the rules, the Python client, bot-check
	$(BIN)/python -m tests.packages.building

reference: .venv/learning.stamp wheels ## Write the reference of the rules, from their docstrings, to build/reference/
	.venv/learning/bin/python -m pip --disable-pip-version-check install --quiet --no-deps --no-index --force-reinstall dist/sundial_rules-*.whl
	.venv/learning/bin/pdoc --docformat google --output-directory build/reference rules sundial_environments

lint-openapi: ## Hold openapi.yaml to the recommended rules of Redocly and Spectral (needs npx)
	npx --yes @redocly/cli@2.77.0 lint --extends recommended openapi.yaml
	npx --yes @stoplight/spectral-cli@6.16.3 lint --fail-severity warn --ruleset tests/generators/spectral.yaml openapi.yaml

api-changes: .venv/dev.stamp ## Say what is new in the API since the last release, and what would break its clients
	$(BIN)/python -m tests.releases.api_changes

release-snapshot: .venv/dev.stamp ## Lay the last tagged release out in build/last-release
	$(BIN)/python -m tests.releases build/last-release

install: .venv/dev.stamp ## Make .venv with everything, developers' tools included

lock: .venv/dev.stamp ## Resolve pyproject.toml anew into the seven lock files
	$(UV_COMPILE) pyproject.toml --group build -o requirements/server.lock
	$(UV_COMPILE) pyproject.toml --group build --extra play -c requirements/server.lock -o requirements/play.lock
	$(UV_COMPILE) pyproject.toml --group build --extra play --extra otel --group dev -c requirements/play.lock -o requirements/dev.lock
	$(UV_COMPILE) --group pyproject.toml:node -o requirements/node.lock
	$(UV_COMPILE) --group pyproject.toml:clients -o requirements/clients.lock
	$(UV_COMPILE) --group pyproject.toml:learning -o requirements/learning.lock
	$(UV_COMPILE) --group pyproject.toml:training -o requirements/training.lock

clean: ## Remove .venv and every cache (var/, where the games are, stays)
	rm -rf clients/typescript/node_modules clients/typescript/dist clients/typescript/src/openapi.ts
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist *.egg-info packages/*/src/*.egg-info
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

$(NODE_MODULES): clients/typescript/package-lock.json requirements/node.lock .venv/dev.stamp
	$(BIN)/python -m tests.node

.venv/clients.stamp: requirements/clients.lock | $(BIN)/python
	$(PYTHON) -m venv --clear .venv/clients
	.venv/clients/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes -r requirements/clients.lock
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
