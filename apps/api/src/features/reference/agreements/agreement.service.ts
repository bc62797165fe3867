import {
  type Agreement,
  agreementVersionsMax,
  type amendAgreement,
  type createAgreement,
  type MarginTerms,
  type OperationBody,
} from '@vadium/schema'
import type { Tenant } from '../../../platform/db/tenant.ts'
import { readInstant } from '../../../platform/instant.ts'
import type { PageBounds } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { notifyOfAdministration } from '../../notifications/index.ts'
import type { OrganizationService } from '../../access/index.ts'
import type { AgreementRepository } from './agreement.repository.ts'
import { plainTerms, termsFault } from './terms-fault.ts'

/** The agreements between lenders and borrowers. Their versions never change. */
export class AgreementService {
  readonly #agreements: AgreementRepository
  readonly #organizations: OrganizationService

  constructor(agreements: AgreementRepository, organizations: OrganizationService) {
    this.#agreements = agreements
    this.#organizations = organizations
  }

  async create(
    tx: WriteTransaction,
    { lender_id, borrower_id, terms, effective_time }: OperationBody<typeof createAgreement>,
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
    const version = newVersion(tx, { terms, effective_time }, undefined)
    if (version instanceof Refusal) return version
    if (!(await this.#agreements.insert(tx, sides))) {
      return new Refusal('ALREADY_EXISTS', [
        { field: 'borrower_id', issue: 'has an agreement with this lender: amend it instead' },
      ])
    }
    await this.#agreements.addVersion(tx, sides, version)
    return this.#written(tx, sides.id, 'create')
  }

  /**
   * Adds a version. The agreement is locked, so the numbers of its versions have no gaps and their
   * times never decrease.
   */
  async amend(
    tx: WriteTransaction,
    id: string,
    body: OperationBody<typeof amendAgreement>,
  ): Promise<Agreement | Refusal> {
    const last = await this.#agreements.lock(tx, id)
    if (last === undefined) return notFound
    if (last.version >= agreementVersionsMax) {
      return new Refusal('INVALID_STATE', [
        {
          field: 'agreement_id',
          issue: `has the largest number of versions, ${agreementVersionsMax}`,
        },
      ])
    }
    const version = newVersion(tx, body, last)
    if (version instanceof Refusal) return version
    await this.#agreements.addVersion(tx, last, version)
    return this.#written(tx, id, 'amend')
  }

  /** Returns the agreement, and notifies both parties of its newest version. */
  async #written(tx: WriteTransaction, id: string, action: 'create' | 'amend'): Promise<Agreement> {
    const agreement = await this.#agreements.written(tx, id)
    await notifyOfAgreement(tx, agreement, action)
    return agreement
  }

  async get(tenant: Tenant, id: string): Promise<Agreement | Refusal> {
    return (await this.#agreements.find(tenant, id)) ?? notFound
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<Agreement> | Refusal> {
    return this.#agreements.page(tenant, bounds)
  }
}

const notFound = new Refusal('AGREEMENT_NOT_FOUND')

async function notifyOfAgreement(
  tx: WriteTransaction,
  agreement: Agreement,
  action: 'create' | 'amend',
): Promise<void> {
  const { id, lender_id, lender_name, borrower_id, borrower_name, versions } = agreement
  const newest = versions.at(-1)
  const done = action === 'create' ? 'created' : 'amended'
  const validity = `Version ${newest?.version} is in effect from ${newest?.effective_time}.`
  const reader = (organizationId: string, otherName: string, otherSide: string) => ({
    organizationId,
    severity: 'warning' as const,
    title: `Agreement ${done}: with ${otherName}`,
    body: `The agreement ${id} with ${otherName}, the ${otherSide}, was ${done}. ${validity}`,
  })
  await notifyOfAdministration(tx, {
    resource: 'agreement',
    resourceId: id,
    action,
    readers: [
      reader(lender_id, borrower_name, 'borrower'),
      reader(borrower_id, lender_name, 'lender'),
    ],
  })
}

interface Last {
  readonly version: number
  readonly effectiveTime: string
}

/** The next version; or a refusal if the given one is invalid. */
function newVersion(
  tx: WriteTransaction,
  given: { readonly terms: MarginTerms; readonly effective_time?: string | undefined },
  last: Last | undefined,
): { version: number; effectiveTime: string; terms: MarginTerms } | Refusal {
  const fault = termsFault(given.terms)
  if (fault !== undefined) return new Refusal('VALUE_INVALID', [fault])
  const effectiveTime = given.effective_time ?? tx.now
  const effectiveMs = readInstant(effectiveTime)
  if (effectiveMs === undefined) {
    return invalidValue('effective_time', 'is not an existing time')
  }
  if (effectiveMs < tx.nowMs) {
    return invalidValue('effective_time', 'must not be before the time of the service', tx.now)
  }
  // The same time is allowed: the higher version applies, so a future version can be corrected.
  if (last !== undefined && effectiveMs < Date.parse(last.effectiveTime)) {
    const issue = `must not be before that of version ${last.version}`
    return invalidValue('effective_time', issue, last.effectiveTime)
  }
  return { version: (last?.version ?? 0) + 1, effectiveTime, terms: plainTerms(given.terms) }
}

function invalidValue(field: string, issue: string, value?: string): Refusal {
  return new Refusal('VALUE_INVALID', [{ field, issue, ...(value !== undefined && { value }) }])
}
