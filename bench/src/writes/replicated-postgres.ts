import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres, until } from '@vadium/local-postgres'
import pg from 'pg'
import { atTheEnd } from '../cleanup.ts'

/** A durable PostgreSQL, and a standby that its commits wait for on demand. */
export interface ReplicatedPostgres {
  readonly url: string
  readonly owner: pg.Client
  /** Whether commits wait until the standby has them on its disk. */
  waitForStandby(waits: boolean): Promise<void>
}

const database = 'vadium'
const settings = { wal_level: 'replica', max_wal_senders: '10', max_wal_size: '8GB' }

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'vadium-bench-replicated-'))
  atTheEnd(() => rm(folder, { recursive: true, force: true }))
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  const empty = await startLocalPostgres({ folder: one, database, durable: true, settings })
  await empty.stop()
  await cp(one, other, { recursive: true })
  await writeFile(join(other, 'data', 'standby.signal'), '')

  const primary = await startLocalPostgres({ folder: one, database, durable: true, settings })
  atTheEnd(() => primary.stop())
  const { hostname, port, username, password } = new URL(primary.url)
  const primary_conninfo = `host=${hostname} port=${port} user=${username} password=${password}`
  const standby = await startLocalPostgres({
    folder: other,
    database,
    durable: true,
    settings: { ...settings, primary_conninfo },
  })
  atTheEnd(() => standby.stop())

  const owner = new pg.Client({ connectionString: primary.url })
  owner.on('error', () => undefined)
  await owner.connect()
  atTheEnd(() => owner.end())
  return {
    url: primary.url,
    owner,
    waitForStandby: async (waits) => {
      await owner.query(`ALTER SYSTEM SET synchronous_standby_names = '${waits ? '*' : ''}'`)
      await owner.query('SELECT pg_reload_conf()')
      const state = waits ? 'sync' : 'async'
      const text = 'SELECT FROM pg_stat_replication WHERE sync_state = $1'
      const found = await until(30_000, async () => {
        const { rowCount } = await owner.query(text, [state])
        return rowCount === 0 ? undefined : true
      })
      if (found === undefined) throw new Error(`the standby did not become ${state}`)
    },
  }
}
