import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VadiumClient, VadiumServiceError } from '@vadium/client'
import { showcase, type ShowcaseEntry } from '@vadium/demo'
import { startLocalPostgres } from '@vadium/local-postgres'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeDemoBook } from '../src/books.ts'
import { temporaryFolder } from './temporary-folder.ts'

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))

interface Started {
  readonly process: ChildProcess
  /** The profiles of the demo, as the command line reads them. */
  readonly profiles: Readonly<Record<string, { url: string; privateKey: string }>>
}

/** The command that `npm start` runs after the build, once it has reported that it is ready. */
async function startBuilt(
  dataFolder: string,
  command: readonly [string, ...string[]] = [process.execPath, program],
  variables: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const [file, ...parameters] = command
  const settings = { VADIUM_DATA: dataFolder, PORT: '0', DATABASE_URL: '', SCENARIO: '' }
  const child = spawn(file, parameters, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings, ...variables },
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  let told = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    told += String(text)
    if (told.includes('Press Ctrl-C to stop the service.')) break
  }
  expect(told).toContain('Vadium is ready.')
  const [, profiles = ''] = /VADIUM_PROFILES=(\S+) /.exec(told) ?? []
  const book = readFileSync(profiles, 'utf8')
  return { process: child, ...(JSON.parse(book) as Pick<Started, 'profiles'>) }
}

async function answerTo(
  { positionId, profile: name }: ShowcaseEntry,
  { profiles }: Started,
): Promise<unknown> {
  const profile = profiles[name]
  if (profile === undefined) throw new Error(`no profile ${name}`)
  const client = new VadiumClient({ baseUrl: profile.url, privateKey: profile.privateKey })
  try {
    const { preview, calculation } = await client.markToMarketRequests.preview({
      position_id: positionId,
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
    const { status, reason } = error
    return { status, reason }
  } finally {
    await client.close()
  }
}

describe.skipIf(!existsSync(program))('the built start', () => {
  it('answers every command that it prints, and does so again after it was killed', async () => {
    const folder = join(temporaryFolder(), 'data')
    const first = await startBuilt(folder)
    for (const entry of showcase) {
      expect({ ...entry, expected: await answerTo(entry, first) }).toEqual(entry)
    }
    first.process.kill('SIGKILL')
    await once(first.process, 'exit')

    const second = await startBuilt(folder)
    const keys = ({ profiles }: Started) => Object.values(profiles).map((each) => each.privateKey)
    expect(keys(second)).toEqual(keys(first))
    for (const entry of showcase.slice(0, 3)) {
      expect(await answerTo(entry, second)).toEqual(entry.expected)
    }
    second.process.kill('SIGTERM')
    expect(await once(second.process, 'exit')).toEqual([0, null])
  }, 180_000)

  it('accepts a data folder in which everything belongs to the superuser, as in earlier versions', async () => {
    const folder = join(temporaryFolder(), 'data')
    const { databaseName } = writeDemoBook(join(folder, 'demo'), 'http://127.0.0.1:3000')
    const server = await startLocalPostgres({
      folder: join(folder, 'postgres'),
      database: databaseName,
    })
    const earlier = await startBuilt(folder, undefined, { DATABASE_URL: server.url })
    earlier.process.kill('SIGTERM')
    await once(earlier.process, 'exit')
    await server.stop()

    const taken = await startBuilt(folder)
    for (const entry of showcase.slice(0, 3)) {
      expect(await answerTo(entry, taken)).toEqual(entry.expected)
    }
  }, 180_000)

  it('runs a sandbox with its own, stopped clock beside the demo book', async () => {
    const folder = join(temporaryFolder(), 'data')
    const plain = await startBuilt(folder)
    plain.process.kill('SIGTERM')
    await once(plain.process, 'exit')
    const command = [process.execPath, program] as const
    const { profiles } = await startBuilt(folder, command, { SANDBOX: '1' })
    const { url = '', privateKey = '' } = profiles['sandbox-operator'] ?? {}
    const client = new VadiumClient({ baseUrl: url, privateKey })
    onTestFinished(() => client.close())
    const sandbox = { time: '2026-01-05T09:00:00.000Z', seed: 'vadium', work_due: 0 }
    expect(await client.sandbox.get()).toEqual(sandbox)
    expect(await client.sandbox.get()).toEqual(sandbox)
  }, 180_000)

  it.skipIf(!existsSync('/proc/self/environ'))(
    'ends with the shell of the npm script that it runs in',
    async () => {
      // The line is two commands, so that the shell stays.
      const line = `"${process.execPath}" "${program}"; true`
      const folder = join(temporaryFolder(), 'data')
      const started = await startBuilt(folder, ['sh', '-c', line], {
        npm_lifecycle_event: 'start',
      })
      const { url = '' } = Object.values(started.profiles)[0] ?? {}
      started.process.kill('SIGKILL')
      const answers = () =>
        fetch(`${url}/healthz`).then(
          () => true,
          () => false,
        )
      const database = join(folder, 'postgres', 'data', 'postmaster.pid')
      const over = async () => !(await answers()) && !existsSync(database)
      await vi.waitUntil(over, { timeout: 60_000, interval: 50 })
    },
    180_000,
  )
})
