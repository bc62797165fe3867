import { fileURLToPath } from 'node:url'
import { LocalPostgresError } from '@vadium/local-postgres'
import { readSettings } from './settings.ts'
import { start } from './start.ts'
import { StartError } from './start-error.ts'

const rootFolder = fileURLToPath(new URL('../../..', import.meta.url))

// Whoever reads this output may go away before the service does.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

try {
  process.exitCode = await start(
    readSettings(process.env, rootFolder),
    {
      service: fileURLToPath(import.meta.resolve('@vadium/api')),
      followParent: new URL('follow-parent.js', import.meta.url).href,
    },
    process.env,
  )
} catch (error) {
  const isForPeople = error instanceof StartError || error instanceof LocalPostgresError
  process.stderr.write(`\n${isForPeople ? error.message : String((error as Error).stack)}\n`)
  process.exitCode = 1
}
