import { statusSets, type TransferStatus } from '@vadium/schema'

interface Attempt {
  readonly status: TransferStatus
}

interface AttemptOfLeg extends Attempt {
  readonly leg: string
}

const underWay: ReadonlySet<TransferStatus> = new Set(statusSets.transfer.underWay)
const failed: ReadonlySet<TransferStatus> = new Set(statusSets.transfer.failed)

export function isUnderWay({ status }: Attempt): boolean {
  return underWay.has(status)
}

/** Whether a transfer failed, was rejected or cancelled, so nothing was transferred. */
export function hasFailed({ status }: Attempt): boolean {
  return failed.has(status)
}

/**
 * The newest attempt of each leg, from transfers sorted oldest first. Earlier attempts have failed.
 */
export function newestAttempts<T extends AttemptOfLeg>(transfers: readonly T[]): T[] {
  return transfers.filter(
    ({ leg }, i) => !transfers.slice(i + 1).some((later) => later.leg === leg),
  )
}

/** The failed transfers without a later attempt. */
export function unreplacedFailedTransfers<T extends AttemptOfLeg>(transfers: readonly T[]): T[] {
  return newestAttempts(transfers).filter(hasFailed)
}
