import { agreementVersionStates } from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { type DeadlineHandlers, hasExpired } from '../../deals/index.ts'
import { notifyOfVersion, type VersionChange } from './agreement-notifications.ts'
import type { AgreementRepository, VersionRecord } from './agreement.repository.ts'

interface LockedVersion {
  readonly agreementId: string
  readonly version: VersionRecord
  readonly versions: readonly VersionRecord[]
}

/**
 * What happens to versions when their time comes: a proposal expires, accepted terms take effect.
 */
export class AgreementDeadlines {
  readonly #agreements: AgreementRepository

  constructor(agreements: AgreementRepository) {
    this.#agreements = agreements
  }

  handlers() {
    return {
      agreement_proposal: { expire: (tx, termsId) => this.#expire(tx, termsId) },
      agreement_start: { expire: (tx, termsId) => this.#takeEffect(tx, termsId) },
    } satisfies DeadlineHandlers
  }

  /** False if its time has not come. */
  async #expire(tx: WriteTransaction, termsId: string): Promise<boolean> {
    const locked = await this.#lock(tx, termsId)
    if (locked?.version.state !== agreementVersionStates.initial) return true
    if (!hasExpired(locked.version, tx)) return false
    await this.#agreements.end(tx, termsId)
    await this.#notify(tx, locked, 'expire')
    return true
  }

  /** False if its time has not come. */
  async #takeEffect(tx: WriteTransaction, termsId: string): Promise<boolean> {
    const locked = await this.#lock(tx, termsId)
    if (locked === undefined) return true
    if (!isInEffect(locked.version, tx)) return false
    // A later version that takes effect at the same time applies instead.
    const newest = locked.versions.findLast((version) => isInEffect(version, tx))
    if (newest?.termsId === termsId) await this.#notify(tx, locked, 'take_effect')
    return true
  }

  async #lock(tx: WriteTransaction, termsId: string): Promise<LockedVersion | undefined> {
    const agreement = await this.#agreements.lockOfTerms(tx, termsId)
    if (agreement === undefined) return undefined
    const versions = await this.#agreements.versions(tx, agreement.id)
    const version = versions.find((one) => one.termsId === termsId)
    return version && { agreementId: agreement.id, version, versions }
  }

  async #notify(
    tx: WriteTransaction,
    { agreementId, version }: LockedVersion,
    change: VersionChange,
  ): Promise<void> {
    const agreement = await this.#agreements.written(tx, agreementId)
    await notifyOfVersion(tx, agreement, version.version, change)
  }
}

/** Whether a version has taken effect. Of several, the newest applies. */
export function isInEffect(
  { inEffectAt }: VersionRecord,
  { nowMs }: Pick<WriteTransaction, 'nowMs'>,
): boolean {
  return inEffectAt !== null && Date.parse(inEffectAt) <= nowMs
}
