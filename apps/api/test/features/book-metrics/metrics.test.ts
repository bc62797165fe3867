import {
  acceptOrder,
  errorReasons,
  isFinal,
  listEvents,
  listTransfers,
  operations,
  stateMachines,
  statesOf,
  streamEvents,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metricTable } from '../../../src/platform/telemetry/metric-table.ts'
import { type BreakableLink, openBreakableLink } from '../../harness/breakable-link.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { openFrames } from '../../harness/frames.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { World } from '../../harness/world/world.ts'
import { sendRaw } from '../../harness/raw.ts'
import { type Scrape, scrape } from '../../harness/scrape.ts'
import { type RunningService, startService } from '../../harness/service.ts'

/** Each scrape reads the figures of the book, and waits for them long enough for a busy machine. */
const figureTimes = { everyMs: 0, waitMsMax: 20_000 }

describe('the metrics', () => {
  const world = new World()
  let service: RunningService
  beforeAll(async () => {
    await world.start({}, { figureTimes })
    service = world.service
  })
  afterAll(() => world.close())

  const requests = (scraped: Scrape, operation: string, status: number) =>
    scraped.value(
      `vadium_request_duration_seconds_count{operation="${operation}",status="${status}"}`,
    ) ?? 0

  it('are those of the documented table, and those of Node', async () => {
    const { names, text } = await scrape(service)
    expect(names).toEqual(expect.arrayContaining(Object.keys(metricTable)))
    expect(names.filter((name) => name.startsWith('vadium_')).sort()).toEqual(
      Object.keys(metricTable).sort(),
    )
    expect(names).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(names).toContain('process_cpu_seconds_total')
    expect(new Set(names).size).toBe(names.length)
    for (const line of text.split('\n')) {
      expect(line).toMatch(
        /^(?:|# (?:HELP|TYPE) .+|[a-z_0-9]+(?:\{.*\})? (?:[-+.e0-9]+|[Nn]a[Nn]|[+-]Inf))$/,
      )
    }
  })

  it('count requests by operation and status, and refusals by reason', async () => {
    const before = await scrape(service)
    const listing = { target: '/transfers', key: world.lenderKey }
    for (let i = 0; i < 3; i += 1) expect((await call(service, listing)).status).toBe(200)
    await refused(service, 401, { target: '/transfers' })
    await refused(service, 400, { ...listing, target: '/transfers?page_size=many' })
    await refused(service, 404, { target: '/nowhere/7f2c4a52-5f6d-4f0e-9d3c-9d1f6a3b2c10' })
    await sendRaw(service, 'nonsense\r\n\r\n')
    const after = await scrape(service)
    const grown = (operation: string, status: number) =>
      requests(after, operation, status) - requests(before, operation, status)
    expect(grown(listTransfers.id, 200)).toBe(3)
    expect(grown(listTransfers.id, 401)).toBe(1)
    expect(grown(listTransfers.id, 400)).toBe(1)
    expect(grown('none', 404)).toBe(1)
    const refusals = (operation: string, reason: string) =>
      after.value(`vadium_refusals_total{operation="${operation}",reason="${reason}"}`)
    expect(refusals(listTransfers.id, 'UNAUTHENTICATED')).toBe(1)
    expect(refusals(listTransfers.id, 'PARAMETER_INVALID')).toBe(1)
    expect(refusals('none', 'ROUTE_NOT_FOUND')).toBe(1)
    expect(refusals('none', 'REQUEST_MALFORMED')).toBe(1)
  })

  it('count streams and the events they send; streams are not requests in flight', async () => {
    const following = await startService({ database: service.database, streaming: true })
    const look = () => scrape(following)
    const target = '/events:stream?type=order.updated'
    const stream = await openFrames(following, world.lenderKey, target)
    await world.orders.create()
    await stream.next()
    const open = await look()
    expect(open.value('vadium_event_streams_open')).toBe(1)
    expect(open.value('vadium_requests_in_flight')).toBe(0)
    expect(requests(open, streamEvents.id, 200)).toBe(1)
    expect(open.value('vadium_event_stream_events_sent_total')).toBe(1)
    await stream[Symbol.asyncDispose]()
    await expect.poll(async () => (await look()).value('vadium_event_streams_open')).toBe(0)
    await using another = await openFrames(following, world.lenderKey)
    following.services.openStreams.endAll()
    await another.ended()
    expect((await look()).of('vadium_event_streams_ended_total')).toEqual({
      '{cause="left"}': 1,
      '{cause="ended"}': 1,
    })
    await following.close()
  })

  it('count readers whose event cursor is deleted', async () => {
    const { next } = await succeed(service, listEvents, { key: world.lenderKey })
    await world.orders.create()
    // Its events have their numbers now: an event that just gets one is locked, and not deleted.
    await succeed(service, listEvents, { key: world.lenderKey })
    await service.database.query(`SELECT forget_events(100000, interval '0')`)
    const before = await scrape(service)
    await using stream = await openFrames(
      service,
      world.lenderKey,
      `/events:stream?after=${encodeURIComponent(next)}`,
    )
    expect(await stream.next()).toMatchObject({ event: 'reset' })
    const resets = 'vadium_event_stream_resets_total'
    expect((await scrape(service)).value(resets)).toBe((before.value(resets) ?? 0) + 1)
  })

  it('show transfers under way of all organizations, and calls to custodians', async () => {
    const waiting = 'vadium_open{kind="order",state="PENDING_ACCEPTANCE"}'
    const order = await world.orders.create()
    const orders = async () => (await scrape(service)).value(waiting) ?? 0
    const rows = await service.database.query(
      `SELECT FROM orders WHERE status = 'PENDING_ACCEPTANCE'`,
    )
    expect(await orders()).toBe(rows.rowCount)
    await call(
      service,
      callOf(acceptOrder, {
        key: world.lenderKey,
        params: { order_id: order.id },
        body: world.wallets(world.lender),
      }),
    )
    const state = (name: string) => `vadium_instructions{state="${name}"}`
    const due = await scrape(service)
    expect(due.value(state('due'))).toBe(2)
    expect(due.value('vadium_open{kind="transfer",state="PENDING"}')).toBe(2)
    expect(due.value('vadium_open{kind="position",state="OPENING"}')).toBe(1)
    expect(due.value(state('stalled'))).toBe(0)
    expect(await service.services.custodyWorker.runDue()).toBe(2)
    const asked = await scrape(service)
    const calls =
      'vadium_custody_call_duration_seconds_count{adapter="simulated",call="submit",outcome="answered"}'
    expect(asked.value(calls)).toBe(2)
    await service.database.query('UPDATE instructions SET stalled = true, due_at = null')
    expect((await scrape(service)).value(state('stalled'))).toBe(2)
  })

  it('show the age of prices by the clock of the book', async () => {
    service.clock.set('2026-03-02T12:01:00.000Z')
    const scraped = await scrape(service)
    const ages = scraped.of('vadium_price_age_seconds')
    expect(ages).toEqual({ '{asset="BTC"}': 60, '{asset="ETH"}': 60 })
    expect(scraped.value('vadium_prices{state="current"}')).toBe(2)
    expect(scraped.value('vadium_prices{state="stale"}')).toBe(0)
    expect(scraped.value('vadium_price_age_max_seconds')).toBe(31536000)
  })

  it('count the positions that a revaluation has valued', async () => {
    const before = await scrape(service)
    const count = 'vadium_positions_revalued_total'
    const timed = 'vadium_revaluation_duration_seconds_count'
    await service.database.query(
      'UPDATE position_levels SET margin_call_reached = NOT margin_call_reached',
    )
    service.services.revaluation.everythingChanged()
    const positions = await service.services.revaluation.runPending()
    expect(positions).toBeGreaterThan(0)
    const after = await scrape(service)
    expect((after.value(count) ?? 0) - (before.value(count) ?? 0)).toBe(positions)
    expect((after.value(timed) ?? 0) - (before.value(timed) ?? 0)).toBe(1)
  })

  it('have no label with an unbounded value, except assets', async () => {
    const scraped = await scrape(service)
    const among = (label: string, known: readonly string[]) => {
      expect([...scraped.labelValues(label)].filter((value) => !known.includes(value))).toEqual([])
    }
    among('operation', ['none', ...operations.map(({ id }) => id)])
    among('reason', Object.keys(errorReasons))
    among('status', ['200', '400', '401', '403', '404', '409', '422', '424', '429', '500', '503'])
    among('adapter', ['simulated', 'fireblocks'])
    among('kind', [...stateMachines.map(({ id }) => id), ...nodeKinds])
    for (const secret of [world.lender.id, world.lenderKey.publicKey, world.lender.wallet('BTC')]) {
      expect(scraped.text).not.toContain(secret)
    }
  })
})

/** Node's garbage collection has kinds as well. */
const nodeKinds = ['major', 'minor', 'incremental', 'weakcb']

describe('the figures of the book', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase()
  })
  afterAll(() => database.drop())

  it('count every state that is not final', async () => {
    const { rows } = await database.query<{ text: string }>(
      `SELECT pg_get_functiondef('book_figures'::regproc) AS text`,
    )
    const text = rows[0]?.text ?? ''
    for (const machine of stateMachines) {
      // Of a provider, or with figures of its own.
      if (machine.id === 'provider_lifecycle' || machine.id.startsWith('mail_')) continue
      const part = text.split(`'${machine.id}'`)[1]?.split('UNION ALL')[0] ?? ''
      const open = statesOf(machine).filter((state) => !isFinal(machine, state))
      expect(open.filter((state) => !part.includes(`'${state}'`))).toEqual([])
    }
  })

  it('are bounded in number, however many assets there are', async () => {
    await database.query(
      `INSERT INTO assets (symbol, name, normalized_symbol, decimals)
       SELECT 'A' || n, 'A', 'A' || n, 8 FROM generate_series(1, 300) n`,
    )
    await database.query(
      `INSERT INTO latest_prices (asset, source, price_usd, observed_at)
       SELECT 'A' || n, 'desk', 1, '2026-03-02T12:00:00Z'::timestamptz - n * interval '1 second'
       FROM generate_series(1, 299) n`,
    )
    const { rows } = await database.query<{ figure: string; state: string; value: number }>(
      `SELECT figure, state, value FROM book_figures('2026-03-02T12:00:00Z', 180, 200)`,
    )
    expect(rows.filter(({ figure }) => figure === 'price_age_seconds')).toHaveLength(200)
    const prices = rows.filter(({ figure }) => figure === 'prices')
    expect(Object.fromEntries(prices.map(({ state, value }) => [state, value]))).toEqual({
      current: 180,
      stale: 119,
      missing: 1,
    })
  })

  it('can be read by the service alone, without access to any row', async () => {
    const { rows } = await database.query<{ service: boolean; anybody: boolean }>(
      `SELECT has_function_privilege('vadium_service', 'book_figures(timestamptz, integer, integer)',
         'EXECUTE') AS service,
         EXISTS (SELECT FROM pg_proc, aclexplode(proacl) a WHERE proname = 'book_figures'
           AND a.grantee = 0) AS anybody`,
    )
    expect(rows).toEqual([{ service: true, anybody: false }])
  })
})

