import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CustodyUnavailableError } from '../src/custody/custody-adapter.ts'
import { signBody } from '../src/custody/simulated/simulated-callback.ts'
import { defaultScript, wordAt } from '../src/custody/simulated/simulated-script.ts'
import { openBreakableLink } from './harness/breakable-link.ts'
import { newInstruction } from './harness/instruction.ts'
import {
  longEnoughMs,
  openSimulatedWorld,
  type SimulatedWorld,
} from './harness/simulated-custody.ts'

let world: SimulatedWorld
beforeAll(async () => {
  world = await openSimulatedWorld()
})
afterAll(() => world.close())

const timesMoved = async (id: string) => {
  const movements = await world.custody.movements()
  return movements.find(({ externalTransferId }) => externalTransferId === id)?.times ?? 0
}

describe('the default script', () => {
  it('passes every stage in its order, and completes within a minute', () => {
    const script = defaultScript('seed', 'id')
    const words = Array.from({ length: 600 }, (_, index) => wordAt(script, index * 100))
    expect([...new Set(words)]).toEqual([
      'submitted',
      'pendingApproval',
      'pendingSignature',
      'broadcasting',
      'confirming',
      'completed',
    ])
  })

  it('is the same for the same seed and id, and another for another', () => {
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
  ] as const)('after %i ms it says %s', async (ms, requestState, state, label) => {
    await world.custody.script({
      stages: [
        { word: 'pendingApproval', lastsMs: 1000 },
        { word: 'pendingSignature', lastsMs: 2000 },
        { word: 'confirming', lastsMs: 500 },
      ],
      outcome: 'failed',
    })
    const { externalTransferId } = await submitted()
    world.clock.pass(ms)
    expect(await world.custody.get(externalTransferId)).toEqual({
      requestState,
      state,
      label,
      quantity: '1.5',
    })
  })

  it('that wait for a decision go on when it is made', async () => {
    await world.custody.script({
      stages: [
        { word: 'submitted', lastsMs: 100 },
        { word: 'pendingApproval', lastsMs: null },
        { word: 'broadcasting', lastsMs: 100 },
      ],
    })
    const { externalTransferId } = await submitted()
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

  it('that wait for a decision end when it is a refusal', async () => {
    await world.custody.script({ stages: [{ word: 'pendingApproval', lastsMs: null }] })
    const { externalTransferId } = await submitted()
    expect(await world.custody.decide(externalTransferId, 'refused')).toMatchObject({
      state: 'rejected',
    })
    expect(await timesMoved(externalTransferId)).toBe(0)
  })

  it('cannot be left once the network has it', async () => {
    await world.custody.script({ stages: [{ word: 'broadcasting', lastsMs: 100 }] })
    const { externalTransferId } = await submitted()
    expect(await world.custody.cancel(externalTransferId)).toMatchObject({ state: 'broadcasting' })
    world.clock.pass(100)
    expect(await timesMoved(externalTransferId)).toBe(1)
  })
})

describe('scripts for instructions to come', () => {
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

  it('are used once, however many submit at once', async () => {
    await world.custody.script({ stages: [], outcome: 'rejected' }, { times: 3 })
    const alternate = twoProcesses()
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
  ])('are refused where a member is out of bounds: %j for %j', async (script, target, member) => {
    await expect(world.custody.script(script, target)).rejects.toThrow(member)
  })

  it('are bounded in number', async () => {
    const custody = world.another({ custodianId: 'scripted' })
    const wait = (count: number) =>
      world.database.query(
        `INSERT INTO simulated_scripts (custodian_id, uses_left, script)
         SELECT 'scripted', 1, '{}' FROM generate_series(1, $1::integer)`,
        [count],
      )
    await wait(999)
    await custody.script({})
    await expect(custody.script({})).rejects.toThrow(RangeError)
  })
})

describe('what is known', () => {
  it('is known to every process, and to one that begins later', async () => {
    const { externalTransferId } = await submitted()
    expect(await world.another().get(externalTransferId)).toMatchObject({ quantity: '1.5' })
  })

  it('is known to one custodian, not to another', async () => {
    const { externalTransferId } = await submitted()
    expect(await world.another({ custodianId: 'copper' }).get(externalTransferId)).toBeUndefined()
  })

  it('moves once when two processes send it twenty times at once', async () => {
    const instruction = newInstruction()
    const alternate = twoProcesses()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => alternate(index).submit(instruction)),
    )
    world.clock.pass(longEnoughMs)
    expect(await timesMoved(instruction.externalTransferId)).toBe(1)
    const { rows } = await world.database.query(
      'SELECT submissions FROM simulated_instructions WHERE external_transfer_id = $1',
      [instruction.externalTransferId],
    )
    expect(rows).toEqual([{ submissions: 20 }])
  })

  it('stays as it ended when the clock is set back', async () => {
    const [moved, cancelled, unseen] = [await submitted(), await submitted(), await submitted()]
    await world.custody.cancel(cancelled.externalTransferId)
    world.clock.pass(longEnoughMs)
    await world.custody.get(moved.externalTransferId)
    world.clock.pass(-2 * longEnoughMs)
    const stateOf = async (id: string) => (await world.custody.get(id))?.state
    expect(await stateOf(moved.externalTransferId)).toBe('completed')
    expect(await stateOf(cancelled.externalTransferId)).toBe('cancelled')
    expect(await stateOf(unseen.externalTransferId)).toBe('pending_provider_approval')
    world.clock.pass(3 * longEnoughMs)
    expect(await stateOf(unseen.externalTransferId)).toBe('completed')
  })

  it('is one end, whichever process looks at it first', async () => {
    const { externalTransferId } = await submitted()
    const processes = [world.another(), world.another()]
    world.clock.pass(300)
    const cancelled = processes.map((custody) => custody.cancel(externalTransferId))
    world.clock.pass(longEnoughMs)
    const asked = processes.map((custody) => custody.get(externalTransferId))
    const end = (await Promise.all([...cancelled, ...asked])).at(0)
    for (const report of await Promise.all([...cancelled, ...asked])) expect(report).toEqual(end)
    expect(await world.custody.get(externalTransferId)).toEqual(end)
  })
})

