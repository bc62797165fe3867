import { verifyDocument } from '@vadium/margin'
import { listEvents } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refused, succeed } from '../../harness/call.ts'
import { Documents } from '../../harness/world/documents.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
const { orders, requests, lenderKey, borrowerKey } = world
const documents = new Documents(world)
const day = 86_400_000

beforeAll(async () => {
  await world.start()
  await documents.want(['confirmation'], world.borrower)
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

let version = 1
/** Puts newer terms into effect, to which a deal can be amended. */
async function newTerms(): Promise<number> {
  version += 1
  await world.newerTerms(version, { requirement_percent: '140' })
  return version
}

const maturity = (days: number) => new Date(world.service.clock.now() + days * day).toISOString()

/** The contents of the confirmations of an order, the first revision first. */
async function revisionsOf(orderId: string) {
  const listed = (await documents.of(orderId)).toReversed()
  expect(listed.map(({ revision }) => revision)).toEqual(listed.map((_, index) => index + 1))
  return Promise.all(listed.map((one) => documents.content(one, borrowerKey)))
}

describe('the revisions of a confirmation', () => {
  it('follow an amend, an extend and a rerate, each with what applies from then on', async () => {
    const before = maturity(20)
    const order = await orders.active({ maturity_time: before })
    const { id, position_id: positionId } = order
    world.pass(2 * day)
    const terms_version = await newTerms()
    const amended = await requests.ask(positionId, { kind: 'amend', terms_version })
    await requests.do('accept', amended.id)
    const maturity_time = maturity(30)
    const extended = await requests.ask(positionId, { kind: 'extend', maturity_time })
    await requests.do('accept', extended.id)
    await requests.rerate(order, '7')

    const all = await revisionsOf(id)
    expect(all.map((content) => content['order_request'])).toMatchObject([
      null,
      { id: amended.id, kind: 'amend', terms_version, maturity_time: null },
      { id: extended.id, kind: 'extend', terms_version: null, maturity_time },
      { kind: 'rerate', rate_percent: '7' },
    ])
    expect(all).toMatchObject([
      { order: { terms_version: terms_version - 1, maturity_time: before } },
      { order: { terms_version, terms: { requirement_percent: '140' }, maturity_time: before } },
      { order: { terms_version, maturity_time }, rate_percent: '5' },
      { order: { maturity_time }, rate_percent: '7', interest: { periods: [{ quantity: '10' }] } },
    ])
    for (const content of all) {
      expect(verifyDocument(content)).toMatchObject({ ok: true, differences: [] })
    }
  })

  it('are not made by what both sides have not agreed on', async () => {
    const { id, position_id: positionId } = await orders.active()
    const terms_version = await newTerms()
    const asked = await requests.ask(positionId, { kind: 'amend', terms_version })
    await requests.do('reject', asked.id)
    const withdrawn = await requests.ask(positionId, { kind: 'amend', terms_version })
    await requests.do('cancel', withdrawn.id, borrowerKey)
    const returned = await requests.ask(positionId, { quantity: '1' })
    await requests.do('accept', returned.id)
    expect(await revisionsOf(id)).toHaveLength(1)
  })

  it('count up by one where two changes are accepted at once', async () => {
    const order = await orders.active({ maturity_time: maturity(20) })
    const maturity_time = maturity(40)
    const extend = await requests.ask(order.position_id, { kind: 'extend', maturity_time })
    const rerate = await requests.ask(
      order.position_id,
      { kind: 'rerate', rate_percent: '8' },
      lenderKey,
    )
    await Promise.all([
      requests.do('accept', extend.id),
      requests.do('accept', rerate.id, borrowerKey),
    ])
    const contents = await revisionsOf(order.id)
    expect(contents).toHaveLength(3)
    // The last one has both.
    expect(contents[2]).toMatchObject({ order: { maturity_time }, rate_percent: '8' })
  })

  it('are one for an acceptance, and none for a second one, which is refused', async () => {
    const order = await orders.active()
    const terms_version = await newTerms()
    const { id } = await requests.ask(order.position_id, { kind: 'amend', terms_version })
    await requests.do('accept', id)
    await refused(world.service, 409, requests.callOf('accept', id))
    expect(await revisionsOf(order.id)).toHaveLength(2)
    await documents.render()
    const query = { type: 'document.created', limit: 1000 }
    const { events } = await succeed(world.service, listEvents, { key: lenderKey, query })
    const created = events.flatMap(({ data }) =>
      data.document?.order_id === order.id ? [data.document.revision] : [],
    )
    expect(created.toSorted()).toEqual([1, 2])
  })
})
