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
