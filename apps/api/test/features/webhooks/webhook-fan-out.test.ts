import { disableWebhookEndpoint } from '@vadium/schema'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultServiceRole } from '../../../src/config/database-settings.ts'
import { checkBook } from '../../../src/features/check/check-book.ts'
import { ConnectionShares } from '../../../src/platform/db/connection-shares.ts'
import { openServicePool, withOwnerClient } from '../../../src/platform/db/pool.ts'
import { TenantDatabase } from '../../../src/platform/db/tenant.ts'
import { EventCursors } from '../../../src/platform/events/event-cursors.ts'
import { EventHints } from '../../../src/platform/events/event-hints.ts'
import { randomIds } from '../../../src/platform/ids.ts'
import { AddressRules } from '../../../src/features/webhooks/address-rules.ts'
import { WebhookEndpointRepository } from '../../../src/features/webhooks/webhook-endpoint.repository.ts'
import { WebhookEndpointService } from '../../../src/features/webhooks/webhook-endpoint.service.ts'
import { WebhookFanOut } from '../../../src/features/webhooks/webhook-fan-out.ts'
import { Writes } from '../../../src/platform/writes/writes.ts'
import { beforeEachStatement } from '../../harness/before-each-statement.ts'
import { succeed } from '../../harness/call.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { testSecretBox } from '../../harness/test-secrets.ts'
import { ownMachine, WebhookWorld } from '../../harness/webhook-world.ts'
import { startService } from '../../harness/service.ts'

/** How many events each of three writers makes, a third of them of another type. */
const eventsOfEach = isLongRun ? 150 : 21

const world = new WebhookWorld()
const logged: unknown[] = []
const logger = {
  warn: (...line: unknown[]) => void logged.push(line),
  error: (...line: unknown[]) => void logged.push(line),
}

beforeAll(() => world.start())
afterAll(() => world.close())
beforeEach(async () => {
  logged.length = 0
  await world.service.database.query('UPDATE webhook_endpoints SET deleted_at = now()')
})

function fanOutOn(pool: Pool): WebhookFanOut {
  const { clock } = world.service
  const writes = new Writes(pool, clock, randomIds)
  const cursors = new EventCursors(Buffer.alloc(32))
  return new WebhookFanOut({ pool, writes, cursors, consoleUrl: undefined, clock, logger })
}

/** The positions of the events of which an endpoint has deliveries, in order. */
async function positionsOf(endpointId: string): Promise<number[]> {
  const { rows } = await world.service.database.query<{ position: string }>(
    'SELECT position FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY position',
    [endpointId],
  )
  return rows.map(({ position }) => Number(position))
}

async function headOfLog(): Promise<number> {
  const { rows } = await world.service.database.query<{ position: string }>(
    'SELECT position FROM event_heads WHERE organization_id = $1',
    [world.harbor.id],
  )
  return Number(rows[0]?.position ?? 0)
}

const upTo = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index + 1)

const broken = async () =>
  (await withOwnerClient(world.service.database.url, checkBook)).flatMap(({ shown }) => shown)

it('skips no event that is committed between two of its statements while another process continues', async () => {
  const statementsMax = 9
  const step = isLongRun ? 1 : 2
  let statement = 0
  let committedBefore = 0
  const other = openServicePool({ url: world.service.database.url, poolSize: 1 })
  const pool = openServicePool({ url: world.service.database.url, poolSize: 1 })
  beforeEachStatement(pool, async () => {
    statement += 1
    // It considers the events that the first one has read as done, and waits for no lock of the
    // first one.
    if (statement > 1) await fanOutOn(other).run()
    if (statement === committedBefore) await world.happen(1)
  })
  try {
    // The connections are made before statements are counted.
    await Promise.all([fanOutOn(pool).run(), fanOutOn(other).run()])
    let interrupted = 0
    for (committedBefore = 1; committedBefore <= statementsMax; committedBefore += step) {
      const begin = await headOfLog()
      const { id } = await world.endpoint({ target_url: 'https://hooks.example.com/' })
      await world.happen(1)
      statement = 0
      await fanOutOn(pool).run()
      if (statement >= committedBefore) interrupted += 1
      while ((await fanOutOn(other).run()) > 0);
      expect(await positionsOf(id)).toEqual(upTo(begin, await headOfLog()))
    }
    // A fan-out that finds nothing more to do has at least five statements.
    expect(interrupted).toBeGreaterThanOrEqual(5 / step)
    expect(logged).toEqual([])
    expect(await broken()).toEqual([])
  } finally {
    await Promise.all([pool.end(), other.end()])
  }
})

