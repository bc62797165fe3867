import {
  type CloseOut,
  closeOutStates,
  type listCloseOuts,
  type OperationQuery,
} from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { cutPage, type ReadPage } from '../../../platform/lists/list.ts'
import { placeOf, readPosition } from '../../../platform/lists/page-token.ts'
import { unknownStatus } from '../../../platform/lists/unknown-status.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import { withoutPrices } from './close-out-facts.ts'
import type { CloseOutRecord } from './close-out-record.ts'
import { closeOutNotFound, closeOutResource } from './close-out-resource.ts'
import { closeOutTable } from './close-out.repository.ts'
import type { DefaultFacts } from './default-facts.ts'

/** Reads close-outs, with what can be done with each now. */
export class CloseOutListing {
  readonly #database: TenantDatabase
  readonly #facts: DefaultFacts
  readonly #clock: Clock

  constructor(database: TenantDatabase, facts: DefaultFacts, clock: Clock) {
    this.#database = database
    this.#facts = facts
    this.#clock = clock
  }

  async get(caller: Caller, id: string): Promise<CloseOut | Refusal> {
    const record = await closeOutTable.find(this.#database, caller, id)
    if (record instanceof Refusal) return record
    if (record === undefined) return closeOutNotFound(id)
    const shown = await this.#shown(caller, [record])
    return shown instanceof Refusal ? shown : (shown[0] ?? closeOutNotFound(id))
  }

  /** Reads pages, newest first. */
  reader(caller: Caller, query: OperationQuery<typeof listCloseOuts>): ReadPage<CloseOut> {
    const { status, cause, position_id, declarer_id } = query
    const selection = {
      ...(status !== undefined && { status }),
      ...(cause !== undefined && { cause }),
      ...(position_id !== undefined && { position_id }),
      ...(declarer_id !== undefined && { creator_id: declarer_id }),
    }
    return async (after, pageSize) => {
      const unknown = unknownStatus(closeOutStates, status, 'is not a status of a close-out')
      if (unknown !== undefined) return unknown
      const behind = after === undefined ? undefined : readPosition(after)
      const rows = await closeOutTable.page(this.#database, caller, selection, behind, pageSize + 1)
      if (rows instanceof Refusal) return rows
      const page = cutPage(rows, pageSize, placeOf, (record) => record)
      const items = await this.#shown(caller, page.items)
      return items instanceof Refusal ? items : { ...page, items }
    }
  }

  /** Only a notice depends on prices, and on what was demanded and sent. */
  async #shown(caller: Caller, records: readonly CloseOutRecord[]): Promise<CloseOut[] | Refusal> {
    const nowMs = this.#clock.now()
    const notices = records.filter(({ status }) => status === 'NOTICE')
    const facts =
      notices.length === 0
        ? withoutPrices({ nowMs })
        : await this.#facts.read(this.#database, caller, notices, nowMs)
    if (facts instanceof Refusal) return facts
    return records.map((record) => closeOutResource(record, { ...caller, nowMs }, facts))
  }
}
