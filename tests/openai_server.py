"""A real OpenAI-compatible server on loopback, with faults on request. Run it, or use `running_server` in a test.

Replies are a pure function of what was asked, log-probabilities come from a small proper language model, and faults
are decided by the request's body and its attempt number, so every run against it can be repeated. It is a raw
asyncio protocol because throughput benchmarks must measure the client, not the server.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import re
import subprocess
import sys
import threading
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from itertools import pairwise
from typing import Any

import msgspec

# ------------------------------------------------------------------------------------------------ the language model

CORPUS = """
 the rain causes the flood and the flood causes the road to close so the rain causes the road to close
 if the pump stops then the tank drains and if the tank drains then the alarm sounds
 the pump does not stop so the tank does not drain and the alarm does not sound
 because the switch is on the lamp is on therefore the room is bright and the door is open
"""
TOKEN = re.compile(r" ?\w+| ?[^\w\s]+|\s+")
WORDS = tuple(sorted({f" {word}" for word in CORPUS.split()}))
WORD_INDEX = {word: i for i, word in enumerate(WORDS)}
BIGRAM, HASHED, SPELLED = 0.5, 0.4, 0.1
"""The mixture: corpus bigrams, a distribution drawn from the whole preceding text, and spelling for any other token."""
PER_BYTE, END = math.log(0.8 / 256), math.log(0.2)


def _successors() -> dict[str, Counter[str]]:
    words = [f" {word}" for word in CORPUS.split()]
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for before, after in pairwise(words):
        found[before][after] += 1
    return found


SUCCESSORS = _successors()


def log_probability(token: str, before: str, draw: bytes) -> float:
    """The log-probability of a token after `before`, with `draw` a digest of all preceding text."""
    probability = SPELLED * math.exp(PER_BYTE * len(token.encode()) + END)
    known = SUCCESSORS.get(before)
    if token in WORD_INDEX:
        share = HASHED if known else HASHED + BIGRAM
        probability += share * (draw[WORD_INDEX[token]] + 1) / (sum(draw) + len(draw))
        if known:
            probability += BIGRAM * known[token] / known.total()
    return math.log(probability)


def echoed(text: str, *, late: bool = False) -> tuple[list[str], list[float | None]]:
    """The tokens of a text and their log-probabilities, each given all text before it; the first has none.

    `late` takes them one position too late, given the token itself too: wrong, and yet true to the chain rule.
    """
    tokens = TOKEN.findall(text)
    seen, logprobs, before = blake2b(digest_size=len(WORDS)), [], ""
    for token in tokens:
        right = log_probability(token, before, seen.digest())
        seen.update(token.encode())
        value = log_probability(token, token, seen.digest()) if late else right
        logprobs.append(value if before else None)
        before = token
    return tokens, logprobs


def next_tokens(text: str) -> list[tuple[str, float]]:
    """Every word the model knows with its log-probability after the text, the likeliest first."""
    before = (TOKEN.findall(text) or [""])[-1]
    draw = blake2b(text.encode(), digest_size=len(WORDS)).digest()
    return sorted(((w, log_probability(w, before, draw)) for w in WORDS), key=lambda pair: (-pair[1], pair[0]))


CHAT_TOKENS = tuple(
    variant
    for word in (
        "A",
        "B",
        "C",
        "D",
        "Yes",
        "No",
        "yes",
        "no",
        "True",
        "False",
        "Forward",
        "Reverse",
        "1",
        "2",
        "3",
        "4",
    )
    for variant in (word, f" {word}")
)
CHAT_TAILS: tuple[tuple[str, ...], ...] = ((), (".",), (".", " Done", "."), (" because", " it", " follows", "."))
SHARPNESS = 24.0
"""A reply's first token has weight exp(byte / SHARPNESS), one byte of the conversation's digest for each token."""


def conversation_digest(messages: bytes) -> bytes:
    """What decides the reply: a byte for each possible first token, from the JSON of role and content of every turn."""
    return blake2b(messages, digest_size=len(CHAT_TOKENS)).digest()


def chat_tokens(draw: bytes) -> list[str]:
    """The whole reply to a conversation with this digest: the likeliest first token and a tail."""
    return [CHAT_TOKENS[draw.index(max(draw))], *CHAT_TAILS[draw[0] % len(CHAT_TAILS)]]


def first_token_logprobs(draw: bytes) -> list[tuple[str, float]]:
    """The first token's distribution, the likeliest first; its first entry is the token that `chat_tokens` says."""
    log_total = math.log(sum(math.exp(byte / SHARPNESS) for byte in draw))
    pairs = [(token, byte / SHARPNESS - log_total) for token, byte in zip(CHAT_TOKENS, draw, strict=True)]
    return sorted(pairs, key=lambda pair: -pair[1])


