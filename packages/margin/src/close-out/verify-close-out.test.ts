import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeOutInputs, workedExamples } from '../../test/close-out-sample.ts'
import { changesOf, expectNamed } from '../../test/changed-statements.ts'
import { changedAt, leavesOf } from '../../test/reply.ts'
import type { CloseOutStatement } from './close-out-statement.ts'
import { closeOut } from './close-out.ts'
import { verifyCloseOut } from './verify-close-out.ts'

/** A statement after its way over the wire. */
const sent = (statement: CloseOutStatement) =>
  JSON.parse(JSON.stringify(statement)) as CloseOutStatement

const statements = Object.entries(workedExamples).map(
  ([name, inputs]): [string, CloseOutStatement] => [name, sent(closeOut(inputs))],
)

/** One of each kind: the others have no member and no step that these lack. */
const kinds = statements.filter(([name]) =>
  [
    'full, BTC at 45,000',
    'in part under a haircut',
    'full, as a threshold leaves no shortfall',
    'full, as there are two collaterals',
    'full, as nothing is held',
    'lender in default, 15 BTC at 60,000',
    'two collaterals, the second in part',
  ].includes(name),
)

describe('verifyCloseOut', () => {
  it.each(statements)('accepts what closeOut returned: %s', (_name, statement) => {
    expect(verifyCloseOut(statement)).toEqual({ ok: true, differences: [] })
  })

  it.each(kinds)('names each changed, missing and added member: %s', (_name, statement) => {
    expectNamed(changesOf(statement, 'no digits'))
  })

  it.each(kinds)('refuses elements that are swapped, left out or added: %s', (_name, claimed) => {
    const { calculation } = claimed
    for (const list of ['inputs', 'interest_periods', 'steps'] as const) {
      const elements: unknown[] = calculation[list]
      const [first, second, ...rest] = elements
      for (const changed of [
        ...(second === undefined ? [] : [[second, first, ...rest]]),
        elements.slice(1),
        [...elements, first],
      ]) {
        const statement = { ...claimed, calculation: { ...calculation, [list]: changed } }
        expect(verifyCloseOut(statement).ok).toBe(false)
      }
    }
  })

  it('names the place, the expected value and the value found', () => {
    const statement = sent(closeOut(closeOutInputs()))
    expect(verifyCloseOut({ ...statement, claim_usd: '1' }).differences).toEqual([
      { member: 'statement.claim_usd', expected: '1012638.888889', actual: '1' },
    ])
    const { calculation } = statement
    const inputs = calculation.inputs.map((input) =>
      input.name === 'collateral_price' ? { ...input, value: '0' } : input,
    )
    const claimed = { ...statement, calculation: { ...calculation, inputs } }
    expect(verifyCloseOut(claimed).differences).toEqual([
      {
        member: 'statement.calculation.inputs.collateral_price',
        expected: 'must be above zero',
        actual: '0',
      },
    ])
    const [period] = calculation.interest_periods
    const interest_periods = [{ ...period, to: '2026-01-01' }]
    const reversed = { ...statement, calculation: { ...calculation, interest_periods } }
    expect(verifyCloseOut(reversed).differences).toEqual([
      {
        member: 'statement.calculation.interest_periods.0.to',
        expected: 'must be after from',
        actual: 'something else',
      },
    ])
  })

  it('refuses another formula version before anything else', () => {
    const statement = sent(closeOut(closeOutInputs()))
    const calculation = { formula_version: '2', inputs: null }
    expect(verifyCloseOut({ ...statement, calculation }).differences).toEqual([
      { member: 'statement.calculation.formula_version', expected: '1', actual: '2' },
    ])
  })

  it('never throws, whatever JSON it receives', () => {
    const statement = sent(closeOut(closeOutInputs({ requirement: { percent: '150' } })))
    const paths = leavesOf(statement)
    const anything = fc.jsonValue({ maxDepth: 4 })
    fc.assert(
      fc.property(anything, fc.nat(), (value, pick) => {
        // @ts-expect-error anything may come over the wire
        expect(verifyCloseOut(value).ok).toBe(false)
        const path = paths[pick % paths.length] ?? []
        for (const place of [path, path.slice(0, -1), path.slice(0, 2)]) {
          const changed = changedAt(statement, place, () => value) as CloseOutStatement
          expect(() => verifyCloseOut(changed)).not.toThrow()
        }
      }),
    )
  })
})
