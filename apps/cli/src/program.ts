import { operations, type Operation, previewMarkToMarketRequest } from '@vadium/schema'
import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { addAcceptInvitationCommand } from './commands/accept-invitation.ts'
import { addCompletionCommand, isCompletion } from './commands/completion.ts'
import { addConsoleCommand } from './commands/console.ts'
import { addCurlCommand } from './commands/curl.ts'
import { addDecisionCommand, isDecision } from './commands/decide.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addInitCommand, addTermsTemplateCommand } from './commands/init.ts'
import { addInvitationCommand, isOfInvitation } from './commands/invitations.ts'
import { addKeyCommands } from './commands/keys.ts'
import { addListenCommand } from './commands/listen.ts'
import { addMcpCommand } from './commands/mcp.ts'
import { addPostMessageCommand, isPostMessage } from './commands/post-message.ts'
import { addPreviewCommand } from './commands/preview.ts'
import { addProfileCommands } from './commands/profiles.ts'
import { addVerifyDocumentCommand } from './commands/verify-document.ts'
import { addSetCalendarCommand, isSetCalendar } from './commands/set-calendar.ts'
import {
  addVerifyCallSetCommand,
  addVerifyCloseOutCommand,
  addVerifyCommand,
} from './commands/verify.ts'
import type { CommandRunner } from './context/command-runner.ts'
import type { Io } from './context/io.ts'
import { HELP_WIDTH_MAX, helpLayout, programTeaching } from './help-layout.ts'
import { addCommandName, addOperationCommand } from './operations/operation-command.ts'

interface ProgramOptions {
  /** The operations to create commands for. */
  readonly served?: readonly Operation[]
  /** Whether errors are printed as JSON. */
  readonly json?: boolean
  /**
   * The words of the command line. Commands of nouns that are not among them get no arguments and
   * options, which would only cost time. Default: all commands are complete.
   */
  readonly words?: readonly string[]
  /** The names that complete a profile. Default: none. */
  readonly profiles?: readonly string[]
}

/** A program without commands, with the flags, the help and the errors of `vadium`. */
export function baseProgram(name: string, io: Io, json: boolean): Command {
  return new Command(name)
    .helpOption('-h, --help', 'Print help for a command.')
    .option('--profile <name>', 'The profile to use (VADIUM_PROFILE).')
    .option('--url <url>', 'The address of the service (VADIUM_URL).')
    .option('--json', 'Print the JSON answer of the service. Errors are JSON on stderr.')
    .option('--debug', 'Print the stack trace of an error.')
    .configureHelp(helpLayout)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // Help in place of a command is for people. Programs get the error as JSON.
      writeErr: (text) => json || io.stderr.write(text),
      // A wrong command line is reported like every other error.
      outputError: () => undefined,
      getOutHelpWidth: () => Math.min(io.columns ?? HELP_WIDTH_MAX, HELP_WIDTH_MAX),
      getErrHelpWidth: () => Math.min(io.columns ?? HELP_WIDTH_MAX, HELP_WIDTH_MAX),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
}

/** The whole program: one command for each operation, then the commands that need no service. */
export function createProgram(
  runner: CommandRunner,
  io: Io,
  { served = operations, json = false, words, profiles = [] }: ProgramOptions = {},
): Command {
  const program = baseProgram('vadium', io, json)
    .description('The command line of Vadium, a service for collateralized lending.')
    .version(manifest.version, '--version', 'Print the version.')
    .option(
      '--no-pager',
      'Do not use a pager (NO_PAGER) for output longer than the screen (PAGER, or less).',
    )
    .option(
      '--local-time',
      'Show local time (TZ) beside UTC on a terminal, in lists alone (VADIUM_LOCAL_TIME).',
    )
    .addHelpText('after', programTeaching())
  const isNamed = (name: string) =>
    words === undefined || words.includes(name) || isCompletion(words)
  for (const operation of served) {
    const [name] = operation.command
    if (!isNamed(name)) addCommandName(noun(program, name), operation)
    else if (isDecision(operation)) addDecisionCommand(noun(program, name), operation, runner)
    else if (isOfInvitation(operation)) addInvitationCommand(noun(program, name), operation, runner)
    else if (isPostMessage(operation)) addPostMessageCommand(noun(program, name), runner)
    else if (isSetCalendar(operation)) addSetCalendarCommand(noun(program, name), runner)
    else if (operation.id === previewMarkToMarketRequest.id)
      addPreviewCommand(noun(program, name), runner)
    else addOperationCommand(noun(program, name), operation, runner)
  }
  addVerifyCommand(noun(program, 'm2m'), runner)
  addVerifyCallSetCommand(noun(program, 'call-sets'), runner)
  addVerifyCloseOutCommand(noun(program, 'close-outs'), runner)
  addVerifyDocumentCommand(noun(program, 'documents'), runner)
  addTermsTemplateCommand(noun(program, 'agreements'), runner)
  addAcceptInvitationCommand(noun(program, 'invitations'), runner)
  addConsoleCommand(program, runner)
  addCurlCommand(program, runner)
  addDoctorCommand(program, runner)
  addInitCommand(program, runner)
  addKeyCommands(program, runner)
  addListenCommand(program, runner)
  addMcpCommand(program, runner)
  addProfileCommands(program, runner)
  if (words !== undefined) addCompletionCommand(program, words, profiles)
  return program
}

function noun(program: Command, name: string): Command {
  return program.commands.find((command) => command.name() === name) ?? program.command(name)
}
