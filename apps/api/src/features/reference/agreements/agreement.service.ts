import {
  type acceptAgreement,
  type Agreement,
  agreementVersionsMax,
  agreementVersionStates,
  type amendAgreement,
  type createAgreement,
  type OperationBody,
  transitionFor,
} from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant } from '../../../platform/db/tenant.ts'
import { instantText } from '../../../platform/instant.ts'
import type { PageBounds } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { OrganizationService } from '../../access/index.ts'
import { clearDeadline, hasExpired, setDeadline } from '../../deals/index.ts'
import { isInEffect } from './agreement-deadlines.ts'
import { notifyOfVersion, type VersionChange } from './agreement-notifications.ts'
import type {
  AgreementRepository,
  AgreementSide,
  AgreementSides,
  NewVersion,
  VersionRecord,
} from './agreement.repository.ts'
import { invalidValue, newVersion } from './new-version.ts'

/**
 * The agreements between lenders and borrowers. The terms of a version never change. The operator
 * proposes a version, and the admins of both sides accept it.
 */
export class AgreementService {
  readonly #agreements: AgreementRepository
  readonly #organizations: OrganizationService
  /** The clock of the book. */
  readonly #clock: Clock

  constructor(agreements: AgreementRepository, organizations: OrganizationService, clock: Clock) {
    this.#agreements = agreements
    this.#organizations = organizations
    this.#clock = clock
  }

