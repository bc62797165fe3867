import {
  type Event,
  listEvents,
  listInstructions,
  listTransfers,
  resumeInstruction,
  type Transfer,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScriptChanges } from '../../../../src/features/custody/simulated/simulated-script.ts'
import type { SimulatedCustody } from '../../../../src/features/custody/simulated/simulated-custody.ts'
import type { Key } from '../../../harness/book.ts'
import { bookOfDeals, simulatedCustodian } from '../../../harness/book-of-deals.ts'
import { succeed } from '../../../harness/call.ts'
import { decideTransfer, externalIdOf, wantCancelled } from '../../../harness/decided-transfer.ts'
import { type RunningService, startService } from '../../../harness/service.ts'
import { Random } from '../../../harness/random.ts'

/** Repeat a history with `HISTORY_SEED=<seed>`. */
const seed = Number(process.env['HISTORY_SEED'] ?? 2)
const random = new Random(seed)
const stepsInAll = 300

const { book, nextDeal, keys } = bookOfDeals(60)
let service: RunningService
let custodian: SimulatedCustody
beforeAll(async () => {
  const settings = { CUSTODY_ATTEMPTS_MAX: '3', PRICE_MAX_AGE_S: '31536000' }
  service = await startService({ scenario: book.scenario, settings })
  custodian = await simulatedCustodian(service)
})
afterAll(() => service.close())

const pass = (ms: number) => service.clock.set(new Date(service.clock.now() + ms).toISOString())

/** A party's view of its transfers, and the end of its log at that time. */
interface Seen {
  readonly transfers: ReadonlyMap<string, string>
  readonly position: string
}

async function eventsAfter(key: Key, position: string | undefined): Promise<[Event[], string]> {
  const all: Event[] = []
  let after = position
  for (;;) {
    const query = { limit: 1000, ...(after !== undefined && { after }) }
    const { events, next } = await succeed(service, listEvents, { key, query })
    all.push(...events)
    if (next === after) return [all, next]
    after = next
  }
}

async function look(key: Key, before?: Seen): Promise<[Seen, Event[]]> {
  const [events, position] = await eventsAfter(key, before?.position)
  const query = { page_size: 1000 }
  const { transfers } = await succeed(service, listTransfers, { key, query })
  const texts = transfers.map((one) => [one.id, JSON.stringify(one)] as const)
  return [{ transfers: new Map(texts), position }, events]
}

const transfersIn = (events: readonly Event[]) =>
  events.flatMap(({ type, data: { change, progress } }) =>
    type === 'transfer.updated' ? [progress?.transfer_id ?? change?.resource_id ?? ''] : [],
  )

const changedIn = (before: Seen, after: Seen) =>
  [...after.transfers].filter(([id, text]) => before.transfers.get(id) !== text).map(([id]) => id)

const scripts: readonly ScriptChanges[] = [
  {},
  { stages: [{ word: 'pendingApproval', lastsMs: 9000 }] },
  {
    stages: [
      { word: 'submitted', lastsMs: 2000 },
      { word: 'pendingApproval', lastsMs: 3000 },
      { word: 'pendingSignature', lastsMs: 3000 },
      { word: 'broadcasting', lastsMs: 2000 },
      { word: 'confirming', lastsMs: 4000 },
    ],
  },
  { stages: [{ word: 'pendingApproval', lastsMs: null }] },
  { outcome: 'failed' },
  { stages: [], outcome: 'rejected' },
  { lostSubmissions: 4 },
  { lostAnswers: 1, lostReplies: 3 },
  { arrivesAfterMs: 20_000 },
]

const underWay: { readonly id: string; readonly lenderId: string }[] = []

