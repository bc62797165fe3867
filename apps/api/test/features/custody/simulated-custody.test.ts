import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CustodyUnavailableError } from '../../../src/features/custody/custody-adapter.ts'
import { signBody } from '../../../src/features/custody/simulated/simulated-callback.ts'
import { openBreakableLink } from '../../harness/breakable-link.ts'
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

describe('the memory of a simulated custodian', () => {
  it('is shared by every process, and by one that starts later', async () => {
    const { externalTransferId } = await world.submitted()
    expect(await world.another().get(externalTransferId)).toMatchObject({ quantity: '1.5' })
  })

  it('belongs to one custodian, not to another', async () => {
    const { externalTransferId } = await world.submitted()
    expect(await world.another({ custodianId: 'copper' }).get(externalTransferId)).toBeUndefined()
  })

  it('moves a transfer once when two processes send it twenty times at once', async () => {
    const instruction = newInstruction()
    const alternate = world.twoProcesses()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => alternate(index).submit(instruction)),
    )
    world.clock.pass(longEnoughMs)
    expect(await world.timesMoved(instruction.externalTransferId)).toBe(1)
    const { rows } = await world.database.query(
      'SELECT submissions FROM simulated_instructions WHERE external_transfer_id = $1',
      [instruction.externalTransferId],
    )
    expect(rows).toEqual([{ submissions: 20 }])
  })

  it('keeps the end of a transfer when the clock is set back', async () => {
    const [moved, cancelled, unseen] = [
      await world.submitted(),
      await world.submitted(),
      await world.submitted(),
    ]
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

  it('has one end of a transfer, whichever process looks first', async () => {
    const { externalTransferId } = await world.submitted()
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
  it('is unknown at first and then known, and moves once though it was sent again', async () => {
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
    expect(await world.timesMoved(instruction.externalTransferId)).toBe(1)
  })

  it('is overtaken by the one that is sent again', async () => {
    await world.custody.script({ arrivesAfterMs: 86_400_000 })
    const instruction = newInstruction()
    await expect(world.custody.submit(instruction)).rejects.toThrow(CustodyUnavailableError)
    expect(await world.custody.submit(instruction)).toMatchObject({ requestState: 'submitted' })
    world.clock.pass(longEnoughMs)
    expect(await world.timesMoved(instruction.externalTransferId)).toBe(1)
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

  it('do not undo a cancellation that they are about', async () => {
    await world.custody.script({ lostReplies: 1 })
    const { externalTransferId } = await world.submitted()
    await expect(world.custody.cancel(externalTransferId)).rejects.toThrow(CustodyUnavailableError)
    world.clock.pass(longEnoughMs)
    expect(await world.custody.get(externalTransferId)).toMatchObject({ state: 'cancelled' })
    expect(await world.timesMoved(externalTransferId)).toBe(0)
  })

  it('take as long as the script says', async () => {
    await world.custody.script({ answerMs: 30_000, lostAnswers: 1 })
    const instruction = newInstruction()
    const before = world.waits.length
    await expect(world.custody.submit(instruction)).rejects.toThrow(CustodyUnavailableError)
    await world.custody.get(instruction.externalTransferId)
    expect(world.waits.slice(before)).toEqual([30_000, 30_000])
  })

  it('include those of a custodian whose memory is unavailable', async () => {
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

describe('a decision', () => {
  it('fails when it cannot be stored, and is not treated as a missing answer', async () => {
    const link = await openBreakableLink(world.database.url)
    const custody = world.another({ url: link.url })
    await world.custody.script({ stages: [{ word: 'pendingApproval', lastsMs: null }] })
    const { externalTransferId } = await world.submitted()
    await link.cut()
    const failure = await custody.decide(externalTransferId, 'approved').catch((e: unknown) => e)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(CustodyUnavailableError)
    await link.mend()
    expect(await custody.decide(externalTransferId, 'approved')).toMatchObject({
      state: 'completed',
    })
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
    expect(await world.timesMoved(instruction.externalTransferId)).toBe(2)
  })
})

describe('a callback', () => {
  const ids = [randomUUID(), randomUUID()]

  it('is valid for five minutes either way', async () => {
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

  it('is forged under another key', async () => {
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
  ])('names nothing when its content is %s, though it is authentic', async (text) => {
    const key = randomBytes(32)
    const custody = world.another({ callbackKey: key })
    const { headers, body } = signBody(key, Buffer.from(text), world.clock.now())
    expect(await custody.verifyCallback(headers, body)).toEqual([])
  })
})
