import {
  type acceptAgreement,
  type Agreement,
  agreementVersionStates,
  type amendAgreement,
  type createAgreement,
  type OperationBody,
  type proposeTerms,
  type withdrawTerms,
} from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant } from '../../../platform/db/tenant.ts'
import { instantText } from '../../../platform/instant.ts'
import type { PageBounds } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { CounterpartyTraffic, OrganizationService } from '../../access/index.ts'
import { clearDeadline, hasExpired, isCounterparty, setDeadline } from '../../deals/index.ts'
import { isInEffect } from './agreement-deadlines.ts'
import { notifyOfVersion, type VersionChange } from './agreement-notifications.ts'
import type {
  AgreementRepository,
  AgreementSide,
  AgreementSides,
  NewVersion,
  VersionRecord,
} from './agreement.repository.ts'
import type { CalendarRepository } from '../calendars/calendar.repository.ts'
import { invalidValue, newVersion, type ProposedVersion, tooFarRefusal } from './new-version.ts'
import {
  acceptedRefusal,
  closedRefusal,
  fullRefusal,
  invalidState,
  proposalRefusal,
} from './version-refusals.ts'

interface Parts {
  readonly agreements: AgreementRepository
  readonly organizations: OrganizationService
  readonly traffic: CounterpartyTraffic
  readonly calendars: CalendarRepository
  /** The clock of the book. */
  readonly clock: Clock
}

/**
 * The agreements between lenders and borrowers. The terms of a version never change. The operator or
 * one side proposes a version, and the admins of both sides accept it.
 */
export class AgreementService {
  readonly #agreements: AgreementRepository
  readonly #organizations: OrganizationService
  readonly #traffic: CounterpartyTraffic
  readonly #calendars: CalendarRepository
  readonly #clock: Clock

  constructor({ agreements, organizations, traffic, calendars, clock }: Parts) {
    this.#agreements = agreements
    this.#organizations = organizations
    this.#traffic = traffic
    this.#calendars = calendars
    this.#clock = clock
  }

  /** Proposes the first version. */
  async create(
    tx: WriteTransaction,
    { lender_id, borrower_id, ...given }: OperationBody<typeof createAgreement>,
    receivedTime?: string,
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
    const version = await this.#newVersion(tx, { ...given, receivedTime }, [])
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
    receivedTime?: string,
  ): Promise<Agreement | Refusal> {
    const sides = await this.#agreements.lock(tx, id)
    if (sides === undefined) return notFound
    const versions = await this.#agreements.versions(tx, sides.id)
    const full = fullRefusal(versions, 'operator')
    if (full !== undefined) return full
    const version = await this.#newVersion(tx, { ...body, receivedTime }, versions)
    if (version instanceof Refusal) return version
    await this.#endProposal(tx, sides, versions)
    return this.#propose(tx, sides, version, 'amend')
  }

  /**
   * Proposes a new version for the side of the caller, which accepts it with that, and ends a
   * proposal of a side before it. The caller names the number of the version, so it has seen all
   * that were proposed before.
   */
  async proposeTerms(
    tx: WriteTransaction,
    id: string,
    { version: number, ...given }: OperationBody<typeof proposeTerms>,
    receivedTime?: string,
  ): Promise<Agreement | Refusal> {
    const sides = await this.#agreements.lock(tx, id)
    if (sides === undefined) return notFound
    const proposer = sideOf(sides, tx.organizationId)
    if (proposer === undefined) return notFound
    if (!this.#traffic.admitsProposals) {
      return invalidState('agreement_id', 'takes terms from the operator alone')
    }
    const versions = await this.#agreements.versions(tx, sides.id)
    const refusal = fullRefusal(versions, 'side') ?? proposalRefusal(tx, versions, number)
    if (refusal !== undefined) return refusal
    const version = await this.#newVersion(tx, { ...given, receivedTime }, versions)
    if (version instanceof Refusal) return version
    const tooFar = tooFarRefusal(tx, version)
    if (tooFar !== undefined) return tooFar
    const counterpartyId = proposer === 'lender' ? sides.borrowerId : sides.lenderId
    if (!(await isCounterparty(tx, counterpartyId))) return withSuspended
    const limited = await this.#traffic.admit(tx, 'proposal', counterpartyId)
    if (limited !== undefined) return limited
    await this.#endProposal(tx, sides, versions)
    return this.#propose(tx, sides, { ...version, proposer }, 'propose')
  }

