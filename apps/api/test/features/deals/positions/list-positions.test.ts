import { getPosition, listPositions, positionStates, statesOf } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TenantDatabase } from '../../../../src/platform/db/tenant.ts'
import { ConnectionShares } from '../../../../src/platform/db/connection-shares.ts'
import { openServicePool } from '../../../../src/platform/db/pool.ts'
import { DeclaredDefaultsReader } from '../../../../src/features/deals/close-outs/declared-defaults.ts'
import { DefaultFacts } from '../../../../src/features/deals/close-outs/default-facts.ts'
import { PositionRepository } from '../../../../src/features/deals/positions/position.repository.ts'
import { PositionService } from '../../../../src/features/deals/positions/position.service.ts'
import { StoredPrices } from '../../../../src/features/prices/stored-prices.ts'
import { Refusal } from '../../../../src/platform/refusal.ts'
import { Book, type Deal, type Key, type Party } from '../../../harness/book.ts'
import { call, refused, succeed } from '../../../harness/call.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const now = '2026-03-02T12:00:00.000Z'
const book = new Book()
const lender = book.party('harbor', 'fireblocks')
const borrower = book.party('quay', 'bitgo')
const third = book.party('third', 'copper')
const key = lender.credential('viewer')
const thirdKey = third.credential('admin')
const reporting = lender.credential('reporting')
book.price('BTC', '60000', now)
book.price('ETH', '2500', now)
book.price('USDC', '1', '2026-03-02T11:00:00.000Z')

