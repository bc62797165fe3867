import type { ClientBase } from 'pg'
import type { Config } from '../../config/config.ts'
import { lockInstallation } from '../../platform/db/installation-lock.ts'
import { inTransactionOn } from '../../platform/db/transaction.ts'
import { StartError } from '../../platform/start-error.ts'
import { SandboxClock } from './sandbox-clock.ts'
import { SeededIds } from '../../platform/seeded-ids.ts'

export interface OpenSandbox {
  readonly seed: string
  readonly clock: SandboxClock
  readonly ids: SeededIds
}

interface SandboxRow {
  readonly seed: string
  readonly time: string
  readonly starts: number
}

/**
 * The sandbox of a database; undefined if SANDBOX is not set. A database contains either a sandbox
 * or a normal book, never both: what creates one of them waits for the other.
 * @throws StartError if the database contains the other, or a sandbox with another seed.
 */
export function sandboxOf(client: ClientBase, config: Config): Promise<OpenSandbox | undefined> {
  return inTransactionOn(client, async () => {
    if (config.SANDBOX) await lockInstallation(client)
    return sandboxWithin(client, config)
  })
}

async function sandboxWithin(client: ClientBase, config: Config): Promise<OpenSandbox | undefined> {
  const { rows } = await client.query<{ sandbox: boolean; book: boolean }>(
    `SELECT EXISTS (SELECT FROM sandbox) AS sandbox, EXISTS (SELECT FROM organizations) AS book`,
  )
  const [{ sandbox, book } = { sandbox: false, book: false }] = rows
  if (sandbox && !config.SANDBOX) {
    throw new StartError('This database holds a sandbox. Set SANDBOX=1, or use another database.')
  }
  if (book && !sandbox && config.SANDBOX) {
    throw new StartError('This database holds a book that is not a sandbox. Use another database.')
  }
  return config.SANDBOX ? openSandbox(client, config) : undefined
}

/**
 * Opens the sandbox of a database, or creates it. `client` must have the right to write its table.
 */
async function openSandbox(client: ClientBase, config: Config): Promise<OpenSandbox> {
  await client.query('INSERT INTO sandbox (seed, time) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    config.SANDBOX_SEED,
    config.SANDBOX_TIME,
  ])
  const { rows } = await client.query<SandboxRow>(
    `UPDATE sandbox SET starts = starts + 1 RETURNING seed, time, starts`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the sandbox row is missing')
  if (row.seed !== config.SANDBOX_SEED) {
    throw new StartError(
      `This database has a sandbox with the seed "${row.seed}". Set SANDBOX_SEED to it, or use another database.`,
    )
  }
  return {
    seed: row.seed,
    clock: new SandboxClock(Date.parse(row.time)),
    ids: new SeededIds(row.seed, row.starts - 1),
  }
}
