# The project's tasks. Each sets up what it needs first, and does nothing twice.

.DEFAULT_GOAL := help
.NOTPARALLEL:

PORT ?= 8000
ROUNDS ?= 7
RUNS ?= 5
venv_python := .venv/bin/python
# Several workers share the cores, so the numpy in each keeps to one. A test file stays with one worker.
pytest := OPENBLAS_NUM_THREADS=1 $(venv_python) -m pytest -n 2 --dist loadfile
# Not node_modules/.bin/tsc, which needs a node on PATH.
tsc := .venv/bin/node node_modules/typescript/bin/tsc
typed := attn_core site_plugins docs/demos docs/numbers tests tools $(wildcard bench/*.py)

export NO_MKDOCS_2_WARNING := 1
ifeq ($(SITE_URL),)
unexport SITE_URL  # empty means: where mkdocs.yml says
endif

.PHONY: help
help: ## list these tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

.PHONY: serve
serve: setup fetch ## the site with live reload on http://127.0.0.1:8000 (PORT=)
	@$(venv_python) -m tools.free_port '$(PORT)'
	@SITE_URL=http://127.0.0.1:$(PORT)/ $(venv_python) -m mkdocs serve --livereload --dev-addr 127.0.0.1:$(PORT)

.PHONY: test
test: setup fetch check ## what must hold at every commit, a real browser included
	@browser=$$($(venv_python) -m tools.find_browser) && BROWSER_PATH=$$browser $(pytest) -m 'not slow'

.PHONY: test-all
test-all: setup fetch minilm check ## all of `make test`, then the slow suites
	@browser=$$($(venv_python) -m tools.find_browser) && BROWSER_PATH=$$browser $(pytest) -p tools.slow_last

.PHONY: site
site: setup fetch minilm ## strict build into site/ (SITE_URL= is where it will be published)
	@$(venv_python) -m mkdocs build --strict

.PHONY: check
check: setup ## lint, formatting, types of Python and JavaScript
	@$(venv_python) -m ruff check
	@$(venv_python) -m ruff format --check
	@$(venv_python) -m mypy $(typed)
	@for config in tsconfig*.json; do $(tsc) --noEmit -p $$config || exit 1; done

.PHONY: format
format: setup ## put formatting and the order of imports right
	@$(venv_python) -m ruff check --fix-only --exit-zero
	@$(venv_python) -m ruff format

.PHONY: bench
bench: setup fetch ## speed and memory, measured side by side; results in bench/results/ (ROUNDS=3 RUNS=1: quicker)
	@for script in attention_overhead tiled_memory import_time; do $(venv_python) -m bench.$$script || exit 1; done
	@$(venv_python) -m bench.startup --rounds $(ROUNDS)
	@$(venv_python) -m bench.moves
	@$(venv_python) -m bench.training
	@$(venv_python) -m bench.lighthouse --runs $(RUNS)

.PHONY: setup
setup: ## virtual environment, Python and Node packages (PYTHON= picks the interpreter)
	@python=$$(tools/find-python $(venv_python)) && "$$python" -m tools.setup

.PHONY: fetch
fetch: setup ## the browser's Python, once for each user of this machine
	@$(venv_python) -m mkdocs_pyodide fetch
	@$(venv_python) -m tools.pyodide_wheels

.PHONY: minilm
minilm: setup ## the trained model, 84 MB, once for each user; in eight bits it is published: `site` and `test-all` need it
	@$(venv_python) -m tools.minilm.fetch
	@$(venv_python) -m tools.minilm.publish

.PHONY: lock
lock: setup ## take newer versions of all packages
	@tools/lock

.PHONY: clean
clean: ## remove all that these tasks made in this folder
	rm -rf .venv node_modules bench/node_modules site .make .mypy_cache .ruff_cache .pytest_cache .hypothesis
