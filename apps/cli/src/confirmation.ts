import { CommandError } from './command-error.ts'
import { type Io, write } from './io.ts'
import { readTypedLine } from './typed-line.ts'

/** @throws CommandError if there is no terminal at which a person could confirm. */
export function checkTerminal({ stdin }: Io): void {
  if (stdin.isTTY === true) return
  throw new CommandError('Not sent: nobody can confirm it without a terminal.', [
    { field: '--yes', issue: 'decides without a question' },
  ])
}

/** @throws CommandError if the person does not answer yes. */
export async function askToSend(question: string, io: Io): Promise<void> {
  await write(io.stderr, `${question} [y/N] `)
  const answer = await readTypedLine(io)
  if (!/^y(?:es)?$/i.test(answer.trim())) {
    throw new CommandError('Not sent: it was not confirmed.')
  }
}
