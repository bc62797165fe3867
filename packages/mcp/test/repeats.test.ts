import { lostConnection, refusal } from '@vadium/client/testing'
import { describe, expect, it } from 'vitest'
import { accepts, type World, worldOf } from './world.ts'

const POSITION = '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d'
const sending = { position_id: POSITION, quantity: '80000' }

const keysOf = ({ service }: World) =>
  service.requests
    .filter(({ method }) => method === 'positions.sendCollateral')
    .map(({ idempotencyKey }) => idempotencyKey)

describe('a request of unknown outcome', () => {
  it.each(['RATE_LIMITED', 'UNAUTHENTICATED'] as const)(
    'keeps its key when its repeat is refused with %s',
    async (reason) => {
      const world = await worldOf(accepts)
      const { service, agent, questions } = world
      service.script('positions.sendCollateral', lostConnection(), refusal(reason))
      await agent.call('sendCollateral', sending)
      const refused = await agent.call('sendCollateral', sending)
      expect(refused.isError).toBe(true)
      expect(refused.text).toContain(`Refused: ${reason}`)
      expect(refused.text).toContain('The first attempt may have taken effect.')
      const last = await agent.call('sendCollateral', sending)
      expect(last.text).toMatch(/^This repeats the request that was accepted before\./)
      const [first, ...others] = keysOf(world)
      expect(others).toEqual([first, first])
      expect(questions).toHaveLength(1)
      await agent[Symbol.asyncDispose]()
    },
  )

  it('is over when the operation itself refuses the repeat', async () => {
    const world = await worldOf(accepts)
    const { service, agent, questions } = world
    service.script('positions.sendCollateral', lostConnection(), refusal('POSITION_NOT_FOUND'))
    await agent.call('sendCollateral', sending)
    const refused = await agent.call('sendCollateral', sending)
    expect(refused.text).not.toContain('may have taken effect')
    await agent.call('sendCollateral', sending)
    expect(new Set(keysOf(world)).size).toBe(2)
    expect(questions).toHaveLength(2)
    await agent[Symbol.asyncDispose]()
  })

  it('is the same in another spelling of its ids and decimals', async () => {
    const world = await worldOf(accepts)
    const { service, agent, questions } = world
    service.script('positions.sendCollateral', lostConnection(), lostConnection())
    await agent.call('sendCollateral', sending)
    await agent.call('sendCollateral', { ...sending, position_id: POSITION.toUpperCase() })
    await agent.call('sendCollateral', { ...sending, quantity: '80000.00' })
    const [first, ...others] = keysOf(world)
    expect(others).toEqual([first, first])
    expect(questions).toHaveLength(1)
    await agent[Symbol.asyncDispose]()
  })

  it('is said in the question about another one on the same resource', async () => {
    const world = await worldOf(accepts)
    const { service, agent, questions } = world
    service.script('positions.sendCollateral', lostConnection())
    await agent.call('sendCollateral', sending)
    await agent.call('sendCollateral', { ...sending, quantity: '80001' })
    expect(new Set(keysOf(world)).size).toBe(2)
    expect(questions[1]).toMatch(
      /^You accepted sendCollateral at 2026-03-02T12:00:00\.000Z, and the agent does not know/,
    )
    await agent[Symbol.asyncDispose]()
  })
})
