import { calculatePreview, closeOut, type PreviewInput, type PreviewInputs } from '@vadium/margin'
import type { DocumentContent } from '../../../src/features/documents/document-content.ts'

const lender = {
  organization_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
  name: 'Harbor Bank Treasury',
  slug: 'harbor',
}
const borrower = {
  organization_id: '5b1d8f0a-91c2-4b7d-8e3f-6a2c4d9e7b10',
  name: 'Kestrel Market Making',
  slug: 'kestrel',
}
const orderId = '7c1f0a52-1d5b-4d3e-9f55-3a0e6d2b8c41'
const positionId = 'a3f1c9d4-58b7-4b0e-8a11-90de3b5f6c72'

const head = (kind: DocumentContent['kind'], revision = 1) => ({
  content_version: '1' as const,
  kind,
  document_id: 'd0c5e7a1-2b3c-4d5e-8f60-718293a4b5c6',
  revision,
  create_time: '2026-03-02T16:00:00.000Z',
  lender,
  borrower,
})

const given = (value: string, source = `position ${positionId}`): PreviewInput => ({
  value,
  source,
  observedAt: '2026-03-02T15:59:58.000Z',
})
const term = (value: string): PreviewInput => ({
  value,
  source: 'terms of order 1042',
  observedAt: null,
})

const inputsOf = (collateral: string): PreviewInputs => ({
  asset: 'USDC',
  collateral_asset: 'BTC',
  lender: lender.organization_id,
  borrower: borrower.organization_id,
  role_may_create: true,
  asset_quantity: given('1000000'),
  asset_price: given('1', 'prices'),
  collateral_quantity: given(collateral),
  collateral_price: given('52000', 'prices'),
  deliveries_in_transit: given('0'),
  returns_in_transit: given('0'),
  disputed_quantity: given('0'),
  requirement_percent: term('150'),
  threshold_usd: term('0'),
  minimum_notional_top_up_usd: term('10000'),
  minimum_notional_release_usd: term('25000'),
  lot_top_up: term('0.00000001'),
  lot_release: term('0.00000001'),
  margin_call_percent: term('130'),
  liquidation_percent: term('115'),
})
const { figures, calculation } = calculatePreview(inputsOf('25'))

const party = (of: typeof lender) => ({
  custodian: 'simulated',
  organization_id: of.organization_id,
  organization_name: of.name,
  wallet_id: `${of.slug}-collateral`,
  wallet_name: 'Collateral',
})

/** A notice whose figures follow from its calculation. */
export const noticeContent: DocumentContent = {
  ...head('margin_call_notice'),
  request: {
    id: '3e9d2b77-6d4e-4f1a-9b0c-54c1d7e8a902',
    position_id: positionId,
    order_id: orderId,
    order_id_pretty: 1042,
    creator_id: lender.organization_id,
    created_automatically: false,
    lender_id: lender.organization_id,
    borrower_id: borrower.organization_id,
    direction: figures.direction,
    collateral_asset: 'BTC',
    collateral_amount: figures.m2m_collateral_amount,
    notional_usd: figures.m2m_notional_usd,
    asset_price_usd: '1',
    collateral_price_usd: '52000',
    calculation_id: 'eyJ2IjoxfQ',
    call_set_id: null,
    answer_day: null,
    expire_time: '2026-03-03T16:00:00.000Z',
    create_time: '2026-03-02T16:00:00.000Z',
  },
  preview: {
    ...figures,
    asset: 'USDC',
    collateral_asset: 'BTC',
    collateral_type: 'BILATERAL',
    order_id: orderId,
    order_id_pretty: 1042,
    position_id: positionId,
    price_at_last_m2m: '1',
    last_m2m_at: '2026-01-01T10:30:00.000Z',
    sender: party(borrower),
    receiver: party(lender),
  },
  calculation: { ...calculation },
}

/** What is due of the sample of a set is below the minimum of 10,000 USD. */
const small = calculatePreview(inputsOf('28.7'))
const smallDue = small.figures.m2m_notional_usd

