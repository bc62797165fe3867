import { join, resolve } from 'node:path'
import { StartError } from '@vadium/local-postgres'

export type Settings = ReturnType<typeof readSettings>

/**
 * The settings of `npm start`. The service reads its own settings itself.
 *
 * @throws StartError when a setting is invalid.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  rootFolder: string,
) {
  const given = (name: string) => (environment[name] === '' ? undefined : environment[name])
  const [scenario, port] = [given('SCENARIO'), given('PORT') ?? '3000']
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new StartError(`PORT must be a number from 0 to 65535, not ${JSON.stringify(port)}.`)
  }
  const isSandbox = ['1', 'true'].includes(given('SANDBOX') ?? '')
  const origin = `${given('SANDBOX_SEED') ?? ''}|${given('SANDBOX_TIME') ?? ''}`
  return {
    /** The folder for the database, the keys and the books. */
    dataFolder: resolve(rootFolder, given('VADIUM_DATA') ?? 'data'),
    /** A PostgreSQL to use instead of a local one. */
    databaseUrl: given('DATABASE_URL'),
    /** The database role of the service. */
    serviceRole: given('DATABASE_SERVICE_ROLE') ?? 'vadium_service',
    /** A scenario to load instead of the demo book or the sandbox. */
    scenario: scenario === undefined ? undefined : resolve(scenario),
    host: given('HOST') ?? '127.0.0.1',
    port: Number(port),
    basePath: given('BASE_PATH') ?? '',
    /** Undefined: warnings and errors, as sentences. */
    logLevel: given('LOG_LEVEL'),
    /** Whether the service serves the console. */
    hasConsole: !['0', 'false'].includes(given('CONSOLE') ?? ''),
    /** The seed and the first time of a sandbox. Undefined unless a sandbox runs. */
    sandbox: isSandbox ? origin : undefined,
    /** When the clock of a new sandbox starts. Undefined: at the default of the service. */
    sandboxTime: given('SANDBOX_TIME'),
  }
}

/** The folder of the demo book or of the sandbox, with its keys. */
export function bookFolder({ dataFolder, sandbox }: Settings): string {
  return join(dataFolder, sandbox === undefined ? 'demo' : 'sandbox')
}

/** The address of the service for clients on this machine. */
export function serviceUrl(settings: Settings): string {
  return `${serviceOrigin(settings)}${settings.basePath}`
}

/** The same address without the base path. */
export function serviceOrigin({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const name = anyAddress[host] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