# ------------------------------------------------------------------------------------- a server with a known rule

PREMISE = re.compile(r"^(?:Both|Neither|Suppose) .*$", re.MULTILINE)
OPTION = re.compile(r"^([AB]): (.*)$", re.MULTILINE)
PREFERRED, OTHER, REST = 255, 210, 200
"""Bytes of the letter a rule takes, of the other letter, and the most of any other token."""
RULE_MARGIN = (PREFERRED - OTHER) / SHARPNESS
"""How far apart the log-probabilities of the two letters are, whatever is asked."""


def copied_premise(text: str) -> str:
    """The letter of the option that repeats the polarity of the last premise; A where nothing is stated."""
    premises, options = PREMISE.findall(text), OPTION.findall(text)
    if not premises or not options:
        return "A"
    absent = premises[-1].startswith("Neither") or "did not occur" in premises[-1]
    return next(letter for letter, claim in options if ("did not occur" in claim) == absent)


RULES: dict[str, Callable[[str], str]] = {"always-a": lambda text: "A", "copies-premise": copied_premise}


def preferring(letter: str, draw: bytes, space: str) -> bytes:
    """The digest with the bytes of the letters set. What is left of it still tells conversations apart."""
    weights = dict(zip(CHAT_TOKENS, (min(byte, REST) for byte in draw), strict=True))
    weights |= {"A": 0, "B": 0, " A": 0, " B": 0}
    weights |= {f"{space}{each}": PREFERRED if each == letter else OTHER for each in "AB"}
    return bytes(weights.values())


# ------------------------------------------------------------------------------------------------------- the protocol


class Turn(msgspec.Struct):
    role: str
    content: Any = ""


class ChatRequest(msgspec.Struct):
    messages: list[Turn]
    model: str = ""
    max_tokens: int | None = None
    max_completion_tokens: int | None = None
    logprobs: bool | None = None
    top_logprobs: int | None = None


class CompletionRequest(msgspec.Struct):
    prompt: str
    model: str = ""
    max_tokens: int | None = None
    logprobs: int | None = None
    echo: bool = False


decode_chat = msgspec.json.Decoder(ChatRequest).decode
decode_completion = msgspec.json.Decoder(CompletionRequest).decode
encode = msgspec.json.Encoder().encode

REASONS = {200: b"OK", 400: b"Bad Request", 401: b"Unauthorized", 404: b"Not Found", 429: b"Too Many Requests"}


class RejectedError(Exception):
    """A request the server understands and will not serve."""


