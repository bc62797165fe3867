import type { Files } from '../context/files.ts'
import { CommandError } from '../errors/command-error.ts'
import { systemCode } from '../errors/system-error.ts'

/**
 * Writes a new file that only its owner can read.
 *
 * @throws CommandError if the file already exists (it is not changed) or cannot be written.
 */
export async function writeSecretFile(path: string, text: string, files: Files): Promise<void> {
  try {
    await files.create(path, text)
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    const issue = code === 'EEXIST' ? 'already exists' : `cannot be written (${code})`
    throw new CommandError('The key was not written.', [{ field: path, issue }])
  }
}
