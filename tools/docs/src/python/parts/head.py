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
