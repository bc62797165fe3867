import { Decimal, formatDecimal } from '@vadium/margin'
import type {
  acceptCallSet,
  CallSet,
  createCallSet,
  listCallSets,
  OperationBody,
  OperationQuery,
} from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { cutPage, type ReadPage } from '../../../platform/lists/list.ts'
import { placeOf, readPosition } from '../../../platform/lists/page-token.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import { together } from '../../../platform/writes/together.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { areNoticesWanted, recordNoticesOfSet } from '../mark-to-market/margin-call-notice.ts'
import type { MarkToMarketService } from '../mark-to-market/mark-to-market.service.ts'
import { notifyCallSet } from '../mark-to-market/request-notifications.ts'
import { requestMembers } from '../mark-to-market/request-resource.ts'
import { lockDealsOfCallSet } from '../parties/deal.ts'
import type { CallSetCreation, CreatedCallSet } from './call-set-creation.ts'
import { type CallSetRecord, pendingOf } from './call-set-record.ts'
import {
  acceptanceFault,
  callSetNotFound,
  callSetResource,
  sumMembers,
} from './call-set-resource.ts'
import {
  callSetPage,
  callSetWithin,
  findCallSet,
  pendingRequests,
  requestsOfSet,
} from './call-set.repository.ts'

interface Parts {
  readonly database: TenantDatabase
  readonly clock: Clock
  readonly creation: CallSetCreation
  readonly requests: MarkToMarketService
}

/** Call sets: creation, acceptance, and what becomes of them. */
export class CallSetService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The other side is notified once. What a party under notice offers is accepted at once. */
  async create(
    tx: WriteTransaction,
    caller: Caller,
    { calculation_id: calculationId }: OperationBody<typeof createCallSet>,
  ): Promise<CallSet | Refusal> {
    const created = await this.#parts.creation.create(tx, caller, calculationId)
    if (created instanceof Refusal) return created
    for (const { position } of created.requests) {
      if (position.hasNotice) await this.#parts.requests.acceptOffered(tx, position.id)
    }
    const record = await readWithin(tx, created.id)
    await this.#noticesOf(tx, record, created)
    const [first] = created.requests
    const pending = pendingOf(record)
    if (first !== undefined && pending.length > 0) {
      const { position } = first
      const notionalUsd = sumOf(pending)
      await notifyCallSet(tx, { ...created, position, notionalUsd, requests: pending.length })
    }
    return callSetResource(record, { ...caller, nowMs: tx.nowMs })
  }

  async #noticesOf(
    tx: WriteTransaction,
    record: CallSetRecord,
    { requests }: CreatedCallSet,
  ): Promise<void> {
    if (!(await areNoticesWanted(tx, record))) return
    const created = new Map(requests.map((row) => [row.id, row]))
    const rows = (await requestsOfSet(tx, record.id)).flatMap((request) => {
      const calculated = created.get(request.id)
      if (calculated === undefined) return []
      const { minimumAppliesTo, termsVersion } = calculated
      return [{ calculated, request: requestMembers(request), minimumAppliesTo, termsVersion }]
    })
    await recordNoticesOfSet(tx, { ...record, sums: sumMembers(record), rows })
  }

  /** Accepts all requests that await an answer, but for some, or none. */
  async accept(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    { except = [] }: OperationBody<typeof acceptCallSet>,
  ): Promise<CallSet | Refusal> {
    const [, record, requests] = await together([
      lockDealsOfCallSet(tx, id),
      callSetWithin(tx, id),
      pendingRequests(tx, id),
    ])
    if (record === undefined) return callSetNotFound(id)
    const left = except.map((one) => one.toLowerCase())
    const fault = foreignRequest(record, left) ?? acceptanceFault(record, tx)
    if (fault !== undefined) return fault
    const accepted = requests.filter((request) => !left.includes(request.id))
    if (accepted.length === 0) {
      return new Refusal('INVALID_STATE', [
        { field: 'except', issue: 'names every request that awaits an answer' },
      ])
    }
    const refused = await this.#parts.requests.acceptAll(tx, accepted)
    if (refused !== undefined) return named(refused.refusal, refused.request.id)
    return callSetResource(await readWithin(tx, id), { ...caller, nowMs: tx.nowMs })
  }

  async get(caller: Caller, id: string): Promise<CallSet | Refusal> {
    const record = await findCallSet(this.#parts.database, caller, id)
    if (record instanceof Refusal) return record
    if (record === undefined) return callSetNotFound(id)
    return this.#shown(caller, record)
  }

  /** Reads pages, newest first. */
  reader(
    caller: Caller,
    { agreement_id: agreementId }: OperationQuery<typeof listCallSets>,
  ): ReadPage<CallSet> {
    return async (after, pageSize) => {
      const behind = after === undefined ? undefined : readPosition(after)
      const range = { after: behind, count: pageSize + 1 }
      const rows = await callSetPage(this.#parts.database, caller, agreementId, range)
      if (rows instanceof Refusal) return rows
      return cutPage(rows, pageSize, placeOf, (record) => this.#shown(caller, record))
    }
  }

  #shown({ organizationId, role }: Caller, record: CallSetRecord): CallSet {
    return callSetResource(record, { organizationId, role, nowMs: this.#parts.clock.now() })
  }
}

function sumOf(requests: ReturnType<typeof pendingOf>): string {
  const sum = requests.reduce((total, { notionalUsd }) => total.plus(notionalUsd), new Decimal(0))
  return formatDecimal(sum, 2)
}

async function readWithin(tx: WriteTransaction, id: string): Promise<CallSetRecord> {
  const record = await callSetWithin(tx, id)
  if (record === undefined) throw new Error(`there is no call set ${id}`)
  return record
}

function foreignRequest(
  { requests }: CallSetRecord,
  except: readonly string[],
): Refusal | undefined {
  const foreign = except.find((id) => !requests.some((request) => request.id === id))
  if (foreign === undefined) return undefined
  const issue = 'is not a request of the call set'
  return new Refusal('VALUE_INVALID', [{ field: 'except', issue, value: foreign }])
}

/** The refusal of one request, with its id. */
function named({ reason, details }: Refusal, requestId: string): Refusal {
  const issue = 'cannot be accepted: accept the set except for it'
  return new Refusal(reason, [
    { field: 'mark_to_market_request_id', issue, value: requestId },
    ...details,
  ])
}
