import type { DealScript, Scene } from './deal-script.ts'

const opening: readonly Scene[] = [
  { act: 'onboard', chapter: 'Before the deal', title: 'Two firms are onboarded' },
  { act: 'agree', title: 'The firms make an agreement' },
  {
    act: 'quote',
    at: { day: 0, time: '09:01' },
    title: 'Prices are quoted',
    quotes: { BTC: ['93787.5', '93812.5'], USDC: ['1', '1'] },
  },
  {
    act: 'order',
    by: 'borrower',
    at: { day: 0, time: '09:05' },
    chapter: 'The loan',
    title: 'The borrower requests a loan',
  },
  {
    act: 'accept order',
    by: 'lender',
    at: { day: 0, time: '09:20' },
    title: 'The lender accepts',
    note: 'The order copies the terms, and both transfers are instructed.',
  },
  {
    act: 'settle',
    title: 'The opening',
    note: 'Both custodians report, in their own words.',
  },
]

const topUp: readonly Scene[] = [
  {
    act: 'quote',
    at: { day: 1, time: '09:30' },
    chapter: 'A top-up',
    title: 'Bitcoin falls',
    quotes: { BTC: ['87492.5', '87507.5'], USDC: ['1', '1'] },
  },
  {
    act: 'preview',
    by: 'lender',
    at: { day: 1, time: '09:32' },
    title: 'What is due?',
    note: 'The figures of a margin call, before anyone creates it.',
  },
  { act: 'call', by: 'lender', title: 'The lender creates the margin call' },
  {
    act: 'answer',
    by: 'borrower',
    at: { day: 1, time: '10:10' },
    title: 'The borrower accepts',
  },
  { act: 'settle', title: 'The top-up' },
  {
    act: 'preview',
    by: 'lender',
    title: 'And now?',
    note: 'The collateral has arrived.',
  },
]

const release: readonly Scene[] = [
  {
    act: 'quote',
    at: { day: 4, time: '14:00' },
    chapter: 'A release',
    title: 'Bitcoin rises',
    quotes: { BTC: ['96412.5', '96437.5'], USDC: ['0.9999', '1.0001'] },
  },
  {
    act: 'preview',
    by: 'borrower',
    at: { day: 4, time: '14:03' },
    title: 'What may be released?',
    note: 'A release is rounded down, so that the lender never has too little collateral.',
  },
  { act: 'call', by: 'borrower', title: 'The borrower requests the release' },
  { act: 'answer', by: 'lender', at: { day: 4, time: '14:30' }, title: 'The lender accepts' },
  { act: 'settle', title: 'The release' },
  { act: 'preview', by: 'borrower', title: 'And now?' },
]

const dispute: readonly Scene[] = [
  {
    act: 'quote',
    at: { day: 9, time: '11:00' },
    chapter: 'A dispute',
    title: 'Bitcoin falls again',
    quotes: { BTC: ['90902.5', '90915'], USDC: ['0.9997', '0.9999'] },
  },
  { act: 'preview', by: 'lender', at: { day: 9, time: '11:02' }, title: 'What is due?' },
  { act: 'call', by: 'lender', title: 'The lender creates the margin call' },
  {
    act: 'answer',
    by: 'borrower',
    at: { day: 9, time: '11:45' },
    title: 'The borrower disputes it',
    note: 'The undisputed part is transferred at once.',
    dispute: {
      counter_notional_usd: '360000.00',
      reason: 'PRICE',
      note: 'We mark BTC at 91,441.',
    },
  },
  { act: 'settle', title: 'The undisputed part' },
  {
    act: 'accept counter-valuation',
    by: 'lender',
    at: { day: 9, time: '12:30' },
    title: 'The lender accepts the counter-valuation',
  },
  {
    act: 'preview',
    by: 'lender',
    title: 'And now?',
    note: 'The disputed part is still missing, and is too small for a margin call of its own.',
  },
]

const failure: readonly Scene[] = [
  {
    act: 'quote',
    at: { day: 16, time: '10:00' },
    chapter: 'A transfer that fails',
    title: 'Bitcoin falls further',
    quotes: { BTC: ['84210', '84226.5'], USDC: ['1', '1'] },
  },
  { act: 'preview', by: 'lender', at: { day: 16, time: '10:02' }, title: 'What is due?' },
  { act: 'call', by: 'lender', title: 'The lender creates the margin call' },
  {
    act: 'answer',
    by: 'borrower',
    at: { day: 16, time: '10:40' },
    title: 'The borrower accepts',
    fails: true,
  },
  { act: 'settle', title: 'The transfer fails', note: 'Nothing has moved.' },
  {
    act: 'retry',
    by: 'borrower',
    at: { day: 16, time: '11:15' },
    title: 'The borrower retries',
    note: 'A failed transfer is replaced only once.',
  },
  { act: 'settle', title: 'The top-up' },
  { act: 'preview', by: 'lender', title: 'And now?' },
]

const closing: readonly Scene[] = [
  {
    act: 'quote',
    at: { day: 31, time: '10:00' },
    chapter: 'The end',
    title: 'A month has passed',
    quotes: { BTC: ['94880', '94905'], USDC: ['0.9998', '1'] },
  },
  {
    act: 'close',
    by: 'borrower',
    at: { day: 31, time: '10:05' },
    title: 'The borrower closes the order',
    note: 'First the asset is sent back, then its interest is paid. The lender keeps the collateral until both have arrived.',
  },
  { act: 'settle', title: 'The closing' },
  { act: 'end', title: 'The result' },
]

/** The deal of `npm run demo`: one month of a loan, with the usual events of its life. */
export const demoDeal: DealScript = {
  about: 'from the order to the last transfer',
  firms: {
    lender: {
      name: 'Meridian Bank',
      slug: 'meridian',
      custodian: { id: 'northlight', name: 'Northlight Custody' },
    },
    borrower: {
      name: 'Copperline Trading',
      slug: 'copperline',
      custodian: { id: 'stonegate', name: 'Stonegate Trust' },
    },
  },
  asset: 'USDC',
  asset_quantity: '5000000',
  rate_percent: '6.5',
  collateral_asset: 'BTC',
  collateral_quantity: '75',
  terms: {
    requirement_percent: '140',
    haircut: null,
    margin_call_percent: '132',
    liquidation_percent: '115',
    top_up_when: 'minimum',
    release_percent: null,
    default_causes: [],
    grace_seconds: 86_400,
    liquidation_confirm_seconds: 900,
    settlement_time_seconds: null,
    dispute_time_seconds: 86_400,
    recall_notice_seconds: null,
    close_out_discount: '0',
    close_out_scope: 'full',
    eligible_collateral: [],
    minimum_applies_to: 'deal',
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
  scenes: [...opening, ...topUp, ...release, ...dispute, ...failure, ...closing],
}
