import {
  acceptMarkToMarketRequest,
  cancelMarkToMarketRequest,
  rejectMarkToMarketRequest,
} from '@vadium/schema'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../../harness/book.ts'
import { refused } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { availableTo } from '../../../harness/world/margin-calls.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 9 })
const { lenderKey, borrowerKey, strangerKey } = world

beforeAll(() => world.start())
afterAll(() => world.close())

/** Each of the two actions with the side that performs it on a request of the lender. */
const both = [
  ['reject', rejectMarkToMarketRequest, borrowerKey, 'REJECTED'],
  ['cancel', cancelMarkToMarketRequest, lenderKey, 'CANCELLED'],
] as const

describe.each(both)('%s', (action, operation, ours, status) => {
  describe('200 OK', () => {
    it('returns 200 and ends the request for good, without a transfer', async () => {
      const deal = world.shortDeal()
      const request = await world.margin.create(deal)
      const ended = await world.do(operation, request, ours)
      expect(ended).toMatchObject({ status, transfer_ids: [] })
      expect(availableTo(ended)).toEqual([])
      expect(await world.margin.hasDeadline(request)).toBe(false)
      expect(await world.margin.historyOf(request)).toEqual([
        'create PENDING_ACCEPTANCE',
        `${action} ${status}`,
      ])
      const { preview } = await world.margin.preview(deal)
      expect(preview).toMatchObject({ m2m_collateral_amount: '60', can_submit_m2m: true })
    })
  })

  describe('404 Not Found', () => {
    it('returns 404 for the request of another organization, as for an unknown one', async () => {
      const request = await world.margin.create(world.shortDeal())
      const ask = async ({ id }: { id: string }) => {
        const { text } = await refused(
          world.service,
          404,
          world.callOn(operation, { id }, strangerKey),
        )
        return text.replace(id, 'ID').replace(/"request_id":"[^"]*"/, '')
      }
      expect(await ask(request)).toBe(await ask({ id: randomUUID() }))
    })
  })

  describe('409 Conflict', () => {
    it('returns 409 when it was done before', async () => {
      const request = await world.margin.create(world.shortDeal())
      await world.do(operation, request, ours)
      await refused(world.service, 409, world.callOn(operation, request, ours))
      await refused(
        world.service,
        409,
        world.callOn(acceptMarkToMarketRequest, request, borrowerKey),
      )
    })
  })
})

describe('after a transfer has failed,', () => {
  const sides: readonly [string, Key][] = [
    ['the counterparty', borrowerKey],
    ['the creator', lenderKey],
  ]
  it.each(firstOf(sides))(
    '%s may cancel the request, and a new one may be created',
    async (_name, key) => {
      const deal = world.shortDeal()
      const request = await world.margin.accepted(deal)
      await world.report(request.transfer_ids[0] ?? '', 'failed')
      expect(availableTo(await world.margin.get(request, key))).toEqual(['cancel', 'retry'])
      const ended = await world.do(cancelMarkToMarketRequest, request, key)
      expect(ended).toMatchObject({ status: 'CANCELLED' })
      expect((await world.margin.preview(deal)).preview.m2m_collateral_amount).toBe('60')
    },
  )

  it("the lender may cancel the borrower's failing request and call for margin itself", async () => {
    const deal = world.shortDeal()
    const request = await world.margin.create(deal, borrowerKey)
    const accepted = await world.do(acceptMarkToMarketRequest, request, lenderKey)
    await world.report(accepted.transfer_ids[0] ?? '', 'rejected')
    await world.do(cancelMarkToMarketRequest, request, lenderKey)
    expect(await world.margin.create(deal)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
  })
})
