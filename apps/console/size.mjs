// Fails when a view of the built console loads more, gzipped, than promised: script, style and font
// together. `--json` prints the figures for the benchmarks.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const FIRST_LOAD_BYTES_MAX = 250 * 1024

const dist = join(import.meta.dirname, 'dist')
const assets = join(dist, 'assets')
const names = (await readdir(assets)).filter((name) => /\.(?:js|css|woff2?)$/.test(name))
const files = new Map()
for (const name of names) {
  const content = await readFile(join(assets, name))
  files.set(name, { text: content.toString('latin1'), bytes: gzipSync(content).length })
}

/** The names that a text mentions in a way that matches, with all that those load in turn. */
function loadedBy(text, mention, loaded = new Set()) {
  for (const [, name] of text.matchAll(mention)) {
    if (!files.has(name) || loaded.has(name)) continue
    loaded.add(name)
    loadedBy(files.get(name).text, staticImport, loaded)
  }
  return loaded
}

const staticImport = /(?:(?:from|import)\s*["'`]|url\()\.\/([^"'`)]+)["'`)]/g
const bytesOf = (loaded) => [...loaded].reduce((sum, name) => sum + files.get(name).bytes, 0)

const page = loadedBy(await readFile(join(dist, 'index.html'), 'utf8'), /assets\/([^"']+)/g)
const [entry = ''] = [...page].filter((name) => name.endsWith('.js'))
const { text: router = '' } = files.get(entry) ?? {}

// The build lists, for each view, the scripts and style sheets that are loaded with it.
const listed = [...(/\.f=\[([^\]]*)\]/.exec(router)?.[1] ?? '').matchAll(/"\.\/([^"]+)"/g)]
const views = [...router.matchAll(/import\(`\.\/([^`]+)`\),__vite__mapDeps\(\[([\d,]*)\]\)/g)].map(
  ([, name, numbers]) => {
    const loaded = loadedBy(`import"./${name}"`, staticImport, new Set(page))
    for (const number of numbers.split(',')) loaded.add(listed[Number(number)][1])
    return { view: name.replace(/-.{8}\.js$/, ''), bytes: bytesOf(loaded) }
  },
)
const largest = views.toSorted((one, other) => other.bytes - one.bytes)
if (largest.length === 0) throw new Error('the build has no views: its form has changed')

if (process.argv.includes('--json')) console.log(JSON.stringify(largest))
else {
  for (const { view, bytes } of [largest[0], { view: 'frame', bytes: bytesOf(page) }]) {
    console.log(`console, ${view}: ${bytes} of at most ${FIRST_LOAD_BYTES_MAX} bytes gzipped`)
    if (bytes > FIRST_LOAD_BYTES_MAX) process.exitCode = 1
  }
}
