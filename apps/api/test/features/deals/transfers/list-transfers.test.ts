import { listTransfers, transferStatuses } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../../harness/book.ts'
import { call, refused, succeed } from '../../../harness/call.ts'
import { type InsertedTransfer, insertTransfers } from '../../../harness/inserted-transfers.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const book = new Book()
const lender = book.party('harbor', 'fireblocks')
const borrower = book.party('quay', 'bitgo')
const third = book.party('third', 'copper')
const reporting = lender.credential('reporting')
const thirdKey = third.credential('viewer')
// Orders without transfers of their own: those of the list are inserted.
const state = 'PENDING_ACCEPTANCE'
const first = book.deal(lender, borrower, { state })
const second = book.deal(third, lender, { state })

const exactQuantities = [
  '123456789.123456789012345678',
  '9007199254740993',
  '0.000000000000000001',
  '99999999999999999999',
  '1',
]
const digits = exactQuantities.map((quantity) =>
  book.transfer(first, borrower, lender, { quantity, notional_usd: '1234.50' }),
)
const statuses = transferStatuses.map((status) =>
  book.transfer(first, lender, borrower, {
    status,
    provider_state: 'confirming',
    provider_request_state: null,
  }),
)
const sameInstant = Array.from({ length: 25 }, () =>
  book.transfer(second, third, lender, {
    token: 'BTC',
    leg: 'asset',
    category: 'open',
    create_time: '2026-03-02T11:00:00.000Z',
  }),
)
const back = book.transfer(second, lender, third, { token: 'BTC', leg: 'asset', category: 'close' })
const elsewhere = book.deal(third, borrower, { state })
const unseen = book.transfer(elsewhere, third, borrower)

const visible = [...digits, ...statuses, ...sameInstant, back]

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  await insertTransfers(service.database, book)
})
afterAll(() => service.close())

const list = (query = '', key = reporting) =>
  succeed(service, listTransfers, { key, target: `/transfers${query === '' ? '' : `?${query}`}` })

const ids = (transfers: readonly { id: string }[]) => transfers.map(({ id }) => id).sort()

function newestFirst(transfers: readonly InsertedTransfer[]): string[] {
  const position = ({ create_time, id }: InsertedTransfer) => `${create_time} ${id}`
  return [...transfers].sort((a, b) => (position(a) < position(b) ? 1 : -1)).map(({ id }) => id)
}

describe('200 OK', () => {
  it('returns 200 with the transfers that the organization sends or receives, newest first, and no other', async () => {
    const answer = await list()
    expect(answer.transfers.map(({ id }) => id)).toEqual(newestFirst(visible))
    expect(answer).not.toHaveProperty('next_page_token')
    expect(ids(answer.transfers)).not.toContain(unseen.id)
  })

  it('returns 200 with every member of a transfer', async () => {
    const [transfer] = (await list(`status=PENDING&orderId=${first.orderNumber}`)).transfers
    const stored = statuses[0]
    expect(transfer).toEqual({
      id: stored?.id,
      external_transfer_id: stored?.external_transfer_id,
      category: 'm2m',
      status: 'PENDING',
      token: 'ETH',
      quantity: '1.5',
      notional: '4500',
      order_id: first.orderNumber,
      create_time: stored?.create_time,
      update_time: stored?.update_time,
      sender: {
        organization_id: `organizations/${lender.id}`,
        custodian: 'fireblocks',
        wallet_address: '0xharborETH',
      },
      receiver: {
        organization_id: `organizations/${borrower.id}`,
        custodian: 'bitgo',
        wallet_address: '0xquayETH',
      },
      provider_lifecycle: {
        label: 'Completed.',
        provider: 'fireblocks',
        provider_request_state: null,
        state: 'confirming',
      },
    })
  })

  it('returns 200 with every digit of a quantity as a JSON number', async () => {
    const { text } = await call(service, {
      target: `/transfers?sender=organizations/${borrower.id}`,
      key: reporting,
    })
    for (const quantity of exactQuantities) expect(text).toContain(`"quantity":${quantity},`)
  })

  it('returns 200 with exactly an empty list when no transfer matches', async () => {
    for (const query of ['orderId=1', 'orderId=-5', 'token=DOGE', 'senderCustodian=anchorage']) {
      const { text, headers } = await call(service, {
        target: `/transfers?${query}`,
        key: reporting,
      })
      expect(text).toBe('{"transfers":[]}')
      expect(headers).not.toHaveProperty('link')
    }
  })
})

