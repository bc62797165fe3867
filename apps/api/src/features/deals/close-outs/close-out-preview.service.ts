import { closeOut } from '@vadium/margin'
import type { OperationBody, OperationResponse, previewCloseOut } from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { PriceBook } from '../../prices/index.ts'
import { notComputable } from '../positions/mark-blocker.ts'
import { positionNotFound } from '../positions/position.service.ts'
import { closeOutInputs } from './close-out-inputs.ts'
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
    { position_id: id, in_default: inDefault }: PreviewBody,
  ): Promise<PreviewResponse | Refusal> {
    const nowMs = this.#clock.now()
    const statement = {
      name: 'position to close out',
      text: selectCloseOut,
      values: [id, caller.organizationId],
    }
    const row = await this.#database.readOne<CloseOutRow>(caller, statement)
    if (row instanceof Refusal) return row
    if (row === undefined) return positionNotFound(id)
    const refusal = notComputable(row) ?? alreadyTerminated(row)
    if (refusal !== undefined) return refusal
    const assets = [row.asset, row.collateralAsset]
    const readings = this.#prices.readingsOf(assets, row.quotes, nowMs)
    const inputs = closeOutInputs(
      row,
      { inDefault, provisional: true },
      readings,
      new Date(nowMs).toISOString(),
    )
    return inputs instanceof Refusal ? inputs : { statement: closeOut(inputs) }
  }
}

/** A termination has fixed the figures: there is nothing left to close out. */
function alreadyTerminated({ terminatedId: value }: CloseOutRow): Refusal | undefined {
  if (value === null) return undefined
  const issue = 'a close-out of the position was terminated'
  return new Refusal('POSITION_NOT_ACTIVE', [{ field: 'close_out_id', issue, value }])
}
