"""`holdfast policy`: a policy for the guard, derived from recorded conversations, and their calls to try it on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holdfast.core import HoldfastError


def command(
    file: Annotated[Path, typer.Argument(help="Recorded conversations: .jsonl, .json or .eval.")],
    tools: Annotated[Path | None, typer.Option(help="The schemas of their tools, for logs that have none.")] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="The policy to write.")] = Path("policy.toml"),
    calls: Annotated[
        Path | None, typer.Option(help="Also write the recorded calls, and wrong ones, for `holdfast guard replay`.")
    ] = None,
) -> int:
    """Derive from a log where the arguments of its calls must come from, as a policy that the guard enforces.

    Every rule is kept by every recorded call. With --calls, each call is written as it was recorded, with a value that
    nobody told, and with a value of somebody else: `holdfast guard replay CALLS --policy POLICY` says what is stopped.
    """
    import msgspec
    import tomli_w

    from holdfast.suites.transcripts import policy
    from holdfast.suites.transcripts.settings import resolve
    from holdfast.suites.transcripts.suite import decided
    from holdfast.suites.transcripts.survey import survey

    settings = resolve("paper", {"file": str(file), "answers": "false", **({"tools": str(tools)} if tools else {})})
    found = survey(settings)
    rules = policy.derive(decided(settings, found), decided(settings, found))
    _write(out, tomli_w.dumps(policy.document(rules), multiline_strings=False))
    print(f"{out}: {len(rules)} rules about {len({rule.tool for rule in rules})} tools.")
    if calls is not None:
        written = 0
        try:
            with calls.open("wb") as lines:
                for one in policy.records(decided(settings, found), rules, found, settings):
                    lines.write(msgspec.json.encode(one) + b"\n")
                    written += 1
        except OSError as error:
            raise HoldfastError(f"{calls} cannot be written ({error.strerror}); choose another place.") from error
        print(f"{calls}: {written:,} calls; try `holdfast guard replay {calls} --policy {out}`.")
    return 0


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise HoldfastError(f"{path} cannot be written ({error.strerror}); choose another with --out.") from error
