import type { Io, Terminal } from '../context/io.ts'
import { CommandError } from '../errors/command-error.ts'
import { readTypedLine } from './typed-line.ts'
import { write } from './write.ts'

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
