def _approval_outcome(read: Callable[[], Approval], timeout: Optional[float] = None) -> Any:
    """The answer of a request that needed approval, once it has been carried out. Nothing is open
    between the reads, and a read that fails in passing is made again.
    """
    if timeout is not None and not timeout >= 0:
        raise ValueError("timeout must be 0 seconds or more.")
    watch, waits = _Stopwatch(), Retries(back_off=0.25, back_off_max=5.0)
    attempt = 1
    while True:
        try:
            approval = read()
            if approval["end_time"] is None:
                raise ApprovalRequiredError(approval)
            if approval["state"] != "CARRIED_OUT":
                raise ApprovalEndedError(approval)
            return approval["answer"]
        except VadiumError as error:
            wait: Optional[float] = min(0.25 * 2.0 ** min(attempt - 1, 1000), 5.0)
            if not isinstance(error, ApprovalRequiredError):
                wait = _wait_before_retry(error, attempt, True, waits, random.random())
            left = float("inf") if timeout is None else timeout - watch.seconds()
            if wait is None or left <= 0:
                raise
        time.sleep(min(wait, left))
        attempt += 1
