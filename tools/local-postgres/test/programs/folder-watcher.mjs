// Looks at a folder as often as it can: is a file in it open to others, or the one file not whole?
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers'
import { parentPort, workerData } from 'node:worker_threads'

const { folder, path, length } = workerData
const open = new Set()
let torn = 0
let enough = false
parentPort.once('message', () => {
  enough = true
})

function look() {
  for (const name of readdirSync(folder)) {
    const { mode } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? { mode: 0 }
    if ((mode & 0o077) !== 0) open.add(name)
  }
  if (readFileSync(path).length !== length) torn += 1
  if (enough) parentPort.postMessage({ open: [...open], torn })
  else setImmediate(look)
}

look()
parentPort.postMessage('looking')
