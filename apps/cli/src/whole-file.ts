import { randomUUID } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CommandError } from './command-error.ts'
import { systemCode } from './system-error.ts'

/** What an organization asks for concerns nobody else on the machine. */
const ownerOnly = 0o600

/**
 * Writes a file that is there as a whole or not at all: what comes is written beside it, and takes its name
 * when all of it has come. A file of that name is replaced then, and left alone until then.
 *
 * @returns how many bytes it has.
 * @throws CommandError when it cannot be written; and what the text throws, of which nothing remains.
 */
export async function writeWholeFile(path: string, text: AsyncIterable<string>): Promise<number> {
  const target = await targetOf(path)
  const part = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`)
  const handle = await told(path, () => open(part, 'wx', ownerOnly))
  try {
    let bytes = 0
    try {
      for await (const chunk of text) {
        const content = Buffer.from(chunk)
        await told(path, () => handle.writeFile(content))
        bytes += content.length
      }
      await told(path, () => handle.sync())
    } finally {
      await handle.close()
    }
    await told(path, () => rename(part, target))
    return bytes
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Where a name leads. A device or a folder is no file, and replacing it would be a mistake. */
async function targetOf(path: string): Promise<string> {
  const existing = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw unwritable(path, `cannot be written (${systemCode(error) ?? 'unknown'})`)
  })
  if (existing === undefined) return path
  if (!existing.isFile()) throw unwritable(path, 'must be a file, or not there yet')
  return realpath(path)
}

async function told<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw unwritable(path, `cannot be written (${systemCode(error) ?? 'unknown'})`)
  }
}

function unwritable(path: string, issue: string): CommandError {
  return new CommandError('The file was not written.', [{ field: path, issue }])
}
