import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import introduction from '../../../src/platform/http/documents/introduction.json' with { type: 'json' }
import { isLongRun } from '../../harness/long-run.ts'
import { pythonProgram } from '../../harness/wanted-programs.ts'
import { World } from '../../harness/world/world.ts'

const pathOf = (ending: string) =>
  fileURLToPath(new URL(`../../../../../docs/examples/signed-request.${ending}`, import.meta.url))
const textOf = (ending: string) => readFileSync(pathOf(ending), 'utf8')

const folder = mkdtempSync(join(tmpdir(), 'vadium-signed-request-'))
const asModule = join(folder, 'signed-request.mjs')
writeFileSync(asModule, textOf('ts'))

/** How each program is run. The TypeScript has no types to strip, so every Node runs it. */
const programs = {
  ts: [process.execPath, asModule],
  py: [pythonProgram ?? '', pathOf('py')],
  sh: ['sh', pathOf('sh')],
} as const

const canRun = {
  ts: true,
  py: pythonProgram !== undefined,
  sh: works('sh', '-c', 'openssl version && curl --version'),
}
for (const [name, can] of Object.entries(canRun)) {
  if (!can)
    process.stderr.write(`Skipped: docs/examples/signed-request.${name}, which cannot run\n`)
}

function works(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

const world = new World()
beforeAll(() => world.start({ BASE_PATH: '/v1' }))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

/** What a program of the documents prints for a request. */
async function printed(name: keyof typeof programs, ...request: string[]): Promise<unknown> {
  const [command, ...args] = programs[name]
  // The program signs at the time of the machine.
  world.service.clock.set(new Date().toISOString())
  const { stdout } = await promisify(execFile)(command, [...args, ...request], {
    env: {
      ...process.env,
      VADIUM_URL: world.service.url,
      VADIUM_PRIVATE_KEY: world.lenderKey.privateKey,
    },
  })
  return JSON.parse(stdout)
}

describe.each(['ts', 'py', 'sh'] as const)('the program that signs, in %s', (name) => {
  const isAskedAll = isLongRun || name === 'ts'

  it.runIf(canRun[name] && isAskedAll)('reads, with and without a query', async () => {
    expect(await printed(name)).toMatchObject({ organization: { id: world.lender.id } })
    const list = await printed(name, 'GET', '/orders?asset=BTC&page_size=1')
    expect(list).toEqual({ orders: [] })
  })

  it.runIf(canRun[name])('writes', async () => {
    const body = JSON.stringify({ until_time: '2026-03-02T12:00:00.000Z' })
    expect(await printed(name, 'POST', '/notifications:markAllRead', body)).toMatchObject({
      marked: 0,
    })
  })

  it.runIf(canRun[name] && isAskedAll)(
    'writes without a body, and prints why it is refused',
    async () => {
      const order = '/orders/5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d:cancel'
      expect(await printed(name, 'POST', order)).toMatchObject({
        error: { reason: 'ORDER_NOT_FOUND' },
      })
    },
  )

  it('is on the page and in the guide, as it was run', () => {
    expect(introduction.description).toContain(textOf(name).trim())
    const guide = new URL('../../../../../docs/guides/signing.md', import.meta.url)
    expect(readFileSync(guide, 'utf8')).toContain(textOf(name).trim())
  })
})

it.runIf(canRun.sh)(
  'the program in sh has the key in files that only their owner can read',
  async () => {
    const files = mkdtempSync(join(folder, 'files-'))
    // In place of the request, the modes of the files that are there when it would be sent.
    const curl = join(mkdtempSync(join(folder, 'path-')), 'curl')
    writeFileSync(curl, `#!/bin/sh\nls -l "$TMPDIR"\n`, { mode: 0o755 })
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', 'umask 022 && exec sh "$0"', pathOf('sh')],
      {
        env: {
          ...process.env,
          PATH: `${dirname(curl)}:${process.env['PATH'] ?? ''}`,
          TMPDIR: files,
          VADIUM_URL: world.service.url,
          VADIUM_PRIVATE_KEY: world.lenderKey.privateKey,
        },
      },
    )
    const modes = stdout.split('\n').filter((line) => line.startsWith('-'))
    expect(modes.map((line) => line.slice(0, 10))).toEqual(Array(3).fill('-rw-------'))
  },
)
