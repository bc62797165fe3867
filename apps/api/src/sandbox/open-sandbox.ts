import type { ClientBase, Pool, PoolClient } from 'pg'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'
import { SandboxClock } from './sandbox-clock.ts'
import { SeededIds } from './seeded-ids.ts'

const sandboxLock = 8_314_072_028

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

/** Opens the sandbox of a database, or makes one. `client` may write its table. */
export async function openSandbox(client: ClientBase, config: Config): Promise<OpenSandbox> {
  await client.query('INSERT INTO sandbox (seed, time) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    config.SANDBOX_SEED,
    config.SANDBOX_TIME,
  ])
  const { rows } = await client.query<SandboxRow>(
    `UPDATE sandbox SET starts = starts + 1 RETURNING seed, time, starts`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('there is no sandbox')
  if (row.seed !== config.SANDBOX_SEED) {
    throw new StartError(
      `This database has a sandbox of the seed "${row.seed}". Set SANDBOX_SEED to it, or use another database.`,
    )
  }
  return {
    seed: row.seed,
    clock: new SandboxClock(Date.parse(row.time)),
    ids: new SeededIds(row.seed, row.starts - 1),
  }
}

/** Keeps every other process out: the time of a sandbox is in one alone. Held as long as the connection. */
export async function holdSandbox(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect()
  const { rows } = await client.query<{ held: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS held',
    [sandboxLock],
  )
  if (rows[0]?.held === true) return client
  client.release()
  throw new StartError('Another process runs the sandbox of this database.')
}
