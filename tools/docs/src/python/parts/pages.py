class Pages(Generic[_Page, _Item]):
    """A list with pages. Iterate over it for every item of every page, or over `pages()` for the
    pages. Each page is fetched when the iteration reaches it.
    """

    def __init__(
        self,
        connection: Connection,
        operation: _Operation,
        query: Mapping[str, Any],
        params: Mapping[str, Any] = {},
        timeout: Optional[float] = None,
    ) -> None:
        self._connection, self._operation, self._timeout = connection, operation, timeout
        self._query, self._params = dict(query), params
        # What cannot be sent is refused here, where the caller has written it.
        connection._call(operation, params, query, timeout=timeout)

    def __iter__(self) -> Iterator[_Item]:
        required, _ = _members_of(self._operation.answer)
        items = next(name for name, kind in required.items() if kind is list)
        for page in self._pages():
            yield from page[items]

    def pages(self) -> Iterator[_Page]:
        """The answers, one for each page."""
        return cast(Iterator[_Page], self._pages())

    def first(self) -> _Page:
        """The answer for the first page, with its items and `next_page_token`."""
        return cast(_Page, self._fetch(self._query))

    def _pages(self) -> Iterator[Answer]:
        query = self._query
        while True:
            page = self._fetch(query)
            yield page
            token = page.get("next_page_token")
            if token is None:
                return
            if token == query.get("page_token", OMIT):
                raise ReplyError("A page names itself as the next one.", None)
            query = {**query, "page_token": token}

    def _fetch(self, query: Mapping[str, Any]) -> Answer:
        call = self._connection._call(
            self._operation, self._params, query, timeout=self._timeout
        )
        return self._connection._answer(call)