const steps: readonly (() => Promise<unknown>)[] = [
  async () => {
    if (underWay.length >= 50) return
    const deal = nextDeal()
    const id = await decideTransfer(service.services, deal)
    underWay.push({ id, lenderId: deal.lender.id })
    await custodian.script(random.pick(scripts) ?? {}, { externalTransferId: externalIdOf(id) })
  },
  () => service.services.custodyWorker.runDue(),
  async () => {
    pass(500 + random.below(4000))
    await service.services.custodyWorker.runDue()
  },
  async () => {
    const { headers, body } = custodian.callback(underWay.map(({ id }) => externalIdOf(id)))
    await service.services.callbacks.take({ custodianId: 'simulated', headers, body })
  },
  async () => {
    const one = random.pick(underWay)
    if (one !== undefined) await wantCancelled(service.services, one.lenderId, one.id)
    await service.services.custodyWorker.runDue()
  },
  async () => {
    const options = { key: keys.operator, query: { stalled: true, page_size: 1000 } }
    const { instructions } = await succeed(service, listInstructions, options)
    for (const { transfer_id } of instructions) {
      await succeed(service, resumeInstruction, { key: keys.operator, params: { transfer_id } })
    }
  },
]

describe(`a history of transfers from the seed ${seed}`, () => {
  it('has an event for every difference that a party can see between two steps', async () => {
    const parties = [keys.lender, keys.borrower]
    let seen = await Promise.all(parties.map(async (key) => (await look(key))[0]))
    const changes: string[] = []
    const announced: string[] = []
    const words = new Set<string>()
    for (let step = 0; step < stepsInAll; step += 1) {
      await random.pick(steps)?.()
      const looks = await Promise.all(parties.map((key, at) => look(key, seen[at])))
      for (const [at, [after, events]] of looks.entries()) {
        const before = seen[at]
        if (before === undefined) throw new Error('a party has not looked before')
        const changed = changedIn(before, after)
        expect(transfersIn(events), `step ${step}`).toEqual(expect.arrayContaining(changed))
        changes.push(...changed)
        announced.push(...transfersIn(events))
        for (const { data } of events) {
          if (data.progress !== undefined) words.add(data.progress.provider_lifecycle.state)
        }
      }
      seen = looks.map(([after]) => after)
    }
    expect(changes.length).toBeGreaterThan(stepsInAll / 2)
    expect(words.size).toBeGreaterThanOrEqual(4)
    // A transfer that was sent and ended at once has two; most changes have one.
    expect(announced.length).toBeLessThan(changes.length * 1.5)
  }, 120_000)

  it('has no event when no visible change was made', async () => {
    const deal = nextDeal()
    const id = await decideTransfer(service.services, deal)
    const script: ScriptChanges = { stages: [{ word: 'pendingApproval', lastsMs: null }] }
    await custodian.script(script, { externalTransferId: externalIdOf(id) })
    await service.services.custodyWorker.runDue()
    const [before] = await look(keys.lender)
    const { headers, body } = custodian.callback([externalIdOf(id)])
    for (let times = 0; times < 5; times += 1) {
      await service.services.callbacks.take({ custodianId: 'simulated', headers, body })
      pass(1000)
      await service.services.custodyWorker.runDue()
    }
    const [after, events] = await look(keys.lender, before)
    expect(transfersIn(events)).not.toContain(id)
    expect(after.transfers.get(id)).toBe(before.transfers.get(id))
  })
})

it('writes an event with the state that the transfer shows after the step', async () => {
  const deal = nextDeal()
  const id = await decideTransfer(service.services, deal)
  const stages = [
    { word: 'pendingApproval', lastsMs: 5000 },
    { word: 'confirming', lastsMs: 5000 },
  ] as const
  await custodian.script({ stages: [...stages] }, { externalTransferId: externalIdOf(id) })
  await service.services.custodyWorker.runDue()
  const [before] = await look(keys.borrower)
  pass(6000)
  await service.services.custodyWorker.runDue()
  const [after, events] = await look(keys.borrower, before)
  const shown = JSON.parse(after.transfers.get(id) ?? '') as Transfer
  const { provider_lifecycle } = shown
  expect(provider_lifecycle.state).toBe('confirming')
  const own = events.filter(({ data }) => data.progress?.transfer_id === id)
  expect(own.map(({ type, data }) => [type, data.progress])).toEqual([
    ['transfer.updated', { transfer_id: id, order_id: deal.orderId, provider_lifecycle }],
  ])
})
