import { createInterface } from 'node:readline'
import { startLocalPostgres, startTemporaryPostgres } from '../src/index.ts'
import type { LocalPostgresOptions } from '../src/index.ts'

/*
 * A process that starts a server with the options in its first argument (a temporary one if they
 * name no folder), reports it in a line of JSON, and stops the server for each line that it reads.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as Partial<LocalPostgresOptions>
const { folder } = options

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

try {
  const server = await (folder === undefined
    ? startTemporaryPostgres(options)
    : startLocalPostgres({ ...options, folder }))
  say({ url: server.url, reused: server.reused })
  for await (const _line of createInterface({ input: process.stdin })) {
    say({ outcome: await server.stop() })
  }
} catch (error) {
  say({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
}