describe('filters', () => {
  const party = (id: string) => `organizations/${id}`
  const cases: [string, readonly InsertedTransfer[]][] = [
    [`sender=${party(lender.id)}`, [...statuses, back]],
    [`sender=${party(borrower.id)}`, digits],
    [`receiver=${party(lender.id)}`, [...digits, ...sameInstant]],
    [
      `receiver=${party(borrower.id).toUpperCase().replace('ORG', 'org').replace('ANIZATIONS', 'anizations')}`,
      statuses,
    ],
    [`sender=${party(lender.id)}&receiver=${party(lender.id)}`, []],
    [`sender=${party(lender.id)}&receiver=${party(third.id)}`, [back]],
    [`sender=${party(third.id)}&receiver=${party(borrower.id)}`, []],
    ['senderCustodian=copper', sameInstant],
    ['receiverCustodian=bitgo', statuses],
    ['senderCustodian=fireblocks&receiverCustodian=copper', [back]],
    ['status=FAILED', statuses.filter(({ status }) => status === 'FAILED')],
    [`orderId=${second.orderNumber}`, [...sameInstant, back]],
    [`orderId=${elsewhere.orderNumber}`, []],
    ['token=BTC', [...sameInstant, back]],
    [`token=ETH&status=COMPLETED&sender=${party(borrower.id)}`, digits],
  ]
  it.each(cases)('select by %s', async (query, expected) => {
    expect(ids((await list(query)).transfers)).toEqual(ids(expected))
  })
})

/** Inserts a transfer like another, except for these members. */
async function insertCopy(id: string, changes: { id: string } & Record<string, string>) {
  const { rows } = await service.database.query(
    `SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
     WHERE table_name = 'transfers' AND is_generated = 'NEVER'`,
  )
  const columns = String(rows[0]?.['columns'])
  await service.database.query(
    `INSERT INTO transfers (${columns}) SELECT ${columns} FROM (
       SELECT (jsonb_populate_record(t, $2::jsonb || jsonb_build_object(
         'document', replace(t.document, $1, $2::jsonb ->> 'id')))).*
       FROM transfers t WHERE id = $1::uuid) AS copy`,
    [id, JSON.stringify(changes)],
  )
}

describe('pages', () => {
  it('follow one another without a repetition or a gap, even within one millisecond', async () => {
    const seen: string[] = []
    let query = 'page_size=7'
    for (;;) {
      const { transfers, next_page_token: next } = await list(query)
      seen.push(...transfers.map(({ id }) => id))
      if (next === undefined) break
      expect(transfers).toHaveLength(7)
      query = `page_size=7&page_token=${next}`
    }
    expect(seen).toEqual(newestFirst(visible))
  })

  it('have no next page after a full last one', async () => {
    const answer = await list(`token=BTC&page_size=${sameInstant.length + 1}`)
    expect(answer.transfers).toHaveLength(sameInstant.length + 1)
    expect(answer).not.toHaveProperty('next_page_token')
  })

  it('are linked, with their filters', async () => {
    const reply = await call(service, {
      target: '/transfers?token=BTC&page_size=5',
      key: reporting,
    })
    const link = /^<(\/transfers\?[^>]+)>; rel="next"$/.exec(String(reply.headers['link']))
    const next = await call(service, { target: link?.[1] ?? '', key: reporting })
    expect(next.status).toBe(200)
    expect(ids((next.body as { transfers: { id: string }[] }).transfers)).toHaveLength(5)
  })

  it('neither repeat nor skip when a transfer is inserted between two of them', async () => {
    const before = await list('page_size=10')
    await insertCopy(back.id, {
      id: 'ffffffff-ffff-4fff-8fff-ffffffffffff',
      external_transfer_id: 'late',
      create_time: '2026-03-02T11:59:00.000Z',
      update_time: '2026-03-02T11:59:00.000Z',
    })
    const after = await list(`page_size=1000&page_token=${before.next_page_token ?? ''}`)
    expect([...before.transfers, ...after.transfers].map(({ id }) => id)).toEqual(
      newestFirst(visible),
    )
    await service.database.query(`DELETE FROM transfers WHERE external_transfer_id = 'late'`)
  })
})

