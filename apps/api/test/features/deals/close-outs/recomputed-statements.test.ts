import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  exampleStatements,
  recomputeInSql,
  recomputeWithPsql,
} from '../../../harness/close-out-programs.ts'
import { createDatabase, type TestDatabase } from '../../../harness/database.ts'
import { psqlProgram } from '../../../harness/wanted-programs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const examples = exampleStatements()
/** One kept quantity of the first example, in its member and in the page that has it. */
const changed = examples
  .replace('"kept_quantity": "23.19905817"', '"kept_quantity": "23.19905818"')
  .replace('"claim_usd": "1012638.888889"', '"claim": "1012638.888889"')
  .replace('"shortfall": "-125000"', '"shortfall": "-125001"')
const differences = [
  'worked.kept_quantity: 23.19905818 expected',
  'statement.claim: nothing expected, not 1012638.888889',
  'statement.claim_usd: 1012638.888889 expected, not nothing',
  'worked.shortfall: -125001 expected',
]

describe('the program of the documents in SQL', () => {
  it('recomputes the worked examples', async () => {
    expect(await recomputeInSql(database.url, examples)).toBeNull()
  })

  it('names what differs', async () => {
    const lines = (await recomputeInSql(database.url, changed))?.split('\n').sort()
    expect(lines).toEqual(differences.sort())
  })

  it.skipIf(psqlProgram === undefined)('runs in psql', () => {
    const run = (claimed: string) => recomputeWithPsql(psqlProgram ?? '', database.url, claimed)
    expect(run(examples)).toMatchObject({
      stdout: 'recomputed: equal\n',
      stderr: '',
      status: 0,
    })
    const { stdout, status } = run(changed)
    expect(stdout.trim().split('\n').at(-1)).toBe('differences: 4')
    expect(status).toBe(3)
  })
})
