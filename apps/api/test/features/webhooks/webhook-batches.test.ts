import type { ServerResponse } from 'node:http'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { randomIds } from '../../../src/platform/ids.ts'
import { AddressRules } from '../../../src/features/webhooks/address-rules.ts'
import {
  guardedConnections,
  nameServers,
} from '../../../src/features/webhooks/guarded-connections.ts'
import {
  type AttemptUnderWay,
  WebhookDeliverer,
} from '../../../src/features/webhooks/webhook-deliverer.ts'
import { WebhookSender } from '../../../src/features/webhooks/webhook-sender.ts'
import { Writes } from '../../../src/platform/writes/writes.ts'
import { beforeEachStatement } from '../../harness/before-each-statement.ts'
import { testSecretBox } from '../../harness/test-secrets.ts'
import { DeliveryWorld } from '../../harness/delivery-world.ts'
import { isLongRun } from '../../harness/long-run.ts'

const world = new DeliveryWorld()
const sender = new WebhookSender(guardedConnections(new AddressRules('127.0.0.0/8'), nameServers()))
let pool: Pool
/** How many statements of each kind were sent, by their first word. */
const sent = new Map<string, number>()

beforeAll(async () => {
  await world.start()
  pool = openServicePool({ url: world.service.database.url, poolSize: 4 })
  beforeEachStatement(pool, (text) => {
    const [word = ''] = text.trim().split(/\s/)
    sent.set(word, (sent.get(word) ?? 0) + 1)
    return Promise.resolve()
  })
})
afterAll(async () => {
  await sender.close()
  await pool.end()
  await world.close()
})
beforeEach(async () => {
  await world.service.database.query('UPDATE webhook_endpoints SET deleted_at = now()')
  sent.clear()
})

/** A path at which attempts arrive and wait for their answers. */
function holdAnswers(): {
  readonly path: string
  readonly answerAll: (status: number) => void
  readonly count: () => number
} {
  const path = world.newPath()
  let held: ServerResponse[] = []
  world.receiver.answer(path, (response) => void held.push(response))
  return {
    path,
    answerAll: (status) => {
      for (const response of held) response.writeHead(status).end()
      held = []
    },
    count: () => held.length,
  }
}

function delivererOf(perEndpointMax: number): WebhookDeliverer {
  const { clock } = world.service
  const writes = new Writes(pool, clock, randomIds)
  const logger = { info: () => undefined, error: () => undefined }
  return new WebhookDeliverer({
    pool,
    writes,
    sender,
    clock,
    logger,
    perEndpointMax,
    secretBox: testSecretBox,
  })
}

async function endpointWith(events: number, path: string, party = world.harbor): Promise<string> {
  const key = party === world.harbor ? world.admin : world.otherAdmin
  const { id } = await world.endpoint({ target_url: `${world.receiver.url}${path}` }, key)
  await world.happen(events, 'order.updated', party)
  while ((await world.service.services.webhooks.fanOut.run()) > 0);
  return id
}

const allDone = (begun: readonly AttemptUnderWay[]) => Promise.all(begun.map(({ done }) => done))

describe('deliveries to a busy endpoint', () => {
  it('are claimed by one statement, and end together in few commits', async () => {
    const { path, answerAll, count } = holdAnswers()
    const rounds = isLongRun ? 4 : 2
    const id = await endpointWith(50 * rounds, path)
    const deliverer = delivererOf(50)
    for (let round = 1; round <= rounds; round += 1) {
      sent.clear()
      const begun = await deliverer.begin(128)
      expect(begun).toHaveLength(50)
      expect(sent).toEqual(new Map([['SELECT', 1]]))
      await expect.poll(count).toBe(50)
      answerAll(204)
      await allDone(begun)
      // Those that are answered during a commit are part of the next one.
      expect(sent.get('COMMIT')).toBeLessThanOrEqual(12)
    }
    const deliveries = await world.deliveries(id)
    expect(deliveries.filter(({ state }) => state === 'delivered')).toHaveLength(50 * rounds)
  })

  it('are limited by the setting, whichever process begins them', async () => {
    const { path, answerAll, count } = holdAnswers()
    await endpointWith(40, path)
    const deliverers = Array.from({ length: 3 }, () => delivererOf(16))
    const together = await Promise.all(deliverers.flatMap((one) => [one.begin(10), one.begin(10)]))
    const begun = together.flat()
    for (const one of deliverers) begun.push(...(await one.begin(10)))
    expect(begun).toHaveLength(16)
    await expect.poll(count).toBe(16)
    answerAll(204)
    await allDone(begun)
    const next = await delivererOf(16).begin(100)
    expect(next).toHaveLength(16)
    await expect.poll(count).toBe(16)
    answerAll(204)
    await allDone(next)
  })

  it('leave room for others: each endpoint has a first one before any has a second', async () => {
    const [busy, quiet] = [world.newPath(), world.newPath()]
    await endpointWith(100, busy)
    world.pass(1000)
    await endpointWith(2, quiet, world.quay)
    await allDone(await delivererOf(16).begin(4))
    expect(world.receiver.at(quiet)).toHaveLength(2)
    expect(world.receiver.at(busy)).toHaveLength(2)
  })

  it('delay no other endpoint when they hang', async () => {
    const { path, answerAll, count } = holdAnswers()
    await endpointWith(100, path)
    const hanging = await delivererOf(8).begin(100)
    expect(hanging).toHaveLength(8)
    const quiet = world.newPath()
    await endpointWith(3, quiet, world.quay)
    const begun = await delivererOf(8).begin(100)
    expect(begun).toHaveLength(3)
    await allDone(begun)
    expect(world.receiver.at(quiet)).toHaveLength(3)
    await expect.poll(count).toBe(8)
    answerAll(204)
    await allDone(hanging)
  })
})

describe('attempts that end together', () => {
  it('disable an endpoint once', async () => {
    const path = world.newPath()
    world.receiver.answer(path, 410)
    const id = await endpointWith(3, path)
    await allDone(await delivererOf(8).begin(100))
    expect(await world.get(id)).toMatchObject({ status: 'disabled', disabled_reason: 'GONE' })
    expect((await world.deliveries(id)).map(({ state }) => state)).toEqual(Array(3).fill('failed'))
    const { rows } = await world.service.database.query(
      `SELECT FROM notifications WHERE category = 'webhook_disabled' AND occasion LIKE $1 || '%'`,
      [id],
    )
    expect(rows).toHaveLength(1)
  })

  it('write nothing for deliveries whose claims have lapsed and been claimed again', async () => {
    const { path, answerAll, count } = holdAnswers()
    const id = await endpointWith(4, path)
    const late = await delivererOf(8).begin(100)
    await expect.poll(count).toBe(4)
    await world.service.database.query(
      `UPDATE webhook_deliveries SET claimed_until = now() - interval '1 second'
       WHERE endpoint_id = $1 AND position % 2 = 0`,
      [id],
    )
    world.receiver.answer(path, 204)
    const taken = await delivererOf(8).begin(100)
    expect(taken).toHaveLength(2)
    await allDone(taken)
    answerAll(500)
    await allDone(late)
    const states = (await world.deliveries(id)).map(({ state, attempts }) => [state, attempts])
    expect(states.sort()).toEqual([
      ['delivered', 1],
      ['delivered', 1],
      ['pending', 1],
      ['pending', 1],
    ])
  })
})
