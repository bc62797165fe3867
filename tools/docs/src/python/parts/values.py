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