describe('a submission that arrives late', () => {
  it('is unknown, and then it is known, and moves once though it was sent again', async () => {
    await world.custody.script({ arrivesAfterMs: 5000 })
    const instruction = newInstruction()
    await expect(world.custody.submit(instruction)).rejects.toThrow(CustodyUnavailableError)
    expect(await world.custody.get(instruction.externalTransferId)).toBeUndefined()
    expect(await world.custody.cancel(instruction.externalTransferId)).toBeUndefined()
    world.clock.pass(4999)
    expect(await world.custody.get(instruction.externalTransferId)).toBeUndefined()
    world.clock.pass(1)
    expect(await world.custody.get(instruction.externalTransferId)).toMatchObject({
      requestState: 'submitted',
    })
    await world.custody.submit(instruction)
    world.clock.pass(longEnoughMs)
    expect(await timesMoved(instruction.externalTransferId)).toBe(1)
  })

  it('is overtaken by the one that is sent again', async () => {
    await world.custody.script({ arrivesAfterMs: 86_400_000 })
    const instruction = newInstruction()
    await expect(world.custody.submit(instruction)).rejects.toThrow(CustodyUnavailableError)
    expect(await world.custody.submit(instruction)).toMatchObject({ requestState: 'submitted' })
    world.clock.pass(longEnoughMs)
    expect(await timesMoved(instruction.externalTransferId)).toBe(1)
  })
})

