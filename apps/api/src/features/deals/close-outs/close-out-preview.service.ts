import type { OperationBody, OperationResponse, previewCloseOut } from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { PriceBook } from '../../prices/index.ts'
import { notComputable } from '../positions/mark-blocker.ts'
import { positionNotFound } from '../positions/position.service.ts'
import { figuresOf } from './close-out-figures.ts'
import { type CloseOutRow, selectCloseOut } from './close-out-row.ts'

type PreviewBody = OperationBody<typeof previewCloseOut>
type PreviewResponse = OperationResponse<typeof previewCloseOut>

/** Computes what a close-out would be. */
export class CloseOutPreviewService {
  readonly #database: TenantDatabase
  readonly #prices: PriceBook
  readonly #clock: Clock

  constructor(database: TenantDatabase, prices: PriceBook, clock: Clock) {
    this.#database = database
    this.#prices = prices
    this.#clock = clock
  }

  /** The statement that a close-out would have now, if a side were in default. Changes nothing. */
  async preview(
    caller: Caller,
    { position_id: id, in_default: inDefault, cause }: PreviewBody,
  ): Promise<PreviewResponse | Refusal> {
    const nowMs = this.#clock.now()
    const read = {
      name: 'position to close out',
      text: selectCloseOut,
      values: [id, caller.organizationId],
    }
    const row = await this.#database.readOne<CloseOutRow>(caller, read)
    if (row instanceof Refusal) return row
    if (row === undefined) return positionNotFound(id)
    const refusal = notComputable(row) ?? alreadyTerminated(row)
    if (refusal !== undefined) return refusal
    const assets = [row.asset, row.collateralAsset]
    const readings = this.#prices.readingsOf(assets, row.quotes, nowMs)
    const asked = { inDefault, cause, provisional: true }
    const statement = figuresOf(row, asked, readings, new Date(nowMs).toISOString())
    return statement instanceof Refusal ? statement : { statement }
  }
}

/** A termination has fixed the figures: there is nothing left to close out. */
function alreadyTerminated({ terminatedId: value }: CloseOutRow): Refusal | undefined {
  if (value === null) return undefined
  const issue = 'a close-out of the position was terminated'
  return new Refusal('POSITION_NOT_ACTIVE', [{ field: 'close_out_id', issue, value }])
}
