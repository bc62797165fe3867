import { confirmedTerms, StatementTotals, statedFigures, verifyDocument } from '@vadium/margin'
import { allTerms } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import type { DocumentContent } from '../../../src/features/documents/document-content.ts'
import {
  closeOutContent,
  confirmationContent,
  noticeContent,
  statementContent,
} from './sample-contents.ts'

/**
 * A member by its path, such as `order.wallets.0`, and what it becomes. Undefined: it is left out.
 */
type Change = readonly [path: string, value: unknown]

/** A copy of a content in which some members are others. */
function changed(content: DocumentContent, ...changes: readonly Change[]): unknown {
  const copy: Record<string, unknown> = structuredClone(content)
  for (const [path, value] of changes) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const owner = names.reduce<Record<string, unknown>>(
      (of, name) => of[name] as Record<string, unknown>,
      copy,
    )
    if (value === undefined) Reflect.deleteProperty(owner, last)
    else owner[last] = value
  }
  return copy
}

const membersFound = (content: unknown) =>
  verifyDocument(content).differences.map(({ member }) => member)

const { lender, borrower } = noticeContent
const exchanged: readonly Change[] = [
  ['lender', borrower],
  ['borrower', lender],
]
const statement = statementContent(3)
const [first] = statement['positions'] as unknown[]
const early = '2020-01-01T00:00:00.000Z'

describe('a content that contradicts itself', () => {
  const by = (name: string, content: DocumentContent, ...changes: readonly Change[]) => ({
    ...{ name, content, changes },
  })
  const cases = [
    by('the price of the collateral', noticeContent, ['request.collateral_price_usd', '99999']),
    by('the sides of a notice', noticeContent, ...exchanged),
    by('the lender of a request', noticeContent, ['request.lender_id', borrower.organization_id]),
    by('the creator of a request', noticeContent, ['request.creator_id', 'somebody']),
    by('an expiry before the creation', noticeContent, ['request.expire_time', early]),
    by('the time of a request', noticeContent, ['request.create_time', early]),
    by('the name of a sender', noticeContent, ['preview.sender.organization_name', 'Else']),
    by('the order of a preview', noticeContent, ['preview.order_id_pretty', 9]),
    by('an added member', noticeContent, ['payment_instruction', 'pay to somebody']),
    by('an added member of a request', noticeContent, ['request.discount_usd', '50000.00']),
    by('an added member of a calculation', noticeContent, ['calculation.note', 'x']),
    by('a revision of a notice', noticeContent, ['revision', 2]),
    by('the rate in the head', confirmationContent, ['rate_percent', '0.75']),
    by('the day of the rate', confirmationContent, ['rate_from', '2026-01-01']),
    by('the rate of the change', confirmationContent, ['order_request.rate_percent', '0.75']),
    by('a rate that a period does not have', confirmationContent, ['rates.0.rate_percent', '5']),
    by('what was lent at the opening', confirmationContent, ['order.asset_quantity', '1']),
    by('the sides of a confirmation', confirmationContent, ...exchanged),
    by('the name of a lender', confirmationContent, ['order.lender_name', 'Else']),
    by('the day count of the terms', confirmationContent, ['order.terms.day_count', 'ACT/365']),
    by('an unknown term', confirmationContent, ['order.terms.discount', '1']),
    by('no interest', confirmationContent, ['interest', null]),
    by(
      'interest without its days',
      confirmationContent,
      ['interest.periods', []],
      ['interest.accrued', '0'],
    ),
    by('the sides of a close-out', closeOutContent, ...exchanged),
    by('the declarer', closeOutContent, ['close_out.declarer_id', borrower.organization_id]),
    by('an early termination', closeOutContent, ['close_out.terminate_time', early]),
    by('the rate of a row', statement, ['positions.0.rate_percent', '0.01']),
    by('one side twice', statement, ['lender', borrower]),
    by('one position twice', statement, ['positions', [first, first, first]]),
    by('a cut after the statement', statement, ['cut_time', '2030-01-01T00:00:00.000Z']),
    by(
      'a row without its days of interest',
      statement,
      ['positions.0.interest.periods', []],
      ['positions.0.interest_accrued', '0'],
    ),
  ]

  it.each(cases)('is found by $name', ({ content, changes }) => {
    expect(membersFound(content)).toEqual([])
    expect(membersFound(changed(content, ...changes))).not.toEqual([])
  })

  it('may have any JSON in it', () => {
    for (const content of [
      changed(statement, ['positions.0.interest.periods.0.from', '+275760-09-13']),
      changed(statement, ['positions.0.interest.unit', '0']),
      changed(statement, ['positions.0.interest.periods', [null]]),
      changed(statement, ['positions.0.asset_price_usd', '0']),
      changed(statement, ['positions', [null, 1, []]]),
      changed(statement, ['positions.0.asset', '__proto__']),
      changed(confirmationContent, ['interest', 'x']),
      changed(confirmationContent, ['rates', []]),
      changed(confirmationContent, ['interest.unit', '9'.repeat(90)]),
      changed(noticeContent, ['request', null]),
      changed(noticeContent, ['calculation.inputs', {}]),
      changed(closeOutContent, ['statement.calculation.inputs', [null]]),
      changed(closeOutContent, ['statement', 7]),
    ]) {
      expect(verifyDocument(content).ok).toBe(false)
    }
  })

  it('names the terms that an order has', () => {
    expect(confirmedTerms).toEqual(allTerms)
  })
})

