import { open } from 'node:fs/promises'
import { CommandError } from './command-error.ts'
import { systemCode } from './system-error.ts'

/**
 * Writes a new file that only its owner can read.
 *
 * @throws CommandError if the file already exists (it is not changed) or cannot be written.
 */
export async function writeSecretFile(path: string, text: string): Promise<void> {
  try {
    const handle = await open(path, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    const issue = code === 'EEXIST' ? 'already exists' : `cannot be written (${code})`
    throw new CommandError('The key was not written.', [{ field: path, issue }])
  }
}
