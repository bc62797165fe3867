import { type Command, CommanderError } from 'commander'
import { isCompletion } from './commands/completion.ts'
import { CommandRunner } from './context/command-runner.ts'
import { type Effects, effectsOf } from './context/effects.ts'
import type { Io } from './context/io.ts'
import { CommandError } from './errors/command-error.ts'
import { type ExitCode, exitCodes } from './errors/exit-codes.ts'
import { commandOf, withMembersOption } from './members-word.ts'
import { profileNames } from './profiles/profile-file.ts'
import { createProgram } from './program.ts'
import { reportError } from './terminal/report-error.ts'

/**
 * Runs the command `vadium` with its arguments, in this process. It uses only `io`, the profile
 * file and the key command in it, the files that the arguments name and the network.
 *
 * @returns the exit code. Errors have been printed on stderr.
 */
export function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  return runWith(argv, effectsOf(io))
}

/** The same with other effects than those of this machine. */
export async function runWith(argv: readonly string[], io: Effects): Promise<ExitCode> {
  const profiles = isCompletion(argv) ? await profileNames(io) : []
  return runProgram(argv, io, (runner, json) =>
    createProgram(runner, io, { json, words: argv, profiles }),
  )
}

/**
 * Runs a program with its arguments. `create` makes it, for a runner of its commands, and knows
 * whether errors are printed as JSON.
 */
export async function runProgram(
  argv: readonly string[],
  io: Effects,
  create: (runner: CommandRunner, json: boolean) => Command,
): Promise<ExitCode> {
  const json = argv.some((word) => word === '--json' || word.startsWith('--json='))
  const debug = argv.includes('--debug')
  const runner = new CommandRunner(io)
  const program = create(runner, json)
  try {
    await program.parseAsync(withMembersOption(argv, program), { from: 'user' })
    return runner.exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) return await reportError(error, io, { json, debug })
    if (error.exitCode === 0) return exitCodes.done.code
    // Without a command or a verb, the help has been printed.
    if (error.code === 'commander.help' && !json) return exitCodes.usage.code
    return await reportError(fromCommander(error, wordsOf(commandOf(argv, program))), io, {
      json,
      debug,
    })
  }
}

/** The error of a wrong command line, which refers to the help. */
function fromCommander({ code, message }: CommanderError, words: string): CommandError {
  if (code === 'commander.help') return new CommandError(`A command after \`${words}\` is missing.`)
  const sentence = message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '')
  return new CommandError(`${sentence}. See \`${words} --help\`.`)
}

function wordsOf(command: Command): string {
  const name = command.name()
  return command.parent === null ? name : `${wordsOf(command.parent)} ${name}`
}
