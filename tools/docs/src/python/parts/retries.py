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
