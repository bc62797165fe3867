import { type Consequence, consequenceOf, type Operation } from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import { requestLines } from '../presentations/request.ts'
import { resolveAddress } from '../profiles/connection.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import { askToSend, showAtTerminal } from '../terminal/question.ts'

const because: Readonly<Record<Consequence, string>> = {
  moves: 'it can move assets',
  calls: 'the counterparty has to answer it',
  binds: 'it binds your organization',
  ends: 'it ends something',
}

/** Why a person is asked before the request of an operation is sent. Undefined: nobody is asked. */
export function whyAsked(operation: Operation): string | undefined {
  const consequence = consequenceOf(operation)
  return consequence === undefined ? undefined : because[consequence]
}

/**
 * Shows a request that cannot be taken back, and asks whether to send it.
 *
 * @throws CommandError if there is no terminal, or if the person does not answer yes.
 */
export async function confirmWrite(
  operation: Operation,
  input: OperationInput,
  { io, flags }: CommandContext,
): Promise<void> {
  const isSent = flags.curl !== true
  if (whyAsked(operation) === undefined || flags.yes === true || !isSent) return
  const url = await resolveAddress(flags, io)
  await showAtTerminal(requestLines(operation, input, url), io)
  await askToSend('Send this request?', io)
}
