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
