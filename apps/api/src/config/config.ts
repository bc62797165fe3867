import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Timestamp } from '@vadium/schema'
import { proxiesFault } from './trusted-proxies.ts'

const Count = (fallback: number, maximum: number) =>
  Type.Integer({ default: fallback, minimum: 1, maximum })

/** Without TLS only to this machine. */
const secureOrigin =
  '^(?:https://[A-Za-z0-9.:-]+|http://(?:127\\.0\\.0\\.1|localhost)(?::[0-9]{1,5})?)'

/** The name of the service's role in the migrations, and where no other is configured. */
export const defaultServiceRole = 'vadium_service'

/** 32 bytes in base64url: the last character has four bits. */
const secretsKeyText = '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$'

/** The environment of the service: every setting, its default and its bounds. */
export const Config = Type.Object({
  DATABASE_URL: Type.String({
    minLength: 1,
    description:
      'PostgreSQL 15 or newer: postgres://user:password@host:port/database. Of several hosts, host1:port,host2:port, the one is used that takes writes.',
  }),
  DATABASE_SERVICE_URL: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'The same database, with the login of the role that the service works as. Without it the service logs in as the owner.',
    }),
  ),
  DATABASE_SERVICE_ROLE: Type.String({
    default: defaultServiceRole,
    pattern: '^(?!pg_|public$|none$)[a-z_][a-z0-9_]{0,49}$',
    description:
      'The role that the service works as. Roles belong to the whole server: databases of separate installations need separate names.',
  }),
  DATABASE_POOL_SIZE: Type.Integer({
    default: 10,
    minimum: 2,
    maximum: 200,
    description: 'Connections this process keeps to the database.',
  }),
  DATABASE_SHARE_PERCENT: Type.Integer({
    ...Count(50, 100),
    description:
      'Of these, so many percent work for one organization at once, rounded up; its other requests wait for them.',
  }),
  LISTS_PER_ORGANIZATION_MAX: Type.Integer({
    ...Count(3, 200),
    description: 'Lists of one organization that the database works on at once; others of it wait.',
  }),
  LIST_MS_MAX: Type.Integer({
    ...Count(1000, 5000),
    minimum: 50,
    description: 'How long the database may look for a page of a list; then it is shed with 429.',
  }),
  MIGRATION_WAIT_S: Type.Integer({
    ...Count(120, 86_400),
    description:
      'How long a start, or vadium-api migrate, goes on trying where somebody holds what a migration needs.',
  }),
  SECRETS_KEY: Type.Optional(
    Type.String({
      pattern: secretsKeyText,
      description:
        'The key that seals secrets in the database: 32 random bytes in base64url. This or SECRETS_KEY_FILE is needed.',
    }),
  ),
  SECRETS_KEY_FILE: Type.Optional(
    Type.String({ maxLength: 4096, description: 'The file with the same key.' }),
  ),
  SECRETS_KEY_PREVIOUS: Type.Optional(
    Type.String({
      pattern: secretsKeyText,
      description:
        'A second key that secrets may be sealed with, while `vadium-api reseal` changes the key.',
    }),
  ),
  SECRETS_KEY_PREVIOUS_FILE: Type.Optional(
    Type.String({ maxLength: 4096, description: 'The file with that second key.' }),
  ),
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on.' }),
  PORT: Type.Integer({
    default: 3000,
    minimum: 0,
    maximum: 65535,
    description: 'Port to listen on.',
  }),
  BASE_PATH: Type.String({
    default: '',
    pattern: '^(/[A-Za-z0-9._~-]+)*$',
    description: 'Path in front of every operation, such as /v1. It is part of what is signed.',
  }),
  SCENARIO: Type.Optional(
    Type.String({ minLength: 1, description: 'A scenario file to load at start.' }),
  ),
  REDIS_URL: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Valkey or Redis, where several processes share rate limits and replays.',
    }),
  ),
  RATE_LIMIT_CREDENTIAL: Type.Integer({
    ...Count(600, 1_000_000_000),
    description: 'Requests in a window, a credential.',
  }),
  RATE_LIMIT_ORGANIZATION: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description:
        'Requests in a window, all credentials of an organization together; five times RATE_LIMIT_CREDENTIAL unless it is set.',
    }),
  ),
  RATE_LIMIT_ADDRESS: Type.Integer({
    ...Count(60, 1_000_000_000),
    description: 'Requests in a window, an address, that carry no valid signature.',
  }),
  RATE_LIMIT_WINDOW_S: Type.Integer({ ...Count(60, 86_400), description: 'Length of the window.' }),
  REQUESTS_IN_FLIGHT_MAX: Type.Integer({
    ...Count(512, 100_000),
    description: 'Requests worked on at once; one more is shed with 429.',
  }),
  OVERLOAD_WAIT_MS: Type.Integer({
    ...Count(100, 60_000),
    minimum: 10,
    description:
      'Where every request waits longer than this, for the process or for the database, fewer are worked on at once, and the others are shed with 429.',
  }),
  REQUESTS_IN_FLIGHT_PER_ORGANIZATION_MAX: Type.Integer({
    ...Count(128, 100_000),
    description: 'Requests worked on at once for one organization; one more is shed with 429.',
  }),
  PRICE_MAX_AGE_S: Type.Integer({
    ...Count(180, 31_536_000),
    description: 'A price older than this is stale.',
  }),
  SIMULATED_CUSTODY_SEED: Type.String({
    default: 'vadium',
    minLength: 1,
    maxLength: 200,
    description:
      'What the simulated custodian draws its delays from: the same again, the same delays.',
  }),
  PRICE_DEVIATION_PERCENT: Type.Integer({
    ...Count(20, 10_000),
    description:
      'A quote further than this from the current price, or from that of PRICE_MAX_AGE_S ago, is held.',
  }),
  MARKET_CUT_TIME: Type.String({
    default: '16:00',
    pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
    description: 'When prices are kept as those of the market cut, every day, HH:MM in UTC.',
  }),
  PRICE_FEED: Type.Optional(
    Type.Literal('kraken', { description: 'A public ticker to poll: kraken.' }),
  ),
  PRICE_FEED_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[A-Za-z0-9.:[\\]-]{1,255}$',
      description: 'Where the ticker is asked, such as https://api.kraken.com.',
    }),
  ),
  PRICE_FEED_PAIRS: Type.Optional(
    Type.String({
      pattern:
        '^[^:,\\s]{1,64}:[A-Za-z0-9._/-]{1,32}(?:,[^:,\\s]{1,64}:[A-Za-z0-9._/-]{1,32}){0,49}$',
      description: 'What the ticker calls each asset in USD: BTC:XBTUSD,ETH:ETHUSD.',
    }),
  ),
  PRICE_FEED_EVERY_S: Type.Integer({
    ...Count(10, 3600),
    description: 'How often the ticker is asked, in seconds.',
  }),
  FIREBLOCKS_API_KEY: Type.Optional(
    Type.String({ maxLength: 200, description: 'The API key of a Fireblocks workspace.' }),
  ),
  FIREBLOCKS_SECRET_KEY_FILE: Type.Optional(
    Type.String({ maxLength: 4096, description: 'The file with its secret key, RSA in PEM.' }),
  ),
  FIREBLOCKS_BASE_URL: Type.Optional(
    Type.String({
      pattern: `${secureOrigin}(/[A-Za-z0-9._~-]+)*$`,
      maxLength: 1000,
      description:
        'Its address: https://api.fireblocks.io/v1, https://eu-api.fireblocks.io/v1, https://eu2-api.fireblocks.io/v1 or https://sandbox-api.fireblocks.io/v1.',
    }),
  ),
  FIREBLOCKS_ASSETS: Type.Optional(
    Type.String({
      pattern: '^[!-+\\--<>-~]{1,64}=[\\w.-]{1,64}(?:,[!-+\\--<>-~]{1,64}=[\\w.-]{1,64})*$',
      maxLength: 20_000,
      description: 'Its asset id for each of our symbols, such as BTC=BTC,USDC=USDC_POLYGON_NXTB.',
    }),
  ),
  FIREBLOCKS_WEBHOOK_JWKS_URL: Type.Optional(
    Type.String({
      pattern: `${secureOrigin}(/[A-Za-z0-9._~-]+)*$`,
      maxLength: 1000,
      description:
        'Where the keys of its webhooks are, such as https://keys.fireblocks.io/.well-known/jwks.json.',
    }),
  ),
  FIREBLOCKS_WEBHOOK_KEY_FILE: Type.Optional(
    Type.String({
      maxLength: 4096,
      description: 'The file with the public key of its webhooks of the older kind, RSA in PEM.',
    }),
  ),
  CONNECTIONS_MAX: Type.Integer({
    ...Count(5000, 1_000_000),
    description: 'Connections of callers at once; one more is closed.',
  }),
  CONNECTIONS_PER_ADDRESS_MAX: Type.Integer({
    ...Count(500, 1_000_000),
    description:
      'Connections of one address at once; one more is closed. It does not hold for the addresses of TRUST_PROXY.',
  }),
  STREAMS_MAX: Type.Integer({
    ...Count(4000, 1_000_000),
    description: 'Event streams open at once at this process; one more is shed with 429.',
  }),
  STREAMS_PER_CREDENTIAL_MAX: Type.Integer({
    ...Count(32, 1_000_000),
    description: 'Event streams open at once at this process, a credential.',
  }),
  STREAMS_PER_ORGANIZATION_MAX: Type.Integer({
    ...Count(400, 1_000_000),
    description: 'Event streams open at once at this process, an organization.',
  }),
  COUNTERPARTY_MESSAGES_MAX: Type.Integer({
    ...Count(120, 1_000_000),
    description: 'Messages that an organization may send a counterparty in 60 seconds.',
  }),
  COUNTERPARTY_ORDERS_MAX: Type.Integer({
    ...Count(300, 1_000_000),
    description: 'New orders that an organization may send a counterparty in 60 seconds.',
  }),
  COUNTERPARTY_PENDING_ORDERS_MAX: Type.Integer({
    ...Count(100, 1_000_000),
    description: 'Orders of an organization that may await the answer of a counterparty at once.',
  }),
  EVENTS_KEPT_DAYS: Type.Integer({
    ...Count(30, 3650),
    description: 'How long the event log is kept; a stream that is resumed later is reset.',
  }),
  REPORTS_MAX: Type.Integer({
    ...Count(8, 100),
    description:
      'Reports written at once by this process, each over a connection of its own; one more is shed with 429.',
  }),
  REPORTS_PER_ORGANIZATION_MAX: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description:
        'Of these, so many for one organization; half of REPORTS_MAX, rounded up, unless it is set.',
    }),
  ),
  REPORT_KIB_S_MIN: Type.Integer({
    ...Count(1024, 1_000_000),
    description:
      'A report whose reader takes less than so many KiB a second is cut while another waits for its place.',
  }),
  EXPORTS_MAX: Type.Integer({
    ...Count(64, 10_000),
    description: 'Exports written at once by this process; one more is shed with 429.',
  }),
  EXPORTS_PER_ORGANIZATION_MAX: Type.Integer({
    ...Count(8, 10_000),
    description: 'Exports written at once by this process, an organization.',
  }),
  REPORT_SECONDS_MAX: Type.Integer({
    ...Count(1800, 86_400),
    description: 'How long a report may take; then its connection is cut.',
  }),
  TRUST_PROXY: Type.Optional(
    Type.String({
      pattern: '^(?:[1-9]|[0-9a-fA-F]*[.:][0-9a-fA-F.:/]*(?:,[0-9a-fA-F]*[.:][0-9a-fA-F.:/]*)*)$',
      maxLength: 1000,
      description:
        'The proxies in front, by number or by their addresses, comma-separated: the address of the caller is what the farthest of them reports in X-Forwarded-For.',
    }),
  ),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[!-~]{32,200}$',
      description:
        'Who scrapes /metrics sends it: Authorization: Bearer <token>. Without it, only this machine may, and nobody where TRUST_PROXY is set.',
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[A-Za-z0-9.:[\\]-]{1,255}(/[A-Za-z0-9._~-]+)*/?$',
      maxLength: 1000,
      description:
        'Where a collector takes traces as OTLP over HTTP, such as http://127.0.0.1:4318. Without it, nothing is traced.',
    }),
  ),
  OTEL_SERVICE_NAME: Type.String({
    default: 'vadium',
    pattern: '^[!-~]{1,100}$',
    description: 'What the service is called in traces.',
  }),
  OTEL_SAMPLED_PERCENT: Type.Integer({
    ...Count(100, 100),
    description: 'Of a hundred requests so many are traced; of a trusted proxy, those it traces.',
  }),
  CUSTODY_WORKERS: Type.Integer({
    ...Count(2, 64),
    minimum: 0,
    description:
      'Instructions to custodians carried out at once; 0 leaves them to other processes.',
  }),
  CUSTODY_ATTEMPTS_MAX: Type.Integer({
    ...Count(12, 1000),
    description: 'How often in a row a custodian is asked in vain before a person must look.',
  }),
  WEBHOOKS_AT_ONCE: Type.Integer({
    ...Count(128, 1000),
    minimum: 0,
    description:
      'Webhooks that this process has on their way at once; 0 leaves them to other processes.',
  }),
  WEBHOOKS_PER_ENDPOINT_MAX: Type.Integer({
    ...Count(16, 1000),
    description:
      'Webhooks on their way to one endpoint at once, from all processes together; one while its last attempt failed.',
  }),
  WEBHOOK_ALLOWED_NETWORKS: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F.:]{1,45}/[0-9]{1,3}(?:,[0-9a-fA-F.:]{1,45}/[0-9]{1,3})*$',
      maxLength: 2000,
      description:
        'Networks that webhooks may be sent to though they are not public, as CIDR, comma-separated; to these also over http.',
    }),
  ),
  SANDBOX: Type.Boolean({
    default: false,
    description:
      'Run a sandbox: a book of its own time, whose prices and custodians follow a script of the operator.',
  }),
  SANDBOX_SEED: Type.String({
    default: 'vadium',
    minLength: 1,
    maxLength: 100,
    description: 'From which a new sandbox makes its ids and its custodians their pace.',
  }),
  SANDBOX_TIME: Type.String({
    ...Timestamp,
    default: '2026-01-05T09:00:00.000Z',
    description: 'At which time a new sandbox begins.',
  }),
  SANDBOX_ADVANCE_MS_MAX: Type.Integer({
    default: 8000,
    minimum: 0,
    maximum: 12_000,
    description:
      'After so many milliseconds an advance of the sandbox stops where it is: a connection on which nothing moves for 15 s is closed.',
  }),
  ALLOW_UNDURABLE_DATABASE: Type.Boolean({
    default: false,
    description: 'Start on a PostgreSQL with fsync, full_page_writes or synchronous_commit off.',
  }),
  LOG_LEVEL: Type.Union(
    (['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const).map((level) =>
      Type.Literal(level),
    ),
    { default: 'info', description: 'fatal, error, warn, info, debug, trace or silent.' },
  ),
  SHUTDOWN_UNREADY_S: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 3600,
    description:
      'How long a process that is stopped by SIGTERM serves on, with /readyz 503, before it closes: longer than a balancer takes to see that.',
  }),
  SHUTDOWN_TIMEOUT_S: Type.Integer({
    ...Count(10, 3600),
    description: 'How long a stop waits for the requests under way.',
  }),
})
export type Config = Static<typeof Config>

/** A setting that cannot be used, with its name and what was expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the settings from an environment.
 * @throws ConfigError that names each setting that is missing or wrong, but shows no value: some are secret.
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
    ...missingBeside(given).map((name) => [name, 'is needed beside the others'] as const),
    ...wrongProxies(given),
  ])
  if (problems.size === 0 && Value.Check(Config, config)) return config
  for (const error of Value.Errors(Config, config)) {
    const name = error.path.slice(1).split('/', 1)[0] ?? ''
    if (!problems.has(name)) problems.set(name, error.message)
  }
  const lines = [...problems].map(([name, message]) => `  ${name}: ${message}. ${describe(name)}`)
  throw new ConfigError(`The environment cannot be used:\n${lines.join('\n')}`)
}

/** Settings that are of use together only. */
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

function wrongProxies({ TRUST_PROXY: setting }: Readonly<Record<string, unknown>>) {
  const fault = Value.Check(Config.properties.TRUST_PROXY, setting) && proxiesFault(setting)
  return typeof fault === 'string' ? [['TRUST_PROXY', fault] as const] : []
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
