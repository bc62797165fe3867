import { pageSizeMax } from '@vadium/schema'
import { statementName } from '../../../platform/statement-name.ts'
import type { Statement } from '../../../platform/db/tenant-query.ts'
import type { PagePosition } from '../../../platform/lists/page-token.ts'
import {
  type Bind,
  binderOf,
  codeOf,
  givenFilters,
  isEqual,
  type Side,
  type TransferSelection,
  visibleSides,
} from './transfer-selection.ts'

/**
 * A page looks at the entries of an index up to this many milestones, on one side or on each of
 * both. One transfer in 512 is a milestone (`0014-transfers.sql`), so these are about 5,000
 * entries, or twice 3,000.
 */
const milestonesPerPage = { oneSide: 9, eachSide: 6 }

const newestFirst = 'create_time DESC, id DESC'

/** Transfers that one index has in the order of the list. */
interface OrderedList {
  /** Conditions on the first columns of the index. */
  readonly index: readonly string[]
  /** The number in the condition of the index of their milestones (`0014-transfers.sql`). */
  readonly milestones: number
  /** Conditions that are compared in its entries. */
  readonly entries: readonly string[]
}

interface Listing {
  /** Lists that have the same transfers. One of each is read, and these are merged. */
  readonly choices: readonly (readonly OrderedList[])[]
  /** Common table expressions. */
  readonly before: readonly string[]
}

/**
 * The statement merges ordered index scans: the transfers that the organization sends and those
 * that it receives. A filter on a party leaves one of them. Transfers between other organizations
 * are never read.
 *
 * With one filter, an index has just the answer. With several, one index has those of one filter,
 * and its entries are compared with the others, up to a bound. Of the indexes that serve, the one
 * is read that gets furthest. It is planned once, because the choice is part of the statement.
 */
export function listingStatement(
  organizationId: string,
  selection: TransferSelection,
  after: PagePosition | undefined,
  pageSize: number,
): Statement {
  const { values, bind } = binderOf(organizationId)
  const sides = visibleSides(organizationId, selection)
  const { choices, before } =
    selection.orderNumber === undefined
      ? { choices: sides.map((side) => listsOf(side, selection, bind)), before: [] }
      : listingOfOrder(selection, selection.orderNumber, sides, bind)
  const start =
    after === undefined
      ? []
      : [`(create_time, id) < (${bind(after.createTime)}::timestamptz, ${bind(after.id)}::uuid)`]

  const isBounded = choices.flat().some(({ entries }) => entries.length > 0)
  const expressions = isBounded ? [...before, ...boundOf(choices, start)] : before
  const scans = choices.flatMap((lists, side) =>
    lists.map(({ index, entries }, place) => {
      const limits = isBounded ? ['create_time >= (SELECT since FROM bound)'] : []
      // The plan has each scan, and evaluates this condition before it starts one.
      if (lists.length > 1) limits.push(`(SELECT chosen_${side} FROM bound) = ${place}`)
      return scanOf([...index, ...entries, ...start, ...limits])
    }),
  )
  if (scans.length === 0) scans.push(scanOf(['false AND sender_organization_id = $1::uuid']))
  const limit = `${bind(pageSize)}::int + 1`
  // One row more than the page shows whether another page follows. The aggregate keeps the order of
  // the rows.
  const text = `${expressions.length === 0 ? '' : `WITH ${expressions.join(', ')}`}
    SELECT string_agg(document, E',\\n') AS documents, count(*)::int AS count,
      ${isBounded ? sinceText : 'NULL::text'} AS since
    FROM (
      SELECT document FROM (${scans.join(' UNION ALL ')}) AS seen
      ORDER BY ${newestFirst} LIMIT ${limit}
    ) AS page`
  return { name: statementName(text, 'transfers'), text, values }
}

function scanOf(conditions: readonly string[]): string {
  return `(SELECT document, create_time, id FROM transfers
      WHERE ${conditions.join(' AND ')} ORDER BY ${newestFirst} LIMIT ${pageSizeMax + 1})`
}

