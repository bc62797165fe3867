import type { TransferStatus } from '@vadium/schema'

/** The filters of a list. A transfer must match all that are given. */
export interface TransferSelection {
  readonly sender?: string
  readonly receiver?: string
  readonly senderCustodian?: string
  readonly receiverCustodian?: string
  readonly status?: string
  readonly token?: string
  readonly orderNumber?: number
}

/** Adds a value to those of a statement, and returns its placeholder. */
export type Bind = (value: unknown) => string

export function binderOf(organizationId: string): { values: unknown[]; bind: Bind } {
  const values: unknown[] = [organizationId]
  return { values, bind: (value) => `$${values.push(value)}` }
}

/** A direction of transfers that a list may show. */
export interface Side {
  /** Whether the organization sends them. */
  readonly isSent: boolean
  /** The organization on the other end, if a filter names it. */
  readonly other: string | undefined
}

/**
 * The sides that the organization may be on. Each is scanned by itself: no index serves
 * `sender = $1 OR receiver = $1` in the order of a list. Nobody sends to itself.
 */
export function visibleSides(
  organizationId: string,
  { sender, receiver }: TransferSelection,
): Side[] {
  const sides: Side[] = []
  if ((sender === undefined || sender === organizationId) && receiver !== organizationId) {
    sides.push({ isSent: true, other: receiver })
  }
  if ((receiver === undefined || receiver === organizationId) && sender !== organizationId) {
    sides.push({ isSent: false, other: sender })
  }
  return sides
}

/** The status of nearly all transfers. */
export const usualStatus: TransferStatus = 'COMPLETED'

/** By the status. The database has the same (`0014-transfers.sql`). */
const statusCodes: Readonly<Record<string, string>> = {
  PENDING: 'P',
  IN_PROGRESS: 'I',
  COMPLETED: 'C',
  FAILED: 'F',
  REJECTED: 'R',
  CANCELLED: 'X',
} satisfies Record<TransferStatus, string>

/** A filter with a value. Only conditions that a statement has may bind their values. */
export interface Filter {
  /** Conditions on the columns of an index of these transfers, in the order of the list. */
  readonly index: (() => string[]) | undefined
  /** The number in the condition of the index of their milestones (`0014-transfers.sql`). */
  readonly milestones: number
  /** Conditions on the entries of another index, and on the rows that it finds. */
  readonly entries: () => string[]
}

/** The filters that are given for a side, without the order. */
export function givenFilters(
  { isSent, other }: Side,
  { senderCustodian, receiverCustodian, status, token }: TransferSelection,
  bind: Bind,
): Filter[] {
  const filters: Filter[] = []
  const party = isSent ? 'receiver' : 'sender'
  const compared: [number, string, string, string, string | undefined][] = [
    [2, `${party}_organization_id`, `${party}_code`, 'uuid', other],
    [3, 'token', 'token_code', 'text', token],
    [4, 'sender_custodian_id', 'sender_custodian_code', 'text', senderCustodian],
    [5, 'receiver_custodian_id', 'receiver_custodian_code', 'text', receiverCustodian],
  ]
  for (const [milestones, column, code, type, given] of compared) {
    if (given === undefined) continue
    const value = once(() => `${bind(given)}::${type}`)
    filters.push({
      milestones,
      index: () => [`${column} = ${value()}`],
      entries: () => [`${code} = ${codeOf(value())}`, isEqual(column, value())],
    })
  }
  if (status !== undefined) {
    const value = once(() => `${bind(status)}::text`)
    const code = once(() => `${bind(statusCodes[status])}::"char"`)
    // The index has no other status, and is used only if this is said.
    const index = () => [`status = ${value()}`, `status <> '${usualStatus}'`]
    filters.push({
      milestones: 6,
      index: status === usualStatus ? undefined : index,
      entries: () => [`status_code = ${code()}`],
    })
  }
  return filters
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => (made ??= make())
}

/** The number of a value in the entries of indexes. */
export function codeOf(value: string): string {
  return `(hashtext(${value}::text) & 32767)::smallint`
}

/** Compares a column of the row. It is an expression, so that no other index is used for it. */
export function isEqual(column: string, value: string): string {
  return `${column}::text || '' = ${value}::text`
}
