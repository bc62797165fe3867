import { generateWebKeyPair, VadiumClient } from '@vadium/client'
import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { LiveEvents } from '../../src/service/live-events.ts'
import { recordedService } from './harness/recorded-service.ts'

it('has what the many events of a second concern read again twice at most', async () => {
  const service = recordedService('execution')
  const [event] = service.sample('events.list').events
  const moved = Array.from({ length: 200 }, () => ({ ...event, type: 'position.updated' }))
  service.answer('events.stream', [...moved, { ...event, type: 'wallet.updated' }])
  const { transport } = service
  const { privateKey } = await generateWebKeyPair()
  const client = new VadiumClient({ baseUrl: 'http://x', privateKey, transport })
  const queries = new QueryClient()
  const read = vi.spyOn(queries, 'invalidateQueries')
  const countOf = (key: string) =>
    read.mock.calls.filter(([filters]) => filters?.queryKey?.[0] === key).length
  const live = new LiveEvents(client, queries)
  live.start()
  // The last event is read with those before it.
  await vi.waitFor(() => {
    expect(countOf('wallets')).toBe(1)
  }, 20_000)
  live.stop()
  expect(countOf('positions')).toBe(2)
})