/** The lists of a side: for each filter that has an index, those that match it. */
function listsOf(side: Side, selection: TransferSelection, bind: Bind): OrderedList[] {
  const own = `${side.isSent ? 'sender' : 'receiver'}_organization_id = $1::uuid`
  const filters = givenFilters(side, selection, bind)
  const lists: OrderedList[] = []
  for (const { index, milestones, entries } of filters) {
    if (index === undefined) continue
    const others = filters.filter((other) => other.entries !== entries)
    const compared = others.flatMap((other) => other.entries())
    lists.push({ index: [own, ...index()], milestones, entries: compared })
  }
  if (lists.length > 0) return lists
  const compared = filters.flatMap((filter) => filter.entries())
  return [{ index: [own], milestones: 1, entries: compared }]
}

/**
 * The transfers of an order, which the organization sees if it is a party. What a party does not
 * send in an order, the other party sends.
 */
function listingOfOrder(
  selection: TransferSelection,
  orderNumber: number,
  sides: readonly Side[],
  bind: Bind,
): Listing {
  const [side, ...others] = sides
  if (side === undefined) return { choices: [], before: [] }
  const filters = givenFilters({ ...side, other: undefined }, selection, bind)
  const entries = filters.flatMap((filter) => filter.entries())
  if (others.length === 0) {
    entries.push(
      `sender_code = (SELECT ${side.isSent ? 'own' : 'other'}_code FROM parties)`,
      isEqual(`${side.isSent ? 'sender' : 'receiver'}_organization_id`, '$1::uuid'),
    )
  }
  const named =
    side.other === undefined ? '' : ` AND ${bind(side.other)}::uuid IN (lender_id, borrower_id)`
  const other = 'CASE WHEN lender_id = $1::uuid THEN borrower_id ELSE lender_id END'
  const parties = `parties AS MATERIALIZED (
      SELECT id, ${codeOf('$1::uuid')} AS own_code, ${codeOf(`(${other})`)} AS other_code
      FROM orders
      WHERE number = ${bind(orderNumber)}::bigint AND $1::uuid IN (lender_id, borrower_id)${named}
    )`
  const index = ['order_id = (SELECT id FROM parties)']
  return { choices: [[{ index, milestones: 7, entries }]], before: [parties] }
}

/**
 * The time down to which a page looks, and the list of each side that is read. A list whose
 * milestones lie further apart has fewer entries. Where there are fewer milestones than a page may
 * pass, all the rest is read.
 */
function boundOf(choices: readonly (readonly OrderedList[])[], start: readonly string[]): string[] {
  const name = (side: number, place: number) => `reached_${side}_${place}`
  const { oneSide, eachSide } = milestonesPerPage
  const passed = (choices.length === 1 ? oneSide : eachSide) - 1
  const reached = choices.flatMap((lists, side) =>
    lists.map(({ index, milestones }, place) => {
      const conditions = [...index, `milestone IN (0, ${milestones})`, ...start].join(' AND ')
      return `coalesce((
        SELECT create_time FROM transfers WHERE ${conditions}
        ORDER BY ${newestFirst} OFFSET ${passed} LIMIT 1
      ), '-infinity') AS ${name(side, place)}`
    }),
  )
  const furthest = choices.map(
    (lists, side) => `least(${lists.map((_list, place) => name(side, place)).join(', ')})`,
  )
  const chosen = choices.map((lists, side) => {
    const cases = lists.map((_list, place) => `WHEN ${name(side, place)} THEN ${place}`)
    return `CASE ${furthest[side]} ${cases.join(' ')} END AS chosen_${side}`
  })
  return [
    `reached AS MATERIALIZED (SELECT ${reached.join(', ')})`,
    `bound AS MATERIALIZED (
      SELECT ${chosen.join(', ')}, greatest(${furthest.join(', ')}) AS since FROM reached
    )`,
  ]
}

/** Null if the page has looked at all that follows. */
const sinceText = `(
        SELECT to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        FROM bound WHERE isfinite(since)
      )`
