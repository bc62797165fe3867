import { Decimal } from '@vadium/margin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundsFault, type DecimalBounds, domainBounds } from '../../src/platform/decimal-bounds.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

/** Values at each bound and beside it, and with one decimal too many. */
function valuesNear({ below, atMost, decimalsMax }: DecimalBounds): string[] {
  const finest = new Decimal(10).pow(-decimalsMax)
  const top = new Decimal(below ?? atMost ?? 0)
  const values = [0, 1, finest, finest.negated(), finest.dividedBy(10), top, top.plus(finest)]
  return [...values, top.minus(finest)].map((value) => new Decimal(value).toFixed())
}

describe('the bounds of the service', () => {
  it('name every domain of the database except figures, which have no bound of their own', async () => {
    const { rows } = await database.query<{ typname: string }>(
      `SELECT typname FROM pg_type WHERE typtype = 'd' AND typbasetype = 'numeric'::regtype
         AND typnamespace = 'public'::regnamespace AND typname <> 'figure'`,
    )
    expect(rows.map(({ typname }) => typname).sort()).toEqual(Object.keys(domainBounds).sort())
  })

  it.each(Object.entries(domainBounds))('are those of the domain %s', async (name, bounds) => {
    for (const value of valuesNear(bounds)) {
      const stored = await database.query(`SELECT $1::numeric::${name}`, [value]).then(
        () => true,
        () => false,
      )
      expect({ value, stored }).toEqual({ value, stored: boundsFault(value, bounds) === undefined })
    }
  })
})

describe('boundsFault', () => {
  it.each([
    ['0', { above: '0' }, 'must be above 0'],
    ['-0.1', { atLeast: '0' }, 'must not be below 0'],
    ['1', { below: '1' }, 'must be below 1'],
    ['1.1', { atMost: '1' }, 'must be at most 1'],
    ['1.123', { atLeast: '0' }, 'must have at most 2 decimals'],
    ['1.12', { atLeast: '0', below: '2' }, undefined],
  ])('returns for %s within %j: %s', (value, bounds, fault) => {
    expect(boundsFault(value, { ...bounds, decimalsMax: 2 })).toBe(fault)
  })
})
