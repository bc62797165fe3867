import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalPostgres, startLocalPostgres } from '@vadium/local-postgres'
import pg from 'pg'
import type { TestDatabase } from './database.ts'

/** Two servers, one the standby of the other. */
export interface PrimaryAndStandby {
  readonly primary: TestDatabase
  readonly standby: TestDatabase
  stopPrimary(): Promise<void>
  /** Promotes the standby to a primary. */
  promote(): Promise<void>
  stop(): Promise<void>
}

const database = 'vadium'
/** A crash of the machine may lose them; a server that streams to a standby needs the settings. */
const durable = false
const settings = { wal_level: 'replica', max_wal_senders: '10' }

export async function startPrimaryAndStandby(): Promise<PrimaryAndStandby> {
  const folder = await mkdtemp(join(tmpdir(), 'vadium-replicated-'))
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  const before = await startLocalPostgres({ folder: one, database, durable, settings })
  await before.stop({ force: true })
  await cp(one, other, { recursive: true })
  await writeFile(join(other, 'data', 'standby.signal'), '')

  const primary = await startLocalPostgres({ folder: one, database, durable, settings })
  const { hostname, port, username, password } = new URL(primary.url)
  const standby = await startLocalPostgres({
    folder: other,
    database,
    durable,
    settings: {
      ...settings,
      primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    },
  })
  const databases = [databaseOf(primary), databaseOf(standby)] as const
  return {
    primary: databases[0],
    standby: databases[1],
    stopPrimary: async () => {
      await primary.stop({ force: true })
    },
    promote: async () => {
      await databases[1].query('SELECT pg_promote()')
    },
    stop: async () => {
      await Promise.all(databases.map((one) => one.drop()))
      await standby.stop({ force: true })
      await primary.stop({ force: true })
      await rm(folder, { recursive: true })
    },
  }
}

function databaseOf({ url }: LocalPostgres): TestDatabase {
  const owner = new pg.Pool({ connectionString: url, max: 2 })
  owner.on('error', () => undefined)
  return {
    url,
    query: (text, values) => owner.query(text, values),
    drop: () => owner.end(),
  }
}
