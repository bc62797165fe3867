import { readdir, readFile, rm, writeFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { format } from 'oxfmt'
import options from '../../../.oxfmtrc.json' with { type: 'json' }

/** Writes the files that differ from what they are to be, or only names them. */
export async function refreshFiles(
  root: string,
  files: ReadonlyMap<string, string>,
  folders: readonly string[],
  write: boolean,
): Promise<string[]> {
  const changed: string[] = []
  for (const [path, text] of files) {
    const full = root + path
    const after = await formatted(path, text)
    if ((await readIfAny(full)) === after) continue
    changed.push(path)
    if (!write) continue
    await mkdir(dirname(full), { recursive: true })
    await writeFile(full, after)
  }
  for (const path of await strays(root, files, folders)) {
    changed.push(path)
    if (write) await rm(root + path)
  }
  return changed
}

async function formatted(path: string, text: string): Promise<string> {
  // What has no formatter here is written line by line.
  if (/\.(?:py|bru)$/.test(path)) return text
  const { code, errors } = await format(path, text, options)
  const [error] = errors
  if (error !== undefined) throw new Error(`${path} cannot be formatted: ${error.message}`)
  return code
}

/** What stands where everything is generated, and is not. */
async function strays(
  root: string,
  files: ReadonlyMap<string, string>,
  folders: readonly string[],
): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await namesIn(root + folder)).map((name) => `${folder}/${name}`),
    ),
  )
  return found.flat().filter((path) => !files.has(path))
}

async function readIfAny(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(absent)
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(absent)) ?? []
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
