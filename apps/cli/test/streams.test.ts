import { verifyWebhook } from '@vadium/client'
import { webhookSecret } from '@vadium/client/testing'
import { describe, expect, it } from 'vitest'
import { answered } from './answered-command.ts'
import { type Answer, hangUp, json, loopbackService, refusal } from './loopback-service.ts'
import { backOffsOf, keyFor, recordedWaits, type Surroundings, vadium } from './terminal.ts'

const US = '8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901'
const ORDER = '0d000000-0000-4000-8000-000000001001'
const REQUEST = '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d'

const frame = (id: string, event: string, data: object) =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
const ready = frame('e0', 'ready', { status: 'connected' })
const time = '2026-01-06T09:30:00.123Z'

/** A move as the service sends it. */
function move(id: string, changed: object = {}, more: object = {}): string {
  const change = {
    resource: 'mark_to_market_request',
    resource_id: REQUEST,
    order_id: ORDER,
    action: 'accept',
    from: 'PENDING',
    to: 'ACCEPTED',
    by: US,
    ...changed,
  }
  const data = { organization_id: US, change, ...more, time }
  return frame(id, 'mark_to_market_request.updated', data)
}

/** Sends these frames, and keeps the connection open or breaks it. */
function stream(texts: readonly string[], breaks = false): Answer {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(texts.join(''), () => {
      if (breaks) response.destroy()
    })
  }
}

const over = refusal('ORGANIZATION_SUSPENDED')

async function run(
  answers: readonly Answer[],
  argv: readonly string[] = ['events', 'tail'],
  more: Surroundings = {},
) {
  const ran = await answered(answers, argv, more)
  return { ...ran, targets: ran.arrived.map(({ target }) => target) }
}

/** Characters that a terminal would obey. */
const commands = /(?!\n)\p{Cc}|\p{Bidi_Control}/u

const lines = (text: string) => text.split('\n').slice(0, -1)

