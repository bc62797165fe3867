import { verifyDocument } from '@vadium/margin'
import {
  type CallSet,
  createMarkToMarketRequest,
  previewMarkToMarketRequest,
  sendCollateral,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal } from '../../harness/book.ts'
import { succeed } from '../../harness/call.ts'
import { CalledPair } from '../../harness/world/call-sets.ts'
import { Documents } from '../../harness/world/documents.ts'
import { now, World } from '../../harness/world/world.ts'

const world = new World()
world.book.price('USDC', '1', now)
const worked = new CalledPair(world, 'worked')
const separate = new CalledPair(world, 'separate', {
  minimum_applies_to: 'deal',
  minimum_notional_top_up_usd: '6000',
})
const unasked = new CalledPair(world, 'unasked')
const sent = new CalledPair(world, 'sent', { minimum_notional_top_up_usd: '0' })
const documents = new Documents(world, [worked.borrower, separate.lender, sent.lender])

beforeAll(async () => {
  await world.start()
  await documents.want(['margin_call_notice'], worked.borrower)
  await documents.want(['margin_call_notice'], separate.lender)
  await documents.want(['margin_call_notice'], sent.lender)
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})
beforeEach(async () => {
  await world.setPrice('BTC', '59999.99')
  await world.setPrice('ETH', '3000')
})

/** The notices of the requests of a set, in their order, with their contents. */
async function noticesOf(set: CallSet, pair: CalledPair) {
  const listed = await Promise.all(
    set.request_ids.map((subject_id) => documents.list({ subject_id }, pair.lenderKey)),
  )
  return Promise.all(
    listed.map(async (of) => {
      expect(of).toMatchObject([{ kind: 'margin_call_notice', revision: 1 }])
      return documents.content(of[0] ?? { id: '' }, pair.lenderKey)
    }),
  )
}

describe('a call set', () => {
  it('has a notice of each request, which says how the sum reaches the minimum', async () => {
    const set = await worked.create()
    const notices = await noticesOf(set, worked)
    const [first, second] = worked.deals.map(({ orderNumber }) => orderNumber)
    const requests = [
      { order_id_pretty: first, notional_usd: '6000.24' },
      { order_id_pretty: second, notional_usd: '6000.00' },
    ]
    expect(notices.map((notice) => notice['call_set'])).toEqual(
      [1, 2].map(() => ({
        id: set.id,
        total_notional_usd: '12000.24',
        minimum_notional_usd: '10000.00',
        minimum_terms_version: 1,
        minimum_applies_to: 'agreement',
        terms_version: 1,
        requests,
      })),
    )
    expect(notices).toMatchObject([
      {
        request: { call_set_id: set.id, collateral_amount: '0.10000417', notional_usd: '6000.24' },
        preview: { can_submit_m2m: false, m2m_collateral_amount: '0.10000417' },
        calculation: { reasons: [{ code: 'BELOW_MINIMUM_NOTIONAL' }] },
      },
      { request: { collateral_amount: '2' }, preview: { m2m_notional_usd: '6000.00' } },
    ])
    for (const notice of notices) {
      expect(verifyDocument(notice)).toMatchObject({ ok: true, differences: [] })
    }
  })

  it('has notices with the prices that were shown, though these have moved since', async () => {
    const { calculation_id } = await separate.preview()
    await world.setPrice('BTC', '59999.50')
    const notices = await noticesOf(await separate.createFrom(calculation_id), separate)
    expect(notices).toMatchObject([
      {
        request: { collateral_price_usd: '59999.99', notional_usd: '6000.24' },
        call_set: { minimum_applies_to: 'deal', total_notional_usd: '12000.24' },
        calculation: { reasons: [] },
      },
      { request: { collateral_price_usd: '3000' }, calculation: { reasons: [] } },
    ])
    for (const notice of notices) {
      expect(verifyDocument(notice)).toMatchObject({ ok: true, differences: [] })
    }
  })

  it('has none where nobody wants them', async () => {
    const { request_ids } = await unasked.create()
    const listed = await Promise.all(
      request_ids.map((subject_id) => documents.list({ subject_id }, unasked.lenderKey)),
    )
    expect(listed.flat()).toEqual([])
  })
})

describe('collateral that was sent without a call after the preview', () => {
  const send = ({ positionId }: Deal, quantity: string) =>
    succeed(world.service, sendCollateral, {
      ...{ key: sent.borrowerKey, params: { position_id: positionId }, body: { quantity } },
    })

  it('leaves the notice of a call with the figures that were shown', async () => {
    const [deal] = sent.deals
    const body = { position_id: deal.positionId, explain: true }
    const { preview, calculation } = await succeed(world.service, previewMarkToMarketRequest, {
      ...{ key: sent.lenderKey, body },
    })
    const { id } = await send(deal, '0.00005')
    await world.report(id, 'broadcasting', sent.lender)
    const asked = await succeed(world.service, createMarkToMarketRequest, {
      key: sent.lenderKey,
      body: {
        position_id: deal.positionId,
        calculation_id: calculation?.calculation_id ?? '',
      },
    })
    expect(asked.collateral_amount).toBe(preview.m2m_collateral_amount)
    const [notice] = await documents.list({ subject_id: asked.id }, sent.lenderKey)
    const content = await documents.content(notice ?? { id: '' }, sent.lenderKey)
    expect(content).toMatchObject({
      preview: { m2m_collateral_amount: asked.collateral_amount },
      calculation: { reasons: [] },
    })
    expect(verifyDocument(content)).toMatchObject({ ok: true, differences: [] })
  })

  it('leaves the notices of a set so, too', async () => {
    const deal = sent.deals[1]
    const { calculation_id } = await sent.preview()
    const { id } = await send(deal, '0.01')
    await world.report(id, 'broadcasting', sent.lender)
    const [notice] = await noticesOf(await sent.createFrom(calculation_id), sent)
    expect(notice).toMatchObject({ request: { collateral_amount: '2' } })
    expect(verifyDocument(notice)).toMatchObject({ ok: true, differences: [] })
  })
})
