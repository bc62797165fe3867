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
