import { cancelTransfer } from '@vadium/schema'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  CustodyMismatchError,
  CustodyUnavailableError,
} from '../../../src/features/custody/custody-adapter.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { randomIds } from '../../../src/platform/ids.ts'
import { CallbackService } from '../../../src/features/custody/callback.service.ts'
import { AnsweringCustodian, report } from '../../harness/answering-custodian.ts'
import { bookOfDeals } from '../../harness/book-of-deals.ts'
import { succeed } from '../../harness/call.ts'
import { custodyWorkerBeside } from '../../harness/custody-worker.ts'
import {
  decideTransfer,
  externalIdOf,
  historyOf,
  instructedTransfer,
} from '../../harness/decided-transfer.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { isLongRun } from '../../harness/long-run.ts'

const attemptsMax = 3
const { book, nextDeal, keys } = bookOfDeals(18)
let service: RunningService
let pool: Pool
beforeAll(async () => {
  service = await startService({
    scenario: book.scenario,
    settings: { CUSTODY_ATTEMPTS_MAX: String(attemptsMax) },
  })
  pool = openServicePool({ url: service.database.url, poolSize: 4 })
})
afterAll(async () => {
  await pool.end()
  await service.close()
})

let custodian: AnsweringCustodian
let id: string
beforeEach(async () => {
  // Instructions that other tests have left are removed.
  await service.database.query('UPDATE instructions SET due_at = NULL, claim = NULL')
  custodian = new AnsweringCustodian()
  // A part that goes back: neither side may cancel any other transfer alone.
  const part = { category: 'return', leg: 'asset', token: 'BTC' } as const
  id = await decideTransfer(service.services, nextDeal(), part)
})

const cancel = () =>
  succeed(service, cancelTransfer, { params: { transfer_id: id }, key: keys.borrower })
const worker = (known: AnsweringCustodian | null = custodian) =>
  custodyWorkerBeside(service, { pool, custodian: known ?? undefined, attemptsMax })
const runDue = () => worker().runDue()
const pass = (ms: number) => service.clock.set(new Date(service.clock.now() + ms).toISOString())
/** Lets two minutes pass, in turns of the worker. */
const runForTwoMinutes = async () => {
  const turns = isLongRun ? 20 : 8
  for (let turn = 0; turn < turns; turn += 1) {
    await runDue()
    pass(120_000 / turns)
  }
}
const callBack = async () => {
  const custody = { of: () => Promise.resolve(custodian) }
  const callbacks = new CallbackService(pool, custody, service.clock, () => undefined)
  const call = { custodianId: 'simulated', headers: {}, body: Buffer.from(externalIdOf(id)) }
  expect(await callbacks.take(call)).toBeUndefined()
}
/** A worker claims the instruction and dies. */
const claimByDeadWorker = async (maybeSent: boolean) => {
  await service.database.query(
    `UPDATE instructions SET claim = $2, claimed_until = now() - interval '1 second',
       maybe_sent = $3 WHERE transfer_id = $1`,
    [id, randomIds.next(), maybeSent],
  )
}

const history = () => historyOf(service.database, id)
const transfer = () => instructedTransfer(service.database, id)

const silence = () => new CustodyUnavailableError('silence')
const given = report({ state: 'cancelled', requestState: 'CANCELLED', label: 'On request' })
const waiting = 'Received (cancellation requested)'

describe('a cancellation before a worker has the instruction', () => {
  it('ends the transfer without a request to its custodian', async () => {
    await cancel()
    expect(await runDue()).toBe(1)
    expect(await transfer()).toMatchObject({ status: 'CANCELLED', state: 'cancelled', due: false })
    expect(await history()).toEqual(['create ask_to_cancel cancel', 'instruct revert'])
    expect([custodian.sent, custodian.asked, custodian.cancelled]).toEqual([[], [], []])
  })

  it('ends the transfer although a worker that had claimed it has died', async () => {
    await cancel()
    await claimByDeadWorker(false)
    await runDue()
    expect(await transfer()).toMatchObject({ status: 'CANCELLED' })
    expect(custodian.sent).toEqual([])
  })

  it('ends the transfer although its custodian has no adapter', async () => {
    await cancel()
    await worker(null).runDue()
    expect(await transfer()).toMatchObject({ status: 'CANCELLED' })
  })

  it('ends the transfer when workers claim it at the same time, sent or not, and it never moves', async () => {
    custodian.submissions = [report()]
    custodian.cancellations = [given]
    await Promise.all([cancel(), runDue(), runDue(), runDue()])
    await runForTwoMinutes()
    expect(await transfer()).toMatchObject({ status: 'CANCELLED', due: false })
    expect(custodian.sent.length).toBe(custodian.cancelled.length)
    expect((await history())[1]).toBe('instruct revert')
  })
})

describe('a cancellation while a worker sends the instruction', () => {
  it('is carried out at the next attempt, which comes at once', async () => {
    custodian.submissions = [
      async () => {
        await cancel()
        return report()
      },
    ]
    custodian.cancellations = [given]
    expect(await runDue()).toBe(2)
    expect(await transfer()).toMatchObject({ status: 'CANCELLED', label: 'On request' })
    expect(await history()).toEqual(['create ask_to_cancel submit cancel', 'instruct revert'])
    expect(custodian.sent).toHaveLength(1)
  })

  it('is carried out when that worker gets no answer', async () => {
    custodian.submissions = [
      async () => {
        await cancel()
        throw silence()
      },
    ]
    custodian.cancellations = [given]
    expect(await runDue()).toBe(2)
    expect(await transfer()).toMatchObject({ status: 'CANCELLED' })
    expect(await history()).toEqual(['create ask_to_cancel cancel', 'instruct revert'])
  })

  it('has no effect when the transfer has completed by then', async () => {
    custodian.submissions = [
      async () => {
        await cancel()
        return report({ state: 'completed' })
      },
    ]
    // The collateral of the part is instructed, and sent in the same run.
    expect(await runDue()).toBe(2)
    expect(await transfer()).toMatchObject({ status: 'COMPLETED', label: 'Received' })
    expect(custodian.cancelled).toEqual([])
    expect(await history()).toEqual(['create ask_to_cancel submit complete', 'instruct settle'])
  })
})

