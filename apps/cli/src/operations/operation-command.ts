import { Argument, type Command, Option } from 'commander'
import type { Operation } from '@vadium/schema'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import type { ExitCode } from '../errors/exit-codes.ts'
import { chosenMembers } from '../presentations/chosen-members.ts'
import { presentationOf } from '../presentations/registry.ts'
import { isPaged, listShapeOf } from '../schemas/list-shape.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import { callOperation } from './call-operation.ts'
import { confirmWrite, whyAsked } from './confirmation.ts'
import { exportOperation } from './export-operation.ts'
import { fileOperation } from './file-operation.ts'
import { listChoice } from './list-choice.ts'
import { referencesOf, withIds, withStandIns } from './named-resources.ts'
import { operationParameters, type Parameter } from './operation-parameters.ts'
import { readInput, type WrittenValues } from './read-input.ts'
import { withSeenCalendars } from './seen-calendars.ts'
import { streamOperation } from './stream-operation.ts'
import { watchOperation } from './watch-operation.ts'

/** Adds the command of an operation, without its arguments and flags. */
export function addCommandName(noun: Command, operation: Operation): Command {
  const command = noun
    .command(operation.command[1])
    .summary(operation.summary)
    .description(operation.description)
  if (operation.command[1] === 'get') command.alias('show')
  return command
}

type Act = (input: OperationInput, context: CommandContext) => Promise<ExitCode>

/** What a command does otherwise than all others. */
interface OwnWays {
  /** What the command does. Default: it calls the operation and prints the answer. */
  readonly act?: Act
  /** Whether it prints the answer as others do. Default: if it does nothing else. */
  readonly printsAnswer?: boolean
  /** Adds what is not written on the command line. Default: nothing. */
  readonly complete?: (
    written: WrittenValues,
    parameters: readonly Parameter[],
    context: CommandContext,
  ) => Promise<WrittenValues>
}

/** Adds the command of an operation. Its arguments and flags are the members of its schema. */
export function addOperationCommand(
  noun: Command,
  operation: Operation,
  runner: CommandRunner,
  { act, complete, printsAnswer = act === undefined }: OwnWays = {},
): Command {
  const parameters = operationParameters(operation)
  const command = addCommandName(noun, operation)
  const options = addParameters(command, parameters)
  addViewOptions(command, operation)
  if (printsAnswer) addAnswerOptions(command, operation)
  command
    .option('--curl', 'Print a signed curl line and send nothing.')
    .addHelpText('after', teaching(operation))
    .action(async () => {
      const typed = writtenValues(command, parameters, options)
      await runner.run(command, async (context) => {
        const written = (await complete?.(typed, parameters, context)) ?? typed
        const references = referencesOf(written, context)
        chosenMembers(operation, context.flags)
        listChoice(operation, context.flags)
        // Every other value is checked before the service is asked what a name refers to.
        const known = withStandIns(written, references)
        const input = await readInput(operation, parameters, known, context)
        const resolved = await withIds(input, references, context)
        const request = await withSeenCalendars(operation, resolved, context)
        await confirmWrite(operation, request, context)
        return (act ?? actOf(operation))(request, context)
      })
    })
  return command
}

/** Whether an operation has one answer, which is neither a file nor printed as it arrives. */
function isCalled({ file, streams, csv }: Operation): boolean {
  return file === undefined && streams !== true && csv !== true
}

/** What may be printed of an answer, and when. A file is saved as it is. */
function addAnswerOptions(command: Command, operation: Operation): void {
  if (operation.file !== undefined) return
  command
    .option(
      '--tsv',
      'Print each resource as a line of values, separated by tabs, and the names of its members ' +
        'first. Or only some members: --tsv id,status, and as JSON --json id,status.',
    )
    .addOption(new Option('--members <names>').hideHelp())
  if (!isCalled(operation)) return
  addListOptions(command, operation)
  if (operation.safe) command.option('--watch', 'Print again when something has changed.')
}

