import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** The path of a file among the examples of the documents. */
export const examplePath = (name: string) =>
  fileURLToPath(new URL(`../../../../docs/examples/${name}`, import.meta.url))

/** A file among the examples of the documents. */
export const exampleOf = (name: string) => readFileSync(examplePath(name), 'utf8')

/**
 * Runs a program of the documents in SQL without `psql`, which not every machine has. Returns what
 * differs, a line each; null if nothing does.
 */
export async function recomputeInSql(
  databaseUrl: string,
  claimed: string,
  program = 'verify-close-out.sql',
): Promise<string | null> {
  const [functions = '', query = ''] = exampleOf(program)
    .replaceAll(/^\\set .*$/gm, '')
    .split('-- What differs.')
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
