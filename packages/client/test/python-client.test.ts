import { errorReason, errorReasons, type ErrorReason } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { shownInPython } from '../../../apps/api/test/harness/python-client.ts'
import { pythonProgram } from '../../../apps/api/test/harness/wanted-programs.ts'
import { VadiumServiceError } from '../src/index.ts'
import { retryDefaults, waitBefore } from '../src/core/retry.ts'
import { broken } from './read-streams.ts'
import { arrival, body, event, headersOf, secret, webhookVectors } from './webhook-vectors.ts'
import {
  type Answer,
  frames,
  frameText,
  json,
  keys,
  refusal,
  scriptedServer,
} from './scripted-server.ts'

const lost: Answer = (response) => {
  response.destroy()
}

/** What a program shows at a server that answers so, and what arrived there. */
async function run(program: string, ...answers: Answer[]) {
  await using server = await scriptedServer()
  server.answer(...answers)
  const { url } = server
  const shown = await shownInPython(program, { url, privateKey: keys.privateKey })
  return { shown, arrived: [...server.arrived] }
}

/** A value of JSON as a text in Python. */
const pythonText = (value: unknown) => JSON.stringify(JSON.stringify(value))

const write = 'client.notifications.mark_all_read(until_time="2026-03-02T12:00:00.000Z")'
const quick = 'client._retries = vadium.Retries(back_off=0.01)\n'

