import { recoverAccess, type Recovery } from '../features/installation/recovery.ts'
import { StartError } from '../platform/start-error.ts'
import { readFlags } from './flags.ts'
import { type Environment, onHostDatabase } from './host-command.ts'

export const recoverUsage =
  'recover --organization <slug> [--role operator|admin] --public-key <key> [--public-key <key>] [--revoke <credential>]\n' +
  'Creates a credential for an organization that has lost its last operator or admin, in the database\n' +
  'of DATABASE_URL, and notifies the organizations that this concerns.\n' +
  '--revoke names a valid credential whose private key is lost. It may be given several times.'

/**
 * Runs `vadium-api recover`. It migrates the database first.
 * @returns the text for standard output.
 * @throws StartError or ConfigError that says what is wrong.
 */
export async function runRecover(
  argv: readonly string[],
  environment: Environment,
): Promise<string> {
  const recovery = readArguments(argv)
  const { organizationId, role, credentialIds, stillMissing, isNew } = await onHostDatabase(
    environment,
    (client, parts) => recoverAccess(client, recovery, parts),
  )
  const already = isNew ? '' : ' already'
  const lines = recovery.publicKeys.map(
    (key, index) =>
      `${key} acts as ${role} of ${recovery.slug} (organization ${organizationId}, credential ${credentialIds[index]})${already}.`,
  )
  if (!isNew) lines.push('Nothing was changed.')
  if (stillMissing > 0) {
    lines.push(`${recovery.slug} lacks ${stillMissing} more: recover them in the same way.`)
  }
  return lines.join('\n')
}

const text = { type: 'string' } as const
const several = { type: 'string', multiple: true } as const
const options = { organization: text, role: text, 'public-key': several, revoke: several } as const

function readArguments(argv: readonly string[]): Recovery {
  const given = readFlags(argv, options, recoverUsage)
  const { organization: slug, role, 'public-key': publicKeys = [], revoke = [] } = given
  if (slug === undefined || publicKeys.length === 0) {
    throw new StartError(`Usage: ${recoverUsage}`)
  }
  if (role !== undefined && role !== 'operator' && role !== 'admin') {
    throw new StartError('--role must be operator or admin.')
  }
  return { slug, role, publicKeys, lostCredentialIds: [...new Set(revoke)] }
}
