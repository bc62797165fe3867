import { afterAll, beforeAll, expect, it } from 'vitest'
import { bookOfDeals, simulatedCustodian } from '../../harness/book-of-deals.ts'
import { decideTransfer, externalIdOf } from '../../harness/decided-transfer.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { expectSettledBook } from '../../harness/settled-book.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const instructions = isLongRun ? 45 : 12

const { book, deals } = bookOfDeals(3)
let first: RunningService
let second: RunningService
beforeAll(async () => {
  first = await startService({ scenario: book.scenario })
  second = await startService({ database: first.database })
})
afterAll(async () => {
  await second.close()
  await first.close()
})

it(`sends each of ${instructions} instructions once with eight workers of two processes`, async () => {
  const custodian = await simulatedCustodian(first)
  const decided = await Promise.all(
    Array.from({ length: instructions / deals.length }).flatMap(() =>
      deals.map((deal) => decideTransfer(first.services, deal)),
    ),
  )
  for (const id of decided) {
    // A custodian that recognises no id counts every submission as a movement.
    const script = { forgetsIds: true, stages: [{ word: 'confirming', lastsMs: 2500 } as const] }
    await custodian.script(script, { externalTransferId: externalIdOf(id) })
  }
  const workers = [first, first, first, first, second, second, second, second]
  const counts: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    const done = await Promise.all(workers.map(({ services }) => services.custodyWorker.runDue()))
    counts.push(done.reduce((sum, count) => sum + count, 0))
    for (const { clock } of [first, second]) clock.set(new Date(clock.now() + 1000).toISOString())
  }
  // Sent, asked twice while it continued, and asked once when it had ended; never by two workers at
  // once.
  expect(counts).toEqual([...Array<number>(4).fill(instructions), 0])
  await expectSettledBook(first, custodian, decided)
})
