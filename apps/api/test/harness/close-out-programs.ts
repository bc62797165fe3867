import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** The path of a file among the examples of the documents. */
export const examplePath = (name: string) =>
  fileURLToPath(new URL(`../../../../docs/examples/${name}`, import.meta.url))

/** Statements of worked examples, as the documents have them. */
export const exampleStatements = () => readFileSync(examplePath('close-outs.json'), 'utf8')

/**
 * Runs the program of the documents in SQL without `psql`, which not every machine has. Returns what
 * differs, a line each; null if nothing does.
 */
export async function recomputeInSql(databaseUrl: string, claimed: string): Promise<string | null> {
  const [functions = '', query = ''] = readFileSync(examplePath('verify-close-out.sql'), 'utf8')
    .replaceAll(/^\\set .*$/gm, '')
    .split(/^(?=SELECT count\(difference\))/m)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(functions)
    const { rows } = await client.query<{ differences: string | null }>(
      query.slice(0, query.indexOf('\\gset')).replace(":'claimed'", '$1'),
      [claimed],
    )
    return rows[0]?.differences ?? null
  } finally {
    await client.end()
  }
}

/** Runs the program of the documents in Python. */
export const recomputeInPython = (claimed: string) =>
  spawnSync('python3', [examplePath('verify-close-out.py')], { input: claimed, encoding: 'utf8' })

/** Runs the program of the documents in SQL with this `psql`. */
export const recomputeWithPsql = (psql: string, databaseUrl: string, claimed: string) =>
  spawnSync(psql, ['-XqtA', '-f', examplePath('verify-close-out.sql'), databaseUrl], {
    input: claimed,
    encoding: 'utf8',
  })