describe('events tail', () => {
  it('prints an event as a line of JSON in a pipe, and reports reconnections on stderr', async () => {
    const { waits, wait } = recordedWaits()
    const answers = [
      stream([ready, move('e1'), move('e2')], true),
      stream([frame('e2', 'ready', {}), move('e3')], true),
      over,
    ]
    const { exitCode, stdout, stderr, targets } = await run(answers, undefined, { wait })
    expect(lines(stdout).map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([
      'e1',
      'e2',
      'e3',
    ])
    expect(JSON.parse(lines(stdout)[0] ?? '')).toMatchObject({
      type: 'mark_to_market_request.updated',
      time,
      data: { organization_id: US, change: { to: 'ACCEPTED' } },
    })
    expect(targets).toEqual([
      '/events:stream',
      '/events:stream?after=e2',
      '/events:stream?after=e3',
    ])
    expect(stderr.match(/Reconnecting in 0\.\d s\.\n/g)).toHaveLength(2)
    expect(backOffsOf(waits)).toEqual([200, 200])
    expect(exitCode).toBe(3)
    expect(stderr).toContain('(ORGANIZATION_SUSPENDED)')
  })

  it('prints with --json only its end on stderr', async () => {
    const answers = [stream([ready, move('e1')], true), over]
    const { stdout, stderr } = await run(answers, ['events', 'tail', '--json'])
    expect(lines(stdout)).toHaveLength(1)
    expect(lines(stderr)).toHaveLength(1)
    expect(JSON.parse(stderr)).toMatchObject({ error: { reason: 'ORGANIZATION_SUSPENDED' } })
  })

  it('prints on a terminal the time, the resource, the two states and the order', async () => {
    const events = [
      move('e1'),
      move('e2', {
        resource: 'order',
        resource_id: ORDER,
        from: null,
        to: 'PENDING',
        action: 'create',
      }),
      frame('e3', 'moon.rose', { organization_id: US, moon: 'full', time }),
    ]
    const { stdout } = await run([stream([ready, ...events], true), over], undefined, {
      columns: 80,
    })
    expect(lines(stdout)).toEqual([
      `2026-01-06 09:30:00  mark_to_market_request.updated  PENDING → ACCEPTED (accept)  ${REQUEST}, order ${ORDER}`,
      `2026-01-06 09:30:00  mark_to_market_request.updated  PENDING (create)  order ${ORDER}`,
      '2026-01-06 09:30:00  moon.rose  {"moon":"full"}',
    ])
  })

  it('prints what has moved where it is asked for, for people and as JSON', async () => {
    const moved = (prices: string[], clock = false) =>
      `event: moved\ndata: ${JSON.stringify({ prices, clock })}\n\n`
    const argv = ['events', 'tail', '--moved']
    const answers = () => [
      stream([ready, moved(['BTC', 'ETH']), move('e1'), moved(['BTC'], true)], true),
      over,
    ]
    const shown = await run(answers(), argv, { columns: 80 })
    expect(shown.targets[0]).toBe('/events:stream?moved=true')
    expect(lines(shown.stdout)).toEqual([
      'moved  price of BTC, price of ETH',
      expect.stringContaining('mark_to_market_request.updated'),
      'moved  price of BTC, sandbox time',
    ])
    const piped = await run(answers(), argv)
    expect(lines(piped.stdout).map((line): unknown => JSON.parse(line))).toMatchObject([
      { type: 'moved', data: { prices: ['BTC', 'ETH'], clock: false } },
      { id: 'e1' },
      { type: 'moved', data: { prices: ['BTC'], clock: true } },
    ])
  })

  it('prints the content of events of other kinds', async () => {
    const notification = {
      id: REQUEST,
      category: 'transfer_failed',
      severity: 'warning',
      title: 'A transfer failed',
      body: 'It did.',
      link: { resource: 'transfer', id: REQUEST, order_id: ORDER },
      create_time: time,
      read: false,
    }
    const entry = {
      id: REQUEST,
      order_id: ORDER,
      number: 3,
      kind: 'message',
      organization_id: US,
      account_name: 'Ada',
      text: 'one\nand \u001b[2Jtwo, of the counterparty',
      action: null,
      close_out_id: null,
      create_time: time,
    }
    const administrative_change = {
      resource: 'credential',
      resource_id: REQUEST,
      action: 'revoke',
      by: US,
      by_credential_id: ORDER,
    }
    const events = [
      frame('e1', 'notification.created', { organization_id: US, notification, time }),
      frame('e2', 'chat.updated', { organization_id: US, entry, time }),
      frame('e3', 'credential.updated', { organization_id: US, administrative_change, time }),
    ]
    const { stdout } = await run([stream([ready, ...events], true), over], undefined, {
      columns: 80,
    })
    expect(lines(stdout)).toEqual([
      `2026-01-06 09:30:00  notification.created  warning: A transfer failed  order ${ORDER}`,
      `2026-01-06 09:30:00  chat.updated  3. Ada: one and \ufffd[2Jtwo, of the counterparty  order ${ORDER}`,
      `2026-01-06 09:30:00  credential.updated  credential ${REQUEST} (revoke)  by ${US}`,
    ])
  })

  it('prints as a line the members that the flags name', async () => {
    const answers = () => [stream([ready, move('e1'), move('e2', { to: 'a\tb' })], true), over]
    const asJson = await run(answers(), ['events', 'tail', '--json', 'id,data.change.to'])
    expect(lines(asJson.stdout)).toEqual([
      '{"id":"e1","data":{"change":{"to":"ACCEPTED"}}}',
      '{"id":"e2","data":{"change":{"to":"a\\tb"}}}',
    ])
    const tsv = await run(answers(), ['events', 'tail', '--tsv', 'id,data.change.to'])
    expect(lines(tsv.stdout)).toEqual(['e1\tACCEPTED', 'e2\ta\\tb'])
    const [names = '', ...rows] = lines((await run(answers(), ['events', 'tail', '--tsv'])).stdout)
    const at = names.split('\t').indexOf('data.change.action')
    expect(rows.map((row) => row.split('\t')[at])).toEqual(['accept', 'accept'])
  })

  it('names the members that an event has, and opens no stream', async () => {
    const ran = await run([over], ['events', 'tail', '--tsv', 'id,data.chnge'])
    expect({ exitCode: ran.exitCode, sent: ran.arrived.length }).toEqual({ exitCode: 2, sent: 0 })
    expect(ran.stderr).toContain('did you mean data.change?')
  })

  it('cannot rewrite a terminal', async () => {
    const hostile = move('e1', { to: '\u001b[2J\u202eX' }, { more: '\u009b' })
    const answers = () => [stream([ready, hostile], true), over]
    expect((await run(answers(), undefined, { columns: 80 })).stdout).not.toMatch(commands)
    expect((await run(answers())).stdout).not.toMatch(commands)
  })

  it('begins at the given cursor, with the given kind', async () => {
    const argv = ['events', 'tail', '--after', 'abc', '--type', 'order.updated']
    const { targets } = await run([over], argv)
    expect(targets).toEqual(['/events:stream?type=order.updated&after=abc'])
    const wrong = await run([over], ['events', 'tail', '--type', 'moon.rose'])
    expect({ exitCode: wrong.exitCode, sent: wrong.arrived.length }).toEqual({
      exitCode: 2,
      sent: 0,
    })
  })

  it('has a curl line', async () => {
    const { exitCode, stdout, arrived } = await run([over], ['events', 'tail', '--curl'])
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 0, sent: 0 })
    expect(stdout).toContain('/events:stream')
  })

  it('exits with an error when it was never connected', async () => {
    const { waits, wait } = recordedWaits()
    const { exitCode, arrived } = await run([hangUp], undefined, { wait })
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 4, sent: 4 })
    expect(backOffsOf(waits)).toEqual([200, 400, 800])
    const env = keyFor('http://127.0.0.1:1')
    expect((await vadium(['events', 'tail'], { env })).exitCode).toBe(5)
  })

  it('ends at a reset, and names the cursor to continue from', async () => {
    const reset = frame('e9', 'reset', { organization_id: US })
    const { exitCode, stdout, stderr } = await run([stream([ready, move('e1'), reset])])
    expect(exitCode).toBe(3)
    expect(lines(stdout)).toHaveLength(1)
    expect(stderr).toContain('resume after e9')
    expect(stderr).toContain('(STREAM_RESET)')
  })

  it('ends when it is interrupted while it waits for an event', async () => {
    const controller = new AbortController()
    const waiting: Answer = (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(ready, () => {
        controller.abort()
      })
    }
    const { exitCode, stdout, stderr } = await run([waiting], undefined, {
      signal: controller.signal,
    })
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 130,
      stdout: '',
      stderr: 'vadium: Interrupted.\n',
    })
  })
})

