import { LocalPostgresError } from '@vadium/local-postgres'

/** Why the service did not start, or why it ended. The message is for the user of `npm start`. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** How the operating system and PostgreSQL say that nothing more can be written. */
const codesOfFullDisk: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']
const wordsOfFullDisk = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/

const fullDisk =
  'The disk of the data folder is full. Free space there, or set VADIUM_DATA to a folder on another disk.'

/**
 * The message for a service whose last words, or the log of whose database, say that the disk is
 * full.
 */
export function fullDiskIn(said: string): string | undefined {
  return wordsOfFullDisk.test(said) ? fullDisk : undefined
}

/** The message for the user, or the stack of an error that nobody expected. */
export function shownError(error: Error): string {
  if ('code' in error && codesOfFullDisk.includes(error.code)) return fullDisk
  const isForPeople = error instanceof StartError || error instanceof LocalPostgresError
  return isForPeople ? error.message : String(error.stack)
}
