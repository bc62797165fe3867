# Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
"""A client of a Vadium service, in one file: it signs, retries, pages and follows streams.

    import vadium

    client = vadium.Client()  # VADIUM_URL and VADIUM_PRIVATE_KEY
    for transfer in client.transfers.list(status="PENDING"):
        print(transfer["id"], transfer["quantity"], transfer["token"])

It needs Python 3.9 or newer and the package `cryptography` (in Debian: python3-cryptography).

- An amount is sent as a str or a decimal.Decimal. A float is refused with a TypeError, because it
  cannot hold every amount. Answers have no floats: an amount is a str, or a Decimal.
- A call that fails raises a VadiumError. Its `outcome` says whether the request was refused, may
  have taken effect, or awaits approval; `reason`, `details` and `request_id` say why.
- Times are in seconds. A client may be shared by threads.
"""

from __future__ import annotations

import base64
import codecs
import datetime
import decimal
import email.utils
import enum
import functools
import http.client
import io
import json
import logging
import os
import platform
import random
import re
import selectors
import socket
import ssl
import threading
import time
import urllib.parse
import uuid
from dataclasses import dataclass
from typing import (
    Any,
    Callable,
    Dict,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
    Union,
)

try:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
except ImportError as absent:
    raise ImportError(
        "vadium needs the package cryptography: install python3-cryptography of Debian, or run"
        " `pip install cryptography`."
    ) from absent

Amount = Union[str, decimal.Decimal]
Time = Union[str, datetime.datetime]
Id = Union[str, uuid.UUID]
_Read = TypeVar("_Read")

# In place of a member that is not sent. None is sent as null.
OMIT: Any = type("Omitted", (), {"__repr__": lambda self: "OMIT"})()

_log = logging.getLogger("vadium")


REFUSED = "refused"
UNKNOWN = "unknown"
AWAITS_APPROVAL = "awaits_approval"


@dataclass(frozen=True)
class Detail:
    """What is wrong with one member, parameter or header."""

    field: str
    issue: str
    value: Optional[str] = None
    allowed: Tuple[str, ...] = ()


class VadiumError(Exception):
    """The base class of every error of a call. Arguments that cannot be sent raise a TypeError or a
    ValueError instead. The text of the error suffices as a log line, and is on one line.
    """

    summary: str
    """What went wrong, in one sentence."""
    code: str
    """The canonical code, such as RESOURCE_EXHAUSTED. A newer service may send others."""
    reason: str
    """The stable reason, for programs to decide by. A newer service may send others."""
    outcome: str
    """REFUSED: the request had no effect and will have none. UNKNOWN: it may have taken effect,
    because no answer arrived or the answer does not say. AWAITS_APPROVAL: it has had no effect yet,
    and takes effect once other accounts have approved it. It is said of this call alone: under the
    key of an earlier call of UNKNOWN outcome, that one may have taken effect although this one is
    REFUSED, as by the rate limit or for its signature. Only a reason of the operation itself, or
    AWAITS_APPROVAL, shows what became of both."""
    idempotency_key: Optional[str] = None
    """The key of a write whose outcome is unknown. Within a day, repeat the call with it: the call
    takes effect if it has not yet, and otherwise returns the first answer."""
    status: Optional[int]
    """The HTTP status. None when no answer arrived."""
    request_id: Optional[str]
    """The id of the request in the logs of the service. None when no answer gave one."""
    retry_after: Optional[float]
    """How long to wait before the next attempt, as the answer asks, in seconds."""
    details: Tuple[Detail, ...]
    """The fields that are wrong, each with what is wrong with it."""
    request: str = ""
    """The method and the path of the call."""

    def __init__(
        self,
        summary: str,
        reason: str,
        code: str,
        outcome: str,
        answered: Optional[_Answered] = None,
        details: Sequence[Detail] = (),
    ) -> None:
        super().__init__(summary)
        self.summary, self.reason, self.code, self.outcome = summary, reason, code, outcome
        self.status = None if answered is None else answered.status
        self.request_id = None if answered is None else answered.request_id
        self.retry_after = None if answered is None else answered.retry_after
        self.details = tuple(details)

    def __str__(self) -> str:
        fields = "".join(f" {detail.field}: {detail.issue}." for detail in self.details)
        what = self.reason if self.status is None else f"{self.status} {self.reason}"
        about = [self.request, what, self.request_id and f"request {self.request_id}"]
        text = f"{self.summary}{fields} ({', '.join(part for part in about if part)})"
        return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", text)

    @property
    def _advice(self) -> str:
        return "never"


class ServiceError(VadiumError):
    """The service answered with an error. REFUSED, except after an internal error."""

    @property
    def _advice(self) -> str:
        return _advice_for(self.reason, self.code, self.status or 0)


class ReplyError(VadiumError):
    """The answer is not JSON, lacks expected members, or is too large. UNKNOWN."""

    def __init__(
        self, summary: str, answered: Optional[_Answered], reason: str = "REPLY_MALFORMED"
    ) -> None:
        super().__init__(summary, reason, "DATA_LOSS", UNKNOWN, answered)

    @property
    def _advice(self) -> str:
        # An answer that is not of the service is, most likely, of a proxy.
        status = self.status or 0
        if self.reason == "REPLY_TOO_LARGE":
            return "never"
        if status == 429:
            return "after_wait"
        return "back_off" if status >= 500 or status == 408 or 200 <= status < 300 else "never"


class TimedOutError(VadiumError):
    """No answer, or no further part of an export or a stream, arrived in time. UNKNOWN."""

    def __init__(self, seconds: float) -> None:
        summary = f"The service did not answer within {seconds:g} s."
        super().__init__(summary, "TIMED_OUT", "DEADLINE_EXCEEDED", UNKNOWN)

    @property
    def _advice(self) -> str:
        return "back_off"


class ConnectionFailedError(VadiumError):
    """The exchange with the service failed. CONNECTION_NOT_MADE: nothing was sent, which may pass.
    REQUEST_NOT_SENT: nothing was sent, because of a fault that stays, such as a certificate that is
    not trusted. Both are REFUSED. CONNECTION_LOST: any failure after that, UNKNOWN.
    """

    def __init__(self, reason: str, host: str, cause: object = None) -> None:
        text = {
            "CONNECTION_NOT_MADE": f"The client could not connect to {host}",
            "REQUEST_NOT_SENT": f"The request to {host} was not sent",
            "CONNECTION_LOST": f"The connection to {host} was lost before the answer was complete",
        }[reason]
        why = "" if cause is None else f": {cause or type(cause).__name__}"
        outcome = UNKNOWN if reason == "CONNECTION_LOST" else REFUSED
        code = "FAILED_PRECONDITION" if reason == "REQUEST_NOT_SENT" else "UNAVAILABLE"
        super().__init__(f"{text}{why}.", reason, code, outcome)

    @property
    def _advice(self) -> str:
        return "never" if self.reason == "REQUEST_NOT_SENT" else "back_off"


class ApprovalRequiredError(VadiumError):
    """The write needs the approval of other accounts, and has had no effect yet. The same call
    under the same key raises the same error; under another key it makes another request.
    """

    approval: Dict[str, Any]
    """The request as it was stored, and who has decided so far."""

    def __init__(self, approval: Dict[str, Any], answered: Optional[_Answered] = None) -> None:
        summary = (
            f"The request has no effect yet. client.approvals.wait('{approval['id']}') waits until"
            " other accounts have approved it."
        )
        code = "FAILED_PRECONDITION"
        super().__init__(summary, "APPROVAL_REQUIRED", code, AWAITS_APPROVAL, answered)
        self.approval = approval


class ApprovalEndedError(VadiumError):
    """A request that needed approval has ended without effect. REFUSED."""

    approval: Dict[str, Any]
    """The approval in its final state. Its `failure` says why an approved request was refused."""

    def __init__(self, approval: Dict[str, Any]) -> None:
        state, failure = approval["state"], approval.get("failure")
        why = "" if failure is None else f" {failure['message']} ({failure['reason']})"
        super().__init__(
            f"The request had no effect: its approval {approval['id']} is {state}.{why}",
            f"APPROVAL_{state}",
            "FAILED_PRECONDITION",
            REFUSED,
        )
        self.approval = approval


@dataclass(frozen=True)
class Retries:
    """When a failed call is retried. Every retry of a write carries the same idempotency key."""

    attempts_max: int = 4
    """The most attempts of a call, including the first. 1 disables retries."""
    back_off: float = 0.2
    """The wait after the first failure in seconds. It doubles after each further failure, and a
    random part of up to half is subtracted."""
    back_off_max: float = 5.0
    """The longest such wait in seconds."""
    total_max: float = 90.0
    """Limit for the whole call in seconds, including waits and the time that the machine sleeps. A
    Retry-After beyond it ends the call at once."""

    def __post_init__(self) -> None:
        # The service keeps an idempotency key for a day.
        if not (self.attempts_max >= 1 and 0 < self.total_max <= 12 * 3600):
            raise ValueError("attempts_max must be 1 or more, total_max 12 hours at most.")


# Programs with the same key that signed the same request in the same millisecond, of which the
# service accepts one, must not do so again.
_SIGN_AGAIN_MAX = 0.1


def _advice_for(reason: str, code: str, status: int) -> str:
    """How a call is retried after an error of the service: as its reason says, or else as its code
    and its status say. `never`; `after_wait`: after the time that the answer gives; `sign_again`:
    at another time; `resync_clock`: at the time of the server, which is in the details;
    `back_off`: the outcome is unknown, and a retry is safe.
    """
    if reason in _ADVICE:
        return _ADVICE[reason]
    if code == "RESOURCE_EXHAUSTED" or status == 429:
        return "after_wait"
    return "back_off" if code == "INTERNAL" or status >= 500 else "never"


def _wait_before_retry(
    error: VadiumError, attempt: int, was_signed_again: bool, retries: Retries, chance: float
) -> Optional[float]:
    """The wait before another attempt in seconds. None if another attempt cannot help.

    chance: from 0 to below 1, varies the wait.
    """
    advice = error._advice
    if advice == "never":
        return None
    if advice == "sign_again":
        return None if was_signed_again else chance * _SIGN_AGAIN_MAX
    if advice == "resync_clock":
        return None if was_signed_again or _server_time(error) is None else 0.0
    # 2 ** 1023 is the largest power that a float holds.
    ceiling = min(retries.back_off * 2.0 ** min(attempt - 1, 1000), retries.back_off_max)
    # Added to what the answer asks for, or all refused clients would return at the same time.
    return (error.retry_after or 0.0) + ceiling * (1 - chance / 2)


def _server_time(error: VadiumError) -> Optional[int]:
    """The time of the server in Unix milliseconds, if the error reports it."""
    if error._advice != "resync_clock":
        return None
    given = next((detail.value for detail in error.details if detail.field == _TIMESTAMP), None)
    return int(given) if given is not None and re.fullmatch("[0-9]{13}", given) else None


def _only_signed_again(error: VadiumError) -> bool:
    return error._advice == "sign_again" or _server_time(error) is not None


def _is_settled(error: VadiumError, was_unknown: bool) -> bool:
    """Whether the last error of a write shows that the write had no effect. If the outcome of an
    earlier attempt is unknown, only a refusal by the operation itself or an approval shows that,
    because the service keeps its decision under the idempotency key. An earlier refusal, such as of
    a signature or by the rate limit, does not.
    """
    if error.outcome == UNKNOWN:
        return False
    if not was_unknown or isinstance(error, ApprovalRequiredError):
        return True
    if not isinstance(error, ServiceError):
        return False
    if error.reason.endswith("_NOT_FOUND"):
        return error.reason != "ROUTE_NOT_FOUND"
    return error.reason in _REASONS_OF_WRITES


class _Stopwatch:
    """Seconds since its start, by the clock that is further on: one of them may stand still while
    the machine sleeps, and the other may be set back.
    """

    def __init__(self) -> None:
        self._began = (time.time(), time.monotonic())

    def seconds(self) -> float:
        wall, steady = self._began
        return max(time.time() - wall, time.monotonic() - steady)


_API_KEY, _TIMESTAMP, _SIGNATURE = "X-API-Key", "X-Timestamp-Ms", "X-Signature"
_KEPT_FOR_S = 60


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Signer:
    """Signs requests with a private key: base64url of 64 bytes (the seed, then the public key) or
    of the seed alone. For a key in a hardware module, give the client an object with `public_key`
    and `sign` instead.
    """

    public_key: str
    """base64url, as X-API-Key carries it."""

    def __init__(self, private_key: str) -> None:
        try:
            pair = base64.b64decode(private_key + "=" * (-len(private_key) % 4), b"-_", True)
        except (ValueError, TypeError):
            pair = b""
        # The message never quotes the key.
        if len(pair) not in (32, 64) or _base64url(pair) != private_key:
            raise ValueError(
                "private_key must be base64url without padding, of 64 bytes (the seed, then the"
                " public key) or 32 (the seed)."
            )
        self._key = Ed25519PrivateKey.from_private_bytes(pair[:32])
        raw = serialization.Encoding.Raw
        derived = self._key.public_key().public_bytes(raw, serialization.PublicFormat.Raw)
        if pair[32:] not in (b"", derived):
            raise ValueError("private_key is damaged: its public key does not belong to its seed.")
        self.public_key = _base64url(derived)

    def sign(self, data: bytes) -> bytes:
        """The Ed25519 signature of the data, 64 bytes."""
        return self._key.sign(data)


class _SigningTimes:
    """The timestamps of the signatures of this process. None is used twice with one key: equal
    requests of one millisecond would have the same signature, which the service accepts once.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._used: Dict[str, Dict[int, float]] = {}

    def take(self, public_key: str, earliest: int) -> int:
        now = time.monotonic()
        with self._lock:
            used = self._used.setdefault(public_key, {})
            stamp = earliest
            while stamp in used:
                stamp += 1
            used[stamp] = now
            # A replay of a use that is older would be refused for its time.
            for old in list(used):
                if now - used[old] <= _KEPT_FOR_S:
                    break
                del used[old]
        return stamp


_signing_times = _SigningTimes()


def sign_request(
    signer: Signer, method: str, target: str, body: bytes = b"", offset_ms: int = 0
) -> Dict[str, str]:
    """The headers that sign one request, for a request that another program sends. They are valid
    for one use, within 30 seconds.

    target: the path and the query exactly as they will be sent, the base path included.
    offset_ms: how far the clock of the server is ahead of the clock of this machine.
    """
    # The parts are joined by "|": with a raw one, two requests could have the same signature.
    if not re.fullmatch(r"/[!-~]*", target) or re.search(r"[|#]", target):
        raise ValueError('target must begin with "/" and be percent-encoded, without "|" and "#".')
    path, _, query = target.partition("?")
    variable = body if method in ("POST", "PUT", "PATCH") else query.encode()
    now = time.time_ns() // 1_000_000 + offset_ms
    stamp = str(_signing_times.take(signer.public_key, now))
    signed = b"|".join([method.encode(), path.encode(), variable, stamp.encode()])
    return {
        _API_KEY: signer.public_key,
        _TIMESTAMP: stamp,
        _SIGNATURE: _base64url(signer.sign(signed)),
    }


class Answer(Dict[str, Any]):
    """What the service answered: a dict, with what the status line and the headers say of it."""

    status: int = 200
    request_id: Optional[str] = None
    """The id of the request in the logs of the service."""
    headers: http.client.HTTPMessage = http.client.HTTPMessage()
    was_replayed: bool = False
    """Whether it repeats the answer of an earlier call with the same idempotency key. This call
    then changed nothing."""


@dataclass(frozen=True)
class RateLimit:
    """The rate limit of the credential, as the last answer reported it."""

    limit: int
    remaining: int
    reset_at: datetime.datetime
    """When the window ends, by the clock of this machine."""


@dataclass(frozen=True)
class _Operation:
    """What the client reads of an operation when it is called."""

    method: str
    path: str
    answer: str
    """The members that the answer must have: `items[]` is a list, `terms{}` an object. `quantity#`
    is no member: all digits are kept of each number with this name."""
    is_write: bool = False
    has_body: bool = False
    """Whether it takes a body, which it gets even if the caller sets none of its members."""


def _sent(value: Any, place: str) -> Any:
    """A value as JSON has it. An amount keeps all its digits: a Decimal becomes a string."""
    if isinstance(value, enum.Enum):
        return _sent(value.value, place)
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        raise TypeError(
            f"{place} is a float, which cannot hold every amount. Give a str or a decimal.Decimal."
        )
    if isinstance(value, decimal.Decimal):
        if not value.is_finite():
            raise ValueError(f"{place} must be finite.")
        return format(value if value else abs(value), "f")
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            raise ValueError(f"{place} needs a time zone.")
        utc = value.astimezone(datetime.timezone.utc)
        return utc.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, Mapping):
        return {
            _key(name, place): _sent(member, f"{place}.{name}")
            for name, member in value.items()
            if member is not OMIT
        }
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return [_sent(item, f"{place}[{at}]") for at, item in enumerate(value)]
    raise TypeError(f"{place} cannot be sent: it is a {type(value).__name__}.")


def _key(name: Any, place: str) -> str:
    key = name.value if isinstance(name, enum.Enum) else name
    if isinstance(key, str):
        return key
    raise TypeError(f"{place} has a key that is a {type(key).__name__}. Give a str.")


def _target(path: str, params: Mapping[str, Any], query: Mapping[str, Any]) -> str:
    """The path and the query as they are signed and sent. All but the unreserved characters are
    percent-encoded, so that no proxy rewrites them.
    """
    for name, value in params.items():
        text = _word(value, name)
        # Dot segments would be removed, and the request would reach another path.
        if re.fullmatch(r"\.*", text):
            raise ValueError(f"{name} must not be empty or only dots.")
        path = path.replace("{" + name + "}", urllib.parse.quote(text, safe=""))
    pairs = [
        f"{urllib.parse.quote(name, safe='')}={urllib.parse.quote(_word(value, name), safe='')}"
        for name, value in query.items()
        if value is not OMIT and value is not None
    ]
    return "?".join([path, *(["&".join(pairs)] if pairs else [])])


def _word(value: Any, name: str) -> str:
    sent = _sent(value, name)
    if isinstance(sent, bool):
        return "true" if sent else "false"
    if isinstance(sent, (str, int)):
        return str(sent)
    raise TypeError(f"{name} must be one value.")


@functools.lru_cache(maxsize=None)
def _members_of(answer: str) -> Tuple[Mapping[str, type], frozenset[str]]:
    """The members that an answer must have, with their types, and the names of exact numbers."""
    required: Dict[str, type] = {}
    exact = set()
    for word in answer.split():
        name, mark = re.fullmatch(r"(\w+)(\W*)", word).groups()  # type: ignore[union-attr]
        if mark == "#":
            exact.add(name)
        else:
            required[name] = {"[]": list, "{}": dict}.get(mark, object)
    return required, frozenset(exact)


def _parsed(text: str, exact: frozenset[str]) -> Any:
    """JSON without floats. A member that is an exact number is a Decimal, whatever its digits."""

    def members(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
        return {
            name: decimal.Decimal(value) if name in exact and type(value) is int else value
            for name, value in pairs
        }

    return json.loads(
        text,
        parse_float=decimal.Decimal,
        parse_constant=_refuse_constant,
        object_pairs_hook=members,
    )


def _refuse_constant(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON.")


def _object(text: Union[str, bytes], operation: _Operation, answered: _Answered) -> Dict[str, Any]:
    """The object that a text is. Each top-level member that the operation requires is there.
    Nothing deeper is checked: a newer service may add members and values.
    """
    required, exact = _members_of(operation.answer)
    try:
        value = _parsed(text if isinstance(text, str) else text.decode(), exact)
    except (ValueError, RecursionError) as cause:
        raise ReplyError(f"{answered.name} is not JSON.", answered) from cause
    if not isinstance(value, dict):
        raise ReplyError(f"{answered.name} is not a JSON object.", answered)
    for name, kind in required.items():
        if name not in value or not isinstance(value[name], kind):
            summary = f"The member {name} of the answer is absent or invalid."
            raise ReplyError(summary, answered)
    return value


class _Deadline:
    """When an exchange must have ended."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """The seconds that are left: never 0, which would mean that a socket does not wait."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimedOutError(self.seconds)
        return left


class _TimedReader(io.RawIOBase):
    """Reads a socket until a deadline, however slowly its bytes arrive."""

    def __init__(self, exchange: _Exchange, sock: socket.socket) -> None:
        self._exchange, self._sock = exchange, sock
        self._raw = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._sock.settimeout(self._exchange.deadline.left())
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Answered:
    """The status and the headers of an answer, and its body as it arrives."""

    def __init__(self, exchange: _Exchange, response: http.client.HTTPResponse) -> None:
        self._exchange, self._response = exchange, response
        self.status = response.status
        self.headers = response.headers
        self.request_id: Optional[str] = response.headers.get("X-Request-Id")
        self.retry_after = _retry_after(response.headers.get("Retry-After"))

    @property
    def name(self) -> str:
        """What the answer is called in a sentence. Every answer of the service is JSON, so another
        one is most likely of a proxy.
        """
        if self.status == 200:
            return "The answer"
        return f"The answer with status {self.status}, probably of a proxy,"

    def read(self, bytes_max: int) -> bytes:
        """The whole body."""
        with self._exchange.failing():
            body = self._response.read(bytes_max + 1)
            if len(body) > bytes_max:
                summary = f"The answer is larger than {bytes_max} bytes."
                raise ReplyError(summary, self, "REPLY_TOO_LARGE")
            # A body that has ended before its length.
            if self._response.length:
                raise http.client.IncompleteRead(body, self._response.length)
        self._exchange.release(self._response)
        return body

    def chunk(self, seconds: float) -> bytes:
        """The next part of the body as it arrives. Empty at the end."""
        self._exchange.deadline = _Deadline(seconds)
        response = self._response
        with self._exchange.failing():
            # `read1` of some versions reads beyond the length of a body.
            data = (response.read1 if response.length is None else response.read)(65536)
            if not data and self._response.length:
                raise http.client.IncompleteRead(data, self._response.length)
        return data

    @property
    def ends_with_connection(self) -> bool:
        """Whether only the end of the connection ends the body, so that a part looks complete."""
        return self._response.length is None and not self._response.chunked

    def check_media_type(self, what: str, expected: str) -> None:
        """An error page of a proxy could otherwise be read as CSV or as a stream."""
        given = self.headers.get("Content-Type", "").split(";")[0].strip().lower()
        if given != expected:
            raise ReplyError(f"{what} is not {expected}.", self)

    def close(self) -> None:
        self._exchange.close()


def _retry_after(text: Optional[str]) -> Optional[float]:
    """Retry-After in seconds, which is given in seconds or as an HTTP date."""
    if text is None:
        return None
    if re.fullmatch("[0-9]{1,10}", text):
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None


class _Exchange:
    """One request and its answer, on a connection that no other exchange uses meanwhile."""

    def __init__(self, service: _Service, deadline: _Deadline) -> None:
        self._service = service
        self.deadline = deadline
        self._connection = service.connect(deadline)
        self._sock = self._connection.sock
        self._is_over = False

    def send(
        self, method: str, target: str, body: Optional[bytes], headers: Mapping[str, str]
    ) -> _Answered:
        connection, sock = self._connection, self._sock

        def timed(_sock: Any, *given: Any, **more: Any) -> http.client.HTTPResponse:
            return http.client.HTTPResponse(self, *given, **more)  # type: ignore[arg-type]

        connection.response_class = timed  # type: ignore[assignment]
        with self.failing():
            sock.settimeout(self.deadline.left())
            connection.request(method, target, body, dict(headers))
            response = connection.getresponse()
        return _Answered(self, response)

    def makefile(self, _mode: str) -> io.BufferedReader:
        """What an answer is read from, as `http.client` asks a socket for it."""
        return io.BufferedReader(_TimedReader(self, self._sock))

    def failing(self) -> _Failing:
        return _Failing(self)

    def failure(self, error: BaseException) -> Optional[VadiumError]:
        """The error of a call for what has failed after the request was sent."""
        if isinstance(error, (TimeoutError, socket.timeout)):
            return TimedOutError(self.deadline.seconds)
        if isinstance(error, (OSError, http.client.HTTPException, ValueError, AttributeError)):
            return ConnectionFailedError("CONNECTION_LOST", self._service.host, error)
        return None

    def release(self, response: http.client.HTTPResponse) -> None:
        """Keeps the connection for another exchange, if the answer has been read to its end."""
        if response.isclosed() and not response.will_close:
            self._is_over = True
            self._service.keep(self._connection)
        else:
            self.close()

    def close(self) -> None:
        if self._is_over:
            return
        self._is_over = True
        try:
            # Wakes a thread that reads from it.
            self._sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._connection.close()


class _Failing:
    """Turns what fails within it into the error of a call, and closes the connection."""

    def __init__(self, exchange: _Exchange) -> None:
        self._exchange = exchange

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: Optional[BaseException], _trace: object) -> None:
        if error is None:
            return
        self._exchange.close()
        failure = None if isinstance(error, VadiumError) else self._exchange.failure(error)
        if failure is not None:
            raise failure from error