describe('the sums of a margin statement', () => {
  it('must be there, and those of its rows', () => {
    expect(membersFound(changed(statement, ['totals', undefined]))).toEqual(['content.totals'])
    expect(membersFound(changed(statement, ['totals.asset_notional_usd', '1.00']))).toEqual([
      'totals.asset_notional_usd',
    ])
    const asText = changed(statement, ['totals.positions_left_out', '0'])
    expect(membersFound(asText)).toEqual(['content.totals.positions_left_out'])
  })

  it('leave out no position unless as many are listed as can be', () => {
    const leftOut = 'totals.positions_left_out'
    expect(membersFound(changed(statement, [leftOut, 1], ['totals.positions', 4]))).toEqual([
      leftOut,
    ])
    expect(membersFound(changed(statement, ['positions', []], [leftOut, 3]))).toEqual([leftOut])
    expect(membersFound(changed(statement, [leftOut, -1], ['totals.positions', 2]))).not.toEqual([])
  })

  it('have neither value of a position without one of its prices', () => {
    const totals = new StatementTotals()
    totals.add({
      ...{ asset: 'BTC', asset_quantity: '56', asset_notional_usd: '3429135.81' },
      ...{ collateral_asset: 'ETH', collateral_quantity: '1600', collateral_value_usd: null },
      ...{ interest_accrued: '0', margin_call_reached: null, liquidation_reached: null },
    })
    expect(totals.stated(1)).toMatchObject({
      ...{ unpriced: 1, asset_notional_usd: '0.00', collateral_value_usd: '0.00' },
      assets: [{ asset: 'BTC', lent_quantity: '56' }, { asset: 'ETH' }],
    })
  })

  it('have values that are longer than a quantity or a price may be', () => {
    const quantities = {
      ...{ asset_quantity: '1000000000000000000', asset_price_usd: '1000000000000000' },
      ...{ collateral_quantity: '99999999999999999999', collateral_price_usd: '12345678901234.5' },
    }
    const totals = new StatementTotals()
    for (let turn = 0; turn < 2; turn += 1) {
      totals.add({
        ...{ asset: 'A', collateral_asset: 'B', interest_accrued: '0' },
        ...{ margin_call_reached: false, liquidation_reached: false },
        ...quantities,
        ...statedFigures(quantities),
      })
    }
    expect(totals.stated(2).asset_notional_usd).toBe('2000000000000000000000000000000000.00')
  })
})
