import { getTransfer, listInstructions, resumeInstruction } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ScriptChanges } from '../../../src/features/custody/simulated/simulated-script.ts'
import type { SimulatedCustody } from '../../../src/features/custody/simulated/simulated-custody.ts'
import { TransferDesk } from '../../../src/features/deals/transfers/transfer-desk.service.ts'
import { bookOfDeals, simulatedCustodian } from '../../harness/book-of-deals.ts'
import { call, refused, succeed, callOf } from '../../harness/call.ts'
import {
  decideTransfer,
  externalIdOf,
  newTransfer,
  type PartiedDeal,
} from '../../harness/decided-transfer.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { isLongRun } from '../../harness/long-run.ts'

const attemptsMax = 4
const { book, nextDeal, keys } = bookOfDeals(10)
const usedDeal = nextDeal()
let deal: PartiedDeal
let service: RunningService
let custodian: SimulatedCustody
beforeAll(async () => {
  const settings = { CUSTODY_ATTEMPTS_MAX: String(attemptsMax) }
  service = await startService({ scenario: book.scenario, settings })
  custodian = await simulatedCustodian(service)
})
afterAll(() => service.close())

beforeEach(() => {
  deal = usedDeal
})

const pass = (ms: number) => service.clock.set(new Date(service.clock.now() + ms).toISOString())
const runDue = () => service.services.custodyWorker.runDue()
const runFor = async (ms: number) => {
  const end = service.clock.now() + ms
  for (await runDue(); service.clock.now() < end; await runDue()) pass(ms / (isLongRun ? 20 : 8))
}
const decide = async (script: ScriptChanges = {}) => {
  const id = await decideTransfer(service.services, deal)
  await custodian.script(script, { externalTransferId: externalIdOf(id) })
  return id
}
const waiting: ScriptChanges = { stages: [{ word: 'pendingApproval', lastsMs: null }] }

const shown = (id: string) =>
  succeed(service, getTransfer, { params: { transfer_id: id }, key: keys.lender })
const instruction = async (id: string, query: { stalled?: boolean } = {}) => {
  const options = { query: { page_size: 1000, ...query }, key: keys.operator }
  const { instructions } = await succeed(service, listInstructions, options)
  return instructions.find(({ transfer_id: transferId }) => transferId === id)
}
const resume = (id: string) =>
  callOf(resumeInstruction, { params: { transfer_id: id }, key: keys.operator })
const callBack = async (id: string) => {
  const { headers, body } = custodian.callback([externalIdOf(id)])
  const taken = service.services.callbacks.take({ custodianId: 'simulated', headers, body })
  expect(await taken).toBeUndefined()
}
const column = async (text: string, id: string): Promise<unknown[]> => {
  const { rows } = await service.database.query(text, [id])
  return rows.map((row) => Object.values<unknown>(row)[0])
}
const submissions = async (id: string) => {
  const text = 'SELECT submissions FROM simulated_instructions WHERE external_transfer_id = $1'
  return (await column(text, externalIdOf(id)))[0] ?? 0
}
const actions = (id: string) =>
  column('SELECT action FROM state_changes WHERE resource_id = $1 ORDER BY sequence', id)
const timesMoved = async (id: string) =>
  (await custodian.movements()).find((movement) => movement.externalTransferId === externalIdOf(id))
    ?.times ?? 0
const balances = async () => {
  const { rows } = await service.database.query(
    `SELECT bucket, trim_scale(quantity) AS quantity FROM journal_balances
     WHERE order_id = $1 AND asset = 'ETH' AND quantity <> 0`,
    [deal.orderId],
  )
  return Object.fromEntries<unknown>(rows.map((row) => [String(row['bucket']), row['quantity']]))
}

