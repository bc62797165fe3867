import { type Command, Option } from 'commander'
import type { Operation } from '@vadium/schema'
import type { CommandRunner } from '../command-runner.ts'
import { presentationOf } from '../presentations/registry.ts'
import { callOperation } from './call-operation.ts'
import { readInput, type WrittenValues } from './operation-input.ts'
import { operationParameters, type Parameter } from './operation-parameters.ts'
import { listingOf } from './pages.ts'

/** Adds the command of an operation: its arguments and flags are the members of its schema. */
export function addOperationCommand(
  noun: Command,
  operation: Operation,
  runner: CommandRunner,
): void {
  const parameters = operationParameters(operation)
  const { examples = [], notes = [] } = presentationOf(operation) ?? {}
  const command = noun
    .command(operation.command[1])
    .summary(operation.summary)
    .description(operation.description)
  const options = new Map<Parameter, Option>()
  for (const parameter of parameters) {
    const { kind, usage, description } = parameter
    if (kind === 'argument') command.argument(usage, description)
    else {
      // Collected, not overwritten: a flag given twice is a mistake that must not pass.
      const option = new Option(usage, description)
      if (kind === 'flag')
        option.argParser((text, all: string[] | undefined) => [...(all ?? []), text])
      options.set(parameter, option)
      command.addOption(option)
    }
  }
  if (listingOf(operation) !== undefined) {
    command
      .option('--all', 'Read every page to the end; with --json each is printed as a line.')
      .option('--wide', 'Show every column, with whole ids, however wide.')
  }
  command
    .option('--curl', 'Print a signed curl line instead of sending.')
    .addHelpText('after', teaching(operation, examples, notes))
    .action(async () => {
      const input = readInput(parameters, writtenValues(command, parameters, options))
      await runner.run(command, (context) => callOperation(operation, input, context))
    })
}

function writtenValues(
  command: Command,
  parameters: readonly Parameter[],
  options: ReadonlyMap<Parameter, Option>,
): WrittenValues {
  const values = new Map<string, readonly string[] | true>()
  const positional = [...command.args]
  for (const parameter of parameters) {
    const option = options.get(parameter)
    if (option === undefined) {
      const texts = positional.splice(0, parameter.repeatable ? positional.length : 1)
      if (texts.length > 0) values.set(parameter.member, texts)
    } else {
      const value = command.getOptionValue(option.attributeName()) as string[] | true | undefined
      if (value !== undefined) values.set(parameter.member, value)
    }
  }
  return values
}

function teaching(
  { roles, method, path }: Operation,
  examples: readonly string[],
  notes: readonly string[],
): string {
  const lines = [...notes, `Roles: ${roles.join(', ')}. Sends ${method} ${path}`]
  if (examples.length > 0) lines.push('', 'Examples:', ...examples.map((example) => `  ${example}`))
  return `\n${lines.join('\n')}`
}
