import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { startLocalPostgres } from '@vadium/local-postgres'
import { type WrittenBook, writeBook } from './books.ts'
import { StartError } from './failures.ts'
import { portToListenOn } from './port.ts'
import { secretIn } from './private-files.ts'
import { Service, type ServicePrograms } from './service.ts'
import { serviceOrigin, serviceUrl, type Settings } from './settings.ts'
import type { StopRequest } from './stop-request.ts'
import { welcome } from './welcome.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface StartParts {
  readonly settings: Settings
  /** The environment of the service, before the settings that this program adds. */
  readonly environment: Environment
  readonly programs: ServicePrograms
  /** Where the console is, if not at the service. */
  readonly consoleOrigin?: string
  readonly stop: StopRequest
  readonly print: (text: string) => void
}

/** Added to the service's limit for running requests: it also stops its workers. */
const stopMillisecondsMore = 15_000
/** Nobody waits longer than this without a line that says what is happening. */
const lineEveryMs = 2_000

/**
 * Runs the service and its database until a stop is requested.
 *
 * @returns the exit code: 0 when the service stopped on request and without an error.
 * @throws StartError or LocalPostgresError when the service cannot run.
 */
export async function start(parts: StartParts): Promise<number> {
  const { host, port } = parts.settings
  const settings = { ...parts.settings, port: await portToListenOn(host, port) }
  const book = settings.scenario === undefined ? writeBook(settings) : undefined
  const { requested } = parts.stop
  const database = await openDatabase(settings, book, parts.print).catch((error: unknown) => {
    // Ctrl-C also reaches the program that makes the data, and so it failed.
    if (requested.aborted) return undefined
    throw error
  })
  if (database === undefined) return 0
  try {
    if (requested.aborted) return 0
    const environment: Environment = {
      ...parts.environment,
      // Each request is a line of level info, among which nobody would see the addresses below.
      LOG_LEVEL: parts.settings.logLevel ?? 'warn',
      ...secretsKey(settings.dataFolder, parts.environment),
      ...database.environment,
      SCENARIO: settings.scenario ?? book?.path,
      // The keys of our books protect nothing, and the console takes them from its address.
      ...(book && { CONSOLE_KEY_IN_ADDRESS: 'true' }),
      HOST: host,
      PORT: String(settings.port),
    }
    const code = await runService({ ...parts, settings, environment }, book, database.ended)
    // The port was chosen at random, so no later start will use this file.
    if (code === 0 && port === 0 && book?.hasNewProfiles === true) rmSync(book.profiles)
    return code
  } finally {
    await database.stop()
  }
}

/** The key that seals the service's secrets: that of the environment, or of the first start. */
function secretsKey(dataFolder: string, environment: Environment): Environment {
  if (environment['SECRETS_KEY'] || environment['SECRETS_KEY_FILE']) return {}
  const path = join(dataFolder, 'secrets.key')
  secretIn(path)
  return { SECRETS_KEY_FILE: path }
}

/** Uses DATABASE_URL if it is set. Otherwise starts a local PostgreSQL. */
async function openDatabase(
  { databaseUrl, dataFolder, serviceRole, sandbox }: Settings,
  book: WrittenBook | undefined,
  print: (text: string) => void,
) {
  if (databaseUrl !== undefined) {
    const ended = new AbortController().signal
    return { environment: { DATABASE_URL: databaseUrl }, ended, stop: () => Promise.resolve() }
  }
  // A sandbox and another book never share a database.
  const own = sandbox === undefined ? 'vadium' : 'vadium_sandbox'
  const folder = join(dataFolder, 'postgres')
  const starting = startLocalPostgres({ folder, database: book?.databaseName ?? own })
  const server = await announced('Starting PostgreSQL', starting, print)
  try {
    const logins = await server.logins({ owner: 'vadium_owner', service: serviceRole })
    const environment = { DATABASE_URL: logins.ownerUrl, DATABASE_SERVICE_URL: logins.serviceUrl }
    return { environment, ended: server.ended, stop: async () => void (await server.stop()) }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function runService(
  { environment, programs, settings, stop, print, consoleOrigin }: StartParts,
  book: WrittenBook | undefined,
  databaseEnded: AbortSignal,
): Promise<number> {
  const service = new Service(
    programs,
    environment,
    settings.logLevel === undefined ? print : undefined,
  )
  stop.insisted.addEventListener('abort', () => {
    service.kill()
  })
  const over = AbortSignal.any([stop.requested, databaseEnded])
  const stopped = once(over, 'abort').then(() => 'stopped' as const)
  const readyUrl = `${serviceOrigin(settings)}/readyz`
  const ready = Promise.race([service.untilReady(readyUrl), stopped])
  let state = await announced('Starting the service', ready, print)
  // Another start may have found the port free too, and was faster.
  if (state === 'ended') await portToListenOn(settings.host, settings.port, 0)
  if (state === 'ready') {
    print(
      welcome({
        url: serviceUrl(settings),
        consoleUrl: `${consoleOrigin ?? serviceOrigin(settings)}${settings.basePath}`,
        isSandbox: settings.sandbox !== undefined,
        scenario: settings.scenario && shown(settings.scenario),
        profiles: book && shown(book.profiles),
        sides: settings.hasConsole ? (book?.sides ?? []) : [],
      }),
    )
    state = await Promise.race([service.ended.then(() => 'ended' as const), stopped])
  }
  if (state === 'ended') throw reasonOfEnd(await service.ended)
  print('\nStopping.\n')
  const end = await service.stop(settings.shutdownSecondsMax * 1000 + stopMillisecondsMore)
  databaseEnded.throwIfAborted()
  // Before it handles signals, the service ends by SIGTERM itself.
  return end === 0 || end === 'SIGTERM' ? 0 : 1
}

/** Says what is happening, again now and then until the work is done. */
async function announced<T>(what: string, work: Promise<T>, print: (text: string) => void) {
  const begun = performance.now()
  print(`${what} ...\n`)
  const timer = setInterval(() => {
    print(`${what} (${Math.round((performance.now() - begun) / 1000)} s) ...\n`)
  }, lineEveryMs)
  return work.finally(() => {
    clearInterval(timer)
  })
}

/** A path as short as it may be for somebody in this folder. */
function shown(path: string): string {
  const near = relative(process.cwd(), path)
  return near.startsWith('..') ? path : near
}

function reasonOfEnd(end: number | NodeJS.Signals): StartError {
  const how = typeof end === 'number' ? `with exit code ${end}` : `by ${end}`
  return new StartError(`The service ended ${how}. What it said is above.`)
}