describe('lost messages', () => {
  it('are as many as the script says', async () => {
    await world.custody.script({ lostSubmissions: 2, lostAnswers: 1, lostReplies: 2 })
    const instruction = newInstruction()
    const { externalTransferId } = instruction
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await expect(world.custody.submit(instruction)).rejects.toThrow(CustodyUnavailableError)
    }
    await expect(world.custody.get(externalTransferId)).rejects.toThrow(CustodyUnavailableError)
    await expect(world.custody.get(externalTransferId)).rejects.toThrow(CustodyUnavailableError)
    expect(await world.custody.get(externalTransferId)).toMatchObject({ requestState: 'submitted' })
    expect(await world.custody.submit(instruction)).toMatchObject({ requestState: 'submitted' })
  })

  it('about a cancellation do not undo it', async () => {
    await world.custody.script({ lostReplies: 1 })
    const { externalTransferId } = await submitted()
    await expect(world.custody.cancel(externalTransferId)).rejects.toThrow(CustodyUnavailableError)
    world.clock.pass(longEnoughMs)
    expect(await world.custody.get(externalTransferId)).toMatchObject({ state: 'cancelled' })
    expect(await timesMoved(externalTransferId)).toBe(0)
  })

  it('take as long as the script says', async () => {
    await world.custody.script({ answerMs: 30_000, lostAnswers: 1 })
    const instruction = newInstruction()
    const before = world.waits.length
    await expect(world.custody.submit(instruction)).rejects.toThrow(CustodyUnavailableError)
    await world.custody.get(instruction.externalTransferId)
    expect(world.waits.slice(before)).toEqual([30_000, 30_000])
  })

  it('are also those of a custodian whose memory is away', async () => {
    const link = await openBreakableLink(world.database.url)
    const custody = world.another({ url: link.url })
    const instruction = newInstruction()
    await custody.submit(instruction)
    await link.cut()
    await expect(custody.submit(instruction)).rejects.toThrow(CustodyUnavailableError)
    await expect(custody.get(instruction.externalTransferId)).rejects.toThrow(
      CustodyUnavailableError,
    )
    await link.mend()
    expect(await custody.get(instruction.externalTransferId)).toMatchObject({ quantity: '1.5' })
    await link.close()
  })
})

describe('a custodian that forgets ids', () => {
  it('moves twice what is sent twice, and counts it', async () => {
    await world.custody.script({ forgetsIds: true })
    const instruction = newInstruction()
    await world.custody.submit(instruction)
    await world.custody.submit(instruction)
    world.clock.pass(longEnoughMs)
    expect(await timesMoved(instruction.externalTransferId)).toBe(2)
  })
})

describe('a callback', () => {
  const ids = [randomUUID(), randomUUID()]

  it('is good for five minutes either way', async () => {
    for (const [ms, expected] of [
      [-300_001, undefined],
      [-300_000, ids],
      [300_000, ids],
      [300_001, undefined],
    ] as const) {
      const { headers, body } = world.custody.callback(ids)
      world.clock.pass(ms)
      expect(await world.custody.verifyCallback(headers, body)).toEqual(expected)
      world.clock.pass(-ms)
    }
  })

  it('under another key is forged', async () => {
    const stranger = world.another({ callbackKey: randomBytes(32) })
    const { headers, body } = stranger.callback(ids)
    expect(await world.custody.verifyCallback(headers, body)).toBeUndefined()
  })

  it.each([
    '',
    'not JSON',
    '{"transfers":"all"}',
    '{"transfers":[""]}',
    '{"transfers":[1]}',
    '{"transfers":[],"amount":"1000000"}',
    JSON.stringify({ transfers: Array(101).fill('id') }),
  ])('that is authentic but says %s names nothing', async (text) => {
    const key = randomBytes(32)
    const custody = world.another({ callbackKey: key })
    const { headers, body } = signBody(key, Buffer.from(text), world.clock.now())
    expect(await custody.verifyCallback(headers, body)).toEqual([])
  })
})

async function submitted() {
  const instruction = newInstruction()
  await world.custody.submit(instruction)
  return instruction
}

/** Two processes by turns. */
function twoProcesses() {
  const [even, odd] = [world.another(), world.another()]
  return (index: number) => (index % 2 === 0 ? even : odd)
}
