import { LocalPostgresError } from '@vadium/local-postgres'

/** Why the service did not start, or why it ended. The message is for the user of `npm start`. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** How the operating system and PostgreSQL say that nothing more can be written. */
const fullDisk = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/

/** The message for the user, or the stack of an error that nobody expected. */
export function shownError(error: unknown): string {
  if (error instanceof StartError || error instanceof LocalPostgresError) return error.message
  return fullDisk.test(String(error))
    ? 'The disk of the data folder is full. Free space there, or set VADIUM_DATA to a folder on another disk.'
    : String(error instanceof Error ? error.stack : error)
}
