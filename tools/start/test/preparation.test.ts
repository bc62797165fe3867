import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { temporaryFolder } from './built-start.ts'

const module = (name: string): Promise<unknown> =>
  import(new URL(`../${name}`, import.meta.url).href)

/** What the modules export, which are plain JavaScript: they run before there is a build. */
const { tooOldNode } = (await module('node-version.mjs')) as {
  readonly tooOldNode: (version: string, wanted: string) => string | undefined
}
const { obstacle, tooFull } = (await module('obstacle.mjs')) as {
  readonly obstacle: (root: string, env: object, isBuilt: boolean) => string | undefined
  readonly tooFull: (needs: readonly object[]) => string | undefined
}
const { isBuilt, rememberBuild } = (await module('built.mjs')) as {
  readonly isBuilt: (root: string) => boolean
  readonly rememberBuild: (root: string, begun: number) => void
}
const { announced, failureOf, stageOf } = (await module('prepare.mjs')) as {
  readonly announced: (line: string, parts: object) => Promise<string>
  readonly failureOf: (lines: readonly string[], stage: string) => string
  readonly stageOf: (line: string) => string | undefined
}

it('leaves a finished step alone when a stop is requested', async () => {
  const stop = new AbortController()
  const parts = { root: temporaryFolder(), first: 'A step', print: () => undefined }
  expect(await announced('true', { ...parts, stop: stop.signal })).toBe('done')
  // Its processes have gone, and their number may be that of others.
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  stop.abort()
  expect(kill).not.toHaveBeenCalled()
  kill.mockRestore()
})

it('refuses a Node below the one of the manifest in one sentence', () => {
  for (const version of ['v12.22.12', 'v18.20.8', 'v20.18.3']) {
    const words = `Vadium needs Node.js 20.19 or newer, and this is ${version}.`
    expect(tooOldNode(version, '>=20.19')).toContain(words)
  }
  expect(tooOldNode('v20.19.0', '>=20.19')).toBeUndefined()
  expect(tooOldNode('v100.0.0', '>=20.19')).toBeUndefined()
})

it('refuses too little room with both numbers, counted together for folders on one disk', () => {
  const data = { folder: '/data', needed: 150, disk: 1, free: 160, isData: true }
  const checkout = { folder: '/checkout', needed: 850, disk: 2, free: 900 }
  expect(tooFull([data, checkout])).toBeUndefined()
  expect(tooFull([data, { ...checkout, free: 849 }])).toMatch(
    /^The disk of \/checkout has 849 MB free, and npm start needs about 850 MB there\. Free some space, or clone into/,
  )
  const shared = [data, checkout].map((need) => ({ ...need, disk: 1, free: 900 }))
  expect(tooFull(shared)).toMatch(/needs about 1000 MB .* or set VADIUM_DATA/)
  expect(tooFull(shared.map((need) => ({ ...need, free: 849 })))).toMatch(
    /1000 MB .* or clone into/,
  )
})

it('needs in a fresh checkout the room that the README names', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const source = readFileSync(new URL('../obstacle.mjs', import.meta.url), 'utf8')
  const number = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(source)?.[1])
  const [install, data] = [number('install'), number('newDatabase')]
  expect(readme).toContain(`needs ${install + data} MB of disk: ${install} MB for the packages`)
  expect(readme).toContain(`${data} MB in \`data\``)
})

it('refuses a data folder that cannot be made, and makes nothing', () => {
  const root = temporaryFolder()
  writeFileSync(join(root, 'taken'), '')
  const said = obstacle(root, { VADIUM_DATA: join(root, 'taken', 'below') }, true)
  expect(said).toMatch(/^The data folder .*below is not writable \(ENOTDIR\)\. Set VADIUM_DATA/)
  expect(obstacle(root, { VADIUM_DATA: join(root, 'data') }, true)).toBeUndefined()
})

const files = [
  'pnpm-lock.yaml',
  'docs/api.md',
  'tools/start/package.json',
  'packages/margin/src/index.ts',
  'packages/margin/test/index.test.ts',
  'packages/margin/dist/index.js',
  'apps/cli/node_modules/pg/index.js',
]

/** A tree whose build began two seconds after 1970 and took one, and whose files are older. */
function builtTree(): string {
  const root = temporaryFolder()
  for (const path of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), path)
  }
  for (const path of ['', ...readdirSync(root, { recursive: true, encoding: 'utf8' })]) {
    utimesSync(join(root, path), 1, 1)
  }
  rememberBuild(root, 2_000)
  utimesSync(join(root, 'node_modules/.cache/vadium-built'), 3, 3)
  return root
}

it('builds again after a change of what a build depends on, or while it ran, and only then', () => {
  const unchanged = builtTree()
  appendFileSync(join(unchanged, 'packages/margin/test/index.test.ts'), 'more')
  expect(isBuilt(unchanged)).toBe(true)
  for (const path of ['packages/margin/src/index.ts', 'docs/api.md', 'pnpm-lock.yaml']) {
    const root = builtTree()
    appendFileSync(join(root, path), ' ')
    expect([path, isBuilt(root)]).toEqual([path, false])
  }
  for (const path of ['packages/margin/dist', 'apps/cli/node_modules', 'node_modules']) {
    const root = builtTree()
    rmSync(join(root, path), { recursive: true })
    expect([path, isBuilt(root)]).toEqual([path, false])
  }
})

it('says what is happening while a command is silent, and ends it on request', async () => {
  const stop = new AbortController()
  const lines: string[] = []
  const print = (text: string) => {
    lines.push(text)
    if (text.includes('s) ...')) stop.abort()
  }
  const parts = { root: '/', first: 'Installing', print, stop: stop.signal, everyMs: 20 }
  expect(await announced('sleep 60', parts)).toBe('stopped')
  expect(lines.join('')).toMatch(
    /^Installing \.\.\.\n(Installing \(\d+ s\) \.\.\.\n)+\nStopped\.\n$/,
  )
})

it('says why a step failed: a full disk, a registry out of reach, or the end of the output', () => {
  expect(failureOf(['a', 'ENOSPC: no space left'], 'Building')).toMatch(/^Building: .*disk is full/)
  expect(failureOf(['getaddrinfo ENOTFOUND packages.example'], 'Installing')).toMatch(
    /\nInstalling: failed, because the npm registry does not answer \(ENOTFOUND\)/,
  )
  expect(failureOf(['error TS1'], 'Building')).toMatch(/^error TS1\nBuilding: failed\. The lines/)
})

it('says how far pnpm and turbo are', () => {
  const line = 'Progress: resolved 578, reused 500, downloaded 70, added 93'
  expect(stageOf(line)).toBe('Installing: 570 of 578 packages fetched, 93 in place')
  expect(stageOf('@vadium/margin:build: cache miss')).toBe('Building @vadium/margin')
  expect(stageOf('Done in 6.2s')).toBeUndefined()
})