describe('a scrape while the database is away', () => {
  let database: TestDatabase
  let link: BreakableLink
  let service: RunningService
  beforeAll(async () => {
    database = await createDatabase()
    link = await openBreakableLink(database.url)
    service = await startService({
      database: { ...database, url: link.url },
      figureTimes: { everyMs: 0, waitMsMax: 300 },
    })
  })
  afterAll(async () => {
    await service.close()
    await link.close()
    await database.drop()
  })

  const bookRead = async () => (await scrape(service)).value('vadium_book_read')

  const outages: [what: string, breakIt: () => Promise<void>][] = [
    ['is cut off', () => link.cut()],
    ['does not answer any more', async () => link.stall()],
  ]
  it.each(isLongRun ? outages : outages.slice(0, 1))(
    'reports that, and shows the other metrics, when the database %s',
    async (_name, breakIt) => {
      await expect.poll(bookRead).toBe(1)
      await breakIt()
      await expect.poll(bookRead).toBe(0)
      const scraped = await scrape(service)
      expect(scraped.of('vadium_open')).toEqual({})
      expect(scraped.value('vadium_instruction_overdue_seconds')).toBeUndefined()
      expect(scraped.value('vadium_requests_in_flight_max')).toBe(512)
      await link.mend()
      const open = 'vadium_open{kind="order",state="ACTIVE"}'
      await expect.poll(async () => (await scrape(service)).value(open)).toBe(0)
      await expect.poll(bookRead).toBe(1)
    },
    60_000,
  )
})