/** A notice of a request that only the sum of a call set could carry: one of so many. */
export function setNoticeContent(requests: number): DocumentContent {
  const others = Array.from({ length: requests - 1 }, (_, index) => ({
    order_id_pretty: 1043 + index,
    notional_usd: '9000.00',
  }))
  const total = Number(smallDue) + 9000 * others.length
  return {
    ...noticeContent,
    request: {
      ...(noticeContent['request'] as object),
      call_set_id: '6f1b9a3e-0c57-4f4d-a2ad-52c3f0b7a9d1',
      collateral_amount: small.figures.m2m_collateral_amount,
      notional_usd: smallDue,
    },
    preview: { ...(noticeContent['preview'] as object), ...small.figures },
    calculation: { ...small.calculation },
    call_set: {
      id: '6f1b9a3e-0c57-4f4d-a2ad-52c3f0b7a9d1',
      total_notional_usd: total.toFixed(2),
      minimum_notional_usd: '10000.00',
      minimum_terms_version: 3,
      minimum_applies_to: 'agreement',
      terms_version: 3,
      requests: [{ order_id_pretty: 1042, notional_usd: smallDue }, ...others],
    },
  }
}

const marginTerms = {
  requirement_percent: '150',
  haircut: null,
  margin_call_percent: '130',
  liquidation_percent: '115',
  top_up_when: 'minimum',
  release_percent: null,
  default_causes: ['UNMET_CALL', 'LIQUIDATION_LEVEL'],
  eligible_collateral: [{ asset: 'ETH', requirement_percent: '160', margin_call_percent: '140' }],
  grace_seconds: 86400,
  liquidation_confirm_seconds: 900,
  settlement_time_seconds: null,
  dispute_time_seconds: 172800,
  recall_notice_seconds: 259200,
  close_out_discount: '0.03',
  close_out_scope: 'full',
  threshold_usd: '0',
  minimum_notional_top_up_usd: '10000',
  minimum_notional_release_usd: '25000',
  lot_top_up: null,
  lot_release: null,
  day_count: 'ACT/360',
  interest_schedule: 'monthly',
  cure_time_seconds: 86400,
  dispute_tolerance_usd: '1000',
  dispute_tolerance_percent: '1',
  dispute_method: 'undisputed',
}

/** The second revision of a confirmation, after a rerate. */
export const confirmationContent: DocumentContent = {
  ...head('confirmation', 2),
  order: {
    id: orderId,
    number: 1042,
    creator_id: lender.organization_id,
    lender_id: lender.organization_id,
    lender_name: lender.name,
    borrower_id: borrower.organization_id,
    borrower_name: borrower.name,
    asset: 'USDC',
    asset_quantity: '1000000',
    rate_percent: '6.5',
    collateral_asset: 'BTC',
    collateral_quantity: '25',
    collateral_type: 'BILATERAL',
    lender_asset_wallet_id: 'harbor-treasury',
    lender_collateral_wallet_id: 'harbor-collateral',
    borrower_asset_wallet_id: 'kestrel-treasury',
    borrower_collateral_wallet_id: 'kestrel-collateral',
    wallets: [
      { id: 'harbor-collateral', name: 'Collateral', custodian: 'simulated' },
      { id: 'harbor-treasury', name: 'Treasury', custodian: 'simulated' },
      { id: 'kestrel-collateral', name: 'Pledges', custodian: 'simulated' },
      { id: 'kestrel-treasury', name: 'Desk', custodian: 'simulated' },
    ],
    terms: marginTerms,
    terms_version: 3,
    maturity_time: '2026-12-01T12:00:00.000Z',
    position_id: positionId,
    create_time: '2026-01-01T09:00:00.000Z',
  },
  order_request: {
    id: '91d0ac21-44c6-4d55-8a07-6c1d2e3f4a5b',
    kind: 'rerate',
    creator_id: lender.organization_id,
    rate_percent: '6.75',
    effective_time: null,
    terms_version: null,
    maturity_time: null,
    accept_time: '2026-03-02T16:00:00.000Z',
  },
  accept_time: '2026-01-01T10:00:00.000Z',
  active_time: '2026-01-01T10:30:00.000Z',
  rate_percent: '6.75',
  rate_from: '2026-03-02',
  rates: [
    { from: '2026-01-01', rate_percent: '6.5' },
    { from: '2026-03-02', rate_percent: '6.75' },
  ],
  figures: {
    asset_quantity: '1000000',
    asset_price_usd: '1',
    asset_notional_usd: '1000000.00',
    collateral_quantity: '25',
    collateral_price_usd: '60000',
    collateral_value_usd: '1500000.00',
    ltv_percent: '66.67',
    ccr_percent: '150.00',
  },
  interest: {
    day_count: 'ACT/360',
    unit: '0.000001',
    periods: [{ from: '2026-01-01', to: '2026-03-02', quantity: '1000000', rate_percent: '6.5' }],
    accrued: '10833.333334',
  },
}

