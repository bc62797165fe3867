import { operations, type Operation } from '@vadium/schema'
import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import type { CommandRunner } from './command-runner.ts'
import { addCurlCommand } from './commands/curl.ts'
import { addDemoCommand } from './commands/demo.ts'
import { addKeyCommands } from './commands/keys.ts'
import { addProfileCommands } from './commands/profiles.ts'
import { addVerifyCommand } from './commands/verify.ts'
import { HELP_WIDTH_MAX, helpLayout, programTeaching } from './help-layout.ts'
import type { Io } from './io.ts'
import { addOperationCommand } from './operations/operation-command.ts'

interface ProgramOptions {
  /** The operations to make commands of. */
  readonly served?: readonly Operation[]
  /** Errors are told as JSON. */
  readonly json?: boolean
}

/** The whole command: one command an operation, then those that need no service. */
export function createProgram(
  runner: CommandRunner,
  io: Io,
  { served = operations, json = false }: ProgramOptions = {},
): Command {
  const program = new Command('vadium')
    .description(
      'Collateralized lending: from the order to settled margin, every figure to the digit.',
    )
    .version(manifest.version, '--version', 'Print the version.')
    .helpOption('-h, --help', 'Explain a command.')
    .option('--profile <name>', 'The profile to use (VADIUM_PROFILE).')
    .option('--url <url>', 'The address of the service (VADIUM_URL).')
    .option('--json', 'Print what the service answered, for programs; errors are JSON on stderr.')
    .option('--debug', 'Print where an error comes from.')
    .addHelpText('after', programTeaching())
    .configureHelp(helpLayout)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // Help instead of a command is for people; programs are told in JSON what is missing.
      writeErr: (text) => json || io.stderr.write(text),
      // What is wrong with a command line is reported like every other error.
      outputError: () => undefined,
      getOutHelpWidth: () => Math.min(io.columns ?? HELP_WIDTH_MAX, HELP_WIDTH_MAX),
      getErrHelpWidth: () => Math.min(io.columns ?? HELP_WIDTH_MAX, HELP_WIDTH_MAX),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
  for (const operation of served) {
    addOperationCommand(noun(program, operation.command[0]), operation, runner)
  }
  addVerifyCommand(noun(program, 'm2m'), runner)
  addCurlCommand(program, runner)
  addDemoCommand(program, runner)
  addKeyCommands(program, runner)
  addProfileCommands(program, runner)
  return program
}

function noun(program: Command, name: string): Command {
  return program.commands.find((command) => command.name() === name) ?? program.command(name)
}
