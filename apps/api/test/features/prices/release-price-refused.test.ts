import { createPriceSource, listPriceSources, revokePriceSource } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Key } from '../../harness/book.ts'
import { refused, succeed } from '../../harness/call.ts'
import { HeldPrices } from '../../harness/held-prices.ts'

const world = new HeldPrices()
const admin = world.lender.credential('admin')

beforeAll(() => world.open())
beforeEach(() => world.forget())
afterAll(() => world.close())

const stored = async () => {
  const tables = ['prices', 'latest_prices', 'held_prices', 'price_bases']
  return Promise.all(
    tables.map(async (table) => (await world.service.database.query(`TABLE ${table}`)).rows),
  )
}

/** The release is refused and changes nothing. */
async function refusal(status: number, changes: object = {}, key: Key = world.operator) {
  const before = await stored()
  world.announced.length = 0
  const { reason, body } = await refused(world.service, status, world.releaseCall(changes, key))
  expect(await stored()).toEqual(before)
  expect(world.announced).toEqual([])
  return { reason, detail: body.error.details?.[0] }
}

const invalidState = (field: string, issue: string, value?: string) => ({
  reason: 'INVALID_STATE',
  detail: { field, issue: expect.stringContaining(issue) as string, ...(value && { value }) },
})

describe('a release changes nothing', () => {
  it('returns 422 for an unknown asset or source', async () => {
    await world.hold()
    for (const field of ['asset', 'source'] as const) {
      expect(await refusal(422, { [field]: 'NONE' })).toMatchObject({
        reason: 'REFERENCE_UNKNOWN',
        detail: { field },
      })
    }
  })

  it('returns 403 to the account of the source, and to all but operators', async () => {
    await world.hold()
    expect(await refusal(403, {}, world.speaker)).toMatchObject({
      reason: 'APPROVER_NOT_PERMITTED',
      detail: { field: 'source' },
    })
    expect(await refusal(403, {}, admin)).toMatchObject({ reason: 'ROLE_NOT_PERMITTED' })
  })

  it('returns 409 if the source has no held quote of the asset', async () => {
    expect(await refusal(409)).toMatchObject(invalidState('source', 'no held quote'))
    await world.push('50')
    expect(await refusal(409)).toMatchObject(invalidState('source', 'no held quote'))
    await world.forget()
    await world.hold()
    expect(await refusal(409, { asset: 'ETH' })).toMatchObject(
      invalidState('source', 'no held quote'),
    )
  })

  it('returns 409 if the quote was released before', async () => {
    await world.hold()
    expect((await world.release()).status).toBe(200)
    expect(await refusal(409)).toMatchObject(invalidState('source', 'no held quote'))
  })

  it('returns 409 with the price that is held if it is another', async () => {
    await world.hold()
    const other = invalidState('price_usd', 'is not the price', '50')
    expect(await refusal(409, { price_usd: '50.00000000000000000001' })).toMatchObject(other)
  })

  it('returns 409 if the source has quoted since, held or not', async () => {
    await world.hold()
    world.advance(1)
    expect(await world.push('49')).toBe('held')
    expect(await refusal(409)).toMatchObject(invalidState('price_usd', 'is not the price', '49'))
    world.advance(1)
    expect(await world.push('99')).toBe('accepted')
    expect(await refusal(409)).toMatchObject(invalidState('source', 'no held quote'))
  })

  it('returns 409 once the quote is stale, and not a moment before', async () => {
    await world.hold()
    world.advance(180.001)
    expect(await refusal(409)).toMatchObject(invalidState('source', 'is stale'))
    await world.forget()
    await world.hold()
    world.advance(180)
    expect((await world.release()).status).toBe(200)
  })

  it('returns 409 if the source was revoked', async () => {
    const source = 'revoked'
    await succeed(world.service, createPriceSource, {
      key: world.operator,
      body: { source, account_id: world.speaker.accountId },
    })
    await world.push('100', source)
    world.advance(1)
    expect(await world.push('50', source)).toBe('held')
    const { price_sources } = await succeed(world.service, listPriceSources, {
      key: world.operator,
    })
    const id = price_sources.find((registered) => registered.source === source)?.id ?? ''
    await succeed(world.service, revokePriceSource, {
      key: world.operator,
      params: { price_source_id: id },
    })
    expect(await refusal(409, { source })).toMatchObject(invalidState('source', 'is revoked'))
  })
})
