import type { ClientBase } from 'pg'
import { ownerUrlOf, readConfig } from '../config/config.ts'
import { DatabaseHeldError, holdSandboxOf } from '../features/sandbox/sandbox-hold.ts'
import { sandboxOf } from '../features/sandbox/open-sandbox.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { migrate } from '../platform/db/migrate.ts'
import { withOwnerClient } from '../platform/db/pool.ts'
import { refuseTransactionPooling } from '../platform/db/pooling.ts'
import { type Ids, randomIds } from '../platform/ids.ts'
import { shownError } from './shown-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Migrates the database of DATABASE_URL and works on it as its owner. */
export async function onHostDatabase<T>(
  environment: Environment,
  work: (client: ClientBase, parts: { readonly clock: Clock; readonly ids: Ids }) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment)
  await refuseTransactionPooling('DATABASE_URL', ownerUrlOf(config))
  return withOwnerClient(ownerUrlOf(config), async (client) => {
    await migrate(client, config.DATABASE_SERVICE_ROLE, {
      waitSecondsMax: config.MIGRATION_WAIT_S,
    })
    await holdSandboxOf(client, config)
    const sandbox = await sandboxOf(client, config)
    return work(client, { clock: systemClock, ids: sandbox?.ids ?? randomIds })
  })
}

/** Runs a command of the process, and sets its exit code. */
export async function runHostCommand(
  command: (argv: readonly string[], environment: Environment) => Promise<string>,
): Promise<void> {
  try {
    process.stdout.write(`${await command(process.argv.slice(2), process.env)}\n`)
  } catch (error) {
    process.stderr.write(`${shownError(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}

/** 2 if another process holds the database: the same command may succeed later. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof DatabaseHeldError ? 2 : 1
}
