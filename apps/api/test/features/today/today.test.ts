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
  stuckTransfersMax,
  type Today,
  usualSeconds,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TodayRepository } from '../../../src/features/today/today.repository.ts'
import type { Key } from '../../harness/book.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { approvalToDecide, ownApproval } from '../../harness/example-approvals.ts'
import type { LivingBook, Member } from '../../harness/living-book.ts'
import { type LivingBooks, openLivingBooks } from '../../harness/living-books.ts'
import { isLongRun } from '../../harness/long-run.ts'
import type { RunningService } from '../../harness/service.ts'

let opened: LivingBooks
let service: RunningService
let book: LivingBook
beforeAll(async () => {
  opened = await openLivingBooks()
  service = opened.service
  ;[book] = opened.books
  for (const each of opened.books) {
    await each.newAgreement()
    await each.pendingOrder()
    await each.pendingRequest()
    await approvalToDecide(each, 'admin')
    await ownApproval(each, 'admin')
  }
  const inFull = isLongRun ? opened.books : [book]
  for (const each of inFull) {
    await each.failedRequest()
    await each.pendingReturn()
  }
  // Last, because time moves on until a request has failed, and transfers settle.
  for (const each of inFull) {
    await each.acceptedReturn()
    await each.acceptedRequest()
  }
  const { revaluation } = service.services
  revaluation.pricesChanged(['BTC'])
  await revaluation.runPending()
}, 60_000)
afterAll(() => opened.close())

const today = (key: Key): Promise<Today> => succeed(service, getToday, { key })
const page = { page_size: 1000 }
const sumOf = (texts: readonly string[]) =>
  formatDecimal(
    texts.reduce((sum, text) => sum.plus(text), new Decimal(0)),
    2,
  )
const earliest = (times: readonly (string | null)[]) =>
  times.filter((time) => time !== null).sort()[0] ?? null

