import { cancelTransfer } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SimulatedCustody } from '../../../src/features/custody/simulated/simulated-custody.ts'
import { bookOfDeals, simulatedCustodian } from '../../harness/book-of-deals.ts'
import { succeed } from '../../harness/call.ts'
import {
  decideTransfer,
  externalIdOf,
  historyOf,
  instructedTransfer,
} from '../../harness/decided-transfer.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { isLongRun } from '../../harness/long-run.ts'

const { book, nextDeal, keys } = bookOfDeals(5)
let service: RunningService
beforeAll(async () => {
  service = await startService({
    scenario: book.scenario,
    settings: { CUSTODY_ATTEMPTS_MAX: '3' },
  })
})
afterAll(() => service.close())

let id: string
beforeEach(async () => {
  // Instructions that other tests have left are removed.
  await service.database.query('UPDATE instructions SET due_at = NULL, claim = NULL')
  // A part that goes back: neither side may cancel any other transfer alone.
  const part = { category: 'return', leg: 'asset', token: 'BTC' } as const
  id = await decideTransfer(service.services, nextDeal(), part)
})

const cancel = () =>
  succeed(service, cancelTransfer, { params: { transfer_id: id }, key: keys.borrower })
const pass = (ms: number) => service.clock.set(new Date(service.clock.now() + ms).toISOString())
/** Lets two minutes pass, in turns of the worker. */
const runForTwoMinutes = async () => {
  const turns = isLongRun ? 20 : 8
  for (let turn = 0; turn < turns; turn += 1) {
    await service.services.custodyWorker.runDue()
    pass(120_000 / turns)
  }
}

describe('a cancellation at the simulated custodian', () => {
  const run = () => service.services.custodyWorker.runDue()
  const stages = [{ word: 'pendingApproval', lastsMs: null } as const]
  let simulated: SimulatedCustody
  beforeEach(async () => {
    simulated = await simulatedCustodian(service)
  })
  const timesMoved = async () =>
    (await simulated.movements()).find(
      ({ externalTransferId }) => externalTransferId === externalIdOf(id),
    )?.times ?? 0

  it.each([
    ['a submission that never arrived', { lostSubmissions: 1 }],
    ['a submission that arrives late', { arrivesAfterMs: 20_000 }],
    ['an answer that was lost', { lostAnswers: 1 }],
    ['a cancellation whose answer was lost', { lostReplies: 1 }],
  ])('ends in one state after %s, and nothing has moved', async (_what, script) => {
    const changes = { ...script, stages, forgetsIds: true }
    await simulated.script(changes, { externalTransferId: externalIdOf(id) })
    await run()
    await cancel()
    await runForTwoMinutes()
    expect(await instructedTransfer(service.database, id)).toMatchObject({
      status: 'CANCELLED',
      due: false,
      stalled: false,
    })
    expect((await historyOf(service.database, id))[1]).toBe('instruct revert')
    await simulated.decide(externalIdOf(id), 'approved')
    pass(86_400_000)
    expect(await timesMoved()).toBe(0)
  })

  it('has no effect after an approval, and the transfer moves once', async () => {
    await simulated.script({ stages }, { externalTransferId: externalIdOf(id) })
    await run()
    await simulated.decide(externalIdOf(id), 'approved')
    await cancel()
    await runForTwoMinutes()
    expect(await instructedTransfer(service.database, id)).toMatchObject({ status: 'COMPLETED' })
    expect(await timesMoved()).toBe(1)
  })
})
