import { Type } from '@sinclair/typebox'
import { DecimalString } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import {
  allFaults,
  compileWaitingValidators,
  faultsMax,
  validatorOf,
} from '../../../src/platform/http/validation.ts'

it('compiles a schema for its first value, or when a started process has time', async () => {
  // A pattern that is no regular expression: its schema cannot be compiled.
  const broken = Type.Object({ id: Type.String({ pattern: '(' }) })
  const validate = validatorOf(broken, 'body')
  await expect(compileWaitingValidators()).rejects.toThrow('Invalid regular expression')
  expect(() => validate({ id: 'a' })).toThrow('Invalid regular expression')
})

describe('the faults of a value', () => {
  const closed = { additionalProperties: false }
  const schema = Type.Object(
    {
      amount: DecimalString,
      count: Type.Integer(),
      terms: Type.Optional(
        Type.Object({ rate: DecimalString, days: Type.Integer({ maximum: 3 }) }, closed),
      ),
      rows: Type.Optional(
        Type.Array(Type.Object({ id: Type.Integer() }, closed), { maxItems: 100 }),
      ),
      ends: Type.Optional(
        Type.Object(
          { from: Type.Optional(Type.Integer()), to: Type.Optional(Type.Integer()) },
          { ...closed, minProperties: 1 },
        ),
      ),
    },
    closed,
  )
  const validate = validatorOf(schema, 'body')
  const faultsOf = (value: unknown) => {
    const first = validate(value)
    const faults = first === undefined ? [] : allFaults(schema, value, first, 'body')
    expect(faults[0]).toEqual(first)
    return faults
  }
  const fieldsOf = (value: unknown) => faultsOf(value).map(({ field }) => field)

  it('are of every member, the first one first', () => {
    const value = {
      amount: '1,5',
      more: 1,
      terms: { rate: 'x', days: 4 },
      rows: [{ id: 1 }, { id: 'a' }, { name: 'b' }],
      ends: {},
    }
    expect(faultsOf(value)).toEqual([
      { field: 'count', issue: 'is required' },
      {
        field: 'more',
        issue: 'is not a member this operation knows',
        allowed: ['amount', 'count', 'terms', 'rows', 'ends'],
      },
      { field: 'amount', issue: `must be ${String(DecimalString['x-expected'])}` },
      { field: 'terms.rate', issue: `must be ${String(DecimalString['x-expected'])}` },
      { field: 'terms.days', issue: 'must be <= 3' },
      { field: 'rows.1.id', issue: 'must be integer' },
      { field: 'rows.2.id', issue: 'is required' },
      {
        field: 'rows.2.name',
        issue: 'is not a member this operation knows',
        allowed: ['id'],
      },
      { field: 'ends', issue: 'must have at least 1 of from, to' },
    ])
  })

  it('are none of a value that fits', () => {
    expect(faultsOf({ amount: '1.5', count: 1, terms: { rate: '1', days: 3 } })).toEqual([])
  })

  it('are one of a value that is no object', () => {
    expect(faultsOf([])).toEqual([{ field: 'body', issue: 'must be object' }])
  })

  it(`are at most ${faultsMax}`, () => {
    const rows = Array.from({ length: 100 }, () => ({ id: 'a' }))
    expect(fieldsOf({ amount: '1', count: 1, rows })).toHaveLength(faultsMax)
    const unknown = Object.fromEntries(rows.map((_row, at) => [`member_${at}`, 1]))
    expect(fieldsOf({ amount: '1', count: 1, ...unknown })).toHaveLength(faultsMax)
  })

  it('are not looked for in a list or a text that is too long', () => {
    const rows = Array.from({ length: 101 }, () => ({ id: 'a' }))
    expect(fieldsOf({ amount: '1', count: 1, rows })).toEqual(['rows'])
    const schemaOfText = Type.Object({
      text: Type.String({ maxLength: 3, pattern: '^a$' }),
      also: Type.String(),
    })
    const value = { text: 'aaaa', also: 1 }
    const first = { field: 'also', issue: 'must be string' }
    expect(allFaults(schemaOfText, value, first, 'body')).toEqual([
      first,
      { field: 'text', issue: 'must NOT have more than 3 characters' },
    ])
  })
})
