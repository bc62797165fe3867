import { closeOut } from '@vadium/margin'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeOuts } from '../../../../../../packages/margin/test/close-out-arbitraries.ts'
import { changedAt, leavesOf } from '../../../../../../packages/margin/test/reply.ts'
import { recomputeInPython, recomputeInSql } from '../../../harness/close-out-programs.ts'
import { createDatabase, type TestDatabase } from '../../../harness/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const statements = fc.sample(closeOuts, { numRuns: 1_000, seed: 31 }).map(closeOut)

/** The same statements, each with one other figure or text outside of its calculation. */
const changed = statements.map((statement, index) => {
  const paths = leavesOf(statement).filter(([member]) => member !== 'calculation')
  const path = paths[index % paths.length] ?? []
  return changedAt(statement, path, (leaf) => (leaf === false ? true : '987654321.5'))
})

describe('1,000 random statements', () => {
  it('are recomputed by both programs of the documents', async () => {
    const scopes = statements.map(({ scope, in_default }) => `${scope} ${in_default}`)
    expect([...new Set(scopes)].sort()).toEqual([
      'full borrower',
      'full lender',
      'to_requirement borrower',
    ])
    const claimed = JSON.stringify(statements)
    expect(await recomputeInSql(database.url, claimed)).toBeNull()
    expect(recomputeInPython(claimed)).toMatchObject({ stdout: 'recomputed: equal\n', status: 0 })
  })

  it('are refused by both programs, each with the member that was changed', async () => {
    const inSql = (await recomputeInSql(database.url, JSON.stringify(changed)))?.split('\n')
    const { stdout } = recomputeInPython(JSON.stringify(changed))
    const placesOf = (lines: readonly string[]) =>
      lines.flatMap((line) => /^(statement[^:]*): /.exec(line)?.[1] ?? []).sort()
    const places = placesOf(inSql ?? [])
    expect(places).toHaveLength(1_000)
    expect(placesOf(stdout.split('\n'))).toEqual(places)
  })
})
