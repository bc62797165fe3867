import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

const urlOf = (name: string) => JSON.stringify(new URL(`../${name}`, import.meta.url).href)

/** What calls of a function of the start give. They run in another process: it is no TypeScript. */
function results(file: string, name: string, calls: readonly (readonly unknown[])[]): unknown[] {
  const program =
    `import { ${name} } from ${urlOf(file)}\nconst calls = ${JSON.stringify(calls)}\n` +
    `console.log(JSON.stringify(calls.map((given) => ${name}(...given) ?? 'none')))`
  const options = ['--input-type=module', '-e', program]
  return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' })) as unknown[]
}

it('refuses a Node below the one of the manifest in one sentence', () => {
  const versions = ['v18.20.8', 'v20.18.3', 'v12.22.12', 'v20.19.0', 'v22.1.0', 'v100.0.0']
  const said = results(
    'node-version.mjs',
    'tooOldNode',
    versions.map((version) => [version, '>=20.19']),
  )
  const words = versions
    .slice(0, 3)
    .map((version) => `Vadium needs Node.js 20.19 or newer, and this is ${version}.`)
  for (const [index, start] of words.entries()) expect(said[index]).toContain(start)
  expect(said.slice(3)).toEqual(['none', 'none', 'none'])
})

it('refuses too little room with both numbers, counted together for folders on one disk', () => {
  const data = { folder: '/data', needed: 150, disk: 1, free: 160 }
  const checkout = { folder: '/checkout', needed: 850, disk: 2, free: 900 }
  const shared = [data, checkout].map((need) => ({ ...need, disk: 1, free: 900 }))
  const cases = [[data, checkout], [data, { ...checkout, free: 849 }], shared]
  const said = results(
    'obstacle.mjs',
    'tooFull',
    cases.map((needs) => [needs]),
  )
  expect(said).toEqual([
    'none',
    expect.stringMatching(
      /^The disk of \/checkout has 849 MB free, and npm start needs about 850 MB there\. .*VADIUM_DATA/,
    ),
    expect.stringContaining('needs about 1000 MB'),
  ])
})

it('needs in a fresh checkout the room that the README names', () => {
  const [needs] = results('obstacle.mjs', 'needsOf', [[temporaryFolder(), {}, false]])
  const [data, install] = (needs as readonly { readonly needed: number }[]).map(
    ({ needed }) => needed,
  )
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const [, ...named] =
    /needs (\d+) MB of disk: (\d+) MB for the packages,[^.]* and (\d+) MB in `data`/.exec(readme) ??
    []
  expect(named.map(Number)).toEqual([(data ?? 0) + (install ?? 0), install, data])
})

describe('what is in the way of a start', () => {
  it('is a data folder, or while something has to be installed a cache of npm, that cannot be made', () => {
    const root = temporaryFolder()
    writeFileSync(join(root, 'taken'), '')
    const taken = join(root, 'taken', 'below')
    const cache = { npm_config_cache: taken }
    const said = results('obstacle.mjs', 'obstacle', [
      [root, { npm_config_cache: join(root, 'cache') }, false],
      [root, { VADIUM_DATA: taken }, true],
      [root, cache, false],
      [root, cache, true],
    ])
    expect(said).toEqual([
      'none',
      expect.stringMatching(
        /^The data folder .*below is not writable \(ENOTDIR\)\. Set VADIUM_DATA/,
      ),
      expect.stringMatching(/^The cache of npm, .*Give npm start another home/),
      'none',
    ])
    expect(readdirSync(root)).toEqual(['taken'])
  })

  it.skipIf(process.platform !== 'linux')('is /proc, which npm start names at once', () => {
    const program = fileURLToPath(new URL('../npm-start.mjs', import.meta.url))
    const env = { ...process.env, VADIUM_DATA: '/proc/vadium/data' }
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
      env,
      encoding: 'utf8',
      timeout: 20_000,
    })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^The data folder \/proc\/vadium\/data is not writable[^\n]*\n$/)
  })

  it('is less on a disk with a database, which needs no new one', () => {
    const root = temporaryFolder()
    mkdirSync(join(root, 'data', 'postgres', 'data'), { recursive: true })
    writeFileSync(join(root, 'data', 'postgres', 'data', 'PG_VERSION'), '18')
    const elsewhere = { VADIUM_DATA: 'other' }
    const needs = results('obstacle.mjs', 'needsOf', [
      [root, {}, true],
      [root, elsewhere, true],
      [root, { ...elsewhere, DATABASE_URL: 'postgres://db' }, true],
    ])
    const [data, other] = [join(root, 'data'), join(root, 'other')]
    expect(needs).toEqual([
      [{ folder: data, needed: 30 }],
      [{ folder: other, needed: 150 }],
      [{ folder: other, needed: 30 }],
    ])
  })
})
