import { createOrganization } from '@vadium/schema'
import {
  type Bootstrapped,
  bootstrapOperators,
  type FirstOperators,
} from '../features/installation/first-operators.ts'
import { validatorOf } from '../platform/http/validation.ts'
import { StartError } from '../platform/start-error.ts'
import { readFlags } from './flags.ts'
import { type Environment, onHostDatabase } from './host-command.ts'

export const bootstrapUsage =
  'bootstrap --organization <slug> [--name <name>] --public-key <key> --public-key <key>\n' +
  '       bootstrap --organization <slug> [--name <name>] --public-key <key> --single-operator\n' +
  'Creates the first operators of a new installation, in the database of DATABASE_URL.\n' +
  'With two keys, each dangerous act needs two people. With SANDBOX=1 the installation is a sandbox.'

/**
 * Runs `vadium-api bootstrap`. It migrates the database first.
 * @returns the text for standard output.
 * @throws StartError or ConfigError that says what is wrong.
 */
export async function runBootstrap(
  argv: readonly string[],
  environment: Environment,
): Promise<string> {
  const operators = readArguments(argv)
  const made = await onHostDatabase(environment, (client, parts) =>
    bootstrapOperators(client, operators, parts),
  )
  const { organizationId, credentialIds, outcome } = made
  const already = outcome === 'created' ? '' : ' already'
  const lines = operators.publicKeys.map(
    (key, index) =>
      `${key} operates as ${operators.slug} (organization ${organizationId}, credential ${credentialIds[index]})${already}.`,
  )
  return [...lines, sentences(operators, outcome)].join('\n')
}

function sentences({ publicKeys }: FirstOperators, outcome: Bootstrapped['outcome']): string {
  if (outcome === 'unchanged') return 'Nothing was changed.'
  const people =
    publicKeys.length === 1
      ? 'One person suffices for every act.'
      : 'Each dangerous act needs two people.'
  return outcome === 'raised' ? people.replace('.', ' from now on.') : people
}

const checkOrganization = validatorOf(createOrganization.body, '')

const text = { type: 'string' } as const
const options = {
  organization: text,
  name: text,
  'public-key': { type: 'string', multiple: true },
  'single-operator': { type: 'boolean' },
} as const

function readArguments(argv: readonly string[]): FirstOperators {
  const given = readFlags(argv, options, bootstrapUsage)
  const { organization: slug, name = slug, 'public-key': keys = [] } = given
  const [first, second, third] = keys
  if (slug === undefined || name === undefined || first === undefined || third !== undefined) {
    throw new StartError(`Usage: ${bootstrapUsage}`)
  }
  const isSingle = given['single-operator'] === true
  if (second === undefined && !isSingle) {
    throw new StartError(
      'One key would let one person do everything. Give the keys of two people ' +
        '(--public-key <key> --public-key <key>), or --single-operator if one person is to suffice.',
    )
  }
  if (second !== undefined && isSingle) {
    throw new StartError('--single-operator takes one --public-key.')
  }
  const fault = checkOrganization({ slug, name })
  if (fault === undefined) {
    return { slug, name, publicKeys: second === undefined ? [first] : [first, second] }
  }
  const flag = fault.field === 'slug' ? '--organization' : `--${fault.field}`
  throw new StartError(`${flag} ${fault.issue}.`)
}
