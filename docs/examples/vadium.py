# Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
# pyright: standard
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
import hmac
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
import sys
import threading
import time
import urllib.parse
import uuid
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Generic,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Protocol,
    Sequence,
    Tuple,
    TypedDict,
    TypeVar,
    Union,
    cast,
    overload,
)

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

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
_Page = TypeVar("_Page")
_Item = TypeVar("_Item")

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

    approval: Approval
    """The request as it was stored, and who has decided so far."""

    def __init__(self, approval: Approval, answered: Optional[_Answered] = None) -> None:
        summary = (
            f"The request has no effect yet. client.approvals.wait('{approval['id']}') waits until"
            " other accounts have approved it."
        )
        code = "FAILED_PRECONDITION"
        super().__init__(summary, "APPROVAL_REQUIRED", code, AWAITS_APPROVAL, answered)
        self.approval = approval


class ApprovalEndedError(VadiumError):
    """A request that needed approval has ended without effect. REFUSED."""

    approval: Approval
    """The approval in its final state. Its `failure` says why an approved request was refused."""

    def __init__(self, approval: Approval) -> None:
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
            raise ValueError(
                "attempts_max must be 1 or more, total_max above 0 and at most 12 hours."
            )
        if not (self.back_off >= 0 and self.back_off_max >= 0):
            raise ValueError("back_off and back_off_max must be 0 seconds or more.")


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
    """What the service answered: a dict, with what the status line and the headers say of it.
    Methods have the type of the dict alone: `Answer.of(order).request_id`.
    """

    status: int = 200
    request_id: Optional[str] = None
    """The id of the request in the logs of the service."""
    headers: http.client.HTTPMessage = http.client.HTTPMessage()
    was_replayed: bool = False
    """Whether it repeats the answer of an earlier call with the same idempotency key. This call
    then changed nothing."""

    @staticmethod
    def of(value: Mapping[str, object]) -> Answer:
        """The answer that a method has returned."""
        if isinstance(value, Answer):
            return value
        raise TypeError("It is not the answer of a call.")


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


_SECONDS_MAX = 86_400.0


