import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuiltService, buildProgram } from '../../harness/built-service.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { loadBook } from '../../harness/load-book.ts'
import { PlayedBook } from '../../harness/played-book.ts'

let loader: BuiltService
let database: TestDatabase
let folder: string
beforeAll(async () => {
  loader = await buildProgram('mortal-loader')
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'vadium-scenario-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

it('leaves nothing when the process is killed in the middle of a load', async () => {
  const book = new PlayedBook()
  book.open('loan')
  const file = join(folder, 'scenario.json')
  await writeFile(file, JSON.stringify(book.scenario))
  for (const number of [5, 15, 40]) {
    const killed = loader.start({
      DATABASE_URL: database.url,
      SCENARIO: file,
      DIES_AT: String(number),
    })
    expect(await killed.ended, killed.output()).toBe('SIGKILL')
  }
  const { rows } = await database.query('SELECT FROM organizations UNION ALL SELECT FROM orders')
  expect(rows).toEqual([])
  expect((await loadBook(database, book)).loaded).toBe(true)
})
