import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What `npm start` builds, with its dependencies in this repository. */
export const started = ['@vadium/start', '@vadium/demo', '@vadium/cli']

/** They decide nothing about a build, or come from it. */
const notSources = new Set(['node_modules', 'dist', 'test', 'coverage', '.turbo'])

const rememberedIn = (root) => join(root, 'node_modules', '.cache', 'vadium-built')

/** Called after a build, with the time in Unix milliseconds at which it began. */
export function rememberBuild(root, begun) {
  mkdirSync(dirname(rememberedIn(root)), { recursive: true })
  writeFileSync(rememberedIn(root), String(begun))
}

/**
 * Whether no source has changed since the last build began, and no file came or went since it ended.
 * To know that takes a tenth of a second; to ask pnpm and turbo takes three.
 */
export function isBuilt(root) {
  try {
    const begun = Number(readFileSync(rememberedIn(root), 'utf8'))
    const ended = statSync(rememberedIn(root)).mtimeMs
    const isOld = (path) => {
      const stat = statSync(path)
      if (!stat.isDirectory()) return stat.mtimeMs < begun
      const inside = readdirSync(path).filter((name) => !notSources.has(name))
      return stat.mtimeMs <= ended && inside.every((name) => isOld(join(path, name)))
    }
    // The settings of the build, and the lock file.
    const beside = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
    const names = ['packages', 'apps', 'tools', 'docs', ...beside.map(({ name }) => name)]
    return names.every((name) => isOld(join(root, name)))
  } catch {
    return false
  }
}
