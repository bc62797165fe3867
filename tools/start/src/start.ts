import { accessSync, constants, rmSync } from 'node:fs'
import { once } from 'node:events'
import { join, relative } from 'node:path'
import { makeFolder, withFolderLock } from '@vadium/local-postgres'
import { type WrittenBook, writeDemoBook, writeSandboxBook } from './books.ts'
import { openDatabase } from './database.ts'
import { portTaken, portToListenOn } from './port.ts'
import { secretsKeySetting } from './secrets-key.ts'
import { Service, type ServiceCommand } from './service.ts'
import { sayWhile } from './say-while.ts'
import { ServiceLog } from './service-log.ts'
import { bookFolder, serviceOrigin, serviceUrl, type Settings } from './settings.ts'
import { fullDiskIn, StartError } from './start-error.ts'
import type { StopRequest } from './stop-request.ts'
import { welcome } from './welcome.ts'

export interface StartParts {
  readonly settings: Settings
  /** The environment of the service, before the settings that this program adds. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly programs: ServiceCommand['programs']
  /** Where the console is, if not at the service. */
  readonly consoleOrigin?: string
  readonly stop: StopRequest
  readonly terminal: {
    readonly tell: (text: string) => void
    readonly warn: (text: string) => void
  }
}

/** The service, and what was prepared for it. */
interface Run {
  readonly service: Service
  /** Undefined for a scenario of the user. */
  readonly book: WrittenBook | undefined
  /** Undefined if the log goes to the terminal. */
  readonly log: ServiceLog | undefined
}

/** The first start loads a book, and a start after a crash may recover the database. */
const readyMillisecondsMax = 120_000
/** Added to the service's limit for running requests: it also stops its workers. */
const stopMillisecondsMore = 15_000

/**
 * Runs the service and its database until a stop is requested.
 *
 * @returns the exit code: 0 when the service stopped on request and without an error.
 * @throws StartError or LocalPostgresError when the service cannot run.
 */
export async function start(parts: StartParts): Promise<number> {
  const { stop, terminal } = parts
  const { host, port } = parts.settings
  const settings = { ...parts.settings, port: await portToListenOn(host, port) }
  const { dataFolder } = settings
  makeDataFolder(dataFolder)
  // Two first starts at once use the same keys.
  const { book, secretsKey } = await withFolderLock(dataFolder, async () => ({
    book: settings.scenario === undefined ? writeBook(settings) : undefined,
    secretsKey: secretsKeySetting(dataFolder, parts.environment),
  }))
  if (settings.databaseUrl === undefined) terminal.tell('Starting PostgreSQL ...\n')
  const opening = openDatabase(settings, book?.databaseName ?? ownDatabase(settings))
  const database = await sayWhile(opening, terminal.tell, () => 'Starting PostgreSQL')
  try {
    if (stop.requested.aborted) return 0
    terminal.tell('Starting the service ...\n')
    const environment = { ...parts.environment, ...secretsKey, ...database.environment }
    const running = { ...parts, settings, environment, databaseEnded: database.ended }
    const code = await runService(running, book)
    // The port was chosen at random, so no later start will use this file.
    if (code === 0 && port === 0 && book?.hasNewProfiles === true) {
      rmSync(book.profiles, { force: true })
    }
    return code
  } finally {
    await database.stop()
  }
}

function makeDataFolder(dataFolder: string): void {
  try {
    // The local PostgreSQL may run as another user, who must be able to pass through the folder.
    makeFolder(dataFolder, 0o711)
    accessSync(dataFolder, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      `The data folder ${dataFolder} is not writable (${code}). Set VADIUM_DATA to a writable folder.`,
    )
  }
}

function writeBook(settings: Settings): WrittenBook {
  const { sandbox, sandboxTime } = settings
  const [folder, url] = [bookFolder(settings), serviceUrl(settings)]
  return sandbox === undefined
    ? writeDemoBook(folder, url)
    : writeSandboxBook(folder, url, sandbox, sandboxTime)
}

/** The database for a scenario of the user. A sandbox and another book never share one. */
function ownDatabase({ sandbox }: Settings): string {
  return sandbox === undefined ? 'vadium' : 'vadium_sandbox'
}

