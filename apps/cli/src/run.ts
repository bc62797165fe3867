import { type Command, CommanderError } from 'commander'
import { CommandError } from './command-error.ts'
import { CommandRunner } from './command-runner.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import type { Io } from './io.ts'
import { createProgram } from './program.ts'
import { reportError } from './report-error.ts'

/**
 * Runs the command `vadium` with its arguments, in this process. It touches nothing but what `io` gives
 * it, the file of profiles and the network.
 *
 * @returns the exit code; every error has been told on stderr.
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [json, debug] = [argv.includes('--json'), argv.includes('--debug')]
  const runner = new CommandRunner(io)
  const program = createProgram(runner, io, { json })
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return runner.exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) return await reportError(error, io, { json, debug })
    if (error.exitCode === 0) return exitCodes.done.code
    // Called with no command, or a noun with no verb: people have been shown the help, which says it all.
    if (error.code === 'commander.help' && !json) return exitCodes.usage.code
    return await reportError(fromCommander(error, commandOf(argv, program)), io, { json, debug })
  }
}

/** What is wrong with the command line, and where it is explained. */
function fromCommander({ code, message }: CommanderError, words: string): CommandError {
  if (code === 'commander.help') return new CommandError(`A command of \`${words}\` is missing.`)
  const sentence = message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '')
  return new CommandError(`${sentence}. \`${words} --help\` explains it.`)
}

/** The words of the command that was meant, as far as they are known. */
function commandOf(argv: readonly string[], program: Command): string {
  let command = program
  const words = [program.name()]
  for (const word of argv) {
    const child = command.commands.find((candidate) => candidate.name() === word)
    if (child === undefined) continue
    command = child
    words.push(word)
  }
  return words.join(' ')
}
