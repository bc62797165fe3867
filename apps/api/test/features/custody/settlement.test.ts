import type { TransferCategory } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProviderReport } from '../../../src/features/custody/custody-adapter.ts'
import { SettlementService } from '../../../src/features/custody/settlement.service.ts'
import { report } from '../../harness/answering-custodian.ts'
import { bookOfDeals } from '../../harness/book-of-deals.ts'
import { decideTransfer, type TransferChanges } from '../../harness/decided-transfer.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const { book, nextDeal } = bookOfDeals(21)
const deal = nextDeal()
let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

/** Who was called, with the change, in the order of the calls. */
let called: string[] = []
beforeEach(() => {
  called = []
})
const listener = (name: string) => ({
  transferChanged: (_tx: unknown, { from, to }: { from: string; to: string }) => {
    called.push(`${name} ${from} ${to}`)
    return Promise.resolve()
  },
  transferSettled: () => Promise.resolve(),
})
const settlement = new SettlementService({
  orders: listener('orders'),
  markToMarket: listener('calls'),
  orderRequests: listener('requests'),
  closeOuts: listener('close-outs'),
})

const decided = (changes: TransferChanges = {}) =>
  decideTransfer(service.services, { ...nextDeal() }, changes)
const inBook = <Result>(work: Parameters<typeof service.services.writes.byService<Result>>[1]) =>
  service.services.writes.byService(deal.lender.id, work)
const reported = (id: string, changes: Partial<ProviderReport>) =>
  inBook((tx) => settlement.report(tx, id, report(changes)))
const completed = { state: 'completed', requestState: 'COMPLETED' } as const

async function shown(id: string): Promise<unknown> {
  const { rows } = await service.database.query(
    `SELECT status, provider_state AS state, provider_request_state AS word, provider_label AS label
     FROM transfers WHERE id = $1`,
    [id],
  )
  return rows[0]
}

async function texts(statement: string, id: string): Promise<string[]> {
  const { rows } = await service.database.query<{ text: string }>(statement, [id])
  return rows.map(({ text }) => text)
}
const moves = (id: string) =>
  texts(
    `SELECT action AS text FROM state_changes WHERE resource_id = $1 AND action <> 'create'
     ORDER BY sequence`,
    id,
  )
const entries = (id: string) =>
  texts(
    'SELECT kind AS text FROM journal_transactions WHERE transfer_id = $1 ORDER BY sequence',
    id,
  )

describe('a report', () => {
  it.each([
    ['pending_provider_approval', 'under_way', 'IN_PROGRESS', ['submit'], ['instruct']],
    ['completed', 'over', 'COMPLETED', ['submit', 'complete'], ['instruct', 'settle']],
    ['failed', 'over', 'FAILED', ['fail'], ['instruct', 'revert']],
    ['rejected', 'over', 'REJECTED', ['reject'], ['instruct', 'revert']],
    ['cancelled', 'over', 'CANCELLED', ['cancel'], ['instruct', 'revert']],
  ] as const)(
    'makes of the state %s the answer %s and the status %s',
    async (state, answer, status, actions, kinds) => {
      const id = await decided()
      expect(await reported(id, { state, requestState: 'WORD', label: 'Seen' })).toBe(answer)
      expect(await shown(id)).toEqual({ status, state, word: 'WORD', label: 'Seen' })
      expect(await moves(id)).toEqual(actions)
      expect(await entries(id)).toEqual(kinds)
    },
  )

  it('keeps the known state if it has none, and writes the label', async () => {
    const id = await decided()
    const unknown = { state: undefined, label: 'Not known yet' }
    expect(await reported(id, unknown)).toBe('under_way')
    expect(await shown(id)).toMatchObject({
      status: 'PENDING',
      state: 'pending_submission',
      label: 'Not known yet',
    })
    expect(called).toEqual([])
    await reported(id, { state: 'pending_provider_approval' })
    await reported(id, unknown)
    expect(await shown(id)).toMatchObject({
      status: 'IN_PROGRESS',
      state: 'pending_provider_approval',
      label: 'Not known yet',
    })
    expect(called).toEqual(['calls PENDING IN_PROGRESS'])
  })

  it('changes nothing behind the known state, or after the end', async () => {
    const id = await decided()
    await reported(id, { state: 'broadcasting', label: 'On its way' })
    const before = await shown(id)
    const behind = { state: 'pending_provider_approval', label: 'Late' } as const
    expect(await reported(id, behind)).toBe('under_way')
    expect(await shown(id)).toEqual(before)
    await reported(id, completed)
    const ended = await shown(id)
    expect(await reported(id, { ...completed, label: 'Again' })).toBe('over')
    expect(await reported(id, { state: 'failed', quantity: '7', label: 'Failed?' })).toBe('over')
    expect(await shown(id)).toEqual(ended)
    expect(await entries(id)).toEqual(['instruct', 'settle'])
  })

  it('throws if there is no such transfer', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    await expect(reported(id, completed)).rejects.toThrow(
      `transfer ${id} is not of this organization`,
    )
  })
})

