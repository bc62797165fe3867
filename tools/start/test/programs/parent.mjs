// Starts a service as the start process does, tells its number, and waits to be killed.
import { spawn } from 'node:child_process'

const [followParent, service] = process.argv.slice(2)
const child = spawn(process.execPath, ['--import', followParent, service], {
  detached: true,
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
})
process.stdout.write(`${child.pid}\n`)
