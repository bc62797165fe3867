import fc from 'fast-check'
import { listEvents, type OperationResponse } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { type BuiltService, buildProgram } from '../../harness/built-service.ts'
import { succeed } from '../../harness/call.ts'
import { disordered } from '../../harness/event-writers.ts'
import { openFrames } from '../../harness/frames.ts'
import { isLongRun, seedFrom } from '../../harness/long-run.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const kills = isLongRun ? 60 : 1
const aliveAtOnce = 2
/** Some seven statements a change, and its numbering. */
const statementsMax = 60

const book = new Book()
const harbor = book.party('harbor')
const key = harbor.credential('admin')

/** The process that survives. Nothing is written through it. */
let service: RunningService
let writers: BuiltService
beforeAll(async () => {
  writers = await buildProgram('mortal-writer')
  service = await startService({ scenario: book.scenario, streaming: true })
}, 120_000)
afterAll(async () => {
  await service.close()
})

const seed = seedFrom('SEED', 20260302)
const chances = fc.sample(fc.nat({ max: 0x7fffffff }), { seed, numRuns: 1000 }).values()
const below = (bound: number) => Number(chances.next().value) % bound

/** As when a machine fails: the process is not informed, and says no more. */
async function kill(life: number): Promise<void> {
  // Some die between a commit and its numbering, the others at any statement.
  const isNumbering = life % 2 === 1
  const writer = writers.start({
    DATABASE_URL: service.database.url,
    BOOK_TIME: String(service.clock.now()),
    ORGANIZATION_ID: harbor.id,
    LIFE: String(life),
    ...(isNumbering && { COUNTS: 'number_events' }),
    DIES_AT_STATEMENT: String(1 + below(isNumbering ? 5 : statementsMax)),
    DIES_BEFORE_IT: String(below(2)),
  })
  expect(await writer.ended, writer.output()).toBe('SIGKILL')
}

type Listed = OperationResponse<typeof listEvents>['events'][number]

/** What the log has after a cursor. */
async function readAll(after?: string): Promise<{ events: Listed[]; next: string }> {
  const events: Listed[] = []
  let next = after
  for (;;) {
    const page = await succeed(service, listEvents, {
      key,
      query: { limit: 1000, ...(next !== undefined && { after: next }) },
    })
    expect(page.reset).toBe(false)
    if (page.events.length === 0) return { events, next: page.next }
    events.push(...page.events)
    next = page.next
  }
}

const linesOf = (events: readonly Listed[]) =>
  events.map(({ data }) => ({
    deal: String((data as Record<string, unknown>)['deal']),
    n: Number((data as Record<string, unknown>)['n']),
  }))

it(`has every committed event once, in one order, with ${kills} writers killed (SEED=${seed})`, async () => {
  await using stream = await openFrames(service, key)
  let lives = 0
  const seen: Listed[] = []
  let next: string | undefined
  await Promise.all(
    Array.from({ length: aliveAtOnce }, async () => {
      while (lives < kills) await kill((lives += 1))
    }).concat(
      (async () => {
        // A reader that polls while they die.
        while (lives < kills) {
          const page = await readAll(next)
          seen.push(...page.events)
          next = page.next
        }
      })(),
    ),
  )
  const { rows } = await service.database.query<{ event: string }>(
    "SELECT event FROM audit_entries WHERE request_id = 'mortal'",
  )
  const committed = rows.map(({ event }) => event)
  expect(committed.length).toBeGreaterThan(kills)

  // Nobody polls: the sweep of the process that is left numbers what they left, and wakes streams.
  const frames = await stream.take(committed.length)
  const { events } = await readAll()
  const lines = linesOf(events)
  expect(lines.map(({ deal, n }) => `${deal} ${n}`).sort()).toEqual(committed.sort())
  expect(disordered(lines)).toEqual([])
  expect(events.slice(0, seen.length)).toEqual(seen)
  expect(frames.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
}, 120_000)

it('has an event that a writer left which was killed right after its commit', async () => {
  await service.database.query(
    `SELECT record_events(now(), ARRAY[$1::uuid], ARRAY['chat.updated'], ARRAY['{"deal":"left","n":1}'::jsonb])`,
    [harbor.id],
  )
  await expect
    .poll(async () => {
      const { rows } = await service.database.query(
        "SELECT FROM events WHERE data ->> 'deal' = 'left'",
      )
      return rows.length
    })
    .toBe(1)
})
