import { Decimal } from '@vadium/margin'
import {
  listCloseOuts,
  previewMarkToMarketRequest,
  providerStates,
  transferCategories,
  transferStatuses,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  defaultProfile,
  demoPositionId,
  demoProfiles,
  demoScenario,
  showcase,
} from '../../../../../packages/book/src/index.ts'
import { newKeyPairs, newPublicKeys } from '../../../../../packages/book/test/demo-keys.ts'
import { checkBook } from '../../../src/features/check/check-book.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { loadBook } from '../../harness/load-book.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const loadedAt = '2026-11-22T00:00:00.000Z'
const bookEnd = '2026-11-20T17:00:00.000Z'
const keys = newKeyPairs()
const scenario = demoScenario({ publicKeys: newPublicKeys(keys) })
const harbor = scenario.organizations.find(({ slug }) => slug === 'harbor')?.id ?? ''

interface Transfer {
  readonly id: string
  readonly category: string
  readonly status: string
  readonly state: string
  readonly leg: string
  readonly token: string
  readonly quantity: string
  readonly orderId: string
  readonly orderStatus: string
  readonly requestId: string | null
  readonly custodian: string
  readonly senderIsLender: boolean
  readonly ofHarbor: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

interface Position {
  readonly orderId: string
  readonly ofHarbor: boolean
  readonly status: string
  readonly asset: string
  readonly collateralAsset: string
  readonly collateral: string
  /** What the lender keeps by close-outs. */
  readonly kept: string
}

let database: TestDatabase
let service: RunningService
let transfers: Transfer[]
let positions: Position[]
let statuses: Record<string, number>

beforeAll(async () => {
  database = await createDatabase()
  await loadBook(database, { scenario }, loadedAt)
  service = await startService({ database })
  service.clock.set(loadedAt)
  const { rows } = await database.query<Transfer>(
    `SELECT t.id, t.category, t.status, t.provider_state AS state, t.leg, t.token,
       trim_scale(t.quantity)::text AS quantity, t.order_id AS "orderId", o.status AS "orderStatus",
       t.mark_to_market_request_id AS "requestId", t.sender_custodian_id AS custodian,
       t.sender_organization_id = t.lender_id AS "senderIsLender",
       $1 IN (t.lender_id, t.borrower_id) AS "ofHarbor",
       t.create_time::text AS "createdAt", t.update_time::text AS "updatedAt"
     FROM transfers t JOIN orders o ON o.id = t.order_id`,
    [harbor],
  )
  transfers = rows
  const held = await database.query<Position>(
    `SELECT order_id AS "orderId", status, trim_scale(asset_quantity)::text AS asset,
       (SELECT o.collateral_asset FROM orders o WHERE o.id = p.order_id) AS "collateralAsset",
       trim_scale(collateral_quantity)::text AS collateral,
       (SELECT coalesce(trim_scale(sum(e.quantity)), 0)::text
        FROM journal_transactions t JOIN journal_entries e ON e.transaction_id = t.id
        WHERE t.order_id = p.order_id AND t.kind = 'appropriate' AND e.bucket = 'own'
          AND e.holder_id = p.lender_id) AS kept,
       $1 IN (lender_id, borrower_id) AS "ofHarbor" FROM positions p`,
    [harbor],
  )
  positions = held.rows
  const orders = await database.query<{ status: string; count: number }>(
    'SELECT status, count(*)::int AS count FROM orders GROUP BY status',
  )
  statuses = Object.fromEntries(orders.rows.map(({ status, count }) => [status, count]))
}, 180_000)
afterAll(async () => {
  await service.close()
  await database.drop()
})

const values = (of: (transfer: Transfer) => string) => new Set(transfers.map(of))
const whole = (quantity: string) => BigInt(quantity.split('.', 1)[0] ?? '0')
const decimals = (quantity: string) => quantity.split('.')[1]?.length ?? 0

describe('the demo book', () => {
  it('keeps all rules of the check', async () => {
    const checked = await withOwnerClient(database.url, checkBook)
    expect(checked.flatMap(({ shown }) => shown)).toEqual([])
  })

  it('has orders in every status', () => {
    expect(statuses).toEqual({
      ACTIVE: 98,
      CLOSED: 19,
      CLOSED_OUT: 2,
      OPENING: 4,
      CLOSING: 5,
      PENDING_ACCEPTANCE: 4,
      ACCEPTED: 2,
      REJECTED: 4,
      CANCELLED: 4,
      EXPIRED: 3,
      FAILED: 3,
    })
  })

  it('has requests of every kind, and messages', async () => {
    const { rows } = await database.query<{ kind: string }>(
      `SELECT DISTINCT kind || ' ' || status AS kind FROM order_requests
       UNION SELECT DISTINCT 'call ' || status FROM mark_to_market_requests
       UNION SELECT DISTINCT 'message' FROM chat_entries WHERE text IS NOT NULL`,
    )
    expect(rows.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        ...['recall COMPLETED', 'recall IN_PROGRESS', 'return COMPLETED', 'rerate COMPLETED'],
        ...['COMPLETED', 'REJECTED', 'EXPIRED', 'CANCELLED', 'DISPUTED', 'FAILED'].map(
          (status) => `call ${status}`,
        ),
        'message',
      ]),
    )
  })