describe('400 Bad Request', () => {
  const cases: [string, string][] = [
    ['unknown=1', 'unknown'],
    ['token=BTC&token=ETH', 'token'],
    ['orderId=1.5', 'orderId'],
    ['orderId=0x10', 'orderId'],
    ['orderId=1e3', 'orderId'],
    ['orderId=', 'orderId'],
    ['orderId=9007199254740993', 'orderId'],
    ['orderId=99999999999999999999999', 'orderId'],
    ['sender=harbor', 'sender'],
    [`sender=${lender.id}`, 'sender'],
    ['receiver=organizations/1', 'receiver'],
    [`receiver=organizations/${lender.id}x`, 'receiver'],
    ['page_size=0', 'page_size'],
    ['page_size=1001', 'page_size'],
    ['page_size=ten', 'page_size'],
    ['page_token=', 'page_token'],
    ['page_token=AAAA', 'page_token'],
    ['token=%00', 'query'],
    ['token=%ff', 'query'],
    ['token=%zz', 'query'],
    ['token=', 'token'],
    [`token=${'x'.repeat(65)}`, 'token'],
    ['__proto__=1', '__proto__'],
    ['constructor=1', 'constructor'],
    ['=', ''],
  ]
  it.each(cases)('returns 400 for %s', async (query, field) => {
    const reply = await refused(service, 400, { target: `/transfers?${query}`, key: reporting })
    expect(reply.body.error.details?.[0]).toMatchObject({ field })
    expect(reply.body.error.code).toBe('INVALID_ARGUMENT')
  })

  it('returns 400 for a page token of other filters or another organization, and for an altered one', async () => {
    const { next_page_token: token = '' } = await list('page_size=2')
    const flipped = token.replace(/^./, token.startsWith('A') ? 'B' : 'A')
    const attempts: [string, typeof reporting][] = [
      [`token=BTC&page_token=${token}`, reporting],
      [`page_token=${token}`, thirdKey],
      [`page_token=${flipped}`, reporting],
      [`page_token=${token}A`, reporting],
      [`page_token=${token.slice(0, -1)}`, reporting],
    ]
    for (const [query, key] of attempts) {
      const reply = await refused(service, 400, { target: `/transfers?${query}`, key })
      expect(reply.reason).toBe('PAGE_TOKEN_INVALID')
    }
  })
})

describe('422 Unprocessable Content', () => {
  it('returns 422 with the statuses that exist', async () => {
    for (const status of ['DONE', 'in_progress', 'PENDING,FAILED']) {
      const reply = await refused(service, 422, {
        target: `/transfers?status=${status}`,
        key: reporting,
      })
      expect(reply.body.error).toMatchObject({
        code: 'INVALID_ARGUMENT',
        reason: 'TRANSFER_STATUS_UNKNOWN',
        details: [{ field: 'status', allowed: [...transferStatuses] }],
      })
    }
  })

  it.each(['senderCustodian', 'receiverCustodian'])(
    'returns 422 with the custodians that exist: %s',
    async (field) => {
      const reply = await refused(service, 422, {
        target: `/transfers?${field}=nowhere`,
        key: reporting,
      })
      expect(reply.body.error).toMatchObject({
        reason: 'CUSTODIAN_UNKNOWN',
        details: [{ field, allowed: ['anchorage', 'bitgo', 'copper', 'fireblocks', 'simulated'] }],
      })
    },
  )
})
