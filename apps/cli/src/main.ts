import { exitCodes } from './exit-codes.ts'
import { run } from './run.ts'

const interruption = new AbortController()

// The first Ctrl-C ends what is under way, so that its outcome can be told; the second ends us.
process.once('SIGINT', () => {
  interruption.abort()
  process.once('SIGINT', () => process.exit(exitCodes.interrupted.code))
})

// A reader that goes away, as `| head` does, wants no more: that is no error to tell of.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(exitCodes.pipeClosed.code)
  })
}

process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  env: process.env,
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  signal: interruption.signal,
})
