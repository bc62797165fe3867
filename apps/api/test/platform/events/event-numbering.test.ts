import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listEvents } from '@vadium/schema'
import { ConnectionShares } from '../../../src/platform/db/connection-shares.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { EventLog, type LoggedEvent } from '../../../src/platform/events/event-log.ts'
import { EventNumbering } from '../../../src/platform/events/event-numbering.ts'
import { Book } from '../../harness/book.ts'
import { succeed } from '../../harness/call.ts'
import { changesOf, disordered, EventWriter } from '../../harness/event-writers.ts'
import { isLongRun, seedFrom } from '../../harness/long-run.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const parties = ['harbor', 'quay', 'stone'].map((name) => book.party(name))
const [harbor, quay] = [book.party('north'), book.party('south')]
const key = harbor.credential('admin')
const ids = parties.map(({ id }) => id)

const writersCount = 6
let service: RunningService
let pool: pg.Pool
let log: EventLog
let writers: EventWriter[]
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  pool = openServicePool({ url: service.database.url, poolSize: 6 })
  log = new EventLog(new ConnectionShares(pool))
  await EventWriter.createDeals(service.database)
  writers = await Promise.all(
    Array.from({ length: writersCount }, () => EventWriter.open(service.database.url)),
  )
})
afterAll(async () => {
  await Promise.all(writers.map((writer) => writer.close()))
  await pool.end()
  await service.close()
})

/** The numbering of another process, whose complaints fail the test. */
function newNumbering(): EventNumbering {
  const one = openServicePool({ url: service.database.url, poolSize: 1 })
  return new EventNumbering(one, {
    warn: (...given: unknown[]) => {
      throw new Error(`numbering complained: ${JSON.stringify(given)}`)
    },
  })
}

const writer = (at = 0): EventWriter => {
  const one = writers[at % writersCount]
  if (one === undefined) throw new Error('there is no writer')
  return one
}

async function read(id: string, limit = 1000): Promise<LoggedEvent[]> {
  const all: LoggedEvent[] = []
  for (let place = { position: 0, nonce: 0 }; ;) {
    const { events, end, lost } = await log.after(id, place, limit)
    expect(lost).toBe(false)
    if (events.length === 0) return all
    all.push(...events)
    place = end
  }
}

/** Follows a log while it grows, until `isOver` and nothing is left. */
async function follow(id: string, isOver: () => boolean): Promise<LoggedEvent[]> {
  const seen: LoggedEvent[] = []
  for (let place = { position: 0, nonce: 0 }; ;) {
    const over = isOver()
    const { events, end, lost } = await log.after(id, place, 7)
    expect(lost).toBe(false)
    seen.push(...events)
    place = end
    if (over && events.length === 0) return seen
  }
}

const numberOf = async (what: string) => {
  const { rows } = await service.database.query<{ number: number }>(`SELECT ${what} AS number`)
  return Number(rows[0]?.number)
}

const clear = async () => {
  for (const table of ['events', 'event_heads', 'unnumbered_events', 'changed_deals'])
    await service.database.query(`DELETE FROM ${table}`)
}

const seed = seedFrom('SEED', 20260302)

/** A change of one of a few deals, for the logs of its two sides. */
const change = fc.record({
  deal: fc.nat(5),
  pauseMs: fc.constantFrom(0, 0, 0, 2, 9),
  fails: fc.integer({ min: 0, max: 6 }).map((n) => n === 0),
})

describe('events of concurrent writers', () => {
  it(`reach each reader once, in one order that never changes, in the order of each deal (SEED=${seed})`, async () => {
    const plans = fc.array(fc.array(change, { minLength: 8, maxLength: 8 }), {
      minLength: writersCount,
      maxLength: writersCount,
    })
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        await clear()
        const numberings = [newNumbering(), newNumbering()]
        let over = false
        const committed = new Map<string, string[]>(ids.map((id) => [id, []]))
        const following = Promise.all(ids.map((id) => follow(id, () => over)))
        await Promise.all(
          plan.map(async (changes, at) => {
            for (const { deal, pauseMs, fails } of changes) {
              const readers = [ids[deal % 3] ?? '', ids[(deal + 1) % 3] ?? '']
              await writer(at).change(`deal ${deal}`, readers, { pauseMs, fails })
              if (fails) continue
              for (const reader of readers) committed.get(reader)?.push(`deal ${deal}`)
              numberings[at % 2]?.committed(readers)
            }
          }),
        )
        await numberings[0]?.sweep()
        over = true
        const followed = await following
        await Promise.all(numberings.map((numbering) => numbering.close()))
        expect(await numberOf('(SELECT count(*) FROM unnumbered_events)')).toBe(0)
        for (const [at, id] of ids.entries()) {
          const events = await read(id)
          expect(followed[at]).toEqual(events)
          expect(events.map(({ position }) => position)).toEqual(events.map((_event, i) => i + 1))
          const changes = changesOf(events)
          expect(changes.map(({ deal }) => deal).sort()).toEqual(committed.get(id)?.sort())
          expect(disordered(changes)).toEqual([])
        }
      }),
      { seed, numRuns: isLongRun ? 60 : 2 },
    )
  }, 120_000)
})