describe('a cancellation that the custodian is asked for', () => {
  beforeEach(async () => {
    custodian.submissions = [report()]
    await runDue()
    await cancel()
  })

  it('cancels the transfer', async () => {
    custodian.cancellations = [given]
    expect(await runDue()).toBe(1)
    expect(await transfer()).toMatchObject({ status: 'CANCELLED', label: 'On request', due: false })
    expect(await history()).toEqual(['create submit ask_to_cancel cancel', 'instruct revert'])
    await callBack()
    expect(await runDue()).toBe(0)
    expect([custodian.sent.length, custodian.cancelled.length]).toEqual([1, 1])
  })

  it('has no effect when the transfer has completed', async () => {
    custodian.cancellations = [report({ state: 'completed' })]
    await runDue()
    expect(await transfer()).toMatchObject({ status: 'COMPLETED', due: false })
    expect(await history()).toEqual(['create submit ask_to_cancel complete', 'instruct settle'])
  })

  it('is requested again as long as the custodian continues', async () => {
    custodian.cancellations = [report(), report({ state: undefined }), given]
    await runDue()
    expect(await transfer()).toMatchObject({ status: 'IN_PROGRESS', label: waiting, due: true })
    pass(60_000)
    await runDue()
    expect(await transfer()).toMatchObject({ status: 'IN_PROGRESS', label: waiting, due: true })
    pass(60_000)
    await runDue()
    expect(await transfer()).toMatchObject({ status: 'CANCELLED' })
    expect([custodian.sent.length, custodian.asked.length]).toEqual([1, 0])
  })

  it('is requested again when its answer is lost or its worker dies', async () => {
    custodian.cancellations = [silence(), given]
    await runDue()
    expect(await transfer()).toMatchObject({ status: 'IN_PROGRESS', attempts: 1, due: true })
    await claimByDeadWorker(true)
    pass(60_000)
    await runDue()
    expect(await transfer()).toMatchObject({ status: 'CANCELLED' })
    expect(custodian.sent).toHaveLength(1)
  })

  it('stalls when the custodian does not answer, and is requested again when a party asks again', async () => {
    custodian.cancellations = [silence()]
    await runForTwoMinutes()
    expect(await transfer()).toMatchObject({
      stalled: true,
      label: `The custodian did not answer ${attemptsMax} times: a person must look (cancellation requested)`,
    })
    expect(custodian.cancelled).toHaveLength(attemptsMax)
    const { provider_lifecycle: lifecycle } = await cancel()
    expect(lifecycle.label).toMatch(/look \(cancellation requested\)$/)
    custodian.cancellations = [given]
    await runDue()
    expect(await transfer()).toMatchObject({ status: 'CANCELLED', stalled: false })
  })

  it('follows a callback that arrives meanwhile', async () => {
    custodian.cancellations = [
      async () => {
        await callBack()
        return report()
      },
      report({ state: 'completed' }),
    ]
    // The third is the collateral of the part.
    expect(await runDue()).toBe(3)
    expect(await transfer()).toMatchObject({ status: 'COMPLETED', label: 'Received' })
    expect(await history()).toEqual(['create submit ask_to_cancel complete', 'instruct settle'])
  })

  it('is not booked by a worker when another one has learned that the transfer completed', async () => {
    custodian.cancellations = [
      async () => {
        await service.database.query(
          "UPDATE instructions SET claimed_until = now() - interval '1 second'",
        )
        custodian.cancellations = [report({ state: 'completed' })]
        await runDue()
        return given
      },
    ]
    await runDue()
    expect(await transfer()).toMatchObject({ status: 'COMPLETED' })
    expect((await history())[1]).toBe('instruct settle')
  })
})

describe('a cancellation of an instruction that may have been sent', () => {
  beforeEach(async () => {
    await claimByDeadWorker(true)
    await cancel()
  })

  it('sends it under its id when the custodian does not know it, and cancels it at once', async () => {
    custodian.cancellations = [undefined, given]
    custodian.submissions = [report()]
    expect(await runDue()).toBe(1)
    expect(await transfer()).toMatchObject({ status: 'CANCELLED', label: 'On request' })
    expect([custodian.sent.length, custodian.cancelled.length]).toEqual([1, 2])
  })

  it('ends the transfer as rejected when the custodian rejects it', async () => {
    custodian.cancellations = [undefined]
    custodian.submissions = [report({ state: 'rejected', requestState: null })]
    await runDue()
    expect(await transfer()).toMatchObject({ status: 'REJECTED' })
    expect(custodian.cancelled).toHaveLength(1)
  })

  it('ends the transfer as failed when its id belongs to another movement', async () => {
    custodian.cancellations = [undefined]
    custodian.submissions = [new CustodyMismatchError('another movement')]
    await runDue()
    expect(await transfer()).toMatchObject({ status: 'FAILED' })
  })

  it('is requested again when the custodian has accepted it and does not know it yet', async () => {
    custodian.cancellations = [undefined, undefined, given]
    custodian.submissions = [report()]
    await runDue()
    expect(await transfer()).toMatchObject({ status: 'IN_PROGRESS', label: waiting })
    pass(60_000)
    await runDue()
    expect(await transfer()).toMatchObject({ status: 'CANCELLED' })
    expect(custodian.sent).toHaveLength(1)
  })
})
