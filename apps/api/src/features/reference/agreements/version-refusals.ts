import {
  agreementProposalsMax,
  agreementVersionsMax,
  agreementVersionsOfOperator,
  agreementVersionStates,
  transitionFor,
} from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { hasExpired } from '../../deals/index.ts'
import type { AgreementSide, VersionRecord } from './agreement.repository.ts'

/** The state of a version now. A proposal whose time is over has expired. */
function stateNow(tx: WriteTransaction, version: VersionRecord): VersionRecord['state'] {
  const isOver = version.state === agreementVersionStates.initial && hasExpired(version, tx)
  return isOver ? 'EXPIRED' : version.state
}

/** Why an action is not possible in the state of a version. */
export function closedRefusal(
  tx: WriteTransaction,
  version: VersionRecord,
  action: 'accept' | 'withdraw',
): Refusal | undefined {
  const state = stateNow(tx, version)
  if (transitionFor(agreementVersionStates, action, state) !== undefined) return undefined
  const done = { accept: 'accepted', withdraw: 'withdrawn' }[action]
  return invalidState('version', `is ${state}: only a PROPOSED version can be ${done}`, state)
}

/** Why a side cannot accept a version once more. */
export function acceptedRefusal(
  { acceptedAt }: VersionRecord,
  side: AgreementSide,
): Refusal | undefined {
  const at = acceptedAt[side]
  return at === null ? undefined : invalidState('version', `was accepted by the ${side} before`, at)
}

/** Why an agreement cannot have another version, of which some are the operator's alone. */
export function fullRefusal(
  versions: readonly VersionRecord[],
  proposer: 'operator' | 'side',
): Refusal | undefined {
  const kept = proposer === 'side' ? agreementVersionsOfOperator : 0
  if (versions.length < agreementVersionsMax - kept) return undefined
  const rest = kept > 0 ? ', of which the rest is for the operator' : ''
  const issue = `has ${versions.length} of at most ${agreementVersionsMax} versions${rest}`
  return invalidState('agreement_id', issue)
}

/** Why the organization of the transaction cannot propose the version with this number. */
export function proposalRefusal(
  tx: WriteTransaction,
  versions: readonly VersionRecord[],
  number: number,
): Refusal | undefined {
  const newest = versions.at(-1)
  const next = (newest?.version ?? 0) + 1
  if (number !== next) {
    return invalidState(
      'version',
      `is not the number of the next version, which is ${next}`,
      String(next),
    )
  }
  if (newest?.proposerId === null && stateNow(tx, newest) === agreementVersionStates.initial) {
    const issue = `awaits the acceptance of version ${newest.version}, which the operator proposed`
    return invalidState('agreement_id', issue)
  }
  const own = versions.filter(({ proposerId }) => proposerId === tx.organizationId)
  if (own.length < agreementProposalsMax) return undefined
  const issue = `has the largest number of versions of one side, ${agreementProposalsMax}`
  return invalidState('agreement_id', issue)
}

export function invalidState(field: string, issue: string, value?: string): Refusal {
  return new Refusal('INVALID_STATE', [{ field, issue, ...(value !== undefined && { value }) }])
}
