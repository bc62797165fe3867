import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  CustodyMismatchError,
  CustodyUnavailableError,
  type ProviderReport,
} from '../../../src/features/custody/custody-adapter.ts'
import type { CustodyWorkerParts } from '../../../src/features/custody/custody-worker.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { randomIds } from '../../../src/platform/ids.ts'
import { CallbackService } from '../../../src/features/custody/callback.service.ts'
import { SettlementService } from '../../../src/features/custody/settlement.service.ts'
import { AnsweringCustodian, report } from '../../harness/answering-custodian.ts'
import { bookOfDeals } from '../../harness/book-of-deals.ts'
import { custodyWorkerBeside } from '../../harness/custody-worker.ts'
import { decideTransfer, externalIdOf } from '../../harness/decided-transfer.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const { book, nextDeal } = bookOfDeals(1)
const deal = nextDeal()
let service: RunningService
let pool: Pool
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
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
  id = await decideTransfer(service.services, deal)
})

const worker = (changes: Partial<CustodyWorkerParts> = {}) =>
  custodyWorkerBeside(service, { pool, custodian, ...changes })
const pass = (ms: number) => service.clock.set(new Date(service.clock.now() + ms).toISOString())
const lapse = () =>
  service.database.query("UPDATE instructions SET claimed_until = now() - interval '1 second'")

const transfer = async () => {
  const { rows } = await service.database.query(
    `SELECT status, provider_state, provider_request_state AS word, provider_label AS label
     FROM transfers WHERE id = $1`,
    [id],
  )
  return rows[0]
}
const instruction = async () => {
  const { rows } = await service.database.query(
    `SELECT due_at IS NOT NULL AS due, attempts, stalled, last_error, claim IS NOT NULL AS claimed
     FROM instructions WHERE transfer_id = $1`,
    [id],
  )
  return rows[0]
}
const journal = async () => {
  const { rows } = await service.database.query(
    'SELECT kind FROM journal_transactions WHERE transfer_id = $1 ORDER BY sequence',
    [id],
  )
  return rows.map(({ kind }) => kind)
}
const callBack = async () => {
  const callbacks = new CallbackService(
    pool,
    { of: () => Promise.resolve(custodian) },
    service.clock,
    () => undefined,
  )
  const call = { custodianId: 'simulated', headers: {}, body: Buffer.from(externalIdOf(id)) }
  expect(await callbacks.take(call)).toBeUndefined()
}

