import { fileURLToPath } from 'node:url'
import { shownError } from './failures.ts'
import { readSettings } from './settings.ts'
import { start } from './start.ts'
import { listenForStop } from './stop-request.ts'

// The reader of this output, such as a pipe, may end before the service does.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

const stop = listenForStop()
stop.insisted.addEventListener('abort', () => {
  // The service has been killed by then. The next start finds a local PostgreSQL that still runs.
  setImmediate(() => process.exit(130))
})

try {
  process.exitCode = await start({
    settings: readSettings(process.env, fileURLToPath(new URL('../../..', import.meta.url))),
    environment: process.env,
    programs: {
      service: fileURLToPath(import.meta.resolve('@vadium/api')),
      followParent: new URL('follow-parent.js', import.meta.url).href,
    },
    stop,
    print: (text) => process.stdout.write(text),
  })
} catch (error) {
  process.stderr.write(`\n${shownError(error)}\n`)
  process.exitCode = 1
}
