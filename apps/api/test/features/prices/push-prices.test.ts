import { randomUUID } from 'node:crypto'
import { headerNames, previewMarkToMarketRequest, pushPrices } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Book, type Key } from '../../harness/book.ts'
import { call, type CallOptions, refused, succeed } from '../../harness/call.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const now = '2026-03-02T12:00:00.000Z'

const book = new Book()
const platform = book.party('platform')
const operator = platform.credential('operator')
for (const source of ['desk', 'desk-2', 'good']) platform.source(source)
const feedOperator = platform.colleague('operator')
book.scenario.price_sources.push({ source: 'other', account_id: feedOperator.accountId })
const lender = book.party('harbor')
const deal = book.deal(lender, book.party('quay'))

const keys = {
  viewer: lender.credential('viewer'),
  execution: lender.credential('execution'),
  reporting: lender.credential('reporting'),
  admin: lender.credential('admin'),
}

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
beforeEach(() => service.database.query('TRUNCATE prices, latest_prices, held_prices, price_bases'))
afterAll(() => service.close())

type Quote = Record<string, unknown>
const quote = (members: Quote = {}): Quote => ({
  asset: 'BTC',
  source: 'desk',
  price_usd: '60000',
  ...members,
})

const request = (quotes: readonly Quote[], key: Key = operator, idempotencyKey?: string) => ({
  method: 'POST',
  target: pushPrices.path,
  key,
  body: JSON.stringify({ quotes }),
  headers: { [headerNames.idempotencyKey]: idempotencyKey ?? randomUUID() },
})

const push = (...quotes: Quote[]) => pushAs(operator, ...quotes)

async function pushAs(by: Key, ...quotes: Quote[]): Promise<string[]> {
  const { headers, key, body } = request(quotes, by)
  const answer = await succeed(service, pushPrices, { headers, key, body })
  expect(answer.quotes.map(({ asset, source }) => ({ asset, source }))).toEqual(
    quotes.map(({ asset, source }) => ({ asset, source })),
  )
  return answer.quotes.map(({ outcome }) => outcome)
}

const refuse = async (
  status: number,
  quotes: readonly Quote[],
  options: Partial<CallOptions> = {},
) => {
  const reply = await refused(service, status, { ...request(quotes), ...options })
  expect((await service.database.query('SELECT * FROM prices')).rows).toEqual([])
  return { reason: reply.reason, details: reply.body.error.details }
}

describe('200 OK', () => {
  it('returns 200 for quotes observed now or at a given time', async () => {
    const observe_time = '2026-03-02T11:59:00.000Z'
    expect(
      await push(quote(), quote({ asset: 'ETH', price_usd: '2500.50', observe_time })),
    ).toEqual(['accepted', 'accepted'])
    const { rows } = await service.database.query(
      'SELECT asset, source, price_usd, observed_at FROM latest_prices ORDER BY asset',
    )
    expect(rows).toEqual([
      { asset: 'BTC', source: 'desk', price_usd: '60000', observed_at: new Date(now) },
      { asset: 'ETH', source: 'desk', price_usd: '2500.50', observed_at: new Date(observe_time) },
    ])
  })

  it('returns 200 and holds a jump until a source of another account confirms it', async () => {
    await push(quote({ observe_time: '2026-03-02T11:59:00.000Z' }))
    expect(await push(quote({ price_usd: '600' }))).toEqual(['held'])
    expect(await push(quote({ price_usd: '605', source: 'desk-2' }))).toEqual(['held'])
    const confirming = quote({ price_usd: '610', source: 'other' })
    expect(await pushAs(feedOperator, confirming)).toEqual(['accepted'])
    expect(await push(quote({ price_usd: '600' }))).toEqual(['accepted'])
  })

  it('returns 200 with the status superseded for a quote older than a known one', async () => {
    await push(quote())
    expect(await push(quote({ observe_time: '2026-03-02T11:00:00.000Z' }))).toEqual(['superseded'])
  })

  it('returns 200 with the same answer for the same request again, and takes it once', async () => {
    const key = randomUUID()
    const first = await call(service, request([quote({ price_usd: '1' })], operator, key))
    await pushAs(feedOperator, quote({ price_usd: '1', source: 'other' }))
    const again = await call(service, request([quote({ price_usd: '1' })], operator, key))
    expect(again.text).toBe(first.text)
    expect(again.headers[headerNames.idempotencyReplayed.toLowerCase()]).toBe('true')
    expect((await service.database.query('SELECT * FROM prices')).rowCount).toBe(2)
  })

  it('returns 200 for identical requests at once, and takes them once', async () => {
    const key = randomUUID()
    const twins = await Promise.all(
      Array.from({ length: isLongRun ? 50 : 10 }, () =>
        call(service, request([quote()], operator, key)),
      ),
    )
    expect(twins.map(({ status }) => status)).toContain(200)
    for (const { status } of twins) expect([200, 409]).toContain(status)
    expect((await service.database.query('SELECT * FROM prices')).rowCount).toBe(1)
  })
})

