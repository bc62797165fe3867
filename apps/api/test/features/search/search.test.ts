import {
  headerNames,
  listAuditEntries,
  listChatEntries,
  listCredentials,
  listOrders,
  listPriceSources,
  mayFind,
  type Role,
  search,
  type SearchKind,
  searchKinds,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { ownApproval } from '../../harness/example-approvals.ts'
import type { LivingBook } from '../../harness/living-book.ts'
import { type LivingBooks, openLivingBooks } from '../../harness/living-books.ts'
import type { RunningService } from '../../harness/service.ts'
import type { Key } from '../../harness/book.ts'

let opened: LivingBooks
let service: RunningService
let mine: LivingBook
let theirs: LivingBook
/** One id of each kind that the lender of the first book may read. */
let ids: Readonly<Record<SearchKind, string>>
beforeAll(async () => {
  opened = await openLivingBooks()
  service = opened.service
  ;[mine, theirs] = opened.books
  ids = await idsOf(mine)
}, 60_000)
afterAll(() => opened.close())

async function idsOf(book: LivingBook): Promise<Record<SearchKind, string>> {
  const { lender, firstDeal } = book
  const key = lender.keys.admin
  const { credentials } = await succeed(service, listCredentials, { key })
  const { order_id } = await book.openChatEntry()
  const { entries } = await succeed(service, listChatEntries, { key, params: { order_id } })
  const { price_sources } = await succeed(service, listPriceSources, {
    key: book.platform.keys.operator,
  })
  await service.services.audit.flush()
  const { audit_entries } = await succeed(service, listAuditEntries, { key })
  return {
    order: firstDeal.orderId,
    position: firstDeal.positionId,
    mark_to_market_request: (await book.pendingRequest()).id,
    order_request: (await book.pendingReturn()).id,
    close_out: (await book.declaredDefault()).id,
    transfer: book.firstTransferId,
    agreement: book.agreementId,
    organization: book.borrower.party.id,
    chat_entry: entries[0]?.id ?? '',
    approval: (await ownApproval(book, 'admin')).id,
    notification: await book.notificationId(),
    wallet: lender.party.wallets.BTC,
    account: lender.accountId,
    credential: credentials[0]?.id ?? '',
    webhook_endpoint: await book.newWebhookEndpoint(),
    webhook_delivery: await book.newWebhookDelivery(),
    price_source: price_sources[0]?.id ?? '',
    audit_entry: audit_entries.find(({ kind }) => kind === 'request')?.request_id ?? '',
  }
}

const find = async (query: string | number, key: Key = mine.lender.keys.admin) =>
  (await succeed(service, search, { key, query: { query } })).results

const tenantRoles = ['viewer', 'execution', 'reporting', 'admin'] as const satisfies Role[]

/** The member that an id was given to: notifications of the living book are the borrower's. */
const ownerOf = (kind: SearchKind, book = mine) =>
  kind === 'notification' ? book.borrower : book.lender

describe('a search', () => {
  it.each(searchKinds)('finds by its id, for the roles that may read it: %s', async (kind) => {
    for (const role of tenantRoles) {
      const results = await find(ids[kind], ownerOf(kind).keys[role])
      const found = results.filter((result) => result.kind === kind)
      expect(found, role).toHaveLength(mayFind(role, kind) ? 1 : 0)
      if (kind !== 'audit_entry' && found[0] !== undefined) expect(found[0].id).toBe(ids[kind])
    }
  })

  it.each(searchKinds)('answers what others have like what does not exist: %s', async (kind) => {
    if (kind === 'price_source') return
    for (const key of [theirs.lender.keys.admin, theirs.borrower.keys.execution]) {
      expect(await find(ids[kind], key)).toEqual([])
    }
  })

  it('finds an order and its position by its number, and nothing by the number of a foreign order', async () => {
    const { orderNumber, orderId, positionId } = mine.firstDeal
    expect(await find(orderNumber)).toEqual([
      {
        kind: 'order',
        id: orderId,
        label: `Order ${orderNumber}: 10 BTC against ETH`,
        order_id: orderId,
      },
      {
        kind: 'position',
        id: positionId,
        label: `Position of order ${orderNumber}: 10 BTC`,
        order_id: orderId,
      },
    ])
    const { orders } = await succeed(service, listOrders, { key: theirs.lender.keys.admin })
    expect(orders.length).toBeGreaterThan(0)
    expect(await find(orders[0]?.number ?? 0)).toEqual([])
  })

  it('finds a transfer by its id at the custodian', async () => {
    const { rows } = await service.database.query<{ id: string }>(
      'SELECT external_transfer_id AS id FROM transfers WHERE id = $1',
      [mine.firstTransferId],
    )
    const external = rows[0]?.id ?? ''
    expect(await find(external)).toMatchObject([{ kind: 'transfer', id: mine.firstTransferId }])
    expect(await find(external, theirs.lender.keys.admin)).toEqual([])
  })

  it('finds an id in either case', async () => {
    expect(await find(mine.firstDeal.orderId.toUpperCase())).toMatchObject([{ kind: 'order' }])
  })

  const byBeginning = [
    'order',
    'position',
    'mark_to_market_request',
    'order_request',
    'close_out',
    'transfer',
    'approval',
  ] as const
  it.each(byBeginning)(
    'finds by the first characters of its id, own ones only: %s',
    async (kind) => {
      for (const length of [13, 14, 24, 35]) {
        const beginning = ids[kind].slice(0, length)
        expect(await find(beginning.toUpperCase()), beginning).toContainEqual(
          expect.objectContaining({ kind, id: ids[kind] }),
        )
        const others = await find(beginning, theirs.lender.keys.admin)
        expect(others.map(({ id }) => id)).not.toContain(ids[kind])
      }
      const least = ids[kind].slice(0, 8)
      const found = await find(least)
      expect(found.map(({ id }) => id.slice(0, 8))).toEqual(found.map(() => least))
      expect(found.length).toBeGreaterThan(0)
      expect(await find(ids[kind].slice(0, 7))).toEqual([])
    },
  )

  it('finds the audit line of a request by the id of the answer', async () => {
    const viewer = mine.lender.keys.viewer
    const reply = await call(service, callOf(listOrders, { key: viewer }))
    const requestId = String(reply.headers[headerNames.requestId.toLowerCase()])
    await service.services.audit.flush()
    expect(await find(requestId)).toMatchObject([
      { kind: 'audit_entry', label: 'listOrders: ok', order_id: null },
    ])
    expect(await find(requestId, viewer)).toEqual([])
    expect(await find(requestId, theirs.lender.keys.admin)).toEqual([])
    expect(await find(requestId, mine.platform.keys.operator)).toEqual([])
  })

  it('shows the operator what it may read, and nothing of the book', async () => {
    const key = mine.platform.keys.operator
    for (const kind of searchKinds) {
      const found = (await find(ids[kind], key)).map((result) => result.kind)
      const isOfPlatform = ['agreement', 'organization', 'wallet', 'account', 'credential']
      expect(found, kind).toEqual([...isOfPlatform, 'price_source'].includes(kind) ? [kind] : [])
    }
  })

  it.each([
    '0',
    '-1',
    '1.5',
    '9007199254740992',
    '99999999999999999999999999999999',
    'ffffffff-ffff-7fff-bfff-ffffffffffff',
    '00000000-0000-7000-8000-000000000000',
    "'; DROP TABLE orders; --".replaceAll(' ', '+'),
    '%',
    '_',
    'x'.repeat(128),
  ])('finds nothing by %s', async (query) => {
    expect(await find(query)).toEqual([])
  })

  it('makes the same look-ups whether it finds something or not', async () => {
    const texts = new Set<string>()
    const { tenantDatabase: database } = service.services
    const read = database.read.bind(database)
    database.read = (tenant, statement, mode) => {
      if (statement.name.startsWith('search')) texts.add(statement.text)
      return read(tenant, statement, mode)
    }
    for (const query of [mine.firstDeal.orderId, theirs.firstDeal.orderId, 'nobody']) {
      await find(query)
    }
    database.read = read
    expect(texts.size).toBe(1)
  })
})

describe('400 Bad Request', () => {
  it.each(['', 'x'.repeat(129), 'two words', 'a\nb', 'ä'])(
    'returns 400 for the text %j',
    async (query) => {
      const target = `/search?query=${encodeURIComponent(query)}`
      const key = mine.lender.keys.viewer
      expect((await refused(service, 400, { target, key })).reason).toBe('PARAMETER_INVALID')
    },
  )

  it('returns 400 for no text, and for one that is given twice', async () => {
    const key = mine.lender.keys.viewer
    for (const target of ['/search', '/search?query=1&query=2']) {
      await refused(service, 400, { target, key })
    }
  })
})

describe('401 Unauthorized', () => {
  it('returns 401 for a revoked credential', async () => {
    const call = callOf(search, { key: mine.lender.revokedKeys.admin, query: { query: '1' } })
    await refused(service, 401, call)
  })
})
