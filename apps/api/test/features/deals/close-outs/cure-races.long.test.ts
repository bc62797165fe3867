import { listNotifications } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { call, succeed } from '../../../harness/call.ts'
import { inEitherOrder } from '../../../harness/lock-waits.ts'
import { now, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, margin, orders, borrowerKey } = world
world.book.price('USDC', '1', now)
const deals = Array.from({ length: 8 }, () => closeOuts.deal({ liquidation_confirm_seconds: 0 }))

const nextDeal = () => unused(deals)

beforeAll(async () => {
  await world.start()
  await closeOuts.fall('45000')
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** Two changes of a deal that wait for its lock, in the order of their turn. */
const turns = <A, B>(
  { orderId }: Deal,
  isFirst: boolean,
  one: () => Promise<A>,
  other: () => Promise<B>,
) => inEitherOrder(world.service.database, orderId, isFirst, one, other)

const statusOf = async (id: string) => (await closeOuts.get(id)).status

const ask = (action: 'terminate' | 'withdraw', id: string) => async () =>
  (await call(world.service, closeOuts.callOf(action, id))).status

/** How a top-up by the borrower is created, of what it has seen before. */
async function topUpOf(deal: Deal) {
  const creation = margin.creation(deal, await margin.calculationOf(deal, borrowerKey), borrowerKey)
  return async () => {
    const { status, body } = await call(world.service, creation)
    expect(status).toBe(200)
    return margin.get(body as { readonly id: string })
  }
}

/** A declared default with its cure, which the network confirms. */
async function cureOnItsWay(deal: Deal) {
  const { id } = await closeOuts.declare(deal)
  const { transfer_ids } = await margin.create(deal, borrowerKey)
  const transferId = String(transfer_ids[0])
  await world.report(transferId, 'confirming')
  return { id, settle: () => world.report(transferId, 'completed') }
}

describe.for([true, false])(
  'a cure beside another change of its deal, the cure first: %s,',
  (isFirst) => {
    it('settles and ends the notice, or counts in the close-out that was terminated before', async () => {
      const deal = nextDeal()
      const { id, settle } = await cureOnItsWay(deal)
      const [, terminated] = await turns(deal, isFirst, settle, ask('terminate', id))
      expect(terminated).toBe(isFirst ? 409 : 200)
      const { status, statement } = await closeOuts.get(id)
      expect(status).toBe(isFirst ? 'CURED' : 'CLOSING_OUT')
      const held = Number(statement?.collateral[0]?.quantity ?? 0)
      expect(held > 25 && statement?.provisional === false).toBe(!isFirst)
    })

    it('is accepted by itself, or by the declaration that comes after it', async () => {
      const deal = nextDeal()
      const [topUp, declared] = await turns(deal, isFirst, await topUpOf(deal), () =>
        closeOuts.declare(deal),
      )
      expect(declared.status).toBe('NOTICE')
      expect(await margin.get(topUp)).toMatchObject({ direction: 'TopUp', status: 'ACCEPTED' })
      expect(await margin.historyOf(topUp)).toEqual([
        'create PENDING_ACCEPTANCE',
        'accept ACCEPTED',
      ])
      const sent = (await orders.transfers(deal.orderId)).filter(
        ({ category }) => category === 'm2m',
      )
      expect(sent).toHaveLength(1)
    })

    it('is accepted, or awaits an answer after the withdrawal of the notice', async () => {
      const deal = nextDeal()
      const { id } = await closeOuts.declare(deal)
      const [topUp, withdrawn] = await turns(
        deal,
        isFirst,
        await topUpOf(deal),
        ask('withdraw', id),
      )
      expect(withdrawn).toBe(200)
      expect(topUp.status).toBe(isFirst ? 'ACCEPTED' : 'PENDING_ACCEPTANCE')
    })

    it('ends the notice, or arrives after its withdrawal, and each side is notified once', async () => {
      const deal = nextDeal()
      const { id, settle } = await cureOnItsWay(deal)
      const [, withdrawn] = await turns(deal, isFirst, settle, ask('withdraw', id))
      expect([withdrawn, await statusOf(id)]).toEqual(isFirst ? [409, 'CURED'] : [200, 'WITHDRAWN'])
      const query = { page_size: 1000 }
      const { notifications } = await succeed(world.service, listNotifications, {
        key: borrowerKey,
        query,
      })
      const ended = notifications.filter(
        ({ link, category }) => link.id === id && category === 'default_ended',
      )
      expect(ended).toHaveLength(1)
    })
  },
)
