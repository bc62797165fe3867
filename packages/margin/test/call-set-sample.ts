import fc from 'fast-check'
import { calculatePreview, type CallSetDeal, type DecimalInputName } from '../src/index.ts'
import { previewInputs } from './preview-sample.ts'
import { replyOf, type Reply } from './reply.ts'

/** A row as a preview of a call set has it. */
interface Row extends Reply {
  minimum_applies_to: 'deal' | 'agreement'
  terms_version: number
}

type Values = Partial<Record<DecimalInputName, string>>
type Agreed = Pick<CallSetDeal, 'minimumAppliesTo' | 'termsVersion'>

const byAgreement: Agreed = { minimumAppliesTo: 'agreement', termsVersion: 1 }

/** A deal with its preview, and the row that an answer would have for it. */
export interface SampleDeal extends CallSetDeal {
  row: Row
}

export function sampleDeal(
  positionId: string,
  values: Values,
  { minimumAppliesTo, termsVersion }: Agreed = byAgreement,
  roleMayCreate = true,
): SampleDeal {
  const calculated = calculatePreview(previewInputs(values, roleMayCreate))
  const { preview, calculation } = replyOf(calculated)
  return {
    positionId,
    figures: calculated.figures,
    reasons: calculated.calculation.reasons.map(({ code }) => code),
    minimumAppliesTo,
    termsVersion,
    row: {
      preview: { ...preview, position_id: positionId } as Row['preview'],
      calculation,
      minimum_applies_to: minimumAppliesTo,
      terms_version: termsVersion,
    },
  }
}

const terms150: Values = {
  requirement_percent: '150',
  asset_price: '1',
  minimum_notional_top_up_usd: '10000',
  minimum_notional_release_usd: '25000',
  lot_top_up: '0.00000001',
  lot_release: '0.00000001',
}
const inBtc: Values = { ...terms150, collateral_price: '59999.99' }
const inEth: Values = {
  ...terms150,
  collateral_price: '3000',
  lot_top_up: '0.000000000000000001',
  lot_release: '0.000000000000000001',
}

/** 1,000,000 USDC against 24.9 BTC, 500,000 against 248 ETH, 200,000 against 6 BTC, at 150 %. */
export const workedDeals = (agreed: Agreed = byAgreement): SampleDeal[] => [
  sampleDeal('1', { ...inBtc, asset_quantity: '1000000', collateral_quantity: '24.9' }, agreed),
  sampleDeal('2', { ...inEth, asset_quantity: '500000', collateral_quantity: '248' }, agreed),
  sampleDeal('3', { ...inBtc, asset_quantity: '200000', collateral_quantity: '6' }, agreed),
]

const cents = fc.integer({ min: 0, max: 3_000_000 }).map((value) => (value / 100).toFixed(2))
const reason = fc.constantFrom(
  'ROUNDS_TO_ZERO',
  'ABOVE_MARGIN_CALL_LEVEL',
  'RECEIVER_IN_DEFAULT',
  'ROLE_MAY_NOT_CREATE',
)

/** Deals with figures of any preview: the notional says whether it is below the minimum. */
export const anyDeals: fc.Arbitrary<CallSetDeal[]> = fc
  .array(
    fc.record({
      direction: fc.constantFrom('TopUp', 'TopUp', 'TopUp', 'Release', 'None'),
      notional: cents,
      others: fc.option(reason, { nil: undefined, freq: 6 }),
      minimumAppliesTo: fc.constantFrom('deal', 'agreement'),
      termsVersion: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 12 },
  )
  .chain((deals) =>
    fc.tuple(cents, cents, cents).map((minimums) =>
      deals.map(({ direction, notional, others, minimumAppliesTo, termsVersion }, index) => {
        const minimum = minimums[termsVersion - 1] ?? '0'
        const isBelow = direction !== 'None' && Number(notional) < Number(minimum)
        return {
          positionId: String(index),
          figures: {
            direction,
            m2m_notional_usd: direction === 'None' ? '0.00' : notional,
            minimum_notional_usd: minimum,
          },
          reasons: [
            ...(isBelow ? (['BELOW_MINIMUM_NOTIONAL'] as const) : []),
            ...(direction === 'None' ? (['NOTHING_DUE'] as const) : []),
            ...(others === undefined ? [] : [others]),
          ],
          minimumAppliesTo,
          termsVersion,
        }
      }),
    ),
  )
