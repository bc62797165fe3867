import {
  acceptMarkToMarketRequest,
  cancelMarkToMarketRequest,
  retryMarkToMarketRequest,
} from '@vadium/schema'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../../harness/book.ts'
import { call, refused } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { availableTo } from '../../../harness/world/margin-calls.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 7, over: 1 })
const { lenderKey, borrowerKey } = world
const operation = retryMarkToMarketRequest

beforeAll(() => world.start())
afterAll(() => world.close())

describe('200 OK', () => {
  const sides: readonly [string, Key][] = [
    ['the counterparty', borrowerKey],
    ['the creator', lenderKey],
  ]
  it.each(firstOf(sides))(
    'returns 200 when %s retries, with a new transfer that completes it',
    async (_name, key) => {
      const deal = world.shortDeal()
      const request = await world.margin.failed(deal)
      expect(await world.margin.get(request)).toMatchObject({ status: 'FAILED' })
      const retried = await world.do(operation, request, key)
      expect(retried).toMatchObject({ status: 'IN_PROGRESS' })
      expect(retried.transfer_ids).toHaveLength(2)
      const [first, second] = await world.margin.transfersOf(request)
      expect(first).toMatchObject({ status: 'FAILED', quantity: '60', replaces: null })
      expect(second).toMatchObject({ status: 'PENDING', quantity: '60', replaces: first?.['id'] })
      expect(retried.transfer_ids).toEqual([first?.['id'], second?.['id']])

      await world.report(String(second?.['id']), 'completed')
      expect(await world.margin.get(request)).toMatchObject({ status: 'COMPLETED' })
      expect(await world.margin.collateralOf(deal)).toEqual({ position: '360', journal: '360' })
      expect(await world.margin.historyOf(request)).toEqual([
        'create PENDING_ACCEPTANCE',
        'accept ACCEPTED',
        'start IN_PROGRESS',
        'fail FAILED',
        'retry IN_PROGRESS',
        'complete COMPLETED',
      ])
    },
  )

  it('returns 200 with a new transfer only for the failed one', async () => {
    const deal = world.shortDeal()
    const disputed = await world.margin.disputed(deal, '100000')
    const { transfer_ids } = await world.do(acceptMarkToMarketRequest, disputed, borrowerKey)
    const [first = '', second = ''] = transfer_ids
    await world.report(first, 'completed')
    await world.report(second, 'cancelled')
    const retried = await world.do(operation, disputed, borrowerKey)
    expect(retried.transfer_ids).toHaveLength(3)
    const replacement = (await world.margin.transfersOf(disputed)).find(
      ({ replaces }) => replaces !== null,
    )
    expect(replacement).toMatchObject({ replaces: second, status: 'PENDING' })
    await world.report(String(replacement?.['id']), 'completed')
    expect(await world.margin.get(disputed)).toMatchObject({ status: 'COMPLETED' })
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '360', journal: '360' })
  })
})

describe('a failed request blocks a new one until it is retried or withdrawn', () => {
  const waysOut = [
    ['withdrawn', cancelMarkToMarketRequest, '60'],
    ['retried', operation, '0'],
  ] as const
  it.each(firstOf(waysOut))('%s', async (_name, way, amount) => {
    const deal = world.shortDeal()
    const request = await world.margin.failed(deal)
    await expect(world.margin.preview(deal)).rejects.toThrow('MARK_TO_MARKET_REQUEST_OPEN')
    await world.do(way, request, lenderKey)
    expect((await world.margin.preview(deal)).preview.m2m_collateral_amount).toBe(amount)
  })
})

describe('404 Not Found', () => {
  it('returns 404 for the request of another organization, as for an unknown one', async () => {
    const request = await world.margin.failed(world.shortDeal())
    const ask = async ({ id }: { id: string }) => {
      const options = world.callOn(operation, { id }, world.strangerKey)
      const { text } = await refused(world.service, 404, options)
      return text.replace(id, 'ID').replace(/"request_id":"[^"]*"/, '')
    }
    expect(await ask(request)).toBe(await ask({ id: randomUUID() }))
  })
})

describe('409 Conflict', () => {
  it('returns 409 when the collateral to be sent back is no longer available', async () => {
    const deal = world.overDeal()
    const request = await world.margin.create(deal, borrowerKey)
    const { transfer_ids } = await world.do(acceptMarkToMarketRequest, request, lenderKey)
    await world.report(transfer_ids[0] ?? '', 'failed')
    await world.service.database.query(
      'UPDATE positions SET collateral_disputed_quantity = 390 WHERE id = $1',
      [deal.positionId],
    )
    expect(availableTo(await world.margin.get(request, lenderKey))).toEqual(['cancel'])
    const reply = await refused(world.service, 409, world.callOn(operation, request, lenderKey))
    expect(reply.reason).toBe('QUANTITY_NOT_AVAILABLE')
    expect(await world.margin.get(request)).toMatchObject({ status: 'FAILED' })
    expect(await world.margin.transfersOf(request)).toHaveLength(1)
  })

  it('returns 409 for one of two retries at once', async () => {
    const request = await world.margin.failed(world.shortDeal())
    const replies = await Promise.all(
      [lenderKey, borrowerKey, lenderKey, borrowerKey].map((key) =>
        call(world.service, world.callOn(operation, request, key)),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await world.margin.transfersOf(request)).toHaveLength(2)
  })
})
