import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What initdb prints for a user without a name, such as that of a container with any number. */
export const wantsName = /could not look up effective user/

/**
 * Copies the programs that create data, for a user without a name. They ask for the name first, and
 * need none where --username is given. The copies ask for any name: of the symbols in libc,
 * `getpwent` takes and gives what `getpwuid` does. Nothing changes if a program has no such symbol.
 *
 * @returns the folder, which has bin, lib and share now.
 */
export function programsForAnyName(binaries: string, folder: string): string {
  mkdirSync(join(folder, 'bin'))
  for (const name of ['initdb', 'postgres']) {
    const program = readFileSync(join(binaries, 'bin', name), 'latin1')
    const copy = program.replace('\0getpwuid\0', '\0getpwent\0')
    writeFileSync(join(folder, 'bin', name), copy, { encoding: 'latin1', mode: 0o755 })
  }
  for (const name of ['lib', 'share']) symlinkSync(join(binaries, name), join(folder, name))
  return folder
}
