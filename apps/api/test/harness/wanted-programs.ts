import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isLongRun } from './long-run.ts'

const found = (names: readonly string[]) =>
  names.find((name) => spawnSync(name, ['--version']).status === 0)

/** A Redis or Valkey server to start, if this machine has one. */
export const redisProgram = found(['redis-server', 'valkey-server'])

/** PgBouncer, if this machine has it. */
export const pgbouncerProgram = found(['pgbouncer', '/usr/sbin/pgbouncer'])

/** The client of PostgreSQL, which a PostgreSQL that npm installed lacks. */
export const psqlProgram = found(['psql'])

/** A Python that has the package with which the programs in Python sign. */
export const pythonProgram = ['python3', '/usr/bin/python3'].find(
  (name) => spawnSync(name, ['-c', 'import cryptography']).status === 0,
)

/** A NATS server to start. Only a long run needs it. */
export const natsProgram = isLongRun ? found(['nats-server', '/usr/sbin/nats-server']) : undefined

/** What reads PDFs, from poppler-utils and qpdf. Only a long run needs it. */
export const pdfPrograms =
  isLongRun && spawnSync('pdftotext', ['-v']).status === 0 ? found(['qpdf']) : undefined

/**
 * Postfix, which only root can start. Only a long run needs it. The tests start it by hand, with
 * files of their own.
 */
export const postfixProgram =
  isLongRun &&
  process.getuid?.() === 0 &&
  spawnSync('postconf', ['-d', 'mail_version']).status === 0
    ? 'postfix'
    : undefined

/** Where the packages of Debian, Red Hat and Homebrew install PostgreSQL 15. */
const postgres15Folders = [
  '/usr/lib/postgresql/15',
  '/usr/pgsql-15',
  '/opt/homebrew/opt/postgresql@15',
  '/usr/local/opt/postgresql@15',
]

/** The folder of an installed PostgreSQL 15; undefined if there is none. */
export const postgres15Folder = postgres15Folders.find((folder) =>
  existsSync(join(folder, 'bin', 'initdb')),
)

/** A sentence for each program that this machine lacks: which tests are skipped without it. */
export const skippedTests: readonly string[] = [
  [redisProgram, 'of several processes, which need redis-server or valkey-server'],
  [postgres15Folder, `on PostgreSQL 15, which is in none of ${postgres15Folders.join(', ')}`],
  [pgbouncerProgram, 'behind a pooler, which need pgbouncer'],
  [psqlProgram, 'of a program for psql in psql itself'],
  [pythonProgram, 'of programs in Python that sign, which need python3 and python3-cryptography'],
  ...(isLongRun
    ? [
        [natsProgram, 'of events at a broker, which need nats-server'] as const,
        [postfixProgram, 'of a mail server of Debian, which need postfix, and root'] as const,
        [pdfPrograms, 'of the pages of documents, which need poppler-utils and qpdf'] as const,
      ]
    : []),
].flatMap(([program, tests]) => (program === undefined ? [`Skipped: tests ${tests}.`] : []))
