"""Loading a local model: a folder, a GGUF file, or a hub id, with an optional PEFT adapter after a `+`."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from holdfast.core import HoldfastError, digest

WEIGHTS = ("*.safetensors", "*.gguf", "*.bin", "config.json", "tokenizer.json", "adapter_config.json")


@dataclass(frozen=True)
class Loaded:
    """A model ready to be asked."""

    model: Any
    """The transformers model, in evaluation mode."""
    tokenizer: Any
    """Its tokenizer."""
    revision: str
    """The exact weights: a digest of the files, or the hub's commit."""


def require_libraries() -> None:
    """Say what to install if the libraries for local models are not there."""
    from importlib.util import find_spec

    if missing := [name for name in ("torch", "transformers") if find_spec(name) is None]:
        raise HoldfastError(
            f"Local models need {' and '.join(missing)}; install them with `pip install 'holdfast[local]'`."
        )


def quiet_libraries() -> None:
    """Keep the libraries' own progress bars and notices out of ours."""
    import transformers

    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()


def check_place(target: str) -> None:
    """Say what is known to be wrong with `<folder, file or hub id>[+<adapter folder>]` before anything is loaded."""
    source, _, adapter = target.partition("+")
    folder = Path(source).expanduser()
    if source.endswith(".gguf"):
        if not folder.is_file():
            raise HoldfastError(f"There is no file {source!r}; give a .gguf file, a model folder or a hub id.")
    elif folder.is_dir():
        if not (folder / "config.json").is_file():
            raise HoldfastError(f"The folder {source!r} holds no model: config.json is missing.")
    elif not _looks_like_hub_id(source):
        raise HoldfastError(f"There is no model folder {source!r}; give a folder, a .gguf file or a hub id.")
    if adapter:
        check_adapter(adapter)


def check_adapter(folder: str) -> None:
    """Say if there is no adapter in a folder."""
    if not (Path(folder).expanduser() / "adapter_config.json").is_file():
        raise HoldfastError(f"The folder {folder!r} holds no PEFT adapter: adapter_config.json is missing.")


def load(target: str) -> Loaded:
    """Load `<folder, file or hub id>[+<adapter folder>]`."""
    require_libraries()
    check_place(target)
    base, _, adapter = target.partition("+")
    loaded = _load_gguf(Path(base).expanduser()) if base.endswith(".gguf") else _load_pretrained(base)
    return with_adapter(loaded, adapter) if adapter else loaded


def _load_pretrained(source: str) -> Loaded:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    quiet_libraries()
    folder = Path(source).expanduser()
    try:
        tokenizer = AutoTokenizer.from_pretrained(source)
        model = AutoModelForCausalLM.from_pretrained(source, dtype=_dtype(torch), attn_implementation="sdpa")
    except (OSError, ValueError) as error:
        raise HoldfastError(f"The model {source!r} could not be loaded: {_first_line(error)}") from error
    revision = digest_of(folder) if folder.is_dir() else str(getattr(model.config, "_commit_hash", None) or source)
    return Loaded(_placed(model), tokenizer, revision)


def _load_gguf(file: Path) -> Loaded:
    # Before tqdm is imported: the conversion has a bar of its own that cannot be switched off otherwise.
    os.environ.setdefault("TQDM_DISABLE", "1")
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    quiet_libraries()
    where = {"pretrained_model_name_or_path": str(file.parent), "gguf_file": file.name}
    try:
        tokenizer = AutoTokenizer.from_pretrained(**where)
        model = AutoModelForCausalLM.from_pretrained(**where, dtype=torch.float32)
    except (OSError, ValueError, KeyError, ImportError) as error:
        raise HoldfastError(f"The GGUF file {str(file)!r} could not be loaded: {_first_line(error)}") from error
    # A model read from GGUF is dequantised, but transformers still marks it as quantised and would not save it.
    model.hf_quantizer = None
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config
    return Loaded(_placed(model), tokenizer, file_digest(file))


def with_adapter(loaded: Loaded, folder: str) -> Loaded:
    """A model with a PEFT adapter merged into its weights."""
    check_adapter(folder)
    adapter = Path(folder).expanduser()
    from peft import PeftModel

    model = PeftModel.from_pretrained(loaded.model, str(adapter)).merge_and_unload().eval()
    return Loaded(model, loaded.tokenizer, digest("adapter", loaded.revision, digest_of(adapter)))


def _placed(model: Any) -> Any:
    import torch

    device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
    return model.to(device).eval()


def _dtype(torch: Any) -> Any:
    """bfloat16 where the hardware has it; on a CPU it may be emulated and many times slower than float32."""
    return torch.bfloat16 if torch.cuda.is_available() and torch.cuda.is_bf16_supported() else torch.float32


def digest_of(folder: Path) -> str:
    """A digest of everything in a folder that decides what the model answers."""
    files = sorted({f for pattern in WEIGHTS for f in folder.glob(pattern)})
    return digest("weights", [[f.name, file_digest(f)] for f in files])


def file_digest(file: Path) -> str:
    """The SHA-256 of a file."""
    with file.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def _looks_like_hub_id(source: str) -> bool:
    return re.fullmatch(r"[\w.-]+/[\w.-]+", source) is not None and not source.startswith((".", os.sep))


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