  it('has a default in every state, of either side, and a close-out in part', async () => {
    const key = keys[defaultProfile]
    if (key === undefined) throw new Error(`no key for ${defaultProfile}`)
    const { close_outs: closeOuts } = await succeed(service, listCloseOuts, { key })
    expect(
      closeOuts.map((one) => [
        one.status,
        one.cause,
        one.declarer_id === one.lender_id ? 'borrower' : 'lender',
        one.fact.holds ?? one.statement?.scope ?? null,
      ]),
    ).toEqual([
      ['NOTICE', 'MISSED_RETURN', 'lender', true],
      ['NOTICE', 'UNMET_CALL', 'borrower', true],
      ['CLOSING_OUT', 'UNMET_CALL', 'borrower', 'full'],
      ['WITHDRAWN', 'UNMET_CALL', 'borrower', null],
      ['CURED', 'UNMET_CALL', 'borrower', null],
      ['SETTLED', 'UNMET_CALL', 'borrower', 'to_requirement'],
      ['CLAIM_OPEN', 'MISSED_INTEREST', 'borrower', 'full'],
      ['SETTLED', 'UNMET_CALL', 'borrower', 'full'],
    ])
    expect(closeOuts.map(({ waits_for: waits }) => waits?.transfer_ids.length ?? 0)).toEqual([
      0, 0, 1, 0, 0, 0, 0, 0,
    ])
    const time = Date.parse(loadedAt)
    for (const { status, earliest_terminate_time: from } of closeOuts) {
      if (status === 'NOTICE') expect(Date.parse(from)).toBeGreaterThan(time)
    }
  })

  it('sends nothing again to a custodian that has ended a transfer', async () => {
    const { rows } = await database.query(
      `SELECT FROM instructions i JOIN transfers t ON t.id = i.transfer_id
       WHERE i.due_at IS NOT NULL AND t.status NOT IN ('PENDING', 'IN_PROGRESS')`,
    )
    expect(rows).toEqual([])
  })
})

