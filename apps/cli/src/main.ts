import { browserOf } from './context/browser.ts'
import { controllingTerminal } from './context/controlling-terminal.ts'
import { pagerAtTerminal } from './context/pager-process.ts'
import { exitCodes } from './errors/exit-codes.ts'
import { run } from './run.ts'

const interruption = new AbortController()

// The first Ctrl-C stops the command, which still reports its outcome. The second ends the process.
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
  env: process.env,
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  rows: process.stdout.isTTY ? process.stdout.rows : undefined,
  openTerminal: controllingTerminal,
  startPager: (command) => pagerAtTerminal(command, process.env),
  openInBrowser: browserOf(process.platform, process.env),
  signal: interruption.signal,
}).then((exitCode) => {
  process.exitCode = exitCode
})
