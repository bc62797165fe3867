import { generateWebKeyPair, type Notification, VadiumClient } from '@vadium/client'
import type { FakeService } from '@vadium/client/testing'
import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChangedReading } from '../../src/service/changed.ts'
import { DesktopNotices } from '../../src/service/desktop-notices.ts'
import { LiveEvents } from '../../src/service/live-events.ts'
import { PricedReading, restsOnPrices, restsOnPricesAsAWhole } from '../../src/service/priced.ts'
import { recordedService } from './harness/recorded-service.ts'

const desk = { hasStream: true, isSandbox: false }

async function liveEventsOf(service: FakeService) {
  const { transport } = service
  const { privateKey } = await generateWebKeyPair()
  const client = new VadiumClient({ baseUrl: 'http://x', privateKey, transport })
  const queries = new QueryClient()
  return { live: new LiveEvents(client, queries), queries, client }
}

it('has what the many events of a second concern read again twice at most', async () => {
  const service = recordedService('execution')
  const [event] = service.sample('events.list').events
  const moved = Array.from({ length: 200 }, () => ({ ...event, type: 'position.updated' }))
  service.answer('events.stream', [...moved, { ...event, type: 'wallet.updated' }])
  const { live, queries } = await liveEventsOf(service)
  const read = vi.spyOn(queries, 'invalidateQueries')
  const countOf = (key: string) =>
    read.mock.calls.filter(([filters]) => filters?.queryKey?.[0] === key).length
  live.start(desk)
  // The last event is read with those before it.
  await vi.waitFor(() => {
    expect(countOf('wallets')).toBe(1)
  }, 20_000)
  live.stop()
  expect(countOf('positions')).toBe(2)
})

it('lets a reading end that takes longer than events follow one another, and reads once more', async () => {
  vi.useFakeTimers()
  const queries = new QueryClient()
  const signals: AbortSignal[] = []
  const observer = new QueryObserver(queries, {
    queryKey: ['today'],
    queryFn: async ({ signal }) => {
      signals.push(signal)
      await new Promise((resolve) => setTimeout(resolve, 4_000))
      return signals.length
    },
  })
  const leave = observer.subscribe(() => undefined)
  const reading = new ChangedReading(queries, new AbortController().signal)
  for (let second = 0; second < 9; second += 1) {
    reading.changed(['today'])
    await vi.advanceTimersByTimeAsync(1_000)
  }
  await vi.advanceTimersByTimeAsync(20_000)
  expect(signals.map(({ aborted }) => aborted)).toEqual(signals.map(() => false))
  // The first one, two that began after it, and one for what changed in the last of them.
  expect(signals).toHaveLength(4)
  leave()
  vi.useRealTimers()
})

let screens = 0

/** A screen with a query, and how often it has been read. */
function screenOf(queries: QueryClient, options: object = restsOnPrices) {
  const readings = { count: 0 }
  const observer = new QueryObserver(queries, {
    ...options,
    queryKey: ['figures', (screens += 1)],
    queryFn: () => (readings.count += 1),
  })
  const leave = observer.subscribe(() => undefined)
  return { readings, leave }
}

it('reads what rests on prices, and the time of a sandbox, when the stream says that they moved', async () => {
  const service = recordedService('execution')
  const data = { prices: ['BTC'], clock: true }
  service.answer('events.stream', [{ type: 'moved', data }])
  const { live, queries } = await liveEventsOf(service)
  const [priced, other, caller] = [screenOf(queries), screenOf(queries, {}), screenOf(queries, {})]
  queries.setQueryData(['caller'], {})
  live.start(desk)
  await vi.waitFor(() => {
    expect(queries.getQueryState(['caller'])?.isInvalidated).toBe(true)
    // At first, when the stream has opened, and when prices have moved.
    expect(priced.readings.count).toBe(3)
  })
  expect([other, caller].map(({ readings }) => readings.count)).toEqual([2, 2])
  for (const { leave } of [priced, other, caller]) leave()
  live.stop()
})

