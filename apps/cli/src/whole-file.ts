import { randomUUID } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CommandError } from './command-error.ts'
import { systemCode } from './system-error.ts'

/** Other users of the machine may not read the data of an organization. */
const ownerOnly = 0o600

/**
 * Writes a file completely or not at all: the text is written to a temporary file beside it, which
 * is
 * renamed when it is complete. Until then, an existing file of that name is not changed.
 *
 * @returns the size of the file in bytes.
 * @throws CommandError if the file cannot be written, and any error of `text`. Both leave no file.
 */
export async function writeWholeFile(path: string, text: AsyncIterable<string>): Promise<number> {
  const target = await targetOf(path)
  const part = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`)
  const handle = await describingErrors(path, () => open(part, 'wx', ownerOnly))
  try {
    let bytes = 0
    try {
      for await (const chunk of text) {
        const content = Buffer.from(chunk)
        await describingErrors(path, () => handle.writeFile(content))
        bytes += content.length
      }
      await describingErrors(path, () => handle.sync())
    } finally {
      await handle.close()
    }
    await describingErrors(path, () => rename(part, target))
    return bytes
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** The file that a name refers to, through links. A device or a folder must not be replaced. */
async function targetOf(path: string): Promise<string> {
  const existing = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw unwritable(path, `cannot be written (${systemCode(error) ?? 'unknown'})`)
  })
  if (existing === undefined) return path
  if (!existing.isFile()) throw unwritable(path, 'must be a file, or must not exist')
  return realpath(path)
}

async function describingErrors<Result>(
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw unwritable(path, `cannot be written (${systemCode(error) ?? 'unknown'})`)
  }
}

function unwritable(path: string, issue: string): CommandError {
  return new CommandError('The file was not written.', [{ field: path, issue }])
}
