import { Writable } from 'node:stream'
import type { Effects } from '../context/effects.ts'
import { readTextFile } from '../files/text-input.ts'
import { readTypedLine } from '../terminal/typed-line.ts'
import { write } from '../terminal/write.ts'

/**
 * Reads a private key from a file, or from the standard input for `-`. A typed key is not shown.
 */
export async function readPrivateKey(path: string, io: Effects): Promise<string> {
  if (path !== '-' || io.stdin.isTTY !== true) return (await readTextFile(path, io)).trim()
  await write(io.stderr, 'Private key (not shown): ')
  // The terminal's echo is off, and the echo of readline is discarded.
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done()
    },
  })
  try {
    return (await readTypedLine(io, nowhere)).trim()
  } finally {
    await write(io.stderr, '\n')
  }
}
