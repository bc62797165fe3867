import {
  type Agreement,
  type AgreementVersion,
  type NotificationSeverity,
  replacedVersion,
} from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { notifyOfAdministration } from '../../notifications/index.ts'
import { differenceSentences } from './terms-difference.ts'

/** What happened to a version. A new one creates or amends its agreement, or a side proposes it. */
export type VersionChange =
  | 'create'
  | 'amend'
  | 'propose'
  | 'withdraw'
  | 'accept'
  | 'take_effect'
  | 'expire'
  | 'replace'

/** A version, and what its reader must know of the agreement. */
interface ReadVersion {
  readonly version: AgreementVersion
  /** The version that it replaces. */
  readonly replaced: AgreementVersion | undefined
  /** That which is in effect now. */
  readonly inEffect: AgreementVersion | undefined
  readonly readerId: string
}

interface Words {
  readonly title: string
  readonly severity: NotificationSeverity
  /** What the change means for the version, in whole sentences. */
  readonly effect: (read: ReadVersion) => string
}

const proposed: Words = {
  title: 'Terms proposed',
  severity: 'warning',
  effect: ({ version: { effective_time, expire_time } }) =>
    `was proposed. It takes effect when the admins of both sides have accepted it, from ${effective_time} at the earliest. It expires at ${expire_time}.`,
}

const words: Readonly<Record<VersionChange, Words>> = {
  create: proposed,
  amend: proposed,
  propose: { title: 'Terms proposed', severity: 'warning', effect: proposal },
  withdraw: {
    title: 'Proposed terms withdrawn',
    severity: 'info',
    effect: (read) => `was withdrawn by ${proposerOf(read)}, and cannot be accepted.`,
  },
  accept: { title: 'Terms accepted', severity: 'info', effect: acceptance },
  take_effect: {
    title: 'Terms in effect',
    severity: 'warning',
    effect: ({ version: { in_effect_time } }) =>
      `is accepted by both sides. It is in effect from ${in_effect_time}.`,
  },
  expire: {
    title: 'Proposed terms expired',
    severity: 'warning',
    effect: () => 'has expired without the acceptance of both sides, and cannot be accepted.',
  },
  replace: {
    title: 'Proposed terms replaced',
    severity: 'warning',
    effect: ({ version: { version } }) =>
      `was replaced by version ${version + 1}, and cannot be accepted.`,
  },
}

function proposerOf({ version: { proposer_id }, readerId }: ReadVersion): string {
  return proposer_id === readerId ? 'this organization' : 'the counterparty'
}

function proposal(read: ReadVersion): string {
  const { version, readerId } = read
  const accepter = version.proposer_id === readerId ? 'the counterparty' : 'this organization'
  return [
    `was proposed by ${proposerOf(read)}, which accepts it with that.`,
    `It takes effect when an admin of ${accepter} has accepted it, from ${version.effective_time} at the earliest.`,
    `It expires at ${version.expire_time}.`,
    differenceSentences(read, version),
  ].join(' ')
}

function acceptance({ version }: ReadVersion): string {
  const { lender_accept_time, in_effect_time, expire_time } = version
  if (in_effect_time !== null) {
    return `is accepted by both sides. It is in effect from ${in_effect_time}.`
  }
  const [by, other] = lender_accept_time === null ? ['borrower', 'lender'] : ['lender', 'borrower']
  return `was accepted by the ${by}. It awaits the acceptance of the ${other} until ${expire_time}.`
}

/**
 * Notifies both sides of a change of one version. `actionsBefore` are changes of the same moment
 * that need no notification of their own.
 */
export async function notifyOfVersion(
  tx: WriteTransaction,
  agreement: Agreement,
  number: number,
  action: VersionChange,
  actionsBefore: readonly 'accept'[] = [],
): Promise<void> {
  const version = agreement.versions.find((one) => one.version === number)
  if (version === undefined) throw new Error(`agreement ${agreement.id} has no version ${number}`)
  const { id, lender_id, lender_name, borrower_id, borrower_name } = agreement
  const { title, severity, effect } = words[action]
  const replaced = replacedVersion(agreement, version)
  const inEffect = agreement.versions.findLast(
    ({ in_effect_time }) => in_effect_time !== null && Date.parse(in_effect_time) <= tx.nowMs,
  )
  const reader = (organizationId: string, otherName: string, otherSide: string) => ({
    organizationId,
    severity,
    title: `${title}: agreement with ${otherName}`,
    body: `Version ${number} of the agreement with ${otherName}, the ${otherSide}, ${effect({ version, replaced, inEffect, readerId: organizationId })}`,
  })
  await notifyOfAdministration(tx, {
    resource: 'agreement',
    resourceId: id,
    action: action === 'replace' ? 'expire' : action,
    actionsBefore,
    readers: [
      reader(lender_id, borrower_name, 'borrower'),
      reader(borrower_id, lender_name, 'lender'),
    ],
  })
}