describe('400 Bad Request', () => {
  it.each([
    ['no quotes', []],
    ['too many', Array.from({ length: 501 }, (_, i) => quote({ source: `s${i}` }))],
    ['a price that is a number', [quote({ price_usd: 60000 })]],
    ['a price with an exponent', [quote({ price_usd: '6e4' })]],
    ['a price without digits', [quote({ price_usd: '' })]],
    ['no price', [quote({ price_usd: undefined })]],
    ['a source with a space', [quote({ source: 'the desk' })]],
    ['an unknown member', [quote({ price: '1' })]],
    ['a time without a zone', [quote({ observe_time: '2026-03-02T11:00:00.000' })]],
  ])('returns 400 for %s', async (_what, quotes) => {
    expect((await refuse(400, quotes)).reason).toBe('BODY_INVALID')
  })

  it('returns 400 for a malformed idempotency key', async () => {
    const headers = { [headerNames.idempotencyKey]: 'two words' }
    expect((await refuse(400, [quote()], { headers })).reason).toBe('IDEMPOTENCY_KEY_INVALID')
  })
})

describe('401 Unauthorized', () => {
  it('returns 401 without a signature', async () => {
    const { key: _, ...unsigned } = request([quote()])
    expect((await refused(service, 401, unsigned)).reason).toBe('UNAUTHENTICATED')
  })
})

describe('403 Forbidden', () => {
  it.each(['viewer', 'execution', 'reporting', 'admin'] as const)(
    'returns 403 for the role %s',
    async (role) => {
      const key = keys[role]
      expect((await refuse(403, [quote()], { key })).reason).toBe('ROLE_NOT_PERMITTED')
    },
  )
})

describe('422 Unprocessable Content', () => {
  it.each([
    ['price_usd', '0', 'must be above 0'],
    ['price_usd', '-1', 'must be above 0'],
    ['price_usd', '100000000000000000000', 'must be below 100000000000000000000'],
    ['price_usd', '0.000000000000000000001', 'must have at most 20 decimals'],
    ['observe_time', '2026-02-30T12:00:00.000Z', 'is not an existing time'],
    ['observe_time', '1999-12-31T00:00:00.000Z', 'must not be before 2000-01-01T00:00:00.000Z'],
  ])('returns 422 for a %s of %s', async (member, value, issue) => {
    expect(await refuse(422, [quote({ source: 'good' }), quote({ [member]: value })])).toEqual({
      reason: 'VALUE_INVALID',
      details: [{ field: `quotes.1.${member}`, issue }],
    })
  })

  it('returns 422 for a quote from the future, with the current time', async () => {
    expect(await refuse(422, [quote({ observe_time: '2026-03-02T12:00:00.001Z' })])).toEqual({
      reason: 'VALUE_INVALID',
      details: [
        {
          field: 'quotes.0.observe_time',
          issue: 'is later than the time of the service',
          value: now,
        },
      ],
    })
  })

  it('returns 422 for an unknown asset', async () => {
    expect(await refuse(422, [quote(), quote({ asset: 'NONE' })])).toEqual({
      reason: 'REFERENCE_UNKNOWN',
      details: [{ field: 'quotes.1.asset', issue: 'is not an asset' }],
    })
  })

  it.each([
    ['that is not registered', 'invented'],
    ['that belongs to another account', 'other'],
    ['of the service itself', 'kraken'],
  ])('returns 422 for a source %s, with those that may be pushed', async (_which, source) => {
    expect(await refuse(422, [quote(), quote({ source })])).toEqual({
      reason: 'REFERENCE_UNKNOWN',
      details: [
        {
          field: 'quotes.1.source',
          issue: "is not a price source of the caller's account",
          allowed: ['desk', 'desk-2', 'good'],
        },
      ],
    })
  })

  it('returns 422 for two quotes of one source, asset and time', async () => {
    expect(await refuse(422, [quote(), quote({ price_usd: '2' })])).toEqual({
      reason: 'VALUE_INVALID',
      details: [{ field: 'quotes.1', issue: 'is a second quote of this source, asset and time' }],
    })
  })
})

