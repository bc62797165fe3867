import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  exampleOf,
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

const examples = exampleOf('close-outs.json')
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

describe('the program of the documents in SQL for calls and interest', () => {
  const figures = exampleOf('worked-figures.json')
  const differ = (claimed: string) => recomputeInSql(database.url, claimed, 'worked-figures.sql')

  it('recomputes the worked figures', async () => {
    expect(await differ(figures)).toBeNull()
  })

  it('names what differs', async () => {
    const changed = figures
      .replace('"due": "1625"', '"due": "1626"')
      .replace('"m2m_notional_usd": "299999.75"', '"m2m_notional_usd": "300000"')
    expect(await differ(changed)).toBe(
      'a release just below its level: m2m_notional_usd is 299999.75, not "300000"\n' +
        'interest due at the close: due is 1625.000000, not "1626"',
    )
  })
})
