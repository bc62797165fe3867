import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

/** What the module exports, which is plain JavaScript: it runs before there is a build. */
interface BuiltTree {
  readonly isBuilt: (root: string) => boolean
  readonly rememberBuild: (root: string, sources: string) => void
  readonly sourcesIn: (root: string) => string
}

const module = new URL('../built-tree.mjs', import.meta.url).href
const { isBuilt, rememberBuild, sourcesIn } = (await import(module)) as BuiltTree

const files = {
  'pnpm-lock.yaml': 'versions',
  'tsconfig.base.json': '{}',
  'docs/guides/prices.md': '# Prices',
  'packages/margin/package.json': '{ "name": "margin" }',
  'packages/margin/src/index.ts': 'export const sum = 1',
  'packages/margin/test/index.test.ts': 'it()',
  'packages/margin/dist/index.js': 'export const sum = 1',
  'apps/cli/package.json': '{ "name": "cli", "dependencies": { "margin": "workspace:^" } }',
  'apps/cli/node_modules/pg/index.js': 'pg',
  'apps/cli/dist/main.js': 'cli',
  'apps/unused/package.json': '{ "name": "unused" }',
  'apps/unused/src/index.ts': 'unused',
  'tools/demo/package.json': '{ "name": "demo" }',
  'tools/demo/dist/main.js': 'demo',
  'tools/start/package.json': '{ "name": "start" }',
  'tools/start/dist/main.js': 'start',
}

/** A tree whose build was remembered. */
function builtTree(): string {
  const root = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  mkdirSync(join(root, 'node_modules'))
  rememberBuild(root, sourcesIn(root))
  return root
}

it('starts without a build while nothing has changed that a build depends on', () => {
  const root = builtTree()
  expect(isBuilt(root)).toBe(true)
  appendFileSync(join(root, 'packages/margin/test/index.test.ts'), 'more')
  appendFileSync(join(root, 'apps/unused/src/index.ts'), 'more')
  mkdirSync(join(root, 'data'))
  writeFileSync(join(root, 'data', 'secrets.key'), 'key')
  expect(isBuilt(root)).toBe(true)
})

it.each([
  ['a source of a dependency', 'packages/margin/src/index.ts'],
  ['an output', 'packages/margin/dist/index.js'],
  ['the lock file', 'pnpm-lock.yaml'],
  ['a setting of the build', 'tsconfig.base.json'],
  ['a guide', 'docs/guides/prices.md'],
])('builds again after a change of %s', (_what, path) => {
  const root = builtTree()
  appendFileSync(join(root, path), ' ')
  expect(isBuilt(root)).toBe(false)
})

it.each([
  ['an output', 'tools/start/dist/main.js'],
  ['every output', 'tools/start/dist'],
  ['the installed dependencies of a program', 'apps/cli/node_modules'],
  ['all installed dependencies', 'node_modules'],
])('builds again without %s', (_what, path) => {
  const root = builtTree()
  rmSync(join(root, path), { recursive: true })
  expect(isBuilt(root)).toBe(false)
})

it('builds again when a source has changed during the build', () => {
  const root = builtTree()
  const sources = sourcesIn(root)
  writeFileSync(join(root, 'packages/margin/src/new.ts'), 'new')
  rememberBuild(root, sources)
  expect(isBuilt(root)).toBe(false)
})

it('does not remember a build of some packages only', () => {
  const root = builtTree()
  const folder = join(root, 'tools/start')
  for (const name of ['build.mjs', 'built-tree.mjs', 'quiet-tools.mjs']) {
    cpSync(new URL(`../${name}`, import.meta.url), join(folder, name))
  }
  const turbo = join(root, 'node_modules', '.bin', 'turbo')
  mkdirSync(dirname(turbo))
  writeFileSync(turbo, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const environment = { ...process.env, PATH: `${dirname(turbo)}:${process.env['PATH']}` }
  const build = (...options: string[]) =>
    spawnSync(process.execPath, [join(folder, 'build.mjs'), ...options], { env: environment })

  build('--filter=margin')
  expect(isBuilt(root)).toBe(false)
  build('--start', '--output-logs=errors-only')
  expect(isBuilt(root)).toBe(true)
})
