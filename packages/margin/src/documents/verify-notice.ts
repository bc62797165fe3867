import { compareValues, isRecord, type Difference } from '../differences.ts'
import { previewDifferences } from '../verify-preview.ts'
import { calledSetDifferences, isOwnMinimum } from './called-set.ts'
import { Comparison } from './comparison.ts'
import {
  compareHead,
  compareOnlyRevision,
  compareSide,
  compareSides,
  headShape,
} from './content-head.ts'
import { ofShape, type Shaped } from './content-shape.ts'

const partyShape = {
  custodian: 'text',
  organization_id: 'text',
  organization_name: 'text',
  wallet_id: 'text',
  wallet_name: 'text',
} as const

const shape = {
  ...headShape,
  request: {
    id: 'text',
    position_id: 'text',
    order_id: 'text',
    order_id_pretty: 'integer',
    creator_id: 'text',
    created_automatically: 'boolean',
    lender_id: 'text',
    borrower_id: 'text',
    direction: 'text',
    collateral_asset: 'text',
    collateral_amount: 'decimal',
    notional_usd: 'decimal',
    asset_price_usd: 'decimal',
    collateral_price_usd: 'decimal',
    calculation_id: 'text',
    expire_time: 'time',
    call_set_id: 'text?',
    answer_day: {
      orNull: {
        day: 'day',
        response_time: 'text',
        time_zone: 'text',
        notification_time: 'text',
        reason: 'text?',
        reason_day: 'day',
        calendars: { orAbsent: [{ id: 'text', version: 'integer' }] },
      },
    },
    create_time: 'time',
  },
  preview: {
    asset: 'text',
    asset_quantity: 'decimal',
    asset_notional_usd: 'decimal',
    collateral_asset: 'text',
    collateral_type: 'text',
    current_price: 'decimal',
    price_at_last_m2m: 'decimal',
    last_m2m_at: 'time',
    direction: 'text',
    m2m_collateral_amount: 'decimal',
    m2m_notional_usd: 'decimal',
    minimum_notional_usd: 'decimal',
    ltv_percent: 'decimal?',
    ccr_percent: 'decimal?',
    requirement_percent: 'any',
    can_submit_m2m: 'boolean',
    order_id: 'text',
    order_id_pretty: 'integer',
    position_id: 'text',
    sender: partyShape,
    receiver: partyShape,
  },
  calculation: 'any',
} as const

/** The notice of a request of a call set has the set too. */
const shapeOfSet = {
  ...shape,
  call_set: {
    id: 'text',
    total_notional_usd: 'decimal',
    minimum_notional_usd: 'decimal',
    minimum_terms_version: 'integer',
    minimum_applies_to: 'text',
    terms_version: 'integer',
    requests: [{ order_id_pretty: 'integer', notional_usd: 'decimal' }],
  },
} as const
type Notice = Shaped<typeof shape>

/** What of a notice of a margin call contradicts the rest of it. */
export function noticeDifferences(content: unknown): Difference[] {
  const callSet = isRecord(content) ? content['call_set'] : undefined
  const read =
    callSet === undefined
      ? ofShape('content', shape, content)
      : ofShape('content', shapeOfSet, content)
  if ('differences' in read) return read.differences
  const notice: Notice = read.value
  const { request, preview, calculation } = notice
  const found = new Comparison()
  found.differences.push(...previewDifferences(preview, calculation, 'refused'))
  compareHead(found, notice)
  compareOnlyRevision(found, notice)
  compareSides(found, 'request', notice, request)
  compareSide(found, 'request.creator_id', notice, request.creator_id)
  found.differences.push(...compareValues('request', asked(notice), request))
  found.holds(
    'request.expire_time',
    request.expire_time > request.create_time,
    'after its creation',
    request.expire_time,
  )
  const reasons = isRecord(calculation) ? calculation['reasons'] : undefined
  found.differences.push(...calledSetDifferences(callSet, { request, preview, reasons }))
  compareInputs(found, notice)
  compareParties(found, notice)
  return found.differences
}

/** What cannot be recomputed of a notice. */
export function notCoveredOfNotice(content: unknown): string[] {
  const callSet = isRecord(content) ? content['call_set'] : undefined
  if (!isRecord(callSet) || isOwnMinimum(callSet)) return []
  return ['the minimum of the call set, which is that of the newest terms in it']
}

/** What the request has from the preview, or from the head. */
function asked({ preview, create_time: created }: Notice) {
  return {
    direction: preview.direction,
    collateral_asset: preview.collateral_asset,
    collateral_amount: preview.m2m_collateral_amount,
    notional_usd: preview.m2m_notional_usd,
    asset_price_usd: preview.current_price,
    order_id: preview.order_id,
    order_id_pretty: preview.order_id_pretty,
    position_id: preview.position_id,
    create_time: created,
  }
}

/** The inputs of the calculation that stand elsewhere too. */
function compareInputs(found: Comparison, { lender, borrower, request, calculation }: Notice) {
  const inputs: unknown = isRecord(calculation) ? calculation['inputs'] : undefined
  const listed: unknown[] = Array.isArray(inputs) ? inputs : []
  const same = (name: string, expected: string) => {
    const input = listed.find((one) => isRecord(one) && one['name'] === name)
    const value = isRecord(input) ? input['value'] : 'missing'
    found.same(`calculation.inputs.${name}`, expected, value)
  }
  same('lender', lender.organization_id)
  same('borrower', borrower.organization_id)
  same('collateral_price', request.collateral_price_usd)
}

function compareParties(found: Comparison, { lender, borrower, preview }: Notice): void {
  const nameOf = (id: string) => [lender, borrower].find((one) => one.organization_id === id)?.name
  for (const side of ['sender', 'receiver'] as const) {
    const { organization_id: id, organization_name: name } = preview[side]
    found.same(`preview.${side}.organization_name`, nameOf(id), name)
  }
}
