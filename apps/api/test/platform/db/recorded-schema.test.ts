import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMigrations } from '../../../src/platform/db/migrations.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { schemaText } from '../../harness/schema-text.ts'

const package_ = fileURLToPath(new URL('../../..', import.meta.url))

/** The server that npm installs. Another one describes the same schema in other words. */
const majorOfSnapshot = '18'
const heading = `-- What the migrations make, as PostgreSQL ${majorOfSnapshot} describes it.
-- \`pnpm run schema:write\` writes this file.

`

describe('schema.sql', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase()
  })
  afterAll(() => database.drop())

  it('is what the migrations make', async ({ skip }) => {
    const { rows } = await database.query<{ server_version: string }>('SHOW server_version')
    const [major] = rows[0]?.server_version.split('.') ?? []
    skip(major !== majorOfSnapshot, `described by PostgreSQL ${major}`)
    const text = heading + (await schemaText(database))
    await expect(text).toMatchFileSnapshot(`${package_}schema.sql`)
  })
})

describe('migrations.sha256', () => {
  const file = 'migrations.sha256'
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: package_, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const hasHistory = (() => {
    try {
      return git('rev-parse', '--is-inside-work-tree').trim() === 'true'
    } catch {
      return false
    }
  })()

  it('has the checksum of every migration, as `sha256sum -c` reads it', async () => {
    const migrations = await readMigrations()
    const lines = migrations.map((one) => `${one.checksum}  migrations/${one.file}\n`)
    await expect(lines.join('')).toMatchFileSnapshot(package_ + file)
  })

  it.runIf(hasHistory)('has every line that a commit before had', () => {
    const changes = git('log', '--format=', '--patch', '--', file) + git('diff', 'HEAD', '--', file)
    expect(removedLines(changes)).toEqual([])
  })
})

/** The checksums that a patch takes out. */
const removedLines = (patch: string): string[] =>
  patch.split('\n').filter((line) => /^-[0-9a-f]{64} /.test(line))