class _Service:
    """Where the service is, and connections to it that are kept open."""

    def __init__(self, base_url: str, context: Optional[ssl.SSLContext]) -> None:
        url = urllib.parse.urlsplit(base_url)
        # The messages do not quote the URL, because it may contain a password.
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ValueError("base_url must be an absolute http or https URL.")
        if url.username or url.password or url.query or url.fragment:
            raise ValueError("base_url must have no credentials, no query and no fragment.")
        self.path = url.path.rstrip("/")
        if not re.fullmatch(r"(?:/[\w.~!$&'()*+,;=:@%-]+)*", self.path, re.ASCII):
            raise ValueError("The path of base_url must be percent-encoded, with no empty segment.")
        self.host = url.netloc
        self._name, self._port = url.hostname, url.port
        self._context = None
        if url.scheme == "https":
            self._context = ssl.create_default_context() if context is None else context
        self._kept: List[http.client.HTTPConnection] = []
        self._process = os.getpid()
        self._lock = threading.Lock()

    def connect(self, deadline: _Deadline) -> http.client.HTTPConnection:
        """A connection that is open. What fails here has sent nothing."""
        while True:
            with self._lock:
                if self._process != os.getpid():
                    # After a fork, the parent would read the answers of the child.
                    self._kept, self._process = [], os.getpid()
                kept = self._kept.pop() if self._kept else None
            if kept is None:
                return self._new_connection(deadline.left())
            with selectors.DefaultSelector() as waiting:
                waiting.register(kept.sock, selectors.EVENT_READ)
                # What can be read before a request is sent is the end of the connection.
                if not waiting.select(0):
                    return kept
            kept.close()

    def _new_connection(self, seconds: float) -> http.client.HTTPConnection:
        made: http.client.HTTPConnection
        if self._context is None:
            made = http.client.HTTPConnection(self._name, self._port, timeout=seconds)
        else:
            made = http.client.HTTPSConnection(
                self._name, self._port, timeout=seconds, context=self._context
            )
        try:
            made.connect()
        except OSError as error:
            made.close()
            passes = not isinstance(error, ssl.SSLError) or isinstance(error, ssl.SSLEOFError)
            reason = "CONNECTION_NOT_MADE" if passes else "REQUEST_NOT_SENT"
            raise ConnectionFailedError(reason, self.host, error) from error
        return made

    def keep(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            self._kept.append(connection)

    def close(self) -> None:
        with self._lock:
            kept, self._kept = self._kept, []
        for connection in kept:
            connection.close()


@dataclass(frozen=True)
class _Call:
    """A call as each of its attempts sends it. Only the timestamp and the signature differ."""

    operation: _Operation
    target: str
    body: Optional[bytes]
    accept: str
    idempotency_key: Optional[str]
    """All attempts carry the same key, so that the call takes effect once."""
    timeout: float

    @property
    def name(self) -> str:
        return f"{self.operation.method} {self.target.partition('?')[0]}"


_JSON, _CSV, _PDF, _STREAM = "application/json", "text/csv", "application/pdf", "text/event-stream"


class Connection:
    """Calls operations. `Client` has a method for each of them."""

    def __init__(
        self,
        base_url: Optional[str] = None,
        private_key: Optional[str] = None,
        *,
        signer: Optional[Signer] = None,
        timeout: float = 10.0,
        retries: Retries = Retries(),
        answer_bytes_max: int = 32 * 1024 * 1024,
        app: str = "",
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """
        base_url: the address of the service with its base path. Default: VADIUM_URL.
        private_key: the key of a credential. Default: VADIUM_PRIVATE_KEY.
        timeout: limit for each attempt in seconds, including reading the answer.
        app: names your program in the User-Agent of each request, such as `desk/1.2`.
        ssl_context: other settings of TLS, such as an authority of your own.
        """
        url = base_url or os.environ.get("VADIUM_URL")
        key = private_key or os.environ.get("VADIUM_PRIVATE_KEY")
        if not url:
            raise ValueError("base_url is missing. Give it, or set VADIUM_URL.")
        if signer is None and not key:
            raise ValueError("private_key is missing. Give it, or set VADIUM_PRIVATE_KEY.")
        if not timeout > 0:
            raise ValueError("timeout must be above 0 seconds.")
        if not re.fullmatch(r"[!-'*-~ ]{0,200}", app):
            raise ValueError("app must be visible ASCII characters without brackets.")
        self._service = _Service(url, ssl_context)
        self._signer = signer if signer is not None else Signer(key or "")
        self._timeout, self._retries, self._bytes_max = timeout, retries, answer_bytes_max
        self._user_agent = f"vadium-python python/{platform.python_version()} {app}".strip()
        self._offset_ms = 0
        self._rate_limit: Optional[RateLimit] = None

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """The rate limit that the last answer reported. None before the first answer."""
        return self._rate_limit

    def close(self) -> None:
        """Closes the connections that no call uses."""
        self._service.close()

    def __enter__(self: Any) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] = {},
        body: Any = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Calls any path of the service, for operations that this version does not know. Any method
        other than GET is taken for a write.

        path: the path below `base_url`, percent-encoded, without its query.
        """
        operation = _Operation(method, path, "quantity#", method != "GET")
        call = self._call(operation, {}, query, body, idempotency_key, timeout)
        return self._answer(call)

    def _call(
        self,
        operation: _Operation,
        params: Mapping[str, Any] = {},
        query: Mapping[str, Any] = {},
        body: Any = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        accept: str = _JSON,
    ) -> _Call:
        content = _sent({} if body is OMIT else body, "body")
        text = None
        if operation.has_body or content:
            text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        key = None
        if operation.is_write:
            key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
            if not re.fullmatch("[!-~]{1,255}", key):
                raise ValueError("idempotency_key must be 1 to 255 visible ASCII characters.")
        target = self._service.path + _target(operation.path, params, query)
        return _Call(operation, target, text, accept, key, timeout or self._timeout)

    def _answer(self, call: _Call) -> Answer:
        def read(answered: _Answered) -> Answer:
            body = answered.read(self._bytes_max)
            if answered.status == 202 and call.operation.is_write:
                value = _object(body, _AWAITS, answered)
                raise ApprovalRequiredError(value["approval"], answered)
            if answered.status != 200:
                raise _refusal(body, answered)
            answer = Answer(_object(body, call.operation, answered))
            answer.status, answer.request_id = answered.status, answered.request_id
            answer.headers = answered.headers
            answer.was_replayed = answered.headers.get("Idempotency-Replayed") == "true"
            return answer

        return self._repeat(call, read)

    def _file(self, call: _Call) -> bytes:
        def read(answered: _Answered) -> bytes:
            body = answered.read(self._bytes_max)
            if answered.status != 200:
                raise _refusal(body, answered)
            answered.check_media_type("The file", _PDF)
            return body

        return self._repeat(call, read)

    def _open(self, call: _Call) -> _Answered:
        """The answer of an export, whose body is read afterwards."""
        return self._repeat(call, self._refuse_error)

    def _refuse_error(self, answered: _Answered) -> _Answered:
        if answered.status != 200:
            raise _refusal(answered.read(self._bytes_max), answered)
        return answered

    def _repeat(self, call: _Call, read: Callable[[_Answered], _Read]) -> _Read:
        """Makes the attempts of a call until one succeeds or none would help."""
        watch, retries = _Stopwatch(), self._retries
        was_signed_again = was_unknown = False
        attempt = 1
        while True:
            left = max(0.001, retries.total_max - watch.seconds())
            try:
                return self._once(call, min(call.timeout, left), read)
            except VadiumError as error:
                if not self._waits(error, attempt, was_signed_again, watch):
                    if call.idempotency_key is not None and not _is_settled(error, was_unknown):
                        error.outcome, error.idempotency_key = UNKNOWN, call.idempotency_key
                    raise
                was_signed_again = was_signed_again or _only_signed_again(error)
                was_unknown = was_unknown or error.outcome == UNKNOWN
                attempt += 1

    def _waits(
        self, error: VadiumError, attempt: int, was_signed_again: bool, watch: _Stopwatch
    ) -> bool:
        """Waits until the next attempt. False if none follows."""
        retries, chance = self._retries, random.random()
        wait = _wait_before_retry(error, attempt, was_signed_again, retries, chance)
        if wait is None or attempt >= retries.attempts_max:
            return False
        if watch.seconds() + wait >= retries.total_max:
            return False
        _log.info("%s Attempt %d follows in %.3f s.", error, attempt + 1, wait)
        time.sleep(wait)
        # The machine may have slept for longer than the service keeps the key.
        return watch.seconds() < retries.total_max

    def _once(self, call: _Call, seconds: float, read: Callable[[_Answered], _Read]) -> _Read:
        """Makes one attempt: signs, sends, and reads the answer. Its error names the call."""
        try:
            answered = self._send(call, _Deadline(seconds))
            try:
                return read(answered)
            except BaseException:
                answered.close()
                raise
        except VadiumError as error:
            error.request = error.request or call.name
            time_of_server = _server_time(error)
            if time_of_server is not None:
                self._offset_ms = time_of_server - time.time_ns() // 1_000_000
            raise

    def _send(self, call: _Call, deadline: _Deadline) -> _Answered:
        began = time.monotonic()
        exchange = _Exchange(self._service, deadline)
        method, body = call.operation.method, call.body
        headers = {"Accept": call.accept, "User-Agent": self._user_agent}
        if body is not None:
            headers["Content-Type"] = _JSON
        if call.idempotency_key is not None:
            headers["Idempotency-Key"] = call.idempotency_key
        offset = self._offset_ms
        headers.update(sign_request(self._signer, method, call.target, body or b"", offset))
        answered = exchange.send(method, call.target, body, headers)
        took = (time.monotonic() - began) * 1000
        _log.debug("%s %d in %.0f ms (%s)", call.name, answered.status, took, answered.request_id)
        self._note_rate_limit(answered.headers)
        return answered

    def _note_rate_limit(self, headers: http.client.HTTPMessage) -> None:
        given = [headers.get(f"X-RateLimit-{name}", "") for name in ("Limit", "Remaining", "Reset")]
        if all(re.fullmatch("[0-9]{1,10}", text) for text in given):
            limit, remaining, seconds = map(int, given)
            now = datetime.datetime.now(datetime.timezone.utc)
            reset_at = now + datetime.timedelta(seconds=seconds)
            self._rate_limit = RateLimit(limit, remaining, reset_at)


_AWAITS = _Operation("", "", "approval{}")
_ERROR = _Operation("", "", "error{}")


def _refusal(body: bytes, answered: _Answered) -> VadiumError:
    """The error of an answer with a status other than 200."""
    error = _object(body, _ERROR, answered)["error"]
    texts = [error.get(name) for name in ("message", "reason", "code")]
    if not all(isinstance(text, str) for text in texts):
        return ReplyError(f"{answered.name} is not an error of this service.", answered)
    message, reason, code = texts
    if isinstance(error.get("request_id"), str):
        answered.request_id = error["request_id"]
    details = [
        Detail(part["field"], part["issue"], part.get("value"), tuple(part.get("allowed", ())))
        for part in error.get("details", ())
        if isinstance(part, dict) and "field" in part and "issue" in part
    ]
    outcome = UNKNOWN if _advice_for(reason, code, answered.status) == "back_off" else REFUSED
    return ServiceError(message, reason, code, outcome, answered, details)


class Pages:
    """A list with pages. Iterate over it for every item of every page, or over `pages()` for the
    pages. Each page is fetched when the iteration reaches it.
    """

    def __init__(
        self,
        connection: Connection,
        operation: _Operation,
        query: Mapping[str, Any],
        params: Mapping[str, Any] = {},
        timeout: Optional[float] = None,
    ) -> None:
        self._connection, self._operation, self._timeout = connection, operation, timeout
        self._query, self._params = dict(query), params
        # What cannot be sent is refused here, where the caller has written it.
        connection._call(operation, params, query)

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        required, _ = _members_of(self._operation.answer)
        items = next(name for name, kind in required.items() if kind is list)
        for page in self.pages():
            yield from page[items]

    def pages(self) -> Iterator[Answer]:
        """The answers, one for each page."""
        query = self._query
        while True:
            page = self._fetch(query)
            yield page
            token = page.get("next_page_token")
            if token is None:
                return
            if token == query.get("page_token", OMIT):
                raise ReplyError("A page names itself as the next one.", None)
            query = {**query, "page_token": token}

    def first(self) -> Answer:
        """The answer for the first page, with its items and `next_page_token`."""
        return self._fetch(self._query)

    def _fetch(self, query: Mapping[str, Any]) -> Answer:
        call = self._connection._call(
            self._operation, self._params, query, timeout=self._timeout
        )
        return self._connection._answer(call)


def _export_text(connection: Connection, call: _Call) -> Iterator[str]:
    """The text of an export as it arrives. All of it has come when the iteration ends without an
    error. The call is not retried after its first part.
    """
    is_csv = _CSV in call.accept
    answered = connection._open(call)
    decoder = codecs.getincrementaldecoder("utf-8")()
    ending = ""
    try:
        answered.check_media_type("The export", _CSV if is_csv else _JSON)
        while True:
            data = answered.chunk(call.timeout)
            try:
                text = decoder.decode(data, not data)
            except UnicodeDecodeError as cause:
                raise ReplyError("The export is not UTF-8.", answered) from cause
            ending = (ending + text)[-64:]
            if text:
                yield text
            if not data:
                break
        # Also of an export that was cut off before it was framed, by a proxy for example.
        is_complete = ending.endswith("\n") if is_csv else ending.rstrip().endswith("}")
        if answered.ends_with_connection or not is_complete:
            raise ReplyError("The export is incomplete, or its end is not marked.", answered)
    except VadiumError as error:
        error.request = error.request or call.name
        raise
    finally:
        answered.close()


def _export_items(connection: Connection, call: _Call) -> Iterator[Dict[str, Any]]:
    """The items of an export, with one item and one part of the text in memory at a time."""
    required, exact = _members_of(call.operation.answer)
    member = next(name for name, kind in required.items() if kind is list)
    parts = _export_text(connection, call)
    buffer, found = "", None
    for part in parts:
        buffer += part
        if found is None:
            found = re.search(f'"{member}"\\s*:\\s*\\[', buffer)
            if found is None:
                continue
            buffer = buffer[found.end() :]
        texts, buffer = _whole_items(buffer)
        for text in texts:
            yield _parsed(text, exact)
    if found is None or not buffer.startswith("]"):
        raise ReplyError("The export is not JSON.", None)


_scanned = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=_refuse_constant)


def _whole_items(text: str) -> Tuple[List[str], str]:
    """The objects of a list that are complete, and the text behind them."""
    texts: List[str] = []
    while True:
        start = re.match(r"[\s,]*", text)
        at = 0 if start is None else start.end()
        if text[at : at + 1] != "{":
            return texts, text[at:]
        try:
            _, end = _scanned.raw_decode(text, at)
        except ValueError:
            return texts, text[at:]
        texts.append(text[at:end])
        text = text[end:]


# The service sends a comment every 20 s.
_SILENCE_MAX = 50.0
# The longest wait before the next connection, even with a longer Retry-After.
_WAIT_MAX = 3600.0
_FRAME_BYTES_MAX = 1024 * 1024


@dataclass(frozen=True)
class Interruption:
    """A connection of a stream that was lost or could not be made."""

    error: VadiumError
    failures: int
    """Consecutive failures, this one included."""
    was_connected: bool
    """Whether the stream has been connected before."""
    wait: float
    """The wait before the next attempt in seconds."""
    position: Optional[str]
    """The event cursor to resume after."""


class StreamResetError(VadiumError):
    """The service no longer keeps the next events of a stream that has no `on_reset`. Read the
    resources again, then start a stream after the event cursor in `position`.
    """

    position: str

    def __init__(self, position: str) -> None:
        summary = (
            "The next events are no longer kept. Read the resources again, then resume after"
            f" {position}."
        )
        super().__init__(summary, "STREAM_RESET", "DATA_LOSS", REFUSED)
        self.position = position


@dataclass(frozen=True)
class _Frame:
    id: str
    event: str
    data: str


class _Frames:
    """Reads the frames of one answer on demand."""

    def __init__(self, answered: _Answered) -> None:
        self.answered = answered
        self.comments = 0
        self._buffer = b""

    def next(self, silence_max: float) -> _Frame:
        """Waits for the next complete frame. An incomplete frame at the end is dropped."""
        id, event = "", "message"
        data: List[str] = []
        while True:
            line = self._line(silence_max)
            name, _, value = line.partition(":")
            value = value[1:] if value.startswith(" ") else value
            if line == "":
                if data:
                    return _Frame(id, event, "\n".join(data))
                id, event = "", "message"
            elif name == "":
                self.comments += 1
            elif name == "id":
                id = value
            elif name == "event":
                event = value
            elif name == "data":
                data.append(value)
                if sum(map(len, data)) > _FRAME_BYTES_MAX:
                    raise self._too_large()

    def _line(self, silence_max: float) -> str:
        while b"\n" not in self._buffer:
            if len(self._buffer) > _FRAME_BYTES_MAX:
                raise self._too_large()
            data = self.answered.chunk(silence_max)
            if not data:
                # The service never ends a stream.
                raise ReplyError("The stream ended.", self.answered)
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        try:
            return line.rstrip(b"\r").decode()
        except UnicodeDecodeError as cause:
            raise ReplyError("The stream is not UTF-8.", self.answered) from cause

    def _too_large(self) -> ReplyError:
        summary = f"A frame of the stream is larger than {_FRAME_BYTES_MAX} bytes."
        return ReplyError(summary, self.answered, "REPLY_TOO_LARGE")


class EventStream:
    """The events of a stream, each once and in order: iterate over it. When a connection is lost,
    the stream connects again and resumes after the last event that it returned. `close()` ends it,
    from another thread as well. To continue after this process has ended, keep the `id` of the last
    event that was handled, and give it as `after`.
    """

    position: Optional[str]
    """The event cursor of the last event that the stream returned, or of its start."""

    def __init__(
        self,
        connection: Connection,
        operation: _Operation,
        query: Mapping[str, Any],
        *,
        on_reset: Optional[Callable[[str], Any]] = None,
        on_moved: Optional[Callable[[Dict[str, Any]], Any]] = None,
        on_interruption: Optional[Callable[[Interruption], Any]] = None,
        unconnected_max: float = float("inf"),
        silence_max: float = _SILENCE_MAX,
    ) -> None:
        after = query.get("after", OMIT)
        if after is not OMIT and not isinstance(after, str):
            raise TypeError("after must be an event cursor: the id of an event.")
        if on_moved is not None and query.get("moved") is not True:
            raise TypeError("on_moved needs moved=True.")
        self.position = None if after is OMIT else after
        self._connection, self._operation, self._query = connection, operation, dict(query)
        self._on_reset, self._on_moved = on_reset, on_moved
        self._on_interruption = on_interruption
        self._unconnected_max, self._silence_max = unconnected_max, silence_max
        # An event has members of its frame besides those of its data.
        exact = [word for word in operation.answer.split() if word.endswith("#")]
        self._form = _Operation("", "", " ".join(["time", *exact]))
        self._frames: Optional[_Frames] = None
        self._closed = threading.Event()
        self._was_connected = False
        self._forget_failures()

    def opened(self) -> str:
        """Connects, unless the stream is connected, and returns the event cursor that it resumes
        after. What you read from then on is at least as new; the stream brings what changes after.
        """
        self._connected()
        return self.position or ""

    def close(self) -> None:
        """Ends the stream and its connection. A pending read ends the iteration."""
        self._closed.set()
        frames = self._frames
        if frames is not None:
            frames.answered.close()

    def __enter__(self) -> EventStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> EventStream:
        return self

    def __next__(self) -> Dict[str, Any]:
        try:
            return self._next_event()
        except BaseException:
            was_closed = self._closed.is_set()
            self.close()
            if was_closed:
                raise StopIteration from None
            raise

    def _next_event(self) -> Dict[str, Any]:
        while True:
            frame, answered = self._next_frame()
            if frame.event == "moved":
                if self._on_moved is not None:
                    self._on_moved(_object(frame.data, _MOVED, answered))
                continue
            if frame.id == "":
                raise ReplyError("An event of the stream has no id.", answered)
            if frame.event == "reset":
                if self._on_reset is None:
                    raise StreamResetError(frame.id)
                self._on_reset(frame.id)
                self.position = frame.id
                continue
            data = _object(frame.data, self._form, answered)
            event = {"id": frame.id, "type": frame.event, "time": data.pop("time"), "data": data}
            self.position = frame.id
            return event

    def _next_frame(self) -> Tuple[_Frame, _Answered]:
        """Waits for the next frame that is not `ready`. Connects again after a loss."""
        while True:
            frames = self._connected()
            try:
                frame = frames.next(self._silence_max)
            except VadiumError as error:
                # A connection that sent only comments worked too.
                if frames.comments > 0:
                    self._forget_failures()
                frames.answered.close()
                self._frames = None
                self._wait_after(error)
                continue
            # The service sends one of what has moved at once, so it shows as little as `ready`.
            if frame.event != "moved":
                self._forget_failures()
            if frame.event != "ready":
                return frame, frames.answered

    def _connected(self) -> _Frames:
        """The present connection, or another one."""
        while self._frames is None:
            try:
                self._frames = self._connect()
            except VadiumError as error:
                self._wait_after(error)
        if self._closed.is_set():
            self._frames.answered.close()
            raise ValueError("The stream is closed.")
        return self._frames

    def _connect(self) -> _Frames:
        query = {**self._query, "after": OMIT if self.position is None else self.position}
        accept = f"{_STREAM}, {_JSON}"
        call = self._connection._call(self._operation, query=query, accept=accept)

        def begin(answered: _Answered) -> _Frames:
            self._connection._refuse_error(answered)
            answered.check_media_type("The stream", _STREAM)
            frames = _Frames(answered)
            first = frames.next(call.timeout)
            if first.event != "ready" or first.id == "":
                summary = 'The stream does not begin with a "ready" frame.'
                raise ReplyError(summary, answered)
            if self.position is None:
                self.position = first.id
            return frames

        frames = self._connection._once(call, call.timeout, begin)
        self._was_connected = True
        return frames

    def _forget_failures(self) -> None:
        """Resets the back-off. A `ready` frame alone does not: a connection that always breaks
        after it would be made again without a wait.
        """
        self._failures = 0
        self._was_signed_again = False
        self._lost: Optional[_Stopwatch] = None

    def _wait_after(self, error: VadiumError) -> None:
        """Waits until the stream connects again. Raises the error if it must not."""
        retries = self._connection._retries
        self._failures += 1
        wait = _wait_before_retry(
            error, self._failures, self._was_signed_again, retries, random.random()
        )
        self._lost = self._lost or _Stopwatch()
        if self._closed.is_set() or wait is None or retries.attempts_max == 1:
            raise error
        wait = min(wait, _WAIT_MAX)
        if self._lost.seconds() + wait >= self._unconnected_max:
            raise error
        if _only_signed_again(error):
            self._was_signed_again = True
        elif self._on_interruption is not None:
            interruption = Interruption(
                error, self._failures, self._was_connected, wait, self.position
            )
            self._on_interruption(interruption)
        self._closed.wait(wait)


_MOVED = _Operation("", "", "prices[] clock")


def _approval_outcome(
    read: Callable[[], Dict[str, Any]], timeout: Optional[float] = None
) -> Dict[str, Any]:
    """The answer of a request that needed approval, once it has been carried out. Nothing is open
    between the reads, and a read that fails in passing is made again.
    """
    watch, waits = _Stopwatch(), Retries(back_off=0.25, back_off_max=5.0)
    attempt = 1
    while True:
        try:
            approval = read()
            if approval["end_time"] is None:
                raise ApprovalRequiredError(approval)
            if approval["state"] != "CARRIED_OUT":
                raise ApprovalEndedError(approval)
            answer: Dict[str, Any] = approval["answer"]
            return answer
        except VadiumError as error:
            wait: Optional[float] = min(0.25 * 2.0 ** min(attempt - 1, 1000), 5.0)
            if not isinstance(error, ApprovalRequiredError):
                wait = _wait_before_retry(error, attempt, True, waits, random.random())
            left = float("inf") if timeout is None else timeout - watch.seconds()
            if wait is None or left <= 0:
                raise
        time.sleep(min(wait, left))
        attempt += 1


# The reasons for which something else is to be done than their codes say.
_ADVICE: Mapping[str, str] = {
    "UNAUTHENTICATED": "sign_again",
    "TIMESTAMP_OUT_OF_WINDOW": "resync_clock",
    "IDEMPOTENCY_KEY_IN_USE": "back_off",
}

# The reasons with which writes themselves refuse, besides what is not found.
_REASONS_OF_WRITES = frozenset({
    "AGREEMENT_MISSING",
    "ALREADY_EXISTS",
    "APPROVED_REQUESTS_EXHAUSTED",
    "APPROVER_NOT_PERMITTED",
    "CALCULATION_INVALID",
    "CAUSE_NOT_AGREED",
    "CAUSE_NOT_PRESENT",
    "COLLATERAL_MANAGED_BY_AGENT",
    "COLLATERAL_NOT_ELIGIBLE",
    "COUNTERPARTY_LIMITED",
    "CURE_UNDER_WAY",
    "INVALID_STATE",
    "LIMIT_EXCEEDED",
    "MAIL_CODES_LIMITED",
    "MAIL_OFF",
    "MAIL_REQUESTS_LIMITED",
    "MARK_TO_MARKET_NOT_DUE",
    "MARK_TO_MARKET_REQUEST_OPEN",
    "MUTED_BY_COUNTERPARTY",
    "NOTHING_DISPUTED",
    "PARTY_NOT_PERMITTED",
    "PENDING_ORDERS_EXHAUSTED",
    "POSITION_NOT_ACTIVE",
    "POSITION_QUANTITY_CHANGING",
    "PREVIEW_STALE",
    "PRICE_HELD",
    "PRICE_MISSING",
    "PRICE_STALE",
    "QUANTITY_NOT_AVAILABLE",
    "QUANTITY_TOO_FINE",
    "REFERENCE_UNKNOWN",
    "TERMS_CHANGED",
    "VALUE_INVALID",
    "WALLET_RETIRED",
    "WALLET_UNSUITABLE",
})

_OPERATIONS: Mapping[str, _Operation] = {
    "previewMarkToMarketRequest": _Operation(
        "POST",
        "/mark-to-market-requests:preview",
        "preview{}",
        has_body=True,
    ),
    "createMarkToMarketRequest": _Operation(
        "POST",
        "/mark-to-market-requests",
        "id status position_id order_id order_id_pretty creator_id created_automatically"
        " lender_id borrower_id direction collateral_asset collateral_amount notional_usd"
        " asset_price_usd collateral_price_usd calculation_id expire_time answer_day"
        " call_set_id dispute superseded_by cancellation_cause transfer_ids[] create_time"
        " update_time actions[]",
        is_write=True,
        has_body=True,
    ),
    "listMarkToMarketRequests": _Operation(
        "GET",
        "/mark-to-market-requests",
        "mark_to_market_requests[]",
    ),
    "exportMarkToMarketRequests": _Operation(
        "GET",
        "/mark-to-market-requests:export",
        "mark_to_market_requests[]",
    ),
    "getMarkToMarketRequest": _Operation(
        "GET",
        "/mark-to-market-requests/{mark_to_market_request_id}",
        "id status position_id order_id order_id_pretty creator_id created_automatically"
        " lender_id borrower_id direction collateral_asset collateral_amount notional_usd"
        " asset_price_usd collateral_price_usd calculation_id expire_time answer_day"
        " call_set_id dispute superseded_by cancellation_cause transfer_ids[] create_time"
        " update_time actions[]",
    ),
    "acceptMarkToMarketRequest": _Operation(
        "POST",
        "/mark-to-market-requests/{mark_to_market_request_id}:accept",
        "id status position_id order_id order_id_pretty creator_id created_automatically"
        " lender_id borrower_id direction collateral_asset collateral_amount notional_usd"
        " asset_price_usd collateral_price_usd calculation_id expire_time answer_day"
        " call_set_id dispute superseded_by cancellation_cause transfer_ids[] create_time"
        " update_time actions[]",
        is_write=True,
    ),
    "rejectMarkToMarketRequest": _Operation(
        "POST",
        "/mark-to-market-requests/{mark_to_market_request_id}:reject",
        "id status position_id order_id order_id_pretty creator_id created_automatically"
        " lender_id borrower_id direction collateral_asset collateral_amount notional_usd"
        " asset_price_usd collateral_price_usd calculation_id expire_time answer_day"
        " call_set_id dispute superseded_by cancellation_cause transfer_ids[] create_time"
        " update_time actions[]",
        is_write=True,
    ),
    "disputeMarkToMarketRequest": _Operation(
        "POST",
        "/mark-to-market-requests/{mark_to_market_request_id}:dispute",
        "id status position_id order_id order_id_pretty creator_id created_automatically"
        " lender_id borrower_id direction collateral_asset collateral_amount notional_usd"
        " asset_price_usd collateral_price_usd calculation_id expire_time answer_day"
        " call_set_id dispute superseded_by cancellation_cause transfer_ids[] create_time"
        " update_time actions[]",
        is_write=True,
        has_body=True,
    ),
    "cancelMarkToMarketRequest": _Operation(
        "POST",
        "/mark-to-market-requests/{mark_to_market_request_id}:cancel",
        "id status position_id order_id order_id_pretty creator_id created_automatically"
        " lender_id borrower_id direction collateral_asset collateral_amount notional_usd"
        " asset_price_usd collateral_price_usd calculation_id expire_time answer_day"
        " call_set_id dispute superseded_by cancellation_cause transfer_ids[] create_time"
        " update_time actions[]",
        is_write=True,
    ),
    "retryMarkToMarketRequest": _Operation(
        "POST",
        "/mark-to-market-requests/{mark_to_market_request_id}:retry",
        "id status position_id order_id order_id_pretty creator_id created_automatically"
        " lender_id borrower_id direction collateral_asset collateral_amount notional_usd"
        " asset_price_usd collateral_price_usd calculation_id expire_time answer_day"
        " call_set_id dispute superseded_by cancellation_cause transfer_ids[] create_time"
        " update_time actions[]",
        is_write=True,
    ),
    "previewCallSet": _Operation(
        "POST",
        "/agreements/{agreement_id}:previewCallSet",
        "agreement_id direction rows[] total_notional_usd minimum_notional_usd can_submit"
        " left_out[] calculation_id",
        has_body=True,
    ),
    "createCallSet": _Operation(
        "POST",
        "/call-sets",
        "id agreement_id lender_id borrower_id creator_id direction request_ids[]"
        " total_notional_usd minimum_notional_usd statuses[] expire_time create_time"
        " actions[]",
        is_write=True,
        has_body=True,
    ),
    "listCallSets": _Operation("GET", "/call-sets", "call_sets[]"),
    "getCallSet": _Operation(
        "GET",
        "/call-sets/{call_set_id}",
        "id agreement_id lender_id borrower_id creator_id direction request_ids[]"
        " total_notional_usd minimum_notional_usd statuses[] expire_time create_time"
        " actions[]",
    ),
    "acceptCallSet": _Operation(
        "POST",
        "/call-sets/{call_set_id}:accept",
        "id agreement_id lender_id borrower_id creator_id direction request_ids[]"
        " total_notional_usd minimum_notional_usd statuses[] expire_time create_time"
        " actions[]",
        is_write=True,
        has_body=True,
    ),
    "listTransfers": _Operation("GET", "/transfers", "transfers[] quantity#"),
    "getTransfer": _Operation(
        "GET",
        "/transfers/{transfer_id}",
        "id external_transfer_id category status token quantity notional order_id"
        " create_time update_time sender{} receiver{} provider_lifecycle{} steps[]"
        " usual_seconds quantity#",
    ),
    "cancelTransfer": _Operation(
        "POST",
        "/transfers/{transfer_id}:cancel",
        "id external_transfer_id category status token quantity notional order_id"
        " create_time update_time sender{} receiver{} provider_lifecycle{} quantity#",
        is_write=True,
    ),
    "listPositions": _Operation("GET", "/positions", "positions[]"),
    "exportPositions": _Operation("GET", "/positions:export", "positions[]"),
    "getPosition": _Operation(
        "GET",
        "/positions/{position_id}",
        "id status order_id order_id_pretty lender_id lender_name borrower_id"
        " borrower_name asset asset_quantity collateral_asset collateral_type"
        " collateral_quantity collateral_disputed_quantity deliveries_in_transit"
        " returns_in_transit rate_percent interest_accrued interest_paid"
        " open_close_out_ids[] current_price collateral_price price_time"
        " asset_notional_usd collateral_value_usd ltv_percent ccr_percent lent"
        " margin_call_reached liquidation_reached ready_for_m2m m2m_direction"
        " m2m_collateral_amount m2m_notional_usd m2m_reason terms{} terms_version"
        " substitute_assets[] price_at_last_m2m last_m2m_at create_time update_time"
        " actions[]",
    ),
    "getPositionPrices": _Operation(
        "GET",
        "/positions/{position_id}/prices",
        "position_id asset{} collateral{} trigger_prices[]",
    ),
    "listPositionValuations": _Operation(
        "GET",
        "/positions/{position_id}/valuations",
        "valuations[]",
    ),
    "sendCollateral": _Operation(
        "POST",
        "/positions/{position_id}:sendCollateral",
        "id external_transfer_id category status token quantity notional order_id"
        " create_time update_time sender{} receiver{} provider_lifecycle{} quantity#",
        is_write=True,
        has_body=True,
    ),
    "createOrder": _Operation(
        "POST",
        "/orders",
        "id number status creator_id lender_id lender_name borrower_id borrower_name"
        " asset asset_quantity rate_percent collateral_asset collateral_quantity"
        " collateral_type lender_asset_wallet_id lender_collateral_wallet_id"
        " borrower_asset_wallet_id borrower_collateral_wallet_id wallets[] terms{}"
        " terms_version expire_time maturity_time position_id create_time update_time"
        " actions[]",
        is_write=True,
        has_body=True,
    ),
    "listOrders": _Operation("GET", "/orders", "orders[]"),
    "getOrder": _Operation(
        "GET",
        "/orders/{order_id}",
        "id number status creator_id lender_id lender_name borrower_id borrower_name"
        " asset asset_quantity rate_percent collateral_asset collateral_quantity"
        " collateral_type lender_asset_wallet_id lender_collateral_wallet_id"
        " borrower_asset_wallet_id borrower_collateral_wallet_id wallets[] terms{}"
        " terms_version expire_time maturity_time position_id create_time update_time"
        " actions[]",
    ),
    "listOrderTerms": _Operation("GET", "/orders/{order_id}/terms", "order_terms[]"),
    "acceptOrder": _Operation(
        "POST",
        "/orders/{order_id}:accept",
        "id number status creator_id lender_id lender_name borrower_id borrower_name"
        " asset asset_quantity rate_percent collateral_asset collateral_quantity"
        " collateral_type lender_asset_wallet_id lender_collateral_wallet_id"
        " borrower_asset_wallet_id borrower_collateral_wallet_id wallets[] terms{}"
        " terms_version expire_time maturity_time position_id create_time update_time"
        " actions[]",
        is_write=True,
        has_body=True,
    ),
    "rejectOrder": _Operation(
        "POST",
        "/orders/{order_id}:reject",
        "id number status creator_id lender_id lender_name borrower_id borrower_name"
        " asset asset_quantity rate_percent collateral_asset collateral_quantity"
        " collateral_type lender_asset_wallet_id lender_collateral_wallet_id"
        " borrower_asset_wallet_id borrower_collateral_wallet_id wallets[] terms{}"
        " terms_version expire_time maturity_time position_id create_time update_time"
        " actions[]",
        is_write=True,
    ),
    "cancelOrder": _Operation(
        "POST",
        "/orders/{order_id}:cancel",
        "id number status creator_id lender_id lender_name borrower_id borrower_name"
        " asset asset_quantity rate_percent collateral_asset collateral_quantity"
        " collateral_type lender_asset_wallet_id lender_collateral_wallet_id"
        " borrower_asset_wallet_id borrower_collateral_wallet_id wallets[] terms{}"
        " terms_version expire_time maturity_time position_id create_time update_time"
        " actions[]",
        is_write=True,
    ),
    "closeOrder": _Operation(
        "POST",
        "/orders/{order_id}:close",
        "id number status creator_id lender_id lender_name borrower_id borrower_name"
        " asset asset_quantity rate_percent collateral_asset collateral_quantity"
        " collateral_type lender_asset_wallet_id lender_collateral_wallet_id"
        " borrower_asset_wallet_id borrower_collateral_wallet_id wallets[] terms{}"
        " terms_version expire_time maturity_time position_id create_time update_time"
        " actions[]",
        is_write=True,
    ),
    "cancelOrderClose": _Operation(
        "POST",
        "/orders/{order_id}:cancelClose",
        "id number status creator_id lender_id lender_name borrower_id borrower_name"
        " asset asset_quantity rate_percent collateral_asset collateral_quantity"
        " collateral_type lender_asset_wallet_id lender_collateral_wallet_id"
        " borrower_asset_wallet_id borrower_collateral_wallet_id wallets[] terms{}"
        " terms_version expire_time maturity_time position_id create_time update_time"
        " actions[]",
        is_write=True,
    ),
    "changeOrderWallets": _Operation(
        "POST",
        "/orders/{order_id}:changeWallets",
        "id number status creator_id lender_id lender_name borrower_id borrower_name"
        " asset asset_quantity rate_percent collateral_asset collateral_quantity"
        " collateral_type lender_asset_wallet_id lender_collateral_wallet_id"
        " borrower_asset_wallet_id borrower_collateral_wallet_id wallets[] terms{}"
        " terms_version expire_time maturity_time position_id create_time update_time"
        " actions[]",
        is_write=True,
        has_body=True,
    ),
    "retryOrder": _Operation(
        "POST",
        "/orders/{order_id}:retry",
        "id number status creator_id lender_id lender_name borrower_id borrower_name"
        " asset asset_quantity rate_percent collateral_asset collateral_quantity"
        " collateral_type lender_asset_wallet_id lender_collateral_wallet_id"
        " borrower_asset_wallet_id borrower_collateral_wallet_id wallets[] terms{}"
        " terms_version expire_time maturity_time position_id create_time update_time"
        " actions[]",
        is_write=True,
    ),
    "abandonOrder": _Operation(
        "POST",
        "/orders/{order_id}:abandon",
        "id number status creator_id lender_id lender_name borrower_id borrower_name"
        " asset asset_quantity rate_percent collateral_asset collateral_quantity"
        " collateral_type lender_asset_wallet_id lender_collateral_wallet_id"
        " borrower_asset_wallet_id borrower_collateral_wallet_id wallets[] terms{}"
        " terms_version expire_time maturity_time position_id create_time update_time"
        " actions[]",
        is_write=True,
    ),
    "createOrderRequest": _Operation(
        "POST",
        "/order-requests",
        "id kind status position_id order_id order_id_pretty creator_id lender_id"
        " borrower_id asset quantity whole collateral_asset collateral_returned"
        " rate_percent effective_time terms_version maturity_time new_collateral_asset"
        " new_collateral_quantity decision keep_reason note expire_time answer_day"
        " transfer_ids[] create_time update_time actions[]",
        is_write=True,
        has_body=True,
    ),
    "listOrderRequests": _Operation("GET", "/order-requests", "order_requests[]"),
    "getOrderRequest": _Operation(
        "GET",
        "/order-requests/{order_request_id}",
        "id kind status position_id order_id order_id_pretty creator_id lender_id"
        " borrower_id asset quantity whole collateral_asset collateral_returned"
        " rate_percent effective_time terms_version maturity_time new_collateral_asset"
        " new_collateral_quantity decision keep_reason note expire_time answer_day"
        " transfer_ids[] create_time update_time actions[]",
    ),
    "acceptOrderRequest": _Operation(
        "POST",
        "/order-requests/{order_request_id}:accept",
        "id kind status position_id order_id order_id_pretty creator_id lender_id"
        " borrower_id asset quantity whole collateral_asset collateral_returned"
        " rate_percent effective_time terms_version maturity_time new_collateral_asset"
        " new_collateral_quantity decision keep_reason note expire_time answer_day"
        " transfer_ids[] create_time update_time actions[]",
        is_write=True,
    ),
    "rejectOrderRequest": _Operation(
        "POST",
        "/order-requests/{order_request_id}:reject",
        "id kind status position_id order_id order_id_pretty creator_id lender_id"
        " borrower_id asset quantity whole collateral_asset collateral_returned"
        " rate_percent effective_time terms_version maturity_time new_collateral_asset"
        " new_collateral_quantity decision keep_reason note expire_time answer_day"
        " transfer_ids[] create_time update_time actions[]",
        is_write=True,
    ),
    "cancelOrderRequest": _Operation(
        "POST",
        "/order-requests/{order_request_id}:cancel",
        "id kind status position_id order_id order_id_pretty creator_id lender_id"
        " borrower_id asset quantity whole collateral_asset collateral_returned"
        " rate_percent effective_time terms_version maturity_time new_collateral_asset"
        " new_collateral_quantity decision keep_reason note expire_time answer_day"
        " transfer_ids[] create_time update_time actions[]",
        is_write=True,
    ),
    "retryOrderRequest": _Operation(
        "POST",
        "/order-requests/{order_request_id}:retry",
        "id kind status position_id order_id order_id_pretty creator_id lender_id"
        " borrower_id asset quantity whole collateral_asset collateral_returned"
        " rate_percent effective_time terms_version maturity_time new_collateral_asset"
        " new_collateral_quantity decision keep_reason note expire_time answer_day"
        " transfer_ids[] create_time update_time actions[]",
        is_write=True,
    ),
    "previewCloseOut": _Operation(
        "POST",
        "/close-outs:preview",
        "statement{} facts[]",
        has_body=True,
    ),
    "createCloseOut": _Operation(
        "POST",
        "/close-outs",
        "id status cause position_id order_id order_id_pretty lender_id borrower_id"
        " declarer_id note fact{} earliest_terminate_time terminate_time statement"
        " waits_for excess_late transfer_ids[] create_time update_time actions[]",
        is_write=True,
        has_body=True,
    ),
    "listCloseOuts": _Operation("GET", "/close-outs", "close_outs[]"),
    "getCloseOut": _Operation(
        "GET",
        "/close-outs/{close_out_id}",
        "id status cause position_id order_id order_id_pretty lender_id borrower_id"
        " declarer_id note fact{} earliest_terminate_time terminate_time statement"
        " waits_for excess_late transfer_ids[] create_time update_time actions[]",
    ),
    "withdrawCloseOut": _Operation(
        "POST",
        "/close-outs/{close_out_id}:withdraw",
        "id status cause position_id order_id order_id_pretty lender_id borrower_id"
        " declarer_id note fact{} earliest_terminate_time terminate_time statement"
        " waits_for excess_late transfer_ids[] create_time update_time actions[]",
        is_write=True,
    ),
    "terminateCloseOut": _Operation(
        "POST",
        "/close-outs/{close_out_id}:terminate",
        "id status cause position_id order_id order_id_pretty lender_id borrower_id"
        " declarer_id note fact{} earliest_terminate_time terminate_time statement"
        " waits_for excess_late transfer_ids[] create_time update_time actions[]",
        is_write=True,
    ),
    "retryCloseOut": _Operation(
        "POST",
        "/close-outs/{close_out_id}:retry",
        "id status cause position_id order_id order_id_pretty lender_id borrower_id"
        " declarer_id note fact{} earliest_terminate_time terminate_time statement"
        " waits_for excess_late transfer_ids[] create_time update_time actions[]",
        is_write=True,
    ),
    "receiveCloseOut": _Operation(
        "POST",
        "/close-outs/{close_out_id}:receive",
        "id status cause position_id order_id order_id_pretty lender_id borrower_id"
        " declarer_id note fact{} earliest_terminate_time terminate_time statement"
        " waits_for excess_late transfer_ids[] create_time update_time actions[]",
        is_write=True,
    ),
    "dischargeCloseOut": _Operation(
        "POST",
        "/close-outs/{close_out_id}:discharge",
        "id status cause position_id order_id order_id_pretty lender_id borrower_id"
        " declarer_id note fact{} earliest_terminate_time terminate_time statement"
        " waits_for excess_late transfer_ids[] create_time update_time actions[]",
        is_write=True,
    ),
    "listDocuments": _Operation("GET", "/documents", "documents[]"),
    "getDocument": _Operation(
        "GET",
        "/documents/{document_id}",
        "id kind revision lender_id lender_name borrower_id borrower_name order_id"
        " order_id_pretty subject_id cut_time content_sha256 pdf_sha256 template_version"
        " create_time content{}",
    ),
    "getDocumentPdf": _Operation("GET", "/documents/{document_id}/pdf", ""),
    "getDocumentPreferences": _Operation("GET", "/document-preferences", "kinds[] update_time"),
    "setDocumentPreferences": _Operation(
        "POST",
        "/document-preferences",
        "kinds[] update_time",
        is_write=True,
        has_body=True,
    ),
    "listEvents": _Operation("GET", "/events", "events[] next reset"),
    "streamEvents": _Operation("GET", "/events:stream", "id type time data{}"),
    "listNotifications": _Operation("GET", "/notifications", "notifications[]"),
    "countUnreadNotifications": _Operation("GET", "/notifications:countUnread", "unread has_more"),
    "getNotification": _Operation(
        "GET",
        "/notifications/{notification_id}",
        "id category severity title body link{} create_time read",
    ),
    "markNotificationRead": _Operation(
        "POST",
        "/notifications/{notification_id}:markRead",
        "id category severity title body link{} create_time read",
        is_write=True,
    ),
    "markAllNotificationsRead": _Operation(
        "POST",
        "/notifications:markAllRead",
        "marked",
        is_write=True,
        has_body=True,
    ),
    "getNotificationPreferences": _Operation(
        "GET",
        "/notification-preferences",
        "muted_categories[] minimum_severity",
    ),
    "setNotificationPreferences": _Operation(
        "POST",
        "/notification-preferences:set",
        "muted_categories[] minimum_severity",
        is_write=True,
        has_body=True,
    ),
    "streamNotifications": _Operation("GET", "/notifications:stream", "id type time data{}"),
    "listChats": _Operation("GET", "/chats", "chats[]"),
    "getChat": _Operation(
        "GET",
        "/chats/{order_id}",
        "order_id order_number counterparty_id counterparty_name last_entry"
        " open_action_count pending_approval_ids[] unread_count read_number update_time",
    ),
    "listChatEntries": _Operation("GET", "/chats/{order_id}/entries", "entries[]"),
    "postChatMessage": _Operation(
        "POST",
        "/chats/{order_id}/entries",
        "id order_id number kind organization_id account_name text action close_out_id"
        " create_time",
        is_write=True,
        has_body=True,
    ),
    "resolveChatAction": _Operation(
        "POST",
        "/chats/{order_id}/entries/{entry_id}:resolve",
        "id order_id number kind organization_id account_name text action close_out_id"
        " create_time",
        is_write=True,
        has_body=True,
    ),
    "markChatRead": _Operation(
        "POST",
        "/chats/{order_id}:read",
        "order_id order_number counterparty_id counterparty_name last_entry"
        " open_action_count pending_approval_ids[] unread_count read_number update_time",
        is_write=True,
        has_body=True,
    ),
    "streamChatEvents": _Operation("GET", "/chatEvents:stream", "id type time data{}"),
    "muteCounterparty": _Operation(
        "POST",
        "/counterparties/{counterparty_id}:mute",
        "counterparty_id counterparty_name mute_time",
        is_write=True,
    ),
    "unmuteCounterparty": _Operation(
        "POST",
        "/counterparties/{counterparty_id}:unmute",
        "counterparty_id counterparty_name mute_time",
        is_write=True,
    ),
    "listMutedCounterparties": _Operation("GET", "/muted-counterparties", "mutes[]"),
    "setCounterpartyLimits": _Operation(
        "POST",
        "/counterparty-limits",
        "counterparty_id counterparty_name version in_effect lent_usd_max"
        " uncovered_usd_max shock assets[] on_breach use use_after create_time account_id",
        is_write=True,
        has_body=True,
    ),
    "listCounterpartyLimits": _Operation("GET", "/counterparty-limits", "limits[]"),
    "setAutomation": _Operation(
        "POST",
        "/automations",
        "counterparty_id counterparty_name version in_effect calls calls_maximum_usd"
        " create_time account_id",
        is_write=True,
        has_body=True,
    ),
    "listAutomations": _Operation("GET", "/automations", "automations[]"),
    "reportPositions": _Operation("GET", "/reports/positions", "positions[]"),
    "reportExposureByCounterparty": _Operation(
        "GET",
        "/reports/exposure-by-counterparty",
        "exposures[]",
    ),
    "reportExposureByAsset": _Operation("GET", "/reports/exposure-by-asset", "exposures[]"),
    "reportCollateralMovements": _Operation("GET", "/reports/collateral-movements", "movements[]"),
    "reportInterest": _Operation("GET", "/reports/interest", "interest[]"),
    "reportTransfers": _Operation("GET", "/reports/transfers", "transfers[]"),
    "createMailAddress": _Operation(
        "POST",
        "/mail-addresses",
        "id address account_id state suspension content muted_categories[]"
        " immediate_severity digest_time time_zone code_expire_time code_tries_left"
        " create_time",
        is_write=True,
        has_body=True,
    ),
    "listMailAddresses": _Operation("GET", "/mail-addresses", "mail_addresses[]"),
    "sendMailCode": _Operation(
        "POST",
        "/mail-addresses/{mail_address_id}:send-code",
        "id address account_id state suspension content muted_categories[]"
        " immediate_severity digest_time time_zone code_expire_time code_tries_left"
        " create_time",
        is_write=True,
    ),
    "verifyMailAddress": _Operation(
        "POST",
        "/mail-addresses/{mail_address_id}:verify",
        "verified mail_address{}",
        is_write=True,
        has_body=True,
    ),
    "updateMailAddress": _Operation(
        "POST",
        "/mail-addresses/{mail_address_id}:update",
        "id address account_id state suspension content muted_categories[]"
        " immediate_severity digest_time time_zone code_expire_time code_tries_left"
        " create_time",
        is_write=True,
        has_body=True,
    ),
    "testMailAddress": _Operation(
        "POST",
        "/mail-addresses/{mail_address_id}:test",
        "id mail_address_id address_sha256 kind notification_id category link state"
        " attempts create_time next_attempt_time last_attempt_time message_id sha256"
        " server certificate_sha256 reply error",
        is_write=True,
    ),
    "deleteMailAddress": _Operation(
        "POST",
        "/mail-addresses/{mail_address_id}:delete",
        "id address account_id state suspension content muted_categories[]"
        " immediate_severity digest_time time_zone code_expire_time code_tries_left"
        " create_time",
        is_write=True,
    ),
    "listMailDeliveries": _Operation("GET", "/mail-deliveries", "mail_deliveries[]"),
    "createWebhookEndpoint": _Operation(
        "POST",
        "/webhook-endpoints",
        "webhook_endpoint{}",
        is_write=True,
        has_body=True,
    ),
    "listWebhookEndpoints": _Operation("GET", "/webhook-endpoints", "webhook_endpoints[]"),
    "getWebhookEndpoint": _Operation(
        "GET",
        "/webhook-endpoints/{webhook_endpoint_id}",
        "id target_url format content description event_types[] status disabled_reason"
        " disabled_time create_time last_success_time last_failure_time"
        " old_secret_expire_time",
    ),
    "updateWebhookEndpoint": _Operation(
        "POST",
        "/webhook-endpoints/{webhook_endpoint_id}:update",
        "id target_url format content description event_types[] status disabled_reason"
        " disabled_time create_time last_success_time last_failure_time"
        " old_secret_expire_time",
        is_write=True,
        has_body=True,
    ),
    "enableWebhookEndpoint": _Operation(
        "POST",
        "/webhook-endpoints/{webhook_endpoint_id}:enable",
        "id target_url format content description event_types[] status disabled_reason"
        " disabled_time create_time last_success_time last_failure_time"
        " old_secret_expire_time",
        is_write=True,
    ),
    "disableWebhookEndpoint": _Operation(
        "POST",
        "/webhook-endpoints/{webhook_endpoint_id}:disable",
        "id target_url format content description event_types[] status disabled_reason"
        " disabled_time create_time last_success_time last_failure_time"
        " old_secret_expire_time",
        is_write=True,
    ),
    "deleteWebhookEndpoint": _Operation(
        "POST",
        "/webhook-endpoints/{webhook_endpoint_id}:delete",
        "id target_url format content description event_types[] status disabled_reason"
        " disabled_time create_time last_success_time last_failure_time"
        " old_secret_expire_time",
        is_write=True,
    ),
    "rotateWebhookSecret": _Operation(
        "POST",
        "/webhook-endpoints/{webhook_endpoint_id}:rotate-secret",
        "webhook_endpoint{}",
        is_write=True,
    ),
    "testWebhookEndpoint": _Operation(
        "POST",
        "/webhook-endpoints/{webhook_endpoint_id}:test",
        "id webhook_endpoint_id event_id event_type state attempts create_time"
        " next_attempt_time last_attempt_time last_status last_error",
        is_write=True,
    ),
    "listWebhookDeliveries": _Operation("GET", "/webhook-deliveries", "webhook_deliveries[]"),
    "getWebhookDelivery": _Operation(
        "GET",
        "/webhook-deliveries/{webhook_delivery_id}",
        "id webhook_endpoint_id event_id event_type state attempts create_time"
        " next_attempt_time last_attempt_time last_status last_error",
    ),
    "resendWebhookDelivery": _Operation(
        "POST",
        "/webhook-deliveries/{webhook_delivery_id}:resend",
        "id webhook_endpoint_id event_id event_type state attempts create_time"
        " next_attempt_time last_attempt_time last_status last_error",
        is_write=True,
    ),
    "createAgreement": _Operation(
        "POST",
        "/agreements",
        "id lender_id lender_name borrower_id borrower_name versions[]",
        is_write=True,
        has_body=True,
    ),
    "amendAgreement": _Operation(
        "POST",
        "/agreements/{agreement_id}:amend",
        "id lender_id lender_name borrower_id borrower_name versions[]",
        is_write=True,
        has_body=True,
    ),
    "acceptAgreement": _Operation(
        "POST",
        "/agreements/{agreement_id}:accept",
        "id lender_id lender_name borrower_id borrower_name versions[]",
        is_write=True,
        has_body=True,
    ),
    "proposeTerms": _Operation(
        "POST",
        "/agreements/{agreement_id}:propose",
        "id lender_id lender_name borrower_id borrower_name versions[]",
        is_write=True,
        has_body=True,
    ),
    "withdrawTerms": _Operation(
        "POST",
        "/agreements/{agreement_id}:withdraw",
        "id lender_id lender_name borrower_id borrower_name versions[]",
        is_write=True,
        has_body=True,
    ),
    "getAgreement": _Operation(
        "GET",
        "/agreements/{agreement_id}",
        "id lender_id lender_name borrower_id borrower_name versions[]",
    ),
    "listAgreements": _Operation("GET", "/agreements", "agreements[]"),
    "pushPrices": _Operation("POST", "/prices", "quotes[]", is_write=True, has_body=True),
    "releasePrice": _Operation(
        "POST",
        "/prices:release",
        "asset state price_usd observe_time sources[]",
        is_write=True,
        has_body=True,
    ),
    "dismissPrice": _Operation(
        "POST",
        "/prices:dismiss",
        "asset state price_usd observe_time sources[]",
        is_write=True,
        has_body=True,
    ),
    "listPrices": _Operation("GET", "/prices", "prices[]"),
    "createPriceSource": _Operation(
        "POST",
        "/price-sources",
        "id source account_id create_time revoke_time",
        is_write=True,
        has_body=True,
    ),
    "listPriceSources": _Operation("GET", "/price-sources", "price_sources[]"),
    "revokePriceSource": _Operation(
        "POST",
        "/price-sources/{price_source_id}:revoke",
        "id source account_id create_time revoke_time",
        is_write=True,
    ),
    "createOrganization": _Operation(
        "POST",
        "/organizations",
        "id slug name status create_time",
        is_write=True,
        has_body=True,
    ),
    "listOrganizations": _Operation("GET", "/organizations", "organizations[]"),
    "getOrganization": _Operation(
        "GET",
        "/organizations/{organization_id}",
        "id slug name status create_time",
    ),
    "suspendOrganization": _Operation(
        "POST",
        "/organizations/{organization_id}:suspend",
        "id slug name status create_time",
        is_write=True,
    ),
    "activateOrganization": _Operation(
        "POST",
        "/organizations/{organization_id}:activate",
        "id slug name status create_time",
        is_write=True,
    ),
    "createAccount": _Operation(
        "POST",
        "/accounts",
        "id organization_id name kind",
        is_write=True,
        has_body=True,
    ),
    "listAccounts": _Operation("GET", "/accounts", "accounts[]"),
    "createCredential": _Operation(
        "POST",
        "/credentials",
        "credential{}",
        is_write=True,
        has_body=True,
    ),
    "listCredentials": _Operation("GET", "/credentials", "credentials[]"),
    "getCurrentCredential": _Operation(
        "GET",
        "/credentials/current",
        "credential{} account{} organization{} sandbox book_time",
    ),
    "rotateCredential": _Operation(
        "POST",
        "/credentials/{credential_id}:rotate",
        "credential{}",
        is_write=True,
        has_body=True,
    ),
    "revokeCredential": _Operation(
        "POST",
        "/credentials/{credential_id}:revoke",
        "id organization_id account_id role public_key create_time expire_time"
        " revoke_time last_use_time",
        is_write=True,
    ),
    "createInvitation": _Operation(
        "POST",
        "/invitations",
        "invitation{}",
        is_write=True,
        has_body=True,
    ),
    "listInvitations": _Operation("GET", "/invitations", "invitations[]"),
    "getInvitation": _Operation(
        "GET",
        "/invitations/{invitation_id}",
        "id organization_id account_id name role state expire_time public_key"
        " creator_account_id create_time accept_time credential_id",
    ),
    "confirmInvitation": _Operation(
        "POST",
        "/invitations/{invitation_id}:confirm",
        "invitation{} credential{}",
        is_write=True,
        has_body=True,
    ),
    "revokeInvitation": _Operation(
        "POST",
        "/invitations/{invitation_id}:revoke",
        "id organization_id account_id name role state expire_time public_key"
        " creator_account_id create_time accept_time credential_id",
        is_write=True,
    ),
    "previewRequest": _Operation(
        "POST",
        "/requests:preview",
        "as_of order_id order_id_pretty position_id counterparty_id counterparty_name"
        " movements[] wallet_changes[] rate maturity terms substitution coverage"
        " close_out asked_prices reason",
        has_body=True,
    ),
    "listApprovals": _Operation("GET", "/approvals", "approvals[]"),
    "getApproval": _Operation(
        "GET",
        "/approvals/{approval_id}",
        "id state operation request{} request_hash organization_id account_id"
        " credential_id decider_id approvals_needed decisions[] amount_usd order_id"
        " counterparty_id counterparty_name create_time expire_time end_time answer"
        " failure actions[] resolved",
    ),
    "approveApproval": _Operation(
        "POST",
        "/approvals/{approval_id}:approve",
        "id state operation request{} request_hash organization_id account_id"
        " credential_id decider_id approvals_needed decisions[] amount_usd order_id"
        " counterparty_id counterparty_name create_time expire_time end_time answer"
        " failure actions[]",
        is_write=True,
        has_body=True,
    ),
    "rejectApproval": _Operation(
        "POST",
        "/approvals/{approval_id}:reject",
        "id state operation request{} request_hash organization_id account_id"
        " credential_id decider_id approvals_needed decisions[] amount_usd order_id"
        " counterparty_id counterparty_name create_time expire_time end_time answer"
        " failure actions[]",
        is_write=True,
        has_body=True,
    ),
    "withdrawApproval": _Operation(
        "POST",
        "/approvals/{approval_id}:withdraw",
        "id state operation request{} request_hash organization_id account_id"
        " credential_id decider_id approvals_needed decisions[] amount_usd order_id"
        " counterparty_id counterparty_name create_time expire_time end_time answer"
        " failure actions[]",
        is_write=True,
    ),
    "getApprovalPolicy": _Operation(
        "GET",
        "/approval-policies/current",
        "organization_id version rules[] create_time account_id",
    ),
    "setApprovalPolicy": _Operation(
        "POST",
        "/approval-policies",
        "organization_id version rules[] create_time account_id",
        is_write=True,
        has_body=True,
    ),
    "listApprovalPolicies": _Operation("GET", "/approval-policies", "approval_policies[]"),
    "listAuditEntries": _Operation("GET", "/audit-entries", "audit_entries[]"),
    "createCustodian": _Operation(
        "POST",
        "/custodians",
        "id name adapter",
        is_write=True,
        has_body=True,
    ),
    "listCustodians": _Operation("GET", "/custodians", "custodians[]"),
    "createAsset": _Operation(
        "POST",
        "/assets",
        "symbol name normalized_symbol decimals",
        is_write=True,
        has_body=True,
    ),
    "listAssets": _Operation("GET", "/assets", "assets[]"),
    "setCalendar": _Operation(
        "POST",
        "/calendars",
        "id name weekend[] last_day holidays[] version newest create_time apply_time",
        is_write=True,
        has_body=True,
    ),
    "listCalendars": _Operation("GET", "/calendars", "calendars[]"),
    "createWallet": _Operation(
        "POST",
        "/wallets",
        "id organization_id custodian name address assets[] retire_time",
        is_write=True,
        has_body=True,
    ),
    "listWallets": _Operation("GET", "/wallets", "wallets[]"),
    "retireWallet": _Operation(
        "POST",
        "/wallets:retire",
        "id organization_id custodian name address assets[] retire_time",
        is_write=True,
        has_body=True,
    ),
    "listInstructions": _Operation("GET", "/instructions", "instructions[]"),
    "resumeInstruction": _Operation(
        "POST",
        "/instructions/{transfer_id}:resume",
        "transfer_id custodian external_transfer_id attempts stalled next_attempt_time"
        " last_error create_time",
        is_write=True,
    ),
    "getToday": _Operation(
        "GET",
        "/today",
        "as_of failed_transfers{} to_answer{} to_approve{} agreements_to_accept{}"
        " awaited{} to_call{} to_release{} watch{} stuck_transfers{} late_transfers{}"
        " defaults{} limits_exceeded{} totals{} totals_at_cut",
    ),
    "search": _Operation("GET", "/search", "results[]"),
    "listStateMachines": _Operation("GET", "/state-machines", "state_machines[]"),
    "getSandbox": _Operation("GET", "/sandbox", "time seed work_due"),
    "advanceSandbox": _Operation(
        "POST",
        "/sandbox:advance",
        "time seed work_due",
        is_write=True,
        has_body=True,
    ),
    "scriptSandboxPrices": _Operation(
        "POST",
        "/sandbox:script-prices",
        "time seed work_due",
        is_write=True,
        has_body=True,
    ),
    "scriptSandboxCustodian": _Operation(
        "POST",
        "/sandbox:script-custodian",
        "time seed work_due",
        is_write=True,
        has_body=True,
    ),
    "decideSandboxTransfer": _Operation(
        "POST",
        "/sandbox:decide",
        "time seed work_due",
        is_write=True,
        has_body=True,
    ),
    "getInstallation": _Operation("GET", "/installation", "installation_id"),
}


class MarkToMarketRequests:
    """The requests by which one side of a position asks the other for collateral, or for some back.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def preview(
        self,
        *,
        position_id: Id,
        explain: bool = OMIT,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Preview a mark-to-market request.

        Computes the mark-to-market request that could be created now, and why it could not be
        submitted. Creates nothing.

        position_id: The position to mark to market. A UUID.
        explain (optional): Whether to return the calculation: each input, step and rounding.
            Default: false.

        Roles: viewer, execution, admin.
        Reasons of its own: POSITION_NOT_FOUND, MARK_TO_MARKET_REQUEST_OPEN,
        POSITION_QUANTITY_CHANGING, POSITION_NOT_ACTIVE, COLLATERAL_MANAGED_BY_AGENT,
        PRICE_MISSING, PRICE_STALE.
        """
        call = self._connection._call(
            _OPERATIONS["previewMarkToMarketRequest"],
            body={"position_id": position_id, "explain": explain},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def create(
        self,
        *,
        position_id: Id,
        calculation_id: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Create a mark-to-market request.

        Creates a request from the calculation of a preview. If the inputs have since moved by
        more than the tolerance of the agreement, the call is refused and the error contains the
        new preview. It raises an ApprovalRequiredError if other accounts must approve it first.

        position_id: The position to mark to market. A UUID.
        calculation_id: The calculation of a preview that was made with `explain`. Expected: the
            calculation_id of a preview of this position.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: POSITION_NOT_FOUND, MARK_TO_MARKET_REQUEST_OPEN,
        POSITION_QUANTITY_CHANGING, POSITION_NOT_ACTIVE, COLLATERAL_MANAGED_BY_AGENT,
        PRICE_MISSING, PRICE_STALE, CALCULATION_INVALID, PREVIEW_STALE, MARK_TO_MARKET_NOT_DUE,
        VALUE_INVALID, WALLET_RETIRED.
        """
        call = self._connection._call(
            _OPERATIONS["createMarkToMarketRequest"],
            body={"position_id": position_id, "calculation_id": calculation_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        status: str = OMIT,
        position_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List mark-to-market requests.

        Lists the mark-to-market requests of the caller's organization, newest first. A request
        must match all given filters.

        status (optional): Only requests with this status. Expected: 1 to 64 visible ASCII
            characters.
        position_id (optional): Only requests of this position. A UUID.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin.
        Reasons of its own: PAGE_TOKEN_INVALID, STATUS_UNKNOWN.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listMarkToMarketRequests"],
            {
                "status": status,
                "position_id": position_id,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )

    def export(
        self,
        *,
        status: str = OMIT,
        position_id: Id = OMIT,
        format: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[Any]:
        """Export mark-to-market requests.

        Returns the whole list, newest first, as JSON or CSV. The answer is streamed.

        status (optional): Only requests with this status. Expected: 1 to 64 visible ASCII
            characters.
        position_id (optional): Only requests of this position. A UUID.
        format (optional): The format of the answer. Default: json. One of "json", "csv".

        Roles: viewer, execution, admin.
        Reasons of its own: STATUS_UNKNOWN.
        """
        call = self._connection._call(
            _OPERATIONS["exportMarkToMarketRequests"],
            query={"status": status, "position_id": position_id, "format": format},
            timeout=timeout,
            accept=f"{_CSV}, {_JSON}" if format == "csv" else _JSON,
        )
        if format == "csv":
            return _export_text(self._connection, call)
        return _export_items(self._connection, call)

    def get(self, mark_to_market_request_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get a mark-to-market request.

        Returns one request with the actions that the caller may take.

        mark_to_market_request_id: The id of the mark-to-market request. A UUID.

        Roles: viewer, execution, admin.
        Reasons of its own: MARK_TO_MARKET_REQUEST_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getMarkToMarketRequest"],
            params={"mark_to_market_request_id": mark_to_market_request_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def accept(
        self,
        mark_to_market_request_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Accept a mark-to-market request.

        Accepts a request and instructs the transfer of the collateral. In a dispute, the
        counterparty concedes (concede), or the creator accepts the counter-valuation (settle or
        conclude). It raises an ApprovalRequiredError if other accounts must approve it first.

        mark_to_market_request_id: The id of the mark-to-market request. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: MARK_TO_MARKET_REQUEST_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE,
        QUANTITY_NOT_AVAILABLE, WALLET_RETIRED.
        """
        call = self._connection._call(
            _OPERATIONS["acceptMarkToMarketRequest"],
            params={"mark_to_market_request_id": mark_to_market_request_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def reject(
        self,
        mark_to_market_request_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Reject a mark-to-market request.

        Rejects the request in full.

        mark_to_market_request_id: The id of the mark-to-market request. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: MARK_TO_MARKET_REQUEST_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["rejectMarkToMarketRequest"],
            params={"mark_to_market_request_id": mark_to_market_request_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def dispute(
        self,
        mark_to_market_request_id: Id,
        *,
        counter_notional_usd: Amount,
        reason: str,
        note: str = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Dispute a mark-to-market request.

        Answers a request with a counter-valuation. A difference within the tolerance counts as
        an acceptance. Otherwise the undisputed part is transferred at once and the rest is
        disputed. It raises an ApprovalRequiredError if other accounts must approve it first.

        mark_to_market_request_id: The id of the mark-to-market request. A UUID.
        counter_notional_usd: The amount that is due by your own valuation, in USD. A decimal
            string.
        reason: What the counterparty disagrees with. One of "PRICE", "QUANTITY", "IN_TRANSIT",
            "TERMS", "OTHER".
        note (optional): A note for the creator. Expected: 1 to 500 visible characters on one
            line, without space at either end.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: MARK_TO_MARKET_REQUEST_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE,
        QUANTITY_NOT_AVAILABLE, WALLET_RETIRED, VALUE_INVALID, NOTHING_DISPUTED.
        """
        call = self._connection._call(
            _OPERATIONS["disputeMarkToMarketRequest"],
            params={"mark_to_market_request_id": mark_to_market_request_id},
            body={"counter_notional_usd": counter_notional_usd, "reason": reason, "note": note},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def cancel(
        self,
        mark_to_market_request_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Cancel a mark-to-market request.

        Withdraws a request that has no answer yet. If its transfer failed, was rejected or was
        cancelled, either side may cancel the request.

        mark_to_market_request_id: The id of the mark-to-market request. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: MARK_TO_MARKET_REQUEST_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE,
        COUNTERPARTY_LIMITED.
        """
        call = self._connection._call(
            _OPERATIONS["cancelMarkToMarketRequest"],
            params={"mark_to_market_request_id": mark_to_market_request_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def retry(
        self,
        mark_to_market_request_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Retry a mark-to-market request.

        Instructs the transfers that failed, were rejected or were cancelled again. It raises an
        ApprovalRequiredError if other accounts must approve it first.

        mark_to_market_request_id: The id of the mark-to-market request. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: MARK_TO_MARKET_REQUEST_NOT_FOUND, INVALID_STATE,
        QUANTITY_NOT_AVAILABLE.
        """
        call = self._connection._call(
            _OPERATIONS["retryMarkToMarketRequest"],
            params={"mark_to_market_request_id": mark_to_market_request_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class CallSets:
    """Mark-to-market requests across the deals with one counterparty, created and accepted
    together.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def preview(
        self,
        agreement_id: Id,
        *,
        direction: str,
        position_ids: Sequence[Id] = OMIT,
        explain: bool = OMIT,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Preview a call set.

        Computes the mark-to-market requests that could be created together now for the deals of
        an agreement, in one direction. Deals with an open request, a quantity that is changing,
        or no current price are left out, and so are those that owe in the other direction.
        Creates nothing.

        agreement_id: The agreement whose deals are called. A UUID.
        direction: TopUp: the borrower sends collateral. Release: the lender sends collateral
            back. One of "TopUp", "Release".
        position_ids (optional): Only these positions of the agreement are looked at. Default:
            the oldest 2,000 that go on.
        explain (optional): Whether to return the calculation of each row: each input, step and
            rounding. Default: false.

        Roles: viewer, execution, admin.
        Reasons of its own: AGREEMENT_NOT_FOUND, POSITION_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["previewCallSet"],
            params={"agreement_id": agreement_id},
            body={"direction": direction, "position_ids": position_ids, "explain": explain},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def create(
        self,
        *,
        calculation_id: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Create a call set.

        Creates the mark-to-market requests of a preview, all or none. If the inputs have since
        changed, or the rows have moved by more than the tolerance of the agreement, the call is
        refused. A deal that has fallen due since the preview is not called. It raises an
        ApprovalRequiredError if other accounts must approve it first.

        calculation_id: The `calculation_id` of a preview of a call set. Opaque. Expected: the
            calculation_id of a preview of a call set.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: CALCULATION_INVALID, PREVIEW_STALE, MARK_TO_MARKET_NOT_DUE,
        VALUE_INVALID, WALLET_RETIRED.
        """
        call = self._connection._call(
            _OPERATIONS["createCallSet"],
            body={"calculation_id": calculation_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        agreement_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List call sets.

        Lists the call sets of the caller's organization, of either side, newest first. Their
        requests are in the list of mark-to-market requests.

        agreement_id (optional): Only call sets of this agreement. A UUID.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listCallSets"],
            {"agreement_id": agreement_id, "page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )

    def get(self, call_set_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get a call set.

        Returns one call set, with its requests by status.

        call_set_id: The id of the call set. A UUID.

        Roles: viewer, execution, admin.
        Reasons of its own: CALL_SET_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getCallSet"],
            params={"call_set_id": call_set_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def accept(
        self,
        call_set_id: Id,
        *,
        except_: Sequence[Id] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Accept a call set.

        Accepts all requests of the set that await an answer, and instructs their transfers: all
        or none. If one is refused, the error names it, and the set can be accepted except for
        that one. It raises an ApprovalRequiredError if other accounts must approve it first.

        call_set_id: The id of the call set. A UUID.
        except_ (optional): The ids of requests of the set that are not accepted. Default: none.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: CALL_SET_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE,
        VALUE_INVALID, QUANTITY_NOT_AVAILABLE, WALLET_RETIRED.
        """
        call = self._connection._call(
            _OPERATIONS["acceptCallSet"],
            params={"call_set_id": call_set_id},
            body={"except": except_},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class Transfers:
    """The movements of assets that custodians carry out."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        sender: str = OMIT,
        receiver: str = OMIT,
        sender_custodian: str = OMIT,
        receiver_custodian: str = OMIT,
        status: str = OMIT,
        order_id: int = OMIT,
        token: str = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List transfers.

        Lists the transfers that the caller's organization sends or receives, newest first. A
        transfer must match all given filters. With several filters, a page may have fewer
        transfers than requested, or none, and still be followed by another.

        sender (optional): Only transfers that this organization sends. Expected:
            organizations/<organization_id>, where organization_id is a UUID.
        receiver (optional): Only transfers that this organization receives. Expected:
            organizations/<organization_id>, where organization_id is a UUID.
        sender_custodian (optional): Only transfers from wallets at this custodian. Expected: 1
            to 64 visible ASCII characters.
        receiver_custodian (optional): Only transfers to wallets at this custodian. Expected: 1
            to 64 visible ASCII characters.
        status (optional): Only transfers with this status. Expected: 1 to 64 visible ASCII
            characters.
        order_id (optional): Only transfers of the order with this number.
        token (optional): Only transfers of this asset. Expected: 1 to 64 visible ASCII
            characters.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, reporting, admin.
        Reasons of its own: PAGE_TOKEN_INVALID, TRANSFER_STATUS_UNKNOWN, CUSTODIAN_UNKNOWN.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listTransfers"],
            {
                "sender": sender,
                "receiver": receiver,
                "senderCustodian": sender_custodian,
                "receiverCustodian": receiver_custodian,
                "status": status,
                "orderId": order_id,
                "token": token,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )

    def get(self, transfer_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get a transfer.

        Returns one transfer that the caller's organization sends or receives, with the times of
        its steps.

        transfer_id: The id of the transfer. A UUID.

        Roles: viewer, execution, reporting, admin.
        Reasons of its own: TRANSFER_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getTransfer"],
            params={"transfer_id": transfer_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def cancel(
        self,
        transfer_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Cancel a transfer.

        Requests the cancellation of a transfer. Either side may do this for a transfer that
        returns a part of the asset, and the sender for collateral that it sends without a call
        and that is not yet broadcast. Any other transfer, except those of a close and what a
        substitution sends back, can be cancelled by its receiver once it is late
        (`settlement_time_seconds` of the terms, or else `TRANSFER_LATE_AFTER_S`). The transfer
        stays under way until its custodian answers, which may be that it is too late. A transfer
        that was not yet sent to the custodian is never sent. With the last late transfer of a
        mark-to-market request, the request is cancelled.

        transfer_id: The id of the transfer. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: TRANSFER_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["cancelTransfer"],
            params={"transfer_id": transfer_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class Positions:
    """What is lent and what is pledged for it, at current prices."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        status: str = OMIT,
        asset: str = OMIT,
        collateral_asset: str = OMIT,
        counterparty_id: Id = OMIT,
        ready_for_m2m: bool = OMIT,
        m2m_direction: str = OMIT,
        margin_call_reached: bool = OMIT,
        liquidation_reached: bool = OMIT,
        ids: str = OMIT,
        history_days: int = OMIT,
        order_by: str = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List positions.

        Lists the positions of the caller's organization at current prices, newest first or
        lowest coverage first. A position must match all given filters. With `history_days`, also
        what their coverage was.

        status (optional): Only positions with this status. Expected: 1 to 64 visible ASCII
            characters.
        asset (optional): Only positions that lend this asset. Expected: 1 to 64 visible ASCII
            characters.
        collateral_asset (optional): Only positions with this collateral asset. Expected: 1 to 64
            visible ASCII characters.
        counterparty_id (optional): Only positions with this counterparty. A UUID.
        ready_for_m2m (optional): Only positions for which a mark-to-market request could, or
            could not, be submitted at current prices. A page may have fewer positions than
            requested, or none, and still be followed by another.
        m2m_direction (optional): Only positions whose mark-to-market request would have this
            direction at current prices. A position without a current price matches none. One of
            "TopUp", "Release", "None".
        margin_call_reached (optional): Only positions that are, or are not, at their margin call
            level at current prices. Only a position whose asset is lent can be. A position
            without a current price matches neither.
        liquidation_reached (optional): Only positions that are, or are not, at their liquidation
            level at current prices. Only a position whose asset is lent can be. A position
            without a current price matches neither.
        ids (optional): Only the positions with these ids, separated by commas. An id of no
            position of the organization matches nothing. Expected: 1 to 50 UUIDs, separated by
            commas.
        history_days (optional): Adds `coverage_history`: what the coverage was in the last days,
            1 to 7. A page then has at most 50 positions, and the next page has the others.
        order_by (optional): create_time: newest first. coverage: lowest coverage first, at the
            prices of the first page, whose tokens are valid for 60 seconds; positions without a
            ratio come last. Default: create_time. One of "create_time", "coverage".
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin.
        Reasons of its own: PAGE_TOKEN_INVALID, STATUS_UNKNOWN.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listPositions"],
            {
                "status": status,
                "asset": asset,
                "collateral_asset": collateral_asset,
                "counterparty_id": counterparty_id,
                "ready_for_m2m": ready_for_m2m,
                "m2m_direction": m2m_direction,
                "margin_call_reached": margin_call_reached,
                "liquidation_reached": liquidation_reached,
                "ids": ids,
                "history_days": history_days,
                "order_by": order_by,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )

    def export(
        self,
        *,
        status: str = OMIT,
        asset: str = OMIT,
        collateral_asset: str = OMIT,
        counterparty_id: Id = OMIT,
        ready_for_m2m: bool = OMIT,
        m2m_direction: str = OMIT,
        margin_call_reached: bool = OMIT,
        liquidation_reached: bool = OMIT,
        format: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[Any]:
        """Export positions.

        Returns the whole list, newest first, as JSON or CSV. The answer is streamed.

        status (optional): Only positions with this status. Expected: 1 to 64 visible ASCII
            characters.
        asset (optional): Only positions that lend this asset. Expected: 1 to 64 visible ASCII
            characters.
        collateral_asset (optional): Only positions with this collateral asset. Expected: 1 to 64
            visible ASCII characters.
        counterparty_id (optional): Only positions with this counterparty. A UUID.
        ready_for_m2m (optional): Only positions for which a mark-to-market request could, or
            could not, be submitted at current prices. A page may have fewer positions than
            requested, or none, and still be followed by another.
        m2m_direction (optional): Only positions whose mark-to-market request would have this
            direction at current prices. A position without a current price matches none. One of
            "TopUp", "Release", "None".
        margin_call_reached (optional): Only positions that are, or are not, at their margin call
            level at current prices. Only a position whose asset is lent can be. A position
            without a current price matches neither.
        liquidation_reached (optional): Only positions that are, or are not, at their liquidation
            level at current prices. Only a position whose asset is lent can be. A position
            without a current price matches neither.
        format (optional): The format of the answer. Default: json. One of "json", "csv".

        Roles: viewer, execution, admin.
        Reasons of its own: STATUS_UNKNOWN.
        """
        call = self._connection._call(
            _OPERATIONS["exportPositions"],
            query={
                "status": status,
                "asset": asset,
                "collateral_asset": collateral_asset,
                "counterparty_id": counterparty_id,
                "ready_for_m2m": ready_for_m2m,
                "m2m_direction": m2m_direction,
                "margin_call_reached": margin_call_reached,
                "liquidation_reached": liquidation_reached,
                "format": format,
            },
            timeout=timeout,
            accept=f"{_CSV}, {_JSON}" if format == "csv" else _JSON,
        )
        if format == "csv":
            return _export_text(self._connection, call)
        return _export_items(self._connection, call)

    def get(self, position_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get a position.

        Returns one position at current prices, with the actions that the caller may take.

        position_id: The id of the position. A UUID.

        Roles: viewer, execution, admin.
        Reasons of its own: POSITION_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getPosition"],
            params={"position_id": position_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def prices(self, position_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get the prices of a position.

        Returns the prices of both assets of a position at the last market cut, when it was last
        marked to market, and now; and the prices at which a call, a release or a level would be
        reached.

        position_id: The id of the position. A UUID.

        Roles: viewer, execution, admin.
        Reasons of its own: POSITION_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getPositionPrices"],
            params={"position_id": position_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def valuations(
        self,
        position_id: Id,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List the past valuations of a position.

        Lists what a position was worth at each market cut until it was closed, and at each
        movement of the asset or the collateral, newest first. The figures are those of the
        report of positions as of that time.

        position_id: The id of the position. A UUID.
        page_size (optional): The largest number of items, 1 to 200. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin.
        Reasons of its own: PAGE_TOKEN_INVALID, POSITION_NOT_FOUND.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listPositionValuations"],
            {"page_size": page_size, "page_token": page_token},
            params={"position_id": position_id},
            timeout=timeout,
        )

    def send_collateral(
        self,
        position_id: Id,
        *,
        quantity: Amount,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Send collateral without a call.

        Sends collateral to the counterparty at once, as a transfer of the category `voluntary`.
        The counterparty is notified when it has arrived, and is not asked. The borrower may send
        any quantity; the lender at most what leaves the requirement met at current prices. A
        delivery of the borrower counts as in transit once its provider reports `broadcasting`,
        and for at most `settlement_time_seconds` after its creation; then it counts once it has
        settled. It is worth at least the minimum notional of a top-up, or 1 USD if that is 0, at
        the last known price, except from a party under notice for an unmet call. A side has at
        most one such transfer of a position under way, and sends at most 10 in 24 hours. It
        raises an ApprovalRequiredError if other accounts must approve it first.

        position_id: The id of the position. A UUID.
        quantity: The quantity to send, in units of the collateral asset. A decimal string above
            zero.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: POSITION_NOT_FOUND, POSITION_NOT_ACTIVE, COLLATERAL_MANAGED_BY_AGENT,
        MARK_TO_MARKET_REQUEST_OPEN, POSITION_QUANTITY_CHANGING, ALREADY_EXISTS,
        QUANTITY_NOT_AVAILABLE, QUANTITY_TOO_FINE, VALUE_INVALID, PRICE_MISSING, PRICE_STALE,
        WALLET_RETIRED, COUNTERPARTY_LIMITED.
        """
        call = self._connection._call(
            _OPERATIONS["sendCollateral"],
            params={"position_id": position_id},
            body={"quantity": quantity},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class Orders:
    """Loans of an asset against collateral, from the request to the close."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        lender_id: Id,
        borrower_id: Id,
        asset: str,
        asset_quantity: Amount,
        rate_percent: Amount,
        collateral_asset: str,
        collateral_quantity: Amount,
        collateral_type: str,
        asset_wallet_id: str,
        collateral_wallet_id: str,
        expire_time: Time = OMIT,
        maturity_time: Time = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Create an order.

        Offers or requests a loan. The caller's organization is the lender or the borrower; the
        counterparty answers. TRIPARTY collateral is refused, because the service cannot instruct
        an agent. It raises an ApprovalRequiredError if other accounts must approve it first.

        lender_id: The organization that lends. A UUID.
        borrower_id: The organization that borrows. A UUID.
        asset: The asset to lend. Expected: 1 to 64 visible ASCII characters.
        asset_quantity: The quantity to lend, in units of the asset. A decimal string above zero.
        rate_percent: The interest rate in percent a year. Interest is paid in the asset. A
            decimal string.
        collateral_asset: The asset to pledge. Expected: 1 to 64 visible ASCII characters.
        collateral_quantity: The quantity to pledge at the opening, in units of the collateral
            asset. A decimal string above zero.
        collateral_type: BILATERAL: the collateral moves between the parties. RESTRICTED:
            bilateral, and the lender may not reuse it. TRIPARTY: an agent manages it. One of
            "BILATERAL", "RESTRICTED", "TRIPARTY".
        asset_wallet_id: Your wallet for the asset. Expected: 1 to 128 visible ASCII characters.
        collateral_wallet_id: Your wallet for the collateral. Expected: 1 to 128 visible ASCII
            characters.
        expire_time (optional): When the order expires if it has no answer. Default: after one
            day. RFC 3339 in UTC, with milliseconds.
        maturity_time (optional): When the service begins the close, as if the borrower had:
            after `expire_time`, and at most 10,950 days from now. Default: never, so the order
            is open until a side ends it. RFC 3339 in UTC, with milliseconds.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: LIMIT_EXCEEDED, PARTY_NOT_PERMITTED, REFERENCE_UNKNOWN,
        QUANTITY_TOO_FINE, VALUE_INVALID, AGREEMENT_MISSING, WALLET_UNSUITABLE, WALLET_RETIRED,
        MUTED_BY_COUNTERPARTY, PENDING_ORDERS_EXHAUSTED, COUNTERPARTY_LIMITED.
        """
        call = self._connection._call(
            _OPERATIONS["createOrder"],
            body={
                "lender_id": lender_id,
                "borrower_id": borrower_id,
                "asset": asset,
                "asset_quantity": asset_quantity,
                "rate_percent": rate_percent,
                "collateral_asset": collateral_asset,
                "collateral_quantity": collateral_quantity,
                "collateral_type": collateral_type,
                "asset_wallet_id": asset_wallet_id,
                "collateral_wallet_id": collateral_wallet_id,
                "expire_time": expire_time,
                "maturity_time": maturity_time,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        status: str = OMIT,
        asset: str = OMIT,
        collateral_asset: str = OMIT,
        counterparty_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List orders.

        Lists the orders of the caller's organization, newest first. An order must match all
        given filters.

        status (optional): Only orders with this status. Expected: 1 to 64 visible ASCII
            characters.
        asset (optional): Only orders that lend this asset. Expected: 1 to 64 visible ASCII
            characters.
        collateral_asset (optional): Only orders with this collateral asset. Expected: 1 to 64
            visible ASCII characters.
        counterparty_id (optional): Only orders with this counterparty. A UUID.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin.
        Reasons of its own: PAGE_TOKEN_INVALID, STATUS_UNKNOWN.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listOrders"],
            {
                "status": status,
                "asset": asset,
                "collateral_asset": collateral_asset,
                "counterparty_id": counterparty_id,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )

    def get(self, order_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get an order.

        Returns one order with the actions that the caller may take.

        order_id: The id of the order. A UUID.

        Roles: viewer, execution, admin.
        Reasons of its own: ORDER_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getOrder"],
            params={"order_id": order_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def terms(self, order_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """List the terms of an order.

        Lists the terms that have applied to an accepted order, the newest first: those of the
        acceptance, and those of each amend. Reports on a time use the terms of that time.

        order_id: The id of the order. A UUID.

        Roles: viewer, execution, admin.
        Reasons of its own: ORDER_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["listOrderTerms"],
            params={"order_id": order_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def accept(
        self,
        order_id: Id,
        *,
        asset_wallet_id: str,
        collateral_wallet_id: str,
        terms_version: int = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Accept an order.

        Accepts an order: copies the terms in effect, creates the position, and instructs the
        transfers of the asset and the collateral. It raises an ApprovalRequiredError if other
        accounts must approve it first.

        order_id: The id of the order. A UUID.
        asset_wallet_id: Your wallet for the asset. Expected: 1 to 128 visible ASCII characters.
        collateral_wallet_id: Your wallet for the collateral. Expected: 1 to 128 visible ASCII
            characters.
        terms_version (optional): The `terms_version` of the order as it was read. If other terms
            are in effect by now, the acceptance is refused. Left out: the terms in effect are
            accepted, whatever they are.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: LIMIT_EXCEEDED, ORDER_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE,
        AGREEMENT_MISSING, TERMS_CHANGED, WALLET_UNSUITABLE, WALLET_RETIRED, VALUE_INVALID,
        PRICE_MISSING, PRICE_STALE.
        """
        call = self._connection._call(
            _OPERATIONS["acceptOrder"],
            params={"order_id": order_id},
            body={
                "asset_wallet_id": asset_wallet_id,
                "collateral_wallet_id": collateral_wallet_id,
                "terms_version": terms_version,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def reject(
        self,
        order_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Reject an order.

        Rejects the order in full.

        order_id: The id of the order. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: ORDER_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["rejectOrder"],
            params={"order_id": order_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def cancel(
        self,
        order_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Cancel an order.

        Withdraws an order that has no answer yet.

        order_id: The id of the order. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: ORDER_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["cancelOrder"],
            params={"order_id": order_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def close(
        self,
        order_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Close an order.

        Instructs the return of the whole asset by the borrower. When it has completed, the
        interest is paid, and then the collateral is sent back. It raises an
        ApprovalRequiredError if other accounts must approve it first.

        order_id: The id of the order. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: ORDER_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE,
        MARK_TO_MARKET_REQUEST_OPEN, POSITION_QUANTITY_CHANGING.
        """
        call = self._connection._call(
            _OPERATIONS["closeOrder"],
            params={"order_id": order_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def cancel_close(
        self,
        order_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Cancel the close of an order.

        Requests that a close is cancelled before it has returned the asset: by the borrower, or
        by the lender once the transfer of the asset is late; after an accepted recall by the
        lender only; at or after the maturity by the lender only, once the transfer of the asset
        is late or has failed. The order is active again when the custodian has confirmed that
        nothing moved. If the asset has moved, the close goes on.

        order_id: The id of the order. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: ORDER_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["cancelOrderClose"],
            params={"order_id": order_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def change_wallets(
        self,
        order_id: Id,
        *,
        asset_wallet_id: str = OMIT,
        collateral_wallet_id: str = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Change the wallets of an order.

        Names other wallets of your own for a deal. Transfers that are instructed from now on use
        them, also those that replace a failed one; transfers already instructed keep theirs.
        Nothing moves between your own wallets: the new one must hold what the deal has yet to
        send from it. Both sides are notified of the old and the new address, so changes are
        limited: by default 20 an hour for all deals with one counterparty. It raises an
        ApprovalRequiredError if other accounts must approve it first.

        order_id: The id of the order. A UUID.
        asset_wallet_id (optional): Your new wallet for the asset. Default: as before. Expected:
            1 to 128 visible ASCII characters.
        collateral_wallet_id (optional): Your new wallet for the collateral. Default: as before.
            Expected: 1 to 128 visible ASCII characters.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: ORDER_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE,
        WALLET_UNSUITABLE, WALLET_RETIRED, COUNTERPARTY_LIMITED.
        """
        call = self._connection._call(
            _OPERATIONS["changeOrderWallets"],
            params={"order_id": order_id},
            body={"asset_wallet_id": asset_wallet_id, "collateral_wallet_id": collateral_wallet_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def retry(
        self,
        order_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Retry the transfers of an order.

        Instructs transfers that failed, were rejected or were cancelled again: all of them in an
        opening, the first missing step in a closing. Of an active order that pays interest every
        month: what was due on the first of this month and was not paid. It raises an
        ApprovalRequiredError if other accounts must approve it first.

        order_id: The id of the order. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: ORDER_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["retryOrder"],
            params={"order_id": order_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def abandon(
        self,
        order_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Abandon the opening of an order.

        Cancels an opening of which a transfer failed, was rejected or was cancelled. Whatever
        has arrived is sent back. It raises an ApprovalRequiredError if other accounts must
        approve it first.

        order_id: The id of the order. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: ORDER_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["abandonOrder"],
            params={"order_id": order_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class Reports:
    """The book as it stood at a time, and what happened in a range of time. A report is one
    consistent picture, however many rows it has.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def positions(
        self,
        *,
        as_of: Time = OMIT,
        status: str = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        collateral_asset: str = OMIT,
        format: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[Any]:
        """Report positions.

        Reports the positions of the caller's organization at a time and at the prices of that
        time, newest first.

        as_of (optional): The time of the report, including that whole millisecond. Default: now.
            RFC 3339 in UTC, with milliseconds.
        status (optional): Lifecycle status. One of "OPENING", "ACTIVE", "CLOSING", "CLOSED".
        counterparty_id (optional): Only deals with this counterparty. A UUID.
        asset (optional): Only positions that lend this asset. Expected: 1 to 64 visible ASCII
            characters.
        collateral_asset (optional): Only positions with this collateral asset. Expected: 1 to 64
            visible ASCII characters.
        format (optional): The format of the answer. Default: json. One of "json", "csv".

        Roles: viewer, execution, reporting, admin.
        Reasons of its own: VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["reportPositions"],
            query={
                "as_of": as_of,
                "status": status,
                "counterparty_id": counterparty_id,
                "asset": asset,
                "collateral_asset": collateral_asset,
                "format": format,
            },
            timeout=timeout,
            accept=f"{_CSV}, {_JSON}" if format == "csv" else _JSON,
        )
        if format == "csv":
            return _export_text(self._connection, call)
        return _export_items(self._connection, call)

    def exposure_by_counterparty(
        self,
        *,
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[Any]:
        """Report exposure by counterparty.

        Reports the values lent, borrowed, held and posted at a time, and what is claimed in
        close-outs. One row for each counterparty, sorted by name.

        as_of (optional): The time of the report, including that whole millisecond. Default: now.
            RFC 3339 in UTC, with milliseconds.
        counterparty_id (optional): Only deals with this counterparty. A UUID.
        asset (optional): Only quantities of this asset, and claims of close-outs that name it as
            the asset or as collateral. Expected: 1 to 64 visible ASCII characters.
        format (optional): The format of the answer. Default: json. One of "json", "csv".

        Roles: viewer, execution, reporting, admin.
        Reasons of its own: VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["reportExposureByCounterparty"],
            query={
                "as_of": as_of,
                "counterparty_id": counterparty_id,
                "asset": asset,
                "format": format,
            },
            timeout=timeout,
            accept=f"{_CSV}, {_JSON}" if format == "csv" else _JSON,
        )
        if format == "csv":
            return _export_text(self._connection, call)
        return _export_items(self._connection, call)

    def exposure_by_asset(
        self,
        *,
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[Any]:
        """Report exposure by asset.

        Reports the quantities and values lent, borrowed, held and posted at a time. One row for
        each asset, sorted by symbol.

        as_of (optional): The time of the report, including that whole millisecond. Default: now.
            RFC 3339 in UTC, with milliseconds.
        counterparty_id (optional): Only deals with this counterparty. A UUID.
        asset (optional): Only this asset. Expected: 1 to 64 visible ASCII characters.
        format (optional): The format of the answer. Default: json. One of "json", "csv".

        Roles: viewer, execution, reporting, admin.
        Reasons of its own: VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["reportExposureByAsset"],
            query={
                "as_of": as_of,
                "counterparty_id": counterparty_id,
                "asset": asset,
                "format": format,
            },
            timeout=timeout,
            accept=f"{_CSV}, {_JSON}" if format == "csv" else _JSON,
        )
        if format == "csv":
            return _export_text(self._connection, call)
        return _export_items(self._connection, call)

    def collateral_movements(
        self,
        *,
        from_: Time = OMIT,
        to: Time = OMIT,
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[Any]:
        """Report collateral movements.

        Reports the settled collateral movements from the journal, grouped by order, in their
        order, with the balance after each.

        from_ (optional): The start of the period, inclusive. Requires `to`. RFC 3339 in UTC,
            with milliseconds.
        to (optional): The end of the period, exclusive: at most 366 days after `from`. RFC 3339
            in UTC, with milliseconds.
        as_of (optional): In place of a period: everything up to this time. Default: now. RFC
            3339 in UTC, with milliseconds.
        counterparty_id (optional): Only deals with this counterparty. A UUID.
        asset (optional): Only collateral in this asset. Expected: 1 to 64 visible ASCII
            characters.
        format (optional): The format of the answer. Default: json. One of "json", "csv".

        Roles: viewer, execution, reporting, admin.
        Reasons of its own: VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["reportCollateralMovements"],
            query={
                "from": from_,
                "to": to,
                "as_of": as_of,
                "counterparty_id": counterparty_id,
                "asset": asset,
                "format": format,
            },
            timeout=timeout,
            accept=f"{_CSV}, {_JSON}" if format == "csv" else _JSON,
        )
        if format == "csv":
            return _export_text(self._connection, call)
        return _export_items(self._connection, call)

    def interest(
        self,
        *,
        from_: Time = OMIT,
        to: Time = OMIT,
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[Any]:
        """Report interest.

        Reports the accrued interest. One row for each position and each period of whole days
        with one quantity and rate. The reports of adjacent periods sum to the report of the
        whole.

        from_ (optional): The start of the period, inclusive. Requires `to`. RFC 3339 in UTC,
            with milliseconds.
        to (optional): The end of the period, exclusive: at most 366 days after `from`. RFC 3339
            in UTC, with milliseconds.
        as_of (optional): In place of a period: everything up to this time. Default: now. RFC
            3339 in UTC, with milliseconds.
        counterparty_id (optional): Only deals with this counterparty. A UUID.
        asset (optional): Only interest in this asset. Expected: 1 to 64 visible ASCII
            characters.
        format (optional): The format of the answer. Default: json. One of "json", "csv".

        Roles: viewer, execution, reporting, admin.
        Reasons of its own: VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["reportInterest"],
            query={
                "from": from_,
                "to": to,
                "as_of": as_of,
                "counterparty_id": counterparty_id,
                "asset": asset,
                "format": format,
            },
            timeout=timeout,
            accept=f"{_CSV}, {_JSON}" if format == "csv" else _JSON,
        )
        if format == "csv":
            return _export_text(self._connection, call)
        return _export_items(self._connection, call)

    def transfers(
        self,
        *,
        from_: Time = OMIT,
        to: Time = OMIT,
        as_of: Time = OMIT,
        status: str = OMIT,
        category: str = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[Any]:
        """Report transfers.

        Reports the transfers created in the period, newest first, with their status at its end.

        from_ (optional): The start of the period, inclusive. Requires `to`. RFC 3339 in UTC,
            with milliseconds.
        to (optional): The end of the period, exclusive: at most 366 days after `from`. RFC 3339
            in UTC, with milliseconds.
        as_of (optional): In place of a period: everything up to this time. Default: now. RFC
            3339 in UTC, with milliseconds.
        status (optional): Lifecycle status. One of "PENDING", "IN_PROGRESS", "COMPLETED",
            "FAILED", "REJECTED", "CANCELLED".
        category (optional): The purpose of the transfer. One of "open", "m2m", "return",
            "close", "interest", "liquidation", "voluntary", "substitution".
        counterparty_id (optional): Only deals with this counterparty. A UUID.
        asset (optional): Only quantities of this asset. Expected: 1 to 64 visible ASCII
            characters.
        format (optional): The format of the answer. Default: json. One of "json", "csv".

        Roles: viewer, execution, reporting, admin.
        Reasons of its own: VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["reportTransfers"],
            query={
                "from": from_,
                "to": to,
                "as_of": as_of,
                "status": status,
                "category": category,
                "counterparty_id": counterparty_id,
                "asset": asset,
                "format": format,
            },
            timeout=timeout,
            accept=f"{_CSV}, {_JSON}" if format == "csv" else _JSON,
        )
        if format == "csv":
            return _export_text(self._connection, call)
        return _export_items(self._connection, call)


class OrderRequests:
    """The requests by which one side of an active position asks for the asset back, or for another
    rate.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        position_id: Id,
        kind: str,
        quantity: Amount = OMIT,
        rate_percent: Amount = OMIT,
        effective_time: Time = OMIT,
        terms_version: int = OMIT,
        maturity_time: Time = OMIT,
        collateral_asset: str = OMIT,
        collateral_quantity: Amount = OMIT,
        collateral_wallet_id: str = OMIT,
        note: str = OMIT,
        expire_time: Time = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Create an order request.

        Requests a recall (by the lender), a return or a substitution (by the borrower), a
        rerate, an amend or an extend (by either side) of an active position. The counterparty
        answers. Each side may have one unanswered request at a time, and one request at a time
        may move the asset or exchange the collateral. It raises an ApprovalRequiredError if
        other accounts must approve it first.

        position_id: The position to change. A UUID.
        kind: recall: the lender wants the asset back. return: the borrower wants to send it
            back. rerate: either side wants another rate. amend: either side wants the newest
            terms of the agreement to apply. extend: either side wants a later maturity.
            substitution: the borrower wants to give another collateral in place of the present
            one. One of "recall", "return", "rerate", "amend", "extend", "substitution".
        quantity (optional): The asset quantity to send back. Default: all of it, which closes
            the order. For a recall or a return only. A decimal string above zero.
        rate_percent (optional): The new rate, in percent a year. Required for a rerate, not
            allowed otherwise. A decimal string.
        effective_time (optional): The new rate applies from the UTC day of this time: today or
            later. Default: the day of the acceptance. For a rerate only. RFC 3339 in UTC, with
            milliseconds.
        terms_version (optional): The version of the agreement whose terms are to apply: the
            newest in effect. Required for an amend, not allowed otherwise.
        maturity_time (optional): The later maturity: after now and after that of the order, and
            at most 10,950 days from now. Required for an extend, not allowed otherwise. RFC 3339
            in UTC, with milliseconds.
        collateral_asset (optional): The collateral that is to replace the present one: one of
            the `substitute_assets` of the position. Required for a substitution, not allowed
            otherwise. Expected: 1 to 64 visible ASCII characters.
        collateral_quantity (optional): How much of it, in its units. It must meet the
            requirement by itself when it is accepted, and when it has arrived. Required for a
            substitution, not allowed otherwise. A decimal string above zero.
        collateral_wallet_id (optional): Your wallet from which it comes. Required for a
            substitution, not allowed otherwise. Expected: 1 to 128 visible ASCII characters.
        note (optional): A note for the counterparty. Expected: 1 to 500 visible characters on
            one line, without space at either end.
        expire_time (optional): When the request expires if it has no answer. Default: after the
            cure time of the terms; with a notification time, of a recall and a return, the
            response time of a business day. At the latest on the day from which a new rate
            applies. RFC 3339 in UTC, with milliseconds.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: POSITION_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE,
        ALREADY_EXISTS, COLLATERAL_NOT_ELIGIBLE, COLLATERAL_MANAGED_BY_AGENT, QUANTITY_TOO_FINE,
        QUANTITY_NOT_AVAILABLE, VALUE_INVALID, WALLET_RETIRED, WALLET_UNSUITABLE,
        COUNTERPARTY_LIMITED.
        """
        call = self._connection._call(
            _OPERATIONS["createOrderRequest"],
            body={
                "position_id": position_id,
                "kind": kind,
                "quantity": quantity,
                "rate_percent": rate_percent,
                "effective_time": effective_time,
                "terms_version": terms_version,
                "maturity_time": maturity_time,
                "collateral_asset": collateral_asset,
                "collateral_quantity": collateral_quantity,
                "collateral_wallet_id": collateral_wallet_id,
                "note": note,
                "expire_time": expire_time,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        status: str = OMIT,
        kind: str = OMIT,
        position_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List order requests.

        Lists the order requests of the caller's organization, newest first. A request must match
        all given filters.

        status (optional): Only requests with this status. Expected: 1 to 64 visible ASCII
            characters.
        kind (optional): recall: the lender wants the asset back. return: the borrower wants to
            send it back. rerate: either side wants another rate. amend: either side wants the
            newest terms of the agreement to apply. extend: either side wants a later maturity.
            substitution: the borrower wants to give another collateral in place of the present
            one. One of "recall", "return", "rerate", "amend", "extend", "substitution".
        position_id (optional): Only requests of this position. A UUID.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin.
        Reasons of its own: PAGE_TOKEN_INVALID, STATUS_UNKNOWN.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listOrderRequests"],
            {
                "status": status,
                "kind": kind,
                "position_id": position_id,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )

    def get(self, order_request_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get an order request.

        Returns one request with the actions that the caller may take.

        order_request_id: The id of the order request. A UUID.

        Roles: viewer, execution, admin.
        Reasons of its own: ORDER_REQUEST_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getOrderRequest"],
            params={"order_request_id": order_request_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def accept(
        self,
        order_request_id: Id,
        *,
        collateral_wallet_id: str = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Accept an order request.

        Accepts a request. For a recall or a return, the transfer of the asset is instructed;
        when it has completed, the collateral is sent back pro rata. Sending back the whole asset
        closes the order and pays its interest. For a rerate, the new rate applies from its day.
        For an amend, the terms apply at once to everything that is computed from then on;
        reports on the past keep those of their time. For an extend, the order has the later
        maturity at once. For a substitution, the transfer of the new collateral is instructed,
        and the body must name your wallet for it; once it has arrived and meets the requirement
        at the prices of then, it is the collateral, and all of the old one is sent back. It
        raises an ApprovalRequiredError if other accounts must approve it first.

        order_request_id: The id of the order request. A UUID.
        collateral_wallet_id (optional): Your wallet that receives the new collateral. Required
            for a substitution, not allowed otherwise. Expected: 1 to 128 visible ASCII
            characters.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: LIMIT_EXCEEDED, ORDER_REQUEST_NOT_FOUND, PARTY_NOT_PERMITTED,
        INVALID_STATE, TERMS_CHANGED, COLLATERAL_NOT_ELIGIBLE, MARK_TO_MARKET_REQUEST_OPEN,
        POSITION_QUANTITY_CHANGING, QUANTITY_NOT_AVAILABLE, PRICE_MISSING, PRICE_STALE,
        VALUE_INVALID, WALLET_RETIRED, WALLET_UNSUITABLE.
        """
        call = self._connection._call(
            _OPERATIONS["acceptOrderRequest"],
            params={"order_request_id": order_request_id},
            body={"collateral_wallet_id": collateral_wallet_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def reject(
        self,
        order_request_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Reject an order request.

        Rejects the request in full.

        order_request_id: The id of the order request. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: ORDER_REQUEST_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["rejectOrderRequest"],
            params={"order_request_id": order_request_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def cancel(
        self,
        order_request_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Cancel an order request.

        Withdraws a request that has no answer yet. If the transfer of a partial return failed,
        was rejected or was cancelled, either side may cancel the request. Either side may also
        cancel a substitution that is not decided yet: the old collateral stays, and what has
        come of the new is sent back.

        order_request_id: The id of the order request. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: ORDER_REQUEST_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE,
        COUNTERPARTY_LIMITED.
        """
        call = self._connection._call(
            _OPERATIONS["cancelOrderRequest"],
            params={"order_request_id": order_request_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def retry(
        self,
        order_request_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Retry an order request.

        Instructs the transfers that failed, were rejected or were cancelled again, including
        those of a close. A transfer of the asset whose cancellation was requested is not
        instructed again: cancel the request instead. Of a substitution, what is to be sent back
        is instructed again. It raises an ApprovalRequiredError if other accounts must approve it
        first.

        order_request_id: The id of the order request. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: ORDER_REQUEST_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE,
        QUANTITY_NOT_AVAILABLE.
        """
        call = self._connection._call(
            _OPERATIONS["retryOrderRequest"],
            params={"order_request_id": order_request_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class CloseOuts:
    """Declared defaults, and what follows: the secured party keeps what covers its claim, and sends
    back the rest.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def preview(
        self,
        *,
        position_id: Id,
        in_default: str,
        cause: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Preview a close-out.

        Computes what a close-out of a position at the prices of now would be, if one of its
        sides were in default: what is claimed, what is kept and what goes back, with each input,
        step and rounding. Hypothetical, whether a default could be declared or not. In part, if
        the terms of the order say so and what is discharged and kept can restore the
        requirement. Counts what has settled. Says of each cause that the terms have whether it
        is there now, with its figures. Without a price that the statement needs there is
        neither, though a cause may be declared that needs none. Creates nothing.

        position_id: The position to close out. A UUID.
        in_default: The side in default. The other one is the declarer. One of "borrower",
            "lender".
        cause (optional): For what it would be terminated, which can decide whether only a part
            is closed out. Default: for a cause of which only a part is, if the terms say so. One
            of "UNMET_CALL", "LIQUIDATION_LEVEL", "MISSED_RETURN", "MISSED_INTEREST".

        Roles: viewer, execution, admin.
        Reasons of its own: POSITION_NOT_FOUND, POSITION_NOT_ACTIVE, COLLATERAL_MANAGED_BY_AGENT,
        PRICE_MISSING, PRICE_STALE.
        """
        call = self._connection._call(
            _OPERATIONS["previewCloseOut"],
            body={"position_id": position_id, "in_default": in_default, "cause": cause},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def create(
        self,
        *,
        position_id: Id,
        cause: str,
        note: str = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Declare a default.

        Declares a default of the other side. The terms of the order must name the cause, and the
        service checks that it is the case. Both sides are notified. The notice ends when the
        cause is cured, when the declarer withdraws it, and 30 days after the time from which it
        can be terminated. It raises an ApprovalRequiredError if other accounts must approve it
        first.

        position_id: The position of the deal. A UUID.
        cause: UNMET_CALL: collateral is due, and a call of it has no answer, is late, or has
            been in dispute for `dispute_time_seconds`. Its sender is in default.
            LIQUIDATION_LEVEL: the coverage has stayed at or below the liquidation level for
            `liquidation_confirm_seconds` of the terms, and is there now. The borrower is in
            default. MISSED_RETURN: the asset of a return, a recall, a close or a maturity has
            not come back in time, or the collateral that follows it has not. Its sender is in
            default. MISSED_INTEREST: interest that was due is late. The borrower is in default.
            One of "UNMET_CALL", "LIQUIDATION_LEVEL", "MISSED_RETURN", "MISSED_INTEREST".
        note (optional): A note for the other side. Expected: 1 to 500 visible characters on one
            line, without space at either end.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: POSITION_NOT_FOUND, INVALID_STATE, CAUSE_NOT_AGREED,
        PARTY_NOT_PERMITTED, CAUSE_NOT_PRESENT, ALREADY_EXISTS, COLLATERAL_MANAGED_BY_AGENT,
        PRICE_MISSING, PRICE_STALE.
        """
        call = self._connection._call(
            _OPERATIONS["createCloseOut"],
            body={"position_id": position_id, "cause": cause, "note": note},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        status: str = OMIT,
        position_id: Id = OMIT,
        cause: str = OMIT,
        declarer_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List close-outs.

        Lists the declared defaults and close-outs of the caller's organization, of either side,
        newest first. A close-out must match all given filters.

        status (optional): Only close-outs with this status. Expected: 1 to 64 visible ASCII
            characters.
        position_id (optional): Only close-outs of this position. A UUID.
        cause (optional): UNMET_CALL: collateral is due, and a call of it has no answer, is late,
            or has been in dispute for `dispute_time_seconds`. Its sender is in default.
            LIQUIDATION_LEVEL: the coverage has stayed at or below the liquidation level for
            `liquidation_confirm_seconds` of the terms, and is there now. The borrower is in
            default. MISSED_RETURN: the asset of a return, a recall, a close or a maturity has
            not come back in time, or the collateral that follows it has not. Its sender is in
            default. MISSED_INTEREST: interest that was due is late. The borrower is in default.
            One of "UNMET_CALL", "LIQUIDATION_LEVEL", "MISSED_RETURN", "MISSED_INTEREST".
        declarer_id (optional): Only those that this organization declared. A UUID.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin.
        Reasons of its own: PAGE_TOKEN_INVALID, STATUS_UNKNOWN.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listCloseOuts"],
            {
                "status": status,
                "position_id": position_id,
                "cause": cause,
                "declarer_id": declarer_id,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )

    def get(self, close_out_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get a close-out.

        Returns one close-out with the actions that the caller may take.

        close_out_id: The id of the close-out. A UUID.

        Roles: viewer, execution, admin.
        Reasons of its own: CLOSE_OUT_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getCloseOut"],
            params={"close_out_id": close_out_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def withdraw(
        self,
        close_out_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Withdraw a notice.

        Withdraws a declared default that has not been terminated. It counts as a withdrawal
        between the two organizations, and the same cause cannot be declared again within the
        hour.

        close_out_id: The id of the close-out. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: CLOSE_OUT_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE,
        COUNTERPARTY_LIMITED.
        """
        call = self._connection._call(
            _OPERATIONS["withdrawCloseOut"],
            params={"close_out_id": close_out_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def terminate(
        self,
        close_out_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Terminate a deal in default.

        Ends the deal at the prices of now, if the cause is still the case. The declarer keeps
        what covers its claim, at the price less the discount of the terms. What is left goes
        back; what is not covered is a residual claim. Requests of the deal that await an answer
        end. Transfers of the deal that are being sent or confirmed count if they arrive in time:
        until then the statement is provisional, and it is booked when none is under way any
        more. The cancellation of all other transfers is requested, and what arrives of them is
        sent back. In part, if the terms say so: the declarer keeps only as much as restores the
        requirement, so much of the asset need not be returned any more, and the deal goes on
        with the rest, its requests and its transfers. It raises an ApprovalRequiredError if
        other accounts must approve it first.

        close_out_id: The id of the close-out. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: CLOSE_OUT_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE,
        CAUSE_NOT_PRESENT, CURE_UNDER_WAY, QUANTITY_NOT_AVAILABLE, PRICE_MISSING, PRICE_STALE,
        PRICE_HELD.
        """
        call = self._connection._call(
            _OPERATIONS["terminateCloseOut"],
            params={"close_out_id": close_out_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def retry(
        self,
        close_out_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Retry a close-out.

        Instructs the transfer of what goes back again, if it failed, was rejected or was
        cancelled.

        close_out_id: The id of the close-out. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: CLOSE_OUT_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE,
        QUANTITY_NOT_AVAILABLE.
        """
        call = self._connection._call(
            _OPERATIONS["retryCloseOut"],
            params={"close_out_id": close_out_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def receive(
        self,
        close_out_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Confirm what came back.

        The party in default confirms that what goes back has reached it outside of the service.
        Not possible while a transfer of it is under way.

        close_out_id: The id of the close-out. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: CLOSE_OUT_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["receiveCloseOut"],
            params={"close_out_id": close_out_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def discharge(
        self,
        close_out_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Discharge a residual claim.

        The declarer confirms that the residual claim was paid outside of the service, or waives
        it.

        close_out_id: The id of the close-out. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: CLOSE_OUT_NOT_FOUND, PARTY_NOT_PERMITTED, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["dischargeCloseOut"],
            params={"close_out_id": close_out_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class Documents:
    """Confirmations, notices and statements of deals: a content whose figures can be recomputed,
    and a PDF of it.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        kind: str = OMIT,
        order_id: Id = OMIT,
        subject_id: Id = OMIT,
        counterparty_id: Id = OMIT,
        from_: Time = OMIT,
        to: Time = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List documents.

        Lists the documents of the deals of the caller's organization, newest first. Both sides
        of a deal have the same ones.

        kind (optional): confirmation: an order, as both sides accepted it, and again after a
            rerate, amend or extend. margin_call_notice: a mark-to-market request, as it was
            created. margin_statement: the open deals of a lender and a borrower, at a market
            cut. close_out_statement: a close-out, as it was booked. One of "confirmation",
            "margin_call_notice", "margin_statement", "close_out_statement".
        order_id (optional): Only those of this order. A UUID.
        subject_id (optional): Only those about this order, mark-to-market request or close-out
            itself. A UUID.
        counterparty_id (optional): Only those of deals with this counterparty. A UUID.
        from_ (optional): Only those made at this time or later. RFC 3339 in UTC, with
            milliseconds.
        to (optional): Only those made before this time. RFC 3339 in UTC, with milliseconds.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, reporting, admin.
        Reasons of its own: PAGE_TOKEN_INVALID, VALUE_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listDocuments"],
            {
                "kind": kind,
                "order_id": order_id,
                "subject_id": subject_id,
                "counterparty_id": counterparty_id,
                "from": from_,
                "to": to,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )

    def get(self, document_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get a document.

        Returns a document with its content.

        document_id: The id of the document. A UUID.

        Roles: viewer, execution, reporting, admin.
        Reasons of its own: DOCUMENT_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getDocument"],
            params={"document_id": document_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def pdf(self, document_id: Id, *, timeout: Optional[float] = None) -> bytes:
        """Get the PDF of a document.

        Returns the PDF, a PDF/A-3b with the content attached as `content.json`, to be saved
        under a name. The SHA-256 of its bytes is `pdf_sha256`.

        document_id: The id of the document. A UUID.

        Roles: viewer, execution, reporting, admin.
        Reasons of its own: DOCUMENT_NOT_FOUND, DOCUMENT_NOT_READY.
        """
        call = self._connection._call(
            _OPERATIONS["getDocumentPdf"],
            params={"document_id": document_id},
            timeout=timeout,
            accept=f"{_PDF}, {_JSON}",
        )
        return self._connection._file(call)


class DocumentPreferenceSettings:
    """Which documents of its deals an organization wants."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, *, timeout: Optional[float] = None) -> Answer:
        """Get the document preferences.

        Returns which documents the caller's organization wants.

        Roles: viewer, execution, reporting, admin.
        """
        call = self._connection._call(_OPERATIONS["getDocumentPreferences"], timeout=timeout)
        return self._connection._answer(call)

    def set(
        self,
        *,
        kinds: Sequence[str],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Set the document preferences.

        Replaces the kinds of documents that the caller's organization wants. A document is made
        if one side of the deal wants its kind at that moment, and both sides can read it.
        Nothing is made of the past.

        kinds: The kinds of documents that are made of the deals of the organization. Empty:
            none, unless the counterparty wants them. One of "confirmation",
            "margin_call_notice", "margin_statement", "close_out_statement".
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        """
        call = self._connection._call(
            _OPERATIONS["setDocumentPreferences"],
            body={"kinds": kinds},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class Agreements:
    """The terms between a lender and a borrower, in versions."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        lender_id: Id,
        borrower_id: Id,
        terms: Mapping[str, Any],
        calendar_versions: Sequence[Mapping[str, Any]] = OMIT,
        effective_time: Time = OMIT,
        expire_time: Time = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Create an agreement.

        Proposes the margin terms between one lender and one borrower. They take effect when the
        admins of both have accepted them. It raises an ApprovalRequiredError if other accounts
        must approve it first.

        lender_id: The organization that lends. A UUID.
        borrower_id: The organization that borrows. A UUID.
        terms: The margin terms that are proposed to a lender and a borrower. A term that is left
            out has its default, not the value of the version before. Members:
            "requirement_percent", "haircut", "margin_call_percent", "liquidation_percent",
            "top_up_when" (optional), "release_percent" (optional), "default_causes" (optional),
            "grace_seconds" (optional), "liquidation_confirm_seconds" (optional),
            "settlement_time_seconds" (optional), "dispute_time_seconds" (optional),
            "recall_notice_seconds" (optional), "close_out_discount" (optional),
            "close_out_scope" (optional), "eligible_collateral" (optional), "threshold_usd",
            "minimum_notional_top_up_usd", "minimum_notional_release_usd", "minimum_applies_to"
            (optional), "lot_top_up", "lot_release", "day_count", "interest_schedule" (optional),
            "cure_time_seconds", "calendars" (optional), "time_zone" (optional),
            "notification_time" (optional), "response_time" (optional), "dispute_tolerance_usd",
            "dispute_tolerance_percent", "dispute_method".
        calendar_versions (optional): The versions of the calendars of `terms` that you have
            seen. Refused if another is the newest by now, also if it was set while the request
            awaited approval. Of a calendar that is left out, any version is pinned that was
            there when the request was received. Members: "id", "version".
        effective_time (optional): The earliest time at which the terms take effect. Not in the
            past. Default: now. RFC 3339 in UTC, with milliseconds.
        expire_time (optional): When the version expires, unless both sides have accepted it
            before. Later than now. Default: 14 days from now. RFC 3339 in UTC, with
            milliseconds.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: ALREADY_EXISTS, REFERENCE_UNKNOWN, VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["createAgreement"],
            body={
                "lender_id": lender_id,
                "borrower_id": borrower_id,
                "terms": terms,
                "calendar_versions": calendar_versions,
                "effective_time": effective_time,
                "expire_time": expire_time,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def amend(
        self,
        agreement_id: Id,
        *,
        terms: Mapping[str, Any],
        calendar_versions: Sequence[Mapping[str, Any]] = OMIT,
        effective_time: Time = OMIT,
        expire_time: Time = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Amend an agreement.

        Proposes a new version. It takes effect when the admins of both sides have accepted it;
        until then the version before it stays in effect. A proposal that awaits acceptance
        expires at once. Accepted orders keep the terms that they copied. It raises an
        ApprovalRequiredError if other accounts must approve it first.

        agreement_id: The id of the agreement. A UUID.
        terms: The margin terms that are proposed to a lender and a borrower. A term that is left
            out has its default, not the value of the version before. Members:
            "requirement_percent", "haircut", "margin_call_percent", "liquidation_percent",
            "top_up_when" (optional), "release_percent" (optional), "default_causes" (optional),
            "grace_seconds" (optional), "liquidation_confirm_seconds" (optional),
            "settlement_time_seconds" (optional), "dispute_time_seconds" (optional),
            "recall_notice_seconds" (optional), "close_out_discount" (optional),
            "close_out_scope" (optional), "eligible_collateral" (optional), "threshold_usd",
            "minimum_notional_top_up_usd", "minimum_notional_release_usd", "minimum_applies_to"
            (optional), "lot_top_up", "lot_release", "day_count", "interest_schedule" (optional),
            "cure_time_seconds", "calendars" (optional), "time_zone" (optional),
            "notification_time" (optional), "response_time" (optional), "dispute_tolerance_usd",
            "dispute_tolerance_percent", "dispute_method".
        calendar_versions (optional): The versions of the calendars of `terms` that you have
            seen. Refused if another is the newest by now, also if it was set while the request
            awaited approval. Of a calendar that is left out, any version is pinned that was
            there when the request was received. Members: "id", "version".
        effective_time (optional): The earliest time at which the terms take effect. Not in the
            past. Default: now. RFC 3339 in UTC, with milliseconds.
        expire_time (optional): When the version expires, unless both sides have accepted it
            before. Later than now. Default: 14 days from now. RFC 3339 in UTC, with
            milliseconds.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: AGREEMENT_NOT_FOUND, REFERENCE_UNKNOWN, VALUE_INVALID, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["amendAgreement"],
            params={"agreement_id": agreement_id},
            body={
                "terms": terms,
                "calendar_versions": calendar_versions,
                "effective_time": effective_time,
                "expire_time": expire_time,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def accept(
        self,
        agreement_id: Id,
        *,
        version: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Accept a version of an agreement.

        Accepts a proposed version for the caller's side. When both sides have accepted it, it is
        in effect from its effective time, or from now if that is later. It raises an
        ApprovalRequiredError if other accounts must approve it first.

        agreement_id: The id of the agreement. A UUID.
        version: The number of the version whose terms are accepted.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: AGREEMENT_NOT_FOUND, REFERENCE_UNKNOWN, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["acceptAgreement"],
            params={"agreement_id": agreement_id},
            body={"version": version},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def propose(
        self,
        agreement_id: Id,
        *,
        version: int,
        terms: Mapping[str, Any],
        calendar_versions: Sequence[Mapping[str, Any]] = OMIT,
        effective_time: Time = OMIT,
        expire_time: Time = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Propose terms to the counterparty.

        Proposes a new version for the caller's side, and accepts it for that side. It takes
        effect when the other side has accepted it; until then the version before it stays in
        effect. A proposal of either side that awaits acceptance expires at once; one of the
        operator is never replaced. Deals that exist keep their terms. Rules of approval for
        `acceptAgreement` apply to it too. It raises an ApprovalRequiredError if other accounts
        must approve it first.

        agreement_id: The id of the agreement. A UUID.
        version: The number that the new version gets: one more than the newest. If another
            version was proposed meanwhile, the request is refused.
        terms: The margin terms that are proposed to a lender and a borrower. A term that is left
            out has its default, not the value of the version before. Members:
            "requirement_percent", "haircut", "margin_call_percent", "liquidation_percent",
            "top_up_when" (optional), "release_percent" (optional), "default_causes" (optional),
            "grace_seconds" (optional), "liquidation_confirm_seconds" (optional),
            "settlement_time_seconds" (optional), "dispute_time_seconds" (optional),
            "recall_notice_seconds" (optional), "close_out_discount" (optional),
            "close_out_scope" (optional), "eligible_collateral" (optional), "threshold_usd",
            "minimum_notional_top_up_usd", "minimum_notional_release_usd", "minimum_applies_to"
            (optional), "lot_top_up", "lot_release", "day_count", "interest_schedule" (optional),
            "cure_time_seconds", "calendars" (optional), "time_zone" (optional),
            "notification_time" (optional), "response_time" (optional), "dispute_tolerance_usd",
            "dispute_tolerance_percent", "dispute_method".
        calendar_versions (optional): The versions of the calendars of `terms` that you have
            seen. Refused if another is the newest by now, also if it was set while the request
            awaited approval. Of a calendar that is left out, any version is pinned that was
            there when the request was received. Members: "id", "version".
        effective_time (optional): The earliest time at which the terms take effect. Not in the
            past, and within 365 days. Default: now. RFC 3339 in UTC, with milliseconds.
        expire_time (optional): When the version expires, unless both sides have accepted it
            before. Later than now, and within 90 days. Default: 14 days from now. RFC 3339 in
            UTC, with milliseconds.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: AGREEMENT_NOT_FOUND, REFERENCE_UNKNOWN, VALUE_INVALID, INVALID_STATE,
        MUTED_BY_COUNTERPARTY, COUNTERPARTY_LIMITED.
        """
        call = self._connection._call(
            _OPERATIONS["proposeTerms"],
            params={"agreement_id": agreement_id},
            body={
                "version": version,
                "terms": terms,
                "calendar_versions": calendar_versions,
                "effective_time": effective_time,
                "expire_time": expire_time,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def withdraw(
        self,
        agreement_id: Id,
        *,
        version: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Withdraw proposed terms.

        Withdraws a version that the caller's side proposed, before the other side has accepted
        it. It expires at once.

        agreement_id: The id of the agreement. A UUID.
        version: The number of the version that is withdrawn.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: AGREEMENT_NOT_FOUND, REFERENCE_UNKNOWN, PARTY_NOT_PERMITTED,
        INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["withdrawTerms"],
            params={"agreement_id": agreement_id},
            body={"version": version},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def get(self, agreement_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get an agreement.

        Returns one agreement with all its versions.

        agreement_id: The id of the agreement. A UUID.

        Roles: viewer, execution, admin, operator.
        Reasons of its own: AGREEMENT_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getAgreement"],
            params={"agreement_id": agreement_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List agreements.

        Lists the agreements of the caller's organization. The operator sees all agreements.

        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin, operator.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listAgreements"],
            {"page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )


class Prices:
    """What assets are worth, in USD."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def push(
        self,
        *,
        quotes: Sequence[Mapping[str, Any]],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Push prices.

        Records quotes of the price sources of the caller's account. A quote is held if it moves
        too far from the previous price or if another account contradicts it. It counts when a
        source of another account confirms it, when it has lasted without a contradiction, or
        when another operator releases it.

        quotes: 1 to 500 quotes. Members: "asset", "source", "price_usd", "observe_time"
            (optional).
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: REFERENCE_UNKNOWN, VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["pushPrices"],
            body={"quotes": quotes},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def release(
        self,
        *,
        asset: str,
        source: str,
        price_usd: Amount,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Release a held price.

        Lets a held quote count from now on, as if a source of another account had confirmed it.
        The quote must be fresh and have exactly this price. An account cannot release a quote of
        its own source. The operator's organization is notified. It raises an
        ApprovalRequiredError if other accounts must approve it first.

        asset: The symbol of the asset. Expected: 1 to 64 visible ASCII characters.
        source: The name of the price source. Expected: 1 to 64 visible ASCII characters.
        price_usd: The price of the held quote in USD. A decimal string.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: REFERENCE_UNKNOWN, INVALID_STATE, APPROVER_NOT_PERMITTED.
        """
        call = self._connection._call(
            _OPERATIONS["releasePrice"],
            body={"asset": asset, "source": source, "price_usd": price_usd},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def dismiss(
        self,
        *,
        asset: str,
        source: str,
        price_usd: Amount,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Dismiss the last price of a silenced source.

        Lets the last quote of a silenced source contradict nobody from now on. A source is
        silenced if another account has revoked it, or a credential of its account and it has not
        quoted since: its last quote then goes on contradicting. This always needs the approval
        of a second person, whatever the policy says. The operator's organization is notified. It
        raises an ApprovalRequiredError if other accounts must approve it first.

        asset: The symbol of the asset. Expected: 1 to 64 visible ASCII characters.
        source: The name of the price source. Expected: 1 to 64 visible ASCII characters.
        price_usd: The price of the last quote of the source in USD. A decimal string.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: REFERENCE_UNKNOWN, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["dismissPrice"],
            body={"asset": asset, "source": source, "price_usd": price_usd},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        asset: str = OMIT,
        in_positions: bool = OMIT,
        history_hours: int = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List prices.

        Lists the current price of each asset and the newest quote of each source. With
        `history_hours`, also what they were.

        asset (optional): Only the price of this asset. Expected: 1 to 64 visible ASCII
            characters.
        in_positions (optional): Whether only the assets of open positions of the caller's
            organization are listed. Default: false.
        history_hours (optional): Adds the history of the last hours, 1 to 744, in 120 equal
            steps: the price and the quote of each source. Requires `asset`.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, reporting, admin, operator.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listPrices"],
            {
                "asset": asset,
                "in_positions": in_positions,
                "history_hours": history_hours,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )


class PriceSources:
    """Who may push prices, and under which names."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        source: str,
        account_id: Id = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Register a price source.

        Registers a name under which the credentials of one operator account push prices. All
        sources of one account count as one. A name cannot be registered twice. At most 100
        sources are registered at a time. All active organizations are notified. It raises an
        ApprovalRequiredError if other accounts must approve it first.

        source: The name of the price source. Expected: 1 to 64 visible ASCII characters.
        account_id (optional): The account that pushes the prices, of the caller's organization.
            Default: the caller's account. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: REFERENCE_UNKNOWN, ALREADY_EXISTS, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["createPriceSource"],
            body={"source": source, "account_id": account_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List price sources.

        Lists all price sources, newest first, including those of the service and revoked ones.

        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: operator.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listPriceSources"],
            {"page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )

    def revoke(
        self,
        price_source_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Revoke a price source.

        Revokes a price source permanently. Its further quotes are refused; its last quotes count
        until they are stale. If the source belongs to another account, they go on contradicting
        other sources until a further account agrees with the new price, or until two people
        dismiss them. All active organizations are notified.

        price_source_id: The id of the price source. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: PRICE_SOURCE_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["revokePriceSource"],
            params={"price_source_id": price_source_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class Organizations:
    """The firms that lend and borrow; for the operator."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        slug: str,
        name: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Create an organization.

        Creates an organization: a firm that lends or borrows. It is active and has no accounts.
        It raises an ApprovalRequiredError if other accounts must approve it first.

        slug: A short name of lower case letters, digits and hyphens. Expected: 1 to 63 of a-z,
            0-9 and -, not beginning with -.
        name: The name of the organization. Expected: 1 to 200 visible characters on one line,
            without space at either end.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: ALREADY_EXISTS.
        """
        call = self._connection._call(
            _OPERATIONS["createOrganization"],
            body={"slug": slug, "name": name},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List organizations.

        Lists all organizations, newest first.

        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: operator.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listOrganizations"],
            {"page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )

    def get(self, organization_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get an organization.

        Returns one organization.

        organization_id: The id of the organization. A UUID.

        Roles: operator.
        Reasons of its own: ORGANIZATION_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getOrganization"],
            params={"organization_id": organization_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def suspend(
        self,
        organization_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Suspend an organization.

        Refuses all further requests of the organization. Its deals stay in effect and transfers
        under way continue.

        organization_id: The id of the organization. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: ORGANIZATION_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["suspendOrganization"],
            params={"organization_id": organization_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def activate(
        self,
        organization_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Activate a suspended organization.

        Accepts requests of the organization again. It raises an ApprovalRequiredError if other
        accounts must approve it first.

        organization_id: The id of the organization. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: ORGANIZATION_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["activateOrganization"],
            params={"organization_id": organization_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class Accounts:
    """The persons and programs in organizations."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        organization_id: Id,
        name: str,
        kind: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Create an account.

        Creates an account for a person or a program of an organization. Its credentials define
        what it may do. It raises an ApprovalRequiredError if other accounts must approve it
        first.

        organization_id: The organization of the account. A UUID.
        name: The name of the person or program. Expected: 1 to 200 visible characters on one
            line, without space at either end.
        kind: Whether the account is of a person or a program. One of "person", "program".
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: REFERENCE_UNKNOWN.
        """
        call = self._connection._call(
            _OPERATIONS["createAccount"],
            body={"organization_id": organization_id, "name": name, "kind": kind},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        organization_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List accounts.

        Lists the accounts of the caller's organization. The operator sees those of all
        organizations.

        organization_id (optional): Only accounts of this organization. A UUID.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: admin, operator.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listAccounts"],
            {"organization_id": organization_id, "page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )


class Credentials:
    """The keys with which accounts act, each with a role."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        account_id: Id,
        role: str,
        public_key: str = OMIT,
        proof: str = OMIT,
        expire_time: Time = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Create a credential.

        Creates a credential for an account of the caller's organization. The operator may create
        one for any account, and only the operator may create one with the role operator. To use
        your own key, send a proof of possession. An organization has at most 1000 valid
        credentials at a time. It raises an ApprovalRequiredError if other accounts must approve
        it first.

        account_id: The account of the new credential. A UUID.
        role: The role of a credential, which says what it may do. One of "viewer", "execution",
            "reporting", "admin", "operator".
        public_key (optional): The public key that the proof contains. It may be omitted. If
            given, it needs a proof. Expected: an Ed25519 public key, base64url without padding,
            43 characters.
        proof (optional): A proof of possession: your public key, signed with its private key, as
            `vadium keys new` prints it. If omitted, the service creates a key pair and returns
            the private key once. Expected: the public key, the time and the signature of
            vadium-enrol|<installation>|<organization>|<account>|<key>|<time>, joined by dots.
        expire_time (optional): When the credential expires. Default: never. RFC 3339 in UTC,
            with milliseconds.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin, operator.
        Reasons of its own: REFERENCE_UNKNOWN, VALUE_INVALID, ALREADY_EXISTS, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["createCredential"],
            body={
                "account_id": account_id,
                "role": role,
                "public_key": public_key,
                "proof": proof,
                "expire_time": expire_time,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        organization_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List credentials.

        Lists the credentials of the caller's organization, including revoked ones. The operator
        sees those of all organizations.

        organization_id (optional): Only credentials of this organization. A UUID.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: admin, operator.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listCredentials"],
            {"organization_id": organization_id, "page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )

    def current(self, *, timeout: Optional[float] = None) -> Answer:
        """Get the current credential.

        Returns the credential that signed the request, with its account and its organization.

        Roles: viewer, execution, reporting, admin, operator.
        """
        call = self._connection._call(_OPERATIONS["getCurrentCredential"], timeout=timeout)
        return self._connection._answer(call)

    def rotate(
        self,
        credential_id: Id,
        *,
        public_key: str = OMIT,
        proof: str = OMIT,
        expire_time: Time = OMIT,
        overlap_seconds: int = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Rotate a credential.

        Creates a credential with a new key for the same account and role. The old credential
        expires at once, or after `overlap_seconds`. It raises an ApprovalRequiredError if other
        accounts must approve it first.

        credential_id: The id of the credential. A UUID.
        public_key (optional): The public key that the proof contains. It may be omitted. If
            given, it needs a proof. Expected: an Ed25519 public key, base64url without padding,
            43 characters.
        proof (optional): A proof of possession: your public key, signed with its private key, as
            `vadium keys new` prints it. If omitted, the service creates a key pair and returns
            the private key once. Expected: the public key, the time and the signature of
            vadium-enrol|<installation>|<organization>|<account>|<key>|<time>, joined by dots.
        expire_time (optional): When the new credential expires. Default: never. RFC 3339 in UTC,
            with milliseconds.
        overlap_seconds (optional): How long the old credential stays valid, in seconds. Default:
            0.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin, operator.
        Reasons of its own: CREDENTIAL_NOT_FOUND, INVALID_STATE, VALUE_INVALID, ALREADY_EXISTS.
        """
        call = self._connection._call(
            _OPERATIONS["rotateCredential"],
            params={"credential_id": credential_id},
            body={
                "public_key": public_key,
                "proof": proof,
                "expire_time": expire_time,
                "overlap_seconds": overlap_seconds,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def revoke(
        self,
        credential_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Revoke a credential.

        Revokes a credential permanently. Requests that its key signs are refused from now on.

        credential_id: The id of the credential. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin, operator.
        Reasons of its own: CREDENTIAL_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["revokeCredential"],
            params={"credential_id": credential_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class Invitations:
    """Colleagues whom an admin invites, each with a key of their own."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        name: str,
        role: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Invite a colleague.

        Invites a colleague to the caller's organization. Give the link to the colleague: it can
        be accepted once, within 24 hours, and gives no access by itself. An organization has at
        most 100 invitations that are pending or accepted.

        name: The name of the colleague. Expected: 1 to 200 visible characters on one line,
            without space at either end.
        role: The role that the credential will have. One of "viewer", "execution", "reporting",
            "admin".
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["createInvitation"],
            body={"name": name, "role": role},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List invitations.

        Lists the invitations of the caller's organization, newest first.

        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: admin.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listInvitations"],
            {"page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )

    def get(self, invitation_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get an invitation.

        Returns one invitation.

        invitation_id: The id of the invitation. A UUID.

        Roles: admin.
        Reasons of its own: INVITATION_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getInvitation"],
            params={"invitation_id": invitation_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def confirm(
        self,
        invitation_id: Id,
        *,
        public_key: str,
        account_id: Id,
        name: str,
        role: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Confirm an accepted invitation.

        Creates the account of the colleague and a credential with the accepted key. Before that,
        the colleague reads six words to you, which both sides compute from the invitation and
        the key: only equal words show that the key is theirs. The body names all that comes into
        being, so that who approves the request sees it; it must be as in the invitation. Only
        the account that created the invitation may confirm it, and the rules of createCredential
        and createAccount apply. It raises an ApprovalRequiredError if other accounts must
        approve it first.

        invitation_id: The id of the invitation. A UUID.
        public_key: The public key whose words were compared. Expected: an Ed25519 public key,
            base64url without padding, 43 characters.
        account_id: The id that the account of the colleague will have. A UUID.
        name: The name of the colleague. Expected: 1 to 200 visible characters on one line,
            without space at either end.
        role: The role that the credential will have. One of "viewer", "execution", "reporting",
            "admin".
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: INVITATION_NOT_FOUND, INVALID_STATE, ALREADY_EXISTS.
        """
        call = self._connection._call(
            _OPERATIONS["confirmInvitation"],
            params={"invitation_id": invitation_id},
            body={"public_key": public_key, "account_id": account_id, "name": name, "role": role},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def revoke(
        self,
        invitation_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Revoke an invitation.

        Revokes an invitation that is not confirmed, also an expired one. Its link is refused
        from now on.

        invitation_id: The id of the invitation. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: INVITATION_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["revokeInvitation"],
            params={"invitation_id": invitation_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class RequestPreviews:
    """What a request would do, before it is sent."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def preview(
        self,
        *,
        operation: str,
        id: Id = OMIT,
        body: Mapping[str, Any] = OMIT,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Preview a request.

        Returns what a request would do if it were sent now: who sends what to whom, from and to
        which wallets, the coverage before and after, and why it would be refused. Changes
        nothing. A new mark-to-market request has a preview of its own, with its calculation.

        operation: The operation of the request. One of "createOrder", "acceptOrder",
            "closeOrder", "retryOrder", "abandonOrder", "changeOrderWallets",
            "acceptMarkToMarketRequest", "disputeMarkToMarketRequest",
            "retryMarkToMarketRequest", "createOrderRequest", "acceptOrderRequest",
            "retryOrderRequest".
        id (optional): The id in the path of the operation. Left out if it has none. A UUID.
        body (optional): The body, as the operation describes it. Left out if it takes none.

        Roles: viewer, execution, admin.
        Reasons of its own: POSITION_NOT_FOUND, ORDER_NOT_FOUND,
        MARK_TO_MARKET_REQUEST_NOT_FOUND, ORDER_REQUEST_NOT_FOUND, QUANTITY_NOT_AVAILABLE,
        QUANTITY_TOO_FINE, NOTHING_DISPUTED, VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["previewRequest"],
            body={"operation": operation, "id": id, "body": body},
            timeout=timeout,
        )
        return self._connection._answer(call)


class Approvals:
    """Requests that are carried out once other accounts have approved them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        state: str = OMIT,
        order_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List approvals.

        Lists the requests of the caller's organization that needed approval, and those that it
        decides, newest first.

        state (optional): Only approvals in this state. One of "PENDING", "APPROVED",
            "CARRIED_OUT", "FAILED", "REJECTED", "EXPIRED", "WITHDRAWN".
        order_id (optional): Only approvals that concern this order. A UUID.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin, operator.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listApprovals"],
            {
                "state": state,
                "order_id": order_id,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )

    def get(self, approval_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get an approval.

        Returns one approval with its request, its decisions and its outcome. While it is not
        carried out, `resolved` has what the request means: who sends what to whom, from and to
        which wallets, and the coverage before and after.

        approval_id: The id of the approval. A UUID.

        Roles: viewer, execution, admin, operator.
        Reasons of its own: APPROVAL_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getApproval"],
            params={"approval_id": approval_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def approve(
        self,
        approval_id: Id,
        *,
        request_hash: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Approve a request.

        Approves the request with this hash. After the last approval that it needs, the service
        carries it out in the name of the requester. Your role must include the operation of the
        request. You cannot approve a request of your own account. Within the time to decide,
        accounts of which one created the other or gave it a credential, and accounts that a
        third created, count as one person, who approves once and not for itself.

        approval_id: The id of the approval. A UUID.
        request_hash: The SHA-256 of the method, a line feed, the path, a line feed and the body,
            exactly as they were signed. Hexadecimal. Expected: the request_hash of the approval:
            64 of 0-9 and a-f.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin, operator.
        Reasons of its own: APPROVAL_NOT_FOUND, APPROVED_REQUESTS_EXHAUSTED,
        APPROVER_NOT_PERMITTED, INVALID_STATE, VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["approveApproval"],
            params={"approval_id": approval_id},
            body={"request_hash": request_hash},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def reject(
        self,
        approval_id: Id,
        *,
        request_hash: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Reject a request.

        Rejects the request with this hash for good. One account is enough.

        approval_id: The id of the approval. A UUID.
        request_hash: The SHA-256 of the method, a line feed, the path, a line feed and the body,
            exactly as they were signed. Hexadecimal. Expected: the request_hash of the approval:
            64 of 0-9 and a-f.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin, operator.
        Reasons of its own: APPROVAL_NOT_FOUND, APPROVER_NOT_PERMITTED, INVALID_STATE,
        VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["rejectApproval"],
            params={"approval_id": approval_id},
            body={"request_hash": request_hash},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def withdraw(
        self,
        approval_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Withdraw a request.

        Withdraws a request that awaits approval. Only the account that made it may.

        approval_id: The id of the approval. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin, operator.
        Reasons of its own: APPROVAL_NOT_FOUND, APPROVER_NOT_PERMITTED, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["withdrawApproval"],
            params={"approval_id": approval_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def wait(self, approval_id: Id, *, timeout: Optional[float] = None) -> Any:
        """Waits until a request that needs approval has been carried out, and returns its answer:
        what the call that raised the ApprovalRequiredError would have returned. It raises an
        ApprovalEndedError if the request was rejected or withdrawn, if it expired, or if it was
        refused when it was to be carried out. After `timeout` seconds it raises the
        ApprovalRequiredError, or the error of the last read.
        """
        return _approval_outcome(lambda: self.get(approval_id), timeout)


class ApprovalPolicies:
    """Which operations of an organization need the approval of other accounts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, *, timeout: Optional[float] = None) -> Answer:
        """Get the approval policy.

        Returns the policy in force for requests of the caller's organization.

        Roles: viewer, execution, admin, operator.
        """
        call = self._connection._call(_OPERATIONS["getApprovalPolicy"], timeout=timeout)
        return self._connection._answer(call)

    def set(
        self,
        *,
        rules: Sequence[Mapping[str, Any]],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Set the approval policy.

        Replaces the policy of the caller's organization by a new version. The policy in force
        decides whether the change itself needs approval. It raises an ApprovalRequiredError if
        other accounts must approve it first.

        rules: The rules. If several apply to a request, it needs the most approvals that one of
            them asks for, within the shortest of their times, and accounts that the requester
            created within the longest may not approve it. Without a rule an operation needs no
            approval. Members: "operation", "above_usd", "approvals", "within_seconds".
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin, operator.
        Reasons of its own: VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["setApprovalPolicy"],
            body={"rules": rules},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List the versions of the approval policy.

        Lists the versions of the policy of the caller's organization, newest first.

        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin, operator.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listApprovalPolicies"],
            {"page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )


class Audit:
    """The audit trail, which is only ever appended to."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        credential_id: Id = OMIT,
        event: str = OMIT,
        outcome: str = OMIT,
        subject_id: Id = OMIT,
        request_id: Id = OMIT,
        reads: bool = OMIT,
        from_: Time = OMIT,
        to: Time = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List the audit trail.

        Lists each authenticated request of the caller's organization and each change of its
        credentials, newest first. An entry must match all given filters. A page looks at a
        limited number of entries, so it may have fewer than requested, or none, and still be
        followed by another.

        credential_id (optional): Only what this credential did. A UUID.
        event (optional): Only this operation, or this change of a credential. Expected: 1 to 100
            visible ASCII characters.
        outcome (optional): Only `ok`, only one reason of a refusal, or `refused` for all of
            them. Expected: 1 to 100 visible ASCII characters.
        subject_id (optional): Only entries with this subject. A UUID.
        request_id (optional): Only the entries of this request. A UUID.
        reads (optional): Only requests that changed nothing and were not refused, or only the
            others.
        from_ (optional): Only entries of this time or later. RFC 3339 in UTC, with milliseconds.
        to (optional): Only entries before this time. RFC 3339 in UTC, with milliseconds.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: admin, operator.
        Reasons of its own: PAGE_TOKEN_INVALID, VALUE_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listAuditEntries"],
            {
                "credential_id": credential_id,
                "event": event,
                "outcome": outcome,
                "subject_id": subject_id,
                "request_id": request_id,
                "reads": reads,
                "from": from_,
                "to": to,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )


class Custodians:
    """The custody providers that carry transfers out."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        id: str,
        name: str,
        adapter: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Create a custodian.

        Creates a custodian: a custody provider and the adapter that the service uses for it. It
        raises an ApprovalRequiredError if other accounts must approve it first.

        id: The id of the custodian. Expected: 1 to 64 of a-z, 0-9, _ and -, beginning with a
            letter or digit.
        name: The name of the custodian. Expected: 1 to 200 visible characters on one line,
            without space at either end.
        adapter: The adapter that the service uses for the custodian. One of "simulated",
            "fireblocks".
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: ALREADY_EXISTS, VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["createCustodian"],
            body={"id": id, "name": name, "adapter": adapter},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List custodians.

        Lists the custodians of this installation.

        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, reporting, admin, operator.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listCustodians"],
            {"page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )


class Assets:
    """What can be lent or pledged."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        symbol: str,
        name: str,
        normalized_symbol: str,
        decimals: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Create an asset.

        Creates an asset that can be lent or pledged. Its decimals cannot be changed later. It
        raises an ApprovalRequiredError if other accounts must approve it first.

        symbol: The symbol of the asset. Expected: 1 to 64 visible ASCII characters.
        name: The name of the asset, for people. Expected: 1 to 200 visible characters on one
            line, without space at either end.
        normalized_symbol: The symbol without its network or issuer: USDC for USDC_ETH. Expected:
            1 to 64 visible ASCII characters.
        decimals: The number of decimals of the smallest unit.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: ALREADY_EXISTS.
        """
        call = self._connection._call(
            _OPERATIONS["createAsset"],
            body={
                "symbol": symbol,
                "name": name,
                "normalized_symbol": normalized_symbol,
                "decimals": decimals,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List assets.

        Lists the assets that can be lent or pledged.

        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, reporting, admin, operator.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listAssets"],
            {"page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )


class Calendars:
    """The business days that agreements name."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def set(
        self,
        *,
        id: str,
        name: str,
        last_day: str,
        holidays: Sequence[Mapping[str, Any]],
        weekend: Sequence[int] = OMIT,
        new_version: int = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Set a calendar.

        Creates a calendar of business days, or a new version of one. Both sides of each
        agreement that names it are notified, and under terms that exist the version applies to
        what is created 7 days later. Times that are set already stay. It raises an
        ApprovalRequiredError if other accounts must approve it first.

        id: The id of the calendar. Expected: 1 to 64 of a-z, 0-9, _ and -, beginning with a
            letter or digit.
        name: The name of the calendar, for people. Expected: 1 to 200 visible characters on one
            line, without space at either end.
        weekend (optional): The days of each week that are no business days: 1 is Monday, 7 is
            Sunday. Default: 6 and 7.
        last_day: The last day that the calendar covers. After it, it knows its weekend alone.
            Expected: a day such as "2026-12-28", from 1900 to 2999.
        holidays: The other days that are no business days, each once and none after the last
            day. A request has at most 64 KiB: 2000 fit without names, and some 1,000 with them.
            Members: "date", "name" (optional).
        new_version (optional): The number that this version gets: one more than the newest one
            that you have seen. Refused if another was set since, also while this one awaited
            approval. Left out: any.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: VALUE_INVALID, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["setCalendar"],
            body={
                "id": id,
                "name": name,
                "weekend": weekend,
                "last_day": last_day,
                "holidays": holidays,
                "new_version": new_version,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        id: str = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List calendars.

        Lists the newest version of each calendar of this installation; of one calendar, all
        versions, oldest first.

        id (optional): All versions of this calendar. Expected: 1 to 64 of a-z, 0-9, _ and -,
            beginning with a letter or digit.
        page_size (optional): The largest number of items, 1 to 20. Default: 20.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, reporting, admin, operator.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listCalendars"],
            {"id": id, "page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )


class Wallets:
    """Where organizations hold assets at custodians."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        id: str,
        organization_id: Id,
        custodian: str,
        name: str,
        address: str,
        assets: Sequence[str],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Create a wallet.

        Creates a wallet in which an organization holds assets at a custodian. Where two people
        are asked for, or a policy names the operation, it waits for an admin of the
        organization, unless it never had one. It raises an ApprovalRequiredError if other
        accounts must approve it first.

        id: The id of the wallet at its custodian. Expected: 1 to 128 visible ASCII characters.
        organization_id: The organization that owns the wallet. A UUID.
        custodian: The id of the custodian. Expected: 1 to 64 of a-z, 0-9, _ and -, beginning
            with a letter or digit.
        name: The name of the wallet. It differs from those of the other wallets of the
            organization in more than upper case and spaces. Expected: 1 to 200 visible
            characters on one line, without space at either end.
        address: The address of the wallet. Expected: 1 to 256 visible ASCII characters.
        assets: The assets that the wallet can hold.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: ALREADY_EXISTS, REFERENCE_UNKNOWN.
        """
        call = self._connection._call(
            _OPERATIONS["createWallet"],
            body={
                "id": id,
                "organization_id": organization_id,
                "custodian": custodian,
                "name": name,
                "address": address,
                "assets": assets,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        organization_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List wallets.

        Lists the wallets of the caller's organization. The operator sees all wallets.

        organization_id (optional): Only wallets of this organization. A UUID.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin, operator.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listWallets"],
            {"organization_id": organization_id, "page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )

    def retire(
        self,
        *,
        wallet_id: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Retire a wallet.

        Retires a wallet for ever: no new order and no acceptance takes it, and no request of its
        organization on a deal that names it. Transfers of such deals go on with it, and its
        organization is notified of each, until `changeOrderWallets` names another one. An
        operator needs the approval of an admin of the organization, unless it never had one. It
        raises an ApprovalRequiredError if other accounts must approve it first.

        wallet_id: The id of the wallet at its custodian. Expected: 1 to 128 visible ASCII
            characters.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin, operator.
        Reasons of its own: WALLET_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["retireWallet"],
            body={"wallet_id": wallet_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class Installation:
    """Which installation a service is."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, *, timeout: Optional[float] = None) -> Answer:
        """Get the installation.

        Returns the id of this installation. A proof of possession contains it.

        Roles: viewer, execution, reporting, admin, operator.
        """
        call = self._connection._call(_OPERATIONS["getInstallation"], timeout=timeout)
        return self._connection._answer(call)


class Instructions:
    """What the service has asked custodians to do; for the operator."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        stalled: bool = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List instructions to custodians.

        Lists the instructions without a final answer of the custodian. A stalled instruction
        needs a person to look at it.

        stalled (optional): Only instructions that are stalled, or only those that are not.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: operator.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listInstructions"],
            {"stalled": stalled, "page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )

    def resume(
        self,
        transfer_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Resume a stalled instruction.

        Sends a stalled instruction to its custodian again and counts attempts from zero. It
        raises an ApprovalRequiredError if other accounts must approve it first.

        transfer_id: The id of the transfer of the instruction. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: INSTRUCTION_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["resumeInstruction"],
            params={"transfer_id": transfer_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class Events:
    """What happened and concerns the caller's organization, in the order in which it was committed.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        type: str = OMIT,
        after: str = OMIT,
        limit: int = OMIT,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Read the event log.

        Lists the events of the caller's organization in the order of their commits, oldest
        first. With a `type` filter, a page may be empty although more events follow. The end of
        the log is reached when `next` equals `after`.

        type (optional): Only events of this type. Default: all. One of "order.updated",
            "position.updated", "transfer.updated", "mark_to_market_request.updated",
            "order_request.updated", "close_out.updated", "document.created",
            "notification.created", "chat.updated", "account.updated", "credential.updated",
            "invitation.updated", "wallet.updated", "organization.updated", "agreement.updated",
            "approval.updated", "approval_policy.updated", "automation.updated",
            "calendar.updated", "counterparty_limits.updated", "mail_address.updated",
            "price_source.updated".
        after (optional): Only events after this event cursor. Default: all stored events.
            Expected: the id of an event that this organization was given.
        limit (optional): The largest number of events, 1 to 1000. Default: 100.

        Roles: viewer, execution, admin.
        Reasons of its own: EVENT_POSITION_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["listEvents"],
            query={"type": type, "after": after, "limit": limit},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def stream(
        self,
        *,
        type: str = OMIT,
        after: str = OMIT,
        moved: bool = OMIT,
        on_reset: Optional[Callable[[str], Any]] = None,
        on_moved: Optional[Callable[[Dict[str, Any]], Any]] = None,
        on_interruption: Optional[Callable[[Interruption], Any]] = None,
        unconnected_max: float = float("inf"),
        silence_max: float = _SILENCE_MAX,
    ) -> EventStream:
        """Stream the event log.

        Streams the event log as server-sent events, from now on or after an event cursor.

        type (optional): Only events of this type. Default: all. One of "order.updated",
            "position.updated", "transfer.updated", "mark_to_market_request.updated",
            "order_request.updated", "close_out.updated", "document.created",
            "notification.created", "chat.updated", "account.updated", "credential.updated",
            "invitation.updated", "wallet.updated", "organization.updated", "agreement.updated",
            "approval.updated", "approval_policy.updated", "automation.updated",
            "calendar.updated", "counterparty_limits.updated", "mail_address.updated",
            "price_source.updated".
        after (optional): Continues after this event cursor, like the header Last-Event-ID.
            Default: from now on. Expected: the id of an event that this organization was given.
        moved (optional): Whether the stream also has frames of the event type `moved`, without
            an id, at most one a second: they name what figures rest on and has moved. The first
            one names all of it. Default: false.

        Roles: viewer, execution, admin.
        Reasons of its own: EVENT_POSITION_INVALID.
        """
        return EventStream(
            self._connection,
            _OPERATIONS["streamEvents"],
            {"type": type, "after": after, "moved": moved},
            on_reset=on_reset,
            on_moved=on_moved,
            on_interruption=on_interruption,
            unconnected_max=unconnected_max,
            silence_max=silence_max,
        )


class Notifications:
    """What somebody of the caller's organization should look at. An account marks as read for
    itself alone.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        unread: bool = OMIT,
        category: str = OMIT,
        severity: str = OMIT,
        include_muted: bool = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List notifications.

        Lists the notifications of the caller's organization, newest first, without those that
        the preferences of the caller's account mute. A notification must match all given
        filters.

        unread (optional): Only notifications that the account has not marked as read, or only
            those that it has.
        category (optional): Only notifications of this category. One of "margin_call_reached",
            "liquidation_reached", "mark_to_market_to_answer", "order_request_to_answer",
            "transfer_failed", "collateral_received", "collateral_exchanged", "close_cancelled",
            "maturity_near", "default_declared", "close_out_changed", "default_ended",
            "transfer_late", "price_stale", "price_source_changed", "request_expiring",
            "credential_expiring", "webhook_disabled", "approval_to_decide", "approval_ended",
            "account_changed", "credential_changed", "invitation_changed", "wallet_changed",
            "organization_changed", "approval_policy_changed", "agreement_changed",
            "automation_changed", "calendar_changed", "calendar_ending",
            "counterparty_limits_changed", "limit_exceeded", "mail_address_changed",
            "automation_held".
        severity (optional): Only notifications of this severity. One of "info", "warning",
            "critical".
        include_muted (optional): Whether to include notifications that the preferences mute.
            Default: false.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listNotifications"],
            {
                "unread": unread,
                "category": category,
                "severity": severity,
                "include_muted": include_muted,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )

    def count_unread(self, *, timeout: Optional[float] = None) -> Answer:
        """Count unread notifications.

        Counts the notifications that the caller's account has not marked as read, without those
        that its preferences mute.

        Roles: viewer, execution, admin.
        """
        call = self._connection._call(_OPERATIONS["countUnreadNotifications"], timeout=timeout)
        return self._connection._answer(call)

    def get(self, notification_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get a notification.

        Returns one notification, even if the preferences of the account mute it.

        notification_id: The id of the notification. A UUID.

        Roles: viewer, execution, admin.
        Reasons of its own: NOTIFICATION_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getNotification"],
            params={"notification_id": notification_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def mark_read(
        self,
        notification_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Mark a notification as read.

        Marks one notification as read, for the caller's account only. It cannot be marked as
        unread.

        notification_id: The id of the notification. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: viewer, execution, admin.
        Reasons of its own: NOTIFICATION_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["markNotificationRead"],
            params={"notification_id": notification_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def mark_all_read(
        self,
        *,
        until_id: Id = OMIT,
        until_time: Time = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Mark notifications as read.

        Marks all notifications as read, or those up to a notification or a time, for the
        caller's account only.

        until_id (optional): Only this notification and older ones. A UUID.
        until_time (optional): Only notifications created at this time or before. RFC 3339 in
            UTC, with milliseconds.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: viewer, execution, admin.
        Reasons of its own: NOTIFICATION_NOT_FOUND, VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["markAllNotificationsRead"],
            body={"until_id": until_id, "until_time": until_time},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def stream(
        self,
        *,
        after: str = OMIT,
        on_reset: Optional[Callable[[str], Any]] = None,
        on_interruption: Optional[Callable[[Interruption], Any]] = None,
        unconnected_max: float = float("inf"),
        silence_max: float = _SILENCE_MAX,
    ) -> EventStream:
        """Stream notifications.

        Streams new notifications as server-sent events, without those that the preferences of
        the caller's account mute.

        after (optional): Continues after this event cursor, like the header Last-Event-ID.
            Default: from now on. Expected: the id of an event that this organization was given.

        Roles: viewer, execution, admin.
        Reasons of its own: EVENT_POSITION_INVALID.
        """
        return EventStream(
            self._connection,
            _OPERATIONS["streamNotifications"],
            {"after": after},
            on_reset=on_reset,
            on_interruption=on_interruption,
            unconnected_max=unconnected_max,
            silence_max=silence_max,
        )


class NotificationPreferenceSettings:
    """What the caller's account wants to be notified of."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, *, timeout: Optional[float] = None) -> Answer:
        """Get notification preferences.

        Returns the notification preferences of the caller's account. By default, nothing is
        muted.

        Roles: viewer, execution, admin.
        """
        call = self._connection._call(_OPERATIONS["getNotificationPreferences"], timeout=timeout)
        return self._connection._answer(call)

    def set(
        self,
        *,
        muted_categories: Sequence[str],
        minimum_severity: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Set notification preferences.

        Replaces the notification preferences of the caller's account. Open streams apply them at
        once.

        muted_categories: The categories that the account mutes. Defaults and close-outs, and
            changes of accounts, credentials, invitations, wallets, organizations, agreements,
            price sources, approval policies, automations, limits, calendars and mail addresses
            cannot be muted. One of "margin_call_reached", "liquidation_reached",
            "mark_to_market_to_answer", "order_request_to_answer", "transfer_failed",
            "collateral_received", "collateral_exchanged", "close_cancelled", "maturity_near",
            "default_ended", "transfer_late", "price_stale", "request_expiring",
            "credential_expiring", "webhook_disabled", "approval_to_decide", "approval_ended",
            "calendar_ending", "limit_exceeded", "automation_held".
        minimum_severity: Notifications below this severity are muted, unless their category
            cannot be muted. `info` mutes none. One of "info", "warning", "critical".
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: viewer, execution, admin.
        """
        call = self._connection._call(
            _OPERATIONS["setNotificationPreferences"],
            body={"muted_categories": muted_categories, "minimum_severity": minimum_severity},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class Chats:
    """The threads of orders, between their two sides: messages, and what awaits an answer."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List chats.

        Lists the chats that have entries, of the orders of the caller's organization. The chat
        with the latest added or resolved entry comes first.

        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listChats"],
            {"page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )

    def get(self, order_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get a chat.

        Returns the chat of one order, even if it has no entries yet.

        order_id: The id of the order of the chat. A UUID.

        Roles: viewer, execution, admin.
        Reasons of its own: ORDER_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getChat"],
            params={"order_id": order_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def entries(
        self,
        order_id: Id,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List the entries of a chat.

        Lists the messages and actions of one order's chat, newest first.

        order_id: The id of the order of the chat. A UUID.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin.
        Reasons of its own: ORDER_NOT_FOUND, PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listChatEntries"],
            {"page_size": page_size, "page_token": page_token},
            params={"order_id": order_id},
            timeout=timeout,
        )

    def post(
        self,
        order_id: Id,
        *,
        text: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Post a message.

        Posts a message in an order's chat. The lender and the borrower can read it.

        order_id: The id of the order of the chat. A UUID.
        text: 1 to 4000 characters, stored unchanged. Line breaks are allowed, other control
            characters are not. Expected: 1 to 4000 characters, not white space alone, with line
            breaks (LF, CR LF) but no other control characters.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: ORDER_NOT_FOUND, MUTED_BY_COUNTERPARTY, COUNTERPARTY_LIMITED.
        """
        call = self._connection._call(
            _OPERATIONS["postChatMessage"],
            params={"order_id": order_id},
            body={"text": text},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def resolve(
        self,
        order_id: Id,
        entry_id: Id,
        *,
        decision: str,
        asset_wallet_id: str = OMIT,
        collateral_wallet_id: str = OMIT,
        terms_version: int = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Resolve an action.

        Accepts or rejects the order or request of an open action. The effect and the refusals
        are the same as those of the operation of that resource, such as `acceptOrder`. It raises
        an ApprovalRequiredError if other accounts must approve it first.

        order_id: The id of the order of the chat. A UUID.
        entry_id: The id of the chat entry. A UUID.
        decision: The answer to the order or request. One of "accept", "reject".
        asset_wallet_id (optional): Your wallet for the asset. Only to accept an order. Expected:
            1 to 128 visible ASCII characters.
        collateral_wallet_id (optional): Your wallet for the collateral. Only to accept an order
            or a substitution. Expected: 1 to 128 visible ASCII characters.
        terms_version (optional): The `terms_version` of the order as it was read, as for
            `acceptOrder`. Only to accept an order.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: execution, admin.
        Reasons of its own: ORDER_NOT_FOUND, CHAT_ENTRY_NOT_FOUND, VALUE_INVALID, LIMIT_EXCEEDED,
        PARTY_NOT_PERMITTED, INVALID_STATE, AGREEMENT_MISSING, TERMS_CHANGED, WALLET_UNSUITABLE,
        WALLET_RETIRED, PRICE_MISSING, PRICE_STALE, MARK_TO_MARKET_REQUEST_NOT_FOUND,
        QUANTITY_NOT_AVAILABLE, ORDER_REQUEST_NOT_FOUND, COLLATERAL_NOT_ELIGIBLE,
        MARK_TO_MARKET_REQUEST_OPEN, POSITION_QUANTITY_CHANGING.
        """
        call = self._connection._call(
            _OPERATIONS["resolveChatAction"],
            params={"order_id": order_id, "entry_id": entry_id},
            body={
                "decision": decision,
                "asset_wallet_id": asset_wallet_id,
                "collateral_wallet_id": collateral_wallet_id,
                "terms_version": terms_version,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def read(
        self,
        order_id: Id,
        *,
        entry_id: Id,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Mark a chat as read.

        Moves the read mark of the caller's account to an entry. The mark never moves back. The
        counterparty does not see it.

        order_id: The id of the order of the chat. A UUID.
        entry_id: The last entry that the account has read. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: viewer, execution, admin.
        Reasons of its own: ORDER_NOT_FOUND, CHAT_ENTRY_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["markChatRead"],
            params={"order_id": order_id},
            body={"entry_id": entry_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def stream(
        self,
        *,
        order_id: Id = OMIT,
        after: str = OMIT,
        on_reset: Optional[Callable[[str], Any]] = None,
        on_interruption: Optional[Callable[[Interruption], Any]] = None,
        unconnected_max: float = float("inf"),
        silence_max: float = _SILENCE_MAX,
    ) -> EventStream:
        """Stream chat events.

        Streams the events of the type `chat.updated` as server-sent events: an entry was added,
        or an action was resolved.

        order_id (optional): Only the chat of this order. A UUID.
        after (optional): Continues after this event cursor, like the header Last-Event-ID.
            Default: from now on. Expected: the id of an event that this organization was given.

        Roles: viewer, execution, admin.
        Reasons of its own: EVENT_POSITION_INVALID.
        """
        return EventStream(
            self._connection,
            _OPERATIONS["streamChatEvents"],
            {"order_id": order_id, "after": after},
            on_reset=on_reset,
            on_interruption=on_interruption,
            unconnected_max=unconnected_max,
            silence_max=silence_max,
        )


class Counterparties:
    """The counterparties whose messages, new orders and proposals of terms are refused."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def mute(
        self,
        counterparty_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Mute a counterparty.

        Refuses further messages, new orders and proposals of terms of a counterparty, with the
        reason MUTED_BY_COUNTERPARTY. Existing chats and orders stay readable. Margin calls,
        disputes, returns, recalls, rerates and answers are not affected.

        counterparty_id: The organization id of the counterparty. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: ORGANIZATION_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["muteCounterparty"],
            params={"counterparty_id": counterparty_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def unmute(
        self,
        counterparty_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Unmute a counterparty.

        Accepts messages, new orders and proposals of terms of the counterparty again.

        counterparty_id: The organization id of the counterparty. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: ORGANIZATION_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["unmuteCounterparty"],
            params={"counterparty_id": counterparty_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def muted(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List muted counterparties.

        Lists the counterparties that the caller's organization has muted.

        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listMutedCounterparties"],
            {"page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )


class Limits:
    """How much the organization may have with each counterparty, and how much it has."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def set(
        self,
        *,
        counterparty_id: Id,
        lent_usd_max: Optional[Amount] = OMIT,
        uncovered_usd_max: Optional[Amount] = OMIT,
        shock: Amount = OMIT,
        assets: Sequence[Mapping[str, Any]] = OMIT,
        on_breach: str = OMIT,
        new_version: int = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Set the limits for a counterparty.

        Replaces the limits of the caller's organization for a counterparty, by a new version
        that applies at once. A limit that is left out ends. Limits are tested when an order is
        created, and by both sides when it is accepted. What open deals owe is never refused. It
        raises an ApprovalRequiredError if other accounts must approve it first.

        counterparty_id: The organization id of the counterparty. A UUID.
        lent_usd_max (optional): The most that may be lent to the counterparty, in USD. Null: no
            limit. A decimal string.
        uncovered_usd_max (optional): The most that may be uncovered with the counterparty, in
            USD: of each deal what is owed to the organization, less what it holds for it after
            `shock`. Null: no limit. A decimal string.
        shock (optional): The fraction by which the value of what is held falls, in the uncovered
            amount: at least 0, below 1. A decimal string.
        assets (optional): Assets of which only so much may be lent, each once. The others have
            no limit. Members: "asset", "lent_quantity_max".
        on_breach (optional): What happens to an order that exceeds a limit. warn: it goes on,
            and the organization is notified. refuse: the request is refused. One of "warn",
            "refuse".
        new_version (optional): The number that this version gets: one more than the newest one
            that you have seen. Refused if another was set since, also while this one awaited
            approval. Left out: any.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: ORGANIZATION_NOT_FOUND, REFERENCE_UNKNOWN, VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["setCounterpartyLimits"],
            body={
                "counterparty_id": counterparty_id,
                "lent_usd_max": lent_usd_max,
                "uncovered_usd_max": uncovered_usd_max,
                "shock": shock,
                "assets": assets,
                "on_breach": on_breach,
                "new_version": new_version,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        counterparty_id: Id = OMIT,
        in_effect: bool = OMIT,
        order_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List limits for counterparties.

        Lists the versions of the limits of the caller's organization, newest first: those in
        effect, with their use, and those that they have replaced.

        counterparty_id (optional): Only the versions for this counterparty. A UUID.
        in_effect (optional): true: only versions in effect. false: only those that were
            replaced.
        order_id (optional): An order that awaits an answer: `use_after` is the use with it. A
            UUID.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, reporting, execution, admin.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listCounterpartyLimits"],
            {
                "counterparty_id": counterparty_id,
                "in_effect": in_effect,
                "order_id": order_id,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )


class Automations:
    """What the service requests of counterparties by itself."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def set(
        self,
        *,
        counterparty_id: Id,
        calls: str,
        calls_maximum_usd: Optional[Amount] = OMIT,
        new_version: int = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Set an automation.

        Replaces what the caller's organization lets the service request of a counterparty by
        itself, by a new version. It applies from the next market cut on, and at once to what has
        not been called. Nothing is accepted, rejected or disputed automatically. To set `off`
        needs no approval. It raises an ApprovalRequiredError if other accounts must approve it
        first.

        counterparty_id: The organization id of the counterparty. A UUID.
        calls: When the service creates mark-to-market requests by itself, of what the
            organization would receive. off: never. market_cut: at each market cut. margin_call:
            at each market cut, and when the coverage of a position falls to its margin call
            level. One of "off", "market_cut", "margin_call".
        calls_maximum_usd (optional): The largest amount of one call, in USD. What is due above
            it is left to a person. Null: no maximum. A decimal string.
        new_version (optional): The number that this version gets: one more than the newest one
            that you have seen. Refused if another was set since, also while this one awaited
            approval. Left out: any.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: ORGANIZATION_NOT_FOUND, VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["setAutomation"],
            body={
                "counterparty_id": counterparty_id,
                "calls": calls,
                "calls_maximum_usd": calls_maximum_usd,
                "new_version": new_version,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        counterparty_id: Id = OMIT,
        in_effect: bool = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List automations.

        Lists the versions of the automations of the caller's organization, newest first: those
        in effect and those that they have replaced.

        counterparty_id (optional): Only the versions for this counterparty. A UUID.
        in_effect (optional): true: only versions in effect. false: only those that were
            replaced.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listAutomations"],
            {
                "counterparty_id": counterparty_id,
                "in_effect": in_effect,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )


class SandboxControl:
    """The time and the script of a sandbox. A service that is no sandbox answers `ROUTE_NOT_FOUND`.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, *, timeout: Optional[float] = None) -> Answer:
        """Get the sandbox.

        Returns the time of the sandbox and the amount of work that is due later. Only a sandbox
        has it.

        Roles: operator.
        """
        call = self._connection._call(_OPERATIONS["getSandbox"], timeout=timeout)
        return self._connection._answer(call)

    def advance(
        self,
        *,
        to: Time,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Advance the time of the sandbox.

        Moves the time of the sandbox forward. Scripted prices, deadlines and custodian answers
        on the way happen at their own time. The call stops after 2,000 such steps or a few
        seconds. Repeat it until the answer has the requested time. Only a sandbox has it.

        to: The time to advance to. Not before the time of the sandbox. RFC 3339 in UTC, with
            milliseconds.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["advanceSandbox"],
            body={"to": to},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def script_prices(
        self,
        *,
        prices: Sequence[Mapping[str, Any]],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Script prices of the sandbox.

        Scripts the quotes of price sources. A source repeats its quote until its next scripted
        quote. Only a sandbox has it.

        prices: 1 to 500 quotes. Members: "time", "asset", "source", "price_usd".
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: REFERENCE_UNKNOWN, VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["scriptSandboxPrices"],
            body={"prices": prices},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def script_custodian(
        self,
        *,
        custodian: str,
        token: str = OMIT,
        times: int = OMIT,
        outcome: str = OMIT,
        stages: Sequence[Mapping[str, Any]] = OMIT,
        lost_submissions: int = OMIT,
        lost_answers: int = OMIT,
        lost_replies: int = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Script a custodian of the sandbox.

        Scripts how a simulated custodian handles its next instructions. Omitted members keep the
        default behaviour. At most 1,000 scripts may be pending. Only a sandbox has it.

        custodian: The id of the custodian. Expected: 1 to 64 of a-z, 0-9, _ and -, beginning
            with a letter or digit.
        token (optional): Only instructions that move this asset. Expected: 1 to 64 visible ASCII
            characters.
        times (optional): The number of instructions that this script applies to. Default: 1.
        outcome (optional): The final outcome of the instructions. Default: completed. One of
            "completed", "failed", "rejected", "cancelled".
        stages (optional): The stages before the outcome, in order. Members: "word", "lasts_ms".
        lost_submissions (optional): The number of submissions that do not reach the custodian
            and get no answer. Default: 0.
        lost_answers (optional): The number of submissions that are carried out but get no
            answer. Default: 0.
        lost_replies (optional): The number of status queries that get no answer. Default: 0.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: REFERENCE_UNKNOWN, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["scriptSandboxCustodian"],
            body={
                "custodian": custodian,
                "token": token,
                "times": times,
                "outcome": outcome,
                "stages": stages,
                "lost_submissions": lost_submissions,
                "lost_answers": lost_answers,
                "lost_replies": lost_replies,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def decide(
        self,
        *,
        transfer_id: Id,
        decision: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Decide a transfer in the sandbox.

        Approves or refuses a transfer that awaits a decision at its simulated custodian. Only a
        sandbox has it.

        transfer_id: The transfer that awaits a decision. A UUID.
        decision: The decision of the approver at the custodian. One of "approved", "refused".
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: operator.
        Reasons of its own: REFERENCE_UNKNOWN, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["decideSandboxTransfer"],
            body={"transfer_id": transfer_id, "decision": decision},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class Mail:
    """Where notifications are mailed to, and the proof of what was sent there."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(
        self,
        *,
        address: str,
        shared: bool = OMIT,
        content: str = OMIT,
        muted_categories: Sequence[str] = OMIT,
        immediate_severity: str = OMIT,
        digest_time: Optional[str] = OMIT,
        time_zone: str = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Add a mail address.

        Adds an address to which notifications are mailed, of the caller's account or shared, and
        sends it a code of 10 minutes. An organization has at most 50, and adds at most 10 in 24
        hours that it does not verify; an account adds at most 50 in 24 hours. The answer does
        not depend on what other organizations have asked for.

        address: The address. Before the @ it has ASCII characters only. A domain with other
            characters is stored in its ASCII form. Expected: a mail address such as
            desk@harbor.example.
        shared (optional): Whether it is an address of a desk and of no account; by an admin.
            Default: false.
        content (optional): What is sent of a notification. `title`: the sentence of its
            category, the order number, the severity and a link; no name and no amount. `full`:
            also its title and its body; only an admin can choose it. One of "title", "full".
        muted_categories (optional): The categories that the account mutes. Defaults and
            close-outs, and changes of accounts, credentials, invitations, wallets,
            organizations, agreements, price sources, approval policies, automations, limits,
            calendars and mail addresses cannot be muted. One of "margin_call_reached",
            "liquidation_reached", "mark_to_market_to_answer", "order_request_to_answer",
            "transfer_failed", "collateral_received", "collateral_exchanged", "close_cancelled",
            "maturity_near", "default_ended", "transfer_late", "price_stale", "request_expiring",
            "credential_expiring", "webhook_disabled", "approval_to_decide", "approval_ended",
            "calendar_ending", "limit_exceeded", "automation_held".
        immediate_severity (optional): Notifications of this severity or above are sent at once,
            and so is what cannot be muted. One of "info", "warning", "critical".
        digest_time (optional): When the digest of a day is sent: what is not sent at once. Null:
            there is no digest.
        time_zone (optional): The time zone of `digest_time`: a name of the IANA database.
            Expected: a time zone such as Europe/London.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: viewer, execution, admin.
        Reasons of its own: MAIL_OFF, MAIL_CODES_LIMITED, MAIL_REQUESTS_LIMITED, ALREADY_EXISTS,
        INVALID_STATE, VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["createMailAddress"],
            body={
                "address": address,
                "shared": shared,
                "content": content,
                "muted_categories": muted_categories,
                "immediate_severity": immediate_severity,
                "digest_time": digest_time,
                "time_zone": time_zone,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List mail addresses.

        Lists the mail addresses that are not deleted, newest first: those of the caller's
        account and the shared ones; for an admin, all of the organization.

        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listMailAddresses"],
            {"page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )

    def send_code(
        self,
        mail_address_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Send another code to a mail address.

        Sends a code to an address that is not verified, or is suspended. It replaces the one
        before it. At most 3 are asked for in 24 hours.

        mail_address_id: The id of the mail address. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: viewer, execution, admin.
        Reasons of its own: MAIL_OFF, MAIL_ADDRESS_NOT_FOUND, MAIL_CODES_LIMITED, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["sendMailCode"],
            params={"mail_address_id": mail_address_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def verify(
        self,
        mail_address_id: Id,
        *,
        code: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Enter the code of a mail address.

        Enters the code that was sent to an address. The right one makes it active. A wrong one
        is answered with `verified: false` and uses one of 5 tries.

        mail_address_id: The id of the mail address. A UUID.
        code: The code in the mail. Expected: the 8 digits of the mail.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: viewer, execution, admin.
        Reasons of its own: MAIL_ADDRESS_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["verifyMailAddress"],
            params={"mail_address_id": mail_address_id},
            body={"code": code},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def update(
        self,
        mail_address_id: Id,
        *,
        content: str = OMIT,
        muted_categories: Sequence[str] = OMIT,
        immediate_severity: str = OMIT,
        digest_time: Optional[str] = OMIT,
        time_zone: str = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Update a mail address.

        Changes the given members of a mail address and keeps the others. The address itself
        never changes: add another one. An account makes at most 10 changes and tests in an hour.

        mail_address_id: The id of the mail address. A UUID.
        content (optional): What is sent of a notification. `title`: the sentence of its
            category, the order number, the severity and a link; no name and no amount. `full`:
            also its title and its body; only an admin can choose it. One of "title", "full".
        muted_categories (optional): The categories that the account mutes. Defaults and
            close-outs, and changes of accounts, credentials, invitations, wallets,
            organizations, agreements, price sources, approval policies, automations, limits,
            calendars and mail addresses cannot be muted. One of "margin_call_reached",
            "liquidation_reached", "mark_to_market_to_answer", "order_request_to_answer",
            "transfer_failed", "collateral_received", "collateral_exchanged", "close_cancelled",
            "maturity_near", "default_ended", "transfer_late", "price_stale", "request_expiring",
            "credential_expiring", "webhook_disabled", "approval_to_decide", "approval_ended",
            "calendar_ending", "limit_exceeded", "automation_held".
        immediate_severity (optional): Notifications of this severity or above are sent at once,
            and so is what cannot be muted. One of "info", "warning", "critical".
        digest_time (optional): When the digest of a day is sent: what is not sent at once. Null:
            there is no digest.
        time_zone (optional): The time zone of `digest_time`: a name of the IANA database.
            Expected: a time zone such as Europe/London.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: viewer, execution, admin.
        Reasons of its own: MAIL_ADDRESS_NOT_FOUND, MAIL_REQUESTS_LIMITED, VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["updateMailAddress"],
            params={"mail_address_id": mail_address_id},
            body={
                "content": content,
                "muted_categories": muted_categories,
                "immediate_severity": immediate_severity,
                "digest_time": digest_time,
                "time_zone": time_zone,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def test(
        self,
        mail_address_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Send a test mail.

        Sends a test to an active address. Its delivery shows the outcome later. An account makes
        at most 10 changes and tests in an hour.

        mail_address_id: The id of the mail address. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: viewer, execution, admin.
        Reasons of its own: MAIL_OFF, MAIL_ADDRESS_NOT_FOUND, MAIL_REQUESTS_LIMITED,
        INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["testMailAddress"],
            params={"mail_address_id": mail_address_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def delete(
        self,
        mail_address_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Delete a mail address.

        Erases a mail address for good. Its deliveries are kept. If it was verified, it gets a
        last mail that says so.

        mail_address_id: The id of the mail address. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: viewer, execution, admin.
        Reasons of its own: MAIL_ADDRESS_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["deleteMailAddress"],
            params={"mail_address_id": mail_address_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list_deliveries(
        self,
        *,
        mail_address_id: Id = OMIT,
        state: str = OMIT,
        resource_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List mail deliveries.

        Lists mails with the proof that they were sent, newest first: those to addresses of the
        caller's account and to shared ones; for an admin, all of the organization. Codes are not
        listed. A delivery must match all given filters.

        mail_address_id (optional): Only deliveries to this address. A UUID.
        state (optional): Only deliveries in this state. One of "QUEUED", "SENT", "REFUSED",
            "NOT_SENT".
        resource_id (optional): Only deliveries of notifications about this resource, such as a
            mark-to-market request. A UUID.
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: viewer, execution, admin.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listMailDeliveries"],
            {
                "mail_address_id": mail_address_id,
                "state": state,
                "resource_id": resource_id,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )


class Webhooks:
    """Where the organization's events are sent, and what is on its way there. A receiver verifies
    them with verifyWebhook.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        target_url: str,
        description: str = OMIT,
        event_types: Sequence[str] = OMIT,
        format: str = OMIT,
        content: str = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Create a webhook endpoint.

        Creates an endpoint to which the events of the caller's organization are sent from now
        on. An organization has at most 10 endpoints.

        target_url: The address to which events are sent: https, on the public internet, without
            user information or fragment. That of a chat room is never shown again. Expected: an
            address such as https://hooks.example.com/vadium.
        description (optional): The purpose of the endpoint. Expected: 1 to 200 visible
            characters on one line, without space at either end.
        event_types (optional): The event types that are sent. Empty: all, including types that
            are added later. One of "order.updated", "position.updated", "transfer.updated",
            "mark_to_market_request.updated", "order_request.updated", "close_out.updated",
            "document.created", "notification.created", "chat.updated", "account.updated",
            "credential.updated", "invitation.updated", "wallet.updated", "organization.updated",
            "agreement.updated", "approval.updated", "approval_policy.updated",
            "automation.updated", "calendar.updated", "counterparty_limits.updated",
            "mail_address.updated", "price_source.updated".
        format (optional): What a body is. `events`: the event. `text`: `{"text": "…"}`, as the
            chat rooms of Slack, Mattermost and Rocket.Chat take it, of each
            `notification.created`. Default: `events`. A chat room gets `notification.created`
            alone. One of "events", "text".
        content (optional): What a chat room gets of a notification. `title`, the default: the
            sentence of its category, the order number, the severity and a link; no name and no
            amount. `full`: also its title and its body. One of "title", "full".
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: VALUE_INVALID, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["createWebhookEndpoint"],
            body={
                "target_url": target_url,
                "description": description,
                "event_types": event_types,
                "format": format,
                "content": content,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List webhook endpoints.

        Lists the webhook endpoints of the caller's organization.

        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: admin.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listWebhookEndpoints"],
            {"page_size": page_size, "page_token": page_token},
            timeout=timeout,
        )

    def get(self, webhook_endpoint_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get a webhook endpoint.

        Returns one webhook endpoint, without its secret.

        webhook_endpoint_id: The id of the webhook endpoint. A UUID.

        Roles: admin.
        Reasons of its own: WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getWebhookEndpoint"],
            params={"webhook_endpoint_id": webhook_endpoint_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def update(
        self,
        webhook_endpoint_id: Id,
        *,
        target_url: str = OMIT,
        description: Optional[str] = OMIT,
        event_types: Sequence[str] = OMIT,
        format: str = OMIT,
        content: str = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Update a webhook endpoint.

        Changes the given members of an endpoint and keeps the others. Pending deliveries go to
        the new address.

        webhook_endpoint_id: The id of the webhook endpoint. A UUID.
        target_url (optional): The address to which events are sent: https, on the public
            internet, without user information or fragment. That of a chat room is never shown
            again. Expected: an address such as https://hooks.example.com/vadium.
        description (optional): The purpose of the endpoint. Null removes it.
        event_types (optional): The event types that are sent. Empty: all, including types that
            are added later. One of "order.updated", "position.updated", "transfer.updated",
            "mark_to_market_request.updated", "order_request.updated", "close_out.updated",
            "document.created", "notification.created", "chat.updated", "account.updated",
            "credential.updated", "invitation.updated", "wallet.updated", "organization.updated",
            "agreement.updated", "approval.updated", "approval_policy.updated",
            "automation.updated", "calendar.updated", "counterparty_limits.updated",
            "mail_address.updated", "price_source.updated".
        format (optional): Another format needs a `target_url` with it. What is pending in the
            old format is not sent any more. One of "events", "text".
        content (optional): What a chat room gets of a notification. `title`, the default: the
            sentence of its category, the order number, the severity and a link; no name and no
            amount. `full`: also its title and its body. One of "title", "full".
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: WEBHOOK_ENDPOINT_NOT_FOUND, VALUE_INVALID.
        """
        call = self._connection._call(
            _OPERATIONS["updateWebhookEndpoint"],
            params={"webhook_endpoint_id": webhook_endpoint_id},
            body={
                "target_url": target_url,
                "description": description,
                "event_types": event_types,
                "format": format,
                "content": content,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def enable(
        self,
        webhook_endpoint_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Enable a webhook endpoint.

        Enables an endpoint. Deliveries continue where they stopped, as far back as events are
        stored.

        webhook_endpoint_id: The id of the webhook endpoint. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: WEBHOOK_ENDPOINT_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["enableWebhookEndpoint"],
            params={"webhook_endpoint_id": webhook_endpoint_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def disable(
        self,
        webhook_endpoint_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Disable a webhook endpoint.

        Disables an endpoint. Nothing is sent until it is enabled again, except attempts that are
        already under way.

        webhook_endpoint_id: The id of the webhook endpoint. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: WEBHOOK_ENDPOINT_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["disableWebhookEndpoint"],
            params={"webhook_endpoint_id": webhook_endpoint_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def delete(
        self,
        webhook_endpoint_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Delete a webhook endpoint.

        Deletes an endpoint permanently, with its secret and its deliveries. Returns its last
        state.

        webhook_endpoint_id: The id of the webhook endpoint. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["deleteWebhookEndpoint"],
            params={"webhook_endpoint_id": webhook_endpoint_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def rotate_secret(
        self,
        webhook_endpoint_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Rotate the secret of a webhook endpoint.

        Creates a new secret. For 24 hours, deliveries are signed with both the old and the new
        secret.

        webhook_endpoint_id: The id of the webhook endpoint. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: WEBHOOK_ENDPOINT_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["rotateWebhookSecret"],
            params={"webhook_endpoint_id": webhook_endpoint_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def test(
        self,
        webhook_endpoint_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Send a test event.

        Sends one event of the type webhook.test, or a text to a chat room. Returns its delivery,
        which shows the outcome later.

        webhook_endpoint_id: The id of the webhook endpoint. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: WEBHOOK_ENDPOINT_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["testWebhookEndpoint"],
            params={"webhook_endpoint_id": webhook_endpoint_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)

    def list_deliveries(
        self,
        *,
        webhook_endpoint_id: Id = OMIT,
        state: str = OMIT,
        event_type: str = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages:
        """List webhook deliveries.

        Lists the deliveries of webhooks, with their outcome, for as long as events are stored.

        webhook_endpoint_id (optional): Only deliveries to this endpoint. A UUID.
        state (optional): Only deliveries in this state. One of "pending", "delivered", "failed".
        event_type (optional): Only deliveries of this event type. One of "order.updated",
            "position.updated", "transfer.updated", "mark_to_market_request.updated",
            "order_request.updated", "close_out.updated", "document.created",
            "notification.created", "chat.updated", "account.updated", "credential.updated",
            "invitation.updated", "wallet.updated", "organization.updated", "agreement.updated",
            "approval.updated", "approval_policy.updated", "automation.updated",
            "calendar.updated", "counterparty_limits.updated", "mail_address.updated",
            "price_source.updated", "webhook.test".
        page_size (optional): The largest number of items, 1 to 1000. Default: 100.
        page_token (optional): The next_page_token of the previous page. Expected: the
            next_page_token of an earlier answer.

        Roles: admin.
        Reasons of its own: PAGE_TOKEN_INVALID.
        """
        return Pages(
            self._connection,
            _OPERATIONS["listWebhookDeliveries"],
            {
                "webhook_endpoint_id": webhook_endpoint_id,
                "state": state,
                "event_type": event_type,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout=timeout,
        )

    def get_delivery(self, webhook_delivery_id: Id, *, timeout: Optional[float] = None) -> Answer:
        """Get a webhook delivery.

        Returns one delivery, by its `webhook-id`.

        webhook_delivery_id: The id of the delivery, which is its `webhook-id`. A UUID.

        Roles: admin.
        Reasons of its own: WEBHOOK_DELIVERY_NOT_FOUND.
        """
        call = self._connection._call(
            _OPERATIONS["getWebhookDelivery"],
            params={"webhook_delivery_id": webhook_delivery_id},
            timeout=timeout,
        )
        return self._connection._answer(call)

    def resend(
        self,
        webhook_delivery_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Resend a webhook delivery.

        Sends a delivery again at once, with the same `webhook-id`. Attempts are counted from
        zero.

        webhook_delivery_id: The id of the delivery, which is its `webhook-id`. A UUID.
        idempotency_key (optional): the key under which it takes effect once, for a day. Default:
            another one for each call.

        Roles: admin.
        Reasons of its own: WEBHOOK_DELIVERY_NOT_FOUND, INVALID_STATE.
        """
        call = self._connection._call(
            _OPERATIONS["resendWebhookDelivery"],
            params={"webhook_delivery_id": webhook_delivery_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return self._connection._answer(call)


class TodayCounts:
    """What needs a person now, in numbers."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def show(
        self,
        *,
        rows: int = OMIT,
        named: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Count what needs a person.

        Counts what awaits the caller's organization, and names the first of each kind: requests
        to answer and to approve, agreements to accept, positions to call or to release, failed,
        stuck and late transfers, declared defaults, exceeded limits; and sums what is owed, in
        transit and disputed, now and at the last market cut.

        rows (optional): How many of each kind are named, 0 to 1000. The others are counted.
            Default: 10.
        named (optional): Whose rows are named: those of `all` kinds, or only those of
            `positions`, which are all that rests on prices. The others are then counted only.
            Default: all. One of "all", "positions".

        Roles: viewer, execution, admin.
        """
        call = self._connection._call(
            _OPERATIONS["getToday"],
            query={"rows": rows, "named": named},
            timeout=timeout,
        )
        return self._connection._answer(call)


class Search:
    """Finds what has a number or an id."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, *, query: str, timeout: Optional[float] = None) -> Answer:
        """Find a resource.

        Finds what has a number or an id, among what the caller's organization and role may read:
        an order and its position by its number, a resource by its id, a transfer by its id at
        the custodian, an entry of the audit trail by the id of its request. The first 8
        characters of an id, or more of them, find orders, positions, transfers, approvals, and
        requests of both kinds. What others have is not found, like what does not exist.

        query: An order number, the id of a resource, the id of a transfer at its custodian, or a
            request id. Compared as a whole, but for the first 8 or more characters of an id.
            Expected: 1 to 128 visible ASCII characters.

        Roles: viewer, execution, reporting, admin, operator.
        """
        call = self._connection._call(
            _OPERATIONS["search"],
            query={"query": query},
            timeout=timeout,
        )
        return self._connection._answer(call)


class StateMachines:
    """The states of every resource, and the moves between them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, timeout: Optional[float] = None) -> Answer:
        """List the state machines.

        Lists the states of each resource and the transitions between them, with who may make
        each transition.

        Roles: viewer, execution, reporting, admin, operator.
        """
        call = self._connection._call(_OPERATIONS["listStateMachines"], timeout=timeout)
        return self._connection._answer(call)


class Client(Connection):
    """A connection with every operation of the service as a method, by its resource."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.mark_to_market_requests = MarkToMarketRequests(self)
        self.call_sets = CallSets(self)
        self.transfers = Transfers(self)
        self.positions = Positions(self)
        self.orders = Orders(self)
        self.reports = Reports(self)
        self.order_requests = OrderRequests(self)
        self.close_outs = CloseOuts(self)
        self.documents = Documents(self)
        self.document_preferences = DocumentPreferenceSettings(self)
        self.agreements = Agreements(self)
        self.prices = Prices(self)
        self.price_sources = PriceSources(self)
        self.organizations = Organizations(self)
        self.accounts = Accounts(self)
        self.credentials = Credentials(self)
        self.invitations = Invitations(self)
        self.requests = RequestPreviews(self)
        self.approvals = Approvals(self)
        self.approval_policies = ApprovalPolicies(self)
        self.audit = Audit(self)
        self.custodians = Custodians(self)
        self.assets = Assets(self)
        self.calendars = Calendars(self)
        self.wallets = Wallets(self)
        self.installation = Installation(self)
        self.instructions = Instructions(self)
        self.events = Events(self)
        self.notifications = Notifications(self)
        self.notification_preferences = NotificationPreferenceSettings(self)
        self.chats = Chats(self)
        self.counterparties = Counterparties(self)
        self.limits = Limits(self)
        self.automations = Automations(self)
        self.sandbox = SandboxControl(self)
        self.mail = Mail(self)
        self.webhooks = Webhooks(self)
        self.today = TodayCounts(self)
        self.search = Search(self)
        self.state_machines = StateMachines(self)