function addListOptions(command: Command, operation: Operation): void {
  if (listShapeOf(operation) === undefined) return
  command
    .option('--limit <number>', 'Print at most so many, of as many pages as needed.')
    .option(
      '--sort <member>',
      'Read the whole list and sort it here: --sort quantity, or -quantity for the largest first.',
    )
}

/** What the command of an operation does by default. */
export function actOf(operation: Operation): Act {
  const act =
    operation.file !== undefined
      ? fileOperation
      : operation.streams === true
        ? streamOperation
        : operation.csv === true
          ? exportOperation
          : callOperation
  return (input, context) => {
    const isWatched = context.flags.watch === true && context.flags.curl !== true
    return (isWatched ? watchOperation : act)(operation, input, context)
  }
}

function addParameters(
  command: Command,
  parameters: readonly Parameter[],
): ReadonlyMap<Parameter, Option> {
  const options = new Map<Parameter, Option>()
  for (const parameter of parameters) {
    const { kind, usage, description } = parameter
    if (kind === 'argument') {
      command.addArgument(argumentOf(parameter))
      continue
    }
    // Collected, not overwritten, so that a flag given twice is refused.
    const option = new Option(usage, description)
    if (kind === 'flag') {
      option.argParser((text, all: string[] | undefined) => [...(all ?? []), text])
      if (parameter.values !== undefined) option.argChoices = [...parameter.values]
    }
    options.set(parameter, option)
    command.addOption(option)
    if (kind === 'choice') {
      command.addOption(new Option(usage.replace('--', '--no-'), `The opposite of ${usage}.`))
    }
  }
  return options
}

/** An argument. Its values are shown and completed, but checked with all others. */
export function argumentOf({ usage, description, values }: Parameter): Argument {
  const argument = new Argument(usage, description)
  if (values !== undefined) argument.argChoices = [...values]
  return argument
}

function addViewOptions(command: Command, operation: Operation): void {
  if (operation.csv === true) {
    command.option('--output <file>', 'Write to a file, which appears only when it is complete.')
  } else if (operation.file !== undefined) {
    command.option('--output <file>', 'The file to write. Default: named for the id.')
  } else if (operation.streams !== true && listShapeOf(operation) !== undefined) {
    if (isPaged(operation)) {
      command.option('--all', 'Read all pages. With --json, each page is one line.')
    }
    command.option('--wide', 'Show all columns, with full ids.')
  }
  if (presentationOf(operation)?.explains === true) {
    command.option('--explain', 'Show every input, step and rounding as well.')
  }
  if (operation.safe && operation.csv !== true && operation.file === undefined) {
    command.option(
      '--query <jmespath>',
      'Print a part of the JSON answer: a list with one line for each item, text without quotes. ' +
        'Amounts are text with all their digits.',
    )
  }
  const reason = whyAsked(operation)
  if (reason !== undefined) {
    command.option(
      '--yes',
      `Do not ask. The command shows the request at the terminal and asks, because ${reason}. ` +
        'Needed without a terminal.',
    )
  }
  if (!operation.safe) {
    command.option(
      '--idempotency-key <text>',
      'The same command with the same key takes effect once within a day. Default: a new key.',
    )
  }
}

function writtenValues(
  command: Command,
  parameters: readonly Parameter[],
  options: ReadonlyMap<Parameter, Option>,
): WrittenValues {
  const values = new Map<Parameter, readonly string[] | boolean>()
  const positional = [...command.args]
  for (const parameter of parameters) {
    const option = options.get(parameter)
    if (option === undefined) {
      const [text] = positional.splice(0, 1)
      if (text !== undefined) values.set(parameter, [text])
    } else {
      const value = command.getOptionValue(option.attributeName()) as string[] | boolean | undefined
      if (value !== undefined) values.set(parameter, value)
    }
  }
  return values
}

/** The last part of the help of an operation. */
export function teaching(operation: Operation): string {
  const { roles, method, path } = operation
  const { examples = [], notes = [] } = presentationOf(operation) ?? {}
  const lines = [...notes, `Roles: ${roles.join(', ')}. Sends ${method} ${path}`]
  if (examples.length > 0) lines.push('', 'Examples:', ...examples.map((example) => `  ${example}`))
  return `\n${lines.join('\n')}`
}
