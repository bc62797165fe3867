import { open } from 'node:fs/promises'
import { CommandError } from './command-error.ts'
import { systemCode } from './system-error.ts'

/**
 * Writes a new file that only its owner can read.
 *
 * @throws CommandError when there is a file of this name, which is left as it is, or it cannot be written.
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
    const issue = code === 'EEXIST' ? 'is there already' : `cannot be written (${code})`
    throw new CommandError('The key was not written.', [{ field: path, issue }])
  }
}
