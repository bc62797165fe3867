import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whose builds `npm start` needs, with their dependencies in this repository. */
const programs = ['tools/start', 'tools/demo', 'apps/cli']
const workspaceFolders = ['packages', 'apps', 'tools']

/** They decide nothing about a build, or come from it. */
const notSources = new Set(['node_modules', 'dist', 'test', 'coverage', '.turbo'])

/** What a build is made from: sources, settings and versions of dependencies. */
export function sourcesIn(root) {
  const hash = createHash('sha256')
  hash.update(`${process.version} ${process.platform} ${process.arch}\0`)
  // The settings of the build, and the lock file, are beside the folders.
  const settings = entriesOf(root, '').filter((entry) => entry.isFile())
  addFiles(
    hash,
    root,
    settings.map(({ name }) => name),
  )
  // The service shows the guides.
  addFiles(
    hash,
    root,
    filesIn(root, 'docs').filter((path) => path.endsWith('.md')),
  )
  for (const folder of neededFolders(root)) {
    hash.update(`${folder} ${existsSync(join(root, folder, 'node_modules'))}\0`)
    addFiles(hash, root, filesIn(root, folder, notSources))
  }
  return hash.digest('hex')
}

/**
 * Whether neither the sources nor the outputs have changed since the last {@link rememberBuild}.
 * To know that takes a tenth of a second; to ask pnpm and turbo takes three.
 */
export function isBuilt(root) {
  try {
    return readFileSync(rememberedIn(root), 'utf8') === `${sourcesIn(root)} ${outputsIn(root)}`
  } catch {
    return false
  }
}

/** Called after a build, with what the sources were before it. */
export function rememberBuild(root, sources) {
  try {
    mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true })
    writeFileSync(rememberedIn(root), `${sources} ${outputsIn(root)}`)
  } catch {
    // Where nothing can be written, the next start builds again.
  }
}

/** It goes with the installed dependencies. */
function rememberedIn(root) {
  return join(root, 'node_modules', '.cache', 'vadium-built')
}

function outputsIn(root) {
  const hash = createHash('sha256')
  for (const folder of neededFolders(root)) addFiles(hash, root, filesIn(root, `${folder}/dist`))
  return hash.digest('hex')
}

function addFiles(hash, root, paths) {
  for (const path of paths) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
}

/** The names of the packages that `npm start` needs, without their dependencies. */
export function startedPackages(root) {
  return programs.map((folder) => manifestOf(root, folder).name)
}

export function neededFolders(root) {
  const folders = new Map(
    workspaceFolders.flatMap((parent) =>
      entriesOf(root, parent)
        .map(({ name }) => `${parent}/${name}`)
        .filter((folder) => existsSync(join(root, folder, 'package.json')))
        .map((folder) => [manifestOf(root, folder).name, folder]),
    ),
  )
  const needed = new Set(programs)
  // A set is iterated up to what is added meanwhile.
  for (const folder of needed) {
    const { dependencies = {}, devDependencies = {} } = manifestOf(root, folder)
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      const own = folders.get(name)
      if (own !== undefined) needed.add(own)
    }
  }
  return [...needed].toSorted()
}

function manifestOf(root, folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
}

function filesIn(root, folder, ignored = new Set()) {
  return entriesOf(root, folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : filesIn(root, path, ignored)
    return entry.isFile() ? [path] : []
  })
}

function entriesOf(root, folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