def _check_seconds(name: str, seconds: float) -> None:
    """Refuses what is no time to wait: 0 is not taken for a default."""
    if not 0 < seconds <= _SECONDS_MAX:
        raise ValueError(f"{name} must be above 0 and at most {_SECONDS_MAX:g} seconds.")


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
        signer: what signs in place of a private key.
        timeout: limit for each attempt in seconds, including reading the answer.
        app: names your program in the User-Agent of each request, such as `desk/1.2`.
        ssl_context: other settings of TLS, such as an authority of your own.
        """
        # An empty value is a mistake: in its place, those of the environment may be of others.
        url = os.environ.get("VADIUM_URL") if base_url is None else base_url
        key = os.environ.get("VADIUM_PRIVATE_KEY") if private_key is None else private_key
        if not url:
            raise ValueError("base_url is missing. Give it, or set VADIUM_URL.")
        if signer is None and not key:
            raise ValueError("private_key is missing. Give it, or set VADIUM_PRIVATE_KEY.")
        if signer is not None and private_key is not None:
            raise ValueError("Give private_key or signer, not both.")
        _check_seconds("timeout", timeout)
        if not answer_bytes_max >= 1:
            raise ValueError("answer_bytes_max must be 1 or more.")
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
        operation = _Operation(method, path, "quantity#", method != "GET", body is not OMIT)
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
        if timeout is not None:
            _check_seconds("timeout", timeout)
        target = self._service.path + _target(operation.path, params, query)
        seconds = self._timeout if timeout is None else timeout
        return _Call(operation, target, text, accept, key, seconds)

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


class Pages(Generic[_Page, _Item]):
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
        connection._call(operation, params, query, timeout=timeout)

    def __iter__(self) -> Iterator[_Item]:
        required, _ = _members_of(self._operation.answer)
        items = next(name for name, kind in required.items() if kind is list)
        for page in self._pages():
            yield from page[items]

    def pages(self) -> Iterator[_Page]:
        """The answers, one for each page."""
        return cast(Iterator[_Page], self._pages())

    def first(self) -> _Page:
        """The answer for the first page, with its items and `next_page_token`."""
        return cast(_Page, self._fetch(self._query))

    def _pages(self) -> Iterator[Answer]:
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


def _export_items(connection: Connection, call: _Call) -> Iterator[Any]:
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


class EventStream(Generic[_Item]):
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
        on_moved: Optional[Callable[[Any], Any]] = None,
        on_interruption: Optional[Callable[[Interruption], Any]] = None,
        unconnected_max: float = float("inf"),
        silence_max: float = _SILENCE_MAX,
    ) -> None:
        after = query.get("after", OMIT)
        if after is not OMIT and not isinstance(after, str):
            raise TypeError("after must be an event cursor: the id of an event.")
        if on_moved is not None and query.get("moved") is not True:
            raise TypeError("on_moved needs moved=True.")
        _check_seconds("silence_max", silence_max)
        if not unconnected_max >= 0:
            raise ValueError("unconnected_max must be 0 seconds or more.")
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

    def __enter__(self) -> EventStream[_Item]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> EventStream[_Item]:
        return self

    def __next__(self) -> _Item:
        try:
            return cast(_Item, self._next_event())
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


def _approval_outcome(read: Callable[[], Approval], timeout: Optional[float] = None) -> Any:
    """The answer of a request that needed approval, once it has been carried out. Nothing is open
    between the reads, and a read that fails in passing is made again.
    """
    if timeout is not None and not timeout >= 0:
        raise ValueError("timeout must be 0 seconds or more.")
    watch, waits = _Stopwatch(), Retries(back_off=0.25, back_off_max=5.0)
    attempt = 1
    while True:
        try:
            approval = read()
            if approval["end_time"] is None:
                raise ApprovalRequiredError(approval)
            if approval["state"] != "CARRIED_OUT":
                raise ApprovalEndedError(approval)
            return approval["answer"]
        except VadiumError as error:
            wait: Optional[float] = min(0.25 * 2.0 ** min(attempt - 1, 1000), 5.0)
            if not isinstance(error, ApprovalRequiredError):
                wait = _wait_before_retry(error, attempt, True, waits, random.random())
            left = float("inf") if timeout is None else timeout - watch.seconds()
            if wait is None or left <= 0:
                raise
        time.sleep(min(wait, left))
        attempt += 1


class WebhookError(VadiumError):
    """A webhook cannot be accepted. Two reasons are mistakes of the receiver, to be answered with
    500: WEBHOOK_SECRET_MALFORMED and WEBHOOK_BODY_PARSED. The others are about the request, to be
    answered with 401. A signature by a well-formed secret of another endpoint cannot be
    distinguished from a forged one: both are WEBHOOK_SIGNATURE_INVALID.
    """

    def __init__(self, reason: str, code: str, summary: str) -> None:
        super().__init__(summary, reason, code, REFUSED)


class WebhookEvent(TypedDict):
    """The content of a webhook."""

    id: NotRequired[str]
    """The event cursor, for `after` of `client.events.list`. A test event has none."""
    type: Union[EventType, Literal["webhook.test"]]
    """The type of the event. Types may be added."""
    timestamp: str
    """When the event happened. RFC 3339 in UTC, with milliseconds."""
    data: EventData


class ReceivedHeaders(Protocol):
    """The headers of a request, as the web frameworks have them. Their names may be in any case."""

    def items(self) -> Iterable[Tuple[str, str]]: ...


_WEBHOOK_HEADERS = ("webhook-id", "webhook-timestamp", "webhook-signature")
_SECRET = re.compile("whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)")


def verify_webhook(
    body: Union[bytes, str],
    headers: ReceivedHeaders,
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300.0,
) -> WebhookEvent:
    """Verifies a webhook that an endpoint received, and returns its content. The signature is that
    of Standard Webhooks. The same `webhook-id` can arrive more than once: process each id once.

    body: the body byte for byte as received, not parsed.
    headers: all headers of the request.
    secret: the secret of the endpoint, `whsec_…`. One of several, where webhooks of several
        endpoints arrive at one address.
    tolerance: how far the time of the webhook may be from the clock of this machine, in seconds.

    It raises a WebhookError if the webhook is not valid. The service sends it again.
    """
    _check_seconds("tolerance", tolerance)
    keys = _webhook_keys([secret] if isinstance(secret, str) else secret)
    received: Any = body.encode() if isinstance(body, str) else body
    if not isinstance(received, (bytes, bytearray, memoryview)):
        summary = "The body must be the bytes that were received, not parsed."
        raise WebhookError("WEBHOOK_BODY_PARSED", "INVALID_ARGUMENT", summary)
    content = bytes(received)
    id, stamp, signatures = _webhook_headers(headers)
    signed = b".".join([id, stamp, content])
    expected = [b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256")) for key in keys]
    given = signatures.split(b" ")
    is_number = re.fullmatch(b"[0-9]{1,12}", stamp) is not None
    if is_number and abs(int(time.time()) - int(stamp)) > tolerance:
        summary = f"The time of the webhook is more than {tolerance:g} seconds off."
        raise WebhookError("WEBHOOK_TIME_OUT_OF_WINDOW", "UNAUTHENTICATED", summary)
    # All are compared, each in constant time.
    fitting = [hmac.compare_digest(one, other) for one in given for other in expected]
    if not is_number or not any(fitting):
        summary = "No signature fits: it is forged, or of another secret, or the body was changed."
        raise WebhookError("WEBHOOK_SIGNATURE_INVALID", "UNAUTHENTICATED", summary)
    return _webhook_event(content)


def _webhook_keys(secrets: Any) -> List[bytes]:
    texts = list(secrets) if isinstance(secrets, Sequence) else []
    found = [_SECRET.fullmatch(text) if isinstance(text, str) else None for text in texts]
    keys = [base64.b64decode(secret[1]) for secret in found if secret is not None]
    if not keys or len(keys) < len(found):
        # The message never quotes the secret.
        summary = "The secret of an endpoint is whsec_ and base64."
        raise WebhookError("WEBHOOK_SECRET_MALFORMED", "INVALID_ARGUMENT", summary)
    return keys


def _webhook_headers(headers: ReceivedHeaders) -> List[bytes]:
    given: Dict[str, str] = {}
    for name, value in headers.items():
        given.setdefault(name.lower(), value)
    missing = [name for name in _WEBHOOK_HEADERS if not given.get(name)]
    if missing:
        summary = f"The webhook has no header {', '.join(missing)}."
        raise WebhookError("WEBHOOK_HEADERS_MISSING", "UNAUTHENTICATED", summary)
    return [given[name].encode(errors="replace") for name in _WEBHOOK_HEADERS]


def _webhook_event(body: bytes) -> WebhookEvent:
    _, exact = _members_of(_OPERATIONS["streamEvents"].answer)
    try:
        value = _parsed(body.decode(), exact)
    except (ValueError, RecursionError):
        value = None
    texts = ("type", "timestamp")
    if (
        not isinstance(value, dict)
        or not all(isinstance(value.get(name), str) for name in texts)
        or not isinstance(value.get("data"), dict)
    ):
        summary = "The signature is valid, but the body is not an event."
        raise WebhookError("WEBHOOK_BODY_INVALID", "INVALID_ARGUMENT", summary)
    return cast(WebhookEvent, value)


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
    ) -> MarkToMarketPreviewResponse:
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
        return cast("MarkToMarketPreviewResponse", self._connection._answer(call))

    def create(
        self,
        *,
        position_id: Id,
        calculation_id: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> MarkToMarketRequest:
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
        return cast("MarkToMarketRequest", self._connection._answer(call))

    def list(
        self,
        *,
        status: str = OMIT,
        position_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[MarkToMarketRequestList, MarkToMarketRequest]:
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

    @overload
    def export(
        self,
        *,
        format: Literal["csv"],
        status: str = OMIT,
        position_id: Id = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[str]: ...

    @overload
    def export(
        self,
        *,
        status: str = OMIT,
        position_id: Id = OMIT,
        format: Literal["json"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[MarkToMarketRequest]: ...

    def export(
        self,
        *,
        status: str = OMIT,
        position_id: Id = OMIT,
        format: Literal["json", "csv"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Union[Iterator[MarkToMarketRequest], Iterator[str]]:
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

    def get(
        self,
        mark_to_market_request_id: Id,
        *,
        timeout: Optional[float] = None,
    ) -> MarkToMarketRequest:
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
        return cast("MarkToMarketRequest", self._connection._answer(call))

    def accept(
        self,
        mark_to_market_request_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> MarkToMarketRequest:
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
        return cast("MarkToMarketRequest", self._connection._answer(call))

    def reject(
        self,
        mark_to_market_request_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> MarkToMarketRequest:
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
        return cast("MarkToMarketRequest", self._connection._answer(call))

    def dispute(
        self,
        mark_to_market_request_id: Id,
        *,
        counter_notional_usd: Amount,
        reason: DisputeReason,
        note: str = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> MarkToMarketRequest:
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
        return cast("MarkToMarketRequest", self._connection._answer(call))

    def cancel(
        self,
        mark_to_market_request_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> MarkToMarketRequest:
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
        return cast("MarkToMarketRequest", self._connection._answer(call))

    def retry(
        self,
        mark_to_market_request_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> MarkToMarketRequest:
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
        return cast("MarkToMarketRequest", self._connection._answer(call))


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
        direction: Literal["TopUp", "Release"],
        position_ids: Sequence[Id] = OMIT,
        explain: bool = OMIT,
        timeout: Optional[float] = None,
    ) -> CallSetPreview:
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
        return cast("CallSetPreview", self._connection._answer(call))

    def create(
        self,
        *,
        calculation_id: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CallSet:
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
        return cast("CallSet", self._connection._answer(call))

    def list(
        self,
        *,
        agreement_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[CallSetList, CallSet]:
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

    def get(self, call_set_id: Id, *, timeout: Optional[float] = None) -> CallSet:
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
        return cast("CallSet", self._connection._answer(call))

    def accept(
        self,
        call_set_id: Id,
        *,
        except_: Sequence[Id] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CallSet:
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
        return cast("CallSet", self._connection._answer(call))


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
    ) -> Pages[TransferList, Transfer]:
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

    def get(self, transfer_id: Id, *, timeout: Optional[float] = None) -> TransferWithSteps:
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
        return cast("TransferWithSteps", self._connection._answer(call))

    def cancel(
        self,
        transfer_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Transfer:
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
        return cast("Transfer", self._connection._answer(call))


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
        m2m_direction: MarkToMarketDirection = OMIT,
        margin_call_reached: bool = OMIT,
        liquidation_reached: bool = OMIT,
        ids: str = OMIT,
        history_days: int = OMIT,
        order_by: Literal["create_time", "coverage"] = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[PositionList, Position]:
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

    @overload
    def export(
        self,
        *,
        format: Literal["csv"],
        status: str = OMIT,
        asset: str = OMIT,
        collateral_asset: str = OMIT,
        counterparty_id: Id = OMIT,
        ready_for_m2m: bool = OMIT,
        m2m_direction: MarkToMarketDirection = OMIT,
        margin_call_reached: bool = OMIT,
        liquidation_reached: bool = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[str]: ...

    @overload
    def export(
        self,
        *,
        status: str = OMIT,
        asset: str = OMIT,
        collateral_asset: str = OMIT,
        counterparty_id: Id = OMIT,
        ready_for_m2m: bool = OMIT,
        m2m_direction: MarkToMarketDirection = OMIT,
        margin_call_reached: bool = OMIT,
        liquidation_reached: bool = OMIT,
        format: Literal["json"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[Position]: ...

    def export(
        self,
        *,
        status: str = OMIT,
        asset: str = OMIT,
        collateral_asset: str = OMIT,
        counterparty_id: Id = OMIT,
        ready_for_m2m: bool = OMIT,
        m2m_direction: MarkToMarketDirection = OMIT,
        margin_call_reached: bool = OMIT,
        liquidation_reached: bool = OMIT,
        format: Literal["json", "csv"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Union[Iterator[Position], Iterator[str]]:
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

    def get(self, position_id: Id, *, timeout: Optional[float] = None) -> Position:
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
        return cast("Position", self._connection._answer(call))

    def prices(self, position_id: Id, *, timeout: Optional[float] = None) -> PositionPrices:
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
        return cast("PositionPrices", self._connection._answer(call))

    def valuations(
        self,
        position_id: Id,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[PositionValuationList, PositionValuation]:
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
    ) -> Transfer:
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
        return cast("Transfer", self._connection._answer(call))


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
        collateral_type: CollateralType,
        asset_wallet_id: str,
        collateral_wallet_id: str,
        expire_time: Time = OMIT,
        maturity_time: Time = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Order:
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
        return cast("Order", self._connection._answer(call))

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
    ) -> Pages[OrderList, Order]:
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

    def get(self, order_id: Id, *, timeout: Optional[float] = None) -> Order:
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
        return cast("Order", self._connection._answer(call))

    def terms(self, order_id: Id, *, timeout: Optional[float] = None) -> OrderTermsList:
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
        return cast("OrderTermsList", self._connection._answer(call))

    def accept(
        self,
        order_id: Id,
        *,
        asset_wallet_id: str,
        collateral_wallet_id: str,
        terms_version: int = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Order:
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
        return cast("Order", self._connection._answer(call))

    def reject(
        self,
        order_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Order:
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
        return cast("Order", self._connection._answer(call))

    def cancel(
        self,
        order_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Order:
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
        return cast("Order", self._connection._answer(call))

    def close(
        self,
        order_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Order:
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
        return cast("Order", self._connection._answer(call))

    def cancel_close(
        self,
        order_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Order:
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
        return cast("Order", self._connection._answer(call))

    def change_wallets(
        self,
        order_id: Id,
        *,
        asset_wallet_id: str = OMIT,
        collateral_wallet_id: str = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Order:
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
        return cast("Order", self._connection._answer(call))

    def retry(
        self,
        order_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Order:
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
        return cast("Order", self._connection._answer(call))

    def abandon(
        self,
        order_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Order:
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
        return cast("Order", self._connection._answer(call))


class Reports:
    """The book as it stood at a time, and what happened in a range of time. A report is one
    consistent picture, however many rows it has.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @overload
    def positions(
        self,
        *,
        format: Literal["csv"],
        as_of: Time = OMIT,
        status: PositionStatus = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        collateral_asset: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[str]: ...

    @overload
    def positions(
        self,
        *,
        as_of: Time = OMIT,
        status: PositionStatus = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        collateral_asset: str = OMIT,
        format: Literal["json"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[PositionReportRow]: ...

    def positions(
        self,
        *,
        as_of: Time = OMIT,
        status: PositionStatus = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        collateral_asset: str = OMIT,
        format: Literal["json", "csv"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Union[Iterator[PositionReportRow], Iterator[str]]:
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

    @overload
    def exposure_by_counterparty(
        self,
        *,
        format: Literal["csv"],
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[str]: ...

    @overload
    def exposure_by_counterparty(
        self,
        *,
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: Literal["json"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[CounterpartyExposureRow]: ...

    def exposure_by_counterparty(
        self,
        *,
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: Literal["json", "csv"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Union[Iterator[CounterpartyExposureRow], Iterator[str]]:
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

    @overload
    def exposure_by_asset(
        self,
        *,
        format: Literal["csv"],
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[str]: ...

    @overload
    def exposure_by_asset(
        self,
        *,
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: Literal["json"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[AssetExposureRow]: ...

    def exposure_by_asset(
        self,
        *,
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: Literal["json", "csv"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Union[Iterator[AssetExposureRow], Iterator[str]]:
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

    @overload
    def collateral_movements(
        self,
        *,
        format: Literal["csv"],
        from_: Time = OMIT,
        to: Time = OMIT,
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[str]: ...

    @overload
    def collateral_movements(
        self,
        *,
        from_: Time = OMIT,
        to: Time = OMIT,
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: Literal["json"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[CollateralMovementRow]: ...

    def collateral_movements(
        self,
        *,
        from_: Time = OMIT,
        to: Time = OMIT,
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: Literal["json", "csv"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Union[Iterator[CollateralMovementRow], Iterator[str]]:
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

    @overload
    def interest(
        self,
        *,
        format: Literal["csv"],
        from_: Time = OMIT,
        to: Time = OMIT,
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[str]: ...

    @overload
    def interest(
        self,
        *,
        from_: Time = OMIT,
        to: Time = OMIT,
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: Literal["json"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[InterestRow]: ...

    def interest(
        self,
        *,
        from_: Time = OMIT,
        to: Time = OMIT,
        as_of: Time = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: Literal["json", "csv"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Union[Iterator[InterestRow], Iterator[str]]:
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

    @overload
    def transfers(
        self,
        *,
        format: Literal["csv"],
        from_: Time = OMIT,
        to: Time = OMIT,
        as_of: Time = OMIT,
        status: TransferStatus = OMIT,
        category: TransferCategory = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[str]: ...

    @overload
    def transfers(
        self,
        *,
        from_: Time = OMIT,
        to: Time = OMIT,
        as_of: Time = OMIT,
        status: TransferStatus = OMIT,
        category: TransferCategory = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: Literal["json"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Iterator[TransferReportRow]: ...

    def transfers(
        self,
        *,
        from_: Time = OMIT,
        to: Time = OMIT,
        as_of: Time = OMIT,
        status: TransferStatus = OMIT,
        category: TransferCategory = OMIT,
        counterparty_id: Id = OMIT,
        asset: str = OMIT,
        format: Literal["json", "csv"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Union[Iterator[TransferReportRow], Iterator[str]]:
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
        kind: OrderRequestKindName,
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
    ) -> OrderRequest:
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
        return cast("OrderRequest", self._connection._answer(call))

    def list(
        self,
        *,
        status: str = OMIT,
        kind: OrderRequestKindName = OMIT,
        position_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[OrderRequestList, OrderRequest]:
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

    def get(self, order_request_id: Id, *, timeout: Optional[float] = None) -> OrderRequest:
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
        return cast("OrderRequest", self._connection._answer(call))

    def accept(
        self,
        order_request_id: Id,
        *,
        collateral_wallet_id: str = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> OrderRequest:
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
        return cast("OrderRequest", self._connection._answer(call))

    def reject(
        self,
        order_request_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> OrderRequest:
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
        return cast("OrderRequest", self._connection._answer(call))

    def cancel(
        self,
        order_request_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> OrderRequest:
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
        return cast("OrderRequest", self._connection._answer(call))

    def retry(
        self,
        order_request_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> OrderRequest:
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
        return cast("OrderRequest", self._connection._answer(call))


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
        in_default: CloseOutSide,
        cause: CloseOutCauseName = OMIT,
        timeout: Optional[float] = None,
    ) -> CloseOutPreviewResponse:
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
        return cast("CloseOutPreviewResponse", self._connection._answer(call))

    def create(
        self,
        *,
        position_id: Id,
        cause: CloseOutCauseName,
        note: str = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CloseOut:
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
        return cast("CloseOut", self._connection._answer(call))

    def list(
        self,
        *,
        status: str = OMIT,
        position_id: Id = OMIT,
        cause: CloseOutCauseName = OMIT,
        declarer_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[CloseOutList, CloseOut]:
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

    def get(self, close_out_id: Id, *, timeout: Optional[float] = None) -> CloseOut:
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
        return cast("CloseOut", self._connection._answer(call))

    def withdraw(
        self,
        close_out_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CloseOut:
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
        return cast("CloseOut", self._connection._answer(call))

    def terminate(
        self,
        close_out_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CloseOut:
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
        return cast("CloseOut", self._connection._answer(call))

    def retry(
        self,
        close_out_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CloseOut:
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
        return cast("CloseOut", self._connection._answer(call))

    def receive(
        self,
        close_out_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CloseOut:
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
        return cast("CloseOut", self._connection._answer(call))

    def discharge(
        self,
        close_out_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CloseOut:
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
        return cast("CloseOut", self._connection._answer(call))


class Documents:
    """Confirmations, notices and statements of deals: a content whose figures can be recomputed,
    and a PDF of it.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        kind: DocumentKind = OMIT,
        order_id: Id = OMIT,
        subject_id: Id = OMIT,
        counterparty_id: Id = OMIT,
        from_: Time = OMIT,
        to: Time = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[DocumentList, Document]:
        """List documents.

        Lists the documents of the deals of the caller's organization, newest first. Both sides
        of a deal have the same ones.

        kind (optional): confirmation: an order, as both sides accepted it, and again after a
            rerate, amend, extend or substitution. margin_call_notice: a mark-to-market request,
            as it was created. margin_statement: the open deals of a lender and a borrower, at a
            market cut. close_out_statement: a close-out, as it was booked. One of
            "confirmation", "margin_call_notice", "margin_statement", "close_out_statement".
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

    def get(self, document_id: Id, *, timeout: Optional[float] = None) -> DocumentWithContent:
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
        return cast("DocumentWithContent", self._connection._answer(call))

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

    def get(self, *, timeout: Optional[float] = None) -> DocumentPreferences:
        """Get the document preferences.

        Returns which documents the caller's organization wants.

        Roles: viewer, execution, reporting, admin.
        """
        call = self._connection._call(_OPERATIONS["getDocumentPreferences"], timeout=timeout)
        return cast("DocumentPreferences", self._connection._answer(call))

    def set(
        self,
        *,
        kinds: Sequence[DocumentKind],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> DocumentPreferences:
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
        return cast("DocumentPreferences", self._connection._answer(call))


class Agreements:
    """The terms between a lender and a borrower, in versions."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        lender_id: Id,
        borrower_id: Id,
        terms: ProposedMarginTerms,
        calendar_versions: Sequence[PinnedCalendar] = OMIT,
        effective_time: Time = OMIT,
        expire_time: Time = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Agreement:
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
        return cast("Agreement", self._connection._answer(call))

    def amend(
        self,
        agreement_id: Id,
        *,
        terms: ProposedMarginTerms,
        calendar_versions: Sequence[PinnedCalendar] = OMIT,
        effective_time: Time = OMIT,
        expire_time: Time = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Agreement:
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
        return cast("Agreement", self._connection._answer(call))

    def accept(
        self,
        agreement_id: Id,
        *,
        version: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Agreement:
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
        return cast("Agreement", self._connection._answer(call))

    def propose(
        self,
        agreement_id: Id,
        *,
        version: int,
        terms: ProposedMarginTerms,
        calendar_versions: Sequence[PinnedCalendar] = OMIT,
        effective_time: Time = OMIT,
        expire_time: Time = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Agreement:
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
        return cast("Agreement", self._connection._answer(call))

    def withdraw(
        self,
        agreement_id: Id,
        *,
        version: int,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Agreement:
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
        return cast("Agreement", self._connection._answer(call))

    def get(self, agreement_id: Id, *, timeout: Optional[float] = None) -> Agreement:
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
        return cast("Agreement", self._connection._answer(call))

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[AgreementList, Agreement]:
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
        quotes: Sequence[PushedQuote],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> PushedQuoteOutcomes:
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
        return cast("PushedQuoteOutcomes", self._connection._answer(call))

    def release(
        self,
        *,
        asset: str,
        source: str,
        price_usd: Amount,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Price:
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
        return cast("Price", self._connection._answer(call))

    def dismiss(
        self,
        *,
        asset: str,
        source: str,
        price_usd: Amount,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Price:
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
        return cast("Price", self._connection._answer(call))

    def list(
        self,
        *,
        asset: str = OMIT,
        in_positions: bool = OMIT,
        history_hours: int = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[PriceList, Price]:
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
    ) -> RegisteredPriceSource:
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
        return cast("RegisteredPriceSource", self._connection._answer(call))

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[PriceSourceList, RegisteredPriceSource]:
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
    ) -> RegisteredPriceSource:
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
        return cast("RegisteredPriceSource", self._connection._answer(call))


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
    ) -> Organization:
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
        return cast("Organization", self._connection._answer(call))

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[OrganizationList, Organization]:
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

    def get(self, organization_id: Id, *, timeout: Optional[float] = None) -> Organization:
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
        return cast("Organization", self._connection._answer(call))

    def suspend(
        self,
        organization_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Organization:
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
        return cast("Organization", self._connection._answer(call))

    def activate(
        self,
        organization_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Organization:
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
        return cast("Organization", self._connection._answer(call))


class Accounts:
    """The persons and programs in organizations."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        organization_id: Id,
        name: str,
        kind: AccountKind,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Account:
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
        return cast("Account", self._connection._answer(call))

    def list(
        self,
        *,
        organization_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[AccountList, Account]:
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
        role: RoleName,
        public_key: str = OMIT,
        proof: str = OMIT,
        expire_time: Time = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> IssuedCredential:
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
        return cast("IssuedCredential", self._connection._answer(call))

    def list(
        self,
        *,
        organization_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[CredentialList, Credential]:
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

    def current(self, *, timeout: Optional[float] = None) -> CurrentCredential:
        """Get the current credential.

        Returns the credential that signed the request, with its account and its organization.

        Roles: viewer, execution, reporting, admin, operator.
        """
        call = self._connection._call(_OPERATIONS["getCurrentCredential"], timeout=timeout)
        return cast("CurrentCredential", self._connection._answer(call))

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
    ) -> IssuedCredential:
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
        return cast("IssuedCredential", self._connection._answer(call))

    def revoke(
        self,
        credential_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Credential:
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
        return cast("Credential", self._connection._answer(call))


class Invitations:
    """Colleagues whom an admin invites, each with a key of their own."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(
        self,
        *,
        name: str,
        role: Literal["viewer", "execution", "reporting", "admin"],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CreatedInvitation:
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
        return cast("CreatedInvitation", self._connection._answer(call))

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[InvitationList, Invitation]:
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

    def get(self, invitation_id: Id, *, timeout: Optional[float] = None) -> Invitation:
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
        return cast("Invitation", self._connection._answer(call))

    def confirm(
        self,
        invitation_id: Id,
        *,
        public_key: str,
        account_id: Id,
        name: str,
        role: Literal["viewer", "execution", "reporting", "admin"],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ConfirmedInvitation:
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
        return cast("ConfirmedInvitation", self._connection._answer(call))

    def revoke(
        self,
        invitation_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Invitation:
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
        return cast("Invitation", self._connection._answer(call))


class RequestPreviews:
    """What a request would do, before it is sent."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def preview(
        self,
        *,
        operation: PreviewRequestOperation,
        id: Id = OMIT,
        body: Mapping[str, Any] = OMIT,
        timeout: Optional[float] = None,
    ) -> ResolvedRequest:
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
        return cast("ResolvedRequest", self._connection._answer(call))


class Approvals:
    """Requests that are carried out once other accounts have approved them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        state: ApprovalState = OMIT,
        order_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[ApprovalList, Approval]:
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

    def get(self, approval_id: Id, *, timeout: Optional[float] = None) -> ResolvedApproval:
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
        return cast("ResolvedApproval", self._connection._answer(call))

    def approve(
        self,
        approval_id: Id,
        *,
        request_hash: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Approval:
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
        return cast("Approval", self._connection._answer(call))

    def reject(
        self,
        approval_id: Id,
        *,
        request_hash: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Approval:
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
        return cast("Approval", self._connection._answer(call))

    def withdraw(
        self,
        approval_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Approval:
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
        return cast("Approval", self._connection._answer(call))

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

    def get(self, *, timeout: Optional[float] = None) -> ApprovalPolicy:
        """Get the approval policy.

        Returns the policy in force for requests of the caller's organization.

        Roles: viewer, execution, admin, operator.
        """
        call = self._connection._call(_OPERATIONS["getApprovalPolicy"], timeout=timeout)
        return cast("ApprovalPolicy", self._connection._answer(call))

    def set(
        self,
        *,
        rules: Sequence[ApprovalRule],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ApprovalPolicy:
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
        return cast("ApprovalPolicy", self._connection._answer(call))

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[ApprovalPolicyList, ApprovalPolicy]:
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
    ) -> Pages[AuditEntryList, AuditEntry]:
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
        adapter: CustodyAdapterName,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Custodian:
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
        return cast("Custodian", self._connection._answer(call))

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[CustodianList, Custodian]:
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
    ) -> Asset:
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
        return cast("Asset", self._connection._answer(call))

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[AssetList, Asset]:
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
        holidays: Sequence[GivenHoliday],
        weekend: Sequence[int] = OMIT,
        new_version: int = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Calendar:
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
        return cast("Calendar", self._connection._answer(call))

    def list(
        self,
        *,
        id: str = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[CalendarList, Calendar]:
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
    ) -> Wallet:
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
        return cast("Wallet", self._connection._answer(call))

    def list(
        self,
        *,
        organization_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[WalletList, Wallet]:
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
    ) -> Wallet:
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
        return cast("Wallet", self._connection._answer(call))


class Installation:
    """Which installation a service is."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, *, timeout: Optional[float] = None) -> InstallationIdentity:
        """Get the installation.

        Returns the id of this installation. A proof of possession contains it.

        Roles: viewer, execution, reporting, admin, operator.
        """
        call = self._connection._call(_OPERATIONS["getInstallation"], timeout=timeout)
        return cast("InstallationIdentity", self._connection._answer(call))


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
    ) -> Pages[InstructionList, Instruction]:
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
    ) -> Instruction:
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
        return cast("Instruction", self._connection._answer(call))


class Events:
    """What happened and concerns the caller's organization, in the order in which it was committed.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        type: EventType = OMIT,
        after: str = OMIT,
        limit: int = OMIT,
        timeout: Optional[float] = None,
    ) -> EventList:
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
        return cast("EventList", self._connection._answer(call))

    def stream(
        self,
        *,
        type: EventType = OMIT,
        after: str = OMIT,
        moved: bool = OMIT,
        on_reset: Optional[Callable[[str], Any]] = None,
        on_moved: Optional[Callable[[Moved], Any]] = None,
        on_interruption: Optional[Callable[[Interruption], Any]] = None,
        unconnected_max: float = float("inf"),
        silence_max: float = _SILENCE_MAX,
    ) -> EventStream[Event]:
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
        category: NotificationCategory = OMIT,
        severity: Literal["info", "warning", "critical"] = OMIT,
        include_muted: bool = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[NotificationList, Notification]:
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

    def count_unread(self, *, timeout: Optional[float] = None) -> UnreadNotifications:
        """Count unread notifications.

        Counts the notifications that the caller's account has not marked as read, without those
        that its preferences mute.

        Roles: viewer, execution, admin.
        """
        call = self._connection._call(_OPERATIONS["countUnreadNotifications"], timeout=timeout)
        return cast("UnreadNotifications", self._connection._answer(call))

    def get(self, notification_id: Id, *, timeout: Optional[float] = None) -> Notification:
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
        return cast("Notification", self._connection._answer(call))

    def mark_read(
        self,
        notification_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Notification:
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
        return cast("Notification", self._connection._answer(call))

    def mark_all_read(
        self,
        *,
        until_id: Id = OMIT,
        until_time: Time = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> MarkedNotifications:
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
        return cast("MarkedNotifications", self._connection._answer(call))

    def stream(
        self,
        *,
        after: str = OMIT,
        on_reset: Optional[Callable[[str], Any]] = None,
        on_interruption: Optional[Callable[[Interruption], Any]] = None,
        unconnected_max: float = float("inf"),
        silence_max: float = _SILENCE_MAX,
    ) -> EventStream[Event]:
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

    def get(self, *, timeout: Optional[float] = None) -> NotificationPreferences:
        """Get notification preferences.

        Returns the notification preferences of the caller's account. By default, nothing is
        muted.

        Roles: viewer, execution, admin.
        """
        call = self._connection._call(_OPERATIONS["getNotificationPreferences"], timeout=timeout)
        return cast("NotificationPreferences", self._connection._answer(call))

    def set(
        self,
        *,
        muted_categories: Sequence[NotificationPreferencesMutedCategories],
        minimum_severity: Literal["info", "warning", "critical"],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> NotificationPreferences:
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
        return cast("NotificationPreferences", self._connection._answer(call))


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
    ) -> Pages[ChatList, Chat]:
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

    def get(self, order_id: Id, *, timeout: Optional[float] = None) -> Chat:
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
        return cast("Chat", self._connection._answer(call))

    def entries(
        self,
        order_id: Id,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[ChatEntryList, ChatEntry]:
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
    ) -> ChatEntry:
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
        return cast("ChatEntry", self._connection._answer(call))

    def resolve(
        self,
        order_id: Id,
        entry_id: Id,
        *,
        decision: Literal["accept", "reject"],
        asset_wallet_id: str = OMIT,
        collateral_wallet_id: str = OMIT,
        terms_version: int = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ChatEntry:
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
        return cast("ChatEntry", self._connection._answer(call))

    def read(
        self,
        order_id: Id,
        *,
        entry_id: Id,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Chat:
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
        return cast("Chat", self._connection._answer(call))

    def stream(
        self,
        *,
        order_id: Id = OMIT,
        after: str = OMIT,
        on_reset: Optional[Callable[[str], Any]] = None,
        on_interruption: Optional[Callable[[Interruption], Any]] = None,
        unconnected_max: float = float("inf"),
        silence_max: float = _SILENCE_MAX,
    ) -> EventStream[Event]:
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
    ) -> CounterpartyMute:
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
        return cast("CounterpartyMute", self._connection._answer(call))

    def unmute(
        self,
        counterparty_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CounterpartyMute:
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
        return cast("CounterpartyMute", self._connection._answer(call))

    def muted(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[CounterpartyMuteList, CounterpartyMute]:
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
        assets: Sequence[AssetLimitInput] = OMIT,
        on_breach: LimitBreach = OMIT,
        new_version: int = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> CounterpartyLimits:
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
        return cast("CounterpartyLimits", self._connection._answer(call))

    def list(
        self,
        *,
        counterparty_id: Id = OMIT,
        in_effect: bool = OMIT,
        order_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[CounterpartyLimitsList, CounterpartyLimits]:
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
        calls: AutomaticCalls,
        calls_maximum_usd: Optional[Amount] = OMIT,
        new_version: int = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Automation:
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
        return cast("Automation", self._connection._answer(call))

    def list(
        self,
        *,
        counterparty_id: Id = OMIT,
        in_effect: bool = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[AutomationList, Automation]:
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

    def get(self, *, timeout: Optional[float] = None) -> Sandbox:
        """Get the sandbox.

        Returns the time of the sandbox and the amount of work that is due later. Only a sandbox
        has it.

        Roles: operator.
        """
        call = self._connection._call(_OPERATIONS["getSandbox"], timeout=timeout)
        return cast("Sandbox", self._connection._answer(call))

    def advance(
        self,
        *,
        to: Time,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Sandbox:
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
        return cast("Sandbox", self._connection._answer(call))

    def script_prices(
        self,
        *,
        prices: Sequence[ScriptedPrice],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Sandbox:
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
        return cast("Sandbox", self._connection._answer(call))

    def script_custodian(
        self,
        *,
        custodian: str,
        token: str = OMIT,
        times: int = OMIT,
        outcome: Literal["completed", "failed", "rejected", "cancelled"] = OMIT,
        stages: Sequence[SimulatedStage] = OMIT,
        lost_submissions: int = OMIT,
        lost_answers: int = OMIT,
        lost_replies: int = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Sandbox:
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
        return cast("Sandbox", self._connection._answer(call))

    def decide(
        self,
        *,
        transfer_id: Id,
        decision: Literal["approved", "refused"],
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Sandbox:
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
        return cast("Sandbox", self._connection._answer(call))


class Mail:
    """Where notifications are mailed to, and the proof of what was sent there."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(
        self,
        *,
        address: str,
        shared: bool = OMIT,
        content: Literal["title", "full"] = OMIT,
        muted_categories: Sequence[NotificationPreferencesMutedCategories] = OMIT,
        immediate_severity: Literal["info", "warning", "critical"] = OMIT,
        digest_time: Optional[str] = OMIT,
        time_zone: str = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> MailAddress:
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
        return cast("MailAddress", self._connection._answer(call))

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[MailAddressList, MailAddress]:
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
    ) -> MailAddress:
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
        return cast("MailAddress", self._connection._answer(call))

    def verify(
        self,
        mail_address_id: Id,
        *,
        code: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> VerifiedMailAddress:
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
        return cast("VerifiedMailAddress", self._connection._answer(call))

    def update(
        self,
        mail_address_id: Id,
        *,
        content: Literal["title", "full"] = OMIT,
        muted_categories: Sequence[NotificationPreferencesMutedCategories] = OMIT,
        immediate_severity: Literal["info", "warning", "critical"] = OMIT,
        digest_time: Optional[str] = OMIT,
        time_zone: str = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> MailAddress:
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
        return cast("MailAddress", self._connection._answer(call))

    def test(
        self,
        mail_address_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> MailDelivery:
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
        return cast("MailDelivery", self._connection._answer(call))

    def delete(
        self,
        mail_address_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> MailAddress:
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
        return cast("MailAddress", self._connection._answer(call))

    def list_deliveries(
        self,
        *,
        mail_address_id: Id = OMIT,
        state: Literal["QUEUED", "SENT", "REFUSED", "NOT_SENT"] = OMIT,
        resource_id: Id = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[MailDeliveryList, MailDelivery]:
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
        event_types: Sequence[EventType] = OMIT,
        format: Literal["events", "text"] = OMIT,
        content: Literal["title", "full"] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> IssuedWebhookEndpoint:
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
        return cast("IssuedWebhookEndpoint", self._connection._answer(call))

    def list(
        self,
        *,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[WebhookEndpointList, WebhookEndpoint]:
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

    def get(self, webhook_endpoint_id: Id, *, timeout: Optional[float] = None) -> WebhookEndpoint:
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
        return cast("WebhookEndpoint", self._connection._answer(call))

    def update(
        self,
        webhook_endpoint_id: Id,
        *,
        target_url: str = OMIT,
        description: Optional[str] = OMIT,
        event_types: Sequence[EventType] = OMIT,
        format: Literal["events", "text"] = OMIT,
        content: Literal["title", "full"] = OMIT,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WebhookEndpoint:
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
        return cast("WebhookEndpoint", self._connection._answer(call))

    def enable(
        self,
        webhook_endpoint_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WebhookEndpoint:
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
        return cast("WebhookEndpoint", self._connection._answer(call))

    def disable(
        self,
        webhook_endpoint_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WebhookEndpoint:
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
        return cast("WebhookEndpoint", self._connection._answer(call))

    def delete(
        self,
        webhook_endpoint_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WebhookEndpoint:
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
        return cast("WebhookEndpoint", self._connection._answer(call))

    def rotate_secret(
        self,
        webhook_endpoint_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> IssuedWebhookEndpoint:
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
        return cast("IssuedWebhookEndpoint", self._connection._answer(call))

    def test(
        self,
        webhook_endpoint_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WebhookDelivery:
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
        return cast("WebhookDelivery", self._connection._answer(call))

    def list_deliveries(
        self,
        *,
        webhook_endpoint_id: Id = OMIT,
        state: Literal["pending", "delivered", "failed"] = OMIT,
        event_type: WebhookDeliveryEventType = OMIT,
        page_size: int = OMIT,
        page_token: str = OMIT,
        timeout: Optional[float] = None,
    ) -> Pages[WebhookDeliveryList, WebhookDelivery]:
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

    def get_delivery(
        self,
        webhook_delivery_id: Id,
        *,
        timeout: Optional[float] = None,
    ) -> WebhookDelivery:
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
        return cast("WebhookDelivery", self._connection._answer(call))

    def resend(
        self,
        webhook_delivery_id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> WebhookDelivery:
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
        return cast("WebhookDelivery", self._connection._answer(call))


class TodayCounts:
    """What needs a person now, in numbers."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def show(
        self,
        *,
        rows: int = OMIT,
        named: Literal["all", "positions"] = OMIT,
        timeout: Optional[float] = None,
    ) -> Today:
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
        return cast("Today", self._connection._answer(call))


class Search:
    """Finds what has a number or an id."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, *, query: str, timeout: Optional[float] = None) -> SearchResults:
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
        return cast("SearchResults", self._connection._answer(call))


class StateMachines:
    """The states of every resource, and the moves between them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, timeout: Optional[float] = None) -> StateMachineList:
        """List the state machines.

        Lists the states of each resource and the transitions between them, with who may make
        each transition.

        Roles: viewer, execution, reporting, admin, operator.
        """
        call = self._connection._call(_OPERATIONS["listStateMachines"], timeout=timeout)
        return cast("StateMachineList", self._connection._answer(call))


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


CollateralType = Literal["BILATERAL", "RESTRICTED", "TRIPARTY"]
MarkToMarketDirection = Literal["TopUp", "Release", "None"]
MarkToMarketRequestStatus = Literal[
    "PENDING_ACCEPTANCE",
    "ACCEPTED",
    "IN_PROGRESS",
    "COMPLETED",
    "REJECTED",
    "CANCELLED",
    "EXPIRED",
    "DISPUTED",
    "FAILED",
]
DisputeReason = Literal["PRICE", "QUANTITY", "IN_TRANSIT", "TERMS", "OTHER"]
CallSetLeftOutReason = Literal[
    "OTHER_DIRECTION",
    "NOTHING_DUE",
    "BELOW_MINIMUM_NOTIONAL",
    "ROUNDS_TO_ZERO",
    "ABOVE_MARGIN_CALL_LEVEL",
    "BELOW_RELEASE_LEVEL",
    "RECEIVER_IN_DEFAULT",
    "TOO_MANY_ROWS",
    "POSITION_NOT_ACTIVE",
    "COLLATERAL_MANAGED_BY_AGENT",
    "MARK_TO_MARKET_REQUEST_OPEN",
    "POSITION_QUANTITY_CHANGING",
    "PRICE_MISSING",
    "PRICE_STALE",
]
TransferCategory = Literal[
    "open",
    "m2m",
    "return",
    "close",
    "interest",
    "liquidation",
    "voluntary",
    "substitution",
]
TransferStatus = Literal["PENDING", "IN_PROGRESS", "COMPLETED", "FAILED", "REJECTED", "CANCELLED"]
ProviderState = Literal[
    "pending_submission",
    "pending_provider_approval",
    "pending_provider_signature",
    "broadcasting",
    "confirming",
    "completed",
    "failed",
    "rejected",
    "cancelled",
]
PositionStatus = Literal["OPENING", "ACTIVE", "CLOSING", "CLOSED"]
CloseOutCauseName = Literal["UNMET_CALL", "LIQUIDATION_LEVEL", "MISSED_RETURN", "MISSED_INTEREST"]
OrderStatus = Literal[
    "PENDING_ACCEPTANCE",
    "ACCEPTED",
    "OPENING",
    "ACTIVE",
    "CLOSING",
    "CLOSED",
    "CLOSED_OUT",
    "REJECTED",
    "CANCELLED",
    "EXPIRED",
    "FAILED",
]
DealSide = Literal["lender", "borrower"]
TransferDirection = Literal["received", "sent"]
OrderRequestKindName = Literal["recall", "return", "rerate", "amend", "extend", "substitution"]
OrderRequestStatus = Literal[
    "PENDING",
    "ACCEPTED",
    "IN_PROGRESS",
    "COMPLETED",
    "REJECTED",
    "CANCELLED",
    "EXPIRED",
]
CloseOutSide = Literal["borrower", "lender"]
CloseOutStatus = Literal["NOTICE", "CLOSING_OUT", "CLAIM_OPEN", "SETTLED", "CURED", "WITHDRAWN"]
DocumentKind = Literal[
    "confirmation",
    "margin_call_notice",
    "margin_statement",
    "close_out_statement",
]
OrganizationStatus = Literal["active", "suspended"]
AccountKind = Literal["person", "program"]
RoleName = Literal["viewer", "execution", "reporting", "admin", "operator"]
PreviewRequestOperation = Literal[
    "createOrder",
    "acceptOrder",
    "closeOrder",
    "retryOrder",
    "abandonOrder",
    "changeOrderWallets",
    "acceptMarkToMarketRequest",
    "disputeMarkToMarketRequest",
    "retryMarkToMarketRequest",
    "createOrderRequest",
    "acceptOrderRequest",
    "retryOrderRequest",
]
ApprovalState = Literal[
    "PENDING",
    "APPROVED",
    "CARRIED_OUT",
    "FAILED",
    "REJECTED",
    "EXPIRED",
    "WITHDRAWN",
]
ApprovalRuleInForceOperation = Literal[
    "createOrder",
    "acceptOrder",
    "closeOrder",
    "retryOrder",
    "abandonOrder",
    "changeOrderWallets",
    "createMarkToMarketRequest",
    "acceptMarkToMarketRequest",
    "disputeMarkToMarketRequest",
    "retryMarkToMarketRequest",
    "createCallSet",
    "acceptCallSet",
    "createOrderRequest",
    "acceptOrderRequest",
    "retryOrderRequest",
    "sendCollateral",
    "createCloseOut",
    "terminateCloseOut",
    "createOrganization",
    "activateOrganization",
    "createAccount",
    "createCredential",
    "rotateCredential",
    "createAgreement",
    "amendAgreement",
    "acceptAgreement",
    "createPriceSource",
    "releasePrice",
    "dismissPrice",
    "createCustodian",
    "createAsset",
    "setCalendar",
    "createWallet",
    "retireWallet",
    "resumeInstruction",
    "setApprovalPolicy",
    "setAutomation",
    "setCounterpartyLimits",
]
CustodyAdapterName = Literal["simulated", "fireblocks"]
EventType = Literal[
    "order.updated",
    "position.updated",
    "transfer.updated",
    "mark_to_market_request.updated",
    "order_request.updated",
    "close_out.updated",
    "document.created",
    "notification.created",
    "chat.updated",
    "account.updated",
    "credential.updated",
    "invitation.updated",
    "wallet.updated",
    "organization.updated",
    "agreement.updated",
    "approval.updated",
    "approval_policy.updated",
    "automation.updated",
    "calendar.updated",
    "counterparty_limits.updated",
    "mail_address.updated",
    "price_source.updated",
]
NotificationCategory = Literal[
    "margin_call_reached",
    "liquidation_reached",
    "mark_to_market_to_answer",
    "order_request_to_answer",
    "transfer_failed",
    "collateral_received",
    "collateral_exchanged",
    "close_cancelled",
    "maturity_near",
    "default_declared",
    "close_out_changed",
    "default_ended",
    "transfer_late",
    "price_stale",
    "price_source_changed",
    "request_expiring",
    "credential_expiring",
    "webhook_disabled",
    "approval_to_decide",
    "approval_ended",
    "account_changed",
    "credential_changed",
    "invitation_changed",
    "wallet_changed",
    "organization_changed",
    "approval_policy_changed",
    "agreement_changed",
    "automation_changed",
    "calendar_changed",
    "calendar_ending",
    "counterparty_limits_changed",
    "limit_exceeded",
    "mail_address_changed",
    "automation_held",
]
NotificationLinkResource = Literal[
    "order",
    "position",
    "transfer",
    "mark_to_market_request",
    "order_request",
    "close_out",
    "call_set",
    "price",
    "price_source",
    "credential",
    "invitation",
    "webhook",
    "account",
    "wallet",
    "organization",
    "agreement",
    "approval",
    "approval_policy",
    "automation",
    "calendar",
    "counterparty_limits",
    "mail_address",
]
AdministrativeChangeResource = Literal[
    "account",
    "credential",
    "invitation",
    "wallet",
    "organization",
    "agreement",
    "price_source",
    "approval_policy",
    "automation",
    "calendar",
    "counterparty_limits",
    "mail_address",
]
AdministrativeChangeAction = Literal[
    "create",
    "rotate",
    "revoke",
    "recover",
    "suspend",
    "activate",
    "amend",
    "propose",
    "withdraw",
    "accept",
    "confirm",
    "take_effect",
    "expire",
    "release",
    "dismiss",
    "retire",
    "verify",
    "update",
    "delete",
]
NotificationPreferencesMutedCategories = Literal[
    "margin_call_reached",
    "liquidation_reached",
    "mark_to_market_to_answer",
    "order_request_to_answer",
    "transfer_failed",
    "collateral_received",
    "collateral_exchanged",
    "close_cancelled",
    "maturity_near",
    "default_ended",
    "transfer_late",
    "price_stale",
    "request_expiring",
    "credential_expiring",
    "webhook_disabled",
    "approval_to_decide",
    "approval_ended",
    "calendar_ending",
    "limit_exceeded",
    "automation_held",
]
LimitBreach = Literal["warn", "refuse"]
AutomaticCalls = Literal["off", "market_cut", "margin_call"]
MailDeliveryError = Literal[
    "CONNECTION_FAILED",
    "TLS_FAILED",
    "LOGIN_FAILED",
    "TIMED_OUT",
    "UNANSWERED",
    "NOT_DELIVERABLE",
    "TOO_OLD",
    "QUEUE_FULL",
    "LOG_RESTORED",
]
WebhookDeliveryEventType = Literal[
    "order.updated",
    "position.updated",
    "transfer.updated",
    "mark_to_market_request.updated",
    "order_request.updated",
    "close_out.updated",
    "document.created",
    "notification.created",
    "chat.updated",
    "account.updated",
    "credential.updated",
    "invitation.updated",
    "wallet.updated",
    "organization.updated",
    "agreement.updated",
    "approval.updated",
    "approval_policy.updated",
    "automation.updated",
    "calendar.updated",
    "counterparty_limits.updated",
    "mail_address.updated",
    "price_source.updated",
    "webhook.test",
]
FoundResourceKind = Literal[
    "order",
    "position",
    "mark_to_market_request",
    "order_request",
    "close_out",
    "transfer",
    "agreement",
    "organization",
    "chat_entry",
    "approval",
    "notification",
    "wallet",
    "account",
    "credential",
    "webhook_endpoint",
    "webhook_delivery",
    "price_source",
    "audit_entry",
]


class MarkToMarketPreviewResponse(TypedDict):
    """A preview, and its calculation where that was asked for."""

    preview: MarkToMarketPreview
    """The mark-to-market request that could be created now."""
    calculation: NotRequired[Calculation]
    """All inputs and steps of a preview, so that anyone can repeat the computation."""


class MarkToMarketPreview(TypedDict):
    """The mark-to-market request that could be created now."""

    asset: str
    """The symbol of the asset that is lent."""
    asset_quantity: str
    """The quantity lent, in units of the asset. A decimal string."""
    asset_notional_usd: str
    """The value of the asset in USD, with two decimals, rounded half to even. A decimal string."""
    collateral_asset: str
    """The symbol of the asset that is pledged."""
    collateral_type: CollateralType
    """BILATERAL: the collateral moves between the parties. RESTRICTED: bilateral, and the lender
        may not reuse it. TRIPARTY: an agent manages it.
    """
    current_price: str
    """The current price of the asset in USD. A decimal string."""
    price_at_last_m2m: str
    """The price of the asset in USD at the last completed mark-to-market, or at the opening before
    the first one. A decimal string.
    """
    price_at_last_market: Optional[str]
    """The price of the asset in USD at the last market cut. Null before the first cut. A decimal
    string.
    """
    last_m2m_at: str
    """When the last mark-to-market completed, or the opening before the first one. RFC 3339 in UTC,
    with milliseconds.
    """
    direction: MarkToMarketDirection
    """TopUp: the borrower sends collateral. Release: the lender sends collateral back. None:
        nothing is due.
    """
    m2m_collateral_amount: str
    """The collateral to send, in units of the collateral asset, rounded to the agreement's lot: up
    for a top-up, down for a release. A decimal string.
    """
    m2m_notional_usd: str
    """The shortfall or excess in USD before rounding to lots, truncated to cents. A decimal string.
    """
    minimum_notional_usd: str
    """The smallest amount that may be submitted, in USD. A decimal string."""
    ltv_percent: Optional[str]
    """Loan to value (LTV) in percent, with two decimals, rounded up. Null without collateral. A
    decimal string.
    """
    ccr_percent: Optional[str]
    """Collateral coverage ratio (CCR) in percent, with two decimals, rounded down. Null without
    notional. A decimal string.
    """
    requirement_percent: Union[int, decimal.Decimal]
    """The required coverage in percent; 100 if the agreement has a haircut instead."""
    can_submit_m2m: bool
    """Whether the caller can submit this mark-to-market request now."""
    order_id: str
    """The order of the position. A UUID."""
    order_id_pretty: int
    """The number of the order, for people."""
    position_id: str
    """The position. A UUID."""
    sender: MarkToMarketParty
    """The sender or the receiver of the collateral."""
    receiver: MarkToMarketParty
    """The sender or the receiver of the collateral."""


class MarkToMarketParty(TypedDict):
    """The sender or the receiver of the collateral."""

    custodian: str
    """The custodian of the wallet."""
    organization_id: str
    """The organization. A UUID."""
    organization_name: str
    """The name of the organization."""
    wallet_id: str
    """The id of the wallet at its custodian."""
    wallet_name: str
    """The name of the wallet."""


class Calculation(TypedDict):
    """All inputs and steps of a preview, so that anyone can repeat the computation."""

    calculation_id: str
    """The id of the calculation, from which a request can be created. Opaque."""
    formula_version: str
    """The version of the formulas: 2 if a level at which requests can be submitted is among the
    inputs, and otherwise 1. A calculation is verified with the formulas of its version.
    """
    inputs: List[CalculationInput]
    """The inputs."""
    steps: List[CalculationStep]
    """The steps, in the order of computation."""
    reasons: List[CalculationReason]
    """Why the caller cannot submit the request. Empty if it can."""
    trigger_prices: List[TriggerPrice]
    """The prices at which a call, a release or a flag is triggered."""


class CalculationInput(TypedDict):
    """One input of a calculation."""

    name: str
    """The name of the input."""
    value: str
    """A decimal. For a party, the id of the organization. For a choice, what was chosen, such as
    `true`.
    """
    unit: str
    """The unit of the value."""
    source: str
    """Where the value came from."""
    observed_at: Optional[str]
    """When the source observed the value. Null for a value without a time, such as a term. RFC 3339
    in UTC, with milliseconds.
    """


class CalculationStep(TypedDict):
    """One step of a calculation."""

    name: str
    """The name of the step."""
    formula: str
    """The formula of the value, from inputs and earlier steps."""
    exact: str
    """The value before rounding."""
    value: str
    """The value after rounding."""
    unit: str
    """The unit of the value."""
    rounding: Optional[CalculationStepRounding]
    """The rounding of the value. Null if it is not rounded."""


class CalculationStepRounding(TypedDict):
    """How a value is rounded."""

    mode: Literal["up", "down", "half_even"]
    """The direction: up, down, or half to even."""
    increment: str
    """The rounded value is a multiple of this."""


class CalculationReason(TypedDict):
    """Why the caller cannot submit the mark-to-market request."""

    code: str
    """The code of the reason."""
    message: str
    """A sentence for people."""


class TriggerPrice(TypedDict):
    """The prices at which a call, a release or a flag is triggered, if everything else stays equal.
    """

    name: str
    """The name of the trigger."""
    unit: str
    """The unit of both prices, each for one whole token."""
    asset_price: Optional[str]
    """The asset price at which the trigger is reached. Null if no asset price reaches it."""
    collateral_price: Optional[str]
    """The collateral price at which the trigger is reached. Null if no collateral price reaches it.
    """


class MarkToMarketRequest(TypedDict):
    """A request of one side of a position that collateral be sent, created from a preview."""

    id: str
    """The id of the request. A UUID."""
    status: MarkToMarketRequestStatus
    """Lifecycle status."""
    position_id: str
    """The position. A UUID."""
    order_id: str
    """The order of the position. A UUID."""
    order_id_pretty: int
    """The number of the order, for people."""
    creator_id: str
    """The organization that created the request. A UUID."""
    created_automatically: bool
    """Whether an automation of that organization created it. Otherwise a caller of it did."""
    lender_id: str
    """The organization that lends. A UUID."""
    borrower_id: str
    """The organization that borrows. A UUID."""
    direction: Literal["TopUp", "Release"]
    """TopUp: the borrower sends collateral. Release: the lender sends collateral back."""
    collateral_asset: str
    """The symbol of the collateral asset."""
    collateral_amount: str
    """The requested amount, in units of the collateral asset. A decimal string."""
    notional_usd: str
    """The requested amount in USD before rounding to lots, truncated to cents. A decimal string."""
    asset_price_usd: str
    """The price of the asset in the calculation, in USD. A decimal string."""
    collateral_price_usd: str
    """The price of the collateral in the calculation, in USD. A decimal string."""
    calculation_id: str
    """The calculation that the request was created from."""
    expire_time: str
    """When the request expires if it has no answer: the end of the cure time, or with a
    notification time the response time of a business day. RFC 3339 in UTC, with milliseconds.
    """
    answer_day: Optional[AnswerDay]
    """The day of its response time, and why it is that day. Null if the terms have no notification
    time.
    """
    call_set_id: Optional[str]
    """The call set that it was created in. Null if it was created by itself. A UUID."""
    dispute: Optional[Dispute]
    """The answer with a counter-valuation. Null if there is none."""
    superseded_by: Optional[str]
    """The later request that includes the disputed part. Null if there is none. A UUID."""
    cancellation_cause: Optional[Literal["withdrawn", "transfer_failed", "transfer_late", "closed_out"]]
    """Why the request was cancelled. withdrawn: the creator withdrew it before an answer.
    transfer_failed: a side cancelled it after its transfer had failed. transfer_late: its
    transfer was cancelled because it was late. closed_out: a close-out of the deal was
    terminated. Null if it was not cancelled.
    """
    transfer_ids: List[str]
    """The ids of its transfers, oldest first."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""
    update_time: str
    """When it last changed. RFC 3339 in UTC, with milliseconds."""
    actions: List[AvailableAction]
    """The actions on the resource, and whether the caller may take them."""


class AnswerDay(TypedDict):
    """The day at whose response time a request expires, and why it is that day."""

    day: str
    """The local day on which the request expires."""
    response_time: str
    """The time of that day at which it expires."""
    time_zone: str
    """The time zone of the days and times."""
    notification_time: str
    """Until when a request is one of its day."""
    reason: Optional[Literal["after_notification_time", "not_business_day", "cure_time", "no_business_day"]]
    """Why that is not the day of its creation. after_notification_time: it was created after the
    notification time of a business day. not_business_day: it was created on no business day.
    cure_time: its cure time ends after the response time of a business day. no_business_day: the
    calendars have no business day soon enough, so every day counts. Null if it is that day.
    """
    reason_day: str
    """The local day that the reason is about: that of its creation, or the business day that the
    cure time passes.
    """
    calendars: NotRequired[List[PinnedCalendar]]
    """The versions of the calendars by which it was computed. Absent if it was computed before they
    were recorded.
    """


class PinnedCalendar(TypedDict):
    """A version of a calendar."""

    id: str
    """The id of the calendar."""
    version: int
    """The number of the version: 1, 2, 3."""


class Dispute(TypedDict):
    """An answer with a counter-valuation."""

    counter_notional_usd: str
    """The counterparty's valuation of the amount due, in USD. A decimal string."""
    reason: DisputeReason
    """What the counterparty disagrees with."""
    note: Optional[str]
    """The note of the counterparty. Null if it has none."""
    agreed_notional_usd: str
    """The undisputed part, in USD. It is sent at once. A decimal string."""
    agreed_collateral_amount: str
    """The undisputed part, in units of the collateral asset. A decimal string."""
    disputed_notional_usd: str
    """The disputed part, in USD. A decimal string."""
    outcome: Literal["agreed", "split", "disputed"]
    """agreed, split: the difference is within the tolerance and is not a dispute. disputed: it is
    beyond the tolerance.
    """
    time: str
    """When the counterparty answered. RFC 3339 in UTC, with milliseconds."""


class AvailableAction(TypedDict):
    """An action on a resource, and whether the caller may take it."""

    action: str
    """The action: the last word of the path of its operation, such as accept. The transition that
    it makes may have another name in /state-machines.
    """
    available: bool
    """Whether the caller may take the action now."""
    reason: Optional[str]
    """Why the action is not available. Null if it is available."""


class MarkToMarketRequestList(TypedDict):
    """A page of mark to market requests."""

    mark_to_market_requests: List[MarkToMarketRequest]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class MarkToMarketRequestExport(TypedDict):
    """A list of mark to market requests."""

    mark_to_market_requests: List[MarkToMarketRequest]
    """All requests that match the filters."""


class CallSetPreview(TypedDict):
    """The calls across the deals of an agreement that could be created together now."""

    agreement_id: str
    """The agreement. A UUID."""
    direction: Literal["TopUp", "Release"]
    """TopUp: the borrower sends collateral. Release: the lender sends collateral back."""
    rows: List[CallSetRow]
    """What is called, oldest order first."""
    total_notional_usd: str
    """The sum of the notionals of the rows, in USD. A decimal string."""
    minimum_notional_usd: str
    """The smallest total that may be submitted, in USD: the minimum of the newest version of the
    terms among the rows. Zero without a row. A decimal string.
    """
    can_submit: bool
    """Whether the caller can create the set now."""
    left_out: List[CallSetLeftOut]
    """The other open deals of the agreement, oldest order first, and why."""
    calculation_id: str
    """The id of the calculation, from which the set can be created. Opaque."""


class CallSetRow(TypedDict):
    """A deal that is called: its preview, and its calculation where asked for."""

    preview: MarkToMarketPreview
    """The mark-to-market request that could be created now."""
    minimum_applies_to: Literal["deal", "agreement"]
    """What both minimums are compared with in a call set: each request by itself, which is the
    default, or the sum of the set.
    """
    terms_version: int
    """The version of the agreement whose terms apply to the deal."""
    calculation: NotRequired[Calculation]
    """All inputs and steps of a preview, so that anyone can repeat the computation."""


class CallSetLeftOut(TypedDict):
    """A deal of the agreement that is not called."""

    position_id: str
    """The position. A UUID."""
    order_id_pretty: int
    """The number of its order, for people."""
    reason: CallSetLeftOutReason
    """Why it is not called. OTHER_DIRECTION: collateral is due in the other direction. NOTHING_DUE:
    nothing is due. BELOW_MINIMUM_NOTIONAL: what is due is below the minimum. ROUNDS_TO_ZERO:
    what may be released is less than one lot. ABOVE_MARGIN_CALL_LEVEL: coverage is above the
    level of top-ups. BELOW_RELEASE_LEVEL: coverage is below the level of releases.
    RECEIVER_IN_DEFAULT: a default of the borrower is declared. TOO_MANY_ROWS: the set has as
    many requests as it may have. POSITION_NOT_ACTIVE: the position is not active.
    COLLATERAL_MANAGED_BY_AGENT: an agent manages its collateral. MARK_TO_MARKET_REQUEST_OPEN: a
    mark-to-market request of it is open. POSITION_QUANTITY_CHANGING: its quantity is changing.
    PRICE_MISSING: an asset of it has no price. PRICE_STALE: the price of an asset of it is too
    old.
    """


class CallSet(TypedDict):
    """Mark-to-market requests for several deals of an agreement that were created together. Each
    has states and transfers of its own.
    """

    id: str
    """The id of the call set. A UUID."""
    agreement_id: str
    """The agreement. A UUID."""
    lender_id: str
    """The organization that lends. A UUID."""
    borrower_id: str
    """The organization that borrows. A UUID."""
    creator_id: str
    """The organization that created the set. A UUID."""
    direction: Literal["TopUp", "Release"]
    """TopUp: the borrower sends collateral. Release: the lender sends collateral back."""
    request_ids: List[str]
    """The ids of its mark-to-market requests, oldest order first."""
    total_notional_usd: str
    """The sum of the notionals of its requests, in USD. A decimal string."""
    minimum_notional_usd: str
    """The minimum that the total had to reach, in USD. A decimal string."""
    statuses: List[CallSetStatusSum]
    """Its requests by status, in the order of the states."""
    expire_time: str
    """When its requests expire that have no answer. RFC 3339 in UTC, with milliseconds."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""
    actions: List[AvailableAction]
    """The actions on the resource, and whether the caller may take them."""


class CallSetStatusSum(TypedDict):
    """The requests of a call set that have one status."""

    status: MarkToMarketRequestStatus
    """Lifecycle status."""
    requests: int
    """How many requests have it."""
    notional_usd: str
    """The sum of their notionals, in USD. A decimal string."""


class CallSetList(TypedDict):
    """A page of call sets."""

    call_sets: List[CallSet]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class TransferList(TypedDict):
    """A page of transfers."""

    transfers: List[Transfer]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class Transfer(TypedDict):
    """A movement of one asset between two wallets, carried out by a custodian."""

    id: str
    """The id of the transfer. A UUID."""
    external_transfer_id: str
    """The id of the transfer at the provider."""
    category: TransferCategory
    """The purpose of the transfer."""
    status: TransferStatus
    """Lifecycle status."""
    token: str
    """The symbol of the asset."""
    quantity: decimal.Decimal
    """The quantity in units of the asset: a JSON number with exact digits. Parse it as a decimal: a
    binary float would lose digits. It is a `Decimal` of these digits.
    """
    notional: str
    """The value in USD when the transfer was created. Values of 1e30 or more are given as the
    largest value below it. A decimal string.
    """
    order_id: int
    """The number of the order, for people."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""
    update_time: str
    """When it last changed. RFC 3339 in UTC, with milliseconds."""
    sender: TransferParty
    """The sender or the receiver of a transfer."""
    receiver: TransferParty
    """The sender or the receiver of a transfer."""
    provider_lifecycle: ProviderLifecycle
    """The state of the transfer at the provider."""


class TransferParty(TypedDict):
    """The sender or the receiver of a transfer."""

    organization_id: str
    """An organization, in the form `organizations/<organization_id>`."""
    custodian: str
    """The custodian of the wallet."""
    wallet_address: str
    """The address of the wallet."""


class ProviderLifecycle(TypedDict):
    """The state of the transfer at the provider."""

    label: str
    """A sentence for people about the state."""
    provider: str
    """The provider that carries out the transfer."""
    provider_request_state: Optional[str]
    """The provider's own name of the state. Null until the provider has answered."""
    state: ProviderState
    """The state of the transfer at the provider. The states are the same for all providers."""


class TransferWithSteps(TypedDict):
    """A transfer, with the way that it has taken."""

    id: str
    """The id of the transfer. A UUID."""
    external_transfer_id: str
    """The id of the transfer at the provider."""
    category: TransferCategory
    """The purpose of the transfer."""
    status: TransferStatus
    """Lifecycle status."""
    token: str
    """The symbol of the asset."""
    quantity: decimal.Decimal
    """The quantity in units of the asset: a JSON number with exact digits. Parse it as a decimal: a
    binary float would lose digits. It is a `Decimal` of these digits.
    """
    notional: str
    """The value in USD when the transfer was created. Values of 1e30 or more are given as the
    largest value below it. A decimal string.
    """
    order_id: int
    """The number of the order, for people."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""
    update_time: str
    """When it last changed. RFC 3339 in UTC, with milliseconds."""
    sender: TransferParty
    """The sender or the receiver of a transfer."""
    receiver: TransferParty
    """The sender or the receiver of a transfer."""
    provider_lifecycle: ProviderLifecycle
    """The state of the transfer at the provider."""
    steps: List[TransferStep]
    """The states that it has reached at its provider, the first one first. One that the provider
    passed without reporting it is left out.
    """
    usual_seconds: Optional[int]
    """How long transfers from this sender to this receiver at this provider usually stay in the
    present state, in seconds: the median of the latest that have completed. Null if fewer than
    three of them are known, and for a transfer that has ended.
    """


class TransferStep(TypedDict):
    """A state that a transfer has reached at its provider."""

    state: ProviderState
    """The state of the transfer at the provider. The states are the same for all providers."""
    time: str
    """When it was reached: for pending_submission, when the transfer was created. RFC 3339 in UTC,
    with milliseconds.
    """
    provider_request_state: Optional[str]
    """The provider's own name of the state, when it first reported it. Null without one."""


class PositionList(TypedDict):
    """A page of positions."""

    positions: List[Position]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class Position(TypedDict):
    """What is lent and pledged under an order, valued at current prices."""

    id: str
    """The id of the position. A UUID."""
    status: PositionStatus
    """Lifecycle status."""
    order_id: str
    """The order of the position. A UUID."""
    order_id_pretty: int
    """The number of the order, for people."""
    lender_id: str
    """The organization that lends. A UUID."""
    lender_name: str
    """The name of the lender."""
    borrower_id: str
    """The organization that borrows. A UUID."""
    borrower_name: str
    """The name of the borrower."""
    asset: str
    """The symbol of the asset that is lent."""
    asset_quantity: str
    """The quantity lent, in units of the asset. A decimal string."""
    collateral_asset: str
    """The symbol of the collateral asset."""
    collateral_type: CollateralType
    """BILATERAL: the collateral moves between the parties. RESTRICTED: bilateral, and the lender
        may not reuse it. TRIPARTY: an agent manages it.
    """
    collateral_quantity: str
    """The settled collateral in units of the collateral asset, including returns in transit. A
    decimal string.
    """
    collateral_disputed_quantity: str
    """The disputed part of the settled collateral, in units of the collateral asset. A decimal
    string.
    """
    deliveries_in_transit: str
    """The collateral in transit to the lender that counts, in units of the collateral asset. What
    the borrower sends without a call counts once it is broadcast. A decimal string.
    """
    returns_in_transit: str
    """The collateral in transit to the borrower, in units of the collateral asset. A decimal
    string.
    """
    rate_percent: str
    """The interest rate of today, in percent a year. A decimal string."""
    interest_accrued: str
    """The interest accrued until now, in units of the asset, rounded up. Each rate and quantity
    counts for its own days. A decimal string.
    """
    interest_paid: str
    """The interest that has been paid, in units of the asset. A decimal string."""
    open_close_out_ids: List[str]
    """The ids of its close-outs that are not over, oldest first: declared, being closed out, or
    with an unpaid claim.
    """
    current_price: Optional[str]
    """The current price of the asset in USD. Null if an asset has no current price. A decimal
    string.
    """
    collateral_price: Optional[str]
    """The current price of the collateral in USD. Null if an asset has no current price. A decimal
    string.
    """
    price_time: Optional[str]
    """When the older of the two prices was observed. Null if an asset has no current price. RFC
    3339 in UTC, with milliseconds.
    """
    asset_notional_usd: Optional[str]
    """The value of the asset in USD. Null if an asset has no current price. A decimal string."""
    collateral_value_usd: Optional[str]
    """The value of the collateral in USD. Null if an asset has no current price. A decimal string.
    """
    ltv_percent: Optional[str]
    """Loan to value (LTV) in percent, rounded up. Null without a value. A decimal string."""
    ccr_percent: Optional[str]
    """Collateral coverage ratio (CCR) in percent, rounded down. Null without a value. A decimal
    string.
    """
    lent: bool
    """Whether the asset is lent: from the opening until a close has returned it. Only then can a
    level be reached.
    """
    margin_call_reached: Optional[bool]
    """Whether coverage is at or below the margin call level while the asset is lent. Null if an
    asset has no current price.
    """
    liquidation_reached: Optional[bool]
    """Whether coverage is at or below the liquidation level while the asset is lent. Null if an
    asset has no current price.
    """
    ready_for_m2m: bool
    """Whether a caller with the right role could submit a mark-to-market request now."""
    m2m_direction: Optional[MarkToMarketDirection]
    """The direction of the mark-to-market request that could be submitted. Null if an asset has no
    current price.
    """
    m2m_collateral_amount: Optional[str]
    """The collateral that it would send, in units of the collateral asset. Null if an asset has no
    current price. A decimal string.
    """
    m2m_notional_usd: Optional[str]
    """The shortfall or excess in USD before rounding. Null if an asset has no current price. A
    decimal string.
    """
    m2m_reason: Optional[str]
    """Why no mark-to-market request could be submitted: the reason for which a preview would be
    refused, or its first reason. Null if one could be submitted.
    """
    terms: PositionTerms
    """The margin terms that the figures of a position follow from."""
    terms_version: int
    """The version of the agreement that has these terms."""
    substitute_assets: List[str]
    """The assets that the borrower may give in place of the collateral under these terms, by
    symbol: those of the eligible collateral, and the asset that the position began with.
    """
    price_at_last_m2m: str
    """The price of the asset in USD at the last completed mark-to-market, or at the opening before
    the first one. A decimal string.
    """
    last_m2m_at: str
    """When the last mark-to-market completed, or the opening before the first one. RFC 3339 in UTC,
    with milliseconds.
    """
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""
    update_time: str
    """When it last changed. RFC 3339 in UTC, with milliseconds."""
    actions: List[AvailableAction]
    """The actions on the resource, and whether the caller may take them."""
    coverage_history: NotRequired[List[CoveragePoint]]
    """Only in a list, and only if requested with `history_days`: the coverage at market cuts and
    movements, the oldest first. Of each 12 hours, counted back from now, it has the last one.
    """


class PositionTerms(TypedDict):
    """The margin terms that the figures of a position follow from."""

    requirement_percent: Optional[str]
    """The required collateral coverage in percent. Null if the agreement has a haircut. A decimal
    string.
    """
    haircut: Optional[str]
    """The haircut on the collateral as a fraction. Null if the agreement has a requirement. A
    decimal string.
    """
    margin_call_percent: str
    """The collateral coverage ratio in percent at which the margin call flag is raised. A decimal
    string.
    """
    liquidation_percent: str
    """The collateral coverage ratio in percent at which the liquidation flag is raised. A decimal
    string.
    """
    top_up_when: Literal["minimum", "margin_call"]
    """When a top-up can be submitted: once its notional reaches the minimum, which is the default,
    or only if coverage is at or below the margin call level as well.
    """
    release_percent: Optional[str]
    """The collateral coverage ratio in percent from which on a release can be submitted, above the
    margin call level. Null, which is the default: at any coverage. A decimal string.
    """
    default_causes: List[CloseOutCauseName]
    """What a side may declare to be a default of the other, and then close the deal out for.
    Default: nothing.
    """
    threshold_usd: str
    """The exposure that needs no collateral, in USD. A decimal string."""
    minimum_notional_top_up_usd: str
    """The smallest top-up that may be submitted, in USD. A decimal string."""
    minimum_notional_release_usd: str
    """The smallest release that may be submitted, in USD. A decimal string."""
    lot_top_up: str
    """A top-up is a multiple of this collateral quantity. A decimal string."""
    lot_release: str
    """A release is a multiple of this collateral quantity. A decimal string."""


class CoveragePoint(TypedDict):
    """The coverage of a position at a past time."""

    time: str
    """The time of the market cut or of the movement. RFC 3339 in UTC, with milliseconds."""
    ccr_percent: Optional[str]
    """Collateral coverage ratio (CCR) in percent then, rounded down. Null without a value. A
    decimal string.
    """


class PositionExport(TypedDict):
    """A list of positions."""

    positions: List[Position]
    """All positions that match the filters."""


class PositionPrices(TypedDict):
    """The prices of a position, and those at which something would happen."""

    position_id: str
    """The position. A UUID."""
    asset: PriceLine
    """The prices of the asset that is lent."""
    collateral: PriceLine
    """The prices of the collateral."""
    trigger_prices: List[TriggerPrice]
    """The prices at which a call, a release or a level is reached while everything else stays
    equal: top_up, release, margin_call, liquidation. Rounded to 20 decimals to the side on which
    it is reached. A price follows from the current price of the other asset, and is null without
    it.
    """


class PriceLine(TypedDict):
    """The prices of the asset that is lent."""

    asset: str
    """The symbol of the asset."""
    at_last_market_cut: Optional[DatedPrice]
    """At the last market cut. Null if there was none."""
    at_last_m2m: Optional[DatedPrice]
    """At the last completed mark-to-market, or at the opening before the first one. Of the
    collateral, null before the first one.
    """
    now: Optional[DatedPrice]
    """The current price. Null if there is none."""
    state: Literal["current", "stale", "missing"]
    """Whether there is a current price, the newest quotes are too old, or none exists."""
    newest_observe_time: Optional[str]
    """When the current price was observed, or the newest quote if it is too old. Null if there is
    none. RFC 3339 in UTC, with milliseconds.
    """


class DatedPrice(TypedDict):
    """A price with its origin."""

    price_usd: str
    """The price of one unit in USD. A decimal string."""
    source: str
    """Where the price comes from."""
    observe_time: str
    """When the price was observed. RFC 3339 in UTC, with milliseconds."""


class PositionValuationList(TypedDict):
    """A page of valuations."""

    valuations: List[PositionValuation]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class PositionValuation(TypedDict):
    """A position at the time of a market cut or a movement. Its figures are those of the report of
    positions as of that time.
    """

    time: str
    """The time of the market cut or of the movement. RFC 3339 in UTC, with milliseconds."""
    cause: Literal["market_cut", "movement"]
    """What the entry is for: a market cut, or a movement in the journal."""
    movement: Optional[Literal["instruct", "settle", "revert", "appropriate"]]
    """instruct: a quantity went on its way. settle: it arrived. revert: it went back. appropriate:
        a close-out kept it. Null at a market cut.
    """
    transfer_id: Optional[str]
    """The transfer of the movement. Null at a market cut, and if a close-out has moved something
    without a transfer. A UUID.
    """
    mark_to_market_request_id: Optional[str]
    """The mark-to-market request of the transfer. Null if there is none. A UUID."""
    order_request_id: Optional[str]
    """The order request of the transfer. Null if there is none. A UUID."""
    status: PositionStatus
    """The status at the time."""
    asset_quantity: str
    """The quantity lent, in units of the asset. A decimal string."""
    collateral_asset: str
    """The symbol of the collateral asset at the time."""
    collateral_quantity: str
    """The settled collateral in units of the collateral asset, including returns in transit. A
    decimal string.
    """
    deliveries_in_transit: str
    """The collateral in transit to the lender, in units of the collateral asset. A decimal string.
    """
    returns_in_transit: str
    """The collateral in transit to the borrower, in units of the collateral asset. A decimal
    string.
    """
    asset_price: Optional[DatedPrice]
    """The price of the asset. Null if there was none."""
    collateral_price: Optional[DatedPrice]
    """The price of the collateral. Null if there was none."""
    terms_version: int
    """The version of the agreement whose terms applied at the time."""
    asset_notional_usd: Optional[str]
    """The value of the asset in USD. Null if an asset had no current price then. A decimal string.
    """
    collateral_value_usd: Optional[str]
    """The value of the collateral in USD. Null if an asset had no current price then. A decimal
    string.
    """
    ltv_percent: Optional[str]
    """Loan to value (LTV) in percent, rounded up. Null without a value. A decimal string."""
    ccr_percent: Optional[str]
    """Collateral coverage ratio (CCR) in percent, rounded down. Null without a value. A decimal
    string.
    """
    margin_call_reached: Optional[bool]
    """Whether coverage was at or below the margin call level while the asset was lent. Null if an
    asset had no current price then.
    """
    liquidation_reached: Optional[bool]
    """Whether coverage was at or below the liquidation level while the asset was lent. Null if an
    asset had no current price then.
    """


class Order(TypedDict):
    """A loan of an asset against collateral: the offer, and after its acceptance the deal."""

    id: str
    """The id of the order. A UUID."""
    number: int
    """The number of the order, for people."""
    status: OrderStatus
    """Lifecycle status."""
    creator_id: str
    """The organization that created the order. A UUID."""
    lender_id: str
    """The organization that lends. A UUID."""
    lender_name: str
    """The name of the lender."""
    borrower_id: str
    """The organization that borrows. A UUID."""
    borrower_name: str
    """The name of the borrower."""
    asset: str
    """The symbol of the asset that is lent."""
    asset_quantity: str
    """The quantity lent at the opening, in units of the asset. A decimal string."""
    rate_percent: str
    """The interest rate agreed at the opening, in percent a year. Interest is paid in the asset. A
    decimal string.
    """
    collateral_asset: str
    """The symbol of the collateral asset."""
    collateral_quantity: str
    """The quantity pledged at the opening, or given by the last substitution, in units of the
    collateral asset. A decimal string.
    """
    collateral_type: CollateralType
    """BILATERAL: the collateral moves between the parties. RESTRICTED: bilateral, and the lender
        may not reuse it. TRIPARTY: an agent manages it.
    """
    lender_asset_wallet_id: Optional[str]
    """The lender's wallet for the asset. Null until the lender has named it."""
    lender_collateral_wallet_id: Optional[str]
    """The lender's wallet for the collateral. Null until the lender has named it."""
    borrower_asset_wallet_id: Optional[str]
    """The borrower's wallet for the asset. Null until the borrower has named it."""
    borrower_collateral_wallet_id: Optional[str]
    """The borrower's wallet for the collateral. Null until the borrower has named it."""
    wallets: List[OrderWallet]
    """The wallets that the order names so far, those of both sides, by id."""
    terms: AgreedMarginTerms
    """The margin terms. Before the acceptance, those in effect now; after it, those that the order
    copied, or that the last amend agreed on.
    """
    terms_version: int
    """The version of the agreement that has these terms. An acceptance can name it."""
    expire_time: str
    """When the order expires if it has no answer. RFC 3339 in UTC, with milliseconds."""
    maturity_time: Optional[str]
    """When the service begins the close. The borrower may close earlier. Null: the order is open
    until a side ends it. RFC 3339 in UTC, with milliseconds.
    """
    position_id: Optional[str]
    """The position of the order. Null until the acceptance. A UUID."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""
    update_time: str
    """When it last changed. RFC 3339 in UTC, with milliseconds."""
    actions: List[AvailableAction]
    """The actions on the resource, and whether the caller may take them."""


class OrderWallet(TypedDict):
    """A wallet that an order names."""

    id: str
    """The id of the wallet at its custodian."""
    name: str
    """The name of the wallet."""
    custodian: str
    """The id of the custodian."""


class AgreedMarginTerms(TypedDict):
    """The margin terms that a lender and a borrower have agreed on."""

    requirement_percent: Optional[str]
    """The required collateral coverage in percent. Null if the agreement has a haircut. A decimal
    string.
    """
    haircut: Optional[str]
    """The haircut on the collateral as a fraction. Null if the agreement has a requirement. A
    decimal string.
    """
    margin_call_percent: str
    """The collateral coverage ratio in percent at which the margin call flag is raised. A decimal
    string.
    """
    liquidation_percent: str
    """The collateral coverage ratio in percent at which the liquidation flag is raised. A decimal
    string.
    """
    top_up_when: Literal["minimum", "margin_call"]
    """When a top-up can be submitted: once its notional reaches the minimum, which is the default,
    or only if coverage is at or below the margin call level as well.
    """
    release_percent: Optional[str]
    """The collateral coverage ratio in percent from which on a release can be submitted, above the
    margin call level. Null, which is the default: at any coverage. A decimal string.
    """
    default_causes: List[CloseOutCauseName]
    """What a side may declare to be a default of the other, and then close the deal out for.
    Default: nothing.
    """
    grace_seconds: int
    """How long after its notice a default can be cured before the deal can be terminated for it, in
    seconds. The liquidation level has a time of its own in place of it. Default: 86,400.
    """
    liquidation_confirm_seconds: int
    """How long coverage must have stayed at or below the liquidation level before a default can be
    declared for it, in seconds. Default: 900.
    """
    settlement_time_seconds: Optional[int]
    """How long after its first attempt was instructed a transfer that has not arrived is late, in
    seconds. Null, which is the default: the time of the installation.
    """
    dispute_time_seconds: int
    """How long a call may be in dispute before it is unmet, in seconds. Default: 86,400."""
    recall_notice_seconds: Optional[int]
    """After this time a recall binds whatever its answer, in seconds: what it recalls and is not
    back is a missed return. Null, which is the default: only a recall that was accepted binds.
    An order with a maturity has no such time.
    """
    close_out_discount: str
    """The fraction taken off the price of what is kept in a close-out, from 0 to below 1. Default:
    0. A decimal string.
    """
    close_out_scope: Literal["full", "to_requirement"]
    """What a close-out ends: the whole deal, which is the default, or of a borrower that is short
    of collateral only as much as makes the rest meet the requirement. With the latter, a
    liquidation level that is a cause of default must be below the requirement.
    """
    eligible_collateral: List[EligibleCollateral]
    """What may be substituted for the collateral of a deal, in the order of the assets, each once.
    The general terms always apply to the collateral that a deal began with. Default: nothing.
    """
    threshold_usd: str
    """The exposure that needs no collateral, in USD. A decimal string."""
    minimum_notional_top_up_usd: str
    """The smallest top-up that may be submitted, in USD. A decimal string."""
    minimum_notional_release_usd: str
    """The smallest release that may be submitted, in USD. A decimal string."""
    minimum_applies_to: Literal["deal", "agreement"]
    """What both minimums are compared with in a call set: each request by itself, which is the
    default, or the sum of the set.
    """
    lot_top_up: Optional[str]
    """A top-up is a multiple of this collateral quantity. Null: the smallest unit of the asset. A
    decimal string above zero.
    """
    lot_release: Optional[str]
    """A release is a multiple of this collateral quantity. Null: the smallest unit of the asset. A
    decimal string above zero.
    """
    day_count: Literal["ACT/360", "ACT/365"]
    """The day count convention of interest."""
    interest_schedule: Literal["at_close", "monthly"]
    """When interest is paid: at the close, which is the default, or also every month, at 00:00 UTC
    on the first, what has accrued until then.
    """
    cure_time_seconds: int
    """How long a mark-to-market request may await its answer, in seconds. With a notification time:
    at least so long.
    """
    calendars: List[str]
    """The calendars of business days: a business day is one in each of them. Default: none, so
    every day is one.
    """
    time_zone: Optional[str]
    """The time zone of the notification time and the response time. Null, which is the default:
    there are no such times.
    """
    notification_time: Optional[str]
    """What is asked for by this time of a business day is due on that day, and later on the next
    one. Null if there is no time zone.
    """
    response_time: Optional[str]
    """The time of a business day at which requests expire, later than the notification time. Null
    if there is no time zone.
    """
    dispute_tolerance_usd: Optional[str]
    """The largest difference that is not a dispute, in USD. Null if the tolerance is in percent. A
    decimal string.
    """
    dispute_tolerance_percent: Optional[str]
    """The largest difference that is not a dispute, in percent of the request. Null if the
    tolerance is in USD. A decimal string.
    """
    dispute_method: Literal["undisputed", "split"]
    """What is transferred if the difference is within the tolerance: the undisputed part, or the
    midpoint (split).
    """


class EligibleCollateral(TypedDict):
    """An asset that may be substituted for the collateral of a deal, with the terms that apply in
    place of the general ones while it is the collateral.
    """

    asset: str
    """The symbol of the asset."""
    requirement_percent: Optional[str]
    """The required collateral coverage in percent. Null if the asset has a haircut. A decimal
    string.
    """
    haircut: Optional[str]
    """The haircut on the asset as a fraction. Null if the asset has a requirement. A decimal
    string.
    """
    margin_call_percent: str
    """The collateral coverage ratio in percent at which the margin call flag is raised. A decimal
    string.
    """
    liquidation_percent: str
    """The collateral coverage ratio in percent at which the liquidation flag is raised. A decimal
    string.
    """


class OrderList(TypedDict):
    """A page of orders."""

    orders: List[Order]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class OrderTermsList(TypedDict):
    """A list of order terms."""

    order_terms: List[OrderTerms]
    """All terms of the order, the newest first. Empty before its acceptance."""


class OrderTerms(TypedDict):
    """Terms that applied to a deal for a time, or apply now."""

    terms_version: int
    """The version of the agreement."""
    terms: AgreedMarginTerms
    """Its terms."""
    collateral_asset: str
    """The collateral of the deal then."""
    from_time: str
    """From when they applied: the acceptance of the order, or of an amend. RFC 3339 in UTC, with
    milliseconds.
    """
    until_time: Optional[str]
    """When others replaced them. Null: they apply now. RFC 3339 in UTC, with milliseconds."""
    order_request_id: Optional[str]
    """The amend by which they came to apply. Null for those of the acceptance of the order. A UUID.
    """


class PositionReport(TypedDict):
    """A list of positions."""

    positions: List[PositionReportRow]
    """The rows of the report."""


class PositionReportRow(TypedDict):
    """A position at a time, valued at the prices of that time."""

    position_id: str
    """The position. A UUID."""
    order_id: str
    """The order of the position. A UUID."""
    order_id_pretty: int
    """The number of the order, for people."""
    side: DealSide
    """The side of the caller's organization in the deal."""
    counterparty_id: str
    """The organization id of the counterparty. A UUID."""
    counterparty_name: str
    """The name of the counterparty."""
    status: PositionStatus
    """The status at the time."""
    asset: str
    """The symbol of the asset that was lent."""
    asset_quantity: str
    """The quantity lent, in units of the asset. A decimal string."""
    collateral_asset: str
    """The symbol of the collateral asset."""
    collateral_type: CollateralType
    """BILATERAL: the collateral moves between the parties. RESTRICTED: bilateral, and the lender
        may not reuse it. TRIPARTY: an agent manages it.
    """
    collateral_quantity: str
    """The settled collateral in units of the collateral asset, including returns in transit. A
    decimal string.
    """
    deliveries_in_transit: str
    """The collateral in transit to the lender, in units of the collateral asset. A decimal string.
    """
    returns_in_transit: str
    """The collateral in transit to the borrower, in units of the collateral asset. A decimal
    string.
    """
    rate_percent: str
    """The interest rate in percent a year. A decimal string."""
    terms_version: int
    """The version of the agreement whose terms applied at the time."""
    interest_accrued: str
    """The interest accrued since the activation, in units of the asset, rounded up. A decimal
    string.
    """
    asset_price_usd: Optional[str]
    """The price of the asset in USD. Null if there was no current price then. A decimal string."""
    collateral_price_usd: Optional[str]
    """The price of the collateral in USD. Null if there was no current price then. A decimal
    string.
    """
    asset_notional_usd: Optional[str]
    """The value of the asset in USD. Null if there was no current price then. A decimal string."""
    collateral_value_usd: Optional[str]
    """The value of the collateral in USD. Null if there was no current price then. A decimal
    string.
    """
    ltv_percent: Optional[str]
    """Loan to value (LTV) in percent, rounded up. Null without a value. A decimal string."""
    ccr_percent: Optional[str]
    """Collateral coverage ratio (CCR) in percent, rounded down. Null without a value. A decimal
    string.
    """
    margin_call_reached: Optional[bool]
    """Whether coverage was at or below the margin call level while the asset was lent. Null if
    there was no current price then.
    """
    liquidation_reached: Optional[bool]
    """Whether coverage was at or below the liquidation level while the asset was lent. Null if
    there was no current price then.
    """
    create_time: str
    """When the position was created. RFC 3339 in UTC, with milliseconds."""


class CounterpartyExposureReport(TypedDict):
    """A list of exposures."""

    exposures: List[CounterpartyExposureRow]
    """The rows of the report."""


class CounterpartyExposureRow(TypedDict):
    """The exposure of an organization to one counterparty at a time."""

    counterparty_id: str
    """The organization id of the counterparty. A UUID."""
    counterparty_name: str
    """The name of the counterparty."""
    open_positions: int
    """The number of open positions with the counterparty."""
    lent_usd: Optional[str]
    """The value lent to the counterparty, in USD. Null if an asset in it had no current price then.
    A decimal string.
    """
    borrowed_usd: Optional[str]
    """The value borrowed from the counterparty, in USD. Null if an asset in it had no current price
    then. A decimal string.
    """
    collateral_held_usd: Optional[str]
    """The value of the collateral held from the counterparty, in USD. Null if an asset in it had no
    current price then. A decimal string.
    """
    collateral_posted_usd: Optional[str]
    """The value of the collateral posted to the counterparty, in USD. Null if an asset in it had no
    current price then. A decimal string.
    """
    net_usd: Optional[str]
    """The net exposure: lent and posted, less borrowed and held, in USD. Null if an asset in it had
    no current price then. A decimal string.
    """
    claims_usd: Optional[str]
    """What close-outs leave to be paid or sent, which no other value has: unpaid claims on the
    counterparty and what it sends back too late, less the same of the organization, in USD. Null
    if an asset in it had no current price then. A decimal string.
    """
    unpriced_assets: List[str]
    """The assets in these values without a current price at the time."""
    lent_limit_usd: Optional[str]
    """The limit of what may be lent to the counterparty, as it was at the time. Null without one. A
    decimal string.
    """
    uncovered_usd: Optional[str]
    """The uncovered amount under the limits of the time, in USD, rounded up to cents. Null without
    limits for the counterparty, or if one of its assets has no price. A decimal string.
    """
    uncovered_limit_usd: Optional[str]
    """The limit of the uncovered amount, as it was at the time. Null without one. A decimal string.
    """


class AssetExposureReport(TypedDict):
    """A list of exposures."""

    exposures: List[AssetExposureRow]
    """The rows of the report."""


class AssetExposureRow(TypedDict):
    """The exposure of an organization in one asset at a time."""

    asset: str
    """The symbol of the asset."""
    open_positions: int
    """The number of open positions with the asset."""
    lent_quantity: str
    """The quantity lent, in units of the asset. A decimal string."""
    borrowed_quantity: str
    """The quantity borrowed, in units of the asset. A decimal string."""
    collateral_held_quantity: str
    """The collateral held, in units of the asset. A decimal string."""
    collateral_posted_quantity: str
    """The collateral posted, in units of the asset. A decimal string."""
    net_quantity: str
    """The net quantity: lent and posted, less borrowed and held, in units of the asset. A decimal
    string.
    """
    price_usd: Optional[str]
    """The price of one unit in USD. Null if there was no current price then. A decimal string."""
    lent_usd: Optional[str]
    """The value lent, in USD. Null if an asset in it had no current price then. A decimal string.
    """
    borrowed_usd: Optional[str]
    """The value borrowed, in USD. Null if an asset in it had no current price then. A decimal
    string.
    """
    collateral_held_usd: Optional[str]
    """The value of the collateral held, in USD. Null if an asset in it had no current price then. A
    decimal string.
    """
    collateral_posted_usd: Optional[str]
    """The value of the collateral posted, in USD. Null if an asset in it had no current price then.
    A decimal string.
    """
    net_usd: Optional[str]
    """The net exposure: lent and posted, less borrowed and held, in USD. Null if an asset in it had
    no current price then. A decimal string.
    """


class CollateralMovementReport(TypedDict):
    """A list of movements."""

    movements: List[CollateralMovementRow]
    """The rows of the report."""


class CollateralMovementRow(TypedDict):
    """A movement of settled collateral in the journal."""

    time: str
    """When the collateral settled. RFC 3339 in UTC, with milliseconds."""
    position_id: str
    """The position. A UUID."""
    order_id: str
    """The order of the position. A UUID."""
    order_id_pretty: int
    """The number of the order, for people."""
    side: DealSide
    """The side of the caller's organization in the deal."""
    counterparty_id: str
    """The organization id of the counterparty. A UUID."""
    counterparty_name: str
    """The name of the counterparty."""
    transfer_id: Optional[str]
    """The transfer. Null if a close-out has moved the collateral without one. A UUID."""
    category: Optional[TransferCategory]
    """The category of the transfer. Null without one."""
    direction: Literal["sent", "received", "kept"]
    """Seen from the caller's organization. kept: the lender has kept it in a close-out, so that it
    secures the order no longer.
    """
    asset: str
    """The symbol of the asset."""
    quantity: str
    """The quantity moved, in units of the asset, above zero. A decimal string."""
    balance: str
    """The settled collateral of the order after the movement, in units of the asset, including
    returns in transit. A decimal string.
    """


class InterestReport(TypedDict):
    """A list of interest."""

    interest: List[InterestRow]
    """The rows of the report."""


class InterestRow(TypedDict):
    """The interest of one position over a period with one quantity and one rate."""

    position_id: str
    """The position. A UUID."""
    order_id: str
    """The order of the position. A UUID."""
    order_id_pretty: int
    """The number of the order, for people."""
    side: DealSide
    """The side of the caller's organization in the deal."""
    counterparty_id: str
    """The organization id of the counterparty. A UUID."""
    counterparty_name: str
    """The name of the counterparty."""
    asset: str
    """The symbol of the asset."""
    from_day: str
    """The first day of the period."""
    to_day: str
    """The day after the last day of the period."""
    days: int
    """The number of days of the period."""
    quantity: str
    """The quantity that bore interest, in units of the asset. A decimal string."""
    rate_percent: str
    """The interest rate in percent a year. A decimal string."""
    day_count: str
    """The day count convention: ACT/360 or ACT/365."""
    interest: str
    """The interest of the period, in units of the asset: the growth of the interest of the
    position, rounded up. The lender earns it, the borrower owes it. A decimal string.
    """


class TransferReport(TypedDict):
    """A list of transfers."""

    transfers: List[TransferReportRow]
    """The rows of the report."""


class TransferReportRow(TypedDict):
    """A transfer with its status at a time."""

    id: str
    """The id of the transfer. A UUID."""
    external_transfer_id: str
    """The id of the transfer at the provider."""
    category: TransferCategory
    """The purpose of the transfer."""
    status: TransferStatus
    """The status at the end of the period."""
    direction: TransferDirection
    """Whether the caller's organization received or sent it."""
    counterparty_id: str
    """The organization id of the counterparty. A UUID."""
    counterparty_name: str
    """The name of the counterparty."""
    asset: str
    """The symbol of the asset."""
    quantity: str
    """The quantity, in units of the asset. A decimal string."""
    notional_usd: str
    """The value in USD when the transfer was created. A decimal string."""
    order_id: str
    """The order of the transfer. A UUID."""
    order_id_pretty: int
    """The number of the order, for people."""
    sender_custodian: str
    """The custodian of the sender."""
    sender_wallet_address: str
    """The address of the sender's wallet."""
    receiver_custodian: str
    """The custodian of the receiver."""
    receiver_wallet_address: str
    """The address of the receiver's wallet."""
    create_time: str
    """When the transfer was created. RFC 3339 in UTC, with milliseconds."""
    update_time: str
    """When the transfer reached that status. RFC 3339 in UTC, with milliseconds."""


class OrderRequest(TypedDict):
    """A recall, a return, a rerate, an amend, an extend or a substitution: a request to send back
    the asset or a part of it, to change the rate, to let the newest terms apply, to move the
    maturity, or to exchange the collateral.
    """

    id: str
    """The id of the request. A UUID."""
    kind: OrderRequestKindName
    """recall: the lender wants the asset back. return: the borrower wants to send it back. rerate:
        either side wants another rate. amend: either side wants the newest terms of the
        agreement to apply. extend: either side wants a later maturity. substitution: the
        borrower wants to give another collateral in place of the present one.
    """
    status: OrderRequestStatus
    """Lifecycle status."""
    position_id: str
    """The position. A UUID."""
    order_id: str
    """The order of the position. A UUID."""
    order_id_pretty: int
    """The number of the order, for people."""
    creator_id: str
    """The organization that created the request. A UUID."""
    lender_id: str
    """The organization that lends. A UUID."""
    borrower_id: str
    """The organization that borrows. A UUID."""
    asset: str
    """The symbol of the asset that is lent."""
    quantity: Optional[str]
    """The quantity to send back, in units of the asset. For the whole asset, the quantity lent at
    the acceptance. Null unless the asset goes back. A decimal string.
    """
    whole: Optional[bool]
    """Whether the whole asset goes back, which closes the order. Null unless the asset goes back.
    """
    collateral_asset: str
    """The symbol of the collateral asset. Of a substitution and of older requests, the one that was
    replaced.
    """
    collateral_returned: Optional[str]
    """The collateral quantity that goes back for a part of the asset, or in exchange for the new
    collateral, in units of the collateral asset. Null until that part has arrived, or the new
    collateral has replaced it, and in all other cases. A decimal string.
    """
    rate_percent: Optional[str]
    """The new rate in percent a year. Null unless it is a rerate. A decimal string."""
    effective_time: Optional[str]
    """The new rate applies from the UTC day of this time. Null unless it is a rerate. If the
    creator gave none, null until the acceptance. RFC 3339 in UTC, with milliseconds.
    """
    terms_version: Optional[int]
    """The version of the agreement whose terms are to apply. Null unless it is an amend."""
    maturity_time: Optional[str]
    """The maturity that is asked for. Null unless it is an extend. RFC 3339 in UTC, with
    milliseconds.
    """
    new_collateral_asset: Optional[str]
    """The collateral that is to replace the present one. Null unless it is a substitution."""
    new_collateral_quantity: Optional[str]
    """How much of it, in its units. Null unless it is a substitution. A decimal string."""
    decision: Optional[Literal["switch", "keep"]]
    """switch: the new collateral has replaced the old, which is sent back. keep: the old collateral
        stays, and what has come of the new is sent back. Null until it is decided, and unless it
        is a substitution.
    """
    keep_reason: Optional[Literal["called_off", "failed", "late", "requirement_not_met", "default_declared", "closed_out"]]
    """Why the old collateral stays: called_off: a side cancelled the request; failed: its transfer
    failed; late: it was not decided in the time that transfers have; requirement_not_met: it
    arrived, and was below the requirement at the prices of then; default_declared: a default of
    the deal was declared; closed_out: the deal was closed out. Null unless the decision is keep.
    """
    note: Optional[str]
    """The note of the creator. Null if there is none."""
    expire_time: str
    """When the request expires if it has no answer. RFC 3339 in UTC, with milliseconds."""
    answer_day: Optional[AnswerDay]
    """The day of its response time, and why it is that day. Null if it is no recall or return, if
    its creator named a time, or if the terms have no notification time.
    """
    transfer_ids: List[str]
    """The ids of its transfers, oldest first."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""
    update_time: str
    """When it last changed. RFC 3339 in UTC, with milliseconds."""
    actions: List[AvailableAction]
    """The actions on the resource, and whether the caller may take them."""


class OrderRequestList(TypedDict):
    """A page of order requests."""

    order_requests: List[OrderRequest]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class CloseOutPreviewResponse(TypedDict):
    """The statement that a close-out would have now, and for what it could be declared."""

    statement: CloseOutStatement
    """A close-out of one deal: what is claimed, what is kept for it, what goes back, and how each
    figure was computed.
    """
    facts: List[CauseFact]
    """Which causes of the terms are there now, of those that can be declared with this side in
    default. An open notice counts as it was declared.
    """


class CloseOutStatement(TypedDict):
    """A close-out of one deal: what is claimed, what is kept for it, what goes back, and how each
    figure was computed.
    """

    in_default: CloseOutSide
    """The side in default. The other one is the declarer."""
    scope: Literal["full", "to_requirement"]
    """`full` ends the deal. `to_requirement` discharges as much of the asset as makes the rest of
    the collateral meet the requirement.
    """
    provisional: bool
    """Whether quantities may still change, because nothing is booked."""
    lender_id: str
    """The organization that lends. A UUID."""
    borrower_id: str
    """The organization that borrows. A UUID."""
    asset: str
    """The asset that is lent."""
    asset_quantity: str
    """What is lent and has not come back, in units of the asset. A decimal string."""
    asset_price_usd: Optional[str]
    """The price of the asset, in USD for one unit. Null only if nothing of it and no interest is
    owed. A decimal string.
    """
    interest_owed: str
    """Interest that has accrued and is not paid, in units of the asset, rounded up to its smallest
    unit. A decimal string.
    """
    collateral: List[CloseOutCollateral]
    """The collateral, in the order in which it is kept."""
    discount: str
    """Taken off the price of what is kept: a fraction. A decimal string."""
    price_source: Literal["current", "market_cut"]
    """Whether the prices are the current ones, or those of a market cut."""
    price_time: str
    """When the prices were fixed. RFC 3339 in UTC, with milliseconds."""
    claim_usd: str
    """What the side in default owes the declarer, at prices without a discount. In USD, exact, with
    at least 2 decimals.
    """
    kept: List[CloseOutKept]
    """What the declarer keeps for its claim: each collateral or, with the lender in default, the
    asset with its interest.
    """
    overshoot_usd: str
    """By how much that which is kept is worth more than the claim: less than one smallest unit. In
    USD, exact, with at least 2 decimals.
    """
    back_interest: str
    """What goes back of the interest, in units of the asset: 0 unless the lender is in default. A
    decimal string.
    """
    discharged_quantity: str
    """How much of the asset the borrower need not return any more, in its units. A decimal string.
    """
    residual_claim_usd: str
    """What is left of the claim. In USD, 2 decimals, cut. A decimal string."""
    calculation: CloseOutCalculation
    """How a close-out follows from its inputs: enough to recompute it."""


class CloseOutCollateral(TypedDict):
    """One collateral of a close-out."""

    asset: str
    """The collateral asset."""
    quantity: str
    """What has settled of it, in its units. A decimal string."""
    price_usd: Optional[str]
    """Its price, in USD for one unit. Null only if there is none of it. A decimal string."""


class CloseOutKept(TypedDict):
    """What is kept of one asset, and what goes back, in its units."""

    asset: str
    """What is kept."""
    kept_quantity: str
    """What the declarer keeps, rounded up to the smallest unit. A decimal string."""
    back_quantity: str
    """What goes back to the side in default. Of the lent asset, without `back_interest`. 0 of a
    close-out in part. A decimal string.
    """


class CloseOutCalculation(TypedDict):
    """How a close-out follows from its inputs: enough to recompute it."""

    formula_version: str
    """The version of the formulas. A statement is verified with the formulas of its version."""
    inputs: List[CalculationInput]
    """The inputs."""
    interest_periods: List[CloseOutInterestPeriod]
    """The inputs of the interest, oldest first."""
    steps: List[CalculationStep]
    """The steps, in the order of computation."""


CloseOutInterestPeriod = TypedDict(
    "CloseOutInterestPeriod",
    {"from": "str", "to": "str", "quantity": "str", "rate_percent": "str", "source": "str"},
)
"""Days with one quantity and one rate."""


class CauseFact(TypedDict):
    """Whether a cause that the terms of a deal have is there."""

    cause: CloseOutCauseName
    """UNMET_CALL: collateral is due, and a call of it has no answer, is late, or has been in
        dispute for `dispute_time_seconds`. Its sender is in default. LIQUIDATION_LEVEL: the
        coverage has stayed at or below the liquidation level for `liquidation_confirm_seconds`
        of the terms, and is there now. The borrower is in default. MISSED_RETURN: the asset of a
        return, a recall, a close or a maturity has not come back in time, or the collateral that
        follows it has not. Its sender is in default. MISSED_INTEREST: interest that was due is
        late. The borrower is in default.
    """
    holds: Optional[bool]
    """Whether it is so now, as a declaration would find it. Null without a price that it needs."""
    since_time: Optional[str]
    """Since when it is so. Null unless it holds. RFC 3339 in UTC, with milliseconds."""
    earliest_terminate_time: Optional[str]
    """From when the deal could be terminated if it were declared now. Null unless it holds. RFC
    3339 in UTC, with milliseconds.
    """
    conditions: List[FactCondition]
    """If it holds, all that makes it so. Otherwise the first 20 that would have to be otherwise."""


class FactCondition(TypedDict):
    """One figure that decides whether a cause is there."""

    name: str
    """What is compared."""
    resource: Optional[str]
    """The kind of what it is about. Null if it is about the whole deal."""
    resource_id: Optional[str]
    """The id of what it is about. Null if there is none. A UUID."""
    text: str
    """The figure and what it must be, in a sentence for people."""
    met: Optional[bool]
    """Whether it is as it must be. Null without a price that it needs."""


class CloseOut(TypedDict):
    """A declared default of one side of a deal, and its close-out: what the declarer keeps, what
    goes back, and the claim that is left.
    """

    id: str
    """The id of the close-out. A UUID."""
    status: CloseOutStatus
    """Lifecycle status."""
    cause: CloseOutCauseName
    """UNMET_CALL: collateral is due, and a call of it has no answer, is late, or has been in
        dispute for `dispute_time_seconds`. Its sender is in default. LIQUIDATION_LEVEL: the
        coverage has stayed at or below the liquidation level for `liquidation_confirm_seconds`
        of the terms, and is there now. The borrower is in default. MISSED_RETURN: the asset of a
        return, a recall, a close or a maturity has not come back in time, or the collateral that
        follows it has not. Its sender is in default. MISSED_INTEREST: interest that was due is
        late. The borrower is in default.
    """
    position_id: str
    """The position. A UUID."""
    order_id: str
    """The order of the position. A UUID."""
    order_id_pretty: int
    """The number of the order, for people."""
    lender_id: str
    """The organization that lends. A UUID."""
    borrower_id: str
    """The organization that borrows. A UUID."""
    declarer_id: str
    """The organization that declared the default. The other one is in default. A UUID."""
    note: Optional[str]
    """The note of the declarer. Null if there is none."""
    fact: CloseOutFact
    """What the service has checked before it accepted the declaration."""
    earliest_terminate_time: str
    """From when it can be terminated. RFC 3339 in UTC, with milliseconds."""
    terminate_time: Optional[str]
    """When it was terminated. Null until then. RFC 3339 in UTC, with milliseconds."""
    statement: Optional[CloseOutStatement]
    """The figures of the termination. Null until then. A provisional one is computed again when the
    close-out is booked, with the same prices.
    """
    waits_for: Optional[AwaitedTransfers]
    """What a provisional statement waits for. Null once it is booked."""
    excess_late: bool
    """Whether what goes back is late: the party in default still waits for it."""
    transfer_ids: List[str]
    """The ids of its transfers, oldest first: of what goes back, and of what is sent back because
    it arrived without counting.
    """
    create_time: str
    """When it was declared. RFC 3339 in UTC, with milliseconds."""
    update_time: str
    """When it last changed. RFC 3339 in UTC, with milliseconds."""
    actions: List[AvailableAction]
    """The actions on the resource, and whether the caller may take them."""


class CloseOutFact(TypedDict):
    """What the service has checked before it accepted the declaration."""

    resource: Literal["position", "order", "mark_to_market_request", "order_request"]
    """The kind of what the fact is about."""
    resource_id: str
    """The id of what the fact is about. A UUID."""
    occasion: Optional[int]
    """Which time it was that the position fell to the level. A later one is another occasion, and
    needs another notice. Null for other causes.
    """
    due_day: Optional[str]
    """The day, in UTC, on which the interest was due that is late. Null for other causes."""
    since_time: str
    """Since when: of the liquidation level, since the coverage was at or below it; of a call, since
    its time to answer was over, it was late or in dispute; of a recall or a maturity, since it
    bound; of anything else, since it was late. RFC 3339 in UTC, with milliseconds.
    """
    holds: Optional[bool]
    """Whether the fact holds now. Null without a current price, and once the notice has ended."""


class AwaitedTransfers(TypedDict):
    """What a provisional statement waits for."""

    transfer_ids: List[str]
    """The transfers that count if they arrive in time, oldest first."""
    until_time: str
    """Until when they count. The close-out is booked then, or once none of them is under way. RFC
    3339 in UTC, with milliseconds.
    """


class CloseOutList(TypedDict):
    """A page of close outs."""

    close_outs: List[CloseOut]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class DocumentList(TypedDict):
    """A page of documents."""

    documents: List[Document]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class Document(TypedDict):
    """A document of a deal, or of the deals between two organizations."""

    id: str
    """The id of the document. A UUID."""
    kind: DocumentKind
    """confirmation: an order, as both sides accepted it, and again after a rerate, amend, extend or
        substitution. margin_call_notice: a mark-to-market request, as it was created.
        margin_statement: the open deals of a lender and a borrower, at a market cut.
        close_out_statement: a close-out, as it was booked.
    """
    revision: int
    """Counts the documents of one subject: 1, 2, 3."""
    lender_id: str
    """The organization that lends. A UUID."""
    lender_name: str
    """The name of the lender."""
    borrower_id: str
    """The organization that borrows. A UUID."""
    borrower_name: str
    """The name of the borrower."""
    order_id: Optional[str]
    """The order. Null for a margin statement, which is of several. A UUID."""
    order_id_pretty: Optional[int]
    """The number of the order, for people. Null for a margin statement."""
    subject_id: Optional[str]
    """The order, the mark-to-market request or the close-out that it is about. Null for a margin
    statement. A UUID.
    """
    cut_time: Optional[str]
    """The market cut of a margin statement. Null for other kinds. RFC 3339 in UTC, with
    milliseconds.
    """
    content_sha256: str
    """The SHA-256 of the canonical bytes of the content."""
    pdf_sha256: Optional[str]
    """The SHA-256 of the PDF. Null until it is rendered."""
    template_version: Optional[str]
    """The version of the template that the PDF was rendered with. Null until it is rendered."""
    create_time: str
    """When it was made. RFC 3339 in UTC, with milliseconds."""


class DocumentWithContent(TypedDict):
    """A document with its content."""

    id: str
    """The id of the document. A UUID."""
    kind: DocumentKind
    """confirmation: an order, as both sides accepted it, and again after a rerate, amend, extend or
        substitution. margin_call_notice: a mark-to-market request, as it was created.
        margin_statement: the open deals of a lender and a borrower, at a market cut.
        close_out_statement: a close-out, as it was booked.
    """
    revision: int
    """Counts the documents of one subject: 1, 2, 3."""
    lender_id: str
    """The organization that lends. A UUID."""
    lender_name: str
    """The name of the lender."""
    borrower_id: str
    """The organization that borrows. A UUID."""
    borrower_name: str
    """The name of the borrower."""
    order_id: Optional[str]
    """The order. Null for a margin statement, which is of several. A UUID."""
    order_id_pretty: Optional[int]
    """The number of the order, for people. Null for a margin statement."""
    subject_id: Optional[str]
    """The order, the mark-to-market request or the close-out that it is about. Null for a margin
    statement. A UUID.
    """
    cut_time: Optional[str]
    """The market cut of a margin statement. Null for other kinds. RFC 3339 in UTC, with
    milliseconds.
    """
    content_sha256: str
    """The SHA-256 of the canonical bytes of the content."""
    pdf_sha256: Optional[str]
    """The SHA-256 of the PDF. Null until it is rendered."""
    template_version: Optional[str]
    """The version of the template that the PDF was rendered with. Null until it is rendered."""
    create_time: str
    """When it was made. RFC 3339 in UTC, with milliseconds."""
    content: Dict[str, Any]
    """What the document says. `kind` and `content_version` decide its members, which have the names
    and values of the resources. Sorted by name and without spaces, these are the bytes of
    `content_sha256`.
    """


class DocumentPreferences(TypedDict):
    """Which documents an organization wants. At first it wants none."""

    kinds: List[DocumentKind]
    """The kinds of documents that are made of the deals of the organization. Empty: none, unless
    the counterparty wants them.
    """
    update_time: Optional[str]
    """When they were last set. Null: never. RFC 3339 in UTC, with milliseconds."""


class Agreement(TypedDict):
    """The terms between one lender and one borrower, past, current and proposed. Of the versions in
    effect, the newest applies.
    """

    id: str
    """The id of the agreement. A UUID."""
    lender_id: str
    """The organization that lends. A UUID."""
    lender_name: str
    """The name of the lender."""
    borrower_id: str
    """The organization that borrows. A UUID."""
    borrower_name: str
    """The name of the borrower."""
    versions: List[AgreementVersion]
    """All versions, oldest first."""


class AgreementVersion(TypedDict):
    """One version of the terms. It is proposed, and takes effect when both sides have accepted it.
    """

    version: int
    """The number of the version: 1, 2, 3."""
    state: Literal["PROPOSED", "ACCEPTED", "EXPIRED"]
    """The state of the version: `PROPOSED` until both sides have accepted it, then `ACCEPTED`.
    `EXPIRED` if they have not in time, if other terms were proposed instead, or if its proposer
    withdrew it.
    """
    proposer_id: Optional[str]
    """The organization that proposed the version, which has accepted it with that. Null: the
    operator. A UUID.
    """
    effective_time: str
    """The earliest time at which the terms of this version take effect. RFC 3339 in UTC, with
    milliseconds.
    """
    expire_time: str
    """When the version expires, unless both sides have accepted it before. RFC 3339 in UTC, with
    milliseconds.
    """
    lender_accept_time: Optional[str]
    """When the lender accepted the version. Null until it has. RFC 3339 in UTC, with milliseconds.
    """
    borrower_accept_time: Optional[str]
    """When the borrower accepted the version. Null until it has. RFC 3339 in UTC, with
    milliseconds.
    """
    in_effect_time: Optional[str]
    """From when the version is in effect: the later of `effective_time` and the last acceptance.
    Null until both sides have accepted it. RFC 3339 in UTC, with milliseconds.
    """
    terms: AgreedMarginTerms
    """The margin terms that a lender and a borrower have agreed on."""
    calendar_versions: List[PinnedCalendar]
    """The versions of its calendars that were the newest when it was proposed. They apply to it
    until a newer one does, 7 days after both sides were notified of that one.
    """


class ProposedMarginTerms(TypedDict):
    """The margin terms that are proposed to a lender and a borrower. A term that is left out has
    its default, not the value of the version before.
    """

    requirement_percent: Optional[Amount]
    """The required collateral coverage in percent. Null if the agreement has a haircut. A decimal
    string.
    """
    haircut: Optional[Amount]
    """The haircut on the collateral as a fraction. Null if the agreement has a requirement. A
    decimal string.
    """
    margin_call_percent: Amount
    """The collateral coverage ratio in percent at which the margin call flag is raised. A decimal
    string.
    """
    liquidation_percent: Amount
    """The collateral coverage ratio in percent at which the liquidation flag is raised. A decimal
    string.
    """
    top_up_when: NotRequired[Literal["minimum", "margin_call"]]
    """When a top-up can be submitted: once its notional reaches the minimum, which is the default,
    or only if coverage is at or below the margin call level as well.
    """
    release_percent: NotRequired[Optional[Amount]]
    """The collateral coverage ratio in percent from which on a release can be submitted, above the
    margin call level. Null, which is the default: at any coverage. A decimal string.
    """
    default_causes: NotRequired[Sequence[CloseOutCauseName]]
    """What a side may declare to be a default of the other, and then close the deal out for.
    Default: nothing.
    """
    grace_seconds: NotRequired[int]
    """How long after its notice a default can be cured before the deal can be terminated for it, in
    seconds. The liquidation level has a time of its own in place of it. Default: 86,400.
    """
    liquidation_confirm_seconds: NotRequired[int]
    """How long coverage must have stayed at or below the liquidation level before a default can be
    declared for it, in seconds. Default: 900.
    """
    settlement_time_seconds: NotRequired[Optional[int]]
    """How long after its first attempt was instructed a transfer that has not arrived is late, in
    seconds. Null, which is the default: the time of the installation.
    """
    dispute_time_seconds: NotRequired[int]
    """How long a call may be in dispute before it is unmet, in seconds. Default: 86,400."""
    recall_notice_seconds: NotRequired[Optional[int]]
    """After this time a recall binds whatever its answer, in seconds: what it recalls and is not
    back is a missed return. Null, which is the default: only a recall that was accepted binds.
    An order with a maturity has no such time.
    """
    close_out_discount: NotRequired[Amount]
    """The fraction taken off the price of what is kept in a close-out, from 0 to below 1. Default:
    0. A decimal string.
    """
    close_out_scope: NotRequired[Literal["full", "to_requirement"]]
    """What a close-out ends: the whole deal, which is the default, or of a borrower that is short
    of collateral only as much as makes the rest meet the requirement. With the latter, a
    liquidation level that is a cause of default must be below the requirement.
    """
    eligible_collateral: NotRequired[Sequence[EligibleCollateralInput]]
    """What may be substituted for the collateral of a deal, in the order of the assets, each once.
    The general terms always apply to the collateral that a deal began with. Default: nothing.
    """
    threshold_usd: Amount
    """The exposure that needs no collateral, in USD. A decimal string."""
    minimum_notional_top_up_usd: Amount
    """The smallest top-up that may be submitted, in USD. A decimal string."""
    minimum_notional_release_usd: Amount
    """The smallest release that may be submitted, in USD. A decimal string."""
    minimum_applies_to: NotRequired[Literal["deal", "agreement"]]
    """What both minimums are compared with in a call set: each request by itself, which is the
    default, or the sum of the set.
    """
    lot_top_up: Optional[Amount]
    """A top-up is a multiple of this collateral quantity. Null: the smallest unit of the asset. A
    decimal string above zero.
    """
    lot_release: Optional[Amount]
    """A release is a multiple of this collateral quantity. Null: the smallest unit of the asset. A
    decimal string above zero.
    """
    day_count: Literal["ACT/360", "ACT/365"]
    """The day count convention of interest."""
    interest_schedule: NotRequired[Literal["at_close", "monthly"]]
    """When interest is paid: at the close, which is the default, or also every month, at 00:00 UTC
    on the first, what has accrued until then.
    """
    cure_time_seconds: int
    """How long a mark-to-market request may await its answer, in seconds. With a notification time:
    at least so long.
    """
    calendars: NotRequired[Sequence[str]]
    """The calendars of business days: a business day is one in each of them. Default: none, so
    every day is one.
    """
    time_zone: NotRequired[Optional[str]]
    """The time zone of the notification time and the response time. Null, which is the default:
    there are no such times.
    """
    notification_time: NotRequired[Optional[str]]
    """What is asked for by this time of a business day is due on that day, and later on the next
    one. Null if there is no time zone.
    """
    response_time: NotRequired[Optional[str]]
    """The time of a business day at which requests expire, later than the notification time. Null
    if there is no time zone.
    """
    dispute_tolerance_usd: Optional[Amount]
    """The largest difference that is not a dispute, in USD. Null if the tolerance is in percent. A
    decimal string.
    """
    dispute_tolerance_percent: Optional[Amount]
    """The largest difference that is not a dispute, in percent of the request. Null if the
    tolerance is in USD. A decimal string.
    """
    dispute_method: Literal["undisputed", "split"]
    """What is transferred if the difference is within the tolerance: the undisputed part, or the
    midpoint (split).
    """


class EligibleCollateralInput(TypedDict):
    """An asset that may be substituted for the collateral of a deal, with the terms that apply in
    place of the general ones while it is the collateral.
    """

    asset: str
    """The symbol of the asset. Expected: 1 to 64 visible ASCII characters."""
    requirement_percent: Optional[Amount]
    """The required collateral coverage in percent. Null if the asset has a haircut. A decimal
    string.
    """
    haircut: Optional[Amount]
    """The haircut on the asset as a fraction. Null if the asset has a requirement. A decimal
    string.
    """
    margin_call_percent: Amount
    """The collateral coverage ratio in percent at which the margin call flag is raised. A decimal
    string.
    """
    liquidation_percent: Amount
    """The collateral coverage ratio in percent at which the liquidation flag is raised. A decimal
    string.
    """


class AgreementList(TypedDict):
    """A page of agreements."""

    agreements: List[Agreement]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class PushedQuoteOutcomes(TypedDict):
    """What became of each pushed quote."""

    quotes: List[PushedQuoteOutcome]
    """The outcome of each quote, in the order of the request."""


class PushedQuoteOutcome(TypedDict):
    """What became of a pushed quote."""

    asset: str
    """The symbol of the asset."""
    source: str
    """The name of the price source."""
    outcome: Literal["accepted", "held", "superseded"]
    """accepted: the quote counts. held: it awaits confirmation. superseded: a newer quote of this
        source exists.
    """


class PushedQuote(TypedDict):
    """A price, as a source observed it."""

    asset: str
    """The symbol of the asset. Expected: 1 to 64 visible ASCII characters."""
    source: str
    """The name of the price source. Expected: 1 to 64 visible ASCII characters."""
    price_usd: Amount
    """The price of one unit of the asset in USD, above zero. A decimal string."""
    observe_time: NotRequired[Time]
    """When the source observed the price. Default: now. RFC 3339 in UTC, with milliseconds."""


class Price(TypedDict):
    """The current price of an asset, and its quotes."""

    asset: str
    """The symbol of the asset."""
    state: Literal["current", "stale", "missing"]
    """current: the price is used. stale: the newest quotes are too old. missing: there is no quote.
    """
    price_usd: Optional[str]
    """The price of one unit in USD: the median of the fresh quotes. The sources of one account
    count as one. Null unless current. A decimal string.
    """
    observe_time: Optional[str]
    """When the oldest quote of the price was observed. Null if there is none. RFC 3339 in UTC, with
    milliseconds.
    """
    sources: List[PriceQuote]
    """The newest quote of each source."""
    history: NotRequired[List[PriceHistoryPoint]]
    """Only if requested: 120 equal steps up to now, the oldest first."""


class PriceQuote(TypedDict):
    """The newest quote of one source."""

    source: str
    """The name of the price source."""
    price_usd: str
    """The quoted price of one unit in USD. A decimal string."""
    observe_time: str
    """When the source observed the price. RFC 3339 in UTC, with milliseconds."""
    held: bool
    """Whether the quote is held: it moved too far from the previous price, or a source of another
    account contradicts it. It counts when a source of another account confirms it, when it has
    lasted without a contradiction, or when an operator releases it.
    """
    ignored: Optional[Literal["held", "stale"]]
    """Why the quote is not part of the price. held: it is held, and an earlier quote of its source
    may still count. stale: it is too old. Null if it counts.
    """
    silenced: bool
    """Whether another account has silenced the source, and this quote goes on contradicting others.
    It stops when a further account agrees with the new price, or when two people dismiss it.
    """


class PriceHistoryPoint(TypedDict):
    """The price of an asset and its quotes at a past time."""

    time: str
    """The time of the point. RFC 3339 in UTC, with milliseconds."""
    price_usd: Optional[str]
    """The price that counted then: the median of the quotes that counted and were fresh. Null if
    there was none. A decimal string.
    """
    spread_percent: Optional[str]
    """How far apart these quotes were: the highest less the lowest, in percent of the price,
    rounded half even to 4 decimals. Null without a price. A decimal string.
    """
    quotes: List[PastPriceQuote]
    """The newest quote of each source that had arrived by then and was fresh, by name."""


class PastPriceQuote(TypedDict):
    """The newest quote of one source at a past time."""

    source: str
    """The name of the price source."""
    price_usd: str
    """The quoted price of one unit in USD. A decimal string."""
    counts: bool
    """Whether the quote counted then. If not, it was held, and an earlier one of its source may
    have counted.
    """


class PriceList(TypedDict):
    """A page of prices."""

    prices: List[Price]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class RegisteredPriceSource(TypedDict):
    """A registered price source and the account that quotes it."""

    id: str
    """The id of the price source. A UUID."""
    source: str
    """The name of the price source."""
    account_id: Optional[str]
    """The account whose credentials push its prices. Null: the service quotes it, from its feed, a
    scenario file or a sandbox script. A UUID.
    """
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""
    revoke_time: Optional[str]
    """When the price source was revoked. Null if it is not revoked. RFC 3339 in UTC, with
    milliseconds.
    """


class PriceSourceList(TypedDict):
    """A page of price sources."""

    price_sources: List[RegisteredPriceSource]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class Organization(TypedDict):
    """A firm that lends or borrows."""

    id: str
    """The id of the organization. A UUID."""
    slug: str
    """A short name of lower case letters, digits and hyphens."""
    name: str
    """The name of the organization."""
    status: OrganizationStatus
    """All requests of a suspended organization are refused."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""


class OrganizationList(TypedDict):
    """A page of organizations."""

    organizations: List[Organization]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class Account(TypedDict):
    """An account of a person or a program in an organization."""

    id: str
    """The id of the account. A UUID."""
    organization_id: str
    """The organization of the account. A UUID."""
    name: str
    """The name of the person or program."""
    kind: AccountKind
    """Whether the account is of a person or a program."""


class AccountList(TypedDict):
    """A page of accounts."""

    accounts: List[Account]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class IssuedCredential(TypedDict):
    """A new credential, with its private key if the service created it."""

    credential: Credential
    """A public key with a role, of one account in one organization."""
    private_key: NotRequired[str]
    """The private key, base64url without padding, if the service created it. It is shown once and
    not stored: a replayed answer does not have it.
    """


class Credential(TypedDict):
    """A public key with a role, of one account in one organization."""

    id: str
    """The id of the credential. A UUID."""
    organization_id: str
    """The organization of the credential. A UUID."""
    account_id: str
    """The account of the credential. A UUID."""
    role: RoleName
    """The role of a credential, which says what it may do."""
    public_key: str
    """An Ed25519 public key, base64url without padding."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""
    expire_time: Optional[str]
    """When the credential expires. Null: never. RFC 3339 in UTC, with milliseconds."""
    revoke_time: Optional[str]
    """When the credential was revoked. Null if it is not revoked. RFC 3339 in UTC, with
    milliseconds.
    """
    last_use_time: Optional[str]
    """When the credential last signed a request. It may be two minutes too early, because not every
    use is recorded. Null if it has not been used. RFC 3339 in UTC, with milliseconds.
    """


class CredentialList(TypedDict):
    """A page of credentials."""

    credentials: List[Credential]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class CurrentCredential(TypedDict):
    """Who signed the request."""

    credential: Credential
    """A public key with a role, of one account in one organization."""
    account: Account
    """An account of a person or a program in an organization."""
    organization: Organization
    """A firm that lends or borrows."""
    sandbox: bool
    """Whether the service is a sandbox: its time and its custodians are simulated."""
    book_time: str
    """The time of the book. In a sandbox, it changes only when the operator advances it. RFC 3339
    in UTC, with milliseconds.
    """


class CreatedInvitation(TypedDict):
    """A new invitation, with the secret of its link."""

    invitation: Invitation
    """An invitation of a colleague to an organization."""
    secret: NotRequired[str]
    """The secret of the link, base64url without padding. It is shown once and not stored: a
    replayed answer does not have it. The link is the address of the console followed by
    `#invitation=<id>.<secret>`.
    """


class Invitation(TypedDict):
    """An invitation of a colleague to an organization."""

    id: str
    """The id of the invitation. A UUID."""
    organization_id: str
    """The organization that invites. A UUID."""
    account_id: str
    """The id that the account of the colleague will have. A UUID."""
    name: str
    """The name of the colleague."""
    role: Literal["viewer", "execution", "reporting", "admin"]
    """The role that the credential will have."""
    state: Literal["PENDING", "ACCEPTED", "CONFIRMED", "REVOKED", "EXPIRED"]
    """`PENDING`: nobody has accepted it. `ACCEPTED`: a key was accepted, and the admin has yet to
    confirm it. `CONFIRMED`: the account and its credential exist. `EXPIRED`: it was not accepted
    or confirmed in time, or the credential of its creator has ended.
    """
    expire_time: str
    """When it expires: a pending one 24 hours after its creation, an accepted one 7 days after its
    acceptance. RFC 3339 in UTC, with milliseconds.
    """
    public_key: Optional[str]
    """The public key that was accepted. Null until then."""
    creator_account_id: str
    """The account that created it. Only this account may confirm it. A UUID."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""
    accept_time: Optional[str]
    """When a key was accepted. Null until then. RFC 3339 in UTC, with milliseconds."""
    credential_id: Optional[str]
    """The credential that was created. Null until it is confirmed. A UUID."""


class InvitationList(TypedDict):
    """A page of invitations."""

    invitations: List[Invitation]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class ConfirmedInvitation(TypedDict):
    """A confirmed invitation, with the credential that it has led to."""

    invitation: Invitation
    """An invitation of a colleague to an organization."""
    credential: Credential
    """A public key with a role, of one account in one organization."""


class ResolvedRequest(TypedDict):
    """What a request means: its ids and its calculation in names and figures, as you may see them
    at this moment. An approval is of the request itself and its hash.
    """

    as_of: str
    """When everything in it was read, and the time of the prices. RFC 3339 in UTC, with
    milliseconds.
    """
    order_id: Optional[str]
    """The order. Null if it is not created yet, and of a call set. A UUID."""
    order_id_pretty: Optional[int]
    """The number of the order, for people. Null if it is not created yet, and of a call set."""
    position_id: Optional[str]
    """The position. Null before the acceptance of the order, and of a call set. A UUID."""
    counterparty_id: str
    """The other side of the deal. A UUID."""
    counterparty_name: Optional[str]
    """The name of the other side. Null if you may not see it."""
    movements: List[ResolvedMovement]
    """What moves, in this order. Empty if nothing does."""
    wallet_changes: List[ResolvedWalletChange]
    """The wallets that the request replaces. Empty if it replaces none."""
    rate: Optional[ResolvedRate]
    """The rate that is agreed on. Null if the request names none."""
    maturity: Optional[ResolvedMaturity]
    """The maturity that is agreed on. Null if the request names none."""
    terms: Optional[ResolvedTerms]
    """The terms that are to apply to the deal. Null if the request is no amend, or if that version
    is not in effect.
    """
    substitution: Optional[ResolvedSubstitution]
    """The collateral that is exchanged. Null if the request exchanges none."""
    coverage: Optional[ResolvedCoverage]
    """The coverage before and after. Null without current prices, if the deal ends by the request,
    and of a call set, whose `calls` have it.
    """
    close_out: Optional[CloseOutStatement]
    """The statement of the termination at the prices of now: what is claimed, kept and sent back,
    and what is left of the claim. Null if the request terminates nothing, or if a price is
    missing.
    """
    asked_prices: Optional[AskedPrices]
    """The prices that the requester was shown. Null if the request has no calculation."""
    reason: Optional[str]
    """Why the request would be refused if it were carried out now, as far as the state of the deal
    says. Null if nothing is known against it; amounts and prices are checked again when it is
    carried out.
    """
    calls: NotRequired[List[ResolvedCall]]
    """Only of a call set that is created or accepted: what is called of each deal, oldest order
    first.
    """


class ResolvedMovement(TypedDict):
    """A transfer that the request leads to: who sends what to whom."""

    leg: Literal["asset", "collateral", "interest"]
    """What it is in the deal."""
    when: Literal["at_once", "when_accepted", "afterwards"]
    """at_once: it is instructed when the request is carried out. when_accepted: when the
        counterparty accepts. afterwards: when the movements before it have settled.
    """
    token: str
    """The symbol of what moves."""
    quantity: Optional[str]
    """The quantity, in units of the token. Of a movement afterwards, as the position is now. Null
    if it is only known then. A decimal string.
    """
    notional_usd: Optional[str]
    """The amount in USD: of a mark-to-market request its own, otherwise at the current price. Null
    without a quantity or a current price. A decimal string.
    """
    sender: ResolvedParty
    """The sender or the receiver of a movement."""
    receiver: ResolvedParty
    """The sender or the receiver of a movement."""


class ResolvedParty(TypedDict):
    """The sender or the receiver of a movement."""

    organization_id: str
    """The organization. A UUID."""
    organization_name: Optional[str]
    """The name of the organization. Null if you may not see it."""
    wallet_id: Optional[str]
    """The id of the wallet at its custodian. Null if none is named yet."""
    wallet_name: Optional[str]
    """The name of the wallet. Null if none is named yet, or if you may not see it."""
    custodian: Optional[str]
    """The custodian of the wallet. Null if none is named yet, or if you may not see it."""


class ResolvedWalletChange(TypedDict):
    """Another wallet for the later transfers of a deal."""

    leg: Literal["asset", "collateral"]
    """What the wallet is for."""
    token: str
    """The symbol of what it holds."""
    before: ResolvedWallet
    """The wallet that the deal names now."""
    after: ResolvedWallet
    """The wallet that it will name."""


class ResolvedWallet(TypedDict):
    """The wallet that the deal names now."""

    wallet_id: Optional[str]
    """The id of the wallet at its custodian. Null if none is named yet."""
    wallet_name: Optional[str]
    """The name of the wallet. Null if none is named yet, or if you may not see it."""
    custodian: Optional[str]
    """The custodian of the wallet. Null if none is named yet, or if you may not see it."""


class ResolvedRate(TypedDict):
    """The interest rate of the deal."""

    before_percent: Optional[str]
    """The rate in percent a year now. Null for a new order. A decimal string."""
    after_percent: str
    """The rate in percent a year that is asked for. A decimal string."""
    effective_time: Optional[str]
    """From the UTC day of this time. Null: from the opening or the acceptance. RFC 3339 in UTC,
    with milliseconds.
    """


class ResolvedMaturity(TypedDict):
    """When the service begins the close."""

    before_time: Optional[str]
    """The maturity now. Null for an order that is not open yet. RFC 3339 in UTC, with milliseconds.
    """
    after_time: str
    """The maturity that is asked for. RFC 3339 in UTC, with milliseconds."""


class ResolvedTerms(TypedDict):
    """Other terms for an open deal."""

    before_version: int
    """The version whose terms apply to the deal now."""
    before: AgreedMarginTerms
    """The terms that apply now."""
    after_version: int
    """The version whose terms are to apply."""
    after: AgreedMarginTerms
    """The terms that are to apply."""


class ResolvedSubstitution(TypedDict):
    """A collateral that takes the place of another one."""

    before_asset: str
    """The symbol of the collateral now."""
    before_quantity: str
    """How much of it has settled: all of it. A decimal string."""
    after_asset: str
    """The symbol of the collateral that is given."""
    after_quantity: str
    """How much of it is given. A decimal string."""
    after_price_usd: Optional[str]
    """Its current price in USD. Null if there is none. A decimal string."""
    least_quantity: Optional[str]
    """The least quantity of it that meets the requirement at the prices of now. Null without
    current prices, or if it is not eligible. A decimal string.
    """
    required_usd: Optional[str]
    """The required collateral in USD, from which the least quantity follows. Null as above. A
    decimal string.
    """
    credited_price_usd: Optional[str]
    """The price of one unit after the haircut, in USD. Null as above. A decimal string."""


class ResolvedCoverage(TypedDict):
    """The coverage of the position, before and after the movements."""

    before_percent: Optional[str]
    """The coverage (CCR) now, in percent, as in a preview. Null before the opening, or without a
    notional. A decimal string.
    """
    after_percent: Optional[str]
    """The coverage (CCR) in percent once every movement has settled, at the same prices. Null
    without a notional. A decimal string.
    """
    requirement_percent: Optional[str]
    """The required coverage in percent. Null if the agreement has a haircut instead, or for an
    order that is not created yet. A decimal string.
    """
    margin_call_percent: Optional[str]
    """The coverage in percent at which a margin call is due. Null for an order that is not created
    yet. A decimal string.
    """
    liquidation_percent: Optional[str]
    """The coverage in percent at which liquidation is due. Null for an order that is not created
    yet. A decimal string.
    """
    before: Optional[CoveredQuantities]
    """The quantities before the movements. Null before the opening."""
    after: CoveredQuantities
    """The quantities once every movement has settled."""
    asset_price_usd: str
    """The current price of the asset in USD, for both figures. A decimal string."""
    collateral_price_usd: str
    """The current price of the collateral in USD, for both figures; of a substitution, for the
    figure before it. A decimal string.
    """


class CoveredQuantities(TypedDict):
    """What a coverage is computed from, beside the prices."""

    asset_quantity: str
    """The lent quantity. A decimal string."""
    collateral_quantity: str
    """The settled collateral. A decimal string."""


class AskedPrices(TypedDict):
    """The prices with which a mark-to-market request was computed."""

    asset_price_usd: str
    """The price of the asset in USD. A decimal string."""
    collateral_price_usd: str
    """The price of the collateral in USD. A decimal string."""


class ResolvedCall(TypedDict):
    """A request of a call set: what is called of one deal, and its coverage."""

    order_id: str
    """The order of the deal. A UUID."""
    order_id_pretty: int
    """The number of the order, for people."""
    position_id: str
    """The position. A UUID."""
    token: str
    """The symbol of the collateral."""
    quantity: str
    """What is called, in units of the token. A decimal string."""
    notional_usd: str
    """What is called, in USD. A decimal string."""
    before_percent: Optional[str]
    """The coverage (CCR) now, in percent. Null without current prices, or without a notional. A
    decimal string.
    """
    after_percent: Optional[str]
    """The coverage (CCR) in percent once the call has settled, at the same prices. Null like the
    one before. A decimal string.
    """
    reason: Optional[str]
    """Why it would be refused now, as far as the state of the deal says. Null if nothing is known
    against it.
    """


class ApprovalList(TypedDict):
    """A page of approvals."""

    approvals: List[Approval]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class Approval(TypedDict):
    """A request that is carried out once enough other accounts have approved it."""

    id: str
    """The id of the approval. A UUID."""
    state: ApprovalState
    """The state of the approval, as in /state-machines."""
    operation: str
    """The operation of the request."""
    request: StoredRequest
    """The request that awaits approval, exactly as it was signed."""
    request_hash: str
    """The SHA-256 of the method, a line feed, the path, a line feed and the body, exactly as they
    were signed. Hexadecimal.
    """
    organization_id: str
    """The organization that made the request. A UUID."""
    account_id: str
    """The account that made the request. A UUID."""
    credential_id: str
    """The credential that signed the request. A UUID."""
    decider_id: str
    """The organization whose accounts may decide. A UUID."""
    approvals_needed: int
    """How many other accounts must approve."""
    decisions: List[ApprovalDecision]
    """The decisions, oldest first."""
    amount_usd: Optional[str]
    """The amount of the request in USD when it was made, or when it was found to need more
    approvals. Null if it has none, or if it is unknown. A decimal string.
    """
    order_id: Optional[str]
    """The order that the request concerns. Null if there is none. A UUID."""
    counterparty_id: Optional[str]
    """The other side of the deal or of the agreement that the request concerns. Null if there is
    none. A UUID.
    """
    counterparty_name: Optional[str]
    """Its name. Null if there is no other side, or if you may not see it."""
    create_time: str
    """When the request was made. RFC 3339 in UTC, with milliseconds."""
    expire_time: str
    """When it expires if it has not been carried out. RFC 3339 in UTC, with milliseconds."""
    end_time: Optional[str]
    """When it reached its final state. Null before that. RFC 3339 in UTC, with milliseconds."""
    answer: Optional[Dict[str, Any]]
    """The answer of the request, as its operation describes it. Null unless it was carried out."""
    failure: Optional[ApprovalFailure]
    """Why the request could not be carried out. Null unless the state is FAILED."""
    actions: List[AvailableAction]
    """The actions on the resource, and whether the caller may take them."""


class StoredRequest(TypedDict):
    """The request that awaits approval, exactly as it was signed."""

    method: str
    """The HTTP method."""
    path: str
    """The path, as it was signed."""
    body: str
    """The body, exactly as it was signed. Empty if there is none."""


class ApprovalDecision(TypedDict):
    """The decision of one account."""

    decision: Literal["approve", "reject"]
    """What the account decided."""
    account_id: str
    """The account that decided. A UUID."""
    credential_id: str
    """The credential that signed the decision. A UUID."""
    time: str
    """When it decided. RFC 3339 in UTC, with milliseconds."""


class ApprovalFailure(TypedDict):
    """Why a request could not be carried out."""

    reason: str
    """The reason of the refusal, as in errors."""
    message: str
    """A sentence for people."""


class ResolvedApproval(TypedDict):
    """An approval with the request in names and figures."""

    id: str
    """The id of the approval. A UUID."""
    state: ApprovalState
    """The state of the approval, as in /state-machines."""
    operation: str
    """The operation of the request."""
    request: StoredRequest
    """The request that awaits approval, exactly as it was signed."""
    request_hash: str
    """The SHA-256 of the method, a line feed, the path, a line feed and the body, exactly as they
    were signed. Hexadecimal.
    """
    organization_id: str
    """The organization that made the request. A UUID."""
    account_id: str
    """The account that made the request. A UUID."""
    credential_id: str
    """The credential that signed the request. A UUID."""
    decider_id: str
    """The organization whose accounts may decide. A UUID."""
    approvals_needed: int
    """How many other accounts must approve."""
    decisions: List[ApprovalDecision]
    """The decisions, oldest first."""
    amount_usd: Optional[str]
    """The amount of the request in USD when it was made, or when it was found to need more
    approvals. Null if it has none, or if it is unknown. A decimal string.
    """
    order_id: Optional[str]
    """The order that the request concerns. Null if there is none. A UUID."""
    counterparty_id: Optional[str]
    """The other side of the deal or of the agreement that the request concerns. Null if there is
    none. A UUID.
    """
    counterparty_name: Optional[str]
    """Its name. Null if there is no other side, or if you may not see it."""
    create_time: str
    """When the request was made. RFC 3339 in UTC, with milliseconds."""
    expire_time: str
    """When it expires if it has not been carried out. RFC 3339 in UTC, with milliseconds."""
    end_time: Optional[str]
    """When it reached its final state. Null before that. RFC 3339 in UTC, with milliseconds."""
    answer: Optional[Dict[str, Any]]
    """The answer of the request, as its operation describes it. Null unless it was carried out."""
    failure: Optional[ApprovalFailure]
    """Why the request could not be carried out. Null unless the state is FAILED."""
    actions: List[AvailableAction]
    """The actions on the resource, and whether the caller may take them."""
    resolved: Optional[ResolvedRequest]
    """What the request means, read with your own rights at this moment. Null once it has ended, for
    requests that are not about a deal, and if you may not see the deal.
    """


class ApprovalPolicy(TypedDict):
    """Which operations of an organization need the approval of other accounts."""

    organization_id: str
    """The organization whose requests the policy covers. A UUID."""
    version: int
    """The number of the version: 1, 2, 3. 0: the default of the installation."""
    rules: List[ApprovalRuleInForce]
    """The rules. If several apply to a request, it needs the most approvals that one of them asks
    for, within the shortest of their times, and accounts that the requester created within the
    longest may not approve it. Without a rule an operation needs no approval.
    """
    create_time: Optional[str]
    """When the version was set. Null for the default. RFC 3339 in UTC, with milliseconds."""
    account_id: Optional[str]
    """The account that set the version. Null for the default. A UUID."""


class ApprovalRuleInForce(TypedDict):
    """How many other accounts must approve an operation, and in which time."""

    operation: ApprovalRuleInForceOperation
    """The operation that needs approvals."""
    above_usd: Optional[str]
    """The operation needs approvals above this amount, in USD, and if its amount is unknown. Null:
    always. A decimal string.
    """
    approvals: int
    """How many other accounts must approve."""
    within_seconds: int
    """The time to decide, in seconds. Within this time, accounts that created one another, gave one
    another a credential, or were created by the same account count as one person.
    """


class ApprovalRule(TypedDict):
    """How many other accounts must approve an operation, and in which time."""

    operation: ApprovalRuleInForceOperation
    """The operation that needs approvals."""
    above_usd: Optional[Amount]
    """The operation needs approvals above this amount, in USD, and if its amount is unknown. Null:
    always. A decimal string.
    """
    approvals: int
    """How many other accounts must approve."""
    within_seconds: int
    """The time to decide, in seconds. Within this time, accounts that created one another, gave one
    another a credential, or were created by the same account count as one person.
    """


class ApprovalPolicyList(TypedDict):
    """A page of approval policies."""

    approval_policies: List[ApprovalPolicy]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class AuditEntryList(TypedDict):
    """A page of audit entries."""

    audit_entries: List[AuditEntry]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class AuditEntry(TypedDict):
    """One entry of the audit trail. Entries are never changed or deleted."""

    id: str
    """The id of the entry. A UUID."""
    time: str
    """When it happened. RFC 3339 in UTC, with milliseconds."""
    kind: Literal["request", "credential"]
    """request: a request with a valid signature, or with the secret of an invitation. credential: a
        change of a credential.
    """
    organization_id: str
    """The organization of the credential. A UUID."""
    credential_id: Optional[str]
    """The credential that signed the request or made the change. Null if there is none. A UUID."""
    event: str
    """The operation, or the change of the credential."""
    outcome: str
    """`ok`, or the reason of the refusal."""
    request_id: str
    """The id of the request. Also in the header X-Request-Id of the answer."""
    subject_id: Optional[str]
    """The id in the path of the request, or the changed credential. Null if there is none. A UUID.
    """


class Custodian(TypedDict):
    """A custody provider that carries transfers out."""

    id: str
    """The id of the custodian."""
    name: str
    """The name of the custodian."""
    adapter: CustodyAdapterName
    """The adapter that the service uses for the custodian."""


class CustodianList(TypedDict):
    """A page of custodians."""

    custodians: List[Custodian]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class Asset(TypedDict):
    """A token that can be lent or pledged."""

    symbol: str
    """The symbol of the asset."""
    name: str
    """The name of the asset, for people."""
    normalized_symbol: str
    """The symbol without its network or issuer: USDC for USDC_ETH."""
    decimals: int
    """The number of decimals of the smallest unit."""


class AssetList(TypedDict):
    """A page of assets."""

    assets: List[Asset]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class Calendar(TypedDict):
    """A version of a calendar of business days. No version ever changes."""

    id: str
    """The id of the calendar."""
    name: str
    """The name of the calendar, for people."""
    weekend: List[int]
    """The days of each week that are no business days: 1 is Monday, 7 is Sunday. Default: 6 and 7.
    """
    last_day: str
    """The last day that the calendar covers. After it, it knows its weekend alone."""
    holidays: List[Holiday]
    """The other days that are no business days, earliest first."""
    version: int
    """The number of the version: 1, 2, 3."""
    newest: bool
    """Whether it is the newest version of the calendar."""
    create_time: str
    """When the version was set. RFC 3339 in UTC, with milliseconds."""
    apply_time: str
    """From when the version applies to new calls under terms that were proposed before it: 7 days
    after their sides were notified. RFC 3339 in UTC, with milliseconds.
    """


class Holiday(TypedDict):
    """A day that is no business day, besides those of the weekend."""

    date: str
    """The day."""
    name: Optional[str]
    """What the holiday is called. Null if it was not named."""


class GivenHoliday(TypedDict):
    """A day that is no business day, with its name if it is known."""

    date: str
    """The day. Expected: a day such as "2026-12-28", from 1900 to 2999."""
    name: NotRequired[str]
    """What the holiday is called. Expected: 1 to 100 visible characters on one line, without space
    at either end.
    """


class CalendarList(TypedDict):
    """A page of calendars."""

    calendars: List[Calendar]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class Wallet(TypedDict):
    """A wallet in which an organization holds assets at a custodian."""

    id: str
    """The id of the wallet at its custodian."""
    organization_id: str
    """The organization that owns the wallet. A UUID."""
    custodian: str
    """The id of the custodian."""
    name: str
    """The name of the wallet. It differs from those of the other wallets of the organization in
    more than upper case and spaces.
    """
    address: str
    """The address of the wallet."""
    assets: List[str]
    """The assets that the wallet can hold."""
    retire_time: Optional[str]
    """When the wallet was retired. Null if it is in use. RFC 3339 in UTC, with milliseconds."""


class WalletList(TypedDict):
    """A page of wallets."""

    wallets: List[Wallet]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class InstallationIdentity(TypedDict):
    """The installation of the service."""

    installation_id: str
    """The id of this installation. A UUID."""


class InstructionList(TypedDict):
    """A page of instructions."""

    instructions: List[Instruction]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class Instruction(TypedDict):
    """An instruction to a custodian to carry out a transfer."""

    transfer_id: str
    """The transfer of the instruction. A UUID."""
    custodian: str
    """The id of the custodian."""
    external_transfer_id: str
    """The id of the transfer at the custodian."""
    attempts: int
    """The number of consecutive attempts without an answer."""
    stalled: bool
    """Whether the attempts have reached the limit, so that a person must look."""
    next_attempt_time: Optional[str]
    """When the next attempt is made. Null if none is planned. RFC 3339 in UTC, with milliseconds.
    """
    last_error: Optional[str]
    """The problem of the last attempt. Null if it had none."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""


class EventList(TypedDict):
    """A list of events."""

    events: List[Event]
    """The events, oldest first."""
    next: str
    """The event cursor to send as `after` in the next call."""
    reset: bool
    """Whether events after the cursor have been deleted. If true, read the resources again and
    continue after `next`.
    """


class Event(TypedDict):
    """One entry of an organization's event log."""

    id: str
    """An event cursor: a place in the organization's event log. Opaque; cursors cannot be compared.
    """
    type: EventType
    """The event type. New types may be added: ignore types that you do not know."""
    time: str
    """When it happened. RFC 3339 in UTC, with milliseconds."""
    data: EventData
    """The organization, and one more member that depends on the event type."""


class EventData(TypedDict):
    """The organization, and one more member that depends on the event type."""

    organization_id: str
    """The organization whose log has the event. A UUID."""
    change: NotRequired[StateChange]
    """The creation of a resource, or a change of its state."""
    progress: NotRequired[TransferProgress]
    """A change of the state of a transfer at its provider, without a change of its status."""
    document: NotRequired[CreatedDocument]
    """A document, with the digests of its content and its PDF."""
    notification: NotRequired[Notification]
    """Something that a member of the organization should look at."""
    entry: NotRequired[ChatEntry]
    """An entry of an order's chat."""
    administrative_change: NotRequired[AdministrativeChange]
    """A change of an account, a credential, an invitation, a wallet, an organization, an agreement,
    a price source, an approval policy, an automation, limits for a counterparty, a calendar or a
    mail address.
    """
    approval_change: NotRequired[ApprovalChange]
    """The creation of an approval, a decision, or a change of its state."""


StateChange = TypedDict(
    "StateChange",
    {
        "resource": "Literal[\"order\", \"position\", \"transfer\", \"mark_to_market_request\", \"order_request\", \"close_out\"]",
        "resource_id": "str",
        "order_id": "str",
        "action": "str",
        "from": "Optional[str]",
        "to": "str",
        "by": "Optional[str]",
    },
)
"""The creation of a resource, or a change of its state."""


class TransferProgress(TypedDict):
    """A change of the state of a transfer at its provider, without a change of its status."""

    transfer_id: str
    """The transfer. A UUID."""
    order_id: str
    """The order of the transfer. A UUID."""
    provider_lifecycle: ProviderLifecycle
    """The state of the transfer at the provider."""


class CreatedDocument(TypedDict):
    """A document, with the digests of its content and its PDF."""

    id: str
    """The id of the document. A UUID."""
    kind: DocumentKind
    """confirmation: an order, as both sides accepted it, and again after a rerate, amend, extend or
        substitution. margin_call_notice: a mark-to-market request, as it was created.
        margin_statement: the open deals of a lender and a borrower, at a market cut.
        close_out_statement: a close-out, as it was booked.
    """
    revision: int
    """Counts the documents of one subject: 1, 2, 3."""
    order_id: Optional[str]
    """The order. Null for a margin statement, which is of several. A UUID."""
    subject_id: Optional[str]
    """The order, the mark-to-market request or the close-out that it is about. Null for a margin
    statement. A UUID.
    """
    cut_time: Optional[str]
    """The market cut of a margin statement. Null for other kinds. RFC 3339 in UTC, with
    milliseconds.
    """
    content_sha256: str
    """The SHA-256 of the canonical bytes of the content."""
    pdf_sha256: str
    """The SHA-256 of the PDF."""


class Notification(TypedDict):
    """Something that a member of the organization should look at."""

    id: str
    """The id of the notification. A UUID."""
    category: NotificationCategory
    """The category. New categories may be added: show the name of one that you do not know."""
    severity: Literal["info", "warning", "critical"]
    """The severity: `info`, `warning` or `critical`."""
    title: str
    """One line for people."""
    body: str
    """A few sentences for people. They may change; programs should not parse them."""
    link: NotificationLink
    """The resource that the notification is about."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""
    read: bool
    """Whether the caller's account has marked it as read."""


class NotificationLink(TypedDict):
    """The resource that the notification is about."""

    resource: NotificationLinkResource
    """The kind of the linked resource."""
    id: str
    """The id of the linked resource. For a price, the symbol of the asset. For an automation or
    limits, the id of the counterparty. For a calendar, its id.
    """
    order_id: Optional[str]
    """The order of the linked resource. Null if it has none. A UUID."""


class ChatEntry(TypedDict):
    """An entry of an order's chat."""

    id: str
    """The id of the entry. A UUID."""
    order_id: str
    """The order of the chat. A UUID."""
    number: int
    """The number of the entry in its chat: 1, 2, 3, without gaps."""
    kind: Literal["message", "action", "default"]
    """message: a person or a program wrote it. action: an order or a request awaits an answer.
        default: a default was declared, or the deal was terminated.
    """
    organization_id: Optional[str]
    """The organization that wrote, asked or declared. Null if the service wrote it. A UUID."""
    account_name: Optional[str]
    """The account name of the author. Null if no account wrote it."""
    text: str
    """The message, or what the action or the default is about."""
    action: Optional[ChatAction]
    """The action. Null in other entries."""
    close_out_id: Optional[str]
    """The close-out of the default. Null in other entries. A UUID."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""


class ChatAction(TypedDict):
    """An order or a request that awaits an answer, or has awaited one."""

    resource: Literal["order", "mark_to_market_request", "order_request"]
    """The kind of resource that awaits an answer, as in /state-machines."""
    resource_id: str
    """The id of the resource. A UUID."""
    awaits: str
    """The state in which the resource awaits the answer."""
    state: Literal["open", "resolved"]
    """open: the resource awaits the answer. resolved: it has left that state, by any operation."""
    resolution: Optional[str]
    """The action that resolved it, as in /state-machines. Null while open."""
    resolved_by: Optional[str]
    """The organization that resolved it. Null while open, or if the service resolved it. A UUID."""
    resolve_time: Optional[str]
    """When it was resolved. Null while open. RFC 3339 in UTC, with milliseconds."""
    actions: List[AvailableAction]
    """The answers that the caller may give here, as in the actions of the resource. In an event,
    only the state and the side of the reader are considered, not the role, the time or the
    prices.
    """


class AdministrativeChange(TypedDict):
    """A change of an account, a credential, an invitation, a wallet, an organization, an agreement,
    a price source, an approval policy, an automation, limits for a counterparty, a calendar or a
    mail address.
    """

    resource: AdministrativeChangeResource
    """The kind of the changed resource."""
    resource_id: str
    """The id of the changed resource. For a wallet, its id at the custodian. For an approval
    policy, the id of its organization. For an automation or limits, the id of the counterparty.
    For a calendar, its id.
    """
    action: AdministrativeChangeAction
    """The change. `release`: a held quote of the price source was released. `dismiss`: its last
    quote was dismissed. New values may be added.
    """
    by: Optional[str]
    """The organization that made the change. Null: the service itself, or a command of `vadium-api`
    on the host of the database, made it. A UUID.
    """
    by_credential_id: Optional[str]
    """The credential that made the change. Null: the service itself, or a command of `vadium-api`
    on the host of the database, made it. A UUID.
    """


ApprovalChange = TypedDict(
    "ApprovalChange",
    {
        "approval_id": "str",
        "operation": "str",
        "action": "str",
        "from": "Optional[str]",
        "to": "str",
        "account_id": "Optional[str]",
    },
)
"""The creation of an approval, a decision, or a change of its state."""


class Moved(TypedDict):
    """What figures rest on and is no event: read again what follows from it."""

    prices: List[str]
    """The assets whose price, or its time or state, may have changed, by symbol. Only those of open
    positions of the organization, as with `in_positions` of `GET /prices`.
    """
    clock: bool
    """Whether the time of a sandbox may have changed. False if the service is not a sandbox."""


class NotificationList(TypedDict):
    """A page of notifications."""

    notifications: List[Notification]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class UnreadNotifications(TypedDict):
    """How many notifications are unread."""

    unread: int
    """The number of unread notifications, at most 10,000."""
    has_more: bool
    """Whether there are more than 10,000."""


class MarkedNotifications(TypedDict):
    """How many notifications were marked as read."""

    marked: int
    """The number of notifications that were unread before."""


class NotificationPreferences(TypedDict):
    """The notifications that one account mutes. Other accounts of the organization have their own
    preferences.
    """

    muted_categories: List[NotificationPreferencesMutedCategories]
    """The categories that the account mutes. Defaults and close-outs, and changes of accounts,
    credentials, invitations, wallets, organizations, agreements, price sources, approval
    policies, automations, limits, calendars and mail addresses cannot be muted.
    """
    minimum_severity: Literal["info", "warning", "critical"]
    """Notifications below this severity are muted, unless their category cannot be muted. `info`
    mutes none.
    """


class ChatList(TypedDict):
    """A page of chats."""

    chats: List[Chat]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class Chat(TypedDict):
    """The messages between the lender and the borrower of an order, with the actions that await an
    answer.
    """

    order_id: str
    """The order of the chat. A UUID."""
    order_number: int
    """The number of the order, for people."""
    counterparty_id: str
    """The organization id of the counterparty. A UUID."""
    counterparty_name: str
    """The name of the counterparty."""
    last_entry: Optional[ChatEntry]
    """The newest entry. Null if the chat is empty."""
    open_action_count: int
    """The number of actions that await an answer of either side."""
    pending_approval_ids: List[str]
    """The requests of the caller's organization on this order that await approval, oldest first.
    The other side does not see them.
    """
    unread_count: int
    """The number of entries after the read mark of the caller's account, without its own entries.
    """
    read_number: int
    """The number of the last entry that the account has read. 0: it has read none."""
    update_time: Optional[str]
    """When an entry was last added or resolved. Null if the chat is empty. RFC 3339 in UTC, with
    milliseconds.
    """


class ChatEntryList(TypedDict):
    """A page of entries."""

    entries: List[ChatEntry]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class CounterpartyMute(TypedDict):
    """A counterparty, and whether its messages, new orders and proposals of terms are refused."""

    counterparty_id: str
    """The organization id of the counterparty. A UUID."""
    counterparty_name: str
    """The name of the counterparty."""
    mute_time: Optional[str]
    """When it was muted. Null if it is not muted. RFC 3339 in UTC, with milliseconds."""


class CounterpartyMuteList(TypedDict):
    """A page of mutes."""

    mutes: List[CounterpartyMute]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class CounterpartyLimits(TypedDict):
    """A version of the limits of the organization for a counterparty. No other organization sees
    it.
    """

    counterparty_id: str
    """The organization id of the counterparty. A UUID."""
    counterparty_name: str
    """The name of the counterparty."""
    version: int
    """The number of the version, for this counterparty: 1, 2, 3."""
    in_effect: bool
    """Whether it is the newest version, which applies."""
    lent_usd_max: Optional[str]
    """The most that may be lent to the counterparty, in USD. Null: no limit. A decimal string."""
    uncovered_usd_max: Optional[str]
    """The most that may be uncovered with the counterparty, in USD: of each deal what is owed to
    the organization, less what it holds for it after `shock`. Null: no limit. A decimal string.
    """
    shock: str
    """The fraction by which the value of what is held falls, in the uncovered amount: at least 0,
    below 1. A decimal string.
    """
    assets: List[AssetLimit]
    """Assets of which only so much may be lent, each once. The others have no limit."""
    on_breach: LimitBreach
    """What happens to an order that exceeds a limit. warn: it goes on, and the organization is
    notified. refuse: the request is refused.
    """
    use: Optional[LimitUse]
    """The use at the prices of now. Null unless the version is in effect."""
    use_after: Optional[LimitUse]
    """The use with the order of `order_id` as well. Null without one, if it awaits no answer, and
    for other counterparties.
    """
    create_time: str
    """When the version was set. RFC 3339 in UTC, with milliseconds."""
    account_id: str
    """The account that set the version. A UUID."""


class AssetLimit(TypedDict):
    """The most that may be lent of one asset to a counterparty."""

    asset: str
    """The symbol of the asset."""
    lent_quantity_max: str
    """The most that may be lent of the asset, in its units. A decimal string."""


class LimitUse(TypedDict):
    """How much is used of the limits for a counterparty, over all deals with it."""

    lent_usd: Optional[str]
    """What is lent to the counterparty, in USD, rounded up to cents. Null if an asset has no price.
    A decimal string.
    """
    lent_percent: Optional[str]
    """The use of `lent_usd_max` in percent of the limit, rounded up to 2 decimals. Null without a
    limit above zero, or if the use is unknown. A decimal string.
    """
    lent_exceeded: bool
    """Whether the exact use of `lent_usd_max` is above the limit. An unknown use exceeds any limit.
    """
    uncovered_usd: Optional[str]
    """What is uncovered, in USD, rounded up to cents. Null if an asset has no price. A decimal
    string.
    """
    uncovered_percent: Optional[str]
    """The use of `uncovered_usd_max` in percent of the limit, rounded up to 2 decimals. Null
    without a limit above zero, or if the use is unknown. A decimal string.
    """
    uncovered_exceeded: bool
    """Whether the exact use of `uncovered_usd_max` is above the limit. An unknown use exceeds any
    limit.
    """
    assets: List[AssetLimitUse]
    """The use of the limits of assets, in the order of the limits."""
    pending_usd: Optional[str]
    """What the own offers to lend that await an answer are worth, in USD, rounded up to cents. It
    is not part of the use. Null if an asset has no price. A decimal string.
    """
    stale_assets: List[str]
    """Assets with which the use was computed at an old price."""
    unpriced_assets: List[str]
    """Assets that never had a price."""


class AssetLimitUse(TypedDict):
    """How much is used of the limit of one asset."""

    asset: str
    """The symbol of the asset."""
    lent_quantity: str
    """What is lent of the asset. A decimal string."""
    percent: Optional[str]
    """The use of the limit of the asset in percent of the limit, rounded up to 2 decimals. Null
    without a limit above zero, or if the use is unknown. A decimal string.
    """
    exceeded: bool
    """Whether the exact use of the limit of the asset is above the limit. An unknown use exceeds
    any limit.
    """


class AssetLimitInput(TypedDict):
    """The most that may be lent of one asset to a counterparty."""

    asset: str
    """The symbol of the asset. Expected: 1 to 64 visible ASCII characters."""
    lent_quantity_max: Amount
    """The most that may be lent of the asset, in its units. A decimal string."""


class CounterpartyLimitsList(TypedDict):
    """A page of limits."""

    limits: List[CounterpartyLimits]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class Automation(TypedDict):
    """A version of what the organization lets the service request of a counterparty by itself."""

    counterparty_id: str
    """The organization id of the counterparty. A UUID."""
    counterparty_name: str
    """The name of the counterparty."""
    version: int
    """The number of the version, for this counterparty: 1, 2, 3."""
    in_effect: bool
    """Whether it is the newest version, which applies."""
    calls: AutomaticCalls
    """When the service creates mark-to-market requests by itself, of what the organization would
    receive. off: never. market_cut: at each market cut. margin_call: at each market cut, and
    when the coverage of a position falls to its margin call level.
    """
    calls_maximum_usd: Optional[str]
    """The largest amount of one call, in USD. What is due above it is left to a person. Null: no
    maximum. A decimal string.
    """
    create_time: str
    """When the version was set. RFC 3339 in UTC, with milliseconds."""
    account_id: str
    """The account that set the version. A UUID."""


class AutomationList(TypedDict):
    """A page of automations."""

    automations: List[Automation]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class Sandbox(TypedDict):
    """A service with a clock of its own, whose prices and custodians follow a script."""

    time: str
    """The time of the sandbox. It changes only by `advanceSandbox`. RFC 3339 in UTC, with
    milliseconds.
    """
    seed: str
    """The seed of the sandbox. The same seed and the same calls give the same history."""
    work_due: int
    """The number of instructions, deadlines and approvals that are due later."""


class ScriptedPrice(TypedDict):
    """The price that a source quotes from a time on."""

    time: Time
    """When the source begins to quote this price. Not before the time of the sandbox. RFC 3339 in
    UTC, with milliseconds.
    """
    asset: str
    """The symbol of the asset. Expected: 1 to 64 visible ASCII characters."""
    source: str
    """The name of the price source. Expected: 1 to 64 visible ASCII characters."""
    price_usd: Amount
    """The price of one unit of the asset in USD, above zero. A decimal string."""


class SimulatedStage(TypedDict):
    """A stage that an instruction passes at the custodian."""

    word: Literal["submitted", "pendingApproval", "pendingSignature", "broadcasting", "confirming"]
    """The stage, in the custodian's own words."""
    lasts_ms: Optional[int]
    """The duration of the stage in milliseconds. Null: until `decideSandboxTransfer` is called."""


class MailAddress(TypedDict):
    """An address to which notifications are mailed."""

    id: str
    """The id of the address. A UUID."""
    address: Optional[str]
    """The address. Null if it is deleted."""
    account_id: Optional[str]
    """The account that it belongs to. Null: it is shared by a desk. A UUID."""
    state: Literal["UNVERIFIED", "ACTIVE", "SUSPENDED", "DELETED"]
    """The state, as in /state-machines."""
    suspension: Optional[Literal["REFUSED", "NO_CREDENTIAL"]]
    """Why it is suspended: `REFUSED` or `NO_CREDENTIAL`. Null if it is not."""
    content: Literal["title", "full"]
    """What is sent of a notification. `title`: the sentence of its category, the order number, the
    severity and a link; no name and no amount. `full`: also its title and its body; only an
    admin can choose it.
    """
    muted_categories: List[NotificationPreferencesMutedCategories]
    """The categories that the account mutes. Defaults and close-outs, and changes of accounts,
    credentials, invitations, wallets, organizations, agreements, price sources, approval
    policies, automations, limits, calendars and mail addresses cannot be muted.
    """
    immediate_severity: Literal["info", "warning", "critical"]
    """Notifications of this severity or above are sent at once, and so is what cannot be muted."""
    digest_time: Optional[str]
    """When the digest of a day is sent: what is not sent at once. Null: there is no digest."""
    time_zone: str
    """The time zone of `digest_time`: a name of the IANA database."""
    code_expire_time: Optional[str]
    """Until when the last code is valid. Null if none can be entered. RFC 3339 in UTC, with
    milliseconds.
    """
    code_tries_left: Optional[int]
    """How many tries the code has left. Null if none can be entered."""
    create_time: str
    """When it was added. RFC 3339 in UTC, with milliseconds."""


class MailAddressList(TypedDict):
    """A page of mail addresses."""

    mail_addresses: List[MailAddress]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class VerifiedMailAddress(TypedDict):
    """A mail address after a code was entered."""

    verified: bool
    """Whether the code was right. If not, `code_tries_left` of the address says how many tries are
    left.
    """
    mail_address: MailAddress
    """An address to which notifications are mailed."""


class MailDelivery(TypedDict):
    """One mail to one address, with the proof that it was sent."""

    id: str
    """The id of the delivery, which is the `ENVID` of every attempt. A UUID."""
    mail_address_id: str
    """The address. A UUID."""
    address_sha256: str
    """The SHA-256 of the address in lower case, as hexadecimal digits. It stays when the address is
    deleted.
    """
    kind: Literal["notification", "digest", "test", "farewell"]
    """What was sent: one notification, the digest of a day, a test, or the farewell to a deleted
    address.
    """
    notification_id: Optional[str]
    """The notification. Null for other kinds. A UUID."""
    category: Optional[NotificationCategory]
    """The category of the notification. Null for other kinds."""
    link: Optional[NotificationLink]
    """What the notification is about. Null for other kinds."""
    state: Literal["QUEUED", "SENT", "REFUSED", "NOT_SENT"]
    """The state, as in /state-machines."""
    attempts: int
    """The number of attempts."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""
    next_attempt_time: Optional[str]
    """When the next attempt is made. Null if none is planned. RFC 3339 in UTC, with milliseconds.
    """
    last_attempt_time: Optional[str]
    """When the last attempt ended. Null if there was none. RFC 3339 in UTC, with milliseconds."""
    message_id: str
    """The Message-ID, the same in every attempt."""
    sha256: Optional[str]
    """The SHA-256 of the bytes of the message, as hexadecimal digits. Null before the first
    attempt.
    """
    server: Optional[str]
    """The mail server of the last attempt. Null if there was none."""
    certificate_sha256: Optional[str]
    """The SHA-256 of the certificate that the mail server showed in the last attempt, as
    hexadecimal digits. Null without TLS.
    """
    reply: Optional[str]
    """What the mail server last replied. Null if it did not."""
    error: Optional[MailDeliveryError]
    """Why it was not sent, or why the last attempt had no reply. Null if it had one."""


class MailDeliveryList(TypedDict):
    """A page of mail deliveries."""

    mail_deliveries: List[MailDelivery]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class IssuedWebhookEndpoint(TypedDict):
    """A webhook endpoint with its new secret."""

    webhook_endpoint: WebhookEndpoint
    """An address of an organization to which its events are sent."""
    secret: NotRequired[str]
    """The secret that signs deliveries: `whsec_` and base64. It is shown once: a replayed answer
    does not have it.
    """


class WebhookEndpoint(TypedDict):
    """An address of an organization to which its events are sent."""

    id: str
    """The id of the endpoint. A UUID."""
    target_url: str
    """The address to which events are sent. Of a chat room it is shown without its path: who knows
    that can write to the room.
    """
    format: Literal["events", "text"]
    """What a body is. `events`: the event. `text`: `{"text": "…"}`, as the chat rooms of Slack,
    Mattermost and Rocket.Chat take it, of each `notification.created`.
    """
    content: Optional[Literal["title", "full"]]
    """What a chat room gets of a notification: `title` has no name and no amount. Null for the
    format `events`.
    """
    description: Optional[str]
    """The purpose of the endpoint. Null if it has none."""
    event_types: List[EventType]
    """The event types that are sent. Empty: all, including types that are added later."""
    status: Literal["enabled", "disabled"]
    """Whether events are sent. Events of the time in which it is disabled are sent afterwards."""
    disabled_reason: Optional[Literal["REQUESTED", "GONE", "FAILING"]]
    """Why the endpoint is disabled. Null if it is enabled."""
    disabled_time: Optional[str]
    """When the endpoint was disabled. Null if it is enabled. RFC 3339 in UTC, with milliseconds."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""
    last_success_time: Optional[str]
    """When a delivery last succeeded. Null if none has. RFC 3339 in UTC, with milliseconds."""
    last_failure_time: Optional[str]
    """When a delivery attempt last failed. Null if none has. RFC 3339 in UTC, with milliseconds."""
    old_secret_expire_time: Optional[str]
    """Until when deliveries are also signed with the old secret. Null if there is no old secret.
    RFC 3339 in UTC, with milliseconds.
    """


class WebhookEndpointList(TypedDict):
    """A page of webhook endpoints."""

    webhook_endpoints: List[WebhookEndpoint]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class WebhookDelivery(TypedDict):
    """The delivery of one event to one endpoint. Its id is the `webhook-id` of every attempt."""

    id: str
    """The id of the delivery: the `webhook-id` of every attempt. A UUID."""
    webhook_endpoint_id: str
    """The endpoint. A UUID."""
    event_id: Optional[str]
    """The event cursor of the event. Null for a test."""
    event_type: WebhookDeliveryEventType
    """The event type. `webhook.test`: a test without an event."""
    state: Literal["pending", "delivered", "failed"]
    """pending: attempts continue for about a day. delivered: the endpoint has answered with
        success. failed: no attempt is planned. A test has one attempt.
    """
    attempts: int
    """The number of attempts since the delivery was created or resent."""
    create_time: str
    """When it was created. RFC 3339 in UTC, with milliseconds."""
    next_attempt_time: Optional[str]
    """When the next attempt is made. Null if none is planned. RFC 3339 in UTC, with milliseconds.
    """
    last_attempt_time: Optional[str]
    """When the last attempt was made. Null if there was none. RFC 3339 in UTC, with milliseconds.
    """
    last_status: Optional[int]
    """The HTTP status of the last attempt. Null if it had no answer."""
    last_error: Optional[Literal["ADDRESS_REFUSED", "NAME_NOT_RESOLVED", "CONNECTION_FAILED", "TLS_FAILED", "TIMED_OUT", "FORMAT_CHANGED"]]
    """Why the last attempt had no answer, or why there is none any more. Null if it had one."""


class WebhookDeliveryList(TypedDict):
    """A page of webhook deliveries."""

    webhook_deliveries: List[WebhookDelivery]
    """The items of this page."""
    next_page_token: NotRequired[str]
    """The token of the next page, valid for the same filters. Absent on the last page."""


class Today(TypedDict):
    """What needs a person now, in numbers. All of it is from one snapshot of the book."""

    as_of: str
    """The time of all figures. RFC 3339 in UTC, with milliseconds."""
    failed_transfers: TodayFailedTransfers
    """The transfers from or to the organization that failed, were rejected or were cancelled, that
    no later attempt has replaced, and whose order or request awaits a retry.
    """
    to_answer: TodayToAnswer
    """What awaits the answer of the caller's organization."""
    to_approve: TodayToApprove
    """The approvals that the caller may approve."""
    agreements_to_accept: TodayAgreementsToAccept
    """The proposed versions of agreements that await the acceptance of the caller's organization.
    """
    awaited: TodayAwaited
    """What the organization has asked of its counterparties, and awaits their answer."""
    to_call: TodayToCall
    """The positions for which a top-up can be submitted at current prices, among the 500 of the
    lowest coverage and the 500 of the highest. They are those of `GET /positions` with
    `ready_for_m2m` and this `m2m_direction`.
    """
    to_release: TodayToRelease
    """The positions for which a release can be submitted at current prices, among the 500 of the
    lowest coverage and the 500 of the highest. They are those of `GET /positions` with
    `ready_for_m2m` and this `m2m_direction`.
    """
    watch: TodayWatch
    """The positions that have reached a level at the prices of the last revaluation. A position
    without a current price does not count.
    """
    stuck_transfers: TodayStuckTransfers
    """The transfers that have not changed for longer than usual in their state at the provider.
    Usual seconds: pending_submission 300, pending_provider_approval 14400,
    pending_provider_signature 1800, broadcasting 1800, confirming 7200.
    """
    late_transfers: TodayLateTransfers
    """The transfers from or to the organization that are late: they have not ended within the
    `settlement_time_seconds` of the terms after their first attempt was instructed, or within a
    day (`TRANSFER_LATE_AFTER_S`) where the terms do not say.
    """
    defaults: TodayDefaults
    """The declared defaults that are not over. The amounts of the others are their unpaid claims.
    """
    limits_exceeded: TodayLimitsExceeded
    """The limits of the organization that were exceeded when they were last compared: at the last
    market cut, or by an order since. The others have no amounts.
    """
    totals: TodayTotals
    """Sums in USD, of notionals as they were computed when each was created."""
    totals_at_cut: Optional[TotalsAtCut]
    """The same sums at the last market cut until now. Null if there was no cut since the
    organization was created.
    """


class TodayFailedTransfers(TypedDict):
    """The transfers from or to the organization that failed, were rejected or were cancelled, that
    no later attempt has replaced, and whose order or request awaits a retry.
    """

    count: int
    """The number of failed transfers that need a person."""
    notional_usd: str
    """The sum of their `notional`. A decimal string."""
    transfers: List[FailedTransfer]
    """Those with the largest `notional`, at most `rows`."""
    others: TodayOthers
    """What is counted and not named: `rows` names so many of each kind."""
    has_more: bool
    """Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
    are lower bounds.
    """


class FailedTransfer(TypedDict):
    """A transfer that failed and is not replaced, with what is retried."""

    id: str
    """The id of the transfer. A UUID."""
    order_id: str
    """The id of its order. A UUID."""
    order_id_pretty: int
    """The number of its order, for people."""
    counterparty_id: str
    """The organization id of the other side. A UUID."""
    counterparty_name: str
    """The name of the other side."""
    category: TransferCategory
    """The purpose of the transfer."""
    leg: Literal["asset", "collateral", "interest"]
    """The part of the deal that it moves."""
    token: str
    """The symbol of the asset."""
    quantity: str
    """The quantity in units of the asset. A decimal string."""
    notional: str
    """Its value in USD when it was created. A decimal string."""
    provider_state: ProviderState
    """The state of the transfer at the provider. The states are the same for all providers."""
    label: str
    """What the provider says of it, for people."""
    status: Literal["FAILED", "REJECTED", "CANCELLED"]
    """How it ended."""
    sender: TransferParty
    """The sender or the receiver of a transfer."""
    receiver: TransferParty
    """The sender or the receiver of a transfer."""
    since: str
    """When it failed. RFC 3339 in UTC, with milliseconds."""
    mark_to_market_request_id: Optional[str]
    """The mark-to-market request whose retry instructs it again. Null if it belongs to none. A
    UUID.
    """
    order_request_id: Optional[str]
    """The order request whose retry instructs it again. Null if it belongs to none. A UUID."""
    close_out_id: Optional[str]
    """The close-out whose retry instructs it again. Null if it belongs to none. If all three are
    null, the order is retried. A UUID.
    """
    actions: List[AvailableAction]
    """Whether the caller may retry what it belongs to: the action `retry` of that resource."""


class TodayOthers(TypedDict):
    """What is counted and not named: `rows` names so many of each kind."""

    count: int
    """The number of those that are counted and not named."""
    notional_usd: str
    """The sum of their amounts in USD. Those that have none add nothing. A decimal string."""


class TodayToAnswer(TypedDict):
    """What awaits the answer of the caller's organization."""

    count: int
    """The number of orders, requests and call sets of counterparties that await an answer; the
    requests of a call set count as one.
    """
    orders: int
    """The number of orders among them."""
    mark_to_market_requests: int
    """The number of mark-to-market requests among them, without those of call sets."""
    call_sets: int
    """The number of call sets among them."""
    order_requests: int
    """The number of order requests among them."""
    notional_usd: str
    """The sum of the notional of the mark-to-market requests among them, with those of call sets. A
    decimal string.
    """
    next_deadline: Optional[str]
    """The nearest deadline among them. Null if there is none. RFC 3339 in UTC, with milliseconds.
    """
    requests: List[RequestToAnswer]
    """Those that expire first, at most `rows`."""
    others: TodayOthers
    """What is counted and not named: `rows` names so many of each kind."""
    has_more: bool
    """Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
    are lower bounds.
    """


class RequestToAnswer(TypedDict):
    """An order or a request that awaits the answer of the caller's organization."""

    kind: Literal["order", "mark_to_market_request", "call_set", "order_request"]
    """What is answered."""
    id: str
    """The id of the order, of the request, or of the call set. A UUID."""
    order_id: str
    """The id of its order. A UUID."""
    order_id_pretty: int
    """The number of its order, for people."""
    counterparty_id: str
    """The organization id of the other side. A UUID."""
    counterparty_name: str
    """The name of the other side."""
    side: DealSide
    """The side of the caller's organization."""
    expire_time: str
    """When it expires if it has no answer. RFC 3339 in UTC, with milliseconds."""
    direction: Optional[Literal["TopUp", "Release"]]
    """The direction of a mark-to-market request or a call set. Otherwise null."""
    request_kind: Optional[OrderRequestKindName]
    """The kind of an order request. Otherwise null."""
    requests: Optional[int]
    """How many requests of a call set await the answer: `order_id` is one of their orders.
    Otherwise null.
    """
    token: str
    """The symbol of the collateral asset for a mark-to-market request or a call set, and otherwise
    of the asset that is lent.
    """
    quantity: Optional[str]
    """The quantity in units of `token`. Null for a rerate, an amend and a call set. A decimal
    string.
    """
    rate_percent: Optional[str]
    """The rate in percent a year: of an order, or the new one of a rerate. Otherwise null. A
    decimal string.
    """
    notional_usd: Optional[str]
    """The notional of a mark-to-market request, or the sum of those of a call set, in USD.
    Otherwise null. A decimal string.
    """
    terms_version: Optional[int]
    """The version of the terms that an amend asks for. Otherwise null."""


class TodayToApprove(TypedDict):
    """The approvals that the caller may approve."""

    count: int
    """The number of approvals."""
    next_deadline: Optional[str]
    """The nearest deadline among them. Null if there is none. RFC 3339 in UTC, with milliseconds.
    """
    approvals: List[ApprovalToGive]
    """Those that expire first, at most `rows`."""
    others: TodayOthers
    """What is counted and not named: `rows` names so many of each kind."""
    has_more: bool
    """Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
    are lower bounds.
    """


class ApprovalToGive(TypedDict):
    """A request that the caller may approve."""

    id: str
    """The id of the approval. A UUID."""
    operation: str
    """The operation of the request."""
    account_id: str
    """The account that made the request. A UUID."""
    order_id: Optional[str]
    """The order that the request concerns. Null if there is none. A UUID."""
    amount_usd: Optional[str]
    """The amount of the request in USD. Null if it has none, or if it is unknown. A decimal string.
    """
    expire_time: str
    """When it expires if it has not been carried out. RFC 3339 in UTC, with milliseconds."""


class TodayAgreementsToAccept(TypedDict):
    """The proposed versions of agreements that await the acceptance of the caller's organization.
    """

    count: int
    """The number of agreement versions."""
    next_deadline: Optional[str]
    """The nearest deadline among them. Null if there is none. RFC 3339 in UTC, with milliseconds.
    """
    versions: List[TermsToAccept]
    """Those that expire first, at most `rows`."""
    others: TodayOthers
    """What is counted and not named: `rows` names so many of each kind."""
    has_more: bool
    """Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
    are lower bounds.
    """


class TermsToAccept(TypedDict):
    """A version of an agreement that awaits the acceptance of the caller's organization."""

    agreement_id: str
    """The id of the agreement. A UUID."""
    version: int
    """The number of the version."""
    counterparty_id: str
    """The organization id of the other side. A UUID."""
    counterparty_name: str
    """The name of the other side."""
    side: DealSide
    """The side of the caller's organization."""
    expire_time: str
    """When the version expires if a side has not accepted it. RFC 3339 in UTC, with milliseconds.
    """


class TodayAwaited(TypedDict):
    """What the organization has asked of its counterparties, and awaits their answer."""

    count: int
    """The number of orders, requests and call sets of the organization."""
    next_deadline: Optional[str]
    """The nearest deadline among them. Null if there is none. RFC 3339 in UTC, with milliseconds.
    """
    has_more: bool
    """Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
    are lower bounds.
    """


class TodayToCall(TypedDict):
    """The positions for which a top-up can be submitted at current prices, among the 500 of the
    lowest coverage and the 500 of the highest. They are those of `GET /positions` with
    `ready_for_m2m` and this `m2m_direction`.
    """

    count: int
    """The number of positions."""
    lender_count: int
    """The number of positions among them in which the caller's organization is the lender. In the
    others it is the borrower.
    """
    notional_usd: str
    """The sum of their `m2m_notional_usd`. A decimal string."""
    positions: List[PositionToMark]
    """Those with the largest `m2m_notional_usd`, at most `rows`."""
    others: TodayOthers
    """What is counted and not named: `rows` names so many of each kind."""
    has_more: bool
    """Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
    are lower bounds.
    """


class PositionToMark(TypedDict):
    """A position for which a mark-to-market request can be submitted. Its figures are those of the
    position.
    """

    id: str
    """The id of the position. A UUID."""
    order_id: str
    """The id of its order. A UUID."""
    order_id_pretty: int
    """The number of its order, for people."""
    counterparty_id: str
    """The organization id of the other side. A UUID."""
    counterparty_name: str
    """The name of the other side."""
    side: DealSide
    """The side of the caller's organization."""
    asset: str
    """The symbol of the asset that is lent."""
    collateral_asset: str
    """The symbol of the collateral asset."""
    ccr_percent: Optional[str]
    """Collateral coverage ratio (CCR) in percent, rounded down. Null without a value. A decimal
    string.
    """
    m2m_collateral_amount: str
    """The collateral that the request would send, in units of the collateral asset. A decimal
    string.
    """
    m2m_notional_usd: str
    """The shortfall or excess in USD before rounding. A decimal string."""


class TodayToRelease(TypedDict):
    """The positions for which a release can be submitted at current prices, among the 500 of the
    lowest coverage and the 500 of the highest. They are those of `GET /positions` with
    `ready_for_m2m` and this `m2m_direction`.
    """

    count: int
    """The number of positions."""
    lender_count: int
    """The number of positions among them in which the caller's organization is the lender. In the
    others it is the borrower.
    """
    notional_usd: str
    """The sum of their `m2m_notional_usd`. A decimal string."""
    positions: List[PositionToMark]
    """Those with the largest `m2m_notional_usd`, at most `rows`."""
    others: TodayOthers
    """What is counted and not named: `rows` names so many of each kind."""
    has_more: bool
    """Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
    are lower bounds.
    """


class TodayWatch(TypedDict):
    """The positions that have reached a level at the prices of the last revaluation. A position
    without a current price does not count.
    """

    margin_call_reached: int
    """The number of positions at or below their margin call level."""
    liquidation_reached: int
    """The number of positions at or below their liquidation level."""
    has_more: bool
    """Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
    are lower bounds.
    """


class TodayStuckTransfers(TypedDict):
    """The transfers that have not changed for longer than usual in their state at the provider.
    Usual seconds: pending_submission 300, pending_provider_approval 14400,
    pending_provider_signature 1800, broadcasting 1800, confirming 7200.
    """

    count: int
    """The number of stuck transfers."""
    notional_usd: str
    """The sum of their `notional`. A decimal string."""
    transfers: List[StuckTransfer]
    """Those with the largest `notional`, at most `rows`."""
    others: TodayOthers
    """What is counted and not named: `rows` names so many of each kind."""
    has_more: bool
    """Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
    are lower bounds.
    """


class StuckTransfer(TypedDict):
    """A transfer that has not changed for longer than `usual_seconds`."""

    id: str
    """The id of the transfer. A UUID."""
    order_id: str
    """The id of its order. A UUID."""
    order_id_pretty: int
    """The number of its order, for people."""
    counterparty_id: str
    """The organization id of the other side. A UUID."""
    counterparty_name: str
    """The name of the other side."""
    category: TransferCategory
    """The purpose of the transfer."""
    leg: Literal["asset", "collateral", "interest"]
    """The part of the deal that it moves."""
    token: str
    """The symbol of the asset."""
    quantity: str
    """The quantity in units of the asset. A decimal string."""
    notional: str
    """Its value in USD when it was created. A decimal string."""
    provider_state: ProviderState
    """The state of the transfer at the provider. The states are the same for all providers."""
    label: str
    """What the provider says of it, for people."""
    is_ours: bool
    """Whether the caller's organization sends it."""
    since: str
    """When it last changed. RFC 3339 in UTC, with milliseconds."""
    usual_seconds: int
    """How long this state usually lasts at most."""


class TodayLateTransfers(TypedDict):
    """The transfers from or to the organization that are late: they have not ended within the
    `settlement_time_seconds` of the terms after their first attempt was instructed, or within a
    day (`TRANSFER_LATE_AFTER_S`) where the terms do not say.
    """

    count: int
    """The number of late transfers."""
    notional_usd: str
    """The sum of their `notional`. A decimal string."""
    transfers: List[LateTransfer]
    """Those with the largest `notional`, at most `rows`."""
    others: TodayOthers
    """What is counted and not named: `rows` names so many of each kind."""
    has_more: bool
    """Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
    are lower bounds.
    """


class LateTransfer(TypedDict):
    """A transfer that has not ended in time, with the actions that may help."""

    id: str
    """The id of the transfer. A UUID."""
    order_id: str
    """The id of its order. A UUID."""
    order_id_pretty: int
    """The number of its order, for people."""
    counterparty_id: str
    """The organization id of the other side. A UUID."""
    counterparty_name: str
    """The name of the other side."""
    category: TransferCategory
    """The purpose of the transfer."""
    leg: Literal["asset", "collateral", "interest"]
    """The part of the deal that it moves."""
    token: str
    """The symbol of the asset."""
    quantity: str
    """The quantity in units of the asset. A decimal string."""
    notional: str
    """Its value in USD when it was created. A decimal string."""
    provider_state: ProviderState
    """The state of the transfer at the provider. The states are the same for all providers."""
    label: str
    """What the provider says of it, for people."""
    is_ours: bool
    """Whether the caller's organization sends it."""
    late_since: str
    """From when it is late. RFC 3339 in UTC, with milliseconds."""
    cancellation_requested: bool
    """Whether its cancellation was requested, and the custodian has not answered."""
    actions: List[AvailableAction]
    """The actions on the resource, and whether the caller may take them."""


class TodayDefaults(TypedDict):
    """The declared defaults that are not over. The amounts of the others are their unpaid claims.
    """

    against_us: int
    """The number of notices and close-outs under way in which the organization is in default."""
    by_us: int
    """The number of those that the organization has declared."""
    claims_open: int
    """The number of close-outs with an unpaid claim, of either side."""
    next_deadline: Optional[str]
    """The nearest time from which one of the notices can be terminated. Null if none is ahead. RFC
    3339 in UTC, with milliseconds.
    """
    close_outs: List[OpenDefault]
    """Notices first, by when they can be terminated, at most `rows`."""
    others: TodayOthers
    """What is counted and not named: `rows` names so many of each kind."""
    has_more: bool
    """Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
    are lower bounds.
    """


class OpenDefault(TypedDict):
    """A declared default of either side of a deal of the caller's organization."""

    id: str
    """The id of the close-out. A UUID."""
    order_id: str
    """The id of its order. A UUID."""
    order_id_pretty: int
    """The number of its order, for people."""
    counterparty_id: str
    """The organization id of the other side. A UUID."""
    counterparty_name: str
    """The name of the other side."""
    position_id: str
    """The position. A UUID."""
    side: DealSide
    """The side of the caller's organization."""
    is_ours: bool
    """Whether the caller's organization declared the default. Otherwise it is in default."""
    status: CloseOutStatus
    """Lifecycle status."""
    cause: CloseOutCauseName
    """UNMET_CALL: collateral is due, and a call of it has no answer, is late, or has been in
        dispute for `dispute_time_seconds`. Its sender is in default. LIQUIDATION_LEVEL: the
        coverage has stayed at or below the liquidation level for `liquidation_confirm_seconds`
        of the terms, and is there now. The borrower is in default. MISSED_RETURN: the asset of a
        return, a recall, a close or a maturity has not come back in time, or the collateral that
        follows it has not. Its sender is in default. MISSED_INTEREST: interest that was due is
        late. The borrower is in default.
    """
    earliest_terminate_time: str
    """From when it can be terminated. RFC 3339 in UTC, with milliseconds."""
    residual_claim_usd: Optional[str]
    """The unpaid claim of the declarer in USD. Null if there is none. A decimal string."""
    excess_late: bool
    """Whether what goes back is late: the party in default still waits for it."""


class TodayLimitsExceeded(TypedDict):
    """The limits of the organization that were exceeded when they were last compared: at the last
    market cut, or by an order since. The others have no amounts.
    """

    count: int
    """The number of counterparties with a limit that is exceeded."""
    counterparties: List[ExceededLimits]
    """Those that are exceeded for longest, at most `rows`."""
    others: TodayOthers
    """What is counted and not named: `rows` names so many of each kind."""
    has_more: bool
    """Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
    are lower bounds.
    """


class ExceededLimits(TypedDict):
    """Limits of the caller's organization for one counterparty that are exceeded."""

    counterparty_id: str
    """The organization id of the other side. A UUID."""
    counterparty_name: str
    """The name of the other side."""
    limits: List[str]
    """The limits that are exceeded, by name."""
    since: str
    """When the first of them was found to be exceeded: at a market cut, when limits were set, or
    when an order went on that exceeds one. RFC 3339 in UTC, with milliseconds.
    """


class TodayTotals(TypedDict):
    """Sums in USD, of notionals as they were computed when each was created."""

    owed_to_us_usd: str
    """What counterparties are asked for: the notional of mark-to-market requests that await an
    answer or a retry, and whose collateral the caller's organization would receive. After a
    dispute, its undisputed part. A decimal string.
    """
    owed_by_us_usd: str
    """The same that the caller's organization would send. A decimal string."""
    in_transit_to_us_usd: str
    """The notional of the transfers under way to it. A decimal string."""
    in_transit_from_us_usd: str
    """The notional of the transfers under way from it. A decimal string."""
    disputed_usd: str
    """The disputed notional of the mark-to-market requests in dispute. A decimal string."""
    has_more: bool
    """Whether there may be more: at most 1000 of each kind are looked at, and then numbers and sums
    are lower bounds.
    """


class TotalsAtCut(TypedDict):
    """The sums of `totals` as they were at a market cut. They rest on no price of the cut."""

    cut_time: str
    """The time of the market cut. RFC 3339 in UTC, with milliseconds."""
    owed_to_us_usd: str
    """What counterparties are asked for: the notional of mark-to-market requests that await an
    answer or a retry, and whose collateral the caller's organization would receive. After a
    dispute, its undisputed part. A decimal string.
    """
    owed_by_us_usd: str
    """The same that the caller's organization would send. A decimal string."""
    in_transit_to_us_usd: str
    """The notional of the transfers under way to it. A decimal string."""
    in_transit_from_us_usd: str
    """The notional of the transfers under way from it. A decimal string."""
    disputed_usd: str
    """The disputed notional of the mark-to-market requests in dispute. A decimal string."""
    has_more: bool
    """Whether there may be more, so that the sums are lower bounds: at most 1000 of each kind that
    are open now are looked at, and 10000 changes since the cut for each side of a deal.
    """


class SearchResults(TypedDict):
    """What was found."""

    results: List[FoundResource]
    """What was found, at most 20, of each kind some. Empty if nothing was."""


class FoundResource(TypedDict):
    """A resource that a search has found."""

    kind: FoundResourceKind
    """What was found."""
    id: str
    """The id with which its own operation reads it."""
    label: str
    """What it is, for people."""
    order_id: Optional[str]
    """The order that it belongs to. Null if it belongs to none. A UUID."""


class StateMachineList(TypedDict):
    """A list of state machines."""

    state_machines: List[StateMachine]
    """The state machine of each resource."""


class StateMachine(TypedDict):
    """The states of one kind of resource and the transitions between them."""

    id: str
    """The resource of the state machine."""
    title: str
    """The name of the resource, for people."""
    initial: str
    """The state of a new resource."""
    states: List[State]
    """All states, in their usual order."""
    transitions: List[StateTransition]
    """All transitions."""


class State(TypedDict):
    """One state of a resource."""

    name: str
    """The name of the state."""
    description: str
    """The meaning of the state."""
    final: bool
    """Whether no transition leaves the state."""


StateTransition = TypedDict(
    "StateTransition",
    {"action": "str", "from": "List[str]", "to": "str", "by": "List[str]", "description": "str"},
)
"""A transition of a resource from one state to another."""
