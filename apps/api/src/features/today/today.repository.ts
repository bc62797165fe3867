import { type Today, todayChangesMax, todayCountMax, todayPositionsMax } from '@vadium/schema'
import type { TenantDatabase } from '../../platform/db/tenant.ts'
import type { Statement } from '../../platform/db/tenant-query.ts'
import type { NamedRows } from '../../platform/lists/named-rows.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../../platform/signing/caller.ts'
import type { ApprovalFacts } from '../approvals/index.ts'
import {
  type DuePositions,
  duePositions,
  failedTransfers,
  type FailedTransfers,
  type TransferRecord,
} from '../deals/index.ts'
import { KeptTotals, type LastCut, type TotalsThen } from './kept-totals.ts'
import { countedColumns, readRows } from './today-parts.ts'
import { cutTime, lastCut, named, readTotalsAtCut, totalsAtCutColumn } from './totals-parts.ts'

/** What was counted of one kind. */
interface Counted {
  readonly count: number
  readonly nextDeadline: string | null
  readonly hasMore: boolean
}

/** The positions that have reached a level. */
type Reached = Omit<Counted, 'nextDeadline'>

/** A late transfer, and the record that decides what can be done with it. */
export interface LateRow {
  readonly shown: Omit<Today['late_transfers']['transfers'][number], 'actions'>
  readonly record: TransferRecord
}

/** An approval that waits, and what decides whether the caller may give it. */
export interface WaitingApproval extends ApprovalFacts {
  readonly id: string
  readonly orderId: string | null
  readonly amountUsd: string | null
}

/** Everything that a snapshot says of what needs a person. Sums are decimal strings. */
export interface TodayRow extends LastCut {
  readonly due: DuePositions
  readonly failed: FailedTransfers
  readonly calls: Counted &
    Readonly<Record<'owedToUs' | 'owedByUs' | 'disputed', string>> & {
      /** How many of those that await an answer are in call sets, and in how many. */
      readonly inSets: number
      readonly sets: number
    }
  readonly orderRequests: Counted
  readonly orders: Counted
  readonly asked: NamedRows<Today['to_answer']['requests'][number]>
  readonly awaited: Counted
  readonly agreements: Counted
  readonly versions: NamedRows<Today['agreements_to_accept']['versions'][number]>
  readonly approvals: readonly WaitingApproval[]
  /** Whether there may be more approvals. */
  readonly approvalsHaveMore: boolean
  readonly marginCalls: Reached
  readonly liquidations: Reached
  readonly moving: Readonly<Record<'toUs' | 'fromUs', string>> & { readonly hasMore: boolean }
  readonly stuck: NamedRows<Today['stuck_transfers']['transfers'][number]>
  readonly late: NamedRows<LateRow>
  readonly defaults: Readonly<Record<'againstUs' | 'byUs' | 'claimsOpen', number>> &
    Omit<Counted, 'count'>
  readonly defaulted: NamedRows<Today['defaults']['close_outs'][number]>
  readonly exceeded: NamedRows<Today['limits_exceeded']['counterparties'][number]>
  /** Whether there may be more counterparties with an exceeded limit. */
  readonly exceededHasMore: boolean
}

/** Who asks, when, and how many rows of each kind are named. */
export interface TodayQuestion {
  readonly caller: Pick<Caller, 'organizationId' | 'accountId'>
  readonly now: string
  readonly rows: number
}

/** What the statement answers: the totals at the last cut only if they were asked for. */
interface ReadRow extends Omit<TodayRow, 'approvalsHaveMore' | 'totalsAtCut'> {
  readonly totalsAtCut?: TotalsThen | null
}

/** The most rows of each kind, and the most changes since the last cut, that are looked at. */
interface Bounds {
  readonly countMax: number
  readonly changesMax: number
}

/**
 * All of it in one statement, so that it is of one snapshot.
 *
 * @param prices The prices in USD of all assets that have a current one.
 * @param withTotalsAtCut Whether the totals at the last market cut are read as well.
 */
export function todayStatement(
  { caller, now, rows }: TodayQuestion,
  prices: ReadonlyMap<string, string>,
  { countMax, changesMax }: Bounds,
  withTotalsAtCut: boolean,
): Statement {
  const values: unknown[] = [caller.organizationId, now, caller.accountId, rows]
  const bind = (value: unknown) => `$${values.push(value)}`
  const due = duePositions(bind, prices, {
    now: '$2::timestamptz',
    countMax: Math.min(countMax, todayPositionsMax),
  })
  const failed = failedTransfers(countMax, named)
  const text = `
    WITH RECURSIVE ${due.expressions}, ${failed.expressions}, ${readRows(countMax)}, ${lastCut}
      ${withTotalsAtCut ? `, ${readTotalsAtCut(changesMax)}` : ''}
    SELECT ${due.column} AS due, ${failed.column} AS failed, ${countedColumns(countMax)},
      ${cutTime} AS "cutTime"
      ${withTotalsAtCut ? `, ${totalsAtCutColumn(countMax, changesMax)} AS "totalsAtCut"` : ''}`
  const name = `today, ${countMax} of each${withTotalsAtCut ? `, ${changesMax} changes` : ''}`
  return { name, text, values }
}

const usualBounds: Bounds = { countMax: todayCountMax, changesMax: todayChangesMax }

export class TodayRepository {
  readonly #database: TenantDatabase
  readonly #bounds: Bounds
  readonly #totals: KeptTotals

  constructor(
    database: TenantDatabase,
    bounds: Partial<Bounds> = {},
    totals: KeptTotals = new KeptTotals(),
  ) {
    this.#database = database
    this.#bounds = { ...usualBounds, ...bounds }
    this.#totals = totals
  }

  /** @param prices The prices in USD of all assets that have a current one. */
  async read(
    caller: Caller,
    asked: Omit<TodayQuestion, 'caller'>,
    prices: ReadonlyMap<string, string>,
  ): Promise<TodayRow | Refusal> {
    const statement = (withTotalsAtCut: boolean) =>
      todayStatement({ caller, ...asked }, prices, this.#bounds, withTotalsAtCut)
    const { organizationId } = caller
    const kept = this.#totals.of(organizationId, asked.now)
    if (kept !== undefined) {
      const row = await this.#row(caller, statement(false))
      if (row instanceof Refusal) return row
      // Totals of another cut than that of the row are read together with it.
      if (row.cutTime === kept.cutTime) return { ...row, totalsAtCut: kept.totalsAtCut }
      this.#totals.forget(organizationId)
    }
    return this.#totals.learn(organizationId, asked.now, () => this.#row(caller, statement(true)))
  }

  async #row(caller: Caller, statement: Statement): Promise<TodayRow | Refusal> {
    const rows = await this.#database.read<ReadRow>(caller, statement, 'generic')
    if (!Array.isArray(rows)) return rows
    const [row] = rows
    if (row === undefined) throw new Error('the statement of today answers one row')
    return {
      totalsAtCut: null,
      ...row,
      approvalsHaveMore: row.approvals.length > this.#bounds.countMax,
    }
  }
}
