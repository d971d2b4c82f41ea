"""The journal: a content-addressed memo of every request and its answer, in one SQLite file.

`request` is unique by what was sent, to whom, and which draw it was; `use` links requests to the cases they serve.
Writes are buffered and committed in batches, so that a crash loses at most the batch in hand and never a committed
answer. One process writes.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from holdfast.core import Answer, Failure, HoldfastError, Identity, Receipt, Request, canonical, digest
from holdfast.core.agent import answer_decoder, request_decoder
from holdfast.core.errors import AgentFailure

BATCH_ROWS = 500
BATCH_SECONDS = 1.0
MOST_ERRORS = 3
"""How many sentences of failed requests the totals hold."""

MIGRATIONS = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE agent (digest TEXT PRIMARY KEY, spec TEXT NOT NULL, identity TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE request (
        key               BLOB PRIMARY KEY,  -- digest of agent, body and draw
        agent             TEXT NOT NULL,
        body              TEXT NOT NULL,     -- what was sent
        draw              INTEGER NOT NULL,
        answer            TEXT,              -- NULL where the request failed
        failure           TEXT,
        message           TEXT,
        model             TEXT,              -- as the provider returned it
        prompt_tokens     INTEGER,
        completion_tokens INTEGER,
        latency_ms        REAL,
        attempts          INTEGER NOT NULL,
        cost              REAL
    );
    CREATE TABLE use (
        agent     TEXT NOT NULL,
        case_id   TEXT NOT NULL,
        role      TEXT NOT NULL,
        replicate INTEGER NOT NULL,
        request   BLOB NOT NULL,
        PRIMARY KEY (agent, case_id, role, replicate)
    ) WITHOUT ROWID;
    """,
)
"""Numbered by position; a journal's `user_version` says how many it has seen. Append, never edit."""

_INSERT_REQUEST = "INSERT OR REPLACE INTO request VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)"
_INSERT_USE = "INSERT OR REPLACE INTO use VALUES (?,?,?,?,?)"


def request_key(agent: str, request: Request, draw: int) -> bytes:
    """What makes a request the same request: the agent's digest, what is sent, and the draw if it samples."""
    return bytes.fromhex(digest("request", agent, request, draw))


class Use(msgspec.Struct, frozen=True):
    """A place in the design and what the agent answered there."""

    case_id: str
    """The case."""
    role: str
    """Which of the case's questions."""
    replicate: int
    """Which repetition."""
    request: Request
    """What was sent."""
    answer: Answer | None
    """What came back, if anything did."""
    failure: Failure | None
    """Why nothing came back."""
    prompt_tokens: int = 0
    """Tokens read, where the agent reports them."""


class Totals(msgspec.Struct, frozen=True):
    """What a journal holds for one agent."""

    answered: int
    """Requests with an answer."""
    failed: dict[str, int]
    """Requests without one, by kind of failure."""
    prompt_tokens: int
    """Tokens read."""
    completion_tokens: int
    """Tokens written."""
    cost: float
    """US dollars by the price table."""
    errors: dict[str, int] = {}
    """What the failed requests were told, the most frequent sentences first."""