class Server:
    """What is served, the faults to inject, and the counts."""

    def __init__(self, flags: argparse.Namespace) -> None:
        self.flags = flags
        self.rates = [
            ("429", flags.rate_429),
            ("500", flags.rate_500),
            ("drop", flags.rate_drop),
            ("malformed", flags.rate_malformed),
            ("truncate", flags.rate_truncate),
        ]
        self.faulty = any(rate > 0 for _, rate in self.rates)
        self.authorization = f"authorization: bearer {flags.api_key}".lower().encode() if flags.api_key else None
        self.asked: Counter[bytes] = Counter()
        self.answered: Counter[bytes] = Counter()
        self.endpoints: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.in_flight = self.peak_in_flight = 0

    def fault(self, body: bytes, attempt: int) -> str | None:
        """What goes wrong with this attempt of this body, if anything."""
        if not self.faulty or (self.flags.max_faults and attempt >= self.flags.max_faults):
            return None
        draw = int.from_bytes(blake2b(body + b"%d" % attempt, digest_size=4).digest(), "big") / 2**32
        for name, rate in self.rates:
            if draw < rate:
                return name
            draw -= rate
        return None

    def stats(self) -> dict[str, Any]:
        return {
            "requests": self.asked.total(),
            "endpoints": dict(self.endpoints),
            "faults": dict(self.faults),
            "distinct": len(self.asked),
            "repeated": self.asked.total() - len(self.asked),
            "answered": self.answered.total(),
            "answered_distinct": len(self.answered),
            "answered_again": self.answered.total() - len(self.answered),
            "peak_in_flight": self.peak_in_flight,
        }

    def chat(self, body: bytes) -> dict[str, Any]:
        request = decode_chat(body)
        if not request.messages:
            raise RejectedError("messages must not be empty")
        top = request.top_logprobs or 0
        if top > self.flags.max_top_logprobs:
            raise RejectedError(f"top_logprobs must be at most {self.flags.max_top_logprobs}")
        if self.flags.completion_tokens_only and request.max_tokens is not None:
            raise RejectedError("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        said = encode(request.messages)
        draw = conversation_digest(said)
        if self.flags.rule:
            letter = RULES[self.flags.rule](request.messages[-1].content)
            draw = preferring(letter, draw, " " if self.flags.spaced_letters else "")
        tokens = chat_tokens(draw)
        most = request.max_completion_tokens or request.max_tokens
        finish = "stop"
        if most and len(tokens) > most:
            tokens, finish = tokens[:most], "length"
        choice: dict[str, Any] = {
            "index": 0,
            "message": {"role": "assistant", "content": "".join(tokens)},
            "logprobs": None,
            "finish_reason": finish,
        }
        if request.logprobs and not self.flags.no_logprobs:
            listed = first_token_logprobs(draw)
            first = {"token": listed[0][0], "logprob": listed[0][1], "top_logprobs": _listed(listed[:top])}
            rest = [{"token": token, "logprob": 0.0, "top_logprobs": []} for token in tokens[1:]]
            choice["logprobs"] = {"content": [first, *rest]}
        return {
            "id": "chatcmpl-" + draw[:8].hex(),
            "object": "chat.completion",
            "created": 0,
            "model": self.flags.model,
            "choices": [choice],
            "usage": _usage(said.count(b" ") + len(request.messages), len(tokens)),
        }

    def completion(self, body: bytes) -> dict[str, Any]:
        request = decode_completion(body)
        if request.logprobs and request.logprobs > self.flags.max_top_logprobs:
            raise RejectedError(f"logprobs must be at most {self.flags.max_top_logprobs}")
        most = 16 if request.max_tokens is None else request.max_tokens
        tokens: list[str] = []
        logprobs: list[float | None] = []
        tops: list[dict[str, float] | None] = []
        if request.echo and not self.flags.no_echo:
            tokens, logprobs = self.echo(request.prompt)
            tops = [None] * len(tokens)
        text = request.prompt
        offsets = _offsets(tokens)
        for _ in range(most):
            listed = next_tokens(text)
            offsets.append(len(text))
            tokens.append(listed[0][0])
            logprobs.append(listed[0][1])
            tops.append(dict(listed[: request.logprobs or 0]))
            text += listed[0][0]
        prompt_tokens = len(TOKEN.findall(request.prompt))
        shown = {"tokens": tokens, "token_logprobs": logprobs, "text_offset": offsets, "top_logprobs": tops}
        choice = {
            "index": 0,
            "text": "".join(tokens),
            "logprobs": None if request.logprobs is None or self.flags.no_logprobs else shown,
            "finish_reason": "length",
        }
        return {
            "id": "cmpl-0",
            "object": "text_completion",
            "created": 0,
            "model": self.flags.model,
            "choices": [choice],
            "usage": _usage(prompt_tokens, most),
        }

    def echo(self, text: str) -> tuple[list[str], list[float | None]]:
        """Prompt log-probabilities, right or wrong in the way that `--wrong-echo` says."""
        tokens, right = echoed(text)
        match self.flags.wrong_echo:
            case "shifted":  # as a server gives them that is off by one position
                return echoed(text, late=True)
            case "noise":  # depends on what comes later, so that the chain rule cannot hold
                noise = blake2b(text.encode(), digest_size=64).digest()
                return tokens, [lp and lp - noise[i % 64] / 64 for i, lp in enumerate(right)]
            case "zero":
                return tokens, [lp and 0.0 for lp in right]
            case _:
                return tokens, right


def _listed(pairs: list[tuple[str, float]]) -> list[dict[str, Any]]:
    return [{"token": token, "logprob": lp, "bytes": list(token.encode())} for token, lp in pairs]


def _usage(prompt: int, completion: int) -> dict[str, int]:
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def _offsets(tokens: list[str]) -> list[int]:
    offsets, at = [], 0
    for token in tokens:
        offsets.append(at)
        at += len(token)
    return offsets


def _http(status: int, payload: bytes, extra: bytes = b"", *, declared: int | None = None) -> bytes:
    length = len(payload) if declared is None else declared
    reason = REASONS.get(status, b"Error")
    head = b"HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n" % (status, reason, length)
    return head + extra + b"\r\n" + payload


def _error(status: int, message: str, extra: bytes = b"") -> bytes:
    return _http(status, encode({"error": {"message": message, "type": "test_error", "code": None}}), extra)


class Connection(asyncio.Protocol):
    """One client connection: reads whole requests, writes whole responses."""

    def __init__(self, server: Server, loop: asyncio.AbstractEventLoop) -> None:
        self.server = server
        self.loop = loop
        self.buffer = b""
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer = data = self.buffer + data if self.buffer else data
        head_end = data.find(b"\r\n\r\n")
        if head_end < 0:
            return
        head = data[:head_end].lower()
        at = head.find(b"content-length:")
        length = int(head[at + 15 : (head + b"\r").find(b"\r", at)]) if at >= 0 else 0
        if len(data) < head_end + 4 + length:
            return
        body = data[head_end + 4 : head_end + 4 + length]
        self.buffer = data[head_end + 4 + length :]
        method, path, _ = head.split(b" ", 2)
        self.serve(method, path, head, body)

    def serve(self, method: bytes, path: bytes, head: bytes, body: bytes) -> None:
        server = self.server
        if method == b"get":
            self.transport.write(self.get(path))
            return
        name = path.decode()
        server.endpoints[name] += 1
        server.in_flight += 1
        server.peak_in_flight = max(server.peak_in_flight, server.in_flight)
        response, close = self.post(name, head, body)
        if server.flags.delay:
            self.loop.call_later(server.flags.delay, self.send, response, close)
        else:
            self.send(response, close)

    def send(self, response: bytes, close: bool) -> None:
        self.server.in_flight -= 1
        self.transport.write(response)
        if close:
            self.transport.close()

    def get(self, path: bytes) -> bytes:
        if path == b"/stats":
            return _http(200, encode(self.server.stats()))
        if path == b"/v1/models":
            return _http(200, encode({"object": "list", "data": [{"id": self.server.flags.model, "object": "model"}]}))
        return _error(404, f"no such page: {path.decode()}")

    def post(self, path: str, head: bytes, body: bytes) -> tuple[bytes, bool]:
        """The response's bytes, and whether the connection is closed after them."""
        server, flags = self.server, self.server.flags
        answer: Callable[[bytes], dict[str, Any]]
        if path == "/v1/chat/completions":
            answer = server.chat
        elif path == "/v1/completions":
            answer = server.completion
        else:
            return _error(404, f"no such endpoint: {path}"), False
        if server.authorization and server.authorization not in head:
            server.faults["401"] += 1
            return _error(401, "Incorrect API key provided."), False
        if flags.limit_concurrency and server.in_flight > flags.limit_concurrency:
            server.faults["limit"] += 1
            return _error(429, "Too many requests in flight.", b"Retry-After: %a\r\n" % flags.retry_after), False
        key = blake2b(body, digest_size=12, person=path[-16:].encode()).digest()
        attempt = server.asked[key]
        server.asked[key] = attempt + 1
        fault = server.fault(key, attempt)
        if fault is not None:
            server.faults[fault] += 1
        if fault == "429":
            return _error(429, "Rate limit reached.", b"Retry-After: %a\r\n" % flags.retry_after), False
        if fault == "500":
            return _error(500, "The server had an error."), False
        try:
            payload = encode(answer(body))
        except (msgspec.DecodeError, RejectedError) as error:
            return _error(400, str(error)), False
        if fault == "drop":
            return _http(200, payload)[:30], True
        if fault == "malformed":
            return _http(200, payload[: len(payload) // 2] + b"<html>"), False
        if fault == "truncate":
            return _http(200, payload[: len(payload) // 2], declared=len(payload)), True
        server.answered[key] += 1
        return _http(200, payload), False


# ------------------------------------------------------------------------------------------------ running it


def parser() -> argparse.ArgumentParser:
    flags = argparse.ArgumentParser(description="An OpenAI-compatible test server on loopback.")
    flags.add_argument("--port", type=int, default=0)
    flags.add_argument("--model", default="test-model")
    flags.add_argument("--api-key", help="answer 401 without this key")
    flags.add_argument("--delay", type=float, default=0.0, help="seconds before each response")
    flags.add_argument("--rate-429", type=float, default=0.0)
    flags.add_argument("--retry-after", type=float, default=0.2, help="seconds that a 429 asks to wait")
    flags.add_argument("--rate-500", type=float, default=0.0)
    flags.add_argument("--rate-drop", type=float, default=0.0, help="close the connection inside the head")
    flags.add_argument("--rate-malformed", type=float, default=0.0, help="a body that is not JSON")
    flags.add_argument("--rate-truncate", type=float, default=0.0, help="a body shorter than declared")
    flags.add_argument("--max-faults", type=int, default=3, help="faults a body may meet before it is served; 0: any")
    flags.add_argument("--limit-concurrency", type=int, default=0, help="answer 429 above so many in flight")
    flags.add_argument("--no-echo", action="store_true", help="ignore `echo` silently, as llama.cpp does")
    flags.add_argument("--wrong-echo", nargs="?", const="shifted", choices=("shifted", "noise", "zero"))
    flags.add_argument("--no-logprobs", action="store_true", help="ignore `logprobs` silently")
    flags.add_argument("--max-top-logprobs", type=int, default=20, help="answer 400 when more are asked for")
    flags.add_argument("--completion-tokens-only", action="store_true", help="refuse `max_tokens` in chats")
    flags.add_argument("--rule", choices=RULES, help="how the letter A or B is chosen; without, by a digest")
    flags.add_argument("--spaced-letters", action="store_true", help="with --rule: write and list ` A` and ` B`")
    flags.add_argument("--with-parent", action="store_true", help="stop when standard input closes")
    return flags


async def serve(flags: argparse.Namespace) -> None:
    loop = asyncio.get_running_loop()
    server = Server(flags)
    listener = await loop.create_server(lambda: Connection(server, loop), "127.0.0.1", flags.port, backlog=1024)
    port = listener.sockets[0].getsockname()[1]
    print(f"listening on http://127.0.0.1:{port}/v1", flush=True)
    await listener.serve_forever()


def main() -> None:
    flags = parser().parse_args()
    if flags.with_parent:
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    try:
        import uvloop

        run = uvloop.run
    except ImportError:
        run = asyncio.run
    run(serve(flags))


class RunningServer:
    """A server process and where it listens."""

    def __init__(self, url: str, process: subprocess.Popen[str]) -> None:
        self.url = url
        self.process = process

    def stats(self) -> dict[str, Any]:
        with urllib.request.urlopen(self.url.removesuffix("/v1") + "/stats", timeout=10) as response:
            return msgspec.json.decode(response.read())


@contextmanager
def running_server(*flags: str | int | float) -> Iterator[RunningServer]:
    """Start the server as a process of its own; stop it on the way out."""
    command = [sys.executable, __file__, "--with-parent", *map(str, flags)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line.startswith("listening on "):
            raise RuntimeError(f"the test server did not start: {line!r}")
        yield RunningServer(line.removeprefix("listening on ").strip(), process)
    finally:
        process.terminate()
        process.wait(10)
        process.stdin.close()
        process.stdout.close()


if __name__ == "__main__":
    main()
