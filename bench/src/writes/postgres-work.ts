import type pg from 'pg'

/** What PostgreSQL has done, by its own counters. */
export interface PostgresWork {
  /** Statements of the service, with BEGIN and COMMIT. */
  readonly statements: number
  /** Those of them for which it made a plan. */
  readonly planned: number
  readonly walBytes: number
  /** How often it waited until its log was on the disk. */
  readonly fsyncs: number
}

/** The database in which the counters are read, beside that of the service. */
export const countersDatabase = 'counters'

/** What PostgreSQL has done since its start. Needs PostgreSQL 18 and pg_stat_statements. */
export async function postgresWork(counters: pg.Client): Promise<PostgresWork> {
  const { rows } = await counters.query<PostgresWork>(
    `SELECT s.statements, s.planned, io.fsyncs,
       (pg_current_wal_insert_lsn() - '0/0')::float AS "walBytes"
     FROM (SELECT coalesce(sum(calls), 0)::float AS statements,
             coalesce(sum(plans), 0)::float AS planned
           FROM pg_stat_statements WHERE userid <> current_user::regrole) s,
       (SELECT coalesce(sum(fsyncs), 0)::float AS fsyncs FROM pg_stat_io WHERE object = 'wal') io`,
  )
  const [work] = rows
  if (work === undefined) throw new Error('PostgreSQL has no counters')
  return work
}

/** What was done between two readings. */
export const workBetween = (from: PostgresWork, to: PostgresWork): PostgresWork =>
  eachOf((name) => to[name] - from[name])

/** What is left of `all` without the work that is done `times` if nobody writes. */
export const workWithout = (all: PostgresWork, idle: PostgresWork, times: number): PostgresWork =>
  eachOf((name) => Math.max(0, all[name] - idle[name] * times))

/** The share of one write. */
export const workOfOne = (all: PostgresWork, writes: number): PostgresWork =>
  eachOf((name) => all[name] / writes)

function eachOf(of: (name: keyof PostgresWork) => number): PostgresWork {
  return {
    statements: of('statements'),
    planned: of('planned'),
    walBytes: of('walBytes'),
    fsyncs: of('fsyncs'),
  }
}
