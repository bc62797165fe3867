import { formatDecimal, type LeastCollateral } from '@vadium/margin'
import type { KeepReason } from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { notify } from '../../notifications/index.ts'
import type { OrderRequestRecord } from './order-request-record.ts'

type Notice = readonly [title: string, body: string, severity: 'info' | 'warning']

/** Notifies both sides that the new collateral has replaced the old one, and why. */
export function notifySwitch(
  tx: WriteTransaction,
  request: OrderRequestRecord,
  needed: LeastCollateral,
): Promise<void> {
  const { collateralAsset, collateralReturned } = request
  const body = `${given(request)} have arrived and secure the order now. ${figures(request, needed)} ${collateralReturned ?? '0'} ${collateralAsset} are sent back.`
  return notifyBoth(tx, request, 'decided', ['Collateral exchanged', body, 'info'])
}

/** Notifies both sides that the old collateral stays, and why. */
export function notifyKeep(
  tx: WriteTransaction,
  request: OrderRequestRecord,
  reason: KeepReason,
  needed?: LeastCollateral,
): Promise<void> {
  const why = needed === undefined ? '' : ` ${figures(request, needed)}`
  const body = `${given(request)} do not take the place of the ${request.collateralAsset}: ${reasons[reason]}.${why} What has come of it is sent back.`
  return notifyBoth(tx, request, 'decided', ['Collateral not exchanged', body, 'warning'])
}

/** Notifies both sides that what was to go back has arrived. */
export function notifyReturned(tx: WriteTransaction, request: OrderRequestRecord): Promise<void> {
  const { substitution, collateralAsset, collateralReturned, transfers } = request
  const isSwitched = substitution?.decision === 'switch'
  const [quantity, asset] = isSwitched
    ? [collateralReturned, collateralAsset]
    : [transfers.at(-1)?.quantity, substitution?.asset]
  const body = `${quantity ?? ''} ${asset ?? ''} are back with the borrower. The exchange is over.`
  return notifyBoth(tx, request, 'over', ['Collateral sent back', body, 'info'])
}

const reasons: Readonly<Record<KeepReason, string>> = {
  called_off: 'a side has cancelled the request',
  failed: 'its transfer has failed, and nothing has moved',
  late: 'it was not decided in the time that transfers have',
  requirement_not_met: 'it does not meet the requirement',
  default_declared: 'a default of the deal is declared',
  closed_out: 'the deal was closed out',
}

const given = ({ substitution }: OrderRequestRecord) =>
  `${substitution?.quantity ?? ''} ${substitution?.asset ?? ''}`

/** The figures of the decision: a unit is worth this, and so much of it is the least. */
const figures = (
  { substitution }: OrderRequestRecord,
  { least, requiredUsd, creditedPriceUsd }: LeastCollateral,
) =>
  `${formatDecimal(requiredUsd)} USD are required, and one ${substitution?.asset ?? ''} counts for ${formatDecimal(creditedPriceUsd)} USD: the least is ${formatDecimal(least)}.`

function notifyBoth(
  tx: WriteTransaction,
  { id, orderId, orderNumber, lenderId, borrowerId }: OrderRequestRecord,
  step: 'decided' | 'over',
  [title, body, severity]: Notice,
): Promise<void> {
  return notify(
    tx,
    [lenderId, borrowerId].map((organizationId) => ({
      organizationId,
      category: 'collateral_exchanged',
      severity,
      occasion: `${id} ${step}`,
      title: `${title}: order ${orderNumber}`,
      body,
      link: { resource: 'order_request', id, order_id: orderId },
    })),
  )
}
