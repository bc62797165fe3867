import { type Files, NotAFile } from '../context/files.ts'
import { CommandError } from '../errors/command-error.ts'
import { systemCode } from '../errors/system-error.ts'

/**
 * Writes a file completely or not at all. Until it is complete, an existing file of that name is
 * not changed. Other users of the machine may not read the data of an organization.
 *
 * @returns the size of the file in bytes.
 * @throws CommandError if the file cannot be written, and any error of `text`. Both leave no file.
 */
export async function writeWholeFile(
  path: string,
  text: AsyncIterable<string | Uint8Array>,
  files: Files,
): Promise<number> {
  const file = await describingErrors(path, () => files.replace(path))
  try {
    let bytes = 0
    for await (const chunk of text) {
      const content = Buffer.from(chunk)
      await describingErrors(path, () => file.write(content))
      bytes += content.length
    }
    await describingErrors(path, () => file.complete())
    return bytes
  } catch (error) {
    await file.discard()
    throw error
  }
}

async function describingErrors<Result>(
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const issue =
      error instanceof NotAFile
        ? 'must be a file, or must not exist'
        : `cannot be written (${systemCode(error) ?? 'unknown'})`
    throw new CommandError('The file was not written.', [{ field: path, issue }])
  }
}
