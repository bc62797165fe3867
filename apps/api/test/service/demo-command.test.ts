import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { exitCodes, run } from '@vadium/cli'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoDeal } from '../../../cli/src/demo/demo-deal.ts'
import { Book } from '../harness/book.ts'
import { startSandbox, type TestSandbox } from '../harness/deal-player.ts'
import { type RunningService, startService } from '../harness/service.ts'

const columns = 80
const book = new Book()
const execution = book.party('harbor').credential('execution')
const plainOperator = book.party('platform').credential('operator')

let sandbox: TestSandbox
let plain: RunningService
let folder: string
beforeAll(async () => {
  sandbox = await startSandbox()
  plain = await startService({ scenario: book.scenario })
  folder = await mkdtemp(join(tmpdir(), 'vadium-profiles-'))
  const { url } = sandbox.service
  const profiles = {
    'sandbox-operator': { url, privateKey: sandbox.operator.privateKey },
    'plain-operator': { url: plain.url, privateKey: plainOperator.privateKey },
    execution: { url: plain.url, privateKey: execution.privateKey },
  }
  await writeFile(
    join(folder, 'profiles.json'),
    JSON.stringify({ default: 'sandbox-operator', profiles }),
    { mode: 0o600 },
  )
})
afterAll(async () => {
  await sandbox.service.close()
  await plain.close()
  await rm(folder, { recursive: true })
})

async function vadium(...argv: string[]) {
  const output = { stdout: '', stderr: '' }
  const into = (name: keyof typeof output) =>
    new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => {
        output[name] += chunk
        done()
      },
    })
  const code = await run(argv, {
    stdout: into('stdout'),
    stderr: into('stderr'),
    stdin: Readable.from([]),
    env: { VADIUM_PROFILES: join(folder, 'profiles.json') },
    now: () => sandbox.service.clock.now(),
    columns,
  })
  return { code, ...output }
}

/** The README's output of a demo, line by line; a line of dots stands for omitted lines. */
async function excerptOfReadme(): Promise<string[]> {
  const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8')
  const [, shown = ''] = /npx vadium demo\n\n```\n([^`]*)```/.exec(readme) ?? []
  const lines = shown.split('\n').filter((line) => line !== '…')
  expect(lines.length).toBeGreaterThan(20)
  return lines
}

describe('vadium demo', () => {
  it('shows a whole deal, in a terminal of 80 columns', async () => {
    const { code, stdout, stderr } = await vadium('demo')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const lines = stdout.split('\n')
    expect(lines.filter((line) => line.length > columns)).toEqual([])
    expect(lines.filter((line) => line.startsWith('── '))).toHaveLength(demoDeal.scenes.length)
    expect(lines.filter((line) => line.includes('Verified offline'))).toHaveLength(
      demoDeal.scenes.filter(({ act }) => act === 'preview').length,
    )
    expect(stdout).toContain(
      'Due: 5 BTC, 437,500.00 USD, from Copperline Trading to Meridian Bank.',
    )
    expect(stdout).toContain(
      'Nothing can be requested: credited and required collateral are equal.',
    )
    expect(stdout).toContain('pendingApproval')
    expect(stdout).toContain('Meridian Bank has earned 27,986.111112 USDC.')
    expect(stdout).not.toMatch(/undefined|null|NaN|\[object/)
    expect((await excerptOfReadme()).filter((line) => !lines.includes(line))).toEqual([])
  }, 180_000)

  it('can be played again, with a line for each step for programs', async () => {
    const { code, stdout, stderr } = await vadium('demo', '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const steps = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { step: number; act: string; order?: { status: string } })
    expect(steps.map(({ step, act }) => [step, act])).toEqual(
      demoDeal.scenes.map(({ act }, i) => [i + 1, act]),
    )
    expect(steps.at(-1)?.order?.status).toBe('CLOSED')
  }, 180_000)

  it('explains how to start a sandbox when the service is none', async () => {
    const { code, stdout, stderr } = await vadium('demo', '--profile', 'plain-operator')
    expect({ code, stdout }).toEqual({ code: exitCodes.usage.code, stdout: '' })
    expect(stderr).toContain('SANDBOX=1 npm start')
  })

  it('explains how to start one when no profile is chosen', async () => {
    const { code, stderr } = await vadium('demo', '--profile', 'nobody')
    expect(code).toBe(exitCodes.usage.code)
    expect(stderr).toContain('"nobody"')
    expect(stderr).toContain('SANDBOX=1 npm start')
  })

  it('says that the service is no sandbox, whatever the role of the caller', async () => {
    const { code, stderr } = await vadium('demo', '--profile', 'execution')
    expect(code).toBe(exitCodes.usage.code)
    expect(stderr).toContain('SANDBOX=1 npm start')
  })
})
