import { parseArgs } from 'node:util'
import { createOrganization } from '@vadium/schema'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../config/config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { withOwnerClient } from '../platform/db/pool.ts'
import { refuseTransactionPooling } from '../platform/db/pooling.ts'
import { compileValidator } from '../platform/http/validation.ts'
import { randomIds } from '../platform/ids.ts'
import { sandboxOf } from '../features/sandbox/open-sandbox.ts'
import { DatabaseHeldError, holdSandboxOf } from '../features/sandbox/sandbox-hold.ts'
import { StartError } from '../platform/start-error.ts'
import { bootstrapOperator, type FirstOperator } from '../features/access/first-operator.ts'

export const bootstrapUsage =
  'bootstrap --organization <slug> [--name <name>] --public-key <key>\n' +
  'Creates the first operator of a new installation, in the database of DATABASE_URL.\n' +
  'With SANDBOX=1 the installation is a sandbox.'

/**
 * Runs `vadium-api bootstrap`. It migrates the database first.
 * @returns the text for standard output.
 * @throws StartError or ConfigError that says what is wrong.
 */
export async function runBootstrap(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const operator = readArguments(argv)
  const config = readConfig(environment)
  await refuseTransactionPooling('DATABASE_URL', config.DATABASE_URL)
  const made = await withOwnerClient(config.DATABASE_URL, async (client) => {
    await migrate(client, config.DATABASE_SERVICE_ROLE, {
      waitSecondsMax: config.MIGRATION_WAIT_S,
    })
    await holdSandboxOf(client, config)
    const sandbox = await sandboxOf(client, config)
    return bootstrapOperator(client, operator, {
      clock: systemClock,
      ids: sandbox?.ids ?? randomIds,
    })
  })
  const operates = `operates as ${operator.slug} (organization ${made.organizationId}, credential ${made.credentialId})`
  return made.isNew
    ? `${operator.publicKey} ${operates}.`
    : `${operator.publicKey} ${operates} already. Nothing was changed.`
}

/** 2 if another process holds the database: the same command may succeed later. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof DatabaseHeldError ? 2 : 1
}

const checkOrganization = compileValidator(createOrganization.body, '')

function readArguments(argv: readonly string[]): FirstOperator {
  const { organization: slug, name = slug, 'public-key': publicKey } = parse(argv)
  if (slug === undefined || name === undefined || publicKey === undefined) {
    throw new StartError(`Usage: ${bootstrapUsage}`)
  }
  const fault = checkOrganization({ slug, name })
  if (fault === undefined) return { slug, name, publicKey }
  const flag = fault.field === 'slug' ? '--organization' : `--${fault.field}`
  throw new StartError(`${flag} ${fault.issue}.`)
}

const text = { type: 'string' } as const
const options = { organization: text, name: text, 'public-key': text }

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: withValues(argv), options }).values
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(`${why}\nUsage: ${bootstrapUsage}`)
  }
}

/**
 * Joins each flag and its value into one argument. A key may start with a hyphen, and `parseArgs`
 * would take it for a flag.
 */
function withValues(argv: readonly string[]): string[] {
  const joined: string[] = []
  for (let i = 0; i < argv.length; i += 1) {
    const [flag = '', value] = argv.slice(i, i + 2)
    const takesNext = value !== undefined && Object.hasOwn(options, flag.replace(/^--/, ''))
    joined.push(takesNext ? `${flag}=${value}` : flag)
    if (takesNext) i += 1
  }
  return joined
}
