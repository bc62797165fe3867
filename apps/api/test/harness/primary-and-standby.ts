import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalPostgres, startLocalPostgres } from '@vadium/local-postgres'
import pg from 'pg'
import type { TestDatabase } from './database.ts'

/** Two servers or more, one the primary and the others its standbys. */
export interface PrimaryAndStandby {
  readonly primary: TestDatabase
  /** The first standby. */
  readonly standby: TestDatabase
  readonly standbys: readonly TestDatabase[]
  stopPrimary(): Promise<void>
  /** Promotes the first standby to a primary. */
  promote(): Promise<void>
  stop(): Promise<void>
}

const database = 'vadium'
/** A crash of the machine may lose them; a server that streams to a standby needs the settings. */
const durable = false
const settings = {
  wal_level: 'replica',
  max_wal_senders: '10',
  // A change is in the log before anybody sees it.
  synchronous_commit: 'on',
}

export async function startPrimaryAndStandby(standbyCount = 1): Promise<PrimaryAndStandby> {
  const folder = await mkdtemp(join(tmpdir(), 'vadium-replicated-'))
  const one = join(folder, 'primary')
  const before = await startLocalPostgres({ folder: one, database, durable, settings })
  await before.stop()
  const copies = Array.from({ length: standbyCount }, (_, n) => join(folder, `standby-${n}`))
  for (const copy of copies) {
    await cp(one, copy, { recursive: true })
    await writeFile(join(copy, 'data', 'standby.signal'), '')
  }
  const primary = await startLocalPostgres({ folder: one, database, durable, settings })
  const { hostname, port, username, password } = new URL(primary.url)
  const primary_conninfo = `host=${hostname} port=${port} user=${username} password=${password}`
  const servers = await Promise.all(
    copies.map((copy) =>
      startLocalPostgres({
        folder: copy,
        database,
        durable,
        settings: { ...settings, primary_conninfo },
      }),
    ),
  )
  const standbys = servers.map(databaseOf)
  const [standby] = standbys
  if (standby === undefined) throw new RangeError('there is no standby')
  const ofPrimary = databaseOf(primary)
  return {
    primary: ofPrimary,
    standby,
    standbys,
    stopPrimary: async () => {
      await primary.stop()
    },
    promote: async () => {
      await standby.query('SELECT pg_promote()')
    },
    stop: async () => {
      await Promise.all([ofPrimary, ...standbys].map((one) => one.drop()))
      for (const server of [...servers, primary]) await server.stop()
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
