import { LocalPostgresError, noSpace } from '@vadium/local-postgres'

/** Why the service did not start, or why it ended. The message is for the user of `npm start`. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The message for the user, or the stack of an error that nobody expected. */
export function shownError(error: unknown): string {
  if (error instanceof StartError || error instanceof LocalPostgresError) return error.message
  return noSpace.test(String(error))
    ? 'The disk of the data folder is full. Free space there, or set VADIUM_DATA to a folder on another disk.'
    : String(error instanceof Error ? error.stack : error)
}
