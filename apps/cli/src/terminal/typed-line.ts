import { createInterface } from 'node:readline/promises'
import type { Writable } from 'node:stream'
import type { Io } from '../context/io.ts'
import { Interruption } from '../errors/command-error.ts'

/**
 * Reads a line that a person types.
 *
 * @param echo What shows the typed characters. Default: the terminal itself.
 * @throws Interruption at Ctrl-C and at the end of the input.
 */
export async function readTypedLine(
  { stdin, signal }: Pick<Io, 'stdin' | 'signal'>,
  echo?: Writable,
): Promise<string> {
  const lines = createInterface(
    echo === undefined
      ? { input: stdin, terminal: false }
      : { input: stdin, output: echo, terminal: true },
  )
  const interrupted = new AbortController()
  for (const event of ['SIGINT', 'close']) {
    lines.on(event, () => {
      interrupted.abort()
    })
  }
  const signals = [interrupted.signal, ...(signal === undefined ? [] : [signal])]
  try {
    return await lines.question('', { signal: AbortSignal.any(signals) })
  } catch (error) {
    throw interrupted.signal.aborted ? new Interruption('Interrupted.') : error
  } finally {
    lines.close()
  }
}
