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
