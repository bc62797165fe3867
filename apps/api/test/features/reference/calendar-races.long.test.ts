import { randomUUID } from 'node:crypto'
import {
  amendAgreement,
  type Calendar,
  createAgreement,
  createMarkToMarketRequest,
  headerNames,
  listNotifications,
  type MarkToMarketRequest,
  rejectMarkToMarketRequest,
  setCalendar,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { agreedTerms } from '../../harness/agreed-terms.ts'
import type { Deal, Key } from '../../harness/book.ts'
import { call, type CallOptions, callOf, succeed } from '../../harness/call.ts'
import {
  type Attempted,
  killedAtItsEnd,
  killedEverywhere,
} from '../../harness/killed-everywhere.ts'
import { waitersForLocks } from '../../harness/lock-waits.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { World } from '../../harness/world/world.ts'

const world = new World({ short: 4 })
const { book, lender, borrower, stranger, lenderKey, borrowerKey } = world
const operator = book.party('platform').credential('operator')
const lenderAdmin = lender.credential('admin')
let other: RunningService

beforeAll(async () => {
  await world.start()
  other = await startService({
    database: world.service.database,
    settings: { PRICE_MAX_AGE_S: '31536000' },
  })
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await other.close()
  await world.close()
})

const dayMs = 86_400_000
const content = { name: 'City', holidays: [], last_day: '2030-12-31' }
const uploading = (id: string, changes: object = {}) =>
  callOf(setCalendar, { key: operator, body: { id, ...content, ...changes } })

async function uploaded(id: string, changes: object = {}): Promise<Calendar> {
  return (await sent(uploading(id, changes))) as Calendar
}

async function sent(asked: CallOptions, service = world.service): Promise<unknown> {
  const { status, text, body } = await call(service, asked)
  expect(status, text).toBe(200)
  return body
}

/** Holds the lock of a calendar until as many calls wait for it as are begun, in turn. */
function inTurnOfCalendar<T>(id: string, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const { database } = world.service
  return withOwnerClient(database.url, async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM calendars WHERE id = $1 FOR UPDATE', [id])
    const answers = []
    for (const [i, begin] of calls.entries()) {
      answers.push(begin())
      await waitersForLocks(database, i + 1)
    }
    await client.query('COMMIT')
    return Promise.all(answers)
  })
}

/** The organizations that were notified of a version. */
async function notifiedOf(id: string, version: number): Promise<readonly string[]> {
  const { rows } = await world.service.database.query<{ notified: string[] }>(
    'SELECT notified FROM calendar_versions WHERE calendar_id = $1 AND version = $2',
    [id, version],
  )
  return rows[0]?.notified ?? []
}

async function noticesOf(key: Key, id: string): Promise<number> {
  const { notifications } = await succeed(world.service, listNotifications, {
    key,
    query: { category: 'calendar_changed', page_size: 1000 },
  })
  return notifications.filter(({ body }) => body.includes(`the calendar ${id} `)).length
}

describe.for([true, false])('two processes, the upload first: %s,', (isFirst) => {
  it('pin the version in terms, or notify their sides of it', async () => {
    const id = `raced-${isFirst}`
    await uploaded(id)
    const [from, to] = isFirst ? [lender, stranger] : [borrower, stranger]
    const proposal = callOf(createAgreement, {
      key: operator,
      body: {
        ...{ lender_id: from.id, borrower_id: to.id },
        terms: { ...agreedTerms, calendars: [id] },
      },
    })
    const uploads = () => sent(uploading(id, { weekend: [7] }))
    const proposes = () => sent(proposal, other)
    const answers = await inTurnOfCalendar(id, isFirst ? [uploads, proposes] : [proposes, uploads])
    const { versions } = answers[isFirst ? 1 : 0] as {
      versions: { calendar_versions: object[] }[]
    }
    const pinned = versions[0]?.calendar_versions
    expect(pinned).toEqual([{ id, version: isFirst ? 2 : 1 }])
    const both = [from.id, to.id].sort()
    expect((await notifiedOf(id, 2)).toSorted()).toEqual(isFirst ? [] : both)
  })

  it('number two uploads one after the other, and one that names its number once', async () => {
    const id = `numbered-${isFirst}`
    await uploaded(id)
    const named = () => call(world.service, uploading(id, { name: 'Named', new_version: 2 }))
    const unnamed = () => call(other, uploading(id, { name: 'Unnamed' }))
    const replies = await inTurnOfCalendar(id, isFirst ? [named, unnamed] : [unnamed, named])
    expect(replies.map(({ status }) => status)).toEqual(isFirst ? [200, 200] : [200, 422])
  })
})

