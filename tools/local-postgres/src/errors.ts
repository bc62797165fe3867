/** No server can be started. The message tells the user what to do. */
export class LocalPostgresError extends Error {
  override readonly name = 'LocalPostgresError'
}

/** The error for a machine that cannot run PostgreSQL: the user must set DATABASE_URL. */
export function cannotRun(reason: string): LocalPostgresError {
  return new LocalPostgresError(
    `A local PostgreSQL cannot run on this machine: ${reason}\n` +
      'Set DATABASE_URL to a PostgreSQL server (15 or newer) that you run elsewhere, such as ' +
      'postgres://user:password@host:5432/vadium.',
  )
}

/** How the operating system says that nothing more can be written. */
const noSpace = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/

/** Undefined if the program that printed this failed for another reason. */
export function diskFull(folder: string, output: string): LocalPostgresError | undefined {
  if (!noSpace.test(output)) return undefined
  return new LocalPostgresError(
    `The disk of ${folder} is full. Free space there, or start with a data folder on another disk ` +
      '(a new database needs about 100 MB).',
  )
}
