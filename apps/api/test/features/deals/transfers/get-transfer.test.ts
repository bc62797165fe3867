import { getTransfer } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { insertTransfers } from '../../../harness/inserted-transfers.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const book = new Book()
const [harbor, quay, strand] = [book.party('harbor'), book.party('quay'), book.party('strand')]
const keys = {
  harbor: harbor.credential('viewer'),
  quay: quay.credential('reporting'),
  strand: strand.credential('admin'),
  operator: book.party('platform').credential('operator'),
}
const deal = book.deal(harbor, quay)
// More digits than a double holds.
const quantity = '123456789.123456789012345678'
const { id } = book.transfer(deal, quay, harbor, { quantity })
const { id: foreignId } = book.transfer(book.deal(quay, strand), strand, quay)

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  await insertTransfers(service.database, book)
})
afterAll(() => service.close())

const get = (transferId: string, key = keys.harbor) =>
  callOf(getTransfer, { params: { transfer_id: transferId }, key })

describe('200 OK', () => {
  it('returns 200 with the transfer as it is stored, with every digit, and its steps', async () => {
    const { rows } = await service.database.query('SELECT document FROM transfers WHERE id = $1', [
      id,
    ])
    const reply = await call(service, get(id))
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    const { create_time: created } = reply.body as { create_time: string }
    const steps = `[{"state" : "pending_submission", "time" : "${created}", "provider_request_state" : null}]`
    const more = `,"steps":${steps},"usual_seconds":null}`
    expect(reply.text).toBe(`${String(rows[0]?.['document']).slice(0, -1)}${more}`)
    expect(reply.text).toContain(`"quantity":${quantity}`)
  })

  it('returns 200 with the same for both sides, and for an id in capitals', async () => {
    const shown = await succeed(service, getTransfer, {
      params: { transfer_id: id },
      key: keys.harbor,
    })
    const other = await succeed(service, getTransfer, {
      params: { transfer_id: id.toUpperCase() },
      key: keys.quay,
    })
    expect(other).toEqual(shown)
    expect(shown).toMatchObject({ id, quantity, status: 'COMPLETED' })
  })
})

describe('400 Bad Request', () => {
  it.each(['1', '0'.repeat(36)])('returns 400 for %s, which is not an id', async (text) => {
    const { body } = await refused(service, 400, get(text))
    expect(body.error.details).toMatchObject([{ field: 'transfer_id', issue: 'must be a UUID' }])
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for a role without the operation', async () => {
    expect((await refused(service, 403, get(id, keys.operator))).reason).toBe('ROLE_NOT_PERMITTED')
  })
})

describe('404 Not Found', () => {
  it('returns 404 with the same bytes for an unknown transfer and for that of another organization', async () => {
    const unknownId = '00000000-0000-4000-8000-000000000000'
    const [missing, foreign] = [
      await refused(service, 404, get(unknownId)),
      await refused(service, 404, get(foreignId)),
    ]
    expect(missing.reason).toBe('TRANSFER_NOT_FOUND')
    const bare = (text: string, asked: string) =>
      text.replace(asked, 'ID').replace(/"request_id":"[^"]*"/, '')
    expect(bare(foreign.text, foreignId)).toBe(bare(missing.text, unknownId))
  })

  it('returns 404 for a transfer between others, by row-level security alone', async () => {
    const seen = await service.services.writes.byService(harbor.id, async (tx) => [
      await tx.row('SELECT 1 FROM transfers WHERE id = $1', [id]),
      await tx.row('SELECT 1 FROM transfers WHERE id = $1', [foreignId]),
    ])
    expect(seen).toEqual([expect.anything(), undefined])
  })
})
