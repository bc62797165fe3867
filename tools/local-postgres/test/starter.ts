import { once } from 'node:events'
import { startLocalPostgres, startTemporaryPostgres } from '../src/index.ts'
import type { LocalPostgresOptions } from '../src/local-postgres.ts'

/*
 * A process that starts a server with the options in its first argument (a temporary one if they
 * name no folder), prints its URL or its error as JSON, and stops it when its input ends.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as Partial<LocalPostgresOptions>
const { folder } = options
const print = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

try {
  const server = await (folder === undefined
    ? startTemporaryPostgres(options)
    : startLocalPostgres({ ...options, folder }))
  print({ url: server.url })
  await once(process.stdin.resume(), 'end')
  await server.stop()
} catch (error) {
  print({ error: String(error) })
}
process.exit()
