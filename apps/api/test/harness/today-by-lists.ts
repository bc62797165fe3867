import { Decimal, formatDecimal } from '@vadium/margin'
import {
  getToday,
  listAgreements,
  listApprovals,
  listMarkToMarketRequests,
  listOrderRequests,
  listOrders,
  listPositions,
  listTransfers,
} from '@vadium/schema'
import type { Key } from './book.ts'
import { succeed } from './call.ts'
import type { Member } from './living-book.ts'
import type { RunningService } from './service.ts'

const page = { page_size: 1000 }
export const sumOf = (texts: readonly string[]) =>
  formatDecimal(
    texts.reduce((sum, text) => sum.plus(text), new Decimal(0)),
    2,
  )
const earliest = (times: readonly (string | null)[]) =>
  times.filter((time) => time !== null).sort()[0] ?? null

/** What the lists say, in the form of Today. Requests to answer are in the order of their ids. */
export async function countedByLists(
  service: RunningService,
  { party, keys: { admin: key } }: Member,
): Promise<object> {
  const own = party.id
  const { as_of: now } = await succeed(service, getToday, { key })
  const isInTime = (one: { expire_time: string | null }) =>
    one.expire_time === null || one.expire_time > now
  const isAsked = (one: { creator_id: string | null; expire_time: string | null }) =>
    one.creator_id !== own && isInTime(one)
  const all = { key, query: page }
  const pending = { key, query: { ...page, status: 'PENDING_ACCEPTANCE' } }
  const orders = (await succeed(service, listOrders, pending)).orders.filter(isAsked)
  const { mark_to_market_requests: requests } = await succeed(
    service,
    listMarkToMarketRequests,
    all,
  )
  const calls = requests.filter(({ status }) => status === 'PENDING_ACCEPTANCE').filter(isAsked)
  const { order_requests: allRequests } = await succeed(service, listOrderRequests, {
    key,
    query: { ...page, status: 'PENDING' },
  })
  const changes = allRequests.filter(isAsked)
  const asked = [
    ...orders.map((one) => ({ ...one, kind: 'order', quantity: one.asset_quantity })),
    ...calls.map((one) => ({
      ...one,
      kind: 'mark_to_market_request',
      quantity: one.collateral_amount,
    })),
    ...changes.map((one) => ({ ...one, request_kind: one.kind, kind: 'order_request' })),
  ].toSorted((one, other) => one.id.localeCompare(other.id))
  const open = requests.filter(({ status }) => ['PENDING_ACCEPTANCE', 'FAILED'].includes(status))
  const { positions } = await succeed(service, listPositions, all)
  const isOurs = (request: (typeof requests)[number]) => {
    const position = positions.find(({ id }) => id === request.position_id)
    return (request.direction === 'TopUp') === (position?.lender_id === own)
  }
  const owed = (ours: boolean) =>
    sumOf(
      open
        .filter((request) => isOurs(request) === ours)
        // No request of these books has failed in part; that is tested with disputes.
        .map(({ dispute, notional_usd }) => dispute?.agreed_notional_usd ?? notional_usd),
    )
  const { approvals } = await succeed(service, listApprovals, all)
  const toApprove = approvals.filter(({ actions }) =>
    actions.some(({ action, available }) => action === 'approve' && available),
  )
  const { agreements } = await succeed(service, listAgreements, all)
  const proposed = agreements.flatMap(({ lender_id, versions }) =>
    versions.filter(
      (version) =>
        version.state === 'PROPOSED' &&
        (lender_id === own ? version.lender_accept_time : version.borrower_accept_time) === null,
    ),
  )
  const awaited = [
    ...(await succeed(service, listOrders, pending)).orders,
    ...requests,
    ...allRequests,
  ]
    .filter(({ status }) => status.startsWith('PENDING'))
    .filter((one) => one.creator_id === own && isInTime(one))
  const due = (direction: string) => {
    const those = positions.filter(
      ({ ready_for_m2m, m2m_direction }) => ready_for_m2m && m2m_direction === direction,
    )
    const notional_usd = sumOf(those.map(({ m2m_notional_usd }) => m2m_notional_usd ?? ''))
    const lender_count = those.filter(({ lender_id }) => lender_id === own).length
    return { count: those.length, lender_count, notional_usd, has_more: false }
  }
  const { transfers } = await succeed(service, listTransfers, all)
  const moving = transfers.filter(({ status }) => ['PENDING', 'IN_PROGRESS'].includes(status))
  const sentBy = (isUs: boolean) =>
    sumOf(
      moving
        .filter(({ sender }) => (sender.organization_id === `organizations/${own}`) === isUs)
        .map(({ notional }) => notional),
    )
  const disputed = requests.filter(({ status }) => status === 'DISPUTED')
  return {
    to_answer: {
      count: orders.length + calls.length + changes.length,
      orders: orders.length,
      mark_to_market_requests: calls.length,
      order_requests: changes.length,
      requests: asked.map(({ id, kind, quantity, expire_time }) => ({
        id,
        kind,
        quantity,
        expire_time,
      })),
      notional_usd: sumOf(calls.map(({ notional_usd }) => notional_usd)),
      next_deadline: earliest(
        [...orders, ...calls, ...changes].map(({ expire_time }) => expire_time),
      ),
      has_more: false,
    },
    to_approve: {
      count: toApprove.length,
      next_deadline: earliest(toApprove.map(({ expire_time }) => expire_time)),
      has_more: false,
    },
    agreements_to_accept: {
      count: proposed.length,
      next_deadline: earliest(proposed.map(({ expire_time }) => expire_time)),
      has_more: false,
    },
    awaited: {
      count: awaited.length,
      next_deadline: earliest(awaited.map(({ expire_time }) => expire_time)),
      has_more: false,
    },
    to_call: due('TopUp'),
    to_release: due('Release'),
    watch: {
      margin_call_reached: await atLevel(service, key, 'margin_call_reached'),
      liquidation_reached: await atLevel(service, key, 'liquidation_reached'),
      has_more: false,
    },
    totals: {
      owed_to_us_usd: owed(true),
      owed_by_us_usd: owed(false),
      in_transit_to_us_usd: sentBy(false),
      in_transit_from_us_usd: sentBy(true),
      disputed_usd: sumOf(disputed.map(({ dispute }) => dispute?.disputed_notional_usd ?? '0')),
      has_more: false,
    },
  }
}

/** The failed transfers of requests that await a retry. No other transfer of these books fails. */
export async function failedByLists(
  service: RunningService,
  { keys: { admin: key } }: Member,
): Promise<string[]> {
  const query = { ...page, status: 'FAILED' }
  const { transfers } = await succeed(service, listTransfers, { key, query })
  const requests = await succeed(service, listMarkToMarketRequests, { key, query })
  const waiting = requests.mark_to_market_requests.flatMap(({ transfer_ids }) => transfer_ids)
  return transfers.map(({ id }) => id).filter((id) => waiting.includes(id))
}

const atLevel = async (service: RunningService, key: Key, level: string) =>
  (await succeed(service, listPositions, { key, query: { ...page, [level]: true } })).positions
    .length
