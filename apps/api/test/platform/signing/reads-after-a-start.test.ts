import { signRequest, VadiumClient } from '@vadium/client'
import {
  errorAnswer,
  headerNames,
  listTransfers,
  previewMarkToMarketRequest,
  signatureWindowMs,
} from '@vadium/schema'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { firstReadAt } from '../../../src/platform/signing/read-replays.ts'
import { Book } from '../../harness/book.ts'
import { call, callOf, type CallOptions, refused } from '../../harness/call.ts'
import { openExampleBooks } from '../../harness/example-books.ts'
import { exampleCall, type ExampleCall } from '../../harness/example-requests.ts'
import { type LivingBooks, livingSettings } from '../../harness/living-books.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { operationsOfEachKind } from '../../harness/tried-in-full.ts'

/** A request signed this many milliseconds beside the clock of the service. */
function signedBeside(
  service: RunningService,
  { key, method = 'GET', target, body, ...rest }: CallOptions,
  besideMs: number,
): CallOptions {
  if (key === undefined) throw new Error('nobody signs')
  const at = service.clock.now() + besideMs
  const headers = signRequest({ method, target, body }, key.privateKey, at)
  return { ...rest, method, target, ...(body !== undefined && { body }), headers }
}

function moveClock({ clock }: RunningService, toMs: number): void {
  clock.set(new Date(toMs).toISOString())
}

const ofEachKind = operationsOfEachKind.filter(({ safe }) => safe)
const firstOfEachStatus = [listTransfers, previewMarkToMarketRequest]

describe('a restarted process', () => {
  let opened: LivingBooks
  let before: RunningService
  let after: RunningService
  let startMs: number
  beforeAll(async () => {
    opened = await openExampleBooks()
    before = opened.service
    startMs = before.clock.now()
    const { database } = before
    after = await startService({ database, settings: livingSettings, isRestart: true })
  }, 60_000)
  afterEach(() => moveClock(after, startMs))
  afterAll(async () => {
    await after.close()
    await opened.close()
  })

  describe.each(isLongRun ? ofEachKind : firstOfEachStatus)('refuses $id', (operation) => {
    const { status } = errorAnswer('UNAUTHENTICATED', operation.errors)
    let validCall: ExampleCall
    beforeAll(async () => {
      validCall = await exampleCall(operation, opened.books[0])
    })

    it.each([-29_000, 0, 1249])(
      'signed %i ms beside its start, and shows the time to sign for',
      async (besideMs) => {
        const signed = signedBeside(before, validCall, besideMs)
        expect((await call(before, signed)).status).toBe(200)
        const reply = await refused(after, status, signed)
        expect(reply.reason).toBe('TIMESTAMP_OUT_OF_WINDOW')
        expect(reply.body.error.details).toEqual([
          expect.objectContaining({
            field: headerNames.timestamp,
            value: String(startMs + 1250),
          }),
        ])
      },
    )

    it.each([1251, 29_000])(
      'accepted before and signed %i ms ahead, now or at that time',
      async (besideMs) => {
        const signed = signedBeside(before, validCall, besideMs)
        expect((await call(before, signed)).status).toBe(200)
        expect((await refused(after, status, signed)).reason).toBe('UNAUTHENTICATED')
        const another = signedBeside(before, validCall, besideMs + 1)
        expect((await call(before, another)).status).toBe(200)
        moveClock(after, startMs + besideMs)
        expect((await refused(after, status, another)).reason).toBe('UNAUTHENTICATED')
      },
    )

    it('a second time when it is signed for the time that was shown', async () => {
      const signed = signedBeside(after, validCall, 1250)
      expect((await call(after, signed)).status).toBe(200)
      expect((await refused(after, status, signed)).reason).toBe('UNAUTHENTICATED')
    })
  })
})

