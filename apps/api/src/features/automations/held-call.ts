import type { ComputedPreview } from '../deals/index.ts'
import { type NewNotification, notify } from '../notifications/index.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { DueCall } from './automation.repository.ts'

const dayLength = '2026-03-02'.length

/** Notifies the organization of a call that is due and is left to a person. */
export async function notifyHeldCall(
  tx: WriteTransaction,
  { dueAt, counterpartyName }: DueCall,
  { position, figures }: ComputedPreview,
  why: string,
): Promise<void> {
  const { orderId, orderNumber, id, collateralAsset } = position
  const amount = `${figures.m2m_collateral_amount} ${collateralAsset}, ${figures.m2m_notional_usd} USD`
  await notify(tx, [
    {
      ...common(tx),
      occasion: `${id} ${dueAt}`,
      title: `Automatic call held: order ${orderNumber}`,
      body: `${amount}, is due from ${counterpartyName}. It was not requested automatically, because ${why}. A person can request it.`,
      link: { resource: 'position', id, order_id: orderId },
    },
  ])
}

/**
 * Notifies the organization of a position for which it is not known what is due, if something may
 * be lost by that. Nothing is while a request of its own awaits an answer.
 */
export async function notifyUncomputed(
  tx: WriteTransaction,
  due: DueCall,
  refusal: Refusal,
): Promise<void> {
  const { reason } = refusal
  if (reason === 'PRICE_STALE' || reason === 'PRICE_MISSING') {
    await notifyUnpriced(tx, due, refusal)
    return
  }
  const obstacle = obstacleOf(due, refusal)
  if (obstacle === undefined) return
  const { dueAt, counterpartyName, positionId: id, orderId, orderNumber } = due
  await notify(tx, [
    {
      ...common(tx),
      occasion: `${id} ${dueAt}`,
      title: `Automatic call held: order ${orderNumber}`,
      body: `Nothing was requested of ${counterpartyName} automatically, because ${obstacle}. When that is over, a person can request what is due.`,
      link: { resource: 'position', id, order_id: orderId },
    },
  ])
}

function obstacleOf(due: DueCall, { reason }: Refusal): string | undefined {
  if (reason === 'POSITION_QUANTITY_CHANGING') return 'the quantity of the position is changing'
  if (reason !== 'MARK_TO_MARKET_REQUEST_OPEN') return undefined
  if (due.hasFailed) return 'a mark-to-market request of the position has failed'
  return due.isAsked
    ? `a mark-to-market request of ${due.counterpartyName} awaits an answer`
    : undefined
}

/**
 * Notifies the organization that an asset has no usable price, once for a counterparty and a day,
 * however many positions are concerned: what is due is not known.
 */
async function notifyUnpriced(
  tx: WriteTransaction,
  { dueAt, counterpartyId, counterpartyName }: DueCall,
  { details }: Refusal,
): Promise<void> {
  const asset = details[0]?.field ?? 'an asset'
  await notify(tx, [
    {
      ...common(tx),
      occasion: `${counterpartyId} ${dueAt.slice(0, dayLength)} ${asset}`,
      title: `Automatic calls held: no price of ${asset}`,
      body: `Nothing in ${asset} was requested of ${counterpartyName} automatically at ${dueAt}, because it had no current price. A person can request what is due.`,
      link: { resource: 'price', id: asset, order_id: null },
    },
  ])
}

const common = ({ organizationId }: WriteTransaction) =>
  ({
    organizationId,
    category: 'automation_held',
    severity: 'warning',
  }) as const satisfies Partial<NewNotification>
