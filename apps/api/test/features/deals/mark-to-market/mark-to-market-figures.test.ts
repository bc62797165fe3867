import {
  agreedCollateral,
  Decimal,
  formatDecimal,
  marginCall,
  type MarginTerms,
  resolveDispute,
  roundDown,
  valuePosition,
} from '@vadium/margin'
import {
  acceptMarkToMarketRequest,
  createMarkToMarketRequest,
  disputeMarkToMarketRequest,
  type MarkToMarketPreview,
  type MarkToMarketRequest,
} from '@vadium/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { callOf, refused } from '../../../harness/call.ts'
import { isLongRun } from '../../../harness/long-run.ts'
import { World } from '../../../harness/world/world.ts'

const decimal = (integerMax: number, decimals: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: integerMax }), fc.integer({ min: 0, max: 10 ** decimals - 1 }))
    .map(([whole, part]) =>
      formatDecimal(new Decimal(`${whole}.${String(part).padStart(decimals, '0')}`)),
    )

const randomDeal = fc.record({
  assetQuantity: decimal(50, 8).filter((text) => text !== '0'),
  collateralQuantity: decimal(2000, 9),
  threshold: fc.constantFrom('0', '25000', '1000000'),
  minimum: fc.constantFrom('0', '1000', '1000000'),
  requirement: fc.constantFrom({ requirement_percent: '105' }, { requirement_percent: '150.25' }),
  haircut: fc.option(fc.constantFrom('0', '0.02', '0.3333')),
  lotTopUp: fc.constantFrom(null, '0.1', '7'),
  lotRelease: fc.constantFrom(null, '0.01', '3'),
  tolerance: fc.constantFrom('0.5', '10', '60'),
  method: fc.constantFrom('undisputed' as const, 'split' as const),
  counterPercent: fc.integer({ min: 0, max: 99 }),
  topUpWhen: fc.constantFrom('minimum' as const, 'margin_call' as const),
  releasePercent: fc.option(fc.constantFrom('130.5', '400')),
})
type RandomDeal = typeof randomDeal extends fc.Arbitrary<infer Value> ? Value : never

// The same deals each time: a failure is repeatable.
const samples = fc
  .sample(randomDeal, { numRuns: isLongRun ? 40 : 32, seed: 20260302 })
  .filter((_deal, i) => isLongRun || i % 4 === 0)
const world = new World()
const { book, lender, borrower, lenderKey, borrowerKey } = world
const deals = samples.map((sample): [RandomDeal, Deal] => {
  const terms = {
    threshold_usd: sample.threshold,
    minimum_notional_top_up_usd: sample.minimum,
    minimum_notional_release_usd: sample.minimum,
    lot_top_up: sample.lotTopUp,
    lot_release: sample.lotRelease,
    dispute_tolerance_percent: sample.tolerance,
    dispute_method: sample.method,
    top_up_when: sample.topUpWhen,
    release_percent: sample.releasePercent,
    ...(sample.haircut === null
      ? sample.requirement
      : { requirement_percent: null, haircut: sample.haircut }),
  }
  const deal = book.deal(lender, borrower, {
    asset_quantity: sample.assetQuantity,
    collateral_quantity: sample.collateralQuantity,
    terms,
  })
  return [sample, deal]
})

const smallestUnit = '0.000000000000000001'
const marginTerms = (sample: RandomDeal): MarginTerms => ({
  ...(sample.haircut === null
    ? { requirementPercent: sample.requirement.requirement_percent }
    : { haircut: sample.haircut }),
  thresholdUsd: sample.threshold,
  minimumNotionalUsd: { topUp: sample.minimum, release: sample.minimum },
  lot: { topUp: sample.lotTopUp ?? smallestUnit, release: sample.lotRelease ?? smallestUnit },
})

beforeAll(() => world.start())
afterAll(() => world.close())

const create = (deal: Deal, calculationId: string) =>
  callOf(createMarkToMarketRequest, {
    key: lenderKey,
    body: { position_id: deal.positionId, calculation_id: calculationId },
  })

/** The credential of the other side of a request. */
const otherKey = ({ creator_id }: { creator_id: string | null }) =>
  creator_id === lender.id ? borrowerKey : lenderKey

