"""`holdfast` with its model sharded by accelerate's own FSDP2 code, on CPUs.

Accelerate shards on accelerators only: on CPUs it takes the same settings for plain data parallelism. Here the one line
that decides so is turned round; sharding, gathering and the mapping of the optimiser are accelerate's and torch's.
"""

from __future__ import annotations

import sys

import accelerate
from accelerate.state import AcceleratorState
from accelerate.utils import DistributedType, FullyShardedDataParallelPlugin

from holdfast.cli import main

plain = accelerate.Accelerator.__init__


def sharded(self: accelerate.Accelerator, **given: object) -> None:
    """An accelerator that shards."""
    plain(self, **given)
    AcceleratorState._shared_state["distributed_type"] = DistributedType.FSDP
    AcceleratorState._shared_state["fsdp_plugin"] = FullyShardedDataParallelPlugin(
        fsdp_version=2, cpu_ram_efficient_loading=False, auto_wrap_policy="transformer_based_wrap",
        transformer_cls_names_to_wrap=["LlamaDecoderLayer"],
    )  # fmt: skip


accelerate.Accelerator.__init__ = sharded

if __name__ == "__main__":
    sys.exit(main())
