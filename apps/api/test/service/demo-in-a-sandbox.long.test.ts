import { readFile } from 'node:fs/promises'
import { demoDeal, stressedDeal } from '../../../../packages/book/src/played/index.ts'
import { exitCodes } from '@vadium/cli'
import { effectsOf } from '../../../cli/src/parts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../harness/book.ts'
import { CommandLine } from '../harness/command-line.ts'
import { startSandboxWithDeal, type TestSandbox } from '../harness/deal-player.ts'
import { type RunningService, startService } from '../harness/service.ts'
import { runDemo } from '../../../../tools/demo/src/demo-program.ts'

const columns = 80
const scenes = [demoDeal, stressedDeal].flatMap((deal) =>
  deal.scenes.map(({ act }, i) => ({ step: i + 1, act })),
)
const book = new Book()
const execution = book.party('harbor').credential('execution')
const plainOperator = book.party('platform').credential('operator')

let sandbox: TestSandbox
let plain: RunningService
let commandLine: CommandLine
beforeAll(async () => {
  sandbox = await startSandboxWithDeal()
  plain = await startService({ scenario: book.scenario })
  commandLine = await CommandLine.open(
    {
      'sandbox-operator': { service: sandbox.service, key: sandbox.operator },
      'plain-operator': { service: plain, key: plainOperator },
      execution: { service: plain, key: execution },
    },
    columns,
  )
})
afterAll(async () => {
  await sandbox.service.close()
  await plain.close()
  await commandLine.remove()
})

const demo = (...argv: string[]) =>
  commandLine.runProgram((words, io) => runDemo(words, effectsOf(io)), argv)

/** The README's output of a demo, line by line; a line of dots stands for omitted lines. */
async function excerptOfReadme(): Promise<string[]> {
  const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8')
  const [, shown = ''] = /npm run demo\n\n```\n([^`]*)```/.exec(readme) ?? []
  const lines = shown.split('\n').filter((line) => line !== '…')
  expect(lines.length).toBeGreaterThan(20)
  return lines
}

describe('the demo', () => {
  it('shows a whole deal, in a terminal of 80 columns', async () => {
    const { code, stdout, stderr } = await demo()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const lines = stdout.split('\n')
    expect(lines.filter((line) => line.length > columns)).toEqual([])
    expect(lines.filter((line) => line.startsWith('── '))).toHaveLength(scenes.length)
    expect(lines.filter((line) => line.includes('Verified offline'))).toHaveLength(
      scenes.filter(({ act }) => act === 'preview' || act === 'terminate').length,
    )
    expect(stdout).toContain(
      'Due: 5 BTC, 437,500.00 USD, from Copperline Trading to Meridian Bank.',
    )
    expect(stdout).toContain(
      'Nothing can be requested: credited and required collateral are equal.',
    )
    expect(stdout).toContain('pendingApproval')
    expect(stdout).toContain('Meridian Bank has earned 27,986.111112 USDC.')
    for (const status of ['EXPIRED', 'CURED', 'CLAIM_OPEN', 'SETTLED']) {
      expect(stdout).toMatch(new RegExp(`^ +status +${status}$`, 'm'))
    }
    expect(stdout).not.toMatch(/undefined|null|NaN|\[object/)
    expect((await excerptOfReadme()).filter((line) => !lines.includes(line))).toEqual([])
  }, 180_000)

  it('can be played again, with a line for each step for programs', async () => {
    const { code, stdout, stderr } = await demo('--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const steps = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { step: number; act: string; order?: { status: string } })
    expect(steps.map(({ step, act }) => ({ step, act }))).toEqual(scenes)
    expect(steps[demoDeal.scenes.length - 1]?.order?.status).toBe('CLOSED')
    expect(steps.at(-1)?.order?.status).toBe('CLOSED_OUT')
  }, 180_000)

  it('explains how to start a sandbox when the service is no sandbox', async () => {
    const { code, stdout, stderr } = await demo('--profile', 'plain-operator')
    expect({ code, stdout }).toEqual({ code: exitCodes.usage.code, stdout: '' })
    expect(stderr).toContain('SANDBOX=1 npm start')
  })

  it('explains how to start one when no profile is chosen', async () => {
    const { code, stderr } = await demo('--profile', 'nobody')
    expect(code).toBe(exitCodes.usage.code)
    expect(stderr).toContain('"nobody"')
    expect(stderr).toContain('SANDBOX=1 npm start')
  })

  it('says that the service is no sandbox, whatever the role of the caller', async () => {
    const { code, stderr } = await demo('--profile', 'execution')
    expect(code).toBe(exitCodes.usage.code)
    expect(stderr).toContain('SANDBOX=1 npm start')
  })
})