/** What the lists say, in the same form. */
async function counted({ party, keys: { admin: key } }: Member): Promise<Partial<Today>> {
  const own = party.id
  const { as_of: now } = await today(key)
  const isAsked = (one: { creator_id: string | null; expire_time: string | null }) =>
    one.creator_id !== own && (one.expire_time === null || one.expire_time > now)
  const all = { key, query: page }
  const pending = { key, query: { ...page, status: 'PENDING_ACCEPTANCE' } }
  const orders = (await succeed(service, listOrders, pending)).orders.filter(isAsked)
  const { mark_to_market_requests: requests } = await succeed(
    service,
    listMarkToMarketRequests,
    all,
  )
  const calls = requests.filter(({ status }) => status === 'PENDING_ACCEPTANCE').filter(isAsked)
  const changes = (
    await succeed(service, listOrderRequests, { key, query: { ...page, status: 'PENDING' } })
  ).order_requests.filter(isAsked)
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
  const due = (direction: string) => {
    const those = positions.filter(
      ({ ready_for_m2m, m2m_direction }) => ready_for_m2m && m2m_direction === direction,
    )
    const notional_usd = sumOf(those.map(({ m2m_notional_usd }) => m2m_notional_usd ?? ''))
    return { count: those.length, notional_usd, has_more: false }
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
    to_call: due('TopUp'),
    to_release: due('Release'),
    watch: {
      margin_call_reached: await atLevel(key, 'margin_call_reached'),
      liquidation_reached: await atLevel(key, 'liquidation_reached'),
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
async function failedByLists({ keys: { admin: key } }: Member): Promise<string[]> {
  const query = { ...page, status: 'FAILED' }
  const { transfers } = await succeed(service, listTransfers, { key, query })
  const requests = await succeed(service, listMarkToMarketRequests, { key, query })
  const waiting = requests.mark_to_market_requests.flatMap(({ transfer_ids }) => transfer_ids)
  return transfers.map(({ id }) => id).filter((id) => waiting.includes(id))
}

const atLevel = async (key: Key, level: string) =>
  (await succeed(service, listPositions, { key, query: { ...page, [level]: true } })).positions
    .length

const numberOf = (part: object) =>
  Object.values(part).filter((value) => typeof value === 'number' && value > 0).length

describe('today', () => {
  it('counts what the lists have, for each side of two books', async () => {
    const seen = new Set<string>()
    for (const { lender, borrower } of opened.books) {
      for (const member of [lender, borrower]) {
        const answer = await today(member.keys.admin)
        expect(answer).toMatchObject(await counted(member))
        const { count, transfers } = answer.failed_transfers
        const waiting = await failedByLists(member)
        expect(count).toBe(waiting.length)
        expect(transfers.map(({ id }) => id).sort()).toEqual(waiting.sort())
        for (const [name, part] of Object.entries(answer))
          if (typeof part === 'object' && numberOf(part) > 0) seen.add(name)
      }
    }
    expect([...seen].sort()).toEqual(
      expect.arrayContaining([
        'agreements_to_accept',
        'failed_transfers',
        'to_answer',
        'to_approve',
        'to_call',
        'watch',
      ]),
    )
  })

  it('counts approvals for the account that asks, and none for a viewer', async () => {
    const { admin, viewer } = book.lender.keys
    expect((await today(admin)).to_approve.count).toBeGreaterThan(0)
    expect((await today(viewer)).to_approve).toEqual({
      count: 0,
      next_deadline: null,
      has_more: false,
    })
  })

  it('names what is stuck for longer than usual in its state, the longest first', async () => {
    const { keys } = book.borrower
    const { database } = service
    const { rows } = await database.query<{ id: string; state: keyof typeof usualSeconds }>(
      `SELECT id, provider_state AS state FROM transfers
       WHERE status IN ('PENDING', 'IN_PROGRESS') AND sender_organization_id = $1`,
      [book.borrower.party.id],
    )
    const [moving] = rows
    if (moving === undefined) throw new Error('nothing is in transit')
    expect((await today(keys.viewer)).stuck_transfers).toEqual({
      count: 0,
      transfers: [],
      has_more: false,
    })
    const { as_of } = await today(keys.viewer)
    const changedAt = (ms: number) =>
      database.query('UPDATE transfers SET create_time = $2, update_time = $2 WHERE id = $1', [
        moving.id,
        new Date(Date.parse(as_of) - ms).toISOString(),
      ])
    const usualMs = usualSeconds[moving.state] * 1000
    await changedAt(usualMs - 60_000)
    expect((await today(keys.viewer)).stuck_transfers.count).toBe(0)
    await changedAt(usualMs + 60_000)
    const { stuck_transfers: stuck } = await today(keys.viewer)
    expect(stuck).toMatchObject({
      count: 1,
      transfers: [
        {
          id: moving.id,
          provider_state: moving.state,
          usual_seconds: usualSeconds[moving.state],
        },
      ],
    })
    expect(stuck.transfers.length).toBeLessThanOrEqual(stuckTransfersMax)
  })

  it('says that a number is a lower bound where it did not look at all', async () => {
    const { credentialId, ...tenant } = await tenantOf(book.lender)
    const few = new TodayRepository(service.services.tenantDatabase, 1)
    const prices = new Map([
      ['BTC', '60000'],
      ['ETH', '2500'],
    ])
    const row = await few.read(
      { credentialId, ...tenant },
      (await today(book.lender.keys.viewer)).as_of,
      prices,
    )
    expect(row).toMatchObject({ due: { hasMore: true }, levelsHaveMore: true })
    if ('due' in row) expect(row.due.positions).toHaveLength(1)
  })
})

/** A caller with the rights of an admin. */
async function tenantOf({ party }: Member) {
  const { rows } = await service.database.query<{ id: string; account: string }>(
    `SELECT id, account_id AS account FROM credentials
     WHERE organization_id = $1 AND role = 'admin' AND revoked_at IS NULL AND expires_at IS NULL`,
    [party.id],
  )
  return {
    credentialId: rows[0]?.id ?? '',
    accountId: rows[0]?.account ?? '',
    organizationId: party.id,
    organizationStatus: 'active',
    role: 'admin',
    verified: false,
  } as const
}

describe('403 Forbidden', () => {
  it.each(['reporting', 'operator'] as const)(
    'returns 403 for the role %s, which sees no book',
    async (role) => {
      await refused(service, 403, callOf(getToday, { key: book.lender.keys[role] }))
    },
  )
})

describe('401 Unauthorized', () => {
  it('returns 401 for a revoked credential', async () => {
    await refused(service, 401, callOf(getToday, { key: book.lender.revokedKeys.admin }))
  })
})
