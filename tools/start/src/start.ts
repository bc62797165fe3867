import { once } from 'node:events'
import { join } from 'node:path'
import { startLocalPostgres, StartError } from '@vadium/local-postgres'
import { type WrittenBook, writeBook } from './books.ts'
import { portToListenOn } from './port.ts'
import { secretIn } from './private-files.ts'
import { type Environment, startService } from './service.ts'
import type { Settings } from './settings.ts'
import { listenForStop } from './stop.ts'
import { welcome } from './welcome.ts'

interface StartParts {
  readonly settings: Settings
  /** The environment of the service, before the settings that this program adds. */
  readonly environment: Environment
  /** The program of the service, with options of Node before it. */
  readonly program: readonly string[]
  /** Where the console is, if not at the service. */
  readonly consoleOrigin?: string
}

/**
 * Runs the service and its database until a stop is requested.
 *
 * @returns the exit code: 0 when the service stopped on request and without an error.
 * @throws StartError when the service cannot run.
 */
export async function start(parts: StartParts): Promise<number> {
  const stop = listenForStop()
  const { host, port } = parts.settings
  const settings = { ...parts.settings, port: await portToListenOn(host, port) }
  const { databaseUrl, dataFolder, sandbox, serviceRole } = settings
  const book = settings.scenario === undefined ? writeBook(settings) : undefined
  const started = { ...parts, settings, book, stop }
  if (databaseUrl !== undefined) return runService(started, { DATABASE_URL: databaseUrl })
  const starting = startLocalPostgres({
    folder: join(dataFolder, 'postgres'),
    // A sandbox and another book never share a database.
    database: book?.databaseName ?? (sandbox === undefined ? 'vadium' : 'vadium_sandbox'),
  })
  const server = await announced('Starting PostgreSQL', starting).catch((error: unknown) => {
    // Ctrl-C also reaches the program that makes the data, and so it failed.
    if (stop.aborted) return undefined
    throw error
  })
  if (server === undefined) return 0
  try {
    const { ownerUrl, serviceUrl: url } = await server.logins({
      owner: 'vadium_owner',
      service: serviceRole,
    })
    const database = { DATABASE_URL: ownerUrl, DATABASE_SERVICE_URL: url }
    return await runService(started, database, server.ended)
  } finally {
    await server.stop()
  }
}

interface Started extends StartParts {
  /** Undefined for a scenario of the user. */
  readonly book: WrittenBook | undefined
  readonly stop: AbortSignal
}

async function runService(
  { settings, environment, program, book, stop, consoleOrigin }: Started,
  database: Environment,
  databaseEnded = new AbortController().signal,
): Promise<number> {
  if (stop.aborted) return 0
  const variables: Environment = {
    ...environment,
    ...secretsKey(settings.dataFolder, environment),
    ...database,
    SCENARIO: settings.scenario ?? book?.path,
    // The keys of our books protect nothing, and the console takes them from its address.
    ...(book && { CONSOLE_KEY_IN_ADDRESS: 'true' }),
    HOST: settings.host,
    PORT: String(settings.port),
  }
  const service = startService(program, variables, settings.logLevel)
  const over = once(AbortSignal.any([stop, databaseEnded]), 'abort')
  const stopped = over.then(() => 'stopped' as const)
  const ended = service.ended.then(() => 'ended' as const)
  const first = Promise.race([service.ready, ended, stopped])
  let state = await announced('Starting the service', first)
  // Another start may have found the port free too, and was faster.
  if (state === 'ended') await portToListenOn(settings.host, settings.port, 0)
  if (state === 'ready') {
    process.stdout.write(welcome(settings, book, consoleOrigin))
    state = await Promise.race([ended, stopped])
  }
  if (state === 'ended') throw reasonOfEnd(await service.ended)
  process.stdout.write('\nStopping. Press Ctrl-C again to end at once.\n')
  service.stop()
  const end = await service.ended
  databaseEnded.throwIfAborted()
  // Before it handles signals, the service ends by SIGTERM itself.
  return end === 0 || end === 'SIGTERM' ? 0 : 1
}

/** The key that seals the service's secrets: that of the environment, or of the first start. */
function secretsKey(dataFolder: string, environment: Environment): Environment {
  if (environment['SECRETS_KEY'] || environment['SECRETS_KEY_FILE']) return {}
  const path = join(dataFolder, 'secrets.key')
  secretIn(path)
  return { SECRETS_KEY_FILE: path }
}

/** Nobody waits longer than this without a line that says what is happening. */
const lineEveryMs = 2_000

/** Says what is happening, again now and then until the work is done. */
async function announced<T>(what: string, work: Promise<T>): Promise<T> {
  const begun = performance.now()
  process.stdout.write(`${what} ...\n`)
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - begun) / 1000)
    process.stdout.write(`${what} (${seconds} s) ...\n`)
  }, lineEveryMs)
  return work.finally(() => {
    clearInterval(timer)
  })
}

function reasonOfEnd(end: number | NodeJS.Signals): StartError {
  const how = typeof end === 'number' ? `with exit code ${end}` : `by ${end}`
  return new StartError(`The service ended ${how}. What it said is above.`)
}
