import { Decimal, formatDecimal } from '@vadium/margin'
import {
  type AnsweredResource,
  type OrderRequestKind,
  type StateMachine,
  stateMachines,
} from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** The state machine of a resource that can await an answer. */
export function answeredMachine(kind: AnsweredResource): StateMachine {
  const machine = stateMachines.find(({ id }) => id === kind)
  if (machine === undefined) throw new Error(`there is no state machine of ${kind}`)
  return machine
}

/** The text of an entry: what is at stake, and which answer is awaited. */
export async function actionText(
  database: Pick<WriteTransaction, 'row'>,
  kind: AnsweredResource,
  { id, status }: { readonly id: string; readonly status: string },
): Promise<string> {
  const { title, states } = answeredMachine(kind)
  const figures = await figuresOf[kind](database, id)
  const subject = figures === undefined ? title : `${title}: ${figures}`
  return `${subject}. ${states[status] ?? status}`
}

/** What is at stake, in a few words. Without figures, the title of the machine is used. */
const figuresOf: Readonly<Record<AnsweredResource, typeof orderFigures>> = {
  order: orderFigures,
  mark_to_market_request: callFigures,
  order_request: changeFigures,
}

async function orderFigures(
  database: Pick<WriteTransaction, 'row'>,
  id: string,
): Promise<string | undefined> {
  const row = await database.row<{ figures: string }>(
    `SELECT format('%s %s at %s %% a year, against %s', trim_scale(asset_quantity), asset,
       trim_scale(rate_percent), trim_scale(collateral_quantity) || ' ' || collateral_asset) AS figures
     FROM orders WHERE id = $1`,
    [id],
  )
  return row?.figures
}

async function callFigures(
  database: Pick<WriteTransaction, 'row'>,
  id: string,
): Promise<string | undefined> {
  const row = await database.row<{ direction: string; collateral: string; notionalUsd: string }>(
    `SELECT r.direction, trim_scale(r.collateral_amount) || ' ' || o.collateral_asset AS collateral,
       trim_scale(r.notional_usd) AS "notionalUsd"
     FROM mark_to_market_requests r JOIN positions p ON p.id = r.position_id
       JOIN orders o ON o.id = p.order_id
     WHERE r.id = $1`,
    [id],
  )
  if (row === undefined) return undefined
  const usd = formatDecimal(new Decimal(row.notionalUsd), 2)
  return `${row.direction} of ${row.collateral}, ${usd} USD`
}

async function changeFigures(
  database: Pick<WriteTransaction, 'row'>,
  id: string,
): Promise<string | undefined> {
  const row = await database.row<ChangeRow>(
    `SELECT r.kind, trim_scale(r.quantity) AS quantity, o.asset,
       trim_scale(r.rate_percent) AS "ratePercent",
       to_char(r.effective_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "firstDay"
     FROM order_requests r JOIN positions p ON p.id = r.position_id JOIN orders o ON o.id = p.order_id
     WHERE r.id = $1`,
    [id],
  )
  return row && changeWords[row.kind](row)
}

interface ChangeRow {
  readonly kind: OrderRequestKind
  /** Null for a rerate. */
  readonly quantity: string | null
  readonly asset: string
  /** Null unless it is a rerate. */
  readonly ratePercent: string | null
  /** YYYY-MM-DD. Null if it is the day of the acceptance. */
  readonly firstDay: string | null
}

const returnWords = ({ kind, quantity, asset }: ChangeRow) =>
  `${kind} of ${quantity ?? ''} ${asset}`

const changeWords: Readonly<Record<OrderRequestKind, (row: ChangeRow) => string>> = {
  recall: returnWords,
  return: returnWords,
  rerate: ({ kind, ratePercent, firstDay }) =>
    `${kind} to ${ratePercent ?? ''} % a year${firstDay === null ? '' : ` from ${firstDay}`}`,
}
