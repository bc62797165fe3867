/** What was to run cannot start, or has ended by itself. The message says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** How the operating system says that nothing more can be written. */
export const noSpace = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/

/** The error for a server that does not run, with what its program printed. */
export function cannotRun(folder: string, output: string): StartError {
  return new StartError(
    noSpace.test(output)
      ? `The disk of ${folder} is full. Free space there, or start with a data folder on another ` +
          'disk (a new database needs about 100 MB).'
      : `A local PostgreSQL cannot run on this machine: ${output}\n` +
          'Set DATABASE_URL to a PostgreSQL server (15 or newer) that you run elsewhere, such as ' +
          'postgres://user:password@host:5432/vadium.',
  )
}
