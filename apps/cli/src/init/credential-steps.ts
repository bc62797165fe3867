import { type Approval, proveKey, publicKeyOf, type VadiumClient } from '@vadium/client'
import type { Files } from '../context/files.ts'
import type { CommandIssue } from '../errors/command-error.ts'
import type { AccountEntry, InstallationFile } from './installation-file.ts'
import { knownKey, newKey } from './key-file.ts'
import { accountName, type Left, type Setup, type Step } from './setup.ts'
import { all, type Installed } from './installed.ts'

/** An account of the file, in its organization. */
interface Entry {
  readonly slug: string
  readonly account: AccountEntry
  readonly field: string
  /** The private key in its file. Undefined if there is no file yet. */
  readonly privateKey: string | undefined
}

/**
 * The credentials. The operator makes the first admin of an organization alone; what comes after it
 * may need the approval of that admin.
 *
 * @throws CommandError if a key file is not usable.
 */
export async function credentialSteps(
  { organizations }: InstallationFile,
  installed: Installed,
  faults: CommandIssue[],
  files: Files,
): Promise<Step[]> {
  const steps: Step[] = []
  for (const [i, { slug, accounts }] of organizations.entries()) {
    const entries: Entry[] = []
    for (const [j, account] of accounts.entries()) {
      const { key_file } = account
      const privateKey = key_file === undefined ? undefined : await knownKey(key_file, files)
      entries.push({ slug, account, field: `organizations[${i}].accounts[${j}]`, privateKey })
    }
    const isAdmin = ({ account: { role } }: Entry) => role === 'admin'
    const ordered = [...entries.filter(isAdmin), ...entries.filter((one) => !isAdmin(one))]
    steps.push(...ordered.map((entry) => credentialStep(entry, installed, faults)))
  }
  return steps
}

function credentialStep(entry: Entry, installed: Installed, faults: CommandIssue[]): Step {
  const { slug, account, field, privateKey } = entry
  const { key_file, role } = account
  const into = key_file === undefined || privateKey !== undefined ? '' : `, its key in ${key_file}`
  const what = `${role} credential of ${account.name} of ${slug}`
  const publicKey =
    privateKey === undefined ? account.proof?.split('.')[0] : publicKeyOf(privateKey)
  const owner = installed.accounts.find(
    ({ name, organization_id }) =>
      name === account.name &&
      installed.organizations.some(({ id, slug: of }) => id === organization_id && of === slug),
  )
  const used = installed.credentials.find((one) => one.public_key === publicKey)
  if (used !== undefined) {
    const isThis = used.account_id === owner?.id && used.role === role && used.revoke_time === null
    if (!isThis) faults.push({ field, issue: 'has a key that has another credential already' })
  }
  const exists =
    used !== undefined ||
    (publicKey === undefined &&
      installed.credentials.some(
        (one) => one.account_id === owner?.id && one.role === role && one.revoke_time === null,
      ))
  if (exists) return { what, known: (setup) => keepAdmin(setup, entry, privateKey) }
  return { what: `${what}${into}`, act: (setup) => enrol(setup, entry, publicKey) }
}

async function enrol(
  setup: Setup,
  entry: Entry,
  publicKey: string | undefined,
): Promise<Left | undefined> {
  const { slug, account } = entry
  const { role, proof, key_file } = account
  const enrolled = {
    installationId: setup.installed.installationId,
    organizationId: setup.id(slug),
    accountId: setup.id(accountName(slug, account.name)),
  }
  if (key_file === undefined && proof === undefined) {
    const ids = `--installation ${enrolled.installationId} --organization ${enrolled.organizationId}`
    return {
      what: `${account.name} of ${slug} makes a key; its proof belongs into the file`,
      commands: [`vadium keys new private.key ${ids} --account ${enrolled.accountId}`],
    }
  }
  const signer = signerOf(setup, slug, enrolled.organizationId)
  const pending = await pendingApproval(setup, signer, publicKey)
  if (pending !== undefined) return pending
  const privateKey =
    entry.privateKey ?? (key_file === undefined ? undefined : await newKey(key_file, setup.files))
  const body =
    privateKey === undefined
      ? { account_id: enrolled.accountId, role, proof }
      : { account_id: enrolled.accountId, role, proof: proveKey(privateKey, enrolled, setup.now()) }
  await signer.credentials.create(body, setup.write('createCredential', body))
  keepAdmin(setup, entry, privateKey)
  return undefined
}

/**
 * Who asks for a credential: an admin of the organization if another can approve it. The request of
 * an operator can be approved by the only admin.
 */
function signerOf(setup: Setup, slug: string, organizationId: string): VadiumClient {
  const isAdmin = (one: Installed['credentials'][number]) =>
    one.organization_id === organizationId && one.role === 'admin' && one.revoke_time === null
  const admins = new Set(
    setup.installed.credentials.filter(isAdmin).map(({ account_id }) => account_id),
  )
  return (admins.size > 1 ? setup.adminOf(slug) : undefined) ?? setup.operator
}

/** The approval that an earlier run has asked for. Its proof has another time than one of now. */
async function pendingApproval(
  setup: Setup,
  signer: VadiumClient,
  publicKey: string | undefined,
): Promise<Left | undefined> {
  if (publicKey === undefined) return undefined
  const own = signer.approvals.list({ page_size: 1000, state: 'PENDING' }, setup.read())
  const found = (await all(own)).find(
    ({ operation, request }) =>
      operation === 'createCredential' && request.body.includes(publicKey),
  )
  return found && awaiting(found, 'the credential', setup)
}

function keepAdmin(setup: Setup, { slug, account }: Entry, privateKey: string | undefined): void {
  if (account.role === 'admin' && privateKey !== undefined) setup.keepAdmin(slug, privateKey)
}

/** What other accounts must approve. */
export function awaiting({ id, decider_id }: Approval, what: string, setup: Setup): Left {
  const isOwn = decider_id === setup.installed.caller.organization.id
  const decider = isOwn ? 'another operator' : `the admin of ${setup.nameOf(decider_id)}`
  return {
    what: `${what} waits for ${decider}`,
    commands: [`vadium approvals get ${id}`, `vadium approvals approve ${id}`],
    approval_id: id,
  }
}
