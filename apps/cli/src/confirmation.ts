import { type Consequence, consequenceOf, type Operation } from '@vadium/schema'
import { CommandError } from './command-error.ts'
import type { CommandContext } from './command-runner.ts'
import { type Io, type Terminal, write } from './io.ts'
import type { OperationInput } from './operations/operation-input.ts'
import { requestLines } from './presentations/request.ts'
import { resolveAddress } from './profiles/connection.ts'
import { readTypedLine } from './typed-line.ts'

// A person is asked at the controlling terminal, wherever the streams of the command go: a pipe
// takes neither the question from the person nor the answer from the command.
async function atTerminal<Result>(
  io: Io,
  act: (terminal: Terminal) => Promise<Result>,
): Promise<Result> {
  const terminal = io.openTerminal?.()
  if (terminal === undefined) {
    throw new CommandError('Not sent: nobody can confirm it without a terminal.', [
      { field: '--yes', issue: 'decides without a question' },
    ])
  }
  try {
    return await act(terminal)
  } finally {
    terminal.input.destroy()
    terminal.output.end()
  }
}

/** @throws CommandError if there is no terminal at which a person could confirm. */
export function checkTerminal(io: Io): Promise<void> {
  return atTerminal(io, () => Promise.resolve())
}

/** Shows lines to the person who is asked afterwards. */
export async function showAtTerminal(lines: readonly string[], io: Io): Promise<void> {
  await atTerminal(io, ({ output }) => write(output, `${lines.join('\n')}\n\n`))
}

/** @throws CommandError if there is no terminal, or if the person does not answer yes. */
export async function askToSend(question: string, io: Io): Promise<void> {
  const answer = await atTerminal(io, async ({ input, output }) => {
    await write(output, `${question} [y/N] `)
    return readTypedLine({ stdin: input, signal: io.signal })
  })
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