  /** Ends a version that the side of the caller proposed. */
  async withdrawTerms(
    tx: WriteTransaction,
    id: string,
    { version: number }: OperationBody<typeof withdrawTerms>,
  ): Promise<Agreement | Refusal> {
    const locked = await this.#lockVersion(tx, id, number)
    if (locked instanceof Refusal) return locked
    const { sides, version } = locked
    const refusal = closedRefusal(tx, version, 'withdraw')
    if (refusal !== undefined) return refusal
    if (version.proposerId !== tx.organizationId) {
      const issue = 'was not proposed by this organization'
      return new Refusal('PARTY_NOT_PERMITTED', [{ field: 'version', issue }])
    }
    await this.#end(tx, version)
    return this.#written(tx, sides.id, number, 'withdraw')
  }

  #newVersion(
    tx: WriteTransaction,
    given: ProposedVersion,
    versions: readonly VersionRecord[],
  ): Promise<NewVersion | Refusal> {
    return newVersion(tx, given, versions, this.#calendars)
  }

  async #propose(
    tx: WriteTransaction,
    sides: AgreementSides,
    version: NewVersion,
    change: 'create' | 'amend' | 'propose',
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
    const locked = await this.#lockVersion(tx, id, number)
    if (locked instanceof Refusal) return locked
    const { sides, side, version } = locked
    const refusal = closedRefusal(tx, version, 'accept') ?? acceptedRefusal(version, side)
    if (refusal !== undefined) return refusal
    const { proposerId } = version
    if (proposerId !== null && !(await isCounterparty(tx, proposerId))) return withSuspended
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

  /** Locks an agreement of the caller's organization, and finds one of its versions. */
  async #lockVersion(
    tx: WriteTransaction,
    id: string,
    number: number,
  ): Promise<LockedVersion | Refusal> {
    const sides = await this.#agreements.lock(tx, id)
    if (sides === undefined) return notFound
    const side = sideOf(sides, tx.organizationId)
    if (side === undefined) return notFound
    const version = await this.#version(tx, sides.id, number)
    if (version !== undefined) return { sides, side, version }
    const issue = 'is not a version of this agreement'
    return new Refusal('REFERENCE_UNKNOWN', [{ field: 'version', issue }])
  }

  /** Ends the proposal that a new version replaces, if there is one. */
  async #endProposal(
    tx: WriteTransaction,
    { id }: AgreementSides,
    versions: readonly VersionRecord[],
  ): Promise<void> {
    const proposal = versions.find(({ state }) => state === agreementVersionStates.initial)
    if (proposal === undefined) return
    await this.#end(tx, proposal)
    const change = hasExpired(proposal, tx) ? 'expire' : 'replace'
    await this.#written(tx, id, proposal.version, change)
  }

  async #end(tx: WriteTransaction, { termsId }: VersionRecord): Promise<void> {
    await this.#agreements.end(tx, termsId)
    await clearDeadline(tx, 'agreement_proposal', termsId)
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
    changesBefore: readonly 'accept'[] = [],
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

interface LockedVersion {
  readonly sides: AgreementSides
  /** That of the caller. */
  readonly side: AgreementSide
  readonly version: VersionRecord
}

const notFound = new Refusal('AGREEMENT_NOT_FOUND')
const withSuspended = invalidState('agreement_id', 'is with an organization that is suspended')

function sideOf(
  { lenderId, borrowerId }: AgreementSides,
  organizationId: string,
): AgreementSide | undefined {
  if (organizationId === lenderId) return 'lender'
  return organizationId === borrowerId ? 'borrower' : undefined
}
