import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  defaultScript,
  statusAt,
} from '../../../src/features/custody/simulated/simulated-script.ts'
import { newInstruction } from '../../harness/instruction.ts'
import {
  longEnoughMs,
  openSimulatedWorld,
  type SimulatedWorld,
} from '../../harness/simulated-custody.ts'

let world: SimulatedWorld
beforeAll(async () => {
  world = await openSimulatedWorld()
})
afterAll(() => world.close())

describe('the default script', () => {
  it('passes every stage in order, and completes within a minute', () => {
    const script = defaultScript('seed', 'id')
    const words = Array.from({ length: 600 }, (_, index) => statusAt(script, index * 100))
    expect([...new Set(words)]).toEqual([
      'submitted',
      'pendingApproval',
      'pendingSignature',
      'broadcasting',
      'confirming',
      'completed',
    ])
  })

  it('is the same for the same seed and id, and differs otherwise', () => {
    expect(defaultScript('seed', 'id')).toEqual(defaultScript('seed', 'id'))
    expect(defaultScript('seed', 'id')).not.toEqual(defaultScript('seed', 'di'))
    expect(defaultScript('seed', 'id')).not.toEqual(defaultScript('sead', 'id'))
  })
})

describe('the stages of a script', () => {
  it.each([
    [
      0,
      'pendingApproval',
      'pending_provider_approval',
      'Waiting for an approval at Simulated custody',
    ],
    [
      999,
      'pendingApproval',
      'pending_provider_approval',
      'Waiting for an approval at Simulated custody',
    ],
    [
      1000,
      'pendingSignature',
      'pending_provider_signature',
      'Waiting for a signature at Simulated custody',
    ],
    [3000, 'confirming', 'confirming', 'Waiting for confirmations of the network'],
    [3499, 'confirming', 'confirming', 'Waiting for confirmations of the network'],
    [3500, 'failed', 'failed', 'Failed at Simulated custody'],
  ] as const)('give after %i ms: %s', async (ms, requestState, state, label) => {
    await world.custody.script({
      stages: [
        { word: 'pendingApproval', lastsMs: 1000 },
        { word: 'pendingSignature', lastsMs: 2000 },
        { word: 'confirming', lastsMs: 500 },
      ],
      outcome: 'failed',
    })
    const { externalTransferId } = await world.submitted()
    world.clock.pass(ms)
    expect(await world.custody.get(externalTransferId)).toEqual({
      requestState,
      state,
      label,
      quantity: '1.5',
    })
  })

  it('continue after a wait for a decision when it is made', async () => {
    await world.custody.script({
      stages: [
        { word: 'submitted', lastsMs: 100 },
        { word: 'pendingApproval', lastsMs: null },
        { word: 'broadcasting', lastsMs: 100 },
      ],
    })
    const { externalTransferId } = await world.submitted()
    expect(await world.custody.decide(externalTransferId, 'approved')).toBeUndefined()
    world.clock.pass(86_400_000)
    expect(await world.custody.get(externalTransferId)).toMatchObject({
      requestState: 'pendingApproval',
    })
    expect(await world.custody.decide(externalTransferId, 'approved')).toMatchObject({
      requestState: 'broadcasting',
    })
    expect(await world.custody.decide(externalTransferId, 'refused')).toBeUndefined()
    world.clock.pass(100)
    expect(await world.custody.get(externalTransferId)).toMatchObject({ state: 'completed' })
  })

  it('end after a wait for a decision when it is a refusal', async () => {
    await world.custody.script({ stages: [{ word: 'pendingApproval', lastsMs: null }] })
    const { externalTransferId } = await world.submitted()
    expect(await world.custody.decide(externalTransferId, 'refused')).toMatchObject({
      state: 'rejected',
    })
    expect(await world.timesMoved(externalTransferId)).toBe(0)
  })

  it('cannot be cancelled once the network has the transfer', async () => {
    await world.custody.script({ stages: [{ word: 'broadcasting', lastsMs: 100 }] })
    const { externalTransferId } = await world.submitted()
    expect(await world.custody.cancel(externalTransferId)).toMatchObject({ state: 'broadcasting' })
    world.clock.pass(100)
    expect(await world.timesMoved(externalTransferId)).toBe(1)
  })
})

describe('scripts for later instructions', () => {
  it('are used up in their order, those that name the id first', async () => {
    const named = newInstruction({ token: 'BTC' })
    await world.custody.script({ outcome: 'failed' }, { token: 'BTC', times: 2 })
    await world.custody.script({ outcome: 'rejected' }, { token: 'ETH' })
    await world.custody.script(
      { outcome: 'cancelled' },
      { externalTransferId: named.externalTransferId },
    )
    const ends: (string | undefined)[] = []
    for (const instruction of [
      newInstruction({ token: 'BTC' }),
      named,
      newInstruction({ token: 'BTC' }),
      newInstruction({ token: 'ETH' }),
      newInstruction({ token: 'BTC' }),
    ]) {
      await world.custody.submit(instruction)
      world.clock.pass(longEnoughMs)
      ends.push((await world.custody.get(instruction.externalTransferId))?.state)
    }
    expect(ends).toEqual(['failed', 'cancelled', 'failed', 'rejected', 'completed'])
  })

  it('are used once, however many submissions arrive at once', async () => {
    await world.custody.script({ stages: [], outcome: 'rejected' }, { times: 3 })
    const alternate = world.twoProcesses()
    const reports = await Promise.all(
      Array.from({ length: 10 }, (_, index) => alternate(index).submit(newInstruction())),
    )
    expect(reports.filter((report) => report.state === 'rejected')).toHaveLength(3)
  })

  it.each([
    [{ lostAnswers: -1 }, {}, '/lostAnswers'],
    [{ stages: Array(17).fill({ word: 'submitted', lastsMs: 1 }) }, {}, '/stages'],
    [{ answerMs: 0.5 }, {}, '/answerMs'],
    [{}, { times: 0 }, 'times'],
  ])('are refused when a member is out of bounds: %j for %j', async (script, target, member) => {
    await expect(world.custody.script(script, target)).rejects.toThrow(member)
  })

  it('are limited in number', async () => {
    const custody = world.another({ custodianId: 'scripted' })
    const wait = (count: number) =>
      world.database.query(
        `INSERT INTO simulated_scripts (custodian_id, uses_left, script)
         SELECT 'scripted', 1, '{}' FROM generate_series(1, $1::integer)`,
        [count],
      )
    await wait(999)
    expect(await custody.script({})).toBe(true)
    expect(await custody.script({})).toBe(false)
  })
})
