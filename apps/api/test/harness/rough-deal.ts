import type { DealScript } from '../../../../packages/book/src/played/deal-script.ts'

/**
 * A deal with difficult figures: eighteen decimals, a haircut, a threshold, three sources, a day
 * that begins between two transfers, and every way in which a call can be answered.
 */
export const roughDeal: DealScript = {
  about: 'with awkward figures',
  firms: {
    lender: {
      name: 'Ostrava Lending',
      slug: 'ostrava',
      custodian: { id: 'keystone', name: 'Keystone' },
    },
    borrower: {
      name: 'Pike & Sons, Ltd.',
      slug: 'pike',
      custodian: { id: 'deepwell', name: 'Deepwell' },
    },
  },
  asset: 'BTC',
  asset_quantity: '12.34567891',
  rate_percent: '7.3',
  collateral_asset: 'ETH',
  collateral_quantity: '520.123456789012345678',
  terms: {
    requirement_percent: null,
    haircut: '0.085',
    margin_call_percent: '107.5',
    liquidation_percent: '101.25',
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
    threshold_usd: '25000.55',
    minimum_notional_top_up_usd: '1000.01',
    minimum_notional_release_usd: '2000.5',
    lot_top_up: null,
    lot_release: '0.25',
    day_count: 'ACT/365',
    interest_schedule: 'at_close',
    cure_time_seconds: 7201,
    dispute_tolerance_usd: '5000',
    dispute_tolerance_percent: null,
    dispute_method: 'split',
  },
  sources: ['one', 'two', 'three'],
  stages: [
    { word: 'submitted', lasts_ms: 90_000 },
    { word: 'broadcasting', lasts_ms: 120_001 },
    { word: 'confirming', lasts_ms: 180_000 },
  ],
  scenes: [
    { act: 'onboard', title: 'on board' },
    { act: 'agree', title: 'agreed' },
    {
      act: 'quote',
      at: { day: 0, time: '09:01' },
      title: 'first prices',
      quotes: {
        BTC: ['61230.11', '61234.5678', '61240.9'],
        ETH: ['1601.229999999999999999', '1601.23', '1599.5'],
      },
    },
    { act: 'order', by: 'lender', at: { day: 0, time: '09:10' }, title: 'an offer' },
    {
      act: 'accept order',
      by: 'borrower',
      at: { day: 0, time: '23:57' },
      title: 'taken late in the evening',
    },
    { act: 'settle', title: 'open after midnight' },
    {
      act: 'quote',
      at: { day: 1, time: '10:00' },
      title: 'the asset rises',
      quotes: {
        BTC: ['66666.666667', '66670', '66660.1'],
        ETH: ['1603.01', '1604.07', '1603.555555555'],
      },
    },
    { act: 'preview', by: 'borrower', title: 'what is due' },
    { act: 'call', by: 'borrower', title: 'the borrower offers it' },
    { act: 'answer', by: 'lender', at: { day: 1, time: '11:00' }, title: 'agreed' },
    { act: 'preview', by: 'lender', title: 'what is on its way counts' },
    { act: 'settle', title: 'it arrives' },
    { act: 'preview', by: 'lender', title: 'nothing due' },
    {
      act: 'quote',
      at: { day: 2, time: '17:00' },
      title: 'the asset falls',
      quotes: {
        BTC: ['60999.99', '61010.01', '60987.65'],
        ETH: ['1608.008', '1608.008', '1608.008'],
      },
    },
    { act: 'preview', by: 'borrower', title: 'too much is pledged' },
    { act: 'call', by: 'borrower', title: 'the borrower asks for it' },
    {
      act: 'answer',
      by: 'lender',
      title: 'nearly agreed: they meet in the middle',
      dispute: { counter_notional_usd: '70000.01', reason: 'QUANTITY', note: 'a little less' },
    },
    { act: 'preview', by: 'borrower', title: 'what is on its way back counts' },
    { act: 'settle', title: 'it is back' },
    { act: 'preview', by: 'borrower', title: 'what is left' },
    {
      act: 'quote',
      at: { day: 9, time: '08:00' },
      title: 'the collateral falls',
      quotes: {
        BTC: ['62000', '62000.5', '61999.25'],
        ETH: ['1500.000000000000000001', '1499.999999999999999999', '1500.7'],
      },
    },
    { act: 'preview', by: 'lender', title: 'what is due' },
    { act: 'call', by: 'lender', title: 'called' },
    {
      act: 'answer',
      by: 'borrower',
      at: { day: 9, time: '09:00' },
      title: 'far from agreed',
      dispute: { counter_notional_usd: '12345.67', reason: 'TERMS', note: 'read the contract' },
    },
    { act: 'accept counter-valuation', by: 'lender', title: 'it stands while it moves' },
    { act: 'settle', title: 'the undisputed part' },
    { act: 'preview', by: 'lender', title: 'the rest is due' },
    { act: 'call', by: 'lender', title: 'called again' },
    { act: 'answer', by: 'borrower', title: 'agreed', fails: true },
    { act: 'settle', title: 'the transfer fails' },
    { act: 'retry', by: 'lender', at: { day: 10, time: '09:00' }, title: 'again' },
    { act: 'settle', title: 'it arrives' },
    { act: 'preview', by: 'borrower', title: 'nothing due' },
    {
      act: 'quote',
      at: { day: 60, time: '12:00' },
      title: 'two months later',
      quotes: { BTC: ['65432.1', '65432.1', '65433'], ETH: ['1700.1', '1700.2', '1700.3'] },
    },
    { act: 'close', by: 'borrower', title: 'closed' },
    { act: 'settle', title: 'everything back' },
    { act: 'end', title: 'the end' },
  ],
}

/**
 * The same in short, for tests that play it often: an answer that is disputed, and a transfer that
 * fails, in one call.
 */
export const briefDeal: DealScript = {
  ...roughDeal,
  stages: [
    { word: 'submitted', lasts_ms: 1500 },
    { word: 'confirming', lasts_ms: 2500 },
  ],
  scenes: [
    ...roughDeal.scenes.slice(0, 7),
    { act: 'preview', by: 'lender', title: 'what is due' },
    { act: 'call', by: 'lender', title: 'called' },
    {
      act: 'answer',
      by: 'borrower',
      title: 'far from agreed',
      dispute: { counter_notional_usd: '12345.67', reason: 'TERMS', note: 'read the contract' },
      fails: true,
    },
    { act: 'settle', title: 'the transfer fails' },
    { act: 'retry', by: 'lender', title: 'again' },
    { act: 'settle', title: 'the undisputed part' },
    ...roughDeal.scenes.slice(-4),
  ],
}
