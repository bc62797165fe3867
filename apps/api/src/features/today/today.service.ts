import { Decimal, formatDecimal } from '@vadium/margin'
import {
  type getToday,
  type MarkToMarketDirection,
  type OperationQuery,
  type Today,
  todayRowsDefault,
} from '@vadium/schema'
import type { Clock } from '../../platform/clock.ts'
import { instantText } from '../../platform/instant.ts'
import type { NamedRows } from '../../platform/lists/named-rows.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../../platform/signing/caller.ts'
import { approvalRefusal } from '../approvals/index.ts'
import { type DefaultsReader, transferLifecycle, type Viewer, withRetries } from '../deals/index.ts'
import type { PriceBook } from '../prices/index.ts'
import type { TotalsThen } from './kept-totals.ts'
import { submittablePositions, valuedPositions } from './submittable-positions.ts'
import type { LateRow, TodayRepository, TodayRow } from './today.repository.ts'

interface Parts {
  readonly today: TodayRepository
  readonly prices: PriceBook
  /** The clock of the book. */
  readonly clock: Clock
  readonly defaults: DefaultsReader
}

/** Counts what needs a person. */
export class TodayService {
  readonly #today: TodayRepository
  readonly #prices: PriceBook
  readonly #clock: Clock
  readonly #defaults: DefaultsReader

  constructor({ today, prices, clock, defaults }: Parts) {
    this.#today = today
    this.#prices = prices
    this.#clock = clock
    this.#defaults = defaults
  }

