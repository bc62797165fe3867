import { addAbortSignal, type Readable } from 'node:stream'
import type { Effects } from '../context/effects.ts'
import { CommandError } from '../errors/command-error.ts'
import { systemCode } from '../errors/system-error.ts'

const BYTES_MAX = 4 * 1024 * 1024

type TextSource = Pick<Effects, 'files' | 'signal' | 'stdin'>

/**
 * Reads a text from a file, or from the standard input for `-`.
 *
 * @throws CommandError if the text cannot be read, is too large or is not UTF-8.
 */
export async function readTextFile(path: string, io: TextSource): Promise<string> {
  const stream = path === '-' ? io.stdin : io.files.read(path)
  try {
    return await readText(stream, path === '-' ? 'standard input' : path, io)
  } catch (error) {
    const code = systemCode(error)
    // An interruption is not a problem of the file.
    if (code === undefined || code === 'ABORT_ERR') throw error
    throw unreadable(path, `cannot be read (${code})`)
  }
}

async function readText(stream: Readable, name: string, { signal }: TextSource): Promise<string> {
  if (signal !== undefined) addAbortSignal(signal, stream)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array | string)
    length += bytes.length
    if (length > BYTES_MAX) throw unreadable(name, `is larger than ${BYTES_MAX} bytes`)
    chunks.push(bytes)
  }
  try {
    // A byte order mark is content: the signature covers the bytes.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch {
    throw unreadable(name, 'is not UTF-8')
  }
}

function unreadable(name: string, issue: string): CommandError {
  return new CommandError('A file could not be read.', [{ field: name, issue }])
}