describe('events list', () => {
  it('prints a line for each event, and the cursor to continue from', async () => {
    const event = {
      id: 'e1',
      type: 'order.updated',
      time,
      data: {
        organization_id: US,
        change: {
          resource: 'order',
          resource_id: ORDER,
          order_id: ORDER,
          action: 'create',
          from: null,
          to: 'PENDING',
          by: US,
        },
      },
    }
    const answer = { events: [event], next: 'e1', reset: false }
    const { stdout, targets } = await run([json(answer)], ['events', 'list', '--after', 'e0'])
    expect(targets).toEqual(['/events?after=e0'])
    expect(lines(stdout)).toEqual([
      `2026-01-06 09:30:00  order.updated  PENDING (create)  order ${ORDER}`,
      'Continue with --after e1',
    ])
    const lost = await run([json({ events: [], next: 'e9', reset: true })], ['events', 'list'])
    expect(lines(lost.stdout)).toEqual([
      'Events after this cursor have been deleted. Read the resources again.',
      'Continue with --after e9',
    ])
  })
})

describe.each([
  ['notifications', '/notifications:stream'],
  ['chats', '/chatEvents:stream'],
])('%s tail', (noun, target) => {
  it('follows the events of its kind', async () => {
    const answers = [stream([ready, move('e1')], true), over]
    const { stdout, targets } = await run(answers, [noun, 'tail'])
    expect(lines(stdout)).toHaveLength(1)
    expect(targets).toEqual([target, `${target}?after=e1`])
  })
})

describe('listen', () => {
  it('sends each event to the receiver, as a webhook that its secret verifies', async () => {
    const secret = webhookSecret()
    await using receiver = await loopbackService(json({}), json({}, 500))
    await using service = await loopbackService(stream([ready, move('e1'), move('e2')], true), over)
    const env = { ...keyFor(service.url), VADIUM_WEBHOOK_SECRET: secret }
    const { stdout } = await vadium(['listen', '--forward-to', `${receiver.url}/hooks`], { env })
    expect(receiver.arrived.map(({ method, target }) => [method, target])).toEqual([
      ['POST', '/hooks'],
      ['POST', '/hooks'],
    ])
    const events = receiver.arrived.map(({ headers, body }) => verifyWebhook(headers, body, secret))
    expect(events).toMatchObject([
      { id: 'e1', type: 'mark_to_market_request.updated', timestamp: time },
      { id: 'e2', data: { change: { action: 'accept' } } },
    ])
    expect(lines(stdout)).toMatchObject([
      expect.stringMatching(/PENDING → ACCEPTED .* → 200 in \d+ ms$/),
      expect.stringMatching(/ → 500 in \d+ ms$/),
    ])
  })

  it('sends only events of the given types, and prints no secret that it was given', async () => {
    await using receiver = await loopbackService(json({}))
    await using service = await loopbackService(stream([ready, move('e1')], true), over)
    const secret = webhookSecret()
    const env = { ...keyFor(service.url), VADIUM_WEBHOOK_SECRET: secret }
    const argv = ['listen', '--forward-to', receiver.url, '--type']
    const other = await vadium([...argv, 'order.updated', 'transfer.updated'], { env })
    expect(receiver.arrived).toEqual([])
    expect(other.stderr).not.toContain(secret)
    await vadium([...argv, 'mark_to_market_request.updated'], { env })
    expect(service.arrived.at(-1)?.target).toContain('type=mark_to_market_request.updated')
  })

  it('refuses a malformed secret with exit code 2, and does not print it', async () => {
    const env = { ...keyFor('http://127.0.0.1:9'), VADIUM_WEBHOOK_SECRET: 'hunter2' }
    const argv = ['listen', '--forward-to', 'http://127.0.0.1:9/hooks']
    const { exitCode, stderr } = await vadium(argv, { env })
    expect(exitCode).toBe(2)
    expect(stderr).not.toContain('hunter2')
  })

  it('goes on when the receiver does not answer', async () => {
    await using service = await loopbackService(stream([ready, move('e1')], true), over)
    const argv = ['listen', '--forward-to', 'http://127.0.0.1:9/hooks']
    const { stdout, stderr } = await vadium(argv, { env: keyFor(service.url) })
    expect(stdout).toMatch(/ → failed: /)
    expect(stderr).toContain('signed with whsec_')
  })

  it('refuses what is no address of a receiver', async () => {
    const { exitCode, stderr } = await vadium(['listen', '--forward-to', 'file:///etc/passwd'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('--forward-to: must be an http or https address')
  })
})
