import { describe, expect, it } from 'vitest'
import { markNote } from '../src/marked-text.ts'
import { accepts, worldOf } from './world.ts'

const order_id = '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d'

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = { a: value }
  return value
}

const manyNames = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, 1]))

describe('a refused call', () => {
  it.each([
    ['many unknown arguments', 'listOrders', manyNames(100_000), /longer than 100000 characters/],
    [
      'some unknown arguments',
      'listOrders',
      manyNames(5_000),
      /no argument "m0". Allowed: .*page_size/,
    ],
    ['a long text', 'postChatMessage', { order_id, text: 'a'.repeat(200_000) }, /longer than/],
    ['deep arguments', 'listOrders', { deep: nested(2_000) }, /deeper than 32 levels/],
    ['a long name', 'x'.repeat(1_000_000), {}, /^There is no tool "x+"\./],
  ])('has a short answer: %s', async (_title, name, given, reason) => {
    const { agent } = await worldOf(accepts)
    const { text, isError } = await agent.call(name, given)
    expect(isError).toBe(true)
    expect(text).toMatch(reason)
    expect(text.length).toBeLessThan(8_300)
    expect(text).not.toContain('call stack')
    await agent[Symbol.asyncDispose]()
  })

  it('says what its marks mean', async () => {
    const { agent, service } = await worldOf(accepts)
    service.script('requests.preview', service.sample('requests.preview', { reason: 'closed' }))
    const { text } = await agent.call('closeOrder', { order_id })
    expect(text).toBe(`Not sent: ⟪closed⟫\n\n${markNote}`)
    expect((await agent.call('closeOrder', {})).text).not.toContain(markNote)
    await agent[Symbol.asyncDispose]()
  })
})
