import { refusal } from '@vadium/client/testing'
import { describe, expect, it } from 'vitest'
import { accepts, type World, worldOf } from './world.ts'

const us = '3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5'
const ada = '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d'
const bob = '7a1e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f6'

/** An agent, in whose firm an approval was asked for by one person and given by another. */
async function worldWithAccounts(role: string): Promise<World> {
  const world = await worldOf(accepts, false, role)
  const { service } = world
  const [given] = service.sample('approvals.get').decisions
  if (given === undefined) throw new Error('The sample has no decision.')
  const decisions = [{ ...given, account_id: bob }]
  service.answer('approvals.get', service.sample('approvals.get', { account_id: ada, decisions }))
  const current = service.sample('credentials.current')
  const account = { ...current.account, id: ada, name: 'Ada' }
  service.answer('credentials.current', { ...current, account })
  const listed = [account, { ...account, id: bob, name: 'Bob', organization_id: us }]
  service.answer('accounts.list', service.sample('accounts.list', { accounts: listed }))
  return world
}

const asked = ({ service }: World) => service.requests.map(({ method }) => method)

describe('the names of accounts', () => {
  it('are those of the firm for an admin, read once for several answers', async () => {
    const world = await worldWithAccounts('admin')
    for (const _ of [1, 2]) {
      const { text } = await world.agent.call('getApproval', { approval_id: ada })
      expect(text).toContain(`"account_name": "⟪Ada⟫"`)
      expect(text).toContain(`"account_name":"⟪Bob⟫"`)
    }
    expect(asked(world)).toEqual([
      'agreements.list',
      'accounts.list',
      'approvals.get',
      'approvals.get',
    ])
    await world.agent[Symbol.asyncDispose]()
  })

  it('are that of the key for those who may not list accounts', async () => {
    const world = await worldWithAccounts('viewer')
    const { text } = await world.agent.call('getApproval', { approval_id: ada })
    expect(text).toContain(`"account_name": "⟪Ada⟫"`)
    expect(text).toContain(`"account_id":"${bob}"`)
    expect(text).not.toContain('Bob')
    expect(asked(world)).toEqual(['agreements.list', 'credentials.current', 'approvals.get'])
    await world.agent[Symbol.asyncDispose]()
  })

  it('are not read for an answer that has no account in it', async () => {
    const world = await worldWithAccounts('viewer')
    await world.agent.call('getOrder', { order_id: ada })
    expect(asked(world)).toEqual(['agreements.list', 'orders.get'])
    await world.agent[Symbol.asyncDispose]()
  })

  it('are left out when they cannot be read', async () => {
    const world = await worldWithAccounts('viewer')
    world.service.script('credentials.current', refusal('OVERLOADED'))
    const { text, isError } = await world.agent.call('getApproval', { approval_id: ada })
    expect(isError).toBe(false)
    expect(text).not.toContain('account_name')
    const again = await world.agent.call('getApproval', { approval_id: ada })
    expect(again.text).toContain('⟪Ada⟫')
    await world.agent[Symbol.asyncDispose]()
  })
})