const statement = closeOut({
  in_default: 'borrower',
  lender: lender.organization_id,
  borrower: borrower.organization_id,
  to_requirement: false,
  day_count: 'ACT/360',
  price_source: 'current',
  price_time: '2026-03-12T10:00:00.000Z',
  provisional: false,
  asset: 'USDC',
  asset_quantity: given('1000000'),
  asset_price: given('1', 'prices'),
  asset_unit: term('0.000001'),
  interest_paid: given('0', 'transfers of order 1042'),
  interest_periods: [
    {
      from: '2026-01-01',
      to: '2026-03-12',
      quantity: '1000000',
      rate_percent: '6.5',
      source: 'terms of order 1042',
    },
  ],
  collateral: [
    {
      asset: 'BTC',
      quantity: given('25'),
      price: given('45000', 'prices'),
      unit: term('0.00000001'),
    },
  ],
  close_out_discount: term('0.03'),
})

/** A close-out in full, of a borrower. */
export const closeOutContent: DocumentContent = {
  ...head('close_out_statement'),
  create_time: '2026-03-12T10:00:00.000Z',
  close_out: {
    id: 'c2a4e6f8-1b3d-4f5a-8c7e-9d0b2a4c6e81',
    cause: 'UNMET_CALL',
    position_id: positionId,
    order_id: orderId,
    order_id_pretty: 1042,
    lender_id: lender.organization_id,
    borrower_id: borrower.organization_id,
    declarer_id: lender.organization_id,
    note: 'No top-up has arrived since Monday.',
    fact: {
      resource: 'mark_to_market_request',
      resource_id: '3e9d2b77-6d4e-4f1a-9b0c-54c1d7e8a902',
      occasion: null,
      due_day: null,
      since_time: '2026-03-10T10:00:00.000Z',
    },
    earliest_terminate_time: '2026-03-11T10:00:00.000Z',
    terminate_time: '2026-03-12T10:00:00.000Z',
    create_time: '2026-03-10T10:00:00.000Z',
  },
  statement: { ...statement },
}

const statedPosition = (index: number) => {
  const reached = index % 7 === 3
  return {
    order_id: `7c1f0a52-1d5b-4d3e-9f55-${String(index).padStart(12, '0')}`,
    order_id_pretty: 2000 - index,
    status: 'ACTIVE',
    asset: 'USDC',
    asset_quantity: '1000000',
    collateral_asset: 'BTC',
    collateral_type: 'BILATERAL',
    collateral_quantity: reached ? '21' : '25',
    deliveries_in_transit: '0',
    returns_in_transit: '0',
    rate_percent: '6.5',
    rate_from: '2026-01-01',
    terms_version: 3,
    interest_accrued: '10833.333334',
    asset_price_usd: '1',
    collateral_price_usd: '60000',
    asset_notional_usd: '1000000.00',
    collateral_value_usd: reached ? '1260000.00' : '1500000.00',
    ltv_percent: reached ? '79.37' : '66.67',
    ccr_percent: reached ? '126.00' : '150.00',
    margin_call_percent: '130',
    liquidation_percent: '115',
    is_lent: true,
    margin_call_reached: reached,
    liquidation_reached: false,
    interest: {
      day_count: 'ACT/360',
      unit: '0.000001',
      periods: [{ from: '2026-01-01', to: '2026-03-02', quantity: '1000000', rate_percent: '6.5' }],
    },
  }
}

/** A statement of some positions, of which a seventh has reached the margin call level. */
export function statementContent(positions: number): DocumentContent {
  const rows = Array.from({ length: positions }, (_, index) => statedPosition(index))
  const called = rows.filter((row) => row.margin_call_reached).length
  return {
    ...head('margin_statement'),
    cut_time: '2026-03-02T16:00:00.000Z',
    positions: rows,
    totals: {
      positions,
      positions_left_out: 0,
      unpriced: 0,
      margin_call_reached: called,
      liquidation_reached: 0,
      asset_notional_usd: `${positions * 1_000_000}.00`,
      collateral_value_usd: `${(positions - called) * 1_500_000 + called * 1_260_000}.00`,
      assets: [
        {
          asset: 'BTC',
          lent_quantity: '0',
          collateral_quantity: String((positions - called) * 25 + called * 21),
          interest_accrued: '0',
        },
        {
          asset: 'USDC',
          lent_quantity: String(positions * 1_000_000),
          collateral_quantity: '0',
          interest_accrued: (10_833.333334 * positions).toFixed(6),
        },
      ],
    },
  }
}
