import { getTransfer } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProviderReport } from '../../../../src/features/custody/custody-adapter.ts'
import { SettlementService } from '../../../../src/features/custody/settlement.service.ts'
import { report } from '../../../harness/answering-custodian.ts'
import type { Key } from '../../../harness/book.ts'
import { bookOfDeals } from '../../../harness/book-of-deals.ts'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { decideTransfer } from '../../../harness/decided-transfer.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const { book, lender, nextDeal, keys } = bookOfDeals(8)
type Reported = NonNullable<ProviderReport['state']>

const strand = book.party('strand')
const stranger = strand.credential('admin')
const beganMs = Date.parse('2026-03-02T12:00:00.000Z')

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

const nobody = {
  transferChanged: () => Promise.resolve(),
  transferSettled: () => Promise.resolve(),
}
const settlement = new SettlementService({
  orders: nobody,
  markToMarket: nobody,
  orderRequests: nobody,
  closeOuts: nobody,
})

/** So many seconds after the beginning. */
const at = (seconds: number) => new Date(beganMs + seconds * 1_000).toISOString()

async function decided(seconds: number): Promise<string> {
  service.clock.set(at(seconds))
  return decideTransfer(service.services, nextDeal())
}

async function reported(id: string, seconds: number, state: Reported): Promise<void> {
  service.clock.set(at(seconds))
  await service.services.writes.byService(lender.id, (tx) =>
    settlement.report(tx, id, report({ state, requestState: state.toUpperCase() })),
  )
}

const get = (id: string, key: Key = keys.lender) =>
  succeed(service, getTransfer, { key, params: { transfer_id: id } })

it('names each state that a transfer reached once, with its time, to both of its sides', async () => {
  const id = await decided(0)
  expect((await get(id)).steps).toEqual([
    { state: 'pending_submission', time: at(0), provider_request_state: null },
  ])
  await reported(id, 2, 'pending_provider_approval')
  await reported(id, 9, 'pending_provider_approval')
  await reported(id, 70, 'broadcasting')
  // Behind the known state, so it is ignored.
  await reported(id, 71, 'pending_provider_signature')
  await reported(id, 95, 'failed')
  const step = (state: Reported, seconds: number) => ({
    state,
    time: at(seconds),
    provider_request_state: state.toUpperCase(),
  })
  const shown = await get(id)
  expect(shown.steps.slice(1)).toEqual([
    step('pending_provider_approval', 2),
    step('broadcasting', 70),
    step('failed', 95),
  ])
  expect(await get(id, keys.borrower)).toEqual(shown)
  const others = callOf(getTransfer, { key: stranger, params: { transfer_id: id } })
  expect((await refused(service, 404, others)).reason).toBe('TRANSFER_NOT_FOUND')
  const seen = await service.services.writes.byService(strand.id, (tx) =>
    tx.row('SELECT 1 FROM transfer_steps WHERE transfer_id = $1', [id]),
  )
  expect(seen).toBeUndefined()
})

it('says the median of what completed transfers took in the same state, once three did', async () => {
  for (const [i, seconds] of [60, 600, 90].entries()) {
    const begin = 1_000 * (i + 1)
    const waiting = await decided(begin)
    await reported(waiting, begin + 5, 'pending_provider_approval')
    expect((await get(waiting)).usual_seconds).toBeNull()
    await reported(waiting, begin + 5 + seconds, 'confirming')
    await reported(waiting, begin + 5 + seconds, 'completed')
  }
  const id = await decided(10_000)
  await reported(id, 10_001, 'pending_provider_approval')
  expect((await get(id)).usual_seconds).toBe(90)
  await reported(id, 10_002, 'confirming')
  expect((await get(id)).usual_seconds).toBe(0)
  await reported(id, 10_003, 'completed')
  expect((await get(id)).usual_seconds).toBeNull()
})
