import { connect } from 'node:net'
import { signRequest } from '@vadium/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appendEvents } from '../../harness/appended-events.ts'
import { openFrames } from '../../harness/frames.ts'
import { World } from '../../harness/world/world.ts'
import { type RunningService, startService } from '../../harness/service.ts'

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

/** Writes some events directly into the log of the borrower. */
const append = (count: number, note: string) =>
  appendEvents(
    world.service.database,
    Array.from({ length: count }, (_, i) => ({
      organizationId: world.borrower.id,
      type: 'chat.updated',
      data: { n: i + 1, note },
    })),
  )

/** 100 MB. */
async function appendMany(): Promise<void> {
  const note = 'x'.repeat(10_000)
  for (let i = 0; i < 10; i += 1) await append(1000, note)
}

it('holds no events in memory for a reader that stops reading', async () => {
  // What writing them takes is held from now on.
  await appendMany()
  const { hostname, port } = new URL(service.url)
  const target = '/events:stream'
  const signature = signRequest(
    { method: 'GET', target },
    world.borrowerKey.privateKey,
    service.clock.now() + 29_000,
  )
  const lines = Object.entries(signature).map(([name, value]) => `${name}: ${value}`)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n${lines.join('\r\n')}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  const before = process.memoryUsage().rss
  await appendMany()
  // Another reader gets all of it meanwhile.
  const page = await openFrames(service, world.borrowerKey)
  await append(1, 'end')
  await page.next()
  await page[Symbol.asyncDispose]()
  // 100 MB were written; for the stalled reader, only the buffers of its connection are held.
  expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024)
  socket.destroy()
})
