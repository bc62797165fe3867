import { verifyPreview } from '@vadium/margin'
import {
  acceptMarkToMarketRequest,
  getMarkToMarketRequest,
  getPosition,
  getToday,
  listPositions,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal, Key } from '../../../harness/book.ts'
import { refused, succeed } from '../../../harness/call.ts'
import { AutomationWorld } from '../../../harness/automation-world.ts'
import { now, reasonAgainst, unused } from '../../../harness/world/world.ts'

// With such a threshold, a Release is due although the coverage is below the liquidation level.
const world = new AutomationWorld()
const { closeOuts, margin, lenderKey, borrowerKey } = world
world.book.price('USDC', '1', now)
const terms = { liquidation_confirm_seconds: 0, threshold_usd: '500000' }
const deals = Array.from({ length: 4 }, () => closeOuts.deal(terms))

const nextDeal = () => unused(deals)

beforeAll(() => world.start())
beforeEach(() => closeOuts.fall('45000'))
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const held = 'A default of the borrower is declared: only the lender can request a release.'

const position = ({ positionId: id }: Deal, key: Key) => world.do(getPosition, { id }, key)

async function readyIds(key: Key, order_by?: 'coverage'): Promise<string[]> {
  const query = { ready_for_m2m: true, page_size: 100, ...(order_by && { order_by }) }
  const { positions } = await succeed(world.service, listPositions, { key, query })
  return positions.map(({ id }) => id)
}

describe('a Release to a borrower under notice', () => {
  it('is blocked for the borrower, with the same reason in its preview, and not for the lender', async () => {
    const deal = nextDeal()
    const before = await margin.calculationOf(deal, borrowerKey)
    await closeOuts.declare(deal)
    const { preview, calculation } = await margin.preview(deal, borrowerKey)
    expect(preview).toMatchObject({ direction: 'Release', can_submit_m2m: false })
    expect(calculation.reasons).toEqual([{ code: 'RECEIVER_IN_DEFAULT', message: held }])
    expect(calculation.formula_version).toBe('2')
    expect(calculation.inputs.at(-1)).toMatchObject({
      ...{ name: 'receiver_in_default', value: 'true', unit: 'boolean' },
    })
    expect(verifyPreview(preview, calculation)).toEqual({ ok: true, differences: [] })
    for (const id of [before, calculation.calculation_id]) {
      const asked = margin.creation(deal, id, borrowerKey)
      const { body } = await refused(world.service, 422, asked)
      expect(body.error).toMatchObject({
        reason: 'MARK_TO_MARKET_NOT_DUE',
        details: [{ value: 'RECEIVER_IN_DEFAULT', issue: held }],
      })
    }

    const ofLender = await margin.preview(deal)
    expect(ofLender.calculation).toMatchObject({ formula_version: '1', reasons: [] })
    const released = await margin.create(deal)
    const accepted = await world.do(acceptMarkToMarketRequest, released, borrowerKey)
    expect(accepted).toMatchObject({ direction: 'Release', status: 'ACCEPTED' })
  })

  it('is not offered to the borrower, nor counted among what it can release', async () => {
    const deal = nextDeal()
    const { id } = await closeOuts.declare(deal)
    const seen = await position(deal, borrowerKey)
    expect(seen).toMatchObject({ ready_for_m2m: false, m2m_reason: 'RECEIVER_IN_DEFAULT' })
    expect(reasonAgainst(seen, 'create_mark_to_market_request')).toBe(held)
    expect(reasonAgainst(seen, 'preview')).toBeNull()
    const ofLender = await position(deal, lenderKey)
    expect(ofLender).toMatchObject({ ready_for_m2m: true, m2m_reason: null })
    const ready = [await readyIds(borrowerKey), await readyIds(borrowerKey, 'coverage')]
    expect(ready.flat()).not.toContain(deal.positionId)
    expect(await readyIds(lenderKey)).toContain(deal.positionId)
    const query = { rows: 20 }
    const { to_release } = await succeed(world.service, getToday, { key: borrowerKey, query })
    const due = to_release.positions.map((one) => one.id)
    expect(due).not.toContain(deal.positionId)
    expect(to_release.count).toBe((await readyIds(borrowerKey)).length)

    await closeOuts.do('withdraw', id)
    expect(await position(deal, borrowerKey)).toMatchObject({ ready_for_m2m: true })
  })

  it('is refused to a lender that would accept it, as its actions say', async () => {
    const deal = nextDeal()
    const asked = await margin.create(deal, borrowerKey)
    const { id } = await closeOuts.declare(deal)
    const seen = await world.do(getMarkToMarketRequest, asked, lenderKey)
    const why =
      'a default of the borrower is declared: only the lender can have collateral released'
    expect(['accept', 'dispute'].map((action) => reasonAgainst(seen, action))).toEqual([why, why])
    expect(reasonAgainst(seen, 'reject')).toBeNull()
    const { body } = await refused(
      world.service,
      409,
      world.callOn(acceptMarkToMarketRequest, asked, lenderKey),
    )
    expect(body.error).toMatchObject({
      ...{ reason: 'INVALID_STATE', details: [{ field: 'close_out_id', issue: why, value: id }] },
    })
  })
})

describe('an automation of a deal with a notice', () => {
  const heldOf = async ({ positionId }: Deal) => {
    const held = await world.held(borrowerKey)
    return held.filter(({ link }) => link.id === positionId).map(({ body }) => body)
  }

  it('requests nothing for the side in default, and goes on for the declarer', async () => {
    const deal = nextDeal()
    await closeOuts.declare(deal)
    // Nobody has looked at the notice since the price rose.
    await world.setPrice('BTC', '80000')
    await world.set('market_cut', null, world.borrowerAdmin)
    await world.cut()
    expect(await heldOf(deal)).toEqual([
      expect.stringContaining('was not requested automatically, because its default is declared'),
    ])
    await world.set('off', null, world.borrowerAdmin)
    await world.setPrice('BTC', '38000')
    await world.set('market_cut')
    await world.cut()
    const called = (await world.pending()).filter((one) => one.position_id === deal.positionId)
    expect(called).toMatchObject([{ direction: 'TopUp', created_automatically: true }])
  })
})
