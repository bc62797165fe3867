import { build } from 'esbuild'
import { Miniflare } from 'miniflare'

// Bundles the worker as a tool for edge workers does, and runs it in workerd.
const { VADIUM_URL, VADIUM_PRIVATE_KEY } = process.env
const { outputFiles } = await build({
  entryPoints: ['worker.js'],
  bundle: true,
  format: 'esm',
  conditions: ['workerd', 'worker', 'browser'],
  write: false,
})
const worker = new Miniflare({
  modules: true,
  script: outputFiles[0].text,
  compatibilityDate: '2026-04-01',
  bindings: { VADIUM_URL, VADIUM_PRIVATE_KEY },
})
console.log(await (await worker.dispatchFetch('http://worker.example/')).text())
await worker.dispose()
