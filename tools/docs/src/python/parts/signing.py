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
