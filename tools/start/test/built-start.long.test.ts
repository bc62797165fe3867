import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { VadiumClient, VadiumServiceError } from '@vadium/client'
import {
  defaultProfile,
  demoPositionId,
  demoProfiles,
  showcase,
  type ShowcaseEntry,
} from '@vadium/book'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeDemoBook } from '../src/books.ts'
import { openDatabase } from '../src/database.ts'
import { bookFolder, readSettings } from '../src/settings.ts'
import { build, program, rootFolder, startBuilt, type Started, stopAll } from './built-programs.ts'

/** What `vadium-api check` prints about the demo book of a running start. */
async function checkOf(dataFolder: string, { profiles }: Started): Promise<string> {
  const settings = readSettings({ VADIUM_DATA: dataFolder }, rootFolder)
  const url = profiles[defaultProfile]?.url ?? ''
  const { databaseName } = writeDemoBook(bookFolder(settings), url)
  const database = await openDatabase(settings, databaseName)
  try {
    const command = fileURLToPath(import.meta.resolve('@vadium/api/package.json'))
    const program = join(command, '../bin/vadium-api.js')
    const env = { ...process.env, ...database.environment }
    // It ends with 1, and this call fails with what it printed, if a rule is broken.
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'check'], { env })
    return stdout
  } finally {
    await database.stop()
  }
}

/** The ids of the transfers that the organizations see. */
async function transferIds({ profiles }: Started): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const { name, role } of demoProfiles) {
    const profile = profiles[name]
    if (role !== 'viewer' || profile === undefined) continue
    const client = new VadiumClient({ baseUrl: profile.url, privateKey: profile.privateKey })
    try {
      for await (const { id } of client.transfers.list({ page_size: 100 })) ids.add(id)
    } catch (error) {
      // One of them is suspended, and the others see what they had with it.
      if (!(error instanceof VadiumServiceError)) throw error
      expect(error.reason).toBe('ORGANIZATION_SUSPENDED')
    } finally {
      await client.close()
    }
  }
  return ids
}

async function answerTo(
  { orderNumber, profile: name }: ShowcaseEntry,
  { profiles }: Started,
): Promise<unknown> {
  const profile = profiles[name]
  if (profile === undefined) throw new Error(`no profile ${name}`)
  const client = new VadiumClient({ baseUrl: profile.url, privateKey: profile.privateKey })
  try {
    const { preview, calculation } = await client.markToMarketRequests.preview({
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
    const { status, reason } = error
    return { status, reason }
  } finally {
    await client.close()
  }
}

describe('the built start', () => {
  beforeAll(build, 300_000)

  // To load the demo book takes seconds, so the tests share a folder with it.
  const ownParent = mkdtempSync(join(tmpdir(), 'vadium-start-'))
  const folder = join(ownParent, 'data')
  let demo: Started
  let sandbox: Started
  beforeAll(async () => {
    ;[demo, sandbox] = await Promise.all([
      startBuilt(folder),
      startBuilt(folder, undefined, { SANDBOX: '1' }),
    ])
  }, 180_000)
  afterAll(async () => {
    await stopAll()
    rmSync(ownParent, { recursive: true, force: true })
  })

  it('runs a sandbox with its own, stopped clock while the demo book runs in the same folder', async () => {
    for (const entry of showcase.slice(0, 1)) {
      expect(await answerTo(entry, demo)).toEqual(entry.expected)
    }
    const { url = '', privateKey = '' } = sandbox.profiles['sandbox-operator'] ?? {}
    const client = new VadiumClient({ baseUrl: url, privateKey })
    onTestFinished(() => client.close())
    const begin = { time: '2026-01-05T09:00:00.000Z', seed: 'vadium', work_due: 0 }
    expect(await client.sandbox.get()).toEqual(begin)
    expect(await client.sandbox.get()).toEqual(begin)
  }, 180_000)

  it('holds a demo book of several hundred transfers in which the check finds nothing', async () => {
    expect(await checkOf(folder, demo)).toContain('The book is correct')
    expect((await transferIds(demo)).size).toBeGreaterThan(500)
    const log = new URL(Object.values(demo.profiles)[0]?.url ?? '').port
    const said = readFileSync(join(folder, 'logs', `service-${log}.log`), 'utf8')
    expect(said).toContain('"percent":95,"msg":"loading the scenario"')
  }, 180_000)

  it('serves the console, which takes the keys of its books from the address', async () => {
    for (const { profiles } of [demo, sandbox]) {
      const { url = '' } = Object.values(profiles)[0] ?? {}
      const page = await (await fetch(`${url}/console/`)).text()
      expect(page).toContain('<meta name="vadium-key-in-address" content="true" />')
      const [, script = ''] = /<script [^>]*src="([^"]+)"/.exec(page) ?? []
      const { status, headers } = await fetch(new URL(script, url), {
        headers: { 'accept-encoding': 'br' },
      })
      expect([status, headers.get('content-encoding')]).toEqual([200, 'br'])
    }
  })

  it('serves the API documents and the guides, which its build contains', async () => {
    const { url = '' } = Object.values(demo.profiles)[0] ?? {}
    for (const path of ['/openapi.json', '/docs/', '/docs/guides/signing', '/llms.txt']) {
      const { status } = await fetch(url + path)
      expect([path, status]).toEqual([path, 200])
    }
  })

  it('answers every command that it prints, and ends with 0 when it is told to', async () => {
    sandbox.process.kill('SIGTERM')
    expect(await once(sandbox.process, 'exit')).toEqual([0, null])
    for (const entry of showcase) {
      expect({ ...entry, expected: await answerTo(entry, demo) }).toEqual(entry)
    }
  }, 180_000)

  it.skipIf(!existsSync('/proc/self/environ'))(
    'shows the same book after it was killed, and ends with the shell of its npm script',
    async () => {
      demo.process.kill('SIGKILL')
      await once(demo.process, 'exit')

      // The line is two commands, so that the shell stays.
      const line = `"${process.execPath}" "${program}"; true`
      const second = await startBuilt(folder, ['sh', '-c', line], { npm_lifecycle_event: 'start' })
      const keys = ({ profiles }: Started) => Object.values(profiles).map((each) => each.privateKey)
      expect(keys(second)).toEqual(keys(demo))
      for (const entry of showcase.slice(0, 3)) {
        expect(await answerTo(entry, second)).toEqual(entry.expected)
      }

      const { url = '' } = Object.values(second.profiles)[0] ?? {}
      second.process.kill('SIGKILL')
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
