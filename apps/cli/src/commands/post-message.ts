import { type Operation, postChatMessage } from '@vadium/schema'
import { Argument, type Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { CommandError } from '../errors/command-error.ts'
import { readTextFile } from '../files/text-input.ts'
import { addOperationCommand } from '../operations/operation-command.ts'
import type { Parameter } from '../operations/operation-parameters.ts'
import type { WrittenValues } from '../operations/read-input.ts'

export const isPostMessage = ({ id }: Operation): boolean => id === postChatMessage.id

/** Adds the command that posts a message, which is the last word or the standard input. */
export function addPostMessageCommand(noun: Command, runner: CommandRunner): void {
  const command = addOperationCommand(noun, postChatMessage, runner, {
    complete: async (written, parameters, context) => {
      const [, text] = command.args
      return text === undefined ? written : withText(text, written, parameters, context)
    },
  })
  command.addArgument(
    new Argument('[text]', 'The message, in place of --text. - is the standard input.'),
  )
}

async function withText(
  text: string,
  written: WrittenValues,
  parameters: readonly Parameter[],
  { io }: CommandContext,
): Promise<WrittenValues> {
  const parameter = parameters.find(({ part }) => part === 'body')
  if (parameter === undefined) throw new TypeError('A message has no text')
  if (written.has(parameter)) {
    const issue = 'is the message already: give one of the two'
    throw new CommandError('Not sent: the message is given twice.', [{ field: '[text]', issue }])
  }
  // The line end that closes a file is no part of a message.
  const message = text === '-' ? (await readTextFile('-', io)).replace(/\r?\n$/, '') : text
  return new Map([...written, [parameter, [message]]])
}
