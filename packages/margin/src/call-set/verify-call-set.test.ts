import { describe, expect, it } from 'vitest'
import { type SampleDeal, workedDeals } from '../../test/call-set-sample.ts'
import { another, changedAt, leavesOf } from '../../test/reply.ts'
import { callSet } from './call-set.ts'
import { verifyCallSet } from './verify-call-set.ts'

const answerOf = (deals: readonly SampleDeal[]) => {
  const set = callSet({ direction: 'TopUp', deals })
  return {
    direction: 'TopUp',
    rows: set.rows.map(({ row }) => row),
    total_notional_usd: set.totalNotionalUsd,
    minimum_notional_usd: set.minimumNotionalUsd,
    can_submit: set.canSubmit,
  }
}
const answer = answerOf(workedDeals())

const isLongRun = process.env['LONG_TESTS'] === '1'

/** What is not computed: where inputs came from, when, and the ids of a row. */
const uncovered = (path: readonly (string | number)[]) =>
  ['source', 'observed_at', 'order_id_pretty', 'position_id', 'terms_version'].includes(
    String(path.at(-1)),
  )

describe('verifyCallSet', () => {
  it('accepts what callSet returned', () => {
    expect(verifyCallSet(answer)).toEqual({ ok: true, differences: [] })
    expect(verifyCallSet(answerOf([]))).toEqual({ ok: true, differences: [] })
  })

  it('refuses each changed member', () => {
    const all = leavesOf(answer).filter((path) => !uncovered(path))
    expect(all.length).toBeGreaterThan(200)
    // A row is verified as a preview is, whose test changes every member.
    const paths = all.filter((path, place) => isLongRun || path[0] !== 'rows' || place % 8 === 0)
    for (const path of paths) {
      const changed = changedAt(answer, path, another) as typeof answer
      expect([path, verifyCallSet(changed).ok]).toEqual([path, false])
    }
  })

  it.each([
    ['a row that is left out', { rows: answer.rows.slice(1) }, 'call_set.total_notional_usd'],
    ['a row twice', { rows: [...answer.rows, ...answer.rows] }, 'call_set.rows.2.preview'],
    ['a row of a deal that owes in the other direction', { direction: 'Release' }, 'call_set.rows'],
    ['another direction', { direction: 'None' }, 'call_set.direction'],
    ['no list', { rows: 7 }, 'call_set.rows'],
    ['501 rows', { rows: Array.from({ length: 501 }, () => answer.rows[0]) }, 'call_set.rows'],
    ['a row that is none', { rows: [7] }, 'call_set.rows.0'],
    [
      'a row under a minimum of its own',
      { rows: answer.rows.map((row) => ({ ...row, minimum_applies_to: 'deal' })) },
      'call_set.rows',
    ],
    [
      'a version that is none',
      { rows: answer.rows.map((row) => ({ ...row, terms_version: 1.5 })) },
      'call_set.rows.termsVersion',
    ],
  ])('names %s', (_, changes, member) => {
    const [first] = verifyCallSet({ ...answer, ...changes }).differences
    expect(first?.member).toContain(member)
  })

  it('names a row of other parties', () => {
    const [first, second] = answer.rows
    const other = JSON.parse(
      JSON.stringify(second).replaceAll(
        String(first?.calculation.inputs.find(({ name }) => name === 'lender')?.value),
        'x',
      ),
    ) as typeof second
    const { differences } = verifyCallSet({ ...answer, rows: [first, other] })
    expect(differences).toMatchObject([{ member: 'call_set.rows.1.preview.sender' }])
  })

  it.each([null, 7, 'x', [], {}])('refuses %j without an exception', (value) => {
    expect(verifyCallSet(value as never).ok).toBe(false)
  })
})
