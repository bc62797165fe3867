import { type Approval, listNotifications } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { refused, succeed } from '../../harness/call.ts'
import { HeldPrices } from '../../harness/held-prices.ts'
import { isLongRun } from '../../harness/long-run.ts'

const world = new HeldPrices()
const { operator, secondOperator, speaker } = world
const reader = world.platform.credential('viewer')

beforeAll(async () => {
  await world.open()
  await withOwnerClient(world.service.database.url, (client) =>
    client.query('UPDATE installation SET people_needed = 2'),
  )
})
beforeEach(() => world.forget())
afterAll(() => world.close())

const reported = async () => {
  const query = { category: 'price_source_changed' }
  const { notifications } = await succeed(world.service, listNotifications, {
    key: reader,
    query,
  })
  return notifications.length
}

async function requested(): Promise<Approval> {
  await world.hold()
  return world.requested(world.releaseCall())
}

async function approved(approval: Approval): Promise<Approval> {
  await world.decide('approve', approval, secondOperator)
  return world.carriedOut(approval, operator)
}

describe('in an installation that asks for two people, a release', () => {
  it('has no effect and announces nothing until a second operator approves it', async () => {
    const before = await reported()
    const approval = await requested()
    expect(approval).toMatchObject({ operation: 'releasePrice', decider_id: world.platform.id })
    expect(await world.price()).toBe('100')
    expect(await reported()).toBe(before)
    expect(world.announced).toEqual([])

    expect(await approved(approval)).toMatchObject({
      state: 'CARRIED_OUT',
      answer: { asset: 'BTC', price_usd: '50' },
    })
    expect(await world.price()).toBe('50')
    expect(await reported()).toBe(before + 1)
    expect(world.announced).toEqual([['BTC']])
  })

  it('is refused at once to the account of the source', async () => {
    await world.hold()
    const { reason } = await refused(world.service, 403, world.releaseCall({}, speaker))
    expect(reason).toBe('APPROVER_NOT_PERMITTED')
  })

  it('releases a later quote of the same price, which keeps the request alive', async () => {
    const approval = await requested()
    world.advance(170)
    expect(await world.push('50')).toBe('held')
    world.advance(170)
    expect(await approved(approval)).toMatchObject({ state: 'CARRIED_OUT' })
    expect(await world.price()).toBe('50')
  })

  const changes: [what: string, happens: () => Promise<void>][] = [
    ['the quote is stale by then', async () => world.advance(181)],
    [
      'the source has quoted another price',
      async () => {
        world.advance(1)
        expect(await world.push('49')).toBe('held')
      },
    ],
    [
      'the source has returned to the price before',
      async () => {
        world.advance(1)
        expect(await world.push('100')).toBe('accepted')
      },
    ],
  ]
  it.each(isLongRun ? changes : changes.slice(0, 1))(
    'fails and changes nothing if %s',
    async (_case, happens) => {
      const approval = await requested()
      await happens()
      world.announced.length = 0
      const before = await world.price()
      expect(await approved(approval)).toMatchObject({
        state: 'FAILED',
        failure: { reason: 'INVALID_STATE' },
      })
      expect(await world.price()).toBe(before)
      expect(world.announced).toEqual([])
    },
  )
})
