import { fileURLToPath } from 'node:url'
import { isBuilt } from './built.mjs'
import { obstacle } from './obstacle.mjs'
import { prepare } from './prepare.mjs'

// The install and the build, if anything has changed, and then the start. What would stop any of
// them later is looked for before.
const root = fileURLToPath(new URL('../..', import.meta.url))
const isReady = isBuilt(root)
const inTheWay = obstacle(root, process.env, isReady)

if (inTheWay !== undefined) {
  process.stderr.write(`${inTheWay}\n`)
  process.exitCode = 1
} else if (isReady || (await isPrepared())) {
  await import('./dist/main.js')
}

async function isPrepared() {
  const stop = new AbortController()
  // npm and the shell report any other code than 0 in red, and the user asked for this end.
  const onSignal = () => (stop.signal.aborted ? process.exit(0) : stop.abort())
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, onSignal)
  const outcome = await prepare(root, (text) => process.stdout.write(text), stop.signal)
  for (const signal of signals) process.off(signal, onSignal)
  if (outcome === 'failed') process.exitCode = 1
  return outcome === 'done'
}