// Last, because the clock never moves back.
describe('a preview, while the only source of a price reports half of it,', () => {
  const viewer = keys.viewer
  const body = JSON.stringify({ position_id: deal.positionId })
  const previewed = async () => {
    const options = { key: viewer, body }
    const { preview } = await succeed(service, previewMarkToMarketRequest, options)
    return preview.current_price
  }
  const stale = async () => {
    const target = previewMarkToMarketRequest.path
    const reply = await refused(service, 424, { method: 'POST', target, key: viewer, body })
    return reply.reason
  }
  /** The collateral is quoted without a jump all the time. */
  const pushAt = async (time: string, price_usd: string) => {
    service.clock.set(`2026-03-02T${time}.000Z`)
    const [outcome] = await push(quote({ price_usd }), quote({ asset: 'ETH', price_usd: '2500' }))
    return outcome
  }

  it('uses the last price, then none, and then the new one once it has lasted', async () => {
    expect(await pushAt('13:00:00', '60000')).toBe('accepted')
    expect(await pushAt('13:01:00', '30000')).toBe('held')
    expect(await previewed()).toBe('60000')
    expect(await pushAt('13:03:00', '30100')).toBe('held')
    expect(await previewed()).toBe('60000')
    service.clock.set('2026-03-02T13:03:00.001Z')
    expect(await stale()).toBe('PRICE_STALE')
    expect(await pushAt('13:04:00', '30050')).toBe('held')
    expect(await stale()).toBe('PRICE_STALE')
    expect(await pushAt('13:04:01', '30050')).toBe('accepted')
    expect(await previewed()).toBe('30050')
  })

  it('uses the new price at once when a source of another account confirms it', async () => {
    expect(await pushAt('14:00:00', '60000')).toBe('accepted')
    expect(await pushAt('14:01:00', '30000')).toBe('held')
    const confirming = quote({ source: 'other', price_usd: '30000' })
    expect(await pushAs(feedOperator, confirming)).toEqual(['accepted'])
    expect(await previewed()).toBe('30000')
  })
})

describe('a push that comes by no request', () => {
  /** Pushes in a transaction of the operator, as any future way to push does. */
  async function pushDirectly(priceUsd: string, failure?: Error) {
    const credential = book.scenario.credentials.find(
      ({ public_key }) => public_key === operator.publicKey,
    )
    if (credential === undefined) throw new Error('the operator has no credential')
    const { id: credentialId, account_id: accountId } = credential
    const tenant = {
      credentialId,
      organizationId: platform.id,
      role: 'operator',
      verified: false,
    }
    const { prices, writes } = service.services
    await writes.byTenant(tenant, async (tx) => {
      const quote = { asset: 'USDC', source: 'desk', priceUsd, observedAt: tx.now }
      await prices.push(tx, accountId, [quote])
      if (failure !== undefined) throw failure
      return {}
    })
  }

  it('announces the changed asset once it is committed, and nothing that is rolled back', async () => {
    // No other test pushes this asset: an announcement of BTC may still be under way.
    const announced: string[] = []
    service.services.prices.onPricesChanged((assets) => {
      announced.push(...assets.filter((asset) => asset === 'USDC'))
    })
    const failure = new Error('rolled back')
    await expect(pushDirectly('1', failure)).rejects.toBe(failure)
    expect(announced).toEqual([])
    await pushDirectly('1.01')
    await expect.poll(() => announced).toEqual(['USDC'])
  })
})
