import { createHash } from 'node:crypto'
import { verifyDocument } from '@vadium/margin'
import {
  canonicalJson,
  type Document,
  type DocumentKind,
  getDocument,
  getDocumentPdf,
  getDocumentPreferences,
  listDocuments,
  listEvents,
  type OperationQuery,
  reportPositions,
  setDocumentPreferences,
} from '@vadium/schema'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeMarketCut } from '../../../src/features/prices/market-cuts.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { signedHeaders } from '../../harness/signed-headers.ts'
import { now, World } from '../../harness/world/world.ts'

const world = new World({ short: 4 })
const { closeOuts, orders, requests, margin, lenderKey, borrowerKey, strangerKey } = world
const admins = {
  lender: world.lender.credential('admin'),
  borrower: world.borrower.credential('admin'),
}

world.book.price('USDC', '1', now)
const closeOutDeal = closeOuts.deal()

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const want = (kinds: DocumentKind[], key = admins.lender) =>
  succeed(world.service, setDocumentPreferences, { key, body: { kinds } })

const documentsOf = async (orderId: string, key = lenderKey): Promise<Document[]> => {
  const query = { order_id: orderId }
  return (await succeed(world.service, listDocuments, { key, query })).documents
}

const contentOf = async ({ id }: { id: string }, key = lenderKey) => {
  const { content } = await succeed(world.service, getDocument, {
    key,
    params: { document_id: id },
  })
  return content
}