describe('an instruction', () => {
  // The balances of a deal are those of its own transfers.
  beforeEach(() => {
    deal = nextDeal()
  })

  it('is sent after the decision is committed, and not before', async () => {
    const id = await decide()
    expect(await submissions(id)).toBe(0)
    expect(await shown(id)).toMatchObject({
      status: 'PENDING',
      provider_lifecycle: { state: 'pending_submission', provider_request_state: null },
    })
    expect(await balances()).toEqual({ own: '-301.5', pledged: '300', in_transit: '1.5' })
    await runDue()
    expect(await submissions(id)).toBe(1)
    expect(await actions(id)).toEqual(['create', 'submit'])
  })

  it('is never sent when the decision was rolled back', async () => {
    let decided = ''
    const undone = service.services.writes.byService(deal.lender.id, async (tx) => {
      const { order, transfer } = newTransfer(deal)
      const desk = new TransferDesk(() => undefined, 86_400)
      decided = (await desk.instruct(tx, order, transfer)).id
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await runFor(60_000)
    expect(await submissions(decided)).toBe(0)
    expect(await balances()).toEqual({ own: '-300', pledged: '300' })
  })

  it('wakes the worker when it is decided', async () => {
    const { custodySignal } = service.services
    // Signals that were sent before are received first.
    await custodySignal.wait(0)
    const rung = custodySignal.wait(60_000)
    await decide()
    await rung
  })

  it('is followed to its end, in the words of the provider', async () => {
    const id = await decide({
      stages: [
        { word: 'pendingApproval', lastsMs: 5000 },
        { word: 'confirming', lastsMs: 5000 },
      ],
    })
    const seen = new Set<string>()
    const turns = isLongRun ? 20 : 8
    for (let i = 0; i < turns; i += 1) {
      await runDue()
      const { status, provider_lifecycle: lifecycle } = await shown(id)
      const { state, provider_request_state: word, label } = lifecycle
      seen.add([status, state, word, label].join(' | '))
      pass(20_000 / turns)
    }
    expect([...seen]).toEqual([
      'IN_PROGRESS | pending_provider_approval | pendingApproval | Waiting for an approval at simulated',
      'IN_PROGRESS | confirming | confirming | Waiting for confirmations of the network',
      'COMPLETED | completed | completed | Completed',
    ])
    expect(await actions(id)).toEqual(['create', 'submit', 'complete'])
    expect(await balances()).toEqual({ own: '-301.5', pledged: '301.5' })
    expect(await instruction(id)).toBeUndefined()
    await runFor(600_000)
    expect(await submissions(id)).toBe(1)
  })

  it.each([
    ['failed', 'FAILED', 'fail'],
    ['rejected', 'REJECTED', 'reject'],
    ['cancelled', 'CANCELLED', 'cancel'],
  ] as const)(
    'moves nothing when it is %s, and its quantity is available again',
    async (outcome, status, end) => {
      const id = await decide({ outcome, stages: [{ word: 'broadcasting', lastsMs: 10 }] })
      await runFor(60_000)
      expect(await shown(id)).toMatchObject({ status, provider_lifecycle: { state: outcome } })
      expect(await actions(id)).toEqual(['create', 'submit', end])
      expect(await balances()).toEqual({ own: '-300', pledged: '300' })
      expect(await timesMoved(id)).toBe(0)
    },
  )

  it('was under way before when it ends at the first answer', async () => {
    const id = await decide({ stages: [], outcome: 'completed' })
    await runDue()
    expect(await actions(id)).toEqual(['create', 'submit', 'complete'])
    expect(await balances()).toEqual({ own: '-301.5', pledged: '301.5' })
  })
})

describe('a lost answer', () => {
  it.each([
    ['to a submission that was carried out', { lostAnswers: 1 }, 1],
    ['to a submission that never arrived', { lostSubmissions: 2 }, 3],
    ['to an enquiry', { lostAnswers: 1, lostReplies: 2 }, 1],
  ] as const)('%s causes an enquiry before anything is sent again', async (_what, script, sent) => {
    const id = await decide({ ...script, forgetsIds: true })
    await runFor(60_000)
    expect(await shown(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await submissions(id)).toBe(sent)
    expect(await timesMoved(id)).toBe(1)
  })

  it('causes enquiries by the clock of the book, after longer and longer pauses', async () => {
    const id = await decide({ lostSubmissions: 1000 })
    const attempts: [number, unknown][] = []
    const begun = service.clock.now()
    const turns = isLongRun ? 100 : 20
    for (let i = 0; i < turns; i += 1) {
      await runDue()
      const sent = await submissions(id)
      if (sent !== attempts.at(-1)?.[1]) attempts.push([service.clock.now() - begun, sent])
      pass(10_000 / turns)
    }
    expect(attempts).toEqual([
      [0, 1],
      [1000, 2],
      [3000, 3],
      [7000, 4],
    ])
  })

  it('stalls the instruction after the allowed number of attempts', async () => {
    const id = await decide({ lostSubmissions: attemptsMax + 1 })
    await runFor(60_000)
    expect(await submissions(id)).toBe(attemptsMax)
    expect(await instruction(id, { stalled: true })).toEqual({
      transfer_id: id,
      custodian: 'simulated',
      external_transfer_id: externalIdOf(id),
      attempts: attemptsMax,
      stalled: true,
      next_attempt_time: null,
      last_error: 'simulated did not answer',
      create_time: expect.any(String) as string,
    })
    expect(await instruction(id, { stalled: false })).toBeUndefined()
    expect(await shown(id)).toMatchObject({
      status: 'PENDING',
      provider_lifecycle: {
        state: 'pending_submission',
        label: `The custodian did not answer ${attemptsMax} times: a person must look`,
      },
    })
    await runFor(86_400_000)
    expect(await submissions(id)).toBe(attemptsMax)
  })

  it('causes new enquiries when a person resumes the instruction, as if for the first time', async () => {
    const id = await decide({ lostSubmissions: attemptsMax + 1 })
    await runFor(60_000)
    const rung = service.services.custodySignal.wait(60_000)
    const reply = await call(service, resume(id))
    await rung
    expect(reply.body).toMatchObject({ stalled: false, attempts: 0 })
    await runFor(60_000)
    expect(await shown(id)).toMatchObject({
      status: 'COMPLETED',
      provider_lifecycle: { label: 'Completed' },
    })
    expect(await submissions(id)).toBe(attemptsMax + 2)
    expect((await refused(service, 409, resume(id))).reason).toBe('INVALID_STATE')
  })

  it('causes an enquiry when the custodian calls back', async () => {
    const id = await decide({ lostAnswers: 1, lostReplies: attemptsMax - 1 })
    await runFor(60_000)
    expect(await instruction(id)).toMatchObject({ stalled: true })
    await callBack(id)
    expect(await instruction(id)).toMatchObject({ stalled: false, attempts: 0 })
    await runDue()
    expect(await shown(id)).toMatchObject({ status: 'COMPLETED' })
  })

  it('can be resumed only while the instruction is stalled', async () => {
    const id = await decide(waiting)
    await runDue()
    expect((await refused(service, 409, resume(id))).reason).toBe('INVALID_STATE')
    const unknownId = '00000000-0000-4000-8000-000000000000'
    expect((await refused(service, 404, resume(unknownId))).reason).toBe('INSTRUCTION_NOT_FOUND')
  })
})

describe('a clock of the book that is set back', () => {
  const stored = async (id: string) =>
    JSON.parse(String((await column('SELECT document FROM transfers WHERE id = $1', id))[0])) as {
      status: string
      update_time: string
    }

  it('does not set the times of a transfer back', async () => {
    const id = await decide(waiting)
    await runDue()
    const before = await stored(id)
    pass(-60_000)
    await custodian.decide(externalIdOf(id), 'refused')
    await callBack(id)
    await runDue()
    expect(await stored(id)).toMatchObject({
      status: 'REJECTED',
      update_time: before.update_time,
    })
    pass(60_000)
  })

  it('does not delay by a year an instruction that was delayed by a clock of next year', async () => {
    const id = await decide(waiting)
    const year = 365 * 86_400_000
    pass(year)
    await runDue()
    pass(-year)
    await custodian.decide(externalIdOf(id), 'refused')
    await runDue()
    expect(await stored(id)).toMatchObject({ status: 'REJECTED' })
  })
})
