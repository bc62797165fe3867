import type { Effects } from '../context/effects.ts'
import { CommandError } from '../errors/command-error.ts'
import { systemCode } from '../errors/system-error.ts'

/**
 * The bytes of a file.
 *
 * @throws CommandError if it cannot be read, or has more than `bytesMax`.
 */
export async function readFile(
  path: string,
  bytesMax: number,
  { files }: Pick<Effects, 'files'>,
): Promise<Buffer> {
  const refused = (issue: string) =>
    new CommandError('The file cannot be read.', [{ field: path, issue }])
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of files.read(path)) {
      const bytes = Buffer.from(chunk as Uint8Array | string)
      length += bytes.length
      if (length > bytesMax) throw refused(`has more than ${bytesMax} bytes`)
      chunks.push(bytes)
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw refused(`cannot be read (${systemCode(error) ?? 'unknown'})`)
  }
  return Buffer.concat(chunks)
}
