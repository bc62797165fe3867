import { eventTypeNames, operations } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendEvents } from '../../harness/appended-events.ts'
import { refused } from '../../harness/call.ts'
import { openFrames } from '../../harness/frames.ts'
import { World } from '../../harness/world/world.ts'
import { startService, type RunningService } from '../../harness/service.ts'

const world = new World()
let service: RunningService
beforeAll(async () => {
  await world.start()
  service = await startService({ database: world.service.database, streaming: true })
})
afterAll(async () => {
  await service.close()
  await world.close()
})

/** Writes an event of every kind into the log of an organization, each with a mark in it. */
async function writeEveryEvent(organizationId: string, mark: string): Promise<void> {
  const payload = {
    mark,
    notification: { category: 'transfer_failed', severity: 'critical', title: mark },
    entry: { text: mark },
  }
  await appendEvents(
    service.database,
    eventTypeNames.map((type) => ({ organizationId, type, data: payload })),
  )
}

const streams = operations.filter(({ streams }) => streams)

describe.each(streams)('$id', ({ path }) => {
  it('shows no event of another organization, from now on or from the beginning', async () => {
    await using stream = await openFrames(service, world.strangerKey, path)
    for (const { id } of [world.lender, world.borrower]) await writeEveryEvent(id, 'not for you')
    await world.orders.active()
    await writeEveryEvent(world.stranger.id, 'for you')
    const target = `${path}?after=${stream.ready.id}`
    await using again = await openFrames(service, world.strangerKey, target)
    for (const frames of [stream, again]) {
      const first = await frames.next()
      expect(first?.data).toMatchObject({ organization_id: world.stranger.id, mark: 'for you' })
    }
  })

  it('answers the cursor of another organization like an unknown one', async () => {
    await using stream = await openFrames(service, world.lenderKey, path)
    const bare = async (after: string) => {
      const target = `${path}?after=${after}`
      const { text } = await refused(service, 400, { target, key: world.strangerKey })
      return text.replace(/"request_id":"[^"]*"/, '')
    }
    expect(await bare(stream.ready.id)).toBe(await bare('bm9ib2R5cw'))
  })
})

it('finds streams among the operations', () => {
  expect(streams.map(({ id }) => id)).toContain('streamEvents')
})
