import type { Writable } from 'node:stream'
import { type Consequence, consequenceOf, type Operation } from '@vadium/schema'
import { CommandError } from './command-error.ts'
import type { CommandContext } from './command-runner.ts'
import { type Io, write } from './io.ts'
import type { OperationInput } from './operations/operation-input.ts'
import { requestLines } from './presentations/request.ts'
import { resolveAddress } from './profiles/connection.ts'
import { readTypedLine } from './typed-line.ts'

/** @throws CommandError if there is no terminal at which a person could confirm. */
export function checkTerminal({ stdin }: Io): void {
  if (stdin.isTTY === true) return
  throw new CommandError('Not sent: nobody can confirm it without a terminal.', [
    { field: '--yes', issue: 'decides without a question' },
  ])
}

/** Where a person reads a question: on stdout if stderr goes to a file, as `2> log` does. */
export function screenOf({ stdout, stderr, columns }: Io): Writable {
  return stderr.isTTY !== true && columns !== undefined ? stdout : stderr
}

/** @throws CommandError if the person does not answer yes. */
export async function askToSend(question: string, io: Io): Promise<void> {
  await write(screenOf(io), `${question} [y/N] `)
  const answer = await readTypedLine(io)
  if (!/^y(?:es)?$/i.test(answer.trim())) {
    throw new CommandError('Not sent: it was not confirmed.')
  }
}

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
 * Shows a request that cannot be taken back, and asks whether to send it: on a terminal only, so
 * that programs are never asked.
 *
 * @throws CommandError if the person does not answer yes.
 */
export async function confirmWrite(
  operation: Operation,
  input: OperationInput,
  { io, flags }: CommandContext,
): Promise<void> {
  const isInteractive = io.stdin.isTTY === true && io.columns !== undefined
  const isSent = flags.curl !== true
  if (whyAsked(operation) === undefined || flags.yes === true || !isInteractive || !isSent) return
  const url = await resolveAddress(flags, io)
  await write(screenOf(io), `${requestLines(operation, input, url).join('\n')}\n\n`)
  await askToSend('Send this request?', io)
}
