// Starts a service as the start process does, and waits to be killed.
import { spawn } from 'node:child_process'

const [followParent, service] = process.argv.slice(2)
spawn(process.execPath, ['--import', followParent, service], {
  detached: true,
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
})
