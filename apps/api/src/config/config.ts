import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { originsFault } from './allowed-origins.ts'
import { custodySettings } from './custody-settings.ts'
import { databaseSettings } from './database-settings.ts'
import { httpSettings } from './http-settings.ts'
import { limitSettings } from './limit-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { priceSettings } from './price-settings.ts'
import { relaySettings } from './relay-settings.ts'
import { sandboxSettings } from './sandbox-settings.ts'
import { telemetrySettings } from './telemetry-settings.ts'
import { proxiesFault } from './trusted-proxies.ts'
import { webhookSettings } from './webhook-settings.ts'

/**
 * The environment of the service: every setting with its default and its bounds. The order is that
 * of the table in docs/operating.md.
 */
export const Config = Type.Object({
  ...databaseSettings,
  ...httpSettings,
  ...limitSettings,
  ...priceSettings,
  ...custodySettings,
  ...webhookSettings,
  ...mailSettings,
  ...relaySettings,
  ...sandboxSettings,
  ...telemetrySettings,
})
export type Config = Static<typeof Config>

/** Settings are missing or invalid. The message names each of them and what was expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the settings from an environment.
 * @throws ConfigError that names each missing or invalid setting. It shows no value, because some
 *   are secret.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(Config.properties).flatMap((name) => {
      const value = environment[name]
      return value === undefined || value === '' ? [] : [[name, fromText(name, value)]]
    }),
  )
  const config = Value.Default(Config, given)
  const problems = new Map([
    ...missingOwner(given),
    ...missingBeside(given).map(
      (name) => [name, 'is required with the other FIREBLOCKS settings'] as const,
    ),
    ...missingOfMail(given),
    ...wrongEntries(given, 'TRUST_PROXY', proxiesFault),
    ...wrongEntries(given, 'CORS_ORIGINS', originsFault),
    ...wrongEntries(given, 'REDIS_URL', redisFault),
  ])
  if (problems.size === 0 && Value.Check(Config, config)) return config
  for (const error of Value.Errors(Config, config)) {
    const name = error.path.slice(1).split('/', 1)[0] ?? ''
    if (!problems.has(name)) problems.set(name, error.message)
  }
  const lines = [...problems].map(([name, message]) => `  ${name}: ${message}. ${describe(name)}`)
  throw new ConfigError(`The settings are invalid:\n${lines.join('\n')}`)
}

/**
 * The login of the owner of the tables.
 * @throws ConfigError if it is not set.
 */
export function ownerUrlOf({ DATABASE_URL: url }: Pick<Config, 'DATABASE_URL'>): string {
  if (url !== undefined) return url
  throw new ConfigError(`DATABASE_URL is required here. ${describe('DATABASE_URL')}`)
}

/** Required as soon as any `FIREBLOCKS_…` setting is given. */
const fireblocksRequired = [
  'FIREBLOCKS_API_KEY',
  'FIREBLOCKS_SECRET_KEY_FILE',
  'FIREBLOCKS_BASE_URL',
  'FIREBLOCKS_ASSETS',
]

function missingBeside(given: Readonly<Record<string, unknown>>): string[] {
  const isAnyGiven = Object.keys(given).some((name) => name.startsWith('FIREBLOCKS_'))
  return isAnyGiven ? fireblocksRequired.filter((name) => given[name] === undefined) : []
}

/** Required as soon as one of the `MAIL_…` settings is given. */
const mailRequired = ['MAIL_SMTP_URL', 'MAIL_FROM', 'CONSOLE_URL']

function missingOfMail(given: Readonly<Record<string, unknown>>) {
  if (!Object.keys(given).some((name) => name.startsWith('MAIL_'))) return []
  return mailRequired
    .filter((name) => given[name] === undefined)
    .map((name) => [name, 'is required with the settings of mail'] as const)
}

/**
 * What only the owner of the tables can do: work without a login of the service, and write a book.
 */
const ownersWork = ['SANDBOX', 'SCENARIO']

function missingOwner(given: Readonly<Record<string, unknown>>) {
  if (given['DATABASE_URL'] !== undefined) return []
  if (given['DATABASE_SERVICE_URL'] === undefined) return [['DATABASE_URL', 'is required'] as const]
  const isOwners = ownersWork.some((name) => given[name] !== undefined && given[name] !== false)
  return isOwners ? [['DATABASE_URL', 'is required with SANDBOX or SCENARIO'] as const] : []
}

function wrongEntries(
  given: Readonly<Record<string, unknown>>,
  name: 'TRUST_PROXY' | 'CORS_ORIGINS' | 'REDIS_URL',
  faultOf: (setting: string) => string | undefined,
) {
  const setting = given[name]
  const fault = Value.Check(Config.properties[name], setting) && faultOf(setting)
  return typeof fault === 'string' ? [[name, fault] as const] : []
}

/** The client of Redis would take other text for a name or a socket, and log it as such. */
function redisFault(setting: string): string | undefined {
  const isAddress = /^rediss?:\/\/./.test(setting) && URL.canParse(setting)
  return isAddress ? undefined : 'is not the address of a Redis server'
}

type Setting = TSchema & { readonly type?: string; readonly description?: string }

const settings: Readonly<Record<string, Setting>> = Config.properties

function fromText(name: string, value: string): unknown {
  const type = settings[name]?.type
  if (type === 'integer') return /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (type === 'boolean') return { '1': true, true: true, '0': false, false: false }[value] ?? value
  return value
}

function describe(name: string): string {
  return settings[name]?.description ?? ''
}