const createdAt = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`
let minute = 0
const deal = (
  changes: Parameters<Book['deal']>[2] = {},
  [from, to]: readonly [Party, Party] = [lender, borrower],
) => book.deal(from, to, { at: createdAt((minute += 1)), ...changes })

// Each side of the lender's business, then what a filter finds.
const lent = [deal(), deal(), deal({ collateral_quantity: '400' })]
const borrowed = [deal({}, [third, lender]), deal({}, [third, lender])]
const sameInstant = Array.from({ length: 12 }, () =>
  deal({ at: '2026-03-01T12:00:00.000Z', collateral_quantity: '360' }),
)
const closed = deal({
  state: 'CLOSED',
})
const againstDollars = deal({
  collateral_asset: 'USDC',
})
const others = deal({}, [third, borrower])
const visible = [...lent, ...borrowed, ...sameInstant, closed, againstDollars]

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

const list = (query: Record<string, string | number | boolean> = {}, as: Key = key) =>
  succeed(service, listPositions, { key: as, query })
const idsOf = (deals: readonly Deal[]) => deals.map(({ positionId }) => positionId).sort()

function newestFirst(deals: readonly Deal[]): string[] {
  const place = ({ createdAt: time, positionId }: Deal) => `${time} ${positionId}`
  return [...deals].sort((a, b) => (place(a) < place(b) ? 1 : -1)).map((one) => one.positionId)
}

describe('200 OK', () => {
  it('returns 200 with the positions that the organization lends or borrows, newest first, and no other', async () => {
    const answer = await list()
    expect(answer.positions.map(({ id }) => id)).toEqual(newestFirst(visible))
    expect(answer).not.toHaveProperty('next_page_token')
    expect(answer.positions.map(({ id }) => id)).not.toContain(others.positionId)
  })

  it('returns each position as it is returned by its id', async () => {
    const { positions } = await list()
    for (const position of positions) {
      const params = { position_id: position.id }
      expect(position).toEqual(await succeed(service, getPosition, { key, params }))
    }
  })

  it('returns 200 with exactly an empty list when no position matches', async () => {
    for (const query of ['asset=DOGE', `counterparty_id=00000000-0000-4000-8000-000000000000`]) {
      const { text, headers } = await call(service, { target: `/positions?${query}`, key })
      expect(text).toBe('{"positions":[]}')
      expect(headers).not.toHaveProperty('link')
    }
  })

  it('runs one query of positions and one of prices, however long the page is', async () => {
    const pool = openServicePool({ url: service.database.url, poolSize: 1 })
    let reads = 0
    pool.on('acquire', () => (reads += 1))
    const database = new TenantDatabase(new ConnectionShares(pool))
    const prices = new StoredPrices(pool, 180)
    const positions = new PositionService({
      positions: new PositionRepository(database),
      prices,
      clock: service.clock,
      defaults: new DeclaredDefaultsReader(database, new DefaultFacts(prices, 3600)),
    })
    const { rows } = await service.database.query(
      'SELECT * FROM credentials WHERE public_key = $1',
      [Buffer.from(key.publicKey, 'base64url')],
    )
    const credentialId = String(rows[0]?.['id'])
    const caller = {
      credentialId,
      organizationId: lender.id,
      role: 'viewer',
      accountId: '00000000-0000-4000-8000-000000000001',
      organizationStatus: 'active',
    } as const
    try {
      for (const size of [1, 1000]) {
        reads = 0
        const page = await positions.reader({ ...caller, verified: false }, {})(undefined, size)
        expect(page instanceof Refusal ? page : page.items.length).toBe(
          Math.min(size, visible.length),
        )
        expect(reads).toBe(2)
      }
    } finally {
      await pool.end()
    }
  })
})

describe('filters', () => {
  const cases: [Record<string, string>, readonly Deal[]][] = [
    [{ status: 'CLOSED' }, [closed]],
    [{ collateral_asset: 'USDC' }, [againstDollars]],
    [{ asset: 'BTC', status: 'CLOSED' }, [closed]],
    [{ asset: 'ETH' }, []],
    [{ counterparty_id: third.id.toUpperCase() }, borrowed],
    [{ counterparty_id: lender.id }, []],
    [{ counterparty_id: third.id, status: 'CLOSED' }, []],
  ]
  it.each(cases)('select by %j', async (query, expected) => {
    const { positions } = await list(query)
    expect(positions.map(({ id }) => id).sort()).toEqual(idsOf(expected))
  })
})

describe('pages', () => {
  it('follow one another without a repetition or a gap, even within one millisecond', async () => {
    const seen: string[] = []
    let query: Record<string, string | number> = { page_size: 5 }
    for (;;) {
      const { positions, next_page_token: next } = await list(query)
      seen.push(...positions.map(({ id }) => id))
      if (next === undefined) break
      expect(positions).toHaveLength(5)
      query = { page_size: 5, page_token: next }
    }
    expect(seen).toEqual(newestFirst(visible))
  })

  it('are linked, with their filters', async () => {
    const target = `/positions?asset=BTC&counterparty_id=${borrower.id}&page_size=2`
    const reply = await call(service, { target, key })
    const link = /^<(\/positions\?[^>]+)>; rel="next"$/.exec(String(reply.headers['link']))
    const next = await call(service, { target: link?.[1] ?? '', key })
    expect(next.status).toBe(200)
    expect((next.body as { positions: object[] }).positions).toHaveLength(2)
  })
})

describe('400 Bad Request', () => {
  it.each([
    ['unknown=1', 'unknown'],
    ['ready_for_m2m=yes', 'ready_for_m2m'],
    ['margin_call_reached=', 'margin_call_reached'],
    ['liquidation_reached=1', 'liquidation_reached'],
    ['counterparty_id=harbor', 'counterparty_id'],
    ['status=', 'status'],
    ['page_size=1001', 'page_size'],
    ['page_token=AAAA', 'page_token'],
    ['format=csv', 'format'],
  ])('returns 400 for %s', async (query, field) => {
    const reply = await refused(service, 400, { target: `/positions?${query}`, key })
    expect(reply.body.error.details?.[0]).toMatchObject({ field })
  })

  it('returns 400 for a page token of other filters or of another organization', async () => {
    const { next_page_token: token = '' } = await list({ page_size: 1 })
    const attempts: [string, Key][] = [
      [`asset=BTC&page_token=${token}`, key],
      [`page_token=${token}`, thirdKey],
      [`page_token=${token}A`, key],
    ]
    for (const [query, as] of attempts) {
      const reply = await refused(service, 400, { target: `/positions?${query}`, key: as })
      expect(reply.reason).toBe('PAGE_TOKEN_INVALID')
    }
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for a role that may not read positions', async () => {
    const reply = await refused(service, 403, { target: '/positions', key: reporting })
    expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
  })
})

describe('422 Unprocessable Content', () => {
  it('returns 422 with the statuses that exist', async () => {
    for (const status of ['OPEN', 'active', 'ACTIVE,CLOSED']) {
      const reply = await refused(service, 422, { target: `/positions?status=${status}`, key })
      expect(reply.body.error).toMatchObject({
        code: 'INVALID_ARGUMENT',
        reason: 'STATUS_UNKNOWN',
        details: [{ field: 'status', allowed: [...statesOf(positionStates)] }],
      })
    }
  })
})

describe('other organizations', () => {
  it("see their own side, and nothing of the others'", async () => {
    const { positions } = await list({}, thirdKey)
    expect(positions.map(({ id }) => id).sort()).toEqual(idsOf([...borrowed, others]))
  })
})
