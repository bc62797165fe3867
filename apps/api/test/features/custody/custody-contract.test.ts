import { randomUUID } from 'node:crypto'
import { providerStates } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CustodyMismatchError,
  CustodyUnavailableError,
} from '../../../src/features/custody/custody-adapter.ts'
import { custodyWorlds, type CustodyWorld } from '../../harness/custody-world.ts'
import { newInstruction } from '../../harness/instruction.ts'
import { isLongRun } from '../../harness/long-run.ts'

/** How often an instruction is sent at once. */
const times = isLongRun ? 20 : 5

/** What the service expects of every custodian. */
describe.each(Object.entries(custodyWorlds))('custody: %s', (_, open) => {
  let world: CustodyWorld
  beforeAll(async () => {
    world = await open()
  })
  afterAll(() => world.close())

  const inTransit = providerStates.filter((state) =>
    /^(?:pending_provider_|broadcasting|confirming)/.test(state),
  )

  describe('a submission', () => {
    it('is answered with its status, in words of the provider and for people', async () => {
      const report = await world.adapter.submit(newInstruction())
      expect(inTransit).toContain(report.state)
      expect(report.requestState).toMatch(/^\w{1,64}$/)
      expect(report.label).toMatch(/^[A-Z].{3,}$/)
      expect(report.quantity).toBe('1.5')
    })

    it('moves the exact quantity, once', async () => {
      const instruction = newInstruction({ quantity: '1.234567890123456789' })
      await world.adapter.submit(instruction)
      await world.passTime()
      expect(await world.adapter.get(instruction.externalTransferId)).toMatchObject({
        state: 'completed',
        quantity: '1.234567890123456789',
      })
      expect(await world.timesMoved(instruction.externalTransferId)).toBe(1)
    })

    it('moves once when it is sent twice, even after it has moved', async () => {
      const instruction = newInstruction()
      const first = await world.adapter.submit(instruction)
      expect(await world.adapter.submit(instruction)).toEqual(first)
      await world.passTime()
      expect(await world.adapter.submit(instruction)).toMatchObject({ state: 'completed' })
      expect(await world.timesMoved(instruction.externalTransferId)).toBe(1)
    })

    it(`moves once when it is sent ${times} times at once`, async () => {
      const instruction = newInstruction()
      const reports = await Promise.allSettled(
        Array.from({ length: times }, () => world.adapter.submit(instruction)),
      )
      expect(reports.map(({ status }) => status)).toEqual(Array(times).fill('fulfilled'))
      await world.passTime()
      expect(await world.timesMoved(instruction.externalTransferId)).toBe(1)
    })

    it('is an error for another movement under a known id, and moves nothing', async () => {
      const instruction = newInstruction()
      await world.adapter.submit(instruction)
      for (const change of [
        { quantity: '1.6' },
        { token: 'BTC' },
        { receiver: { ...instruction.receiver, id: 'other:13', address: '0xother' } },
      ]) {
        await expect(world.adapter.submit({ ...instruction, ...change })).rejects.toThrow(
          CustodyMismatchError,
        )
      }
      await world.passTime()
      expect(await world.timesMoved(instruction.externalTransferId)).toBe(1)
    })

    it('is rejected for good when the provider refuses it', async () => {
      await world.next('refused')
      const instruction = newInstruction()
      expect(await world.adapter.submit(instruction)).toMatchObject({ state: 'rejected' })
      await world.passTime()
      expect(await world.adapter.submit(instruction)).toMatchObject({ state: 'rejected' })
      expect(await world.timesMoved(instruction.externalTransferId)).toBe(0)
    })

    it('is failed when it fails later, and moves nothing', async () => {
      await world.next('failing')
      const instruction = newInstruction()
      expect(inTransit).toContain((await world.adapter.submit(instruction)).state)
      await world.passTime()
      expect(await world.adapter.get(instruction.externalTransferId)).toMatchObject({
        state: 'failed',
      })
      expect(await world.timesMoved(instruction.externalTransferId)).toBe(0)
    })
  })

  describe('a lost answer', () => {
    it('leaves the transfer known to a provider that acted, and sending again moves once', async () => {
      await world.next('carried out but unanswered')
      const instruction = newInstruction()
      await expect(world.adapter.submit(instruction)).rejects.toThrow(CustodyUnavailableError)
      const report = await world.adapter.get(instruction.externalTransferId)
      expect(inTransit).toContain(report?.state)
      expect(await world.adapter.submit(instruction)).toEqual(report)
      await world.passTime()
      expect(await world.timesMoved(instruction.externalTransferId)).toBe(1)
    })

    it('leaves the transfer unknown to a provider that did not act, and sending again moves', async () => {
      await world.next('lost')
      const instruction = newInstruction()
      await expect(world.adapter.submit(instruction)).rejects.toThrow(CustodyUnavailableError)
      expect(await world.adapter.get(instruction.externalTransferId)).toBeUndefined()
      expect(inTransit).toContain((await world.adapter.submit(instruction)).state)
      await world.passTime()
      expect(await world.timesMoved(instruction.externalTransferId)).toBe(1)
    })
  })

  describe('a cancellation', () => {
    it('ends a transfer that waits for an approval, which never moves', async () => {
      await world.next('waiting for approval')
      const instruction = newInstruction()
      await world.adapter.submit(instruction)
      const report = await world.adapter.cancel(instruction.externalTransferId)
      expect([undefined, 'cancelled']).toContain(report?.state)
      await world.passTime()
      expect(await world.adapter.get(instruction.externalTransferId)).toMatchObject({
        state: 'cancelled',
      })
      expect(await world.adapter.submit(instruction)).toMatchObject({ state: 'cancelled' })
      expect(await world.timesMoved(instruction.externalTransferId)).toBe(0)
    })

    it('is answered as too late when the transfer has moved', async () => {
      const instruction = newInstruction()
      await world.adapter.submit(instruction)
      await world.passTime()
      expect(await world.adapter.cancel(instruction.externalTransferId)).toMatchObject({
        state: 'completed',
      })
      expect(await world.timesMoved(instruction.externalTransferId)).toBe(1)
    })

    it('is answered so when the provider does not know the transfer', async () => {
      expect(await world.adapter.cancel(randomUUID())).toBeUndefined()
    })
  })

  describe('an enquiry', () => {
    it('is answered so when the provider does not know the transfer', async () => {
      expect(await world.adapter.get(randomUUID())).toBeUndefined()
    })
  })

  describe('a callback', () => {
    it('names its instructions when it is authentic', async () => {
      const { externalTransferId } = newInstruction()
      const { headers, body } = await world.callback([externalTransferId])
      expect(await world.adapter.verifyCallback(headers, body)).toEqual([externalTransferId])
    })

    it('names nothing when it or its signature was changed', async () => {
      const { headers, body } = await world.callback([randomUUID()])
      const changed = Buffer.from(body.toString().replace(/[0-9a-f]{12}/, 'f'.repeat(12)))
      expect(changed.equals(body)).toBe(false)
      expect(await world.adapter.verifyCallback(headers, changed)).toBeUndefined()
      expect(await world.adapter.verifyCallback({}, body)).toBeUndefined()
      for (const [name, value] of Object.entries(headers)) {
        if (!name.includes('signature')) continue
        for (const forged of [
          '',
          value.slice(0, -1),
          value.replace(/.{8}$/, 'AAAAAAAA'),
          `${value}, ${value}`,
        ]) {
          expect(
            await world.adapter.verifyCallback({ ...headers, [name]: forged }, body),
          ).toBeUndefined()
        }
      }
    })
  })
})
