import { Decimal, formatDecimal } from '@vadium/margin'
import { type MarkToMarketDirection, type Today } from '@vadium/schema'
import type { Clock } from '../../platform/clock.ts'
import { instantText } from '../../platform/instant.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../../platform/signing/caller.ts'
import { approvalRefusal } from '../approvals/index.ts'
import {
  type PositionFigures,
  PositionValuer,
  transferLifecycle,
  type Viewer,
  withRetries,
} from '../deals/index.ts'
import type { PriceBook, PriceReading } from '../prices/index.ts'
import type { LateRow, TodayRepository, TodayRow } from './today.repository.ts'

/** Counts what needs a person. */
export class TodayService {
  readonly #today: TodayRepository
  readonly #prices: PriceBook
  readonly #clock: Clock

  /** @param clock The clock of the book. */
  constructor(today: TodayRepository, prices: PriceBook, clock: Clock) {
    this.#today = today
    this.#prices = prices
    this.#clock = clock
  }

  async get(caller: Caller): Promise<Today | Refusal> {
    const nowMs = this.#clock.now()
    const now = instantText(nowMs)
    const prices = await this.#prices.readCurrent(nowMs)
    const row = await this.#today.read(caller, now, prices)
    if (row instanceof Refusal) return row
    const figures = figuresOf(row, prices, now)
    const { failed, calls, orders, orderRequests, agreements, moving } = row
    const asked = [orders, calls, orderRequests]
    return {
      as_of: now,
      failed_transfers: {
        count: failed.count,
        transfers: withRetries(failed, { ...caller, nowMs }),
        has_more: failed.hasMore,
      },
      to_answer: {
        count: orders.count + calls.count + orderRequests.count,
        orders: orders.count,
        mark_to_market_requests: calls.count,
        order_requests: orderRequests.count,
        next_deadline: earliest(asked.map(({ nextDeadline }) => nextDeadline)),
        has_more: asked.some(({ hasMore }) => hasMore),
      },
      to_approve: toApprove(row, caller, nowMs),
      agreements_to_accept: {
        count: agreements.count,
        next_deadline: agreements.nextDeadline,
        has_more: agreements.hasMore,
      },
      to_call: { ...submittable(figures, 'TopUp'), has_more: row.due.hasMore },
      to_release: { ...submittable(figures, 'Release'), has_more: row.due.hasMore },
      watch: {
        margin_call_reached: row.marginCalls,
        liquidation_reached: row.liquidations,
        has_more: row.levelsHaveMore,
      },
      stuck_transfers: {
        count: moving.stuck,
        transfers: moving.longest,
        has_more: moving.hasMore,
      },
      late_transfers: {
        count: moving.late,
        transfers: moving.latest.map((row) => lateTransfer(row, { ...caller, nowMs })),
        has_more: moving.hasMore,
      },
      totals: {
        owed_to_us_usd: usd(calls.owedToUs),
        owed_by_us_usd: usd(calls.owedByUs),
        in_transit_to_us_usd: usd(moving.toUs),
        in_transit_from_us_usd: usd(moving.fromUs),
        disputed_usd: usd(calls.disputed),
        has_more: calls.hasMore || moving.hasMore,
      },
    }
  }
}

function lateTransfer(
  { shown, record }: LateRow,
  viewer: Viewer,
): Today['late_transfers']['transfers'][number] {
  return { ...shown, actions: transferLifecycle.offered(record, viewer, viewer) }
}

/** The figures of the positions that may be due, at the prices by which they were chosen. */
function figuresOf(
  { due }: TodayRow,
  prices: ReadonlyMap<string, string>,
  observedAt: string,
): PositionFigures[] {
  const readings = new Map(
    [...prices].map(([asset, priceUsd]): [string, PriceReading] => [
      asset,
      { kind: 'current', priceUsd, source: '', observedAt },
    ]),
  )
  const valuer = new PositionValuer(readings)
  return due.positions.map((position) => valuer.figures(position))
}

function submittable(figures: readonly PositionFigures[], direction: MarkToMarketDirection) {
  const those = figures.filter(
    (figure) => figure.m2mReason === null && figure.direction === direction,
  )
  const sum = those.reduce(
    (total, { m2mNotionalUsd }) => total.plus(m2mNotionalUsd ?? 0),
    new Decimal(0),
  )
  return { count: those.length, notional_usd: formatDecimal(sum, 2) }
}

/** The approvals that the caller may give: the same decision as in their `actions`. */
function toApprove(
  { approvals, approvalsHaveMore }: TodayRow,
  caller: Caller,
  nowMs: number,
): Today['to_approve'] {
  const viewer = { ...caller, nowMs }
  const those = approvals.filter(
    (approval) => approvalRefusal(approval, 'approve', viewer) === undefined,
  )
  return {
    count: those.length,
    next_deadline: earliest(those.map(({ expireTime }) => instantText(Date.parse(expireTime)))),
    has_more: approvalsHaveMore,
  }
}

const usd = (text: string) => formatDecimal(new Decimal(text), 2)

function earliest(times: readonly (string | null)[]): string | null {
  return times.filter((time) => time !== null).sort()[0] ?? null
}
