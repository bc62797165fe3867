import { browserOf } from './context/browser.ts'
import { controllingTerminal } from './context/controlling-terminal.ts'
import type { Io } from './context/io.ts'
import { pagerAtTerminal } from './context/pager-process.ts'
import { type ExitCode, exitCodes } from './errors/exit-codes.ts'

/** Runs a program as this process: with its arguments, its environment, its terminal and Ctrl-C. */
export function runInProcess(
  run: (argv: readonly string[], io: Io) => Promise<ExitCode>,
  env: NodeJS.ProcessEnv = process.env,
): void {
  const interruption = new AbortController()

  // The first Ctrl-C stops the command, which still reports its outcome. The second ends the
  // process.
  process.once('SIGINT', () => {
    interruption.abort()
    process.once('SIGINT', () => process.exit(exitCodes.interrupted.code))
  })

  // A reader that closes the pipe, as `| head` does, is not an error to report.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit(exitCodes.pipeClosed.code)
    })
  }

  void run(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env,
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    rows: process.stdout.isTTY ? process.stdout.rows : undefined,
    openTerminal: controllingTerminal,
    startPager: (command) => pagerAtTerminal(command, env),
    openInBrowser: browserOf(process.platform, env),
    signal: interruption.signal,
  }).then((exitCode) => {
    process.exitCode = exitCode
  })
}
