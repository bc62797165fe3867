import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LocalPostgresError, startLocalPostgres } from '../src/index.ts'
import { disposableFolder, sharedFolder } from './disposable-folder.ts'

const durable = false
const folder = sharedFolder()

async function refusalOf(folder: string, settings = {}): Promise<string> {
  const start = startLocalPostgres({ folder, durable, settings })
  const error: unknown = await start.then(
    async (server) => server.stop({ force: true }),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(LocalPostgresError)
  return error instanceof LocalPostgresError ? error.message : ''
}

/** Changes a file of the shared folder for the length of a test. */
function overwrite(path: string, text: string): void {
  const before = readFileSync(path)
  writeFileSync(path, text)
  onTestFinished(() => writeFileSync(path, before))
}

test('does not touch data of another major version', async () => {
  overwrite(join(folder, 'data', 'PG_VERSION'), '15\n')
  const refusal = await refusalOf(folder)
  expect(refusal).toMatch(/written by PostgreSQL 15[^]*Dump them[^]*DATABASE_URL/)
})

test('does not touch a data folder that does not belong to PostgreSQL', async () => {
  const other = disposableFolder()
  mkdirSync(join(other, 'data'))
  expect(await refusalOf(other)).toContain('cannot be read as the data folder of a PostgreSQL')
})

test('reports a missing password', async () => {
  const password = join(folder, 'password')
  renameSync(password, `${password}.lost`)
  onTestFinished(() => renameSync(`${password}.lost`, password))
  expect(await refusalOf(folder)).toContain(join(folder, 'password'))
})

test('reports a wrong password at once', async () => {
  overwrite(join(folder, 'password'), 'guessed\n')
  expect(await refusalOf(folder)).toMatch(/refuses a connection: password authentication failed/)
})

test('shows the log of a server that ends at once', async () => {
  const refusal = await refusalOf(folder, { shared_buffers: 'plenty' })
  expect(refusal).toMatch(/invalid value for parameter "shared_buffers"[^]*DATABASE_URL/)
  expect(refusal).toContain(readFileSync(join(folder, 'server.log'), 'utf8').trim())
})

test('names a lock that cannot be opened', async () => {
  const other = disposableFolder()
  mkdirSync(join(other, 'start.lock'))
  expect(await refusalOf(other)).toContain(join(other, 'start.lock'))
})
