import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
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

it(
  'shows the same book with the same keys after both processes were killed',
  async () => {
    const folder = join(temporaryFolder(), 'data')
    const demo = await startBuilt(folder)
    for (const entry of showcase) {
      expect({ ...entry, expected: await answerTo(entry, demo) }).toEqual(entry)
    }
    const { url = '' } = Object.values(demo.profiles())[0] ?? {}
    for (const path of ['/console/', '/openapi.json', '/docs/', '/docs/guides/signing']) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200])
    }
    demo.process.kill('SIGKILL')
    const [pid] = readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')

    const again = await startBuilt(folder)
    expect(keysOf(again)).toEqual(keysOf(demo))
    const [first] = showcase
    expect(first && (await answerTo(first, again))).toEqual(first?.expected)
    again.process.kill('SIGTERM')
    expect(await again.ended).toBe(0)
  },
  timeout,
)

it(
  'shares keys and database with a start at the same time, and stops the database with the last',
  async () => {
    const folder = join(temporaryFolder(), 'data')
    const starts = [startBuilt(folder), startBuilt(folder), startBuilt(folder, { SANDBOX: '1' })]
    const [one, two, sandbox] = await Promise.all(starts)
    if (!one || !two || !sandbox) throw new Error('three starts')
    expect(keysOf(two)).toEqual(keysOf(one))
    const urls = [one, two].map((started) => Object.values(started.profiles())[0]?.url)
    expect(new Set(urls).size).toBe(2)
    const database = join(folder, 'postgres', 'data', 'postmaster.pid')
    for (const { process: child, ended } of [one, two, sandbox]) {
      expect(existsSync(database)).toBe(true)
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    }
    expect(existsSync(database)).toBe(false)
  },
  timeout,
)

it(
  'ends with everything when npm is killed, which runs it in a shell',
  async () => {
    const folder = join(temporaryFolder(), 'data')
    // Two commands each, so that the shells stay.
    const inner = `'${process.execPath}' '${program}'; true`
    const shell = ['sh', '-c', `sh -c "${inner}"; true`] as const
    const started = await startBuilt(folder, { SANDBOX: '1', npm_lifecycle_event: 'start' }, shell)
    const { url = '' } = Object.values(started.profiles())[0] ?? {}
    started.process.kill('SIGKILL')
    const database = join(folder, 'postgres', 'data', 'postmaster.pid')
    await vi.waitUntil(() => !existsSync(database), { timeout: 60_000, interval: 50 })
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  },
  timeout,
)

it(
  'uses the PostgreSQL of DATABASE_URL, and starts none',
  async () => {
    const server = await startTemporaryPostgres({ database: 'given' })
    onTestFinished(async () => void (await server.stop()))
    const folder = join(temporaryFolder(), 'data')
    const variables = { SANDBOX: '1', DATABASE_URL: server.url, ALLOW_UNDURABLE_DATABASE: '1' }
    const started = await startBuilt(folder, variables)
    await clientOf(started, 'sandbox-operator').sandbox.get()
    started.process.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    expect(existsSync(join(folder, 'postgres'))).toBe(false)

    const wrong = new URL(server.url)
    wrong.password = 'guessed'
    const refused = await startBuilt(folder, { ...variables, DATABASE_URL: wrong.href })
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toMatch(/password authentication failed[^]* said is above\.\n$/)
  },
  timeout,
)

it('names a port that is taken, and another one', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const started = await startBuilt(temporaryFolder(), { PORT: String(port) })
  expect(await started.ended).toBe(1)
  expect(started.output()).toContain(`Port ${port} of 127.0.0.1 is in use by another program`)
  expect(started.output()).toContain(`PORT=${port + 1} npm start`)
})

it(
  'is ready once of two starts at once on one port, and names the port in the other',
  async () => {
    const folder = join(temporaryFolder(), 'data')
    const PORT = String(await freePort('127.0.0.1', 0))
    const variables = { PORT, SANDBOX: '1' }
    const starts = [startBuilt(folder, variables), startBuilt(folder, variables)]
    const printed = (await Promise.all(starts)).map(({ output }) => output())
    const having = (words: string) => printed.filter((text) => text.includes(words)).length
    expect([having('Vadium is ready.'), having(`Port ${PORT} of 127.0.0.1 is in use`)]).toEqual([
      1, 1,
    ])
  },
  timeout,
)

it(
  'ends with the words of a service that refuses its settings',
  async () => {
    const started = await startBuilt(temporaryFolder(), { SANDBOX: '1', LOG_LEVEL: 'loud' })
    expect(await started.ended).toBe(1)
    expect(started.output()).toMatch(/LOG_LEVEL[^]*The service ended with exit code 1/)
  },
  timeout,
)

it.skipIf(process.getuid?.() !== 0)('says in one sentence that the disk is full', async () => {
  const folder = temporaryFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder])
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  expect(mounted.status).toBe(0)
  const started = await startBuilt(folder, { SANDBOX: '1' })
  expect(await started.ended).toBe(1)
  expect(started.output()).toMatch(/\n\nThe disk of .* is full\. [^\n]*\n$/)
})
