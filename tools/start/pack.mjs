import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { announced, prepare } from './prepare.mjs'

// Packs the SDK and the command line into files that npm installs in another folder.
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = 'packed'
const packed = ['@vadium/margin', '@vadium/client', '@vadium/cli']
const filters = packed.map((name) => `--filter=${name}`).join(' ')
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const line = `npx -y ${packageManager} --config.verify-deps-before-run=false --recursive ${filters} pack --pack-destination ${folder}`

const print = (text) => process.stdout.write(text)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort())

let outcome = await prepare(root, print, stop.signal)
if (outcome === 'done') {
  rmSync(join(root, folder), { recursive: true, force: true })
  outcome = await announced(line, { root, first: 'Packing', print, stop: stop.signal })
}
if (outcome === 'done') {
  const files = readdirSync(join(root, folder)).map((name) => join(root, folder, name))
  print(`\nIn the folder of your program:\n\n    npm install ${files.join(' ')}\n`)
}
if (outcome === 'failed') process.exitCode = 1
