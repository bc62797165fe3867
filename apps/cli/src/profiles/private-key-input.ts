import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Interruption } from '../command-error.ts'
import { type Io, write } from '../io.ts'
import { readTextFile } from '../text-input.ts'

/**
 * Reads a private key from a file, or from the standard input for `-`. A typed key is not shown.
 */
export async function readPrivateKey(path: string, io: Io): Promise<string> {
  if (path !== '-' || io.stdin.isTTY !== true) return (await readTextFile(path, io)).trim()
  await write(io.stderr, 'Private key (not shown): ')
  try {
    return (await readUnseen(io)).trim()
  } finally {
    await write(io.stderr, '\n')
  }
}

async function readUnseen({ stdin, signal }: Io): Promise<string> {
  // The terminal's echo is off, and the echo of readline is discarded.
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done()
    },
  })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true })
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