  /** Proposes the first version. */
  async create(
    tx: WriteTransaction,
    { lender_id, borrower_id, ...given }: OperationBody<typeof createAgreement>,
  ): Promise<Agreement | Refusal> {
    for (const [field, id] of Object.entries({ lender_id, borrower_id })) {
      if (await this.#organizations.exists(tx, id)) continue
      return new Refusal('REFERENCE_UNKNOWN', [{ field, issue: 'is not an organization' }])
    }
    const sides = {
      id: tx.ids.next(),
      lenderId: lender_id.toLowerCase(),
      borrowerId: borrower_id.toLowerCase(),
    }
    if (sides.lenderId === sides.borrowerId) {
      return invalidValue('borrower_id', 'must be another organization than lender_id')
    }
    const version = newVersion(tx, given, [])
    if (version instanceof Refusal) return version
    if (!(await this.#agreements.insert(tx, sides))) {
      return new Refusal('ALREADY_EXISTS', [
        { field: 'borrower_id', issue: 'has an agreement with this lender: amend it instead' },
      ])
    }
    return this.#propose(tx, sides, version, 'create')
  }

  /**
   * Proposes a new version, and ends a proposal before it. The agreement is locked, so the numbers
   * of its versions have no gaps, and the times from which they are in effect never decrease.
   */
  async amend(
    tx: WriteTransaction,
    id: string,
    body: OperationBody<typeof amendAgreement>,
  ): Promise<Agreement | Refusal> {
    const sides = await this.#agreements.lock(tx, id)
    if (sides === undefined) return notFound
    const versions = await this.#agreements.versions(tx, sides.id)
    if (versions.length >= agreementVersionsMax) {
      const issue = `has the largest number of versions, ${agreementVersionsMax}`
      return new Refusal('INVALID_STATE', [{ field: 'agreement_id', issue }])
    }
    const version = newVersion(tx, body, versions)
    if (version instanceof Refusal) return version
    const superseded = versions.find(({ state }) => state === agreementVersionStates.initial)
    if (superseded !== undefined) {
      await this.#agreements.end(tx, superseded.termsId)
      await clearDeadline(tx, 'agreement_proposal', superseded.termsId)
      await this.#written(tx, sides.id, superseded.version, 'expire')
    }
    return this.#propose(tx, sides, version, 'amend')
  }

  async #propose(
    tx: WriteTransaction,
    sides: AgreementSides,
    version: NewVersion,
    change: 'create' | 'amend',
  ): Promise<Agreement> {
    const termsId = await this.#agreements.addVersion(tx, sides, version)
    await this.#setDeadline(tx, 'agreement_proposal', sides, termsId, version.expireTime)
    return this.#written(tx, sides.id, version.version, change)
  }

  /** Accepts a proposed version for the side of the caller. */
  async accept(
    tx: WriteTransaction,
    id: string,
    { version: number }: OperationBody<typeof acceptAgreement>,
  ): Promise<Agreement | Refusal> {
    const sides = await this.#agreements.lock(tx, id)
    if (sides === undefined) return notFound
    const side = sideOf(sides, tx.organizationId)
    if (side === undefined) return notFound
    const version = await this.#version(tx, sides.id, number)
    if (version === undefined) {
      const issue = 'is not a version of this agreement'
      return new Refusal('REFERENCE_UNKNOWN', [{ field: 'version', issue }])
    }
    const refusal = acceptRefusal(tx, version, side)
    if (refusal !== undefined) return refusal
    await this.#agreements.accept(tx, version.termsId, side)
    const accepted = await this.#version(tx, sides.id, number)
    if (accepted?.inEffectAt == null) return this.#written(tx, sides.id, number, 'accept')
    await clearDeadline(tx, 'agreement_proposal', accepted.termsId)
    if (isInEffect(accepted, tx)) {
      return this.#written(tx, sides.id, number, 'take_effect', ['accept'])
    }
    await this.#setDeadline(tx, 'agreement_start', sides, accepted.termsId, accepted.inEffectAt)
    return this.#written(tx, sides.id, number, 'accept')
  }

  async get(tenant: Tenant, id: string): Promise<Agreement | Refusal> {
    return (await this.#agreements.find(tenant, this.#now, id)) ?? notFound
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<Agreement> | Refusal> {
    return this.#agreements.page(tenant, this.#now, bounds)
  }

  get #now(): string {
    return instantText(this.#clock.now())
  }

  async #version(
    tx: WriteTransaction,
    id: string,
    number: number,
  ): Promise<VersionRecord | undefined> {
    const versions = await this.#agreements.versions(tx, id)
    return versions.find(({ version }) => version === number)
  }

  /** Returns the agreement, and notifies both sides of a change of one version. */
  async #written(
    tx: WriteTransaction,
    id: string,
    number: number,
    change: VersionChange,
    changesBefore: readonly VersionChange[] = [],
  ): Promise<Agreement> {
    const agreement = await this.#agreements.written(tx, id)
    await notifyOfVersion(tx, agreement, number, change, changesBefore)
    return agreement
  }

  #setDeadline(
    tx: WriteTransaction,
    kind: 'agreement_proposal' | 'agreement_start',
    { lenderId, borrowerId }: AgreementSides,
    resourceId: string,
    dueAt: string,
  ): Promise<void> {
    return setDeadline(tx, { kind, resourceId, lenderId, borrowerId, dueAt })
  }
}

const notFound = new Refusal('AGREEMENT_NOT_FOUND')

function sideOf(
  { lenderId, borrowerId }: AgreementSides,
  organizationId: string,
): AgreementSide | undefined {
  if (organizationId === lenderId) return 'lender'
  return organizationId === borrowerId ? 'borrower' : undefined
}

/** Why a side cannot accept a version. A proposal whose time is over has expired. */
function acceptRefusal(
  tx: WriteTransaction,
  version: VersionRecord,
  side: AgreementSide,
): Refusal | undefined {
  const isOver = version.state === agreementVersionStates.initial && hasExpired(version, tx)
  const state = isOver ? 'EXPIRED' : version.state
  if (transitionFor(agreementVersionStates, 'accept', state) === undefined) {
    const issue = `is ${state}: only a PROPOSED version can be accepted`
    return new Refusal('INVALID_STATE', [{ field: 'version', issue, value: state }])
  }
  const acceptedAt = version.acceptedAt[side]
  if (acceptedAt === null) return undefined
  const issue = `was accepted by the ${side} before`
  return new Refusal('INVALID_STATE', [{ field: 'version', issue, value: acceptedAt }])
}