describe('over random deals', () => {
  let created = 0
  const refusedFor = new Set<string>()

  it.each(deals)(
    'a request matches its preview, and restores the requirement, or both are refused for the same reasons',
    async (...of) => {
      const [sample, deal] = of
      const { preview, calculation } = await world.margin.preview(deal)
      const call = marginCall(
        valuePosition({
          assetQuantity: sample.assetQuantity,
          assetPriceUsd: '60000',
          collateralQuantity: sample.collateralQuantity,
          collateralPriceUsd: '2500',
        }),
        marginTerms(sample),
      )
      expect(preview).toMatchObject({
        direction: call.direction,
        m2m_collateral_amount: formatDecimal(call.collateralAmount),
        m2m_notional_usd: formatDecimal(call.notionalUsd, 2),
      })
      if (!preview.can_submit_m2m) {
        const options = create(deal, calculation.calculation_id)
        const { error } = (await refused(world.service, 422, options)).body
        expect(error.reason).toBe('MARK_TO_MARKET_NOT_DUE')
        const codes = calculation.reasons.map(({ code }) => code)
        expect(error.details?.map(({ value }) => value)).toEqual(codes)
        for (const code of codes) refusedFor.add(code)
        return
      }
      created += 1
      const request = await world.margin.create(deal)
      expect(request).toMatchObject({
        direction: preview.direction,
        collateral_amount: preview.m2m_collateral_amount,
        notional_usd: preview.m2m_notional_usd,
        asset_price_usd: preview.current_price,
        collateral_price_usd: '2500',
      })
      if (created % 2 === 0) await settleWhole(deal, preview, request)
      else await settleDisputed(sample, preview, request)
    },
  )

  /** After it the lender is never short, whichever way the amount was rounded. */
  async function settleWhole(
    deal: Deal,
    shown: MarkToMarketPreview,
    request: MarkToMarketRequest,
  ): Promise<void> {
    const accepted = await world.do(acceptMarkToMarketRequest, request, otherKey(request))
    const [transfer] = await world.margin.transfersOf(request)
    expect(transfer?.['quantity']).toBe(shown.m2m_collateral_amount)
    await world.report(accepted.transfer_ids[0] ?? '', 'completed')
    const after = (await world.margin.preview(deal)).preview
    expect(after.direction).not.toBe('TopUp')
    const { position, journal } = await world.margin.collateralOf(deal)
    expect(position).toBe(journal)
  }

  async function settleDisputed(
    sample: RandomDeal,
    shown: MarkToMarketPreview,
    request: MarkToMarketRequest,
  ): Promise<void> {
    if (shown.direction === 'None') throw new Error('nothing is due')
    const share = new Decimal(shown.m2m_notional_usd).times(sample.counterPercent).div(100)
    const counter = formatDecimal(roundDown(share, '0.01'))
    const expected = resolveDispute({
      call: shown.m2m_notional_usd,
      counter,
      tolerance: { percent: sample.tolerance },
      method: sample.method,
    })
    const amount = agreedCollateral(
      {
        direction: shown.direction,
        agreedNotionalUsd: expected.agreed,
        collateralPriceUsd: '2500',
        collateralAmount: shown.m2m_collateral_amount,
      },
      marginTerms(sample),
    )
    const answered = await world.do(disputeMarkToMarketRequest, request, otherKey(request), {
      counter_notional_usd: counter,
      reason: 'TERMS',
    })
    expect(answered.dispute).toMatchObject({
      outcome: expected.outcome,
      agreed_notional_usd: formatDecimal(expected.agreed, 2),
      disputed_notional_usd: formatDecimal(expected.disputed, 2),
      agreed_collateral_amount: formatDecimal(amount),
    })
    const transfers = await world.margin.transfersOf(request)
    expect(transfers.map(({ quantity }) => quantity)).toEqual(
      amount.isZero() ? [] : [formatDecimal(amount)],
    )
    if (answered.status !== 'DISPUTED') return
    await world.do(acceptMarkToMarketRequest, request, otherKey(request))
    const all = (await world.margin.transfersOf(request)).map(({ quantity }) => String(quantity))
    expect(formatDecimal(Decimal.sum('0', ...all))).toBe(shown.m2m_collateral_amount)
  }

  it('requests and refusals occur', () => {
    expect(created).toBeGreaterThan(samples.length / 2)
    expect(refusedFor.size).toBeGreaterThan(0)
  })
})
