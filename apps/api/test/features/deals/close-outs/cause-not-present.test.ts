import type { Condition, Ground } from '@vadium/margin'
import { expect, it } from 'vitest'
import { causeNotPresent } from '../../../../src/features/deals/close-outs/shown-facts.ts'

const deal = { asset: 'BTC', collateralAsset: 'ETH' }

const met = (isMet: boolean): Condition => ({
  name: 'released',
  unit: 'boolean',
  value: String(!isMet),
  relation: 'equal_to',
  required: 'false',
  met: isMet,
})

const grounds = (count: number, isMet: boolean): Ground[] =>
  Array.from({ length: count }, (_, index) => ({
    name: 'late_call',
    resource: 'mark_to_market_request',
    resourceId: `call-${index}`,
    occasion: null,
    since: null,
    conditions: [met(isMet)],
  }))

it('the refusal of a declaration has 20 figures that do not hold, however many there are', () => {
  const fact = { cause: 'UNMET_CALL', inDefault: 'borrower', holds: false, ground: null } as const
  const all = [...grounds(5, true), ...grounds(30, false)]
  const { details } = causeNotPresent(deal, { ...fact, conditions: [], grounds: all })
  expect(details).toHaveLength(20)
  expect(details[0]?.issue).toMatch(/^mark_to_market_request call-0: /)
})
