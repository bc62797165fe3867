import { dirname, resolve } from 'node:path'
import type { Effects } from '../context/effects.ts'
import { CommandError } from '../errors/command-error.ts'
import { readTextFile } from '../files/text-input.ts'
import { parseJson, schemaFaults } from '../schemas/schema-faults.ts'
import { InstallationFile } from './installation-file.ts'
import { referenceFaults } from './reference-faults.ts'

/**
 * Reads the file of an installation. The paths of keys in it are relative to its folder.
 *
 * @throws CommandError that names every fault.
 */
export async function readInstallationFile(path: string, io: Effects): Promise<InstallationFile> {
  const read = parseJson(await readTextFile(path, io))
  if ('issue' in read) throw invalid([{ field: path, issue: read.issue }])
  const faults = schemaFaults(InstallationFile, read.value)
  if (faults.length > 0) {
    throw invalid(faults.map(({ path, issue }) => ({ field: path || 'the file', issue })))
  }
  const file = read.value as InstallationFile
  const contradictions = referenceFaults(file)
  if (contradictions.length > 0) throw invalid(contradictions)
  const folder = path === '-' ? '.' : dirname(path)
  return {
    ...file,
    organizations: file.organizations.map((organization) => ({
      ...organization,
      accounts: organization.accounts.map((account) =>
        account.key_file === undefined
          ? account
          : { ...account, key_file: resolve(folder, account.key_file) },
      ),
    })),
  }
}

function invalid(faults: CommandError['details']): CommandError {
  return new CommandError('Nothing was sent: the file is invalid.', faults)
}
