import type { FakeService } from '@vadium/client/testing'
import { operations } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { isWriting } from '../src/writing-tools.ts'
import { accepts, carriedOut, type World, worldOf } from './world.ts'

const id = '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d'
const acceptance = { order_id: id, asset_wallet_id: 'a', collateral_wallet_id: 'b' }

/** A person during whose reading the service gets other answers. */
async function worldThatChanges(change: (service: FakeService) => void): Promise<World> {
  const world: World = await worldOf(() => {
    change(world.service)
    return Promise.resolve('accept')
  })
  return world
}

const sent = ({ service }: World, method: string) =>
  service.requests.filter((request) => request.method === method)

describe('a request whose meaning changes while the person reads', () => {
  it('is not sent if another quantity or token would move', async () => {
    const world = await worldThatChanges((service) => {
      const resolved = service.sample('requests.preview', carriedOut)
      const movements = resolved.movements.map((one) => ({ ...one, quantity: '999999' }))
      service.answer('requests.preview', { ...resolved, movements })
    })
    const { text, isError } = await world.agent.call('acceptOrder', acceptance)
    expect(isError).toBe(true)
    expect(text).toMatch(/^Not sent: something changed while the person read the question\./)
    expect(text).toMatch(/movement 1: .*7391\.5 USDC.* before, .*999999 USDC.* now/)
    expect(sent(world, 'orders.accept')).toEqual([])
    await world.agent[Symbol.asyncDispose]()
  })

  it('is sent if only prices are others', async () => {
    const world = await worldThatChanges((service) => {
      const resolved = service.sample('requests.preview', carriedOut)
      const movements = resolved.movements.map((one) => ({ ...one, notional_usd: '1' }))
      service.answer('requests.preview', { ...resolved, movements })
    })
    expect((await world.agent.call('acceptOrder', acceptance)).isError).toBe(false)
    expect(sent(world, 'orders.accept')).toHaveLength(1)
    await world.agent[Symbol.asyncDispose]()
  })

  it('is not sent if the collateral of the position is another', async () => {
    const world = await worldThatChanges((service) => {
      service.answer('positions.get', service.sample('positions.get', { collateral_asset: 'SOL' }))
    })
    const { text } = await world.agent.call('sendCollateral', { position_id: id, quantity: '8' })
    expect(text).toMatch(/collateral: \w+ before, SOL now/)
    expect(sent(world, 'positions.sendCollateral')).toEqual([])
    await world.agent[Symbol.asyncDispose]()
  })

  it('is not sent if it would be refused by now', async () => {
    const world = await worldThatChanges((service) => {
      service.answer('requests.preview', service.sample('requests.preview', { reason: 'closed' }))
    })
    const { text } = await world.agent.call('closeOrder', { order_id: id })
    expect(text).toMatch(/^Not sent: ⟪closed⟫$/m)
    expect(sent(world, 'orders.close')).toEqual([])
    await world.agent[Symbol.asyncDispose]()
  })
})

/** Members by which a request says what it was decided on, so that it is refused after a change. */
const preconditions = ['calculation_id', 'request_hash', 'terms_version', 'new_version']

describe('the operations that write', () => {
  it('are sent with each precondition that they have', () => {
    const taken = operations.filter(isWriting).flatMap(({ id: name, body }) => {
      const members = preconditions.filter((one) => body?.properties[one] !== undefined)
      return members.map((member) => `${name} ${member}`)
    })
    expect(taken).toEqual([
      'createMarkToMarketRequest calculation_id',
      'acceptOrder terms_version',
      // What it asks for: the agent names it.
      'createOrderRequest terms_version',
    ])
  })
})

describe('the acceptance of an order', () => {
  it('names the version of the terms that the person sees', async () => {
    const world = await worldOf(accepts)
    const { service, agent, questions } = world
    service.answer('orders.get', service.sample('orders.get', { terms_version: 3 }))
    await agent.call('acceptOrder', acceptance)
    expect(questions[0]).toContain('Its terms are those of version 3 of the agreement.')
    expect(sent(world, 'orders.accept')).toMatchObject([{ body: { terms_version: 3 } }])
    await agent[Symbol.asyncDispose]()
  })
})

describe('the parties in a question', () => {
  const third = '3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5'

  it('are those that the resource names, and no text that looks like an id', async () => {
    const { service, agent, questions } = await worldOf(accepts)
    const agreement = { lender_id: third, lender_name: 'Third Firm' }
    const listed = service.sample('agreements.get', agreement)
    service.answer('agreements.list', service.sample('agreements.list', { agreements: [listed] }))
    service.answer('orderRequests.get', service.sample('orderRequests.get', { note: third }))
    await agent.call('rejectOrderRequest', { order_request_id: id })
    expect(questions[0]).toContain(`  note: ${third}`)
    expect(questions[0]).not.toContain('Third Firm')
    await agent[Symbol.asyncDispose]()
  })

  it('have their ids where no name is known', async () => {
    const { service, agent, questions } = await worldOf(accepts)
    service.answer('agreements.list', service.sample('agreements.list', { agreements: [] }))
    service.answer('orders.get', service.sample('orders.get', { lender_id: third }))
    await agent.call('rejectOrder', { order_id: id })
    expect(questions[0]).toMatch(/^Reject an order, with “[^”]+”\.$/m)
    service.answer('approvals.get', service.sample('approvals.get', { organization_id: third }))
    await agent.call('withdrawApproval', { approval_id: id })
    expect(questions[1]).toContain(`with “${third}”`)
    await agent[Symbol.asyncDispose]()
  })
})
