import { ConfigError } from '../config/config.ts'
import { StartError } from '../platform/start-error.ts'
import { withoutPasswords } from '../platform/telemetry/logged-errors.ts'

/**
 * What a person reads about a failure: the sentence alone where the error was made for people, or
 * comes from PostgreSQL or the system. Of any other error its class too, which helps to find a
 * fault.
 */
export function shownError(error: unknown): string {
  const isForPeople = error instanceof ConfigError || error instanceof StartError
  const isFromOutside = error instanceof Error && 'code' in error
  // The error for several addresses of one host has no message.
  const isSentence = (isForPeople || isFromOutside) && error.message !== ''
  return withoutPasswords(isSentence ? error.message : String(error))
}
