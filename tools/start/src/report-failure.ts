import { noSpace, StartError } from '@vadium/local-postgres'

/** Does the work. Its result is the exit code of this process; a failure is reported, with code 1. */
export async function reportFailure(work: () => Promise<number>): Promise<void> {
  // The reader of this output, such as a pipe, may end before the service does.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  try {
    process.exitCode = await work()
  } catch (error) {
    process.stderr.write(`\n${shown(error)}\n`)
    process.exitCode = 1
  }
}

/** The sentence for the user, or the stack of an error that nobody expected. */
function shown(error: unknown): string {
  if (error instanceof StartError) return error.message
  return noSpace.test(String(error))
    ? 'The disk of the data folder is full. Free space there, or set VADIUM_DATA to a folder on another disk.'
    : String(error instanceof Error ? error.stack : error)
}
