import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBuilt, temporaryFolder } from './built-start.ts'
import { servePage, shownOnPage } from './page.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const timeout = 600_000

const run = (cwd: string, command: string, parameters: readonly string[], variables = {}) =>
  execFileSync(command, parameters, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...variables },
    timeout: 120_000,
  })

/** The files that `npm run pack` names. */
let packed: readonly string[]
beforeAll(() => {
  const printed = run(root, 'npm', ['run', 'pack'])
  packed = (/^ {4}npm install (.*)$/m.exec(printed)?.[1] ?? '').split(' ')
}, timeout)

const install = (folder: string) =>
  run(folder, 'npm', ['install', '--no-save', '--no-audit', '--no-fund', ...packed])

it('works in an empty folder: what is packed', { timeout }, () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  install(folder)
  expect(readdirSync(join(folder, 'node_modules/@vadium')).toSorted()).toEqual([
    'cli',
    'client',
    'margin',
  ])
  expect(run(folder, 'npx', ['vadium', '--version'])).toMatch(/^\d+\.\d+\.\d+\n$/)
  writeFileSync(
    join(folder, 'program.js'),
    `import { generateKeyPair, VadiumClient } from '@vadium/client'
const { privateKey } = await generateKeyPair()
const client = new VadiumClient({ baseUrl: 'http://127.0.0.1:1', privateKey, retries: false })
console.log(await client.orders.list().catch(({ reason }) => reason))`,
  )
  expect(run(folder, 'node', ['program.js'])).toBe('CONNECTION_NOT_MADE\n')
})

it.each(['node16', 'nodenext'])(
  'is a package of CommonJS for TypeScript with module %s, with the same classes',
  { timeout },
  (kind) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'package.json'), '{}')
    install(folder)
    writeFileSync(
      join(folder, 'program.ts'),
      `import { type Position, VadiumClient } from '@vadium/client'
import { FakeService } from '@vadium/client/testing'
export const positionsOf = async (client: VadiumClient): Promise<readonly Position[]> =>
  (await client.positions.list()).positions
void import('@vadium/client').then((asModule) =>
  process.stdout.write(\`\${(asModule.VadiumClient as unknown) === VadiumClient} \${typeof FakeService}\`),
)`,
    )
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    const tsc = join(root, 'node_modules/.bin/tsc')
    run(folder, tsc, ['--module', kind, '--target', 'es2023', '--strict', ...types, 'program.ts'])
    expect(run(folder, 'node', ['program.js'])).toBe('true function')
  },
)

const denoMay = ['--allow-net', '--allow-env', '--allow-read', '--allow-sys']
const runtimes = [
  ['Node of this machine', process.execPath, 'program.js'],
  ['Node 22', 'node_modules/node-22/bin/node', 'program.js'],
  ['Node 24', 'node_modules/node-24/bin/node', 'program.js'],
  ['Bun', 'node_modules/bun/bin/bun.exe', 'program.js'],
  ['Deno', 'node_modules/@deno/linux-x64-glibc/deno', 'run', ...denoMay, 'program.js'],
  ['an edge worker', process.execPath, 'run-worker.js'],
] as const

/** The runtimes come from npm for this platform alone. */
const hasThem = process.platform === 'linux' && process.arch === 'x64'

describe.runIf(hasThem)('the SDK', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vadium-runtimes-'))
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  beforeAll(() => {
    cpSync(join(root, 'packages/client/runtimes'), folder, { recursive: true })
    run(folder, 'npm', ['ci', '--no-audit', '--no-fund'])
    install(folder)
  }, timeout)

  it('lists, previews, follows a stream and closes in each runtime', { timeout }, async () => {
    const bundler = join(folder, 'node_modules/.bin/esbuild')
    const origin = await servePage(run(folder, bundler, ['page.js', '--bundle', '--format=esm']))
    const demo = await startBuilt(join(temporaryFolder(), 'data'), { CORS_ORIGINS: origin })
    const { url = '', privateKey = '' } = demo.profiles()['harbor-execution'] ?? {}
    const inBrowser = await shownOnPage(origin, { url, key: privateKey })
    const seen = runtimes.map(([name, command, ...parameters]) => {
      const variables = { VADIUM_URL: url, VADIUM_PRIVATE_KEY: privateKey }
      return [name, JSON.parse(run(folder, command, parameters, variables)) as unknown]
    })
    const steps = { positions: 2, isProved: true, followed: 3 }
    expect(seen).toEqual(runtimes.map(([name]) => [name, steps]))
    expect(JSON.parse(inBrowser)).toEqual(steps)
  })
})
