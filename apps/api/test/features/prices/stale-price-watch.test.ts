import { listNotifications, type Notification, pushPrices } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book, type Key } from '../../harness/book.ts'
import { succeed } from '../../harness/call.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const [lender, borrower] = [book.party('harbor'), book.party('quay')]
const stranger = book.party('stone').credential('viewer')
const platform = book.party('platform')
platform.source('test')
const operator = platform.credential('operator')
const [lenderKey, borrowerKey] = [lender.credential('viewer'), borrower.credential('viewer')]
book.deal(lender, borrower)
book.deal(lender, borrower)
book.price('BTC', '60000', '2026-03-02T12:00:00.000Z')
book.price('ETH', '2500', '2026-03-02T12:00:00.000Z')
book.price('USDC', '1', '2026-03-02T11:00:00.000Z')

let service: RunningService
let second: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  second = await startService({ database: service.database })
})
afterAll(async () => {
  await second.close()
  await service.close()
})

const setTime = (time: string) => {
  for (const { clock } of [service, second]) clock.set(time)
}
const look = (at = service) => at.services.stalePriceWatch.run()
const quote = (price_usd: string) =>
  succeed(service, pushPrices, {
    key: operator,
    body: { quotes: [{ asset: 'ETH', source: 'test', price_usd }] },
  })

async function staleNotifications(key: Key, asset?: string): Promise<Notification[]> {
  const query = { category: 'price_stale', page_size: 1000 }
  const { notifications } = await succeed(service, listNotifications, { key, query })
  return notifications.filter(({ link }) => asset === undefined || link.id === asset)
}

describe('a stale price', () => {
  it('is notified to every organization with a deal on the asset, and not while it is fresh', async () => {
    expect(await look()).toBe(0)
    setTime('2026-03-02T12:03:00.001Z')
    expect(await look()).toBe(2)
    for (const key of [lenderKey, borrowerKey]) {
      const list = await staleNotifications(key)
      expect(list.map(({ link }) => link.id).sort()).toEqual(['BTC', 'ETH'])
      expect(list[0]).toMatchObject({
        severity: 'warning',
        create_time: '2026-03-02T12:03:00.001Z',
      })
    }
    expect((await staleNotifications(lenderKey, 'ETH'))[0]).toMatchObject({
      title: 'Price stale: ETH',
      link: { resource: 'price', id: 'ETH', order_id: null },
    })
    expect(await staleNotifications(stranger)).toEqual([])
  })

  it('is notified once an occasion, by any number of processes', async () => {
    setTime('2026-03-02T13:00:00.000Z')
    await Promise.all([look(), look(second), look(), look(second)])
    expect(await staleNotifications(lenderKey, 'ETH')).toHaveLength(1)
  })

  it.runIf(isLongRun)('is not notified again after a restart', async () => {
    const third = await startService({ database: service.database })
    third.clock.set('2026-03-02T13:00:00.000Z')
    await look(third)
    await third.close()
    expect(await staleNotifications(lenderKey, 'ETH')).toHaveLength(1)
  })

  it('is no new occasion for a process whose clock is behind', async () => {
    second.clock.set('2026-03-02T12:02:59.000Z')
    expect(await look(second)).toBe(0)
    expect(await look()).toBe(0)
    expect(await staleNotifications(lenderKey, 'ETH')).toHaveLength(1)
  })

  it('is notified again at the next occasion, once by two processes', async () => {
    setTime('2026-03-02T13:10:00.000Z')
    await quote('2510')
    expect(await look()).toBe(0)
    setTime('2026-03-02T13:13:00.001Z')
    await Promise.all([look(), look(second)])
    expect(await staleNotifications(lenderKey, 'ETH')).toHaveLength(2)
    expect(await staleNotifications(borrowerKey, 'ETH')).toHaveLength(2)
    expect(await staleNotifications(lenderKey, 'BTC')).toHaveLength(1)
  })

  it('is an occasion even when no process looked while it was fresh', async () => {
    setTime('2026-03-02T13:20:00.000Z')
    await quote('2520')
    await look()
    setTime('2026-03-02T13:30:00.000Z')
    await look()
    expect(await staleNotifications(lenderKey, 'ETH')).toHaveLength(3)
  })
})

describe('the list of organizations with deals', () => {
  it('is not shown to an organization', async () => {
    const asked = service.services.writes.byService(lender.id, (tx) =>
      tx.query('SELECT readers_of_stale_prices($1, $2)', [['ETH'], ['ETH 1']]),
    )
    await expect(asked).rejects.toThrow('an organization may not ask')
  })
})