describe('the demo transfers', () => {
  it('are several hundred over most of a year', () => {
    expect(transfers.length).toBeGreaterThan(500)
    const times = transfers.map(({ createdAt }) => createdAt).sort()
    expect(Date.parse(times[0] ?? '')).toBeLessThan(Date.parse(bookEnd) - 250 * 86_400_000)
    expect(Date.parse(times.at(-1) ?? '')).toBeLessThanOrEqual(Date.parse(bookEnd))
  })

  it('include every status, state, category, custodian and asset', () => {
    expect(values(({ status }) => status)).toEqual(new Set<string>(transferStatuses))
    expect(values(({ state }) => state)).toEqual(new Set<string>(providerStates))
    expect(values(({ category }) => category)).toEqual(new Set<string>(transferCategories))
    expect(values(({ custodian }) => custodian)).toEqual(
      new Set(scenario.custodians.map(({ id }) => id)),
    )
    expect(values(({ token }) => token)).toEqual(new Set(scenario.assets.map((one) => one.symbol)))
  })

  it('have quantities that no binary float represents', () => {
    const beyond = transfers.filter(({ quantity }) => whole(quantity) > 2n ** 53n)
    expect(beyond.some(({ quantity }) => decimals(quantity) === 18)).toBe(true)
    expect(transfers.filter(({ quantity }) => decimals(quantity) === 18).length).toBeGreaterThan(50)
  })

  it('include more transfers in one millisecond than a page holds, for one organization', () => {
    const perTime = new Map<string, number>()
    for (const { ofHarbor, createdAt } of transfers) {
      if (ofHarbor) perTime.set(createdAt, (perTime.get(createdAt) ?? 0) + 1)
    }
    expect(Math.max(...perTime.values())).toBeGreaterThan(50)
  })

  it('include bitcoin under way that the default profile sees', () => {
    expect(demoProfiles.find(({ name }) => name === defaultProfile)?.organization).toBe('harbor')
    const seen = transfers.filter(
      ({ status, token, ofHarbor }) => ofHarbor && status === 'IN_PROGRESS' && token === 'BTC',
    )
    expect(seen.length).toBeGreaterThan(3)
  })

  it('stay as their custodians left them, if those have reported a state', async () => {
    const reported = transfers.filter(({ status }) => status === 'IN_PROGRESS')
    for (const minute of ['01', '02', '03']) {
      service.clock.set(`2026-11-22T00:${minute}:00.000Z`)
      await service.services.custodyWorker.runDue()
    }
    service.clock.set(loadedAt)
    const { rows } = await database.query<{ id: string; state: string }>(
      'SELECT id, provider_state AS state FROM transfers',
    )
    const states = new Map(rows.map(({ id, state }) => [id, state]))
    expect(reported.length).toBeGreaterThan(30)
    for (const { id, state } of reported) expect(states.get(id)).toBe(state)
  })
})

describe('each demo position', () => {
  it('is one of more than a page of positions of the default profile', () => {
    expect(positions.filter(({ ofHarbor }) => ofHarbor).length).toBeGreaterThan(50)
  })

  it('holds what its completed transfers have brought', () => {
    expect(positions.length).toBeGreaterThan(100)
    const net = (
      orderId: string,
      leg: string,
      isIn: (transfer: Transfer) => boolean,
      token?: string,
    ) =>
      transfers
        .filter((one) => one.orderId === orderId && one.leg === leg && one.status === 'COMPLETED')
        .filter((one) => token === undefined || one.token === token)
        .reduce(
          (sum, one) => (isIn(one) ? sum.plus(one.quantity) : sum.minus(one.quantity)),
          new Decimal(0),
        )
        .toFixed()
    for (const { orderId, status, asset, collateralAsset, collateral, kept } of positions) {
      const held = new Decimal(collateral).plus(kept).toFixed()
      const ofDeal = net(orderId, 'collateral', (one) => !one.senderIsLender, collateralAsset)
      expect(ofDeal).toBe(held)
      // What is to be lent counts before it has arrived. What is kept stands for what is not back.
      if (status === 'OPENING' || kept !== '0') continue
      expect(net(orderId, 'asset', (one) => one.senderIsLender)).toBe(asset)
    }
  })
})

describe('each preview of the showcase', () => {
  it.each(showcase)('$orderNumber to $profile: $shows', async ({ orderNumber, ...entry }) => {
    const { profile, expected } = entry
    const key = keys[profile]
    if (key === undefined) throw new Error(`no key for ${profile}`)
    const body = { position_id: demoPositionId(orderNumber), explain: true }
    if ('reason' in expected) {
      const asked = callOf(previewMarkToMarketRequest, { key, body })
      expect((await refused(service, expected.status, asked)).reason).toBe(expected.reason)
      return
    }
    const answer = await succeed(service, previewMarkToMarketRequest, { key, body })
    expect({
      status: 200,
      direction: answer.preview.direction,
      canSubmit: answer.preview.can_submit_m2m,
      reasons: answer.calculation?.reasons.map(({ code }) => code),
    }).toEqual(expected)
  })
})
