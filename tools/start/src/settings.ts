import { join, resolve } from 'node:path'
import { StartError } from './start-error.ts'

/** What the environment asks of `npm start`. The service reads its own settings itself. */
export interface Settings {
  /** Where everything is kept that a start makes. */
  readonly dataFolder: string
  /** A PostgreSQL to use instead of a local one. */
  readonly databaseUrl: string | undefined
  /** The role that the service works as. */
  readonly serviceRole: string
  /** A scenario to load instead of a book of ours. */
  readonly scenario: string | undefined
  readonly host: string
  readonly port: number
  readonly basePath: string
  /** Whether the log of the service goes to the terminal. */
  readonly logsToTerminal: boolean
  readonly shutdownSecondsMax: number
  /** What a sandbox is made from, its seed and its first time; undefined where none is to run. */
  readonly sandbox: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/** @throws StartError where a setting cannot be used. */
export function readSettings(environment: Environment, rootFolder: string): Settings {
  const given = (name: string) => (environment[name] === '' ? undefined : environment[name])
  const scenario = given('SCENARIO')
  return {
    dataFolder: resolve(rootFolder, given('VADIUM_DATA') ?? 'data'),
    databaseUrl: given('DATABASE_URL'),
    serviceRole: given('DATABASE_SERVICE_ROLE') ?? 'vadium_service',
    scenario: scenario === undefined ? undefined : resolve(scenario),
    host: given('HOST') ?? '127.0.0.1',
    port: readPort(given('PORT') ?? '3000'),
    basePath: given('BASE_PATH') ?? '',
    logsToTerminal: ['1', 'true'].includes(given('VADIUM_LOGS') ?? ''),
    shutdownSecondsMax: Number(given('SHUTDOWN_TIMEOUT_S') ?? '10'),
    sandbox: ['1', 'true'].includes(given('SANDBOX') ?? '')
      ? `${given('SANDBOX_SEED') ?? ''}|${given('SANDBOX_TIME') ?? ''}`
      : undefined,
  }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new StartError(`PORT is ${JSON.stringify(text)}, and must be a number from 0 to 65535.`)
}

/** The folder of the book of a start, with its keys: the demo book's, or the sandbox's. */
export function bookFolder({ dataFolder, sandbox }: Settings): string {
  return join(dataFolder, sandbox === undefined ? 'demo' : 'sandbox')
}

/** The address at which a client on this machine finds the service. */
export function serviceUrl({ host, port, basePath }: Settings): string {
  return `${serviceOrigin({ host, port })}${basePath}`
}

/** The same without the base path: where the health of the service is asked for. */
export function serviceOrigin({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const name = anyAddress[host] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
