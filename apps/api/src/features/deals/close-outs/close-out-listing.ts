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
import type { PriceBook } from '../../prices/index.ts'
import { type CloseOutFacts, withoutPrices } from './close-out-facts.ts'
import type { CloseOutRecord } from './close-out-record.ts'
import { closeOutNotFound, closeOutResource } from './close-out-resource.ts'
import { closeOutTable } from './close-out.repository.ts'

/** Reads close-outs, with what can be done with each at the prices of now. */
export class CloseOutListing {
  readonly #database: TenantDatabase
  readonly #prices: PriceBook
  readonly #clock: Clock

  constructor(database: TenantDatabase, prices: PriceBook, clock: Clock) {
    this.#database = database
    this.#prices = prices
    this.#clock = clock
  }

  async get(caller: Caller, id: string): Promise<CloseOut | Refusal> {
    const record = await closeOutTable.find(this.#database, caller, id)
    if (record instanceof Refusal) return record
    if (record === undefined) return closeOutNotFound(id)
    const [shown] = await this.#shown(caller, [record])
    return shown ?? closeOutNotFound(id)
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
      return { ...page, items: await this.#shown(caller, page.items) }
    }
  }

  async #shown(caller: Caller, records: readonly CloseOutRecord[]): Promise<CloseOut[]> {
    const nowMs = this.#clock.now()
    const assets = assetsOfNotices(records)
    const facts: CloseOutFacts =
      assets.length === 0
        ? withoutPrices({ nowMs })
        : {
            nowMs,
            prices: await this.#prices.read(assets, nowMs),
            held: await this.#prices.held(assets, nowMs),
          }
    return records.map((record) => closeOutResource(record, { ...caller, nowMs }, facts))
  }
}

/** Only a notice depends on prices. */
export function assetsOfNotices(records: readonly CloseOutRecord[]): string[] {
  const notices = records.filter(({ status }) => status === 'NOTICE')
  return [...new Set(notices.flatMap((record) => [record.asset, record.collateralAsset]))]
}
