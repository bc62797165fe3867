import { createAgreement } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreedTerms as terms, eligible } from '../../harness/agreed-terms.ts'
import { Book } from '../../harness/book.ts'
import { callOf, refused } from '../../harness/call.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const operator = book.party('platform').credential('operator')
const harbor = book.party('harbor')
const tide = book.party('tide')

const eth = eligible('ETH', '160')

/** Under which a close-out in part restores less than the liquidation level. */
const inPart = (changes: object) => ({
  ...{ close_out_scope: 'to_requirement', default_causes: ['LIQUIDATION_LEVEL'] },
  ...{ liquidation_percent: '102.5', ...changes },
})

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

describe('400 Bad Request', () => {
  it.each([
    [{ requirement_percent: 105.5 }, 'terms.requirement_percent'],
    [{ threshold_usd: '1e5' }, 'terms.threshold_usd'],
    [{ lot_top_up: '-1' }, 'terms.lot_top_up'],
    [{ cure_time_seconds: 0 }, 'terms.cure_time_seconds'],
    [{ day_count: 'ACT/364' }, 'terms.day_count'],
    [{ extra: '1' }, 'terms.extra'],
    [{ top_up_when: 'always' }, 'terms.top_up_when'],
    [{ top_up_when: null }, 'terms.top_up_when'],
    [{ release_percent: 180 }, 'terms.release_percent'],
    [
      { eligible_collateral: [{ asset: 'ETH' }] },
      'terms.eligible_collateral.0.requirement_percent',
    ],
    [{ eligible_collateral: Array(21).fill(eth) }, 'terms.eligible_collateral'],
  ])('returns 400 and names the malformed member: %o', async (changes, field) => {
    const body = { lender_id: harbor.id, borrower_id: tide.id, terms: { ...terms, ...changes } }
    const reply = await refused(service, 400, callOf(createAgreement, { key: operator, body }))
    expect(reply.body.error.details?.[0]?.field).toBe(field)
  })
})

describe('422 Unprocessable Content', () => {
  it.each([
    [{ requirement_percent: null }, 'requirement_percent', 'must be given if haircut is null'],
    [{ haircut: '0.1' }, 'requirement_percent', 'must be null if haircut is given'],
    [{ dispute_tolerance_usd: null }, 'dispute_tolerance_usd', 'must be given'],
    [{ dispute_tolerance_percent: '5' }, 'dispute_tolerance_usd', 'must be null'],
    [{ requirement_percent: '0' }, 'requirement_percent', 'must be above 0'],
    [{ requirement_percent: '-105' }, 'requirement_percent', 'must be above 0'],
    [{ requirement_percent: '100000.000001' }, 'requirement_percent', 'must be at most 100000'],
    [{ requirement_percent: '105.1234567' }, 'requirement_percent', 'at most 6 decimals'],
    [{ requirement_percent: null, haircut: '1' }, 'haircut', 'must be below 1'],
    [{ requirement_percent: null, haircut: '-0.1' }, 'haircut', 'must not be below 0'],
    [{ requirement_percent: null, haircut: '0.123456789' }, 'haircut', 'at most 8 decimals'],
    [{ margin_call_percent: '0' }, 'margin_call_percent', 'must be above 0'],
    [{ liquidation_percent: '103' }, 'liquidation_percent', 'must be below margin_call_percent'],
    [{ liquidation_percent: '110' }, 'liquidation_percent', 'must be below margin_call_percent'],
    [inPart({ requirement_percent: '102.5' }), 'liquidation_percent', 'must be below the coverage'],
    [
      inPart({ requirement_percent: null, haircut: '0.02' }),
      'liquidation_percent',
      'must be below the coverage',
    ],
    [{ release_percent: '103' }, 'release_percent', 'must be above margin_call_percent'],
    [{ release_percent: '100000.1' }, 'release_percent', 'must be at most 100000'],
    [{ threshold_usd: '-1' }, 'threshold_usd', 'must not be below 0'],
    [{ threshold_usd: `1${'0'.repeat(30)}` }, 'threshold_usd', `must be below 1${'0'.repeat(30)}`],
    [
      { minimum_notional_top_up_usd: `0.${'0'.repeat(20)}1` },
      'minimum_notional_top_up_usd',
      'at most 20 decimals',
    ],
    [{ minimum_notional_release_usd: '-0.01' }, 'minimum_notional_release_usd', 'not be below 0'],
    [{ lot_top_up: '0' }, 'lot_top_up', 'must be above 0'],
    [{ lot_release: '0.000' }, 'lot_release', 'must be above 0'],
    [
      { dispute_tolerance_usd: null, dispute_tolerance_percent: '-0.000001' },
      'dispute_tolerance_percent',
      'must not be below 0',
    ],
    [
      { eligible_collateral: [eth, eth] },
      'eligible_collateral.1.asset',
      'must be in the list once',
    ],
    [
      { eligible_collateral: [{ ...eth, haircut: '0.1' }] },
      'eligible_collateral.0.requirement_percent',
      'must be null if haircut is given',
    ],
    [
      { eligible_collateral: [{ ...eth, requirement_percent: null, haircut: '1' }] },
      'eligible_collateral.0.haircut',
      'must be below 1',
    ],
    [
      { eligible_collateral: [{ ...eth, liquidation_percent: '140' }] },
      'eligible_collateral.0.liquidation_percent',
      'must be below margin_call_percent',
    ],
    [
      { release_percent: '140', eligible_collateral: [eth] },
      'eligible_collateral.0.margin_call_percent',
      'must be below release_percent',
    ],
    [
      inPart({ eligible_collateral: [{ ...eth, requirement_percent: '120' }] }),
      'eligible_collateral.0.liquidation_percent',
      'must be below the coverage',
    ],
  ])('returns 422 for contradictory terms: %o', async (changes, member, issue) => {
    const body = { lender_id: harbor.id, borrower_id: tide.id, terms: { ...terms, ...changes } }
    const reply = await refused(service, 422, callOf(createAgreement, { key: operator, body }))
    expect(reply.reason).toBe('VALUE_INVALID')
    const [detail] = reply.body.error.details ?? []
    expect(detail?.field).toBe(`terms.${member}`)
    expect(detail?.issue).toContain(issue)
    const { rows } = await service.database.query('SELECT FROM agreements WHERE borrower_id = $1', [
      tide.id,
    ])
    expect(rows).toEqual([])
  })
})
