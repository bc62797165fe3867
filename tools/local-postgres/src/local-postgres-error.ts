/** What a person has to know when no server can be had; the message says what to do. */
export class LocalPostgresError extends Error {
  override readonly name = 'LocalPostgresError'
}

/** For a machine on which no PostgreSQL can be booted at all: the way out is a server from elsewhere. */
export function cannotRun(reason: string): LocalPostgresError {
  return new LocalPostgresError(
    `A local PostgreSQL cannot run on this machine: ${reason}\n` +
      'Set DATABASE_URL to a PostgreSQL server (15 or newer) that you run elsewhere, such as ' +
      'postgres://user:password@host:5432/vadium.',
  )
}