describe('an upload beside a call', () => {
  const times = { time_zone: 'Europe/London', notification_time: '13:00', response_time: '17:00' }
  const deals = [0, 1].map(() => world.shortDeal())
  let version = 1

  async function amended(deal: Deal, calendar: string): Promise<void> {
    version += 1
    const calendars = { calendars: [calendar], calendar_versions: [1] }
    await world.newerTerms(version, { cure_time_seconds: 14_400, ...times, ...calendars })
    const amend = { kind: 'amend', terms_version: version }
    const { id } = await world.requests.ask(deal.positionId, amend)
    await world.requests.do('accept', id)
  }

  async function calling(deal: Deal): Promise<() => Promise<MarkToMarketRequest>> {
    const calculation_id = await world.margin.calculationOf(deal, lenderKey)
    const body = { position_id: deal.positionId, calculation_id }
    const asked = callOf(createMarkToMarketRequest, { key: lenderKey, body })
    return async () => (await sent(asked, other)) as MarkToMarketRequest
  }

  /**
   * Its time to answer is that of the version that applies, whatever is uploaded in that moment.
   */
  async function callsBeside(deal: Deal, id: string, upload: object): Promise<string> {
    const expected = (await world.margin.create(deal)).expire_time
    await rejectAll(deal)
    const calls = await calling(deal)
    // The upload waits for the lock that the call does not need.
    const [, before] = await Promise.all([
      inTurnOfCalendar(id, [() => sent(uploading(id, upload))]),
      calls(),
    ])
    await rejectAll(deal)
    const after = await (await calling(deal))()
    await rejectAll(deal)
    expect([before.expire_time, after.expire_time]).toEqual([expected, expected])
    return expected
  }

  async function rejectAll({ positionId }: Deal): Promise<void> {
    const { rows } = await world.service.database.query<{ id: string }>(
      `SELECT id FROM mark_to_market_requests
       WHERE position_id = $1 AND status = 'PENDING_ACCEPTANCE'`,
      [positionId],
    )
    for (const { id } of rows) await world.do(rejectMarkToMarketRequest, { id }, borrowerKey)
  }

  it('applies 7 days later, and changes no time that is stored', async () => {
    const [deal = noDeal()] = deals
    await uploaded('called')
    // A Tuesday, at noon in London.
    setTime('2026-03-10T12:00:00.000Z')
    await amended(deal, 'called')
    const expected = await callsBeside(deal, 'called', { weekend: [2, 3, 6, 7] })
    expect(expected).toBe('2026-03-10T17:00:00.000Z')
    const uploadedAt = world.service.clock.now()
    setTime(new Date(uploadedAt + 7 * dayMs - 1).toISOString())
    const last = await (await calling(deal))()
    expect(last.expire_time.slice(0, 10)).toBe('2026-03-17')
    setTime(new Date(uploadedAt + 7 * dayMs).toISOString())
    await rejectAll(deal)
    // Tuesday and Wednesday are no business days any more.
    const first = await (await calling(deal))()
    expect(first.expire_time).toBe('2026-03-19T17:00:00.000Z')
    await rejectAll(deal)
  })

  it('is adopted by no call in part: each has the time of one version', async () => {
    const [, deal = noDeal()] = deals
    await uploaded('adopted')
    await amended(deal, 'adopted')
    const newer = await uploaded('adopted', { weekend: [1, 2, 3, 6, 7] })
    const appliesMs = Date.parse(newer.apply_time)
    const seen = new Set<string>()
    for (let ms = appliesMs - 3; ms < appliesMs + 3; ms += 1) {
      setTime(new Date(ms).toISOString())
      const calls = await calling(deal)
      const [{ expire_time: time }] = await Promise.all([
        calls(),
        sent(uploading('adopted', { weekend: [], name: `At ${ms}` })),
      ])
      seen.add(`${ms < appliesMs} ${time}`)
      await rejectAll(deal)
    }
    expect(seen.size).toBe(2)
  })

  function setTime(time: string): void {
    world.service.clock.set(time)
    other.clock.set(time)
  }
})

const agreements = new Map<string, string>()
async function agreementFor(id: string): Promise<string> {
  const found = agreements.get('one')
  const terms = { ...agreedTerms, calendars: [id] }
  if (found !== undefined) {
    const params = { agreement_id: found }
    await succeed(world.service, amendAgreement, { key: operator, params, body: { terms } })
    return found
  }
  const body = { lender_id: stranger.id, borrower_id: lender.id, terms }
  const created = await succeed(world.service, createAgreement, { key: operator, body })
  agreements.set('one', created.id)
  return created.id
}

/** What is attempted with a calendar that terms name. */
const jobs = {
  'an upload': {
    prepare: async (id: string) => {
      await uploaded(id)
      await agreementFor(id)
      return uploading(id, { weekend: [7] })
    },
    version: 2,
  },
  'the first upload': { prepare: (id: string) => Promise.resolve(uploading(id)), version: 1 },
} as const

describe.for(Object.entries(jobs))('%s', ([title, { prepare, version }]) => {
  it('is done once, although its process is killed at each of its statements', async () => {
    const ids = ['undisturbed', 'killed', 'last'].map((name) => `${name}-${title.length}`)
    const attempted = async (id: string): Promise<Attempted> => {
      const asked = await prepare(id)
      return {
        attempt: (key) => sent({ ...asked, headers: { [headerNames.idempotencyKey]: key } }),
        isDone: async () => {
          const { rows } = await world.service.database.query(
            'SELECT FROM calendars WHERE id = $1 AND version = $2',
            [id, version],
          )
          return rows.length === 1
        },
      }
    }
    const [undisturbed = '', killed = '', last = ''] = ids
    const { database } = world.service
    await (await attempted(undisturbed)).attempt(randomUUID())
    expect(await killedEverywhere(database, await attempted(killed))).toBeGreaterThan(8)
    await killedAtItsEnd(await attempted(last))
    const found = await Promise.all(
      ids.map(async (id) => {
        const { rows } = await database.query(
          `SELECT v.version, v.weekend, cardinality(v.notified) AS notified, d.due_at
           FROM calendars c JOIN calendar_versions v ON v.calendar_id = c.id
           LEFT JOIN deadlines d ON d.resource_id = c.key
           WHERE c.id = $1 ORDER BY v.version`,
          [id],
        )
        return { rows, notices: await noticesOf(lenderAdmin, id) }
      }),
    )
    expect(found[0]?.rows).toHaveLength(version)
    expect(found[0]?.notices).toBe(version - 1)
    expect(found).toEqual([found[0], found[0], found[0]])
  }, 300_000)
})

function noDeal(): never {
  throw new Error('all deals are used up')
}
