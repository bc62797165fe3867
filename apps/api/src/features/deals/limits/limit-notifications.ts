import { formatDecimal } from '@vadium/margin'
import { notify } from '../../notifications/index.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { ExceededLimit, LimitsInEffect } from './limits-in-effect.ts'

/** The order that exceeds limits, and how people know it. */
interface ConcernedOrder {
  readonly id: string
  /** Undefined while it is being created. */
  readonly number?: number
}

/**
 * Notifies an organization alone that an acceptance by its counterparty was refused, once an order.
 */
export function notifyOfRefusal(
  tx: WriteTransaction,
  order: ConcernedOrder,
  limits: LimitsInEffect,
  exceeded: readonly ExceededLimit[],
): Promise<void> {
  return notifyOfOrder(tx, order, limits, {
    occasion: `refused ${order.id}`,
    title: (name) => `Limit for ${name}: the acceptance of ${nameOf(order)} was refused`,
    body: `${sentencesOf(exceeded, 'would be')} It was refused to the counterparty without any figure.`,
  })
}

/**
 * Notifies an organization that it has offered more than its limits allow, so far without effect.
 */
export function warnOfOffer(
  tx: WriteTransaction,
  order: ConcernedOrder,
  limits: LimitsInEffect,
  exceeded: readonly ExceededLimit[],
): Promise<void> {
  return notifyOfOrder(tx, order, limits, {
    occasion: `offered ${order.id}`,
    title: (name) => `Limit for ${name}: ${nameOf(order)} would exceed it`,
    body: `${sentencesOf(exceeded, 'would be')} The limits only warn, so it awaits an answer.`,
  })
}

/** Notifies an organization alone that an order goes on, although it exceeds limits. */
export async function warnOfOrder(
  tx: WriteTransaction,
  order: ConcernedOrder,
  limits: LimitsInEffect,
  exceeded: readonly ExceededLimit[],
): Promise<void> {
  // At the next market cut they are not exceeded newly.
  await recordExceeded(tx, limits, exceeded)
  await notifyOfOrder(tx, order, limits, {
    occasion: `exceeded ${order.id} ${tx.ids.next()}`,
    title: (name) => `Limit for ${name} exceeded by ${nameOf(order)}`,
    body: `${sentencesOf(exceeded, 'is')} The limits only warn, so the order goes on.`,
  })
}

/**
 * Notifies an organization that limits are newly exceeded, because prices or the limits have
 * changed.
 */
export async function notifyOfExceeded(
  tx: WriteTransaction,
  limits: LimitsInEffect,
  exceeded: readonly ExceededLimit[],
): Promise<void> {
  const { organizationId, counterpartyId } = limits
  const name = await nameOfOrganization(tx, counterpartyId)
  await notify(tx, [
    {
      organizationId,
      category: 'limit_exceeded',
      severity: 'warning',
      occasion: `exceeded ${tx.ids.next()}`,
      title: `Limit for ${name} exceeded`,
      body: `${sentencesOf(exceeded, 'is')} What open deals owe goes on.`,
      link: { resource: 'counterparty_limits', id: counterpartyId, order_id: null },
    },
  ])
}

/** Records limits that are exceeded. Returns the names of those that were not recorded yet. */
export async function recordExceeded(
  tx: WriteTransaction,
  { organizationId, counterpartyId }: LimitsInEffect,
  exceeded: readonly ExceededLimit[],
): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    'SELECT record_exceeded_limits($1, $2, $3, $4) AS name',
    [organizationId, counterpartyId, exceeded.map(({ name }) => name), tx.now],
  )
  return rows.map(({ name }) => name)
}

interface Words {
  readonly occasion: string
  readonly title: (counterparty: string) => string
  readonly body: string
}

async function notifyOfOrder(
  tx: WriteTransaction,
  { id }: ConcernedOrder,
  { organizationId, counterpartyId }: LimitsInEffect,
  { occasion, title, body }: Words,
): Promise<void> {
  const name = await nameOfOrganization(tx, counterpartyId)
  const link = { resource: 'order', id, order_id: id } as const
  await notify(tx, [
    {
      organizationId,
      category: 'limit_exceeded',
      severity: 'warning',
      occasion,
      title: title(name),
      body,
      link,
    },
  ])
}

async function nameOfOrganization(tx: WriteTransaction, id: string): Promise<string> {
  const row = await tx.row<{ name: string }>('SELECT name FROM organizations WHERE id = $1', [id])
  return row?.name ?? 'a counterparty'
}

const nameOf = ({ number }: ConcernedOrder) =>
  number === undefined ? 'a new order' : `order ${number}`

function sentencesOf(exceeded: readonly ExceededLimit[], verb: 'is' | 'would be'): string {
  return exceeded.map((one) => sentenceOf(one, verb)).join(' ')
}

function sentenceOf({ what, most, unit, use }: ExceededLimit, verb: string): string {
  const subject = `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`
  const limit = `and its limit is ${most} ${unit}`
  if (use.shown === null) return `${subject} is unknown, ${limit}: an asset never had a price.`
  const shown = formatDecimal(use.shown, unit === 'USD' ? 2 : 0)
  const percent = use.percent === null ? '' : ` (${formatDecimal(use.percent, 2)} %)`
  return `${subject} ${verb} ${shown} ${unit}, ${limit}${percent}.`
}
