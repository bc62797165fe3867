import { type ChatEntry, listChats, markChatRead } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { now, World } from '../../../harness/world/world.ts'
import { Threads } from '../../../harness/threads.ts'

const world = new World()
const { lenderKey, borrowerKey, strangerKey } = world
const viewerKey = world.lender.credential('viewer')
const second = world.lender.colleague('execution', 'Ada of Harbor')
const threads = new Threads(world)

beforeAll(() => world.start())
afterAll(() => world.close())

const list = (key = lenderKey, query: Record<string, string | number> = {}) =>
  succeed(world.service, listChats, { key, query })

const idsOf = (chats: readonly { order_id: string }[]) => chats.map(({ order_id }) => order_id)

let seconds = 0
/** A second passes. */
const later = () => {
  seconds += 1
  world.service.clock.set(new Date(Date.parse(now) + seconds * 1000).toISOString())
}

/** This many threads, a second between one and the next. The newest is the last. */
async function newThreads(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    later()
    ids.push((await world.orders.create()).id)
  }
  return ids
}

describe('200 OK', () => {
  it('returns 200 with the counterparty, the last entry and the unread count of each thread', async () => {
    const [id = ''] = await newThreads(1)
    const { number } = await world.orders.get(id)
    const posted = await threads.post(id, borrowerKey, 'Please answer by noon.')
    const [chat] = (await list()).chats
    expect(chat).toEqual({
      order_id: id,
      order_number: number,
      counterparty_id: world.borrower.id,
      counterparty_name: world.borrower.name,
      last_entry: posted,
      open_action_count: 1,
      pending_approval_ids: [],
      unread_count: 2,
      read_number: 0,
      update_time: posted.create_time,
    })
    // Both entries are its own.
    expect((await list(borrowerKey)).chats[0]).toMatchObject({
      order_id: id,
      counterparty_id: world.lender.id,
      unread_count: 0,
    })
    expect(await threads.get(id, lenderKey)).toEqual(chat)
  })

  it('returns 200 with the thread first in which an entry was added or resolved last', async () => {
    const [oldest = '', middle = '', newest = ''] = await newThreads(3)
    const first = async () => idsOf((await list()).chats).slice(0, 3)
    expect(await first()).toEqual([newest, middle, oldest])
    later()
    await threads.post(oldest, lenderKey)
    expect(await first()).toEqual([oldest, newest, middle])
    later()
    await world.orders.do('reject', middle)
    expect(await first()).toEqual([middle, oldest, newest])
    expect((await list()).chats[0]).toMatchObject({ open_action_count: 0 })
    // The clock is set back: a thread never becomes older.
    world.service.clock.set(now)
    const before = await threads.get(middle, lenderKey)
    await threads.post(middle, lenderKey)
    expect((await threads.get(middle, lenderKey)).update_time).toBe(before.update_time)
  })

  it('returns 200 with no thread of other organizations', async () => {
    expect(await list(strangerKey)).toEqual({ chats: [] })
  })

  it('returns 200 with each thread once in the pages, and not again when it moves to the front', async () => {
    const ids = (await newThreads(5)).reverse()
    const [, , , moved = ''] = ids
    const first = await list(lenderKey, { page_size: 2 })
    expect(idsOf(first.chats)).toEqual(ids.slice(0, 2))
    later()
    await threads.post(moved, lenderKey)
    await threads.post(ids[0] ?? '', lenderKey)
    await newThreads(1)
    const page_token = first.next_page_token ?? ''
    const next = await list(lenderKey, { page_size: 2, page_token })
    expect(idsOf(next.chats)).toEqual([ids[2], ids[4]])
  })
})

describe('a read mark', () => {
  it('belongs to the account, whichever of its credentials sets it', async () => {
    const [id = ''] = await newThreads(1)
    const entries = []
    for (let i = 0; i < 4; i += 1) entries.push(await threads.post(id, borrowerKey, `no. ${i}`))
    const [, mid] = entries
    if (mid === undefined) throw new Error('nothing was posted')
    expect(await threads.read(mid, viewerKey)).toMatchObject({ unread_count: 2, read_number: 3 })
    expect(await threads.get(id, lenderKey)).toMatchObject({ unread_count: 2, read_number: 3 })
    // Another account of the organization, and the other side.
    expect(await threads.get(id, second)).toMatchObject({ unread_count: 5, read_number: 0 })
    expect(await threads.get(id, borrowerKey)).toMatchObject({ unread_count: 0, read_number: 0 })
  })

  it('never moves back, however often and in whatever order it is set', async () => {
    const [id = ''] = await newThreads(1)
    const entries: ChatEntry[] = []
    for (let i = 0; i < 6; i += 1) entries.push(await threads.post(id, borrowerKey))
    await Promise.all(
      [3, 5, 0, 4, 5, 1].map((at) => {
        const entry = entries[at]
        if (entry === undefined) throw new Error('nothing was posted')
        return threads.read(entry, lenderKey)
      }),
    )
    const [first] = entries
    if (first === undefined) throw new Error('nothing was posted')
    expect(await threads.read(first, lenderKey)).toMatchObject({ unread_count: 0, read_number: 7 })
  })

  it("does not move by writing, and the account's own entries are not unread", async () => {
    const [id = ''] = await newThreads(1)
    await threads.post(id, borrowerKey)
    await threads.post(id, second)
    await threads.post(id, lenderKey)
    // The order and the message of the other side, and one of a colleague.
    expect(await threads.get(id, lenderKey)).toMatchObject({ unread_count: 3, read_number: 0 })
    const last = await threads.post(id, second)
    expect(last.account_name).toBe('Ada of Harbor')
    expect(await threads.get(id, second)).toMatchObject({ unread_count: 3 })
    expect(await threads.read(last, second)).toMatchObject({ unread_count: 0, read_number: 5 })
    await threads.post(id, second)
    expect(await threads.get(id, second)).toMatchObject({ unread_count: 0, read_number: 5 })
    expect(await threads.get(id, lenderKey)).toMatchObject({ unread_count: 5 })
  })

  it('must name an entry of the thread', async () => {
    const [here = '', there = ''] = await newThreads(2)
    const entry = await threads.post(there, borrowerKey)
    const options = { key: lenderKey, params: { order_id: here }, body: { entry_id: entry.id } }
    const reply = await refused(world.service, 404, callOf(markChatRead, options))
    expect(reply.reason).toBe('CHAT_ENTRY_NOT_FOUND')
    expect(await threads.get(here, lenderKey)).toMatchObject({ read_number: 0 })
  })
})

describe('400 Bad Request', () => {
  it.each([{ page_size: 0 }, { page_size: 1001 }, { page_token: 'AAAA' }, { status: 'x' }])(
    'returns 400 for %o',
    async (query) => {
      await refused(world.service, 400, callOf(listChats, { key: lenderKey, query }))
    },
  )
})
