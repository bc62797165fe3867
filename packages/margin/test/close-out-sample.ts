import { interestPeriods, type CloseOutInputs } from '../src/index.ts'
import { BORROWER, LENDER } from './preview-sample.ts'

/** The figures of a close-out that a test names; the rest are those of {@link closeOutInputs}. */
export interface CloseOutSample {
  in_default?: 'borrower' | 'lender'
  quantity?: string
  paid?: string
  price?: string
  assetUnit?: string
  collateral?: { asset: string; quantity: string; price?: string; unit: string }[]
  discount?: string
  requirement?: { percent: string } | { haircut: string }
  threshold?: string
  provisional?: boolean
  price_source?: 'current' | 'market_cut'
}

const input = (value: string, source: string, observedAt: string | null = null) => ({
  value,
  source,
  observedAt,
})
const agreed = (value: string) => input(value, 'terms of order 7')
const quoted = (value: string) => input(value, 'desk', '2026-03-12T14:59:58.000Z')

/** Collateral of the worked examples: BTC, at 45,000 USD. */
export const btc = (quantity = '25', price = '45000') => ({
  asset: 'BTC',
  quantity,
  price,
  unit: '0.00000001',
})

/** 1,000,000 USDC at 6.5 %, ACT/360, for 70 days, against 25 BTC: the deal of docs/stress.md. */
export const closeOutInputs = (sample: CloseOutSample = {}): CloseOutInputs => {
  const {
    in_default = 'borrower',
    quantity = '1000000',
    requirement,
    collateral = [btc()],
  } = sample
  const settled = (value: string) => input(value, 'position p', '2026-01-01T09:00:00.000Z')
  const unit = (value: string) => input(value, 'smallest unit')
  return {
    in_default,
    lender: LENDER,
    borrower: BORROWER,
    to_requirement: requirement !== undefined,
    day_count: 'ACT/360',
    price_source: sample.price_source ?? 'current',
    price_time: '2026-03-12T15:00:00.000Z',
    provisional: sample.provisional ?? true,
    asset: 'USDC',
    asset_quantity: settled(quantity),
    asset_price: quoted(sample.price ?? '1'),
    asset_unit: unit(sample.assetUnit ?? '0.000001'),
    interest_paid: input(sample.paid ?? '0', 'transfers of order 7'),
    interest_periods: interestPeriods({
      notional: '1000000',
      ratePercent: '6.5',
      from: '2026-01-01',
      to: '2026-03-12',
      changes: [],
    }).map(({ from, to, notional, ratePercent }) => ({
      from,
      to,
      quantity: notional.toFixed(),
      rate_percent: ratePercent.toFixed(),
      source: 'terms of order 7',
    })),
    collateral: collateral.map(({ asset, quantity: held, price, unit: smallest }) => ({
      asset,
      quantity: settled(held),
      ...(price === undefined ? {} : { price: quoted(price) }),
      ...(in_default === 'lender' ? {} : { unit: unit(smallest) }),
    })),
    close_out_discount: agreed(sample.discount ?? '0.03'),
    ...(requirement === undefined
      ? {}
      : {
          ...('haircut' in requirement
            ? { haircut: agreed(requirement.haircut) }
            : { requirement_percent: agreed(requirement.percent) }),
          threshold_usd: agreed(sample.threshold ?? '0'),
        }),
  }
}

/** The worked examples of a close-out, by name. */
export const workedExamples: Record<string, CloseOutInputs> = {
  'full, BTC at 45,000': closeOutInputs(),
  'full without a discount': closeOutInputs({ discount: '0' }),
  'full, BTC at 40,000': closeOutInputs({ collateral: [btc('25', '40000')] }),
  'in part, BTC at 45,000': closeOutInputs({ requirement: { percent: '150' } }),
  'in part under a haircut': closeOutInputs({ requirement: { haircut: '0.3' } }),
  'full, as a threshold leaves no shortfall': closeOutInputs({
    requirement: { percent: '150' },
    threshold: '500000',
  }),
  'full, as there are two collaterals': closeOutInputs({
    requirement: { percent: '150' },
    collateral: [btc('10'), { ...btc('15'), asset: 'ETH' }],
  }),
  'full, as nothing is held': closeOutInputs({
    requirement: { percent: '150' },
    collateral: [{ asset: 'BTC', quantity: '0', unit: '0.00000001' }],
  }),
  'lender in default, 25 BTC at 60,000': closeOutInputs({
    in_default: 'lender',
    collateral: [btc('25', '60000')],
  }),
  'lender in default, 15 BTC at 60,000': closeOutInputs({
    in_default: 'lender',
    collateral: [btc('15', '60000')],
  }),
  'lender in default, asset and interest are back': closeOutInputs({
    in_default: 'lender',
    quantity: '0',
    paid: '12638.888889',
    collateral: [btc('25', '60000')],
  }),
  'two collaterals, the second in part': closeOutInputs({
    collateral: [
      { asset: 'ETH', quantity: '200', price: '3000', unit: '0.000000000000000001' },
      btc(),
    ],
  }),
}

/** Figures of a worked example as a page has them, by the name of their step. */
interface WorkedFigures {
  source: string
  steps: Record<string, string>
}

const ofStress = (steps: Record<string, string>): WorkedFigures => ({
  source: 'docs/stress.md, Examples',
  steps,
})

/** What the pages say of {@link workedExamples}: written by hand, by the name of the example. */
export const workedFigures: Record<string, WorkedFigures> = {
  'full, BTC at 45,000': ofStress({
    interest_owed: '12638.888889',
    claim: '1012638.888889',
    net_price: '43650',
    kept_quantity: '23.19905817',
    back_quantity: '1.80094183',
    residual_claim: '0',
  }),
  'full without a discount': ofStress({
    kept_quantity: '22.50308642',
    back_quantity: '2.49691358',
  }),
  'full, BTC at 40,000': ofStress({
    kept_quantity: '25',
    back_quantity: '0',
    residual_claim: '42638.88',
  }),
  'in part, BTC at 45,000': ofStress({
    shortfall: '375000',
    discharged_quantity: '799450.55041',
    kept_quantity: '18.31501834',
    asset_after: '200549.44959',
    collateral_after: '6.68498166',
    excess_after: '0.000315',
  }),
  'in part under a haircut': ofStress({
    shortfall: '212500',
    discharged_quantity: '763425.927058',
    kept_quantity: '17.48971197',
    asset_after: '236574.072942',
    collateral_after: '7.51028803',
  }),
  'full, as a threshold leaves no shortfall': ofStress({ shortfall: '-125000' }),
  'lender in default, 25 BTC at 60,000': ofStress({
    claim: '1500000',
    kept_quantity: '1012638.888889',
    back: '0',
    residual_claim: '517740.27',
  }),
  'lender in default, 15 BTC at 60,000': ofStress({
    claim: '900000',
    kept_quantity: '927835.051547',
    back_quantity: '84803.837342',
    residual_claim: '0',
  }),
  'lender in default, asset and interest are back': ofStress({
    kept_quantity: '0',
    residual_claim: '1500000',
  }),
}
