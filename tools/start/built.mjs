import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What `npm start` builds, with its dependencies in this repository. */
export const started = ['@vadium/start', '@vadium/demo', '@vadium/cli']

/** Outputs are compared apart from what they are made from; the others decide nothing. */
const outputs = 'dist'
const ignored = new Set(['test', 'coverage', '.turbo'])

/**
 * Whether nothing has changed since the last {@link rememberBuild}. To know that takes a tenth of a
 * second; to ask pnpm and turbo takes three.
 */
export function isBuilt(root) {
  try {
    return readFileSync(rememberedIn(root), 'utf8') === stateOf(root, sourcesIn(root))
  } catch {
    return false
  }
}

/** Called after a build, with what the sources were before it. */
export function rememberBuild(root, sources) {
  mkdirSync(dirname(rememberedIn(root)), { recursive: true })
  writeFileSync(rememberedIn(root), stateOf(root, sources))
}

const rememberedIn = (root) => join(root, 'node_modules', '.cache', 'vadium-built')

const stateOf = (root, sources) => `${sources} ${digest(root, filesOf(root).outputs)}`

/** Sources, settings and installed dependencies. */
export function sourcesIn(root) {
  return digest(root, filesOf(root).sources)
}

function filesOf(root) {
  const found = { sources: [], outputs: [] }
  const walk = (folder, list) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.name === 'node_modules' || entry.isFile()) list.push(path)
      else if (!ignored.has(entry.name) && entry.isDirectory()) {
        walk(path, entry.name === outputs ? found.outputs : list)
      }
    }
  }
  for (const folder of ['packages', 'apps', 'tools', 'docs']) {
    if (existsSync(join(root, folder))) walk(folder, found.sources)
  }
  // The settings of the build, and the lock file.
  const beside = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  found.sources.push(...beside.map(({ name }) => name))
  return found
}

function digest(root, paths) {
  const hash = createHash('sha256').update(`${process.version} ${process.platform}`)
  for (const path of paths.sort()) {
    const stat = statSync(join(root, path))
    hash.update(`\n${path}`)
    if (stat.isFile()) hash.update(` ${stat.size} ${stat.mtimeMs}`)
  }
  return hash.digest('hex')
}
