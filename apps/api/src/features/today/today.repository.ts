import { type Today, todayCountMax, todayPositionsMax } from '@vadium/schema'
import type { TenantDatabase } from '../../platform/db/tenant.ts'
import type { Statement } from '../../platform/db/tenant-query.ts'
import type { NamedRows } from '../../platform/lists/named-rows.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../../platform/signing/caller.ts'
import type { ApprovalFacts } from '../approvals/index.ts'
import {
  type DuePositions,
  duePositions,
  failedTransfers,
  type FailedTransfers,
  type TransferRecord,
} from '../deals/index.ts'
import { countedColumns, named, readRows } from './today-parts.ts'

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
export interface TodayRow {
  readonly due: DuePositions
  readonly failed: FailedTransfers
  readonly calls: Counted & Readonly<Record<'owedToUs' | 'owedByUs' | 'disputed', string>>
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
}

/** Who asks, when, and how many rows of each kind are named. */
export interface TodayQuestion {
  readonly caller: Pick<Caller, 'organizationId' | 'accountId'>
  readonly now: string
  readonly rows: number
}

/**
 * All of it in one statement, so that it is of one snapshot.
 *
 * @param prices The prices in USD of all assets that have a current one.
 * @param countMax The most rows of each kind that are counted.
 */
export function todayStatement(
  { caller, now, rows }: TodayQuestion,
  prices: ReadonlyMap<string, string>,
  countMax: number,
): Statement {
  const values: unknown[] = [caller.organizationId, now, caller.accountId, rows]
  const bind = (value: unknown) => `$${values.push(value)}`
  const due = duePositions(bind, prices, Math.min(countMax, todayPositionsMax))
  const failed = failedTransfers(countMax, named)
  const text = `
    WITH RECURSIVE ${due.expressions}, ${failed.expressions}, ${readRows(countMax)}
    SELECT ${due.column} AS due, ${failed.column} AS failed, ${countedColumns(countMax)}`
  return { name: `today, ${countMax} of each`, text, values }
}

export class TodayRepository {
  readonly #database: TenantDatabase
  readonly #countMax: number

  /** @param countMax The most rows of each kind that are counted. */
  constructor(database: TenantDatabase, countMax = todayCountMax) {
    this.#database = database
    this.#countMax = countMax
  }

  /** @param prices The prices in USD of all assets that have a current one. */
  async read(
    caller: Caller,
    asked: Omit<TodayQuestion, 'caller'>,
    prices: ReadonlyMap<string, string>,
  ): Promise<TodayRow | Refusal> {
    const statement = todayStatement({ caller, ...asked }, prices, this.#countMax)
    const rows = await this.#database.read<Omit<TodayRow, 'approvalsHaveMore'>>(
      caller,
      statement,
      'generic',
    )
    if (!Array.isArray(rows)) return rows
    const [row] = rows
    if (row === undefined) throw new Error('the statement of today answers one row')
    return { ...row, approvalsHaveMore: row.approvals.length > this.#countMax }
  }
}
