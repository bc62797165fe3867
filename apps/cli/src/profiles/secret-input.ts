import { Writable } from 'node:stream'
import type { Effects } from '../context/effects.ts'
import { readTextFile } from '../files/text-input.ts'
import { readTypedLine } from '../terminal/typed-line.ts'
import { write } from '../terminal/write.ts'

/**
 * Reads a secret from a file, or from the standard input for `-`. A typed one is not shown.
 *
 * @param name What a person is asked for.
 */
export async function readSecret(path: string, name: string, io: Effects): Promise<string> {
  if (path !== '-' || io.stdin.isTTY !== true) return (await readTextFile(path, io)).trim()
  await write(io.stderr, `${name} (not shown): `)
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