describe('a completed transfer', () => {
  it.each([['1.4'], ['1.50000001'], ['0']])(
    'is disputed when %s is reported in place of 1.5: it shows why, and nothing is booked',
    async (quantity) => {
      const id = await decided()
      expect(await reported(id, { ...completed, quantity })).toBe('disputed')
      expect(await shown(id)).toEqual({
        status: 'PENDING',
        state: 'pending_submission',
        word: 'COMPLETED',
        label: `The custodian reports a quantity of ${quantity}, not 1.5: a person must look`,
      })
      expect(await entries(id)).toEqual(['instruct'])
      expect(called).toEqual([])
    },
  )

  it.each([['1.50'], ['1.5'], [undefined]])(
    'is booked when %s is reported for 1.5',
    async (quantity) => {
      const id = await decided()
      expect(await reported(id, { ...completed, quantity })).toBe('over')
      expect(await entries(id)).toEqual(['instruct', 'settle'])
    },
  )

  it('is the only one whose quantity counts', async () => {
    const id = await decided()
    expect(await reported(id, { state: 'broadcasting', quantity: '0' })).toBe('under_way')
    expect(await reported(id, { state: 'failed', quantity: '0' })).toBe('over')
  })
})

describe('those that depend on a transfer', () => {
  it.each<[TransferCategory, TransferChanges, string[]]>([
    ['m2m', {}, ['calls']],
    ['open', {}, ['orders']],
    ['close', {}, ['orders', 'requests']],
    ['return', { leg: 'asset', token: 'BTC' }, ['requests']],
  ])('are called for %s, in this order, once for each change', async (category, of, names) => {
    const id = await decided({ category, ...of })
    await reported(id, completed)
    expect(called).toEqual(
      [
        ['PENDING', 'IN_PROGRESS'],
        ['IN_PROGRESS', 'COMPLETED'],
      ].flatMap(([from, to]) => names.map((name) => `${name} ${from} ${to}`)),
    )
  })
})

describe('the time at which a transfer is late', () => {
  const deadlines = (id: string) =>
    texts("SELECT kind AS text FROM deadlines WHERE kind = 'transfer' AND resource_id = $1", id)

  it('is watched until the transfer ends, which is submitted once', async () => {
    const id = await decided()
    await service.database.query(
      `INSERT INTO deadlines (kind, resource_id, lender_id, borrower_id, due_at)
       SELECT 'transfer', id, lender_id, borrower_id, late_at FROM transfers WHERE id = $1
       ON CONFLICT DO NOTHING`,
      [id],
    )
    await reported(id, { state: 'broadcasting' })
    expect(await deadlines(id)).toEqual(['transfer'])
    await reported(id, completed)
    expect(await deadlines(id)).toEqual([])
    expect(await moves(id)).toEqual(['submit', 'complete'])
  })
})

describe('a note', () => {
  const note = (id: string, label: string) =>
    inBook(async (tx) => settlement.note(tx, await settlement.open(tx, id), label))

  it('is the label of a transfer under way, and of no other', async () => {
    const id = await decided()
    await note(id, 'No answer yet')
    expect(await shown(id)).toMatchObject({ status: 'PENDING', label: 'No answer yet' })
    await reported(id, { ...completed, label: 'Done' })
    await note(id, 'Too late')
    expect(await shown(id)).toMatchObject({ label: 'Done' })
  })
})
