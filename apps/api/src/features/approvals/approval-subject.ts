import {
  type Account,
  type Agreement,
  type ApprovableOperation,
  type Automation,
  type IssuedCredential,
  type Wallet,
} from '@vadium/schema'
import { ShownOnce } from '../../platform/writes/idempotency.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

/** Whom a write concerns that has no amount. */
export interface Concern {
  /** The organization that it changes, or that of the caller. */
  readonly organizationId: string
  /** Whether its own accounts decide, and not those of the caller's organization. */
  readonly decidesItself: boolean
  /** Whether the operators are onboarding: nobody whom it concerns could decide yet. */
  readonly isOnboarding: boolean
}

interface Changed {
  readonly organizationId: string
  /** The credential that the write created. */
  readonly createdId?: string
}

interface Reach {
  /** What the answer says of the change. */
  readonly changed: (answer: object) => Changed
  readonly decidesItself: boolean
}

/** Operations by which an operator changes another organization, whose rules apply as well. */
const ofOneOrganization = {
  // An account by itself can do nothing, so its organization need not be asked.
  createAccount: { changed: ofResource, decidesItself: false },
  createCredential: { changed: ofCredential, decidesItself: true },
  rotateCredential: { changed: ofCredential, decidesItself: true },
  // Assets of the organization's deals can be sent to it.
  createWallet: { changed: ofResource, decidesItself: true },
  retireWallet: { changed: ofResource, decidesItself: true },
} as const satisfies Partial<Record<ApprovableOperation, Reach>>

function ofResource(answer: object): Changed {
  return { organizationId: (answer as Account | Wallet).organization_id }
}

function ofCredential(answer: object): Changed {
  const kept = answer instanceof ShownOnce ? answer.kept : answer
  const { id: createdId, organization_id: organizationId } = (kept as IssuedCredential).credential
  return { organizationId, createdId }
}

/** Whether an operator changes another organization with the operation. */
export function reachesAnother(name: ApprovableOperation): name is keyof typeof ofOneOrganization {
  return name in ofOneOrganization
}

/** Whether the organization that an operator changes decides on it, and not the operators. */
export function isDecidedByTheChanged(name: ApprovableOperation): boolean {
  return reachesAnother(name) && ofOneOrganization[name].decidesItself
}

/** Whether a write only takes power away, and so acts at once, by the answer that it has had. */
export function onlyTakesAway(name: ApprovableOperation, answer: object): boolean {
  return name === 'setAutomation' && (answer as Automation).calls === 'off'
}

/** Whom a write concerns, by the answer that it has had in this transaction. */
export async function concernOf(
  tx: WriteTransaction,
  name: ApprovableOperation,
  { answer, ownId }: { readonly answer: object; readonly ownId: string },
): Promise<Concern> {
  if (reachesAnother(name)) {
    const { organizationId, createdId } = ofOneOrganization[name].changed(answer)
    const isOnboarding = !(await hasHadAManager(tx, organizationId, createdId))
    return { organizationId, decidesItself: isDecidedByTheChanged(name), isOnboarding }
  }
  const isOnboarding =
    name === 'acceptAgreement'
      ? await isBeforeTheSecondAdmin(tx, ownId, answer)
      : await isBeforeTheFirstAdmin(tx, name, answer)
  return { organizationId: ownId, decidesItself: true, isOnboarding }
}

/**
 * Terms that the operators proposed to an organization in which one admin alone could ever decide.
 * Terms of a side are never among them: no second person proposed those.
 */
async function isBeforeTheSecondAdmin(
  tx: WriteTransaction,
  organizationId: string,
  answer: object,
): Promise<boolean> {
  // Only the newest version can be accepted: it ended a proposal before it.
  const accepted = (answer as Agreement).versions.at(-1)
  if (accepted?.proposer_id !== null) return false
  const row = await tx.row<{ accounts: number }>(
    `SELECT count(DISTINCT account_id)::int AS accounts FROM credentials
     WHERE role = 'admin' AND organization_id = $1`,
    [organizationId],
  )
  return row?.accounts === 1
}

const ofTheInstallation: readonly ApprovableOperation[] = [
  'createCustodian',
  'createAsset',
  'setCalendar',
]

/** What operators set up for firms that cannot be asked yet. */
async function isBeforeTheFirstAdmin(
  tx: WriteTransaction,
  name: ApprovableOperation,
  answer: object,
): Promise<boolean> {
  if (ofTheInstallation.includes(name)) return !(await hasOnboarded(tx))
  if (name !== 'createAgreement') return false
  const { lender_id, borrower_id } = answer as Agreement
  return !(await hasHadAManager(tx, lender_id)) && !(await hasHadAManager(tx, borrower_id))
}

/** Whether an organization has had a manager, apart from the credential that is being created. */
async function hasHadAManager(
  tx: WriteTransaction,
  organizationId: string,
  createdId?: string,
): Promise<boolean> {
  const row = await tx.row<{ had: boolean }>('SELECT has_had_a_manager($1, $2) AS had', [
    organizationId,
    createdId ?? null,
  ])
  return row?.had === true
}

/** Whether any organization but the caller's, which is that of the operators, has had an admin. */
async function hasOnboarded(tx: WriteTransaction): Promise<boolean> {
  const row = await tx.row(
    `SELECT FROM credentials WHERE role = 'admin' AND organization_id <> $1 LIMIT 1`,
    [tx.organizationId],
  )
  return row !== undefined
}
