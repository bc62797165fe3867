import { copyDatabase, type TestDatabase } from './database.ts'

/**
 * A database that also passes for its own replica: to those who connect by `replicaUrl`, functions
 * in front of PostgreSQL's own say that it is a standby, and how far it has replayed the log.
 */
export interface PretendedReplica {
  readonly database: TestDatabase
  readonly replicaUrl: string
  /** From now on it replays nothing more. */
  stop(): Promise<void>
  /** From now on it lacks nothing. */
  follow(): Promise<void>
}

export async function pretendReplica(): Promise<PretendedReplica> {
  const database = await copyDatabase()
  const url = new URL(database.url)
  const name = url.pathname.slice(1)
  await database.query(`
    ALTER DATABASE ${name} SET synchronous_commit = 'on';
    CREATE SCHEMA pretended;
    GRANT USAGE ON SCHEMA pretended TO PUBLIC;
    CREATE FUNCTION pretended.pg_is_in_recovery() RETURNS boolean LANGUAGE sql RETURN true;`)
  const replayed = async (position: string) => {
    await database.query(`
      CREATE OR REPLACE FUNCTION pretended.pg_last_wal_replay_lsn() RETURNS pg_lsn
        LANGUAGE sql RETURN ${position}`)
  }
  const follow = () => replayed('pg_current_wal_lsn()')
  await follow()
  url.searchParams.set('options', '-c search_path=pretended,pg_catalog,public')
  return { database, replicaUrl: url.toString(), follow, stop: () => replayed("'0/0'::pg_lsn") }
}