class Journal:
    """The memo of one run. Use as a context manager."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._pending: dict[bytes, tuple[object, ...]] = {}
        self._pending_answers: dict[bytes, Answer] = {}
        self._uses: list[tuple[str, str, str, int, bytes]] = []
        self._last_flush = time.monotonic()
        with readable(path):
            self._db = sqlite3.connect(path, isolation_level=None, cached_statements=64)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._migrate()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- remembering ---------------------------------------------------------------------------------------------

    def lookup(self, key: bytes) -> Answer | None:
        """The memoised answer to a request, or None if it was never answered."""
        if (pending := self._pending_answers.get(key)) is not None:
            return pending
        row = self._db.execute("SELECT answer FROM request WHERE key = ?", (key,)).fetchone()
        return None if row is None or row[0] is None else answer_decoder.decode(row[0])

    def add_agent(self, identity: Identity) -> None:
        """Write down who an agent digest stands for."""
        row = (identity.digest, identity.spec, canonical(identity).decode())
        self._db.execute("INSERT OR IGNORE INTO agent VALUES (?,?,?)", row)

    def record(self, key: bytes, agent: str, request: Request, draw: int, answer: Answer) -> None:
        """Remember an answer."""
        receipt = answer.receipt
        bare = msgspec.structs.replace(answer, receipt=Receipt())
        self._pending_answers[key] = bare
        self._pending[key] = (
            key, agent, canonical(request).decode(), draw, canonical(bare).decode(), None, None,
            receipt.model, receipt.prompt_tokens, receipt.completion_tokens, receipt.latency_ms, receipt.attempts,
            receipt.cost,
        )  # fmt: skip

    def record_failure(self, key: bytes, agent: str, request: Request, draw: int, failure: AgentFailure) -> None:
        """Remember that a request failed, and how. A later answer replaces this."""
        self._pending[key] = (
            key, agent, canonical(request).decode(), draw, None, failure.kind.value, failure.message,
            None, None, None, None, failure.attempts, None,
        )  # fmt: skip

    def use(self, agent: str, case_id: str, role: str, replicate: int, key: bytes) -> None:
        """Link a request to the place in the design that it serves."""
        self._uses.append((agent, case_id, role, replicate, key))

    def flush_if_due(self) -> None:
        """Commit if enough rows or enough time have gathered."""
        if len(self._uses) >= BATCH_ROWS or time.monotonic() - self._last_flush > BATCH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Commit everything in hand, in one transaction."""
        self._last_flush = time.monotonic()
        if not (self._pending or self._uses):
            return
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany(_INSERT_REQUEST, self._pending.values())
            self._db.executemany(_INSERT_USE, self._uses)
            self._db.execute("COMMIT")
        except BaseException as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")  # an interruption here must not leave a transaction open
            if not isinstance(error, sqlite3.OperationalError):
                raise
            raise HoldfastError(
                f"Could not write {self.path} ({error}); what was committed before is safe, make room and resume."
            ) from error
        self._pending.clear()
        self._pending_answers.clear()
        self._uses.clear()

    # -- reading back ---------------------------------------------------------------------------------------------

    def uses(self, agent: str) -> Iterator[Use]:
        """Every use by an agent, in a fixed order that does not depend on when it was asked."""
        rows = self._db.execute(
            "SELECT use.case_id, use.role, use.replicate, request.body, request.answer, request.failure, "
            "request.prompt_tokens FROM use "
            "JOIN request ON request.key = use.request WHERE use.agent = ? "
            "ORDER BY use.case_id, use.role, use.replicate",
            (agent,),
        )
        for case_id, role, replicate, body, answer, failure, tokens in rows:
            yield Use(
                case_id,
                role,
                replicate,
                request_decoder.decode(body),
                None if answer is None else answer_decoder.decode(answer),
                None if failure is None else Failure(failure),
                tokens or 0,
            )

    def totals(self, agent: str) -> Totals:
        """How many requests an agent has answered and failed, and what they took."""
        answered, read, wrote, cost = self._db.execute(
            "SELECT count(*), total(prompt_tokens), total(completion_tokens), total(cost) FROM request "
            "WHERE agent = ? AND answer IS NOT NULL",
            (agent,),
        ).fetchone()
        failed = self._db.execute(
            "SELECT failure, count(*) FROM request WHERE agent = ? AND answer IS NULL GROUP BY failure ORDER BY 1",
            (agent,),
        ).fetchall()
        errors = self._db.execute(
            "SELECT message, count(*) FROM request WHERE agent = ? AND answer IS NULL AND message <> '' "
            "GROUP BY message ORDER BY 2 DESC, 1 LIMIT ?",
            (agent, MOST_ERRORS),
        ).fetchall()
        return Totals(answered, dict(failed), int(read), int(wrote), cost, dict(errors))

    def is_empty(self) -> bool:
        """Whether nothing was ever asked."""
        return self._db.execute("SELECT 1 FROM request LIMIT 1").fetchone() is None

    def get_meta(self, key: str) -> str | None:
        """A fact about the run."""
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def set_meta(self, key: str, value: str) -> None:
        """Write down a fact about the run."""
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?,?)", (key, value))

    def close(self) -> None:
        """Commit what is in hand and close the file."""
        try:
            self.flush()
        finally:
            self._db.close()

    def _migrate(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > len(MIGRATIONS):
            raise HoldfastError(
                f"{self.path} has schema version {version}, but this Holdfast knows versions up to {len(MIGRATIONS)}; "
                "use the newer Holdfast that wrote it."
            )
        for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
            self._db.executescript(f"BEGIN; {script}; PRAGMA user_version = {number}; COMMIT;")


class readable:  # noqa: N801  (reads as a clause: `with readable(path):`)
    """Turns SQLite's own errors about a damaged file into a sentence, on opening it or on meeting the damage later."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if isinstance(error, sqlite3.DatabaseError):
            raise HoldfastError(
                f"{self.path} cannot be read as a journal ({error}); restore it from a copy, or move it away and "
                "`holdfast resume` asks everything again."
            ) from error
