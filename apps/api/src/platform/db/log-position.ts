import type { Connections } from './connection-shares.ts'
import { firstRow } from './rows-of.ts'
import { isGoodCredential, type Tenant } from './tenant.ts'

/** A place in the write-ahead log of the primary. */
export interface LogPosition {
  /** As PostgreSQL writes it, such as `0/16B3748`. */
  readonly lsn: string
  /** Whose log it is, as {@link historyNow} says. */
  readonly history: string
}

/**
 * The timeline of the primary, which a failover or a restored backup begins, and when its server was
 * started: a disk that was restored while the server was stopped continues on its timeline.
 */
export const historyNow =
  "left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' ' || pg_postmaster_start_time()"

/** Both are null where a position says nothing. */
type PositionRow = { readonly [Name in keyof LogPosition]: string | null }

/**
 * The end of the log that is written. A commit is flushed before anybody can see it, so everything
 * that is visible now lies before this place. Without synchronous_commit it is not, which somebody
 * may have turned off since the start.
 */
const columns = `
  CASE WHEN NOT pg_is_in_recovery() AND current_setting('synchronous_commit') <> 'off'
    THEN pg_current_wal_lsn()::text END AS lsn,
  CASE WHEN NOT pg_is_in_recovery() THEN ${historyNow} END AS history`

/**
 * Where the log of the primary ends now, in one round trip that also confirms the credential.
 * `unconfirmed` if the credential is no longer valid; undefined if the server is no primary, or
 * commits are visible before they are in the log.
 */
export async function positionFor(
  primary: Connections,
  { credentialId, organizationId, role }: Tenant,
): Promise<LogPosition | 'unconfirmed' | undefined> {
  const row = await firstRow<PositionRow>(primary, {
    name: 'position for a tenant',
    text: `SELECT ${columns} WHERE CASE WHEN runs_as_service() THEN ${isGoodCredential} END`,
    values: [credentialId, organizationId, role],
  })
  return row === undefined ? 'unconfirmed' : positionOf(row)
}

/** Like {@link positionFor}, for nobody. */
export async function positionNow(primary: Connections): Promise<LogPosition | undefined> {
  const row = await firstRow<PositionRow>(primary, {
    name: 'position',
    text: `SELECT ${columns}`,
    values: [],
  })
  return row && positionOf(row)
}

function positionOf({ lsn, history }: PositionRow): LogPosition | undefined {
  return lsn === null || history === null ? undefined : { lsn, history }
}
