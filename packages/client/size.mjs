// Fails when the SDK is larger, gzipped, than promised. It builds for itself, so it measures the
// sources as they are.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'tsdown'

// The code of the package as it is published, without its dependencies. Its comments are in the
// types. Each operation adds about 40 bytes: the bounds leave room for a few, and are set again only
// when a feature adds many.
const PACKAGE_BYTES_MAX = 24 * 1024
// What a page loads: minified, with everything it needs.
const pages = {
  'the whole client': {
    code: (entry) => `export { VadiumClient } from ${entry}`,
    bytesMax: 23 * 1024,
  },
  'one resource': {
    code: (entry) => `export { Transfers, VadiumConnection } from ${entry}`,
    bytesMax: 17 * 1024,
  },
  'an error class': {
    code: (entry) => `export { VadiumError } from ${entry}`,
    bytesMax: 2 * 1024,
  },
}

const outDir = await mkdtemp(join(tmpdir(), 'vadium-client-size-'))
try {
  await build({ cwd: import.meta.dirname, outDir, dts: false, logLevel: 'error' })
  for (const entry of ['index.js', 'browser.js']) {
    report(entry, await gzippedBytes(outDir, entry), PACKAGE_BYTES_MAX)
  }
  for (const [name, { code, bytesMax }] of Object.entries(pages)) {
    report(`${name} in a page`, await bundledBytes(code), bytesMax)
  }
} finally {
  await rm(outDir, { recursive: true })
}

function report(what, bytes, bytesMax) {
  console.log(`${what}: ${bytes} of at most ${bytesMax} bytes gzipped`)
  if (bytes > bytesMax) process.exitCode = 1
}

/** An entry and every chunk of the package that it loads. */
async function gzippedBytes(directory, entry) {
  const pending = [entry]
  let bytes = 0
  for (const file of pending) {
    const code = await readFile(join(directory, file))
    bytes += gzipSync(code).length
    for (const [, chunk] of code.toString().matchAll(/from "\.\/([^"]+)"/g)) {
      if (!pending.includes(chunk)) pending.push(chunk)
    }
  }
  return bytes
}

/** One file for browsers, as a bundler makes it of what a page imports. */
async function bundledBytes(code) {
  const entry = join(outDir, 'page.mjs')
  await writeFile(entry, code(JSON.stringify(join(import.meta.dirname, 'src', 'browser.ts'))))
  await build({
    config: false,
    cwd: import.meta.dirname,
    entry: { page: entry },
    outDir: join(outDir, 'page'),
    dts: false,
    platform: 'browser',
    minify: true,
    logLevel: 'error',
    deps: { alwaysBundle: /./, onlyBundle: false },
    inputOptions: {
      resolve: { conditionNames: ['@vadium/source', 'browser', 'import', 'default'] },
    },
  })
  return gzipSync(await readFile(join(outDir, 'page', 'page.js'))).length
}
