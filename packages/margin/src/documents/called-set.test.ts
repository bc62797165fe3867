import { describe, expect, it } from 'vitest'
import { calledSetDifferences } from './called-set.ts'

const request = { call_set_id: 'set', order_id_pretty: 1042, notional_usd: '6000.24' }
const preview = { minimum_notional_usd: '10000.00' }
const below = [{ code: 'BELOW_MINIMUM_NOTIONAL' }]
const set = {
  id: 'set',
  total_notional_usd: '12000.24',
  minimum_notional_usd: '10000.00',
  minimum_terms_version: 2,
  minimum_applies_to: 'agreement',
  terms_version: 2,
  requests: [
    { order_id_pretty: 1042, notional_usd: '6000.24' },
    { order_id_pretty: 1043, notional_usd: '6000.00' },
  ],
}

const differences = (changes: object, reasons: unknown = below) =>
  calledSetDifferences({ ...set, ...changes }, { request, preview, reasons })

describe('the call set of a notice', () => {
  it('is right as the service makes it', () => {
    expect(differences({})).toEqual([])
    expect(differences({ minimum_applies_to: 'deal' }, [])).toEqual([])
  })

  it('may have the minimum of other terms than those of the deal', () => {
    expect(differences({ minimum_terms_version: 3, minimum_notional_usd: '12000.24' })).toEqual([])
  })

  it.each([
    ['another set', { id: 'other' }, 'call_set.id'],
    ['another sum', { total_notional_usd: '12000.25' }, 'call_set.total_notional_usd'],
    [
      'a minimum that the sum does not reach',
      { minimum_terms_version: 3, minimum_notional_usd: '12000.25' },
      'call_set.minimum_notional_usd',
    ],
    ['another minimum', { minimum_notional_usd: '9000.00' }, 'call_set.minimum_notional_usd'],
    [
      'another amount of the request',
      {
        total_notional_usd: '12000.00',
        requests: [
          { order_id_pretty: 1042, notional_usd: '6000.00' },
          { order_id_pretty: 1043, notional_usd: '6000.00' },
        ],
      },
      'call_set.requests.0.notional_usd',
    ],
    ['no row of the request', { requests: set.requests.slice(1) }, 'call_set.requests'],
    ['two rows of it', { requests: [...set.requests, set.requests[0]] }, 'call_set.requests'],
    ['no list', { requests: 'all' }, 'call_set.requests'],
    ['too long a list', { requests: Array(501).fill(set.requests[0]) }, 'call_set.requests'],
    [
      'an amount that is none',
      { requests: [set.requests[0], { order_id_pretty: 1043, notional_usd: 'x' }] },
      'call_set.notional_usd',
    ],
    ['rows of anything', { requests: [set.requests[0], 7, null] }, 'call_set.notional_usd'],
    ['a minimum of the deal alone', { minimum_applies_to: 'deal' }, 'calculation.reasons'],
  ])('is found to be wrong with %s', (_what, changes, member) => {
    expect(differences(changes).map((one) => one.member)).toContain(member)
  })

  it('is needed by a request of a set, and by no other', () => {
    const parts = { request, preview, reasons: [] }
    expect(calledSetDifferences(undefined, parts)).toMatchObject([{ member: 'call_set' }])
    const single = { ...parts, request: { ...request, call_set_id: null } }
    expect(calledSetDifferences(undefined, single)).toEqual([])
    expect(calledSetDifferences(set, single)).toMatchObject([{ member: 'call_set.id' }])
    expect(calledSetDifferences(undefined, { ...parts, request: 'x' })).toEqual([])
  })

  it('allows no reason against the request but the minimum', () => {
    const nothingDue = [{ code: 'NOTHING_DUE' }]
    expect(differences({}, nothingDue)).toMatchObject([{ member: 'calculation.reasons' }])
    expect(differences({}, 'none')).toMatchObject([{ expected: 'a list' }])
    const single = { request: {}, preview, reasons: below }
    expect(calledSetDifferences(undefined, single)).toMatchObject([{ expected: 'none' }])
    expect(calledSetDifferences(undefined, { ...single, reasons: [7] })).toHaveLength(1)
  })
})
