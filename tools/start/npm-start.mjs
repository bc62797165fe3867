import { readFileSync } from 'fs'
import { tooOldNode } from './node-version.mjs'

// What `npm start` runs first, on whatever Node there is. The rest needs the Node of the manifest.
const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
const fault = tooOldNode(process.version, JSON.parse(manifest).engines.node)

if (fault === undefined) {
  import('./prepare-and-start.mjs')
} else {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 1
}