describe('the answer of a provider', () => {
  it('is kept verbatim, and polled again when it says nothing about the progress', async () => {
    const odd = { state: undefined, requestState: 'PENDING_MOON_PHASE', label: 'It says: …' }
    custodian.submissions = [report({ state: 'confirming', requestState: 'Confirming (1/6)' })]
    custodian.enquiries = [report(odd)]
    await worker().runDue()
    pass(60_000)
    await worker().runDue()
    expect(await transfer()).toEqual({
      status: 'IN_PROGRESS',
      provider_state: 'confirming',
      word: 'PENDING_MOON_PHASE',
      label: 'It says: …',
    })
    expect(await instruction()).toMatchObject({ due: true, attempts: 0, stalled: false })
  })

  it('is ignored when it is older than a known one', async () => {
    custodian.submissions = [report({ state: 'confirming', requestState: 'CONFIRMING' })]
    custodian.enquiries = [report({ state: 'broadcasting', requestState: 'BROADCASTING' })]
    await worker().runDue()
    pass(60_000)
    await worker().runDue()
    expect(await transfer()).toMatchObject({ provider_state: 'confirming', word: 'CONFIRMING' })
  })

  it('stalls the instruction when another quantity has moved, and continues when that is corrected', async () => {
    custodian.submissions = [report({ state: 'completed', quantity: '1.49999999' })]
    await worker().runDue()
    expect(await transfer()).toMatchObject({
      status: 'PENDING',
      label: 'The custodian reports a quantity of 1.49999999, not 1.5: a person must look',
    })
    expect(await instruction()).toEqual({
      due: false,
      attempts: 0,
      stalled: true,
      last_error: 'the custodian reports another quantity',
      claimed: false,
    })
    expect(await journal()).toEqual(['instruct'])

    custodian.enquiries = [report({ state: 'completed', quantity: '1.500' })]
    await callBack()
    await worker().runDue()
    expect(await transfer()).toMatchObject({ status: 'COMPLETED' })
    expect(await journal()).toEqual(['instruct', 'settle'])
    expect(custodian.sent).toEqual([externalIdOf(id)])
  })

  it('fails the transfer when it knows the id for another movement', async () => {
    custodian.submissions = [new CustodyMismatchError('another movement')]
    await worker().runDue()
    expect(await transfer()).toEqual({
      status: 'FAILED',
      provider_state: 'failed',
      word: null,
      label: 'The custodian knows the identifier for another transfer. Nothing was transferred',
    })
    expect(await instruction()).toMatchObject({ due: false, stalled: false })
    expect(await journal()).toEqual(['instruct', 'revert'])
  })

  it('is not shown when it is the text of an unexpected error', async () => {
    custodian.submissions = [new TypeError('token abc leaked')]
    await worker().runDue()
    expect(await instruction()).toMatchObject({ attempts: 1, last_error: 'TypeError' })
    custodian.enquiries = [new CustodyUnavailableError('x'.repeat(1000))]
    pass(60_000)
    await worker().runDue()
    expect(await instruction()).toMatchObject({ attempts: 2, last_error: 'x'.repeat(500) })
  })
})

describe('a callback while a worker has the instruction', () => {
  const calledBackMeanwhile =
    <T>(answer: T) =>
    async () => {
      await callBack()
      if (answer instanceof Error) throw answer
      return answer
    }

  it('causes another poll at once', async () => {
    custodian.submissions = [calledBackMeanwhile(report())]
    custodian.enquiries = [report({ state: 'completed' })]
    expect(await worker().runDue()).toBe(2)
    expect(await transfer()).toMatchObject({ status: 'COMPLETED' })
  })

  it('is followed when that worker stalls the instruction for missing answers', async () => {
    custodian.submissions = [calledBackMeanwhile(new CustodyUnavailableError('silence') as never)]
    custodian.enquiries = [report({ state: 'completed' })]
    expect(await worker({ attemptsMax: 1 }).runDue()).toBe(2)
    expect(await transfer()).toMatchObject({ status: 'COMPLETED' })
  })

  it('is followed when that worker stalls the instruction for a wrong answer', async () => {
    custodian.submissions = [calledBackMeanwhile(report({ state: 'completed', quantity: '2' }))]
    custodian.enquiries = [report({ state: 'completed' })]
    expect(await worker().runDue()).toBe(2)
    expect(await transfer()).toMatchObject({ status: 'COMPLETED' })
  })

  it('is followed after that worker has died, by one other worker', async () => {
    custodian.submissions = [report()]
    await service.database.query(
      "UPDATE instructions SET claim = $1, claimed_until = now() + interval '1 minute'",
      [randomIds.next()],
    )
    await callBack()
    expect(await worker().runDue()).toBe(0)
    await lapse()
    expect(await worker().runDue()).toBe(1)
  })

  it('does not change an ended transfer', async () => {
    custodian.submissions = [calledBackMeanwhile(report({ state: 'completed' }))]
    expect(await worker().runDue()).toBe(1)
    await callBack()
    expect(await worker().runDue()).toBe(0)
    expect(await journal()).toEqual(['instruct', 'settle'])
  })
})