it('makes one delivery of every event, with several processes and events at any moment', async () => {
  const begin = await headOfLog()
  const { database } = world.service
  const ids = [
    await world.endpoint({ target_url: 'https://a.example.com/' }),
    await world.endpoint({ target_url: 'https://b.example.com/' }),
    await world.endpoint({ target_url: 'https://c.example.com/', event_types: ['chat.updated'] }),
  ].map(({ id }) => id)
  const others = [
    await startService({ database, settings: ownMachine }),
    await startService({ database, settings: ownMachine }),
  ]
  try {
    let writing = 3
    const write = async () => {
      for (let count = 0; count < eventsOfEach; count += 1) {
        await world.happen(1, count % 3 === 0 ? 'chat.updated' : 'order.updated')
      }
      writing -= 1
    }
    const fanOuts = [world.service, ...others].map(({ services }) => services.webhooks.fanOut)
    const follow = async (fanOut: WebhookFanOut) => {
      while ((await fanOut.run()) > 0 || writing > 0);
    }
    await Promise.all([
      ...Array.from({ length: writing }, write),
      ...fanOuts.flatMap((fanOut) => [follow(fanOut), follow(fanOut)]),
    ])
    while ((await world.service.services.webhooks.fanOut.run()) > 0);
    const all = upTo(begin, begin + 3 * eventsOfEach)
    const [first = '', second = '', chats = ''] = ids
    expect(await positionsOf(first)).toEqual(all)
    expect(await positionsOf(second)).toEqual(all)
    expect(await positionsOf(chats)).toHaveLength(eventsOfEach)
    expect(await broken()).toEqual([])
    const lines = [world.service, ...others].flatMap(({ log }) => log).join('')
    expect(lines).not.toContain('events were deleted')
  } finally {
    for (const other of others) await other.close()
  }
}, 120_000)

it('logs deleted events that were never read, once, when it reads a later one', async () => {
  const { id } = await world.endpoint({ target_url: 'https://hooks.example.com/' })
  const begin = await headOfLog()
  const pool = openServicePool({ url: world.service.database.url, poolSize: 1 })
  try {
    await world.happen(3)
    await world.service.database.query(`SELECT forget_events(100000, interval '0')`)
    // There is nothing to read, and so nothing was missed.
    expect(await fanOutOn(pool).run()).toBe(0)
    expect(logged).toEqual([])
    await world.happen(1)
    expect(await fanOutOn(pool).run()).toBe(1)
    expect(await positionsOf(id)).toEqual([begin + 4])
    const facts = { webhook_endpoint: id, position: begin, oldest: begin + 4 }
    expect(logged).toEqual([[facts, 'events were deleted before their webhooks were sent']])
  } finally {
    await pool.end()
  }
})

it('applies a changed filter of an endpoint only to events after the change', async () => {
  const chats = ['chat.updated' as const]
  const { id } = await world.endpoint({
    target_url: 'https://hooks.example.com/',
    event_types: chats,
  })
  const begin = await headOfLog()
  const { fanOut } = world.service.services.webhooks
  await world.happen(2)
  await fanOut.run()
  await world.update(id, { event_types: [] })
  await world.happen(1)
  await fanOut.run()
  expect(await positionsOf(id)).toEqual([begin + 3])
  expect(await broken()).toEqual([])
})

it('has its workers notified of logs that an enabled endpoint follows, and of no others', async () => {
  const { database, services } = world.service
  const grown: (string | undefined)[] = []
  let due = 0
  const hints = new EventHints({
    login: { url: database.url, role: defaultServiceRole },
    logger,
    grown: (organizationId) => void grown.push(organizationId),
    webhooksDue: () => (due += 1),
  }).start()
  /** How often the workers were notified of the log when its events were numbered. */
  const dueOf = async ({ id }: { readonly id: string }) => {
    const [grownBefore, dueBefore] = [grown.length, due]
    await services.numbering.number([id])
    // Both hints of a numbering arrive together, so those of the first are here with the second.
    await services.numbering.number([id])
    await expect.poll(() => grown.length).toBe(grownBefore + 2)
    return due - dueBefore
  }
  try {
    // Every log may have grown before.
    await expect.poll(() => [grown.length, due]).toEqual([1, 1])
    expect(await dueOf(world.harbor)).toBe(0)
    const { id } = await world.endpoint({ target_url: 'https://hooks.example.com/' })
    await expect.poll(() => grown.length).toBe(4)
    expect(await dueOf(world.harbor)).toBeGreaterThan(0)
    expect(await dueOf(world.quay)).toBe(0)
    await succeed(world.service, disableWebhookEndpoint, {
      key: world.admin,
      params: { webhook_endpoint_id: id },
    })
    expect(await dueOf(world.harbor)).toBe(0)
  } finally {
    await hints.stop()
  }
})

it('is woken by a new endpoint, which the numbering of events did not see', async () => {
  const { clock, database, services } = world.service
  const pool = openServicePool({ url: database.url, poolSize: 2 })
  let woken = 0
  const shares = new ConnectionShares(pool)
  const endpoints = new WebhookEndpointService({
    endpoints: new WebhookEndpointRepository(new TenantDatabase(shares), testSecretBox),
    addresses: new AddressRules(undefined),
    clock,
    numberEvents: (organizationId) => services.numbering.catchUp(organizationId),
    wake: () => (woken += 1),
  })
  try {
    await new Writes(pool, clock, randomIds).byService(world.harbor.id, async (tx) => {
      await endpoints.create(tx, { target_url: 'https://hooks.example.com/' })
      expect(woken).toBe(0)
    })
    expect(woken).toBe(1)
  } finally {
    await pool.end()
  }
})
