import type { Today } from '@vadium/client'
import { isLarger } from '../../figures/decimal-text.ts'
import type { DealSide } from '../many/many-kinds.ts'
import { type QueueKind, queueKinds, type QueueRows } from './today-search.ts'

/** One thing that needs a person. */
export type QueueItem = {
  [Kind in QueueKind]: {
    readonly kind: Kind
    readonly row: QueueRows[Kind]
    /** When it expires. Null if it does not. */
    readonly deadline: string | null
    /** Null if it has no amount. */
    readonly usd: string | null
  }
}[QueueKind]

/** How much there is of one kind. */
export interface Counted {
  readonly count: number
  /** How many of them one press may send: an order is answered by itself, with its wallets. */
  readonly together: number
  /** The side of the reader in all of them. `both` where it has no meaning. */
  readonly side: DealSide
  /** Undefined where a sum has no meaning. */
  readonly usd: string | undefined
  /** What is not in the queue, because no more was asked for. */
  readonly others: Today['to_call']['others']
  /** Whether numbers and sums are lower bounds. */
  readonly isAtLeast: boolean
}

/** How much there is of each kind. */
export function countedKinds(today: Today): Readonly<Record<QueueKind, Counted>> {
  const counted = (
    part: Pick<Today['to_call'], 'count' | 'others' | 'has_more'>,
    usd?: string,
  ): Counted => ({
    count: part.count,
    together: part.count,
    side: 'both',
    usd,
    others: part.others,
    isAtLeast: part.has_more,
  })
  const priced = (part: Parameters<typeof counted>[0] & { readonly notional_usd: string }) =>
    counted(part, part.notional_usd)
  const { against_us, by_us, claims_open } = today.defaults
  return {
    default: counted({ ...today.defaults, count: against_us + by_us + claims_open }),
    failed: priced(today.failed_transfers),
    late: priced(today.late_transfers),
    answer: {
      ...priced(today.to_answer),
      together: today.to_answer.mark_to_market_requests + today.to_answer.order_requests,
    },
    approve: counted(today.to_approve),
    accept: counted(today.agreements_to_accept),
    call: { ...priced(today.to_call), side: sideOf(today.to_call) },
    release: { ...priced(today.to_release), side: sideOf(today.to_release) },
    stuck: priced(today.stuck_transfers),
    limit: counted(today.limits_exceeded),
  }
}

function sideOf({ count, lender_count: lent, has_more }: Today['to_call']): DealSide {
  if (count === 0 || has_more) return 'both'
  if (lent === count) return 'lender'
  return lent === 0 ? 'borrower' : 'both'
}

const itemsOf: {
  readonly [Kind in QueueKind]: (today: Today) => readonly Extract<QueueItem, { kind: Kind }>[]
} = {
  default: ({ defaults: { close_outs } }) =>
    close_outs.map((row) => ({
      kind: 'default',
      row,
      deadline: row.status === 'NOTICE' ? row.earliest_terminate_time : null,
      usd: row.residual_claim_usd,
    })),
  failed: ({ failed_transfers: { transfers } }) =>
    transfers.map((row) => ({ kind: 'failed', row, deadline: null, usd: row.notional })),
  late: ({ late_transfers: { transfers } }) =>
    transfers.map((row) => ({ kind: 'late', row, deadline: null, usd: row.notional })),
  answer: ({ to_answer: { requests } }) =>
    requests.map((row) => ({
      kind: 'answer',
      row,
      deadline: row.expire_time,
      usd: row.notional_usd,
    })),
  approve: ({ to_approve: { approvals } }) =>
    approvals.map((row) => ({
      kind: 'approve',
      row,
      deadline: row.expire_time,
      usd: row.amount_usd,
    })),
  accept: ({ agreements_to_accept: { versions } }) =>
    versions.map((row) => ({ kind: 'accept', row, deadline: row.expire_time, usd: null })),
  call: ({ to_call: { positions } }) =>
    positions.map((row) => ({ kind: 'call', row, deadline: null, usd: row.m2m_notional_usd })),
  release: ({ to_release: { positions } }) =>
    positions.map((row) => ({ kind: 'release', row, deadline: null, usd: row.m2m_notional_usd })),
  stuck: ({ stuck_transfers: { transfers } }) =>
    transfers.map((row) => ({ kind: 'stuck', row, deadline: null, usd: row.notional })),
  limit: ({ limits_exceeded: { counterparties } }) =>
    counterparties.map((row) => ({ kind: 'limit', row, deadline: null, usd: null })),
}

/**
 * Notices, then what failed, then what expires, then what can be done at any time, then what others
 * must do.
 */
function rankOf(item: QueueItem): number {
  if (item.kind === 'default') return item.row.status === 'NOTICE' ? 0 : 4
  if (item.kind === 'failed') return 1
  if (item.deadline !== null) return 2
  if (item.kind === 'late') return item.row.actions.some(({ available }) => available) ? 3 : 4
  return item.kind === 'stuck' || item.kind === 'limit' ? 4 : 3
}

/** By rank, then by deadline, then by amount, the largest first. */
function isBefore(one: QueueItem, other: QueueItem): number {
  const ranks = rankOf(one) - rankOf(other)
  if (ranks !== 0) return ranks
  const deadlines = (one.deadline ?? '').localeCompare(other.deadline ?? '')
  if (deadlines !== 0) return deadlines
  if (one.usd === null || other.usd === null) {
    return Number(one.usd === null) - Number(other.usd === null)
  }
  return isLarger(one.usd, other.usd) ? -1 : Number(isLarger(other.usd, one.usd))
}

/** Everything that needs a person, or one kind of it, the most urgent first. */
export function queueOf(today: Today, only?: QueueKind): QueueItem[] {
  const late = new Set(today.late_transfers.transfers.map(({ id }) => id))
  return queueKinds
    .filter((kind) => only === undefined || kind === only)
    .flatMap((kind): readonly QueueItem[] => itemsOf[kind](today))
    .filter(
      // What is late is stuck as well, and needs one row.
      ({ kind, row }) => only !== undefined || kind !== 'stuck' || !late.has(row.id),
    )
    .toSorted(isBefore)
}

/** What identifies an item: a transfer may be of two kinds. */
export function keyOf({ kind, row }: QueueItem): string {
  if (kind === 'limit') return `limit ${row.counterparty_id}`
  return kind === 'accept' ? `accept ${row.agreement_id} ${row.version}` : `${kind} ${row.id}`
}
