import type { DealScript, Scene } from './deal-script.ts'

const opening: readonly Scene[] = [
  { act: 'onboard', chapter: 'Before the deal', title: 'Two firms come on board' },
  { act: 'agree', title: 'They have an agreement' },
  {
    act: 'quote',
    at: { day: 0, time: '09:01' },
    title: 'Prices come in',
    quotes: { BTC: ['93787.5', '93812.5'], USDC: ['1', '1'] },
  },
  {
    act: 'order',
    by: 'borrower',
    at: { day: 0, time: '09:05' },
    chapter: 'The loan',
    title: 'The borrower asks for a loan',
  },
  {
    act: 'accept order',
    by: 'lender',
    at: { day: 0, time: '09:20' },
    title: 'The lender accepts',
    note: 'The terms are copied for good, and both transfers are instructed.',
  },
  {
    act: 'settle',
    title: 'The opening',
    note: 'Both custodians at work, in their own words.',
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
    note: 'The figures behind a margin call, before anyone sends it.',
  },
  { act: 'call', by: 'lender', title: 'The lender calls for it' },
  {
    act: 'answer',
    by: 'borrower',
    at: { day: 1, time: '10:10' },
    title: 'The borrower agrees',
  },
  { act: 'settle', title: 'The top-up' },
  {
    act: 'preview',
    by: 'lender',
    title: 'And now?',
    note: 'What was called for has arrived.',
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
    title: 'What may come back?',
    note: 'The other direction is rounded down: the lender is never left short.',
  },
  { act: 'call', by: 'borrower', title: 'The borrower asks for it' },
  { act: 'answer', by: 'lender', at: { day: 4, time: '14:30' }, title: 'The lender agrees' },
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
  { act: 'call', by: 'lender', title: 'The lender calls for it' },
  {
    act: 'answer',
    by: 'borrower',
    at: { day: 9, time: '11:45' },
    title: 'The borrower disputes it',
    note: 'The part that nobody disputes moves at once.',
    dispute: {
      counter_notional_usd: '360000.00',
      reason: 'PRICE',
      note: 'We mark BTC at 91,441.',
    },
  },
  { act: 'settle', title: 'The undisputed part' },
  {
    act: 'let stand',
    by: 'lender',
    at: { day: 9, time: '12:30' },
    title: 'The lender lets the counter-figure stand',
  },
  {
    act: 'preview',
    by: 'lender',
    title: 'And now?',
    note: 'What was argued about is still missing, and too small to call for alone.',
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
  { act: 'call', by: 'lender', title: 'The lender calls for it' },
  {
    act: 'answer',
    by: 'borrower',
    at: { day: 16, time: '10:40' },
    title: 'The borrower agrees',
    fails: true,
  },
  { act: 'settle', title: 'The transfer fails', note: 'Nothing has moved, and nothing is lost.' },
  {
    act: 'retry',
    by: 'borrower',
    at: { day: 16, time: '11:15' },
    title: 'The borrower tries again',
    note: 'A transfer is made up for once.',
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
    title: 'The borrower gives everything back',
    note: 'First the loan, then its interest until it was back; the lender keeps the collateral until both are there.',
  },
  { act: 'settle', title: 'The closing' },
  { act: 'end', title: 'What is left' },
]

/** The deal of `vadium demo`: a month of a loan, with everything that can come up on the way. */
export const demoDeal: DealScript = {
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
    threshold_usd: '0',
    minimum_notional_top_up_usd: '50000',
    minimum_notional_release_usd: '50000',
    lot_top_up: '0.01',
    lot_release: '0.01',
    day_count: 'ACT/360',
    cure_time_seconds: 14_400,
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