describe('a worker that was delayed', () => {
  it('does not send what another worker may have sent meanwhile', async () => {
    await service.database.query(
      'UPDATE instructions SET maybe_sent = true WHERE due_at IS NOT NULL',
    )
    let answer: (known: undefined) => void = () => undefined
    custodian.enquiries = [
      () => new Promise((resolve) => (answer = resolve)),
      undefined,
      report({ state: 'completed' }),
    ]
    custodian.submissions = [report()]
    const slow = worker({ answerMsMax: 50 })
    await slow.runNext()
    expect(await instruction()).toMatchObject({ attempts: 1, last_error: 'no answer in time' })
    pass(60_000)
    await worker().runNext()
    expect(custodian.sent).toHaveLength(1)
    // Only now does the first one learn that the custodian knew nothing.
    answer(undefined)
    pass(60_000)
    await worker().runDue()
    expect(custodian.sent).toHaveLength(1)
    expect(await transfer()).toMatchObject({ status: 'COMPLETED' })
  })

  it('does not book an answer that is older than the one of another worker', async () => {
    custodian.submissions = [
      async () => {
        await lapse()
        custodian.enquiries = [report({ state: 'completed', requestState: 'DONE' })]
        await worker().runDue()
        return report({ state: 'failed', requestState: 'FAILED' })
      },
    ]
    await worker().runDue()
    expect(await transfer()).toMatchObject({ status: 'COMPLETED', word: 'DONE' })
    expect(await journal()).toEqual(['instruct', 'settle'])
    expect(await instruction()).toMatchObject({ due: false, claimed: false })
  })

  it('does not stall an instruction that another worker has claimed', async () => {
    let others: Promise<boolean> | undefined
    let answerOther: (known: ProviderReport) => void = () => undefined
    const otherIsAsking = new Promise<void>((asks) => {
      custodian.enquiries = [
        () => {
          asks()
          return new Promise((resolve) => (answerOther = resolve))
        },
      ]
    })
    custodian.submissions = [
      async () => {
        await lapse()
        others = worker().runNext()
        await otherIsAsking
        throw new CustodyUnavailableError('silence')
      },
    ]
    await worker({ attemptsMax: 1 }).runNext()
    expect(await instruction()).toMatchObject({ claimed: true, attempts: 0, stalled: false })
    answerOther(report({ state: 'completed' }))
    await others
    expect(await transfer()).toMatchObject({ status: 'COMPLETED' })
  })

  it('still books its answer when no other worker has claimed the instruction', async () => {
    custodian.submissions = [
      async () => {
        await lapse()
        return report({ state: 'completed' })
      },
    ]
    await worker().runDue()
    expect(await transfer()).toMatchObject({ status: 'COMPLETED' })
  })
})

describe('an answer that contradicts the book', () => {
  it('is undone as a whole, tried again, and stalls in the end', async () => {
    const failing = {
      transferChanged: () => Promise.reject(new RangeError('position is nowhere')),
      transferSettled: () => Promise.resolve(),
    }
    const settlement = new SettlementService({
      orders: failing,
      markToMarket: failing,
      orderRequests: failing,
      closeOuts: failing,
    })
    custodian.submissions = [report({ state: 'completed' })]
    custodian.enquiries = [report({ state: 'completed' })]
    for (let i = 0; i < 3; i += 1) {
      await worker({ settlement }).runDue()
      pass(600_000)
    }
    expect(await transfer()).toMatchObject({
      status: 'PENDING',
      label: "The custodian's answer cannot be booked: a person must look",
    })
    expect(await instruction()).toMatchObject({
      stalled: true,
      attempts: 3,
      last_error: 'recording the answer failed: RangeError',
    })
    expect(await journal()).toEqual(['instruct'])
    await callBack()
    await worker().runDue()
    expect(await transfer()).toMatchObject({ status: 'COMPLETED' })
    expect(custodian.sent).toHaveLength(1)
  })
})

describe('an instruction to a custodian without an adapter', () => {
  it('waits, and stalls', async () => {
    const custody = { of: () => Promise.resolve(undefined) }
    for (let i = 0; i < 3; i += 1) {
      await worker({ custody }).runDue()
      pass(600_000)
    }
    expect(await instruction()).toMatchObject({ stalled: true, last_error: 'Error' })
    expect(custodian.sent).toEqual([])
  })
})
