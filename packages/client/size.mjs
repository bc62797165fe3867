// Fails when the SDK's own code, as Node loads it and without its dependencies, is larger gzipped
// than promised. It builds for itself, so it measures the sources as they are.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'tsdown'

const BYTES_MAX = 40 * 1024

const outDir = await mkdtemp(join(tmpdir(), 'vadium-client-size-'))
try {
  await build({ cwd: import.meta.dirname, outDir, dts: false, logLevel: 'error' })
  for (const entry of ['index.js', 'browser.js']) {
    const bytes = await gzippedBytes(outDir, entry)
    console.log(`${entry}: ${bytes} of at most ${BYTES_MAX} bytes gzipped`)
    if (bytes > BYTES_MAX) process.exitCode = 1
  }
} finally {
  await rm(outDir, { recursive: true })
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
