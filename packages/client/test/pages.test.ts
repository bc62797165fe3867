import { getCurrentCredential, listChatEntries } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { VadiumAbortError } from '../src/index.ts'
import { patientClient, rejection } from './patient-client.ts'
import { type Answer, json, refusal, scriptedServer } from './scripted-server.ts'

/** A page of transfers with these order numbers. */
function page(orderIds: number[], next?: string): Answer {
  return json({
    transfers: orderIds.map((order_id) => ({ order_id })),
    ...(next !== undefined && { next_page_token: next }),
  })
}

async function orderIds(transfers: AsyncIterable<{ order_id: number }>): Promise<number[]> {
  const ids: number[] = []
  for await (const { order_id } of transfers) ids.push(order_id)
  return ids
}

describe('a listing', () => {
  it('sends nothing until it is used', async () => {
    await using server = await scriptedServer()
    server.answer(page([1]))
    const { client } = patientClient(server)
    const listing = client.transfers.list()
    await client.transfers.list()
    expect(server.arrived).toHaveLength(1)
    expect(Object.prototype.toString.call(listing)).toBe('[object PageList]')
  })

  it('returns one page when it is awaited, and prints like the answer', async () => {
    await using server = await scriptedServer()
    server.answer(page([3, 2], 'two'), page([1]))
    const { client } = patientClient(server)

    const first = await client.transfers.list({ token: 'BTC', page_size: 2 })
    expect(JSON.parse(JSON.stringify(first))).toEqual({
      transfers: [{ order_id: 3 }, { order_id: 2 }],
      next_page_token: 'two',
    })
    expect(first.hasNextPage).toBe(true)
    expect(server.arrived).toHaveLength(1)

    const second = await first.nextPage()
    expect(second?.transfers).toEqual([{ order_id: 1 }])
    expect(second?.hasNextPage).toBe(false)
    expect(await second?.nextPage()).toBeUndefined()
    expect(server.arrived.map(({ target }) => target)).toEqual([
      '/transfers?token=BTC&page_size=2',
      '/transfers?token=BTC&page_size=2&page_token=two',
    ])
  })

  it('fetches each page once when it is awaited and then iterated over', async () => {
    await using server = await scriptedServer()
    server.answer(page([2], 'two'), page([1]))
    const { client } = patientClient(server)

    const listing = client.transfers.list()
    await listing
    expect(await orderIds(listing)).toEqual([2, 1])
    expect(server.arrived).toHaveLength(2)
  })

  it('yields every transfer of every page when it is iterated over, empty pages included', async () => {
    await using server = await scriptedServer()
    server.answer(page([3], 'two'), page([], 'three'), page([2, 1]))
    const { client } = patientClient(server)

    expect(await orderIds(client.transfers.list())).toEqual([3, 2, 1])
    expect(server.arrived.every(({ verified }) => verified)).toBe(true)
  })

  it('yields its pages one by one', async () => {
    await using server = await scriptedServer()
    server.answer(page([2], 'two'), page([1]))
    const { client } = patientClient(server)
    const sizes: number[] = []
    for await (const { transfers } of client.transfers.list().pages()) sizes.push(transfers.length)
    expect(sizes).toEqual([1, 1])
  })

  it('begins at a given page token', async () => {
    await using server = await scriptedServer()
    server.answer(page([1]))
    const { client } = patientClient(server)
    await orderIds(client.transfers.list({ page_token: 'two' }))
    expect(server.arrived[0]?.target).toBe('/transfers?page_token=two')
  })

  it('fetches no page that is not needed', async () => {
    await using server = await scriptedServer()
    server.answer(page([3, 2], 'two'), page([1]))
    const { client } = patientClient(server)
    for await (const { order_id } of client.transfers.list()) {
      if (order_id === 2) break
    }
    expect(server.arrived).toHaveLength(1)
  })

  it('ends at its signal, even in the middle of a page', async () => {
    await using server = await scriptedServer()
    server.answer(page([3, 2], 'two'), page([1]))
    const { client } = patientClient(server)
    const controller = new AbortController()
    const seen: number[] = []
    const iteration = async () => {
      for await (const { order_id } of client.transfers.list({}, { signal: controller.signal })) {
        seen.push(order_id)
        controller.abort()
      }
    }
    expect(await rejection(iteration())).toBeInstanceOf(VadiumAbortError)
    expect(seen).toEqual([3])
    expect(server.arrived).toHaveLength(1)
  })

  it('rejects when a page fails, and can be caught like a promise', async () => {
    await using server = await scriptedServer()
    server.answer(page([3], 'two'), refusal('PAGE_TOKEN_INVALID'))
    const { client } = patientClient(server)
    expect(await rejection(orderIds(client.transfers.list()))).toMatchObject({
      reason: 'PAGE_TOKEN_INVALID',
    })
    let settled = 0
    const caught = await client.transfers
      .list()
      .finally(() => (settled += 1))
      .catch(() => 'caught')
    expect([caught, settled]).toEqual(['caught', 1])
    expect(await client.transfers.list().catch(() => 'caught')).toBe('caught')
  })

  it('rejects when a page names itself as the next one', async () => {
    await using server = await scriptedServer()
    server.answer(page([1], 'again'))
    const { client } = patientClient(server)
    expect(await rejection(orderIds(client.transfers.list()))).toMatchObject({
      reason: 'REPLY_MALFORMED',
    })
    expect(server.arrived).toHaveLength(2)
  })

  it('rejects when a page has no list', async () => {
    await using server = await scriptedServer()
    server.answer(json({ next_page_token: 'two' }))
    const { client } = patientClient(server)
    expect(await rejection(orderIds(client.transfers.list()))).toMatchObject({
      reason: 'REPLY_MALFORMED',
    })
  })
})

describe('a listing of any operation', () => {
  it('is the same as the listing of its resource, path parameters included', async () => {
    await using server = await scriptedServer()
    server.answer(
      json({ entries: [{ text: 'b' }], next_page_token: 'two' }),
      json({ entries: [{ text: 'a' }] }),
    )
    const { client } = patientClient(server)
    const params = { order_id: 'o' }
    const texts: unknown[] = []
    for await (const { text } of client.list(listChatEntries, {
      params,
      query: { page_size: 1 },
    })) {
      texts.push(text)
    }
    expect(texts).toEqual(['b', 'a'])
    expect(server.arrived.map(({ target }) => target)).toEqual([
      '/chats/o/entries?page_size=1',
      '/chats/o/entries?page_size=1&page_token=two',
    ])
  })

  it('is refused when the operation returns no list', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server)
    expect(() => client.list(getCurrentCredential, {})).toThrow(
      'getCurrentCredential does not return a list.',
    )
    expect(server.arrived).toEqual([])
  })
})
