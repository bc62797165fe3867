import {
  getToday,
  getTransfer,
  type OperationQuery,
  type Today,
  usualSeconds,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TodayRepository } from '../../../src/features/today/today.repository.ts'
import type { Key } from '../../harness/book.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { callerOf } from '../../harness/caller-of.ts'
import { approvalToDecide, ownApproval } from '../../harness/example-approvals.ts'
import type { LivingBook } from '../../harness/living-book.ts'
import { type LivingBooks, openLivingBooks } from '../../harness/living-books.ts'
import { isLongRun } from '../../harness/long-run.ts'
import type { RunningService } from '../../harness/service.ts'
import { countedByLists, failedByLists, sumOf } from '../../harness/today-by-lists.ts'

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

const today = (key: Key, query: OperationQuery<typeof getToday> = {}): Promise<Today> =>
  succeed(service, getToday, { key, query })

interface Named {
  readonly count: number
  readonly others: Today['to_call']['others']
  readonly rows: readonly object[]
  /** The amounts of the rows in USD. */
  readonly usd: readonly (string | null)[]
}

const ofPositions = (part: Today['to_call']): Named => ({
  ...part,
  rows: part.positions,
  usd: part.positions.map(({ m2m_notional_usd }) => m2m_notional_usd),
})

/** The parts that name rows. */
const lists: readonly (readonly [name: string, of: (today: Today) => Named])[] = [
  [
    'failed',
    ({ failed_transfers: part }) => ({
      ...part,
      rows: part.transfers,
      usd: part.transfers.map(({ notional }) => notional),
    }),
  ],
  [
    'to answer',
    ({ to_answer: part }) => ({
      ...part,
      rows: part.requests,
      usd: part.requests.map(({ notional_usd }) => notional_usd),
    }),
  ],
  [
    'to approve',
    ({ to_approve: part }) => ({
      ...part,
      rows: part.approvals,
      usd: part.approvals.map(({ amount_usd }) => amount_usd),
    }),
  ],
  ['to accept', ({ agreements_to_accept: part }) => ({ ...part, rows: part.versions, usd: [] })],
  ['to call', ({ to_call: part }) => ofPositions(part)],
  ['to release', ({ to_release: part }) => ofPositions(part)],
]
const numberOf = (part: object) =>
  Object.values(part).filter((value) => typeof value === 'number' && value > 0).length

describe('today', () => {
  it('counts what the lists have, for each side of two books', async () => {
    const seen = new Set<string>()
    for (const { lender, borrower } of opened.books) {
      for (const member of [lender, borrower]) {
        const answer = await today(member.keys.admin)
        const requests = answer.to_answer.requests.toSorted((a, b) => a.id.localeCompare(b.id))
        expect({ ...answer, to_answer: { ...answer.to_answer, requests } }).toMatchObject(
          await countedByLists(service, member),
        )
        const { count, transfers } = answer.failed_transfers
        const waiting = await failedByLists(service, member)
        expect(count).toBe(waiting.length)
        expect(transfers.map(({ id }) => id).sort()).toEqual(waiting.sort())
        for (const [name, part] of Object.entries(answer))
          if (typeof part === 'object' && part !== null && numberOf(part) > 0) seen.add(name)
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

  it('names so many rows of each kind as asked for, and counts and sums the others', async () => {
    const key = book.lender.keys.admin
    const inFull = await today(key, { rows: 1000 })
    const some = await today(key, { rows: 1 })
    const none = await today(key, { rows: 0 })
    let left = 0
    for (const [name, list] of lists) {
      const all = list(inFull)
      expect(all.rows, name).toHaveLength(all.count)
      expect(all.others).toEqual({ count: 0, notional_usd: '0.00' })
      for (const part of [list(some), list(none)]) {
        const rest = all.rows.slice(part.rows.length)
        expect(part.rows, name).toEqual(all.rows.slice(0, part.rows.length))
        expect(part.others, name).toEqual({
          count: rest.length,
          notional_usd: sumOf(all.usd.slice(part.rows.length).map((usd) => usd ?? '0')),
        })
        left += rest.length
      }
      expect(list(none).rows).toEqual([])
    }
    expect(left).toBeGreaterThan(lists.length)
    const priced = await today(key, { rows: 1000, named: 'positions' })
    const { to_call, to_release, watch, totals } = inFull
    expect(priced).toMatchObject({ to_call, to_release, watch, totals })
    for (const [name, list] of lists) {
      const isPriced = name === 'to call' || name === 'to release'
      expect(list(priced), name).toEqual(list(isPriced ? inFull : none))
    }
  })

  it('counts approvals for the account that asks, and none for a viewer', async () => {
    const { admin, viewer } = book.lender.keys
    expect((await today(admin)).to_approve.count).toBeGreaterThan(0)
    expect((await today(viewer)).to_approve).toEqual({
      count: 0,
      next_deadline: null,
      approvals: [],
      others: { count: 0, notional_usd: '0.00' },
      has_more: false,
    })
  })

  it('names what is stuck for longer than usual in its state', async () => {
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
      notional_usd: '0.00',
      transfers: [],
      others: { count: 0, notional_usd: '0.00' },
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
    const transfer = await succeed(service, getTransfer, {
      key: keys.viewer,
      params: { transfer_id: moving.id },
    })
    expect(stuck.notional_usd).toBe(transfer.notional)
    expect(stuck.transfers[0]).toMatchObject({
      order_id_pretty: transfer.order_id,
      counterparty_id: book.lender.party.id,
      is_ours: true,
      token: transfer.token,
      notional: transfer.notional,
    })
  })

  it('says that a number is a lower bound where it did not look at all', async () => {
    const caller = await callerOf(service, book.lender.party, 'admin')
    const few = new TodayRepository(service.services.tenantDatabase, { countMax: 1 })
    const prices = new Map([
      ['BTC', '60000'],
      ['ETH', '2500'],
    ])
    const { as_of: now } = await today(book.lender.keys.viewer)
    const row = await few.read(caller, { now, rows: 10 }, prices)
    expect(row).toMatchObject({
      due: { hasMore: true },
      marginCalls: { hasMore: true },
    })
    if ('due' in row) expect(row.due.positions).toHaveLength(1)
  })
})

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