describe.runIf(pythonProgram !== undefined)('the client in Python', () => {
  it('signs what it sends, byte for byte', async () => {
    const { arrived } = await run(
      `client.request("GET", "/x", query={"a": "é |&%", "b": True})
client.request("POST", "/x", body={"text": "é|", "amount": Decimal("1E+3"), "none": None})
failure(lambda: client.transfers.cancel("a/../b"))`,
      json({}),
      json({}),
      refusal('TRANSFER_NOT_FOUND'),
    )
    expect(arrived.map(({ verified }) => verified)).toEqual([true, true, true])
    expect(arrived.map(({ target }) => target)).toEqual([
      '/x?a=%C3%A9%20%7C%26%25&b=true',
      '/x',
      '/transfers/a%2F..%2Fb:cancel',
    ])
    expect(Buffer.from(arrived[1]?.body ?? []).toString()).toBe(
      '{"text":"é|","amount":"1000","none":null}',
    )
  })

  it('waits as the SDK does, for each reason of the service', async () => {
    const reasons = Object.keys(errorReasons) as ErrorReason[]
    const program = `waits = {}
for reason, code, status in json.loads(${JSON.stringify(
      JSON.stringify(
        reasons.map((reason) => [reason, errorReason(reason).code, errorReason(reason).status]),
      ),
    )}):
    stamp = vadium.Detail("X-Timestamp-Ms", "too old", "1790000000000")
    error = vadium.ServiceError("", reason, code, "", None, [stamp])
    error.status = status
    waits[reason] = []
    for attempt in (1, 2, 9):
        wait = vadium._wait_before_retry(error, attempt, False, vadium.Retries(), 0.5)
        waits[reason].append(wait if wait is None else round(wait, 6))
show(waits)
show(vars(vadium.Retries()))`
    const { shown } = await run(program)
    const details = [{ field: 'X-Timestamp-Ms', issue: 'too old', value: '1790000000000' }]
    const expected = reasons.map((reason) => {
      const { code, status } = errorReason(reason)
      const facts = { status, requestId: undefined, retryAfterMs: undefined }
      const error = new VadiumServiceError({ code, reason, message: '', details }, facts)
      const waits = [1, 2, 9].map((attempt) => {
        const failed = { attempt, wasSignedAgain: false, random: 0.5 }
        const waitMs = waitBefore(error, failed, retryDefaults)
        return waitMs === undefined ? null : waitMs / 1000
      })
      return [reason, waits] as const
    })
    expect(shown[0]).toEqual(Object.fromEntries(expected))
    expect(shown[1]).toEqual({
      attempts_max: retryDefaults.attemptsMax,
      back_off: retryDefaults.backOffMs / 1000,
      back_off_max: retryDefaults.backOffMsMax / 1000,
      total_max: retryDefaults.totalMsMax / 1000,
    })
  })

  it('repeats a write under one key, signed again each time', async () => {
    const { arrived, shown } = await run(
      `${quick}show(${write}["marked"])`,
      lost,
      refusal('RATE_LIMITED', { headers: { 'Retry-After': '0' } }),
      json({ marked: 3 }),
    )
    expect(shown).toEqual([3])
    expect(new Set(arrived.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(new Set(arrived.map(({ headers }) => headers['x-signature'])).size).toBe(3)
  })

  it('says of a write whether it may have taken effect, with the key to repeat it', async () => {
    const { shown, arrived } = await run(
      `${quick}for _ in range(4):
    show(failure(lambda: ${write}))`,
      ...[lost, lost, lost, lost],
      refusal('INVALID_STATE'),
      // The first attempt may have taken effect, and a refusal of the signature does not deny that.
      ...[lost, refusal('ROLE_NOT_PERMITTED')],
      ...[lost, refusal('ORDER_NOT_FOUND')],
    )
    expect(arrived).toHaveLength(9)
    expect(shown).toMatchObject([
      {
        type: 'ConnectionFailedError',
        reason: 'CONNECTION_LOST',
        outcome: 'unknown',
        idempotency_key: arrived[0]?.headers['idempotency-key'],
      },
      {
        type: 'ServiceError',
        reason: 'INVALID_STATE',
        outcome: 'refused',
        status: 409,
        request_id: 'from-body',
        idempotency_key: null,
      },
      { reason: 'ROLE_NOT_PERMITTED', outcome: 'unknown' },
      { reason: 'ORDER_NOT_FOUND', outcome: 'refused', idempotency_key: null },
    ])
  })

  it('names the wrong fields and the request on one line', async () => {
    const details = [{ field: 'price', issue: 'must be\na decimal' }]
    const { shown } = await run(
      `show(failure(lambda: ${write}))`,
      refusal('BODY_INVALID', { details }),
    )
    expect(shown[0]).toMatchObject({
      details: [{ field: 'price', issue: 'must be\na decimal' }],
      text: expect.stringMatching(
        /^The body .* price: must be a decimal\. \(POST \/notifications:markAllRead, 400 BODY_INVALID, request from-body\)$/,
      ) as string,
    })
  })

  it('has sent nothing where it could not connect, or where the server is not trusted', async () => {
    const { shown } = await run(
      `def at(url):
    return failure(lambda: vadium.Client(url, retries=vadium.Retries(attempts_max=1)).orders.cancel("1"))
show(at("http://127.0.0.1:1"))
show(at("http://nowhere.invalid"))
show(at(client._service.host and "https://" + client._service.host))`,
    )
    const refused = { type: 'ConnectionFailedError', outcome: 'refused', idempotency_key: null }
    expect(shown).toMatchObject([
      { ...refused, reason: 'CONNECTION_NOT_MADE' },
      { ...refused, reason: 'CONNECTION_NOT_MADE' },
      { ...refused, reason: 'REQUEST_NOT_SENT' },
    ])
  })

  it('ends an attempt in time, however slowly the answer arrives', async () => {
    const slow: Answer = (response) => {
      response.writeHead(200, { 'Content-Length': '100' })
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => {
        clearInterval(timer)
      })
    }
    const { shown } = await run(
      `client._retries = vadium.Retries(attempts_max=1)
show(failure(lambda: client.orders.cancel("1", timeout=0.3)))`,
      slow,
    )
    expect(shown[0]).toMatchObject({
      type: 'TimedOutError',
      reason: 'TIMED_OUT',
      outcome: 'unknown',
    })
  })

  it('refuses a float, what is not finite, and a key that is no key', async () => {
    const { shown, arrived } = await run(
      `show(failure(lambda: client.request("POST", "/x", body={"legs": [{"quantity": 0.1}]})))
show(failure(lambda: client.order_requests.create(position_id="1", kind="RECALL", quantity=1.5)))
show(failure(lambda: client.request("POST", "/x", body=Decimal("NaN"))))
show(failure(lambda: vadium.Client("http://x", "c2VjcmV0")))`,
    )
    expect(arrived).toEqual([])
    expect(shown).toMatchObject([
      {
        type: 'TypeError',
        text: expect.stringMatching(/^body\.legs\[0\]\.quantity is a float/) as string,
      },
      { type: 'TypeError', text: expect.stringMatching(/^body\.quantity is a float/) as string },
      { type: 'ValueError' },
      { type: 'ValueError', text: expect.not.stringContaining('c2VjcmV0') as string },
    ])
  })

  it('keeps all digits of an answer', async () => {
    const { shown } = await run(
      `answer = client.request("GET", "/x")["transfer"]
show([type(value).__name__ for value in answer.values()])
show(answer)
show(type(client.request("GET", "/x")["transfer"]["quantity"]).__name__)`,
      json('{"transfer":{"quantity":12345678901234567890.123456789012345678901,"n":1.5,"i":3}}'),
      json('{"transfer":{"quantity":3}}'),
    )
    expect(shown).toEqual([
      ['Decimal', 'Decimal', 'int'],
      { quantity: '12345678901234567890.123456789012345678901', n: '1.5', i: 3 },
      'Decimal',
    ])
  })

  it('signs at the time of the server after a refusal of its own', async () => {
    const details = [{ field: 'X-Timestamp-Ms', issue: 'late', value: '1790000000000' }]
    const { arrived } = await run(
      `client.request("GET", "/x")
client.request("GET", "/x")`,
      refusal('TIMESTAMP_OUT_OF_WINDOW', { details }),
      json({}),
    )
    const times = arrived.map(({ timestamp }) => Number(timestamp) - 1_790_000_000_000)
    expect(times.slice(1).every((ms) => ms >= 0 && ms < 60_000)).toBe(true)
    expect(times).toHaveLength(3)
  })

  it('says that a write awaits approval, and waits for its answer', async () => {
    const approval = { id: 'a1', state: 'PENDING', end_time: null, answer: null, failure: null }
    const ended = { ...approval, end_time: '2026-07-01T17:00:00.000Z' }
    const carriedOut = { ...ended, state: 'CARRIED_OUT', answer: { number: 1042 } }
    const failure = { reason: 'PRICE_STALE', message: 'Old.' }
    const program = `${quick}client.approvals.get = lambda approval_id: client.request("GET", "/approvals/a1")
show(failure(lambda: ${write}))
show(client.approvals.wait("a1"))
show(failure(lambda: client.approvals.wait("a1")))
show(failure(lambda: client.approvals.wait("a1", timeout=0)))`
    const { shown, arrived } = await run(
      program,
      json({ approval }, 202),
      lost,
      json(approval),
      json(carriedOut),
      json({ ...ended, state: 'FAILED', failure }),
      json(approval),
    )
    expect(arrived).toHaveLength(6)
    expect(shown).toMatchObject([
      { type: 'ApprovalRequiredError', outcome: 'awaits_approval', status: 202 },
      { number: 1042 },
      {
        type: 'ApprovalEndedError',
        reason: 'APPROVAL_FAILED',
        outcome: 'refused',
        summary: expect.stringContaining('Old. (PRICE_STALE)') as string,
      },
      { type: 'ApprovalRequiredError' },
    ])
  })

  it('resumes a stream after the last event that it returned', async () => {
    const at = (id: string, event = 'order.updated') => ({ id, event, data: { time: 'T', n: id } })
    const text = (...ids: string[]) => ids.map((id) => frameText(at(id))).join('')
    const { shown, arrived } = await run(
      `${quick}losses = []
stream = client.events.stream(moved=True, on_moved=show, on_reset=show,
    on_interruption=lambda loss: losses.append(loss.error.reason))
show([next(stream)["id"] for _ in range(3)])
show([stream.position, losses])`,
      broken(frameText(at('p', 'ready')), text('one').replaceAll('\n', '\r\n'), ': alive\n\n'),
      refusal('OVERLOADED'),
      broken(frameText(at('one', 'ready')), text('two').slice(0, -1)),
      frames(
        at('one', 'ready'),
        'event: moved\ndata: {"prices":["BTC"],"clock":true}\n\n',
        at('reset', 'reset'),
        text('three', 'four'),
      ),
    )
    expect(shown).toEqual([
      { prices: ['BTC'], clock: true },
      'reset',
      ['one', 'three', 'four'],
      ['four', ['CONNECTION_LOST', 'OVERLOADED', 'CONNECTION_LOST']],
    ])
    const after = arrived.map(({ target }) =>
      new URLSearchParams(target.split('?')[1]).get('after'),
    )
    expect(after).toEqual([null, 'one', 'one', 'one'])
  })

  it('ends a stream with an error where another connection cannot help', async () => {
    const reset = frames(
      { id: 'p', event: 'ready', data: {} },
      { id: 'q', event: 'reset', data: {} },
    )
    const { shown } = await run(
      `${quick}show(failure(lambda: next(client.events.stream())))
show(failure(lambda: next(client.events.stream())))
show(failure(lambda: next(client.events.stream(unconnected_max=0.05, silence_max=0.01))))
show(failure(lambda: client.events.stream(on_moved=show)))`,
      reset,
      refusal('EVENT_POSITION_INVALID'),
      frames({ id: 'p', event: 'ready', data: {} }),
    )
    expect(shown).toMatchObject([
      { type: 'StreamResetError', reason: 'STREAM_RESET', outcome: 'refused' },
      { type: 'ServiceError', reason: 'EVENT_POSITION_INVALID' },
      { type: 'TimedOutError', reason: 'TIMED_OUT' },
      { type: 'TypeError' },
    ])
  })

  it('returns the items of an export while they arrive, and finds one that is cut off', async () => {
    const inParts =
      (type: string, ...parts: string[]): Answer =>
      (response) => {
        response.writeHead(200, { 'Content-Type': type })
        for (const part of parts) response.write(part)
        response.end()
      }
    const { shown } = await run(
      `${quick}show(list(client.positions.export()))
show(list(client.positions.export()))
for form in ("json", "csv"):
    show(failure(lambda: list(client.positions.export(format=form))))
show(failure(lambda: list(client.positions.export(format="csv"))))
show(failure(lambda: list(client.positions.export())))`,
      inParts(
        'application/json',
        '{"positi',
        'ons": [{"id":"a',
        '}]","in":{"n":1}},',
        '{"id":"b"}',
        ' ]}',
      ),
      inParts('application/json', '{"positions":[]}'),
      inParts('application/json', '{"positions":[{"id":"a"},'),
      inParts('text/csv', 'id\nab'),
      inParts('text/html', '<p>no</p>\n'),
      inParts('application/json', '{"positions":[{"id":NaN}]}'),
    )
    const incomplete = { reason: 'REPLY_MALFORMED' }
    expect(shown).toMatchObject([
      [{ id: 'a}]', in: { n: 1 } }, { id: 'b' }],
      [],
      incomplete,
      incomplete,
      { ...incomplete, summary: 'The export is not text/csv.' },
      incomplete,
    ])
  })

  it('reads every page, and refuses one that names itself as the next', async () => {
    const page = (ids: string[], next_page_token?: string) =>
      json({ transfers: ids.map((id) => ({ id, quantity: 1 })), next_page_token })
    const { shown, arrived } = await run(
      `show([transfer["id"] for transfer in client.transfers.list(page_size=2)])
show(failure(lambda: list(client.transfers.list())))`,
      page(['a', 'b'], 't1'),
      page(['c']),
      page([], 't2'),
    )
    expect(shown).toMatchObject([['a', 'b', 'c'], { reason: 'REPLY_MALFORMED' }])
    expect(arrived.map(({ target }) => target)).toEqual([
      '/transfers?page_size=2',
      '/transfers?page_size=2&page_token=t1',
      '/transfers',
      '/transfers?page_token=t2',
    ])
  })

  it('takes and refuses webhooks as the SDK does', async () => {
    const { shown } = await run(
      `vadium.time.time = lambda: ${arrival.getTime() / 1000}
def taken(body, headers, secret):
    try:
        return {"event": vadium.verify_webhook(body, headers, secret)}
    except vadium.WebhookError as error:
        assert error.outcome == vadium.REFUSED and secret[6:20] not in str(error) or not secret[6:]
        return {"reason": error.reason}
for vector in json.loads(${pythonText(webhookVectors)}):
    show(taken(vector["body"].encode(), vector["headers"], vector["secret"]))`,
    )
    const expected = webhookVectors.map(({ reason }) =>
      reason === undefined ? { event } : { reason },
    )
    expect(shown).toEqual(expected)
  })

  it('takes a webhook in the forms of web frameworks, and for one of several secrets', async () => {
    const { shown } = await run(
      `import email.message
vadium.time.time = lambda: ${arrival.getTime() / 1000}
headers, body, secret = json.loads(${pythonText([headersOf(), body, secret])})
message = email.message.Message()
for name, value in headers.items():
    message[name.title()] = value
other = "whsec_" + "A" * 32
def reason(*given, **more):
    return failure(lambda: vadium.verify_webhook(*given, **more))
show([vadium.verify_webhook(form, message, [other, secret])["type"] for form in (body, body.encode(), bytearray(body.encode()))])
show([reason(json.loads(body), headers, secret)["reason"], reason(None, headers, secret)["reason"]])
show([reason(body, headers, known)["reason"] for known in ([], [secret, ""], None, [None], 7)])
vadium.time.time = lambda: ${arrival.getTime() / 1000 + 11}
show([reason(body, headers, secret, tolerance=10)["reason"], reason(body, headers, secret, tolerance=0)["text"]])`,
    )
    expect(shown).toEqual([
      Array(3).fill('order.updated'),
      Array(2).fill('WEBHOOK_BODY_PARSED'),
      Array(5).fill('WEBHOOK_SECRET_MALFORMED'),
      ['WEBHOOK_TIME_OUT_OF_WINDOW', 'tolerance must be above 0 and at most 86400 seconds.'],
    ])
  })

  it('refuses a time of 0 and an empty setting: neither means the default', async () => {
    const { shown, arrived } = await run(
      `import os
url = os.environ["VADIUM_URL"]
for call in (
    lambda: client.orders.cancel("1", timeout=0),
    lambda: client.request("GET", "/x", timeout=float("nan")),
    lambda: client.transfers.list(timeout=-1),
    lambda: vadium.Client(timeout=0),
    lambda: vadium.Client(timeout=float("inf")),
    lambda: vadium.Client(answer_bytes_max=0),
    lambda: client.events.stream(silence_max=0),
    lambda: client.events.stream(unconnected_max=-1),
    lambda: client.approvals.wait("1", timeout=-1),
    lambda: vadium.Retries(total_max=0),
    lambda: vadium.Retries(back_off=-1),
    lambda: vadium.Client(""),
    lambda: vadium.Client(private_key=""),
    lambda: vadium.Client(url, os.environ["VADIUM_PRIVATE_KEY"], signer=client._signer),
):
    shown = failure(call)
    show([shown["type"], shown["text"].split(" must ")[0].split(" is ")[0]])`,
    )
    expect(arrived).toEqual([])
    expect(shown).toEqual(
      [
        ...['timeout', 'timeout', 'timeout', 'timeout', 'timeout'],
        ...['answer_bytes_max', 'silence_max', 'unconnected_max', 'timeout'],
        ...['attempts_max', 'back_off and back_off_max', 'base_url', 'private_key'],
        'Give private_key or signer, not both.',
      ].map((text) => ['ValueError', text]),
    )
  })

  it('sends a body that is empty where one is given', async () => {
    const { arrived } = await run(
      `for body in ({}, [], None, 0, False):
    client.request("POST", "/x", body=body)
client.request("POST", "/x")`,
      ...Array.from({ length: 6 }, () => json({})),
    )
    expect(arrived.map(({ body }) => Buffer.from(body).toString())).toEqual([
      ...['{}', '[]', 'null', '0', 'false', ''],
    ])
  })

  it('says of an answer with a type what the headers say', async () => {
    const { shown } = await run(
      `page = client.transfers.list().first()
show([vadium.Answer.of(page).request_id, vadium.Answer.of(page) is page])
show(failure(lambda: vadium.Answer.of(page["transfers"][0]))["type"])`,
      json({ transfers: [{ id: 'a', quantity: 1 }] }, 200, { 'X-Request-Id': 'r1' }),
    )
    expect(shown).toEqual([['r1', true], 'TypeError'])
  })

  it('opens another connection where the service has closed the kept one', async () => {
    const closing: Answer = (response) => {
      const { socket } = response
      response.end('{}', () => socket?.end())
    }
    const { shown, arrived } = await run(
      `client._retries = vadium.Retries(attempts_max=1)
client.request("GET", "/x")
client._service._kept[0].sock.recv(1, socket.MSG_PEEK)
show(client.request("GET", "/x"))`,
      closing,
    )
    expect(shown).toEqual([{}])
    expect(arrived).toHaveLength(2)
  })
})