const pdfOf = async (id: string): Promise<{ bytes: Buffer; headers: Record<string, unknown> }> => {
  const target = `/documents/${id}/pdf`
  const { url, clock } = world.service
  const reply = await request(url + target, {
    headers: signedHeaders({ method: 'GET', target, body: undefined }, lenderKey, clock.now()),
  })
  return { bytes: Buffer.from(await reply.body.arrayBuffer()), headers: reply.headers }
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const render = () => world.service.services.documentRenderer.runDue()

describe('documents that nobody wants', () => {
  it('are not made, and no event says otherwise', async () => {
    const wanted = await succeed(world.service, getDocumentPreferences, { key: lenderKey })
    expect(wanted).toEqual({ kinds: [], update_time: null })
    const { id } = await orders.active()
    await margin.create(world.shortDeal())
    await render()
    expect(await documentsOf(id)).toEqual([])
    expect(await world.service.database.query('SELECT FROM documents')).toMatchObject({
      rowCount: 0,
    })
  })
})

describe('a confirmation', () => {
  it('is made with the acceptance if one side wants it, and both sides read the same', async () => {
    await want(['confirmation'])
    const { id, number } = await orders.accepted()
    const [document] = await documentsOf(id, borrowerKey)
    expect(document).toMatchObject({
      ...{ kind: 'confirmation', revision: 1, order_id: id, order_id_pretty: number },
      ...{ subject_id: id, cut_time: null, pdf_sha256: null, template_version: null },
    })
    if (document === undefined) throw new Error('there is no document')
    const content = await contentOf(document, borrowerKey)
    expect(await contentOf(document)).toEqual(content)
    expect(sha256(canonicalJson(content))).toBe(document.content_sha256)
    expect(content).toMatchObject({
      ...{ content_version: '1', kind: 'confirmation', document_id: document.id, revision: 1 },
      lender: { slug: 'harbor', organization_id: world.lender.id },
      borrower: { slug: 'quay' },
      order: { id, number, asset_quantity: '10' },
      ...{ order_request: null, rate_percent: '5', interest: null },
      figures: {
        ...{ asset_price_usd: '60000', asset_notional_usd: '600000.00' },
        ...{ collateral_quantity: '300', collateral_value_usd: '750000.00', ccr_percent: '125.00' },
      },
    })
    expect(verifyDocument(content)).toMatchObject({ ok: true, differences: [] })
  })

  it('gets another revision by a rerate, with the interest until then', async () => {
    const order = await orders.active()
    world.pass(3 * 86_400_000)
    const asked = await requests.rerate(order, '6')
    const [second, first] = await documentsOf(order.id)
    expect([first?.revision, second?.revision]).toEqual([1, 2])
    if (second === undefined) throw new Error('there is no second revision')
    const content = await contentOf(second)
    expect(content).toMatchObject({
      order_request: { id: asked.id, kind: 'rerate', rate_percent: '6' },
      rate_percent: '6',
      interest: { periods: [{ quantity: '10', rate_percent: '5' }] },
    })
    expect(verifyDocument(content)).toMatchObject({ ok: true })
  })

  it('states the rate of now, and one that begins on a later day', async () => {
    const order = await orders.active({ maturity_time: '2026-12-01T12:00:00.000Z' })
    world.pass(2 * 86_400_000)
    const now = world.service.clock.now()
    const [today, later] = [now, now + 30 * 86_400_000].map((ms) =>
      new Date(ms).toISOString().slice(0, 10),
    )
    await requests.rerate(order, '6')
    await requests.rerate(order, '8', `${later}T00:00:00.000Z`)
    const maturity_time = '2027-06-01T12:00:00.000Z'
    const asked = await requests.ask(order.position_id, { kind: 'extend', maturity_time })
    await requests.do('accept', asked.id)
    const [newest] = await documentsOf(order.id)
    if (newest === undefined) throw new Error('there is no document')
    const content = await contentOf(newest)
    expect(content).toMatchObject({
      ...{ revision: 4, rate_percent: '6', rate_from: today },
      rates: [{ rate_percent: '5' }, { from: today }, { from: later, rate_percent: '8' }],
      order_request: { kind: 'extend', maturity_time },
    })
    expect(verifyDocument(content)).toMatchObject({ differences: [] })
  })

  it('is nothing to others, and unknown ids are as unknown', async () => {
    const { id } = await orders.accepted()
    const [document] = await documentsOf(id)
    const params = { document_id: document?.id ?? '' }
    for (const operation of [getDocument, getDocumentPdf]) {
      const reply = await refused(
        world.service,
        404,
        callOf(operation, { key: strangerKey, params }),
      )
      expect(reply.reason).toBe('DOCUMENT_NOT_FOUND')
    }
    expect(await documentsOf(id, strangerKey)).toEqual([])
  })
})

describe('a notice of a margin call', () => {
  it('has the calculation of the request, which can be recomputed', async () => {
    await want(['margin_call_notice'], admins.borrower)
    const asked = await margin.create(world.shortDeal())
    const [document] = await documentsOf(asked.order_id)
    expect(document).toMatchObject({ kind: 'margin_call_notice', subject_id: asked.id })
    if (document === undefined) throw new Error('there is no document')
    const content = await contentOf(document)
    expect(content).toMatchObject({
      request: { id: asked.id, direction: 'TopUp', collateral_amount: asked.collateral_amount },
      preview: { m2m_collateral_amount: asked.collateral_amount },
      calculation: { reasons: [] },
    })
    expect(verifyDocument(content)).toMatchObject({ ok: true })
    await want([], admins.borrower)
  })
})

describe('a margin statement', () => {
  const cutMs = Date.parse('2026-03-12T16:00:00.000Z')
  const stated = async () => {
    const query = { kind: 'margin_statement' } as const
    return (await succeed(world.service, listDocuments, { key: borrowerKey, query })).documents
  }
  const cut = async (atMs: number) => {
    world.pass(atMs + 60_000 - world.service.clock.now())
    await withOwnerClient(world.service.database.url, (client) =>
      takeMarketCut(client, atMs, 31_536_000),
    )
  }
  const state = () => world.service.services.marginStatements.run(world.service.clock.now())

  it('states all open deals of a pair at a market cut, once, if one side has asked before', async () => {
    await cut(cutMs - 86_400_000)
    await state()
    await want(['confirmation', 'margin_statement'])
    await cut(cutMs)
    await want(['close_out_statement', 'margin_statement'])
    await state()
    const [document, ...others] = await stated()
    expect(others).toEqual([])
    expect(document).toMatchObject({
      ...{ kind: 'margin_statement', order_id: null, order_id_pretty: null, subject_id: null },
      ...{ cut_time: '2026-03-12T16:00:00.000Z', revision: 1 },
    })
    if (document === undefined) throw new Error('there is no statement')
    const content = await contentOf(document)
    const report = await succeed(world.service, reportPositions, {
      ...{ key: lenderKey, query: { as_of: '2026-03-12T16:00:00.000Z' } },
    })
    expect(content).toMatchObject({
      positions: report.positions.map(({ order_id, ccr_percent, interest_accrued }) => ({
        ...{ order_id, ccr_percent, interest_accrued },
      })),
      totals: { positions: report.positions.length, positions_left_out: 0, unpriced: 0 },
    })
    expect(verifyDocument(content)).toMatchObject({ ok: true, differences: [] })
    await state()
    expect(await stated()).toHaveLength(1)
  })

  it('is not made if its kind was wanted again only after the cut', async () => {
    await cut(cutMs + 86_400_000)
    await want(['confirmation'])
    await want(['confirmation', 'margin_statement'])
    await state()
    expect(await stated()).toHaveLength(1)
  })
})

describe('the list of documents', () => {
  const made = async (query: OperationQuery<typeof listDocuments>) =>
    (await succeed(world.service, listDocuments, { key: lenderKey, query })).documents

  it('can be of a period, of which the end is not included', async () => {
    const [newest] = await made({ page_size: 1 })
    const at = newest?.create_time ?? ''
    expect((await made({ from: at })).map(({ id }) => id)).toContain(newest?.id)
    const before = await made({ to: at })
    expect(before.length).toBeGreaterThan(0)
    expect(before.every(({ create_time }) => create_time < at)).toBe(true)
    expect(await made({ from: at, to: at })).toEqual([])
  })

  it('refuses a time that does not exist', async () => {
    const query = { from: '2026-02-31T00:00:00.000Z' }
    const asked = callOf(listDocuments, { key: lenderKey, query })
    expect((await refused(world.service, 422, asked)).reason).toBe('VALUE_INVALID')
  })
})

describe('a close-out statement', () => {
  it('is made when the close-out is booked, with figures that can be recomputed', async () => {
    await want(['close_out_statement'])
    await closeOuts.lastingFall('45000')
    const { id } = await closeOuts.declare(closeOutDeal)
    await closeOuts.do('terminate', id)
    const [document, ...others] = await documentsOf(closeOutDeal.orderId)
    expect(others).toEqual([])
    expect(document).toMatchObject({ kind: 'close_out_statement', subject_id: id, revision: 1 })
    if (document === undefined) throw new Error('there is no document')
    const content = await contentOf(document)
    expect(content).toMatchObject({
      close_out: { id, cause: 'LIQUIDATION_LEVEL', declarer_id: world.lender.id },
      statement: { provisional: false, kept: [{ asset: 'BTC' }] },
    })
    expect(verifyDocument(content)).toMatchObject({ ok: true, differences: [] })
  })
})

describe('the PDF of a document', () => {
  beforeAll(() => want(['confirmation']))

  it('is not ready until it is rendered, and then both sides get its digests', async () => {
    const { id } = await orders.accepted()
    const [document] = await documentsOf(id)
    const params = { document_id: document?.id ?? '' }
    const asked = callOf(getDocumentPdf, { key: lenderKey, params })
    expect((await refused(world.service, 409, asked)).reason).toBe('DOCUMENT_NOT_READY')

    await render()
    const reply = await call(world.service, asked)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="confirmation-${params.document_id}.pdf"`,
      'x-content-type-options': 'nosniff',
    })
    const { bytes } = await pdfOf(params.document_id)
    const [rendered] = await documentsOf(id)
    expect(rendered?.pdf_sha256).toBe(sha256(bytes))
    for (const key of [lenderKey, borrowerKey]) {
      const { events } = await succeed(world.service, listEvents, {
        ...{ key, query: { type: 'document.created', limit: 1000 } },
      })
      const mine = events.filter(({ data }) => data.document?.id === params.document_id)
      expect(mine.map(({ data }) => data.document)).toMatchObject([
        { content_sha256: rendered?.content_sha256, pdf_sha256: rendered?.pdf_sha256 },
      ])
    }
  })

  it('is rendered once: what is stored cannot be replaced', async () => {
    await render()
    const change = (sql: string) => world.service.database.query(sql)
    await expect(change("UPDATE documents SET pdf = 'x', pdf_sha256 = 'x'")).rejects.toThrow('PDF')
    await expect(change("UPDATE documents SET content = '{}'")).rejects.toThrow()
    await expect(change('DELETE FROM documents')).rejects.toThrow()
  })
})
