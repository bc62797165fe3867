import type { Files } from '../context/files.ts'
import { CommandError, type CommandIssue } from '../errors/command-error.ts'
import { acceptanceSteps, agreementSteps } from './agreement-steps.ts'
import { credentialSteps } from './credential-steps.ts'
import type { InstallationFile } from './installation-file.ts'
import { accountSteps, organizationSteps } from './party-steps.ts'
import { priceSteps, referenceSteps, walletSteps } from './reference-steps.ts'
import type { Step } from './setup.ts'
import type { Installed } from './installed.ts'

/**
 * Everything in the file, in the order in which it is made.
 *
 * @throws CommandError that names whatever exists otherwise than in the file.
 */
export async function planOf(
  file: InstallationFile,
  installed: Installed,
  files: Files,
): Promise<readonly Step[]> {
  const faults: CommandIssue[] = []
  const steps = [
    ...referenceSteps(file, installed, faults),
    ...organizationSteps(file, installed, faults),
    ...accountSteps(file, installed, faults),
    ...walletSteps(file, installed, faults),
    ...agreementSteps(file, installed, faults),
    ...(await credentialSteps(file, installed, faults, files)),
    ...acceptanceSteps(file, installed),
    ...priceSteps(file, installed, faults),
  ]
  if (faults.length === 0) return steps
  throw new CommandError(
    'Nothing was changed: the installation has something else than the file.',
    faults,
  )
}
