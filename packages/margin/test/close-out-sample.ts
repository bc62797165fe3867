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
