import type { DealScript, Scene } from './deal-script.ts'

const opening: readonly Scene[] = [
  { act: 'onboard', chapter: 'Before the deal', title: 'Two other firms are onboarded' },
  {
    act: 'agree',
    title: 'They agree on what is a default',
    note: 'A person declares one, and the service checks it.',
  },
  {
    act: 'quote',
    at: { day: 0, time: '09:01' },
    title: 'Prices are quoted',
    quotes: { BTC: ['93990', '94010'], USDC: ['1', '1'] },
  },
  {
    act: 'order',
    by: 'borrower',
    at: { day: 0, time: '09:05' },
    chapter: 'The loan',
    title: 'The borrower requests a loan',
  },
  { act: 'accept order', by: 'lender', at: { day: 0, time: '09:20' }, title: 'The lender accepts' },
  { act: 'settle', title: 'The opening' },
]

const unmet: readonly Scene[] = [
  {
    act: 'quote',
    at: { day: 3, time: '09:30' },
    chapter: 'A call that is not met',
    title: 'Bitcoin falls',
    quotes: { BTC: ['80990', '81010'], USDC: ['1', '1'] },
  },
  { act: 'preview', by: 'lender', at: { day: 3, time: '09:32' }, title: 'What is due?' },
  { act: 'call', by: 'lender', title: 'The lender creates the margin call' },
  {
    act: 'wait',
    at: { day: 3, time: '13:40' },
    title: 'Nobody answers',
    note: 'The time to answer is over.',
  },
]

const cured: readonly Scene[] = [
  {
    act: 'quote',
    at: { day: 3, time: '14:00' },
    chapter: 'A default, and its cure',
    title: 'Bitcoin falls to the liquidation level',
    quotes: { BTC: ['71990', '72010'], USDC: ['1', '1'] },
  },
  {
    act: 'quote',
    at: { day: 3, time: '14:15' },
    title: 'It stays there',
    quotes: { BTC: ['71980', '72000'], USDC: ['1', '1'] },
  },
  {
    act: 'declare',
    by: 'lender',
    at: { day: 3, time: '14:16' },
    title: 'The lender declares a default',
    note: 'The coverage has been there for as long as the terms ask, and is there now.',
  },
  {
    act: 'preview',
    by: 'borrower',
    at: { day: 3, time: '14:18' },
    title: 'What would cure it?',
  },
  {
    act: 'call',
    by: 'borrower',
    title: 'The borrower offers the top-up',
    note: 'Nobody can refuse what cures a default: the service accepts it.',
  },
  { act: 'settle', title: 'The top-up' },
  {
    act: 'wait',
    at: { day: 3, time: '15:30' },
    title: 'The default is cured',
    note: 'A notice cannot outlive what it is about.',
  },
]

const terminated: readonly Scene[] = [
  {
    act: 'quote',
    at: { day: 11, time: '08:00' },
    chapter: 'A second fall, and the end',
    title: 'Bitcoin falls again',
    quotes: { BTC: ['53990', '54010'], USDC: ['1', '1'] },
  },
  {
    act: 'quote',
    at: { day: 11, time: '08:15' },
    title: 'It stays there',
    quotes: { BTC: ['53980', '54000'], USDC: ['1', '1'] },
  },
  {
    act: 'declare',
    by: 'lender',
    at: { day: 11, time: '08:16' },
    title: 'The lender declares another default',
    note: 'A later fall is another occasion, and needs another notice.',
  },
  {
    act: 'quote',
    at: { day: 11, time: '08:40' },
    title: 'The price goes on falling',
    quotes: { BTC: ['46990', '47010'], USDC: ['1', '1'] },
  },
  {
    act: 'terminate',
    by: 'lender',
    at: { day: 11, time: '08:45' },
    title: 'The lender terminates the deal',
    note: 'The collateral does not cover the claim at the price less the discount. All of it is kept, and what is left is a claim.',
  },
  {
    act: 'discharge',
    by: 'lender',
    at: { day: 13, time: '10:00' },
    title: 'The claim is paid outside of the service',
  },
  { act: 'end', title: 'The result' },
]

/** The second deal of `npm run demo`: a call that is not met, a cure, and a close-out. */
export const stressedDeal: DealScript = {
  about: 'from the order to a close-out and what is left of the claim',
  firms: {
    lender: {
      name: 'Fairwater Bank',
      slug: 'fairwater',
      custodian: { id: 'northlight-two', name: 'Northlight Custody' },
    },
    borrower: {
      name: 'Saltmarsh Capital',
      slug: 'saltmarsh',
      custodian: { id: 'stonegate-two', name: 'Stonegate Trust' },
    },
  },
  asset: 'USDC',
  asset_quantity: '2000000',
  rate_percent: '6.5',
  collateral_asset: 'BTC',
  collateral_quantity: '32',
  terms: {
    requirement_percent: '150',
    haircut: null,
    margin_call_percent: '130',
    liquidation_percent: '116',
    top_up_when: 'minimum',
    release_percent: null,
    default_causes: ['LIQUIDATION_LEVEL'],
    liquidation_confirm_seconds: 900,
    grace_seconds: 86_400,
    settlement_time_seconds: null,
    dispute_time_seconds: 86_400,
    recall_notice_seconds: null,
    close_out_scope: 'full',
    eligible_collateral: [],
    minimum_applies_to: 'deal',
    close_out_discount: '0.03',
    threshold_usd: '0',
    minimum_notional_top_up_usd: '50000',
    minimum_notional_release_usd: '50000',
    lot_top_up: '0.01',
    lot_release: '0.01',
    day_count: 'ACT/360',
    interest_schedule: 'at_close',
    cure_time_seconds: 14_400,
    calendars: [],
    time_zone: null,
    notification_time: null,
    response_time: null,
    dispute_tolerance_usd: null,
    dispute_tolerance_percent: '2',
    dispute_method: 'undisputed',
  },
  sources: ['tally-index', 'quorum-index'],
  stages: [
    { word: 'submitted', lasts_ms: 90_000 },
    { word: 'pendingApproval', lasts_ms: 120_000 },
    { word: 'pendingSignature', lasts_ms: 60_000 },
    { word: 'broadcasting', lasts_ms: 60_000 },
    { word: 'confirming', lasts_ms: 180_000 },
  ],
  scenes: [...opening, ...unmet, ...cured, ...terminated],
}