  async get(
    caller: Caller,
    { rows = todayRowsDefault, named = 'all' }: OperationQuery<typeof getToday>,
  ): Promise<Today | Refusal> {
    const nowMs = this.#clock.now()
    const now = instantText(nowMs)
    const prices = await this.#prices.readCurrent(nowMs)
    const otherRows = named === 'all' ? rows : 0
    const row = await this.#today.read(caller, { now, rows: otherRows }, prices)
    if (row instanceof Refusal) return row
    const { failed, agreements, awaited, moving, marginCalls, liquidations } = row
    const viewer = { ...caller, nowMs }
    const held = { tenant: caller, defaults: this.#defaults, nowMs }
    const valued = await valuedPositions(row.due, { prices, now }, held)
    if (valued instanceof Refusal) return valued
    const due = (direction: MarkToMarketDirection) =>
      submittablePositions(valued, direction, { rows, hasMore: row.due.hasMore })
    const late = row.late.rows.map((one) => lateTransfer(one, viewer))
    return {
      as_of: now,
      failed_transfers: {
        ...transfersOf(failed.found, withRetries(failed, viewer)),
        has_more: failed.hasMore,
      },
      to_answer: toAnswer(row),
      to_approve: toApprove(row, viewer, otherRows),
      agreements_to_accept: {
        count: agreements.count,
        next_deadline: agreements.nextDeadline,
        versions: [...row.versions.rows],
        others: othersOf(row.versions),
        has_more: agreements.hasMore,
      },
      awaited: {
        count: awaited.count,
        next_deadline: awaited.nextDeadline,
        has_more: awaited.hasMore,
      },
      to_call: due('TopUp'),
      to_release: due('Release'),
      watch: {
        margin_call_reached: marginCalls.count,
        liquidation_reached: liquidations.count,
        has_more: marginCalls.hasMore || liquidations.hasMore,
      },
      stuck_transfers: {
        ...transfersOf(row.stuck, [...row.stuck.rows]),
        has_more: moving.hasMore,
      },
      late_transfers: { ...transfersOf(row.late, late), has_more: moving.hasMore },
      defaults: defaultsOf(row),
      limits_exceeded: {
        count: row.exceeded.count,
        counterparties: [...row.exceeded.rows],
        others: othersOf(row.exceeded),
        has_more: row.exceededHasMore,
      },
      totals: totalsOf(row),
      totals_at_cut: totalsAtCut(row),
    }
  }
}

function toAnswer({ orders, calls, orderRequests, asked }: TodayRow): Today['to_answer'] {
  const kinds = [orders, calls, orderRequests]
  return {
    count: asked.count,
    orders: orders.count,
    mark_to_market_requests: calls.count - calls.inSets,
    call_sets: calls.sets,
    order_requests: orderRequests.count,
    notional_usd: usd(asked.notionalUsd),
    next_deadline: earliest(kinds.map(({ nextDeadline }) => nextDeadline)),
    requests: [...asked.rows],
    others: othersOf(asked),
    has_more: kinds.some(({ hasMore }) => hasMore),
  }
}

/** The approvals that the caller may give: the same decision as in their `actions`. */
function toApprove(
  { approvals, approvalsHaveMore }: TodayRow,
  viewer: Caller & { readonly nowMs: number },
  rows: number,
): Today['to_approve'] {
  const those = approvals
    .filter((approval) => approvalRefusal(approval, 'approve', viewer) === undefined)
    .map((approval) => ({
      id: approval.id,
      operation: approval.operation,
      account_id: approval.accountId,
      order_id: approval.orderId,
      amount_usd: approval.amountUsd,
      expire_time: instantText(Date.parse(approval.expireTime)),
    }))
    .sort((a, b) => a.expire_time.localeCompare(b.expire_time) || a.id.localeCompare(b.id))
  const others = those.slice(rows)
  return {
    count: those.length,
    next_deadline: those[0]?.expire_time ?? null,
    approvals: those.slice(0, rows),
    others: {
      count: others.length,
      notional_usd: sumOf(others.map(({ amount_usd }) => amount_usd ?? '0')),
    },
    has_more: approvalsHaveMore,
  }
}

/** The members that all parts of transfers have. */
function transfersOf<Row>(found: NamedRows<unknown>, transfers: Row[]) {
  return {
    count: found.count,
    notional_usd: usd(found.notionalUsd),
    transfers,
    others: othersOf(found),
  }
}

const othersOf = ({ others }: NamedRows<unknown>) => ({
  count: others.count,
  notional_usd: usd(others.notionalUsd),
})

function lateTransfer(
  { shown, record }: LateRow,
  viewer: Viewer,
): Today['late_transfers']['transfers'][number] {
  return { ...shown, actions: transferLifecycle.offered(record, viewer, viewer) }
}

function defaultsOf({ defaults, defaulted }: TodayRow): Today['defaults'] {
  return {
    against_us: defaults.againstUs,
    by_us: defaults.byUs,
    claims_open: defaults.claimsOpen,
    next_deadline: defaults.nextDeadline,
    close_outs: [...defaulted.rows],
    others: othersOf(defaulted),
    has_more: defaults.hasMore,
  }
}

function totalsOf({ calls, moving }: TodayRow): Today['totals'] {
  return { ...sumsOf({ calls, moving }), has_more: calls.hasMore || moving.hasMore }
}

function totalsAtCut({ cutTime, totalsAtCut: then }: TodayRow): Today['totals_at_cut'] {
  if (cutTime === null || then === null) return null
  return { cut_time: cutTime, ...sumsOf(then), has_more: then.hasMore }
}

const sumsOf = ({ calls, moving }: Pick<TotalsThen, 'calls' | 'moving'>) => ({
  owed_to_us_usd: usd(calls.owedToUs),
  owed_by_us_usd: usd(calls.owedByUs),
  in_transit_to_us_usd: usd(moving.toUs),
  in_transit_from_us_usd: usd(moving.fromUs),
  disputed_usd: usd(calls.disputed),
})

const usd = (text: string) => formatDecimal(new Decimal(text), 2)

const sumOf = (texts: readonly string[]) =>
  formatDecimal(
    texts.reduce((sum, text) => sum.plus(text), new Decimal(0)),
    2,
  )

function earliest(times: readonly (string | null)[]): string | null {
  return times.filter((time) => time !== null).sort()[0] ?? null
}
