import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoPositionId, showcase, type ShowcaseEntry } from '@vadium/book'
import { VadiumServiceError } from '@vadium/client'
import { freePort, startTemporaryPostgres } from '@vadium/local-postgres'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import {
  build,
  clientOf,
  program,
  startBuilt,
  type Started,
  temporaryFolder,
} from './built-start.ts'

beforeAll(build, 300_000)
const timeout = 600_000
const isRoot = process.getuid?.() === 0

const databaseIn = (folder: string) => join(folder, 'postgres/data/postmaster.pid')
const urlOf = (started: Started) => Object.values(started.profiles())[0]?.url
const keysOf = (started: Started) =>
  Object.values(started.profiles()).map(({ privateKey }) => privateKey)

async function answerTo({ orderNumber, profile }: ShowcaseEntry, started: Started) {
  try {
    const { preview, calculation } = await clientOf(started, profile).markToMarketRequests.preview({
      position_id: demoPositionId(orderNumber),
      explain: true,
    })
    return {
      status: 200,
      direction: preview.direction,
      canSubmit: preview.can_submit_m2m,
      reasons: calculation?.reasons.map(({ code }) => code) ?? [],
    }
  } catch (error) {
    if (!(error instanceof VadiumServiceError)) throw error
    return { status: error.status, reason: error.reason }
  }
}

it('shows the same book with the same keys after everything was killed', { timeout }, async () => {
  const folder = join(temporaryFolder(), 'data')
  const demo = await startBuilt(folder)
  for (const entry of showcase) {
    expect({ ...entry, expected: await answerTo(entry, demo) }).toEqual(entry)
  }
  for (const path of ['/console/', '/openapi.json', '/docs/', '/docs/guides/signing']) {
    expect([path, (await fetch(`${urlOf(demo)}${path}`)).status]).toEqual([path, 200])
  }
  await demo.end('SIGKILL')

  const database = readFileSync(databaseIn(folder), 'utf8')
  const again = await startBuilt(folder)
  expect(keysOf(again)).toEqual(keysOf(demo))
  // The database that was running, and has the same port.
  expect(readFileSync(databaseIn(folder), 'utf8')).toBe(database)
  await again.end('SIGKILL')
  process.kill(Number.parseInt(database, 10), 'SIGKILL')
  // Another process has its number now.
  const other = spawn('sleep', ['600'], isRoot ? { uid: 65_534 } : {})
  onTestFinished(() => void other.kill())
  writeFileSync(databaseIn(folder), database.replace(/^\d+/, String(other.pid)))

  const last = await startBuilt(folder)
  const [first] = showcase
  expect(first && (await answerTo(first, last))).toEqual(first?.expected)
  expect(await last.end('SIGTERM')).toBe(0)
})

it(
  'shares keys and database with starts at the same time, until the last ends',
  {
    timeout,
  },
  async () => {
    const folder = join(temporaryFolder(), 'data')
    const starts = [startBuilt(folder), startBuilt(folder), startBuilt(folder, { SANDBOX: '1' })]
    const [one, two, sandbox] = await Promise.all(starts)
    if (!one || !two || !sandbox) throw new Error('three starts')
    expect(keysOf(two)).toEqual(keysOf(one))
    expect(urlOf(two)).not.toBe(urlOf(one))
    for (const started of [one, two, sandbox]) {
      expect(existsSync(databaseIn(folder))).toBe(true)
      expect(await started.end('SIGTERM')).toBe(0)
    }
    const made = readdirSync(join(folder, 'postgres')).filter((name) => name.startsWith('data'))
    expect(made).toEqual(['data'])
    expect(existsSync(databaseIn(folder))).toBe(false)
  },
)

it('ends with everything when npm is killed, which runs it in a shell', { timeout }, async () => {
  const folder = join(temporaryFolder(), 'data')
  // Two commands each, so that the shells stay.
  const inner = `'${process.execPath}' '${program}'; true`
  const shell = ['sh', '-c', `sh -c "${inner}"; true`] as const
  const started = await startBuilt(folder, { SANDBOX: '1', npm_lifecycle_event: 'start' }, shell)
  const url = urlOf(started)
  void started.end('SIGKILL')
  await vi.waitUntil(() => !existsSync(databaseIn(folder)), { timeout: 60_000, interval: 50 })
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})

it('uses the PostgreSQL of DATABASE_URL, and starts none', { timeout }, async () => {
  const server = await startTemporaryPostgres({ database: 'given' })
  onTestFinished(() => server.stop())
  const folder = join(temporaryFolder(), 'data')
  const variables = { SANDBOX: '1', DATABASE_URL: server.url, ALLOW_UNDURABLE_DATABASE: '1' }
  const started = await startBuilt(folder, variables)
  await clientOf(started, 'sandbox-operator').sandbox.get()
  expect(await started.end('SIGTERM')).toBe(0)
  expect(existsSync(join(folder, 'postgres'))).toBe(false)

  const wrong = new URL(server.url)
  wrong.password = 'guessed'
  const refused = await startBuilt(folder, { ...variables, DATABASE_URL: wrong.href })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toMatch(/\nfatal: .*\(password authentication failed[^]*exit code 1\./)
})

it('ends with the words of a service that refuses its settings', { timeout }, async () => {
  const started = await startBuilt(temporaryFolder(), { SANDBOX: '1', LOG_LEVEL: 'loud' })
  expect(await started.ended).toBe(1)
  expect(started.output()).toMatch(/LOG_LEVEL[^]*\n\nThe service ended .* is above\.\n$/)
})

it(
  'is ready once of two starts at once on one port, and names another one',
  {
    timeout,
  },
  async () => {
    const folder = join(temporaryFolder(), 'data')
    const port = await freePort()
    const variables = { PORT: String(port), SANDBOX: '1' }
    const taken = `Port ${port} of 127.0.0.1 is in use by another program`
    const starts = [startBuilt(folder, variables), startBuilt(folder, variables)]
    const printed = (await Promise.all(starts)).map(({ output }) => output())
    const having = (words: string) => printed.filter((text) => text.includes(words)).length
    expect([having('Vadium is ready.'), having(taken)]).toEqual([1, 1])
    const third = await startBuilt(folder, variables)
    expect(third.output()).toMatch(new RegExp(`^\n${taken}.* PORT=${port + 1} npm start\n$`))
  },
)

it.skipIf(!isRoot)('says in one sentence that the disk is full', async () => {
  const folder = temporaryFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder])
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  expect(mounted.status).toBe(0)
  const started = await startBuilt(folder, { SANDBOX: '1' })
  expect(await started.ended).toBe(1)
  expect(started.output()).toMatch(/\n\nThe disk of .* is full\. [^\n]*\n$/)
  expect(readdirSync(join(folder, 'postgres'))).toEqual([])
})