describe('a read', () => {
  const book = new Book()
  const key = book.party('harbor').credential('viewer')
  const listing = callOf(listTransfers, { key })
  let service: RunningService
  const recorded = async () => {
    const text = 'SELECT count(*)::int AS count FROM used_signatures'
    return (await service.database.query<{ count: number }>(text)).rows[0]?.count
  }
  beforeEach(async () => {
    // One request without a valid signature, and the budget of the address is spent.
    const settings = { RATE_LIMIT_ADDRESS: '1' }
    const { scenario } = book
    service = await startService({ scenario, settings, isRestart: true, startedMsAgo: 1000 })
  })
  afterEach(() => service.close())

  it('is recorded in the database only when it is signed more than 0.25 s ahead', async () => {
    for (const besideMs of [250, 251]) {
      expect((await call(service, signedBeside(service, listing, besideMs))).status).toBe(200)
      expect(await recorded()).toBe(besideMs === 250 ? 0 : 1)
    }
  })

  it('is refused when an earlier process accepted it, however long the start took', async () => {
    const { database } = service
    const settings = { RATE_LIMIT_ADDRESS: '100' }
    const earlier = await startService({ database, settings })
    const after = await startService({
      database,
      settings,
      isRestart: true,
      startedMsAgo: 60_000,
    })
    for (const [besideMs, reason] of [
      [-1, 'TIMESTAMP_OUT_OF_WINDOW'],
      [249, 'TIMESTAMP_OUT_OF_WINDOW'],
      [250, undefined],
      [251, 'UNAUTHENTICATED'],
    ] as const) {
      const signed = signedBeside(earlier, listing, besideMs)
      if (reason === undefined) {
        expect((await call(after, signed)).status).toBe(200)
        continue
      }
      expect((await call(earlier, signed)).status).toBe(200)
      expect((await refused(after, 401, signed)).reason).toBe(reason)
    }
    await after.close()
    await earlier.close()
  })

  it('is refused when it was accepted before a kill, although the clock was set back by a second', () => {
    const [killedMs, furthestUnrecorded] = [0, 250]
    const startedMs = killedMs + 1 - 1000
    expect(firstReadAt(startedMs, startedMs)).toBeGreaterThan(killedMs + furthestUnrecorded)
  })

  it('is retried once by the SDK, for the time that it is shown', async () => {
    const statuses: number[] = []
    service.server.on('request', (_request, response) => {
      response.once('finish', () => statuses.push(response.statusCode))
    })
    const client = new VadiumClient({
      baseUrl: service.url,
      privateKey: key.privateKey,
      now: () => service.clock.now(),
    })
    for (let i = 0; i < 3; i += 1) await client.transfers.list()
    await client.close()
    expect(statuses).toEqual([401, 200, 200, 200])
    expect(await recorded()).toBeLessThan(3)
  })

  it('does not count against its address when refused because of a start, and a replay does', async () => {
    for (const besideMs of [1, 2, 3]) {
      const signed = signedBeside(service, listing, besideMs)
      expect((await refused(service, 401, signed)).reason).toBe('TIMESTAMP_OUT_OF_WINDOW')
    }
    expect((await call(service, signedBeside(service, listing, 1000))).status).toBe(200)
    const first = signedBeside(service, listing, 1)
    expect((await refused(service, 401, first)).reason).toBe('UNAUTHENTICATED')
    await refused(service, 429, first)
  })

  it('has no entry in the audit trail when it is refused because of a start', async () => {
    const reply = await refused(service, 401, signedBeside(service, listing, 0))
    await service.services.audit.flush()
    const { rows } = await service.database.query(
      'SELECT FROM audit_entries WHERE request_id = $1',
      [reply.headers[headerNames.requestId.toLowerCase()]],
    )
    expect(rows).toEqual([])
  })
})

describe('a process that was started by a clock an hour ahead', () => {
  const book = new Book()
  const key = book.party('harbor').credential('viewer')
  const listing = callOf(listTransfers, { key })
  let service: RunningService
  let aheadMs: number
  beforeEach(async () => {
    service = await startService({ scenario: book.scenario, isRestart: true, startedMsAgo: 2000 })
    aheadMs = service.clock.now()
  })
  afterEach(() => service.close())
  const readyz = async () => {
    const { status, body } = await call(service, { target: '/readyz' })
    return { status, why: (body as { why?: string }).why }
  }

  it('says and logs that the clock was set back, and is ready after the window of signatures', async () => {
    const rightMs = aheadMs - 3_600_000
    moveClock(service, rightMs)
    const unready = { status: 503, why: 'the clock was set back' }
    expect(await readyz()).toEqual(unready)
    const early = await refused(service, 401, signedBeside(service, listing, 0))
    expect(early.body.error.details).toEqual([
      expect.objectContaining({ value: String(rightMs + signatureWindowMs) }),
    ])
    moveClock(service, rightMs + signatureWindowMs - 1)
    expect(await readyz()).toEqual(unready)
    moveClock(service, rightMs + signatureWindowMs)
    expect(await readyz()).toEqual({ status: 200 })
    expect((await call(service, signedBeside(service, listing, 0))).status).toBe(200)
    const logged = service.log.filter((line) => line.includes('the clock was set back'))
    expect(logged.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ seconds: 3600 }),
    ])
  })

  it('refuses what it accepted then when the clock has come to that time again', async () => {
    moveClock(service, aheadMs + 2000)
    const signed = signedBeside(service, listing, 0)
    expect((await call(service, signed)).status).toBe(200)
    moveClock(service, aheadMs - 3_600_000)
    await refused(service, 401, signed)
    for (let minute = 0; minute < 60; minute += isLongRun ? 2 : 20) {
      moveClock(service, aheadMs + 2000 - 3_600_000 + minute * 60_000)
      await call(service, signedBeside(service, listing, 0))
    }
    moveClock(service, aheadMs + 2000)
    expect((await refused(service, 401, signed)).reason).toBe('UNAUTHENTICATED')
    expect((await call(service, signedBeside(service, listing, 1))).status).toBe(200)
  })
})