describe('what rests on prices', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    focusManager.setFocused(undefined)
    vi.useRealTimers()
  })

  const settled = () => vi.advanceTimersByTimeAsync(0)

  it('is read at once when prices move, then every five seconds at most, and not while they rest', async () => {
    const queries = new QueryClient()
    const { readings, leave } = screenOf(queries)
    await settled()
    const reading = new PricedReading(queries, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readings.count).toBe(1)
    for (let second = 0; second < 12; second += 1) {
      reading.moved()
      await vi.advanceTimersByTimeAsync(1000)
    }
    // At 0, 5 and 10 seconds. What moved last is read at 15.
    expect(readings.count).toBe(4)
    await vi.advanceTimersByTimeAsync(5000)
    expect(readings.count).toBe(5)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readings.count).toBe(5)
    leave()
  })

  it('is read once a minute as a whole list, and at last at the prices of the last move', async () => {
    const queries = new QueryClient()
    const { readings, leave } = screenOf(queries, { meta: restsOnPricesAsAWhole })
    await settled()
    const reading = new PricedReading(queries, new AbortController().signal)
    for (let second = 0; second < 61; second += 1) {
      reading.moved()
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(readings.count).toBe(2)
    reading.moved()
    await vi.advanceTimersByTimeAsync(70_000)
    expect(readings.count).toBe(3)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(readings.count).toBe(3)
    leave()
  })

  it('is read on a hidden page once it is looked at', async () => {
    const queries = new QueryClient()
    queries.mount()
    const { readings, leave } = screenOf(queries)
    await settled()
    focusManager.setFocused(false)
    const reading = new PricedReading(queries, new AbortController().signal)
    reading.moved()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readings.count).toBe(1)
    focusManager.setFocused(true)
    await settled()
    expect(readings.count).toBe(2)
    leave()
    queries.unmount()
  })

  it('is read every five seconds where there is no stream, which the state says', async () => {
    const { live, queries } = await liveEventsOf(recordedService('operator'))
    const { readings, leave } = screenOf(queries)
    live.start({ hasStream: false, isSandbox: false })
    expect(live.read()).toBe('off')
    await vi.advanceTimersByTimeAsync(16_000)
    expect(readings.count).toBe(4)
    live.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readings.count).toBe(4)
    leave()
  })
})

it('shows on the desktop what is critical and not muted, what arrives together once', async () => {
  const service = recordedService('execution').answer('notificationPreferences.get', {
    muted_categories: ['price_stale'],
    minimum_severity: 'info',
  })
  const [event] = service.sample('events.list').events
  const [notification] = service.sample('notifications.list').notifications
  if (event === undefined || notification === undefined) throw new Error('there is no sample')
  const created = (changes: Partial<Notification>) => ({
    ...event,
    type: 'notification.created' as const,
    data: {
      organization_id: event.data.organization_id,
      notification: { ...notification, severity: 'critical' as const, ...changes },
    },
  })
  // What a browser gives the tab that asks first, and refuses the others.
  const held = new Set<string>()
  const request = (name: string, _how: object, use: (lock: object | null) => unknown) =>
    use(held.has(name) ? null : held.add(name))
  vi.stubGlobal('navigator', { locks: { request } })
  const { queries, client } = await liveEventsOf(service)
  const shown: [string, number][] = []
  const tabs = [new DesktopNotices(client, queries), new DesktopNotices(client, queries)]
  for (const tab of tabs) {
    for (const changes of [
      { title: 'Old price', category: 'price_stale' },
      { title: 'Called', category: 'margin_call_reached' },
      { title: 'Only news', severity: 'warning' },
      { title: 'Failed', category: 'transfer_failed' },
    ] as const) {
      tab.arrive(created(changes), ({ title }, others) => shown.push([title, others]))
    }
  }
  await vi.waitFor(() => expect(shown).toEqual([['Called', 1]]), 5_000)
  for (const tab of tabs) tab.stop()
  vi.unstubAllGlobals()
})
