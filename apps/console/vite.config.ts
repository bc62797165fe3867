import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { fontSubset } from './font-subset.ts'

/** Writes a compressed copy of each asset, so that the service does not compress at run time. */
function brotli(): Plugin {
  return {
    name: 'brotli',
    apply: 'build',
    async writeBundle({ dir }) {
      const assets = join(dir ?? 'dist', 'assets')
      for (const name of await readdir(assets)) {
        if (!/\.(?:css|js|svg)$/.test(name)) continue
        const content = await readFile(join(assets, name))
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        await writeFile(join(assets, `${name}.br`), brotliCompressSync(content, { params }))
      }
    },
  }
}

// Vite follows the caller's NODE_ENV: a build that a test makes would be one for development, which
// turbo would then keep for every later build.
process.env['NODE_ENV'] = 'production'

export default defineConfig({
  // The service serves the page below its own base path, which the build does not know.
  base: './',
  plugins: [react(), fontSubset(), brotli()],
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