describe('the numbering', () => {
  beforeEach(clear)

  it('gives no position to an event before its commit, and the next one after it', async () => {
    const slow = writer(0).change('slow', [harbor.id], { pauseMs: 300 })
    await expect
      .poll(() => numberOf("nextval('unnumbered_events_sequence_seq')"))
      .toBeGreaterThan(1)
    await writer(1).change('quick', [harbor.id])
    const numbering = newNumbering()
    await numbering.number([harbor.id])
    const before = await read(harbor.id)
    await slow
    await numbering.number([harbor.id])
    await numbering.close()
    const after = await read(harbor.id)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(
      changesOf(after)
        .map(({ deal }) => deal)
        .sort(),
    ).toEqual(['quick', 'slow'])
    expect(before.map(({ position }) => position)).toEqual(before.map((_event, at) => at + 1))
  })

  it('is done by a poll, so that a caller finds the event of its own change at once', async () => {
    await writer().change('own', [harbor.id, quay.id])
    const { events } = await succeed(service, listEvents, { key })
    expect(events).toMatchObject([{ data: { deal: 'own', n: 1 } }])
    expect(await numberOf('(SELECT count(*) FROM unnumbered_events)')).toBe(1)
  })

  it('takes thousands of events of one transaction without a gap, in their order', async () => {
    const count = isLongRun ? 10_000 : 2_500
    await service.database.query(
      `SELECT record_events(now(), array_agg($1::uuid), array_agg('chat.updated'::text),
         array_agg(jsonb_build_object('n', n) ORDER BY n)) FROM generate_series(1, $2) n`,
      [harbor.id, count],
    )
    const numbering = newNumbering()
    await numbering.sweep()
    await numbering.close()
    const events = await read(harbor.id)
    expect(events.map(({ data }) => data['n'])).toEqual(events.map((_event, i) => i + 1))
    expect(events).toHaveLength(count)
  })

  it('does not wait for another log, which somebody has locked', async () => {
    await writer().change('first', [harbor.id, quay.id])
    const numbering = newNumbering()
    await numbering.number([harbor.id, quay.id])
    const owner = new pg.Client(service.database.url)
    await owner.connect()
    await owner.query('BEGIN')
    await owner.query('SELECT FROM event_heads WHERE organization_id = $1 FOR UPDATE', [quay.id])
    await writer().change('second', [harbor.id, quay.id])
    const both = Promise.all([numbering.number([quay.id]), numbering.number([harbor.id, quay.id])])
    await numbering.number([harbor.id])
    expect(changesOf(await read(harbor.id))).toHaveLength(2)
    expect(changesOf(await read(quay.id))).toHaveLength(1)
    await owner.query('ROLLBACK')
    await both
    expect(changesOf(await read(quay.id))).toHaveLength(2)
    await owner.end()
    await numbering.close()
  })

  it('does not fail with another log, whose events nobody can number', async () => {
    await writer().change('good', [harbor.id])
    // As only the owner of the tables could: there is no such organization.
    await service.database.query(
      `INSERT INTO unnumbered_events (organization_id, type, time, data)
       VALUES (gen_random_uuid(), 'order.updated', now(), '{}')`,
    )
    const numbering = newNumbering()
    await expect(numbering.sweep()).rejects.toThrow('violates foreign key constraint')
    await numbering.close()
    expect(changesOf(await read(harbor.id))).toEqual([{ deal: 'good', n: 1 }])
  })

  it('is refused an event of an organization that does not exist, by the writer', async () => {
    const recorded = pool.query(
      `SELECT record_events(now(), ARRAY[gen_random_uuid()], ARRAY['order.updated'], ARRAY['{}'::jsonb])`,
    )
    await expect(recorded).rejects.toThrow('an event needs the log of an organization')
  })
})

describe('the start of the search for unnumbered events', () => {
  const raise = () => pool.query('SELECT raise_numbering_start()')
  const start = () => numberOf('(SELECT searched_from FROM event_numbering)')
  /** An open transaction of any test on the server delays it, so it is tried until it is there. */
  const expectRaisedTo = (sequence: number) =>
    expect
      .poll(
        async () => {
          await raise()
          return start()
        },
        { timeout: 50_000 },
      )
      .toBe(sequence)
  const newest = () => numberOf('(SELECT last_value FROM unnumbered_events_sequence_seq)')
  beforeEach(clear)

  it('follows what is numbered, and passes no event of a transaction that is still open', async () => {
    const numbering = newNumbering()
    await writer(0).change('one', [harbor.id])
    const open = new pg.Client(service.database.url)
    await open.connect()
    await open.query('BEGIN')
    await open.query(
      `SELECT record_events(now(), ARRAY[$1::uuid], ARRAY['order.updated'], ARRAY['{"deal":"open"}'::jsonb])`,
      [harbor.id],
    )
    const opened = await newest()
    await writer(1).change('two', [harbor.id])
    await numbering.number([harbor.id])
    for (let i = 0; i < 4; i += 1) await raise()
    expect(await start()).toBeLessThan(opened)
    await open.query('COMMIT')
    await open.end()
    // It is committed, and not numbered yet.
    await expectRaisedTo(opened - 1)
    await numbering.number([harbor.id])
    await expectRaisedTo(await newest())
    await numbering.close()
    expect(changesOf(await read(harbor.id)).map(({ deal }) => deal)).toEqual(['one', 'two', 'open'])
  })

  it('leaves no event behind when the sequence starts again, as after logical replication', async () => {
    const numbering = newNumbering()
    await writer().change('before', [harbor.id])
    await numbering.sweep()
    for (let i = 0; i < 4; i += 1) await raise()
    const was = await start()
    await service.database.query('ALTER SEQUENCE unnumbered_events_sequence_seq RESTART')
    await writer().change('after', [harbor.id])
    await raise()
    await numbering.sweep()
    await numbering.close()
    expect(changesOf(await read(harbor.id)).map(({ deal }) => deal)).toEqual(['before', 'after'])
    expect(await newest()).toBeGreaterThanOrEqual(was)
  })
})
