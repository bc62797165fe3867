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
