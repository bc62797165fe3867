import type { Files } from '../context/files.ts'
import { CommandError, type CommandIssue } from '../errors/command-error.ts'
import { acceptanceSteps, agreementSteps } from './agreement-steps.ts'
import { credentialSteps } from './credential-steps.ts'
import type { InstallationFile } from './installation-file.ts'
import { accountSteps, organizationSteps } from './party-steps.ts'
import { priceSteps, referenceSteps, walletSteps } from './reference-steps.ts'
import type { Step } from './setup.ts'
import type { Standing } from './standing.ts'

/**
 * Everything in the file, in the order in which it is made.
 *
 * @throws CommandError that names whatever exists otherwise than in the file.
 */
export async function planOf(
  file: InstallationFile,
  standing: Standing,
  files: Files,
): Promise<readonly Step[]> {
  const faults: CommandIssue[] = []
  const steps = [
    ...referenceSteps(file, standing, faults),
    ...organizationSteps(file, standing, faults),
    ...accountSteps(file, standing, faults),
    ...walletSteps(file, standing, faults),
    ...agreementSteps(file, standing, faults),
    ...(await credentialSteps(file, standing, faults, files)),
    ...acceptanceSteps(file, standing),
    ...priceSteps(file, standing, faults),
  ]
  if (faults.length === 0) return steps
  throw new CommandError(
    'Nothing was changed: the installation has something else than the file.',
    faults,
  )
}
