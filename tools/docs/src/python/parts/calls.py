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
