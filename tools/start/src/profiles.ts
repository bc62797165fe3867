import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '@vadium/local-postgres'
import { createPrivateFile, writePrivateFile } from './private-files.ts'

/** The file in which the command line keeps its profiles. */
interface ProfileFile {
  readonly default?: string
  readonly profiles: Readonly<Record<string, { readonly url?: string }>>
}

/**
 * Writes profiles for the service at `url`. A start on another port may run at the same time, so it
 * has a file of its own, with the same keys. Other profiles in the files do not change.
 *
 * @param first the profile that is used unless another is named.
 * @returns the path of the file.
 * @throws StartError when an existing file does not hold profiles. It is then not overwritten.
 */
export function writeProfiles(
  folder: string,
  url: string,
  keys: readonly { readonly name: string; readonly privateKey: string }[],
  first: string,
): string {
  const main = join(folder, 'profiles.json')
  const known = readProfiles(main)?.profiles[first]?.url ?? url
  const { port } = new URL(url)
  const path = port === new URL(known).port ? main : join(folder, `profiles-${port}.json`)
  const old = readProfiles(path)
  const own = Object.fromEntries(keys.map(({ name, privateKey }) => [name, { url, privateKey }]))
  const file = { default: old?.default ?? first, profiles: { ...old?.profiles, ...own } }
  const text = `${JSON.stringify(file, null, 2)}\n`
  if (old !== undefined) writePrivateFile(path, text)
  // Another first start was faster, and may be on another port.
  else if (!createPrivateFile(path, text)) return writeProfiles(folder, url, keys, first)
  return path
}

function readProfiles(path: string): ProfileFile | undefined {
  if (!existsSync(path)) return undefined
  try {
    const file = JSON.parse(readFileSync(path, 'utf8')) as ProfileFile
    Object.keys(file.profiles)
    return file
  } catch {
    // The cause is not shown, because it may quote a key.
    throw new StartError(`${path} is not a valid file of profiles. Correct it, or delete it.`)
  }
}