/** The parts of a start whose database runs. */
interface RunningParts extends StartParts {
  readonly databaseEnded: AbortSignal
}

async function runService(parts: RunningParts, book: WrittenBook | undefined): Promise<number> {
  const { environment, programs, settings, stop, terminal } = parts
  const { host, port, dataFolder } = settings
  const log = settings.logsToTerminal
    ? undefined
    : new ServiceLog(join(dataFolder, 'logs'), port, (sentence) => {
        terminal.warn(`${sentence}\n`)
      })
  const service = new Service({
    programs,
    environment: {
      ...environment,
      SCENARIO: settings.scenario ?? book?.path,
      // The keys of our books protect nothing, and the console takes them from its address.
      ...(book && { CONSOLE_KEY_IN_ADDRESS: 'true' }),
      HOST: host,
      PORT: String(port),
    },
    output: log?.file ?? 'inherit',
  })
  stop.insisted.addEventListener('abort', () => {
    service.kill()
  })
  try {
    return await untilStopped(parts, { service, book, log })
  } finally {
    log?.close()
  }
}

async function untilStopped(parts: RunningParts, run: Run): Promise<number> {
  const { settings, stop, terminal, databaseEnded } = parts
  const { service, log } = run
  const either = AbortSignal.any([stop.requested, databaseEnded])
  const stopped = once(either, 'abort').then(() => 'stopped' as const)
  const readyUrl = `${serviceOrigin(settings)}/readyz`
  const ready = Promise.race([service.untilReady(readyUrl, readyMillisecondsMax), stopped])
  let state = await (log === undefined
    ? ready
    : sayWhile(ready, terminal.tell, () => log.progress ?? 'Starting the service'))
  if (state === 'ready') {
    terminal.tell(welcomeTo(parts, run))
    state = await Promise.race([service.ended.then(() => 'ended' as const), stopped])
  }
  if (state === 'ended') throw await reasonOfEnd(settings, run)
  if (state === 'late') terminal.warn('The service did not become ready in time. Stopping it.\n')
  else terminal.tell('\nStopping.\n')
  const { code, signal } = await service.stop(
    settings.shutdownSecondsMax * 1000 + stopMillisecondsMore,
  )
  databaseEnded.throwIfAborted()
  // Before it handles signals, the service ends by SIGTERM itself.
  return state === 'stopped' && (code === 0 || signal === 'SIGTERM') ? 0 : 1
}

function welcomeTo({ settings, consoleOrigin }: StartParts, { book, log }: Run): string {
  const shown = (path: string) => {
    const near = relative(process.cwd(), path)
    return near.startsWith('..') ? path : near
  }
  return welcome({
    url: serviceUrl(settings),
    ...(consoleOrigin !== undefined && { consoleUrl: `${consoleOrigin}${settings.basePath}` }),
    isSandbox: settings.sandbox !== undefined,
    scenario: settings.scenario && shown(settings.scenario),
    profiles: book && shown(book.profiles),
    sides: settings.hasConsole ? (book?.sides ?? []) : [],
    log: log && shown(log.path),
  })
}

/** The error for a service that ended without a request, with its last messages. */
async function reasonOfEnd(settings: Settings, { service, log }: Run): Promise<StartError> {
  const { code, signal } = await service.ended
  log?.readOn()
  const said = log?.lastWords ?? ''
  if (said.includes('EADDRINUSE')) return portTaken(settings.host, settings.port)
  const full = settings.databaseUrl === undefined ? fullDiskIn(said) : undefined
  if (full !== undefined) return new StartError(full)
  const lines = [
    `The service ended ${signal === null ? `with exit code ${code}` : `by ${signal}`}.`,
  ]
  if (said !== '') lines.push(said)
  else if (log !== undefined) lines.push(`See its log: ${log.path}`)
  if (said.startsWith('The scenario cannot be loaded') && settings.databaseUrl !== undefined) {
    lines.push('If the database of DATABASE_URL already holds another book, use an empty database.')
  }
  return new StartError(lines.join('\n'))
}
