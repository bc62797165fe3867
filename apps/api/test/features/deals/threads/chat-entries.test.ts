import { randomUUID } from 'node:crypto'
import { getChat, listChatEntries, listChats, markChatRead, postChatMessage } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { World } from '../../../harness/world/world.ts'
import { Threads } from '../../../harness/threads.ts'

const world = new World()
const viewerKey = world.lender.credential('viewer')
const reportingKey = world.lender.credential('reporting')
const { lenderKey, borrowerKey, strangerKey } = world
const threads = new Threads(world)

beforeAll(() => world.start())
afterAll(() => world.close())

const newOrder = async () => (await world.orders.create()).id

let sharedOrder: Promise<string> | undefined
/** The order of tests that only add entries to its thread, or none. */
const shared = () => (sharedOrder ??= newOrder())

const accountOf = async (organizationId: string): Promise<string | undefined> => {
  const { rows } = await world.service.database.query<{ id: string }>(
    'SELECT id FROM accounts WHERE organization_id = $1 LIMIT 1',
    [organizationId],
  )
  return rows[0]?.id
}

const posting = (orderId: string, body: object | string, key = lenderKey) =>
  callOf(postChatMessage, { key, params: { order_id: orderId }, body })

describe('a message', () => {
  it('appears in the thread for both sides, with the names of its author', async () => {
    const id = await newOrder()
    const posted = await threads.post(id, lenderKey, 'Is 300 ETH firm?')
    expect(posted).toMatchObject({
      order_id: id,
      number: 2,
      kind: 'message',
      organization_id: world.lender.id,
      account_name: 'harbor',
      text: 'Is 300 ETH firm?',
      action: null,
      close_out_id: null,
    })
    const seen = await threads.entries(id, borrowerKey)
    expect(seen.map(({ number }) => number)).toEqual([2, 1])
    expect(seen[0]).toEqual(posted)
    // Names, but no ids of accounts or credentials.
    expect(Object.keys(posted).sort()).toEqual(
      [
        'account_name',
        'action',
        'close_out_id',
        'create_time',
        'id',
        'kind',
        'number',
        'order_id',
        'organization_id',
        'text',
      ].sort(),
    )
  })

  it.each([
    ['one character', 'x'],
    ['the maximum length', 'x'.repeat(4000)],
    ['of characters outside the first plane, counted as one each', '🦊'.repeat(4000)],
    ['several lines', 'first\nsecond\r\n\nfourth'],
    ['white space around it', '  \n spaced \u00a0 '],
    ['composed and decomposed', 'e\u0301 \u00e9 \ufb01 \u212b'],
    ['written from right to left', '\u202eabc \u05e9\u05dc\u05d5\u05dd \u2066x\u2069'],
    ['joined and varied', '👩‍👩‍👧 ☺\ufe0f \u200b\ufeff'],
    ['separators that are not control characters', 'a\u2028b\u2029c'],
    ['text that looks like code', `"'; DROP TABLE chats; -- \\u0000 <script> $1 %s`],
  ])('is returned byte for byte: %s', async (_what, text) => {
    const id = await shared()
    expect((await threads.post(id, lenderKey, text)).text).toBe(text)
    const [entry] = await threads.entries(id, borrowerKey)
    expect(Buffer.from(entry?.text ?? '')).toEqual(Buffer.from(text))
    expect((await threads.get(id, borrowerKey)).last_entry?.text).toBe(text)
  })

  it('can still be written after the order has ended', async () => {
    const id = await newOrder()
    await world.orders.do('reject', id)
    expect((await threads.post(id, borrowerKey, 'A pity.')).number).toBe(2)
  })

  it('is written once under its key', async () => {
    const id = await newOrder()
    const headers = { 'Idempotency-Key': randomUUID() }
    const replies = []
    for (let i = 0; i < 3; i += 1) {
      replies.push(await call(world.service, { ...posting(id, { text: 'once' }), headers }))
    }
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(await threads.entries(id, lenderKey)).toHaveLength(2)
  })
})

describe('400 Bad Request', () => {
  it.each([
    ['nothing', {}],
    ['an empty text', { text: '' }],
    ['only white space', { text: ' \n\u00a0\u2003\r\n' }],
    ['one character too many', { text: 'x'.repeat(4001) }],
    ['a tab', { text: 'a\tb' }],
    ['a carriage return by itself', { text: 'a\rb' }],
    ['an escape', { text: 'a\u001b[2Jb' }],
    ['a control of the second kind', { text: 'a\u0085b' }],
    ['DEL', { text: 'a\u007fb' }],
    ['a number', { text: 7 }],
    ['null', { text: null }],
    ['an unknown member', { text: 'x', organization_id: randomUUID() }],
    ['NUL', '{"text":"a\\u0000b"}'],
    ['a lone surrogate', '{"text":"a\\ud800b"}'],
    ['surrogates the wrong way round', '{"text":"\\udc00\\ud800"}'],
    ['the text twice', '{"text":"a","text":"b"}'],
  ])('returns 400 for %s, and writes nothing', async (_what, body) => {
    const id = await shared()
    const before = await threads.get(id, lenderKey)
    await refused(world.service, 400, posting(id, body))
    expect(await threads.get(id, lenderKey)).toEqual(before)
  })

  it('returns 400 for bytes that are not UTF-8', async () => {
    const id = await newOrder()
    const body = Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xff]), Buffer.from('"}')])
    const reply = await refused(
      world.service,
      400,
      callOf(postChatMessage, { key: lenderKey, params: { order_id: id }, body }),
    )
    expect(reply.reason).toBe('BODY_MALFORMED')
  })

  it('returns 400 for the page token of another thread', async () => {
    const [here, there] = [await newOrder(), await newOrder()]
    await threads.post(here, lenderKey)
    await threads.post(there, lenderKey)
    const page = await succeed(world.service, listChatEntries, {
      key: lenderKey,
      params: { order_id: here },
      query: { page_size: 1 },
    })
    const reply = await refused(
      world.service,
      400,
      callOf(listChatEntries, {
        key: lenderKey,
        params: { order_id: there },
        query: { page_size: 1, page_token: page.next_page_token ?? '' },
      }),
    )
    expect(reply.reason).toBe('PAGE_TOKEN_INVALID')
  })
})

describe('403 Forbidden', () => {
  it('returns 403 when a viewer writes, and lets a viewer read', async () => {
    const id = await newOrder()
    expect(await threads.entries(id, viewerKey)).toHaveLength(1)
    const reply = await refused(world.service, 403, posting(id, { text: 'x' }, viewerKey))
    expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
  })

  it('returns 403 when the reporting role reads or writes', async () => {
    const id = await newOrder()
    const params = { order_id: id }
    await refused(world.service, 403, callOf(getChat, { key: reportingKey, params }))
    await refused(world.service, 403, callOf(listChats, { key: reportingKey }))
  })
})

describe('404 Not Found', () => {
  it.each([
    ['get', getChat, undefined],
    ['entries', listChatEntries, undefined],
    ['post', postChatMessage, { text: 'x' }],
    ['read', markChatRead, { entry_id: randomUUID() }],
  ])(
    'returns 404 for the order of another organization, as for an unknown one: %s',
    async (_what, operation, body) => {
      const id = await newOrder()
      const answers = []
      for (const order_id of [id, randomUUID()]) {
        const options = { key: strangerKey, params: { order_id }, ...(body && { body }) }
        const reply = await refused(world.service, 404, callOf(operation, options))
        const { error } = reply.body
        answers.push(
          JSON.stringify(error).replaceAll(order_id, '').replaceAll(error.request_id, ''),
        )
      }
      expect(answers[0]).toBe(answers[1])
      expect(answers[0]).toContain('ORDER_NOT_FOUND')
      expect(await threads.entries(id, lenderKey)).toHaveLength(1)
    },
  )

  it('returns 404 by row-level security as well', async () => {
    const id = await newOrder()
    const seen = await world.service.services.writes.byService(world.stranger.id, async (tx) => {
      const read = await tx.query('SELECT FROM chat_entries')
      const turned = await tx.query('UPDATE chats SET last_number = last_number + 1')
      return [read.rowCount, turned.rowCount]
    })
    expect(seen).toEqual([0, 0])
    for (const organizationId of [world.stranger.id, world.lender.id]) {
      const values = [id, await accountOf(organizationId), organizationId]
      const forged = world.service.services.writes.byService(world.stranger.id, (tx) =>
        tx.query(
          `INSERT INTO chat_read_marks (order_id, account_id, organization_id, number, read_at)
           VALUES ($1, $2, $3, 1, now())`,
          values,
        ),
      )
      await expect(forged).rejects.toThrow(/row-level security/)
    }
  })

  it('returns 404 when an organization writes in the name of the other side', async () => {
    const id = await newOrder()
    const accountId = await accountOf(world.borrower.id)
    const forged = world.service.services.writes.byService(world.lender.id, (tx) =>
      tx.query(
        `INSERT INTO chat_entries (order_id, number, id, lender_id, borrower_id, kind, organization_id,
           account_id, account_name, text, created_at)
         VALUES ($1, 99, $2, $3, $4, 'message', $4, $5, 'Somebody', 'We agree.', now())`,
        [id, randomUUID(), world.lender.id, world.borrower.id, accountId],
      ),
    )
    await expect(forged).rejects.toThrow(/row-level security/)
  })
})

describe('an entry of a thread', () => {
  it('cannot be changed, even by the owner of the tables', async () => {
    const { id } = await threads.post(await newOrder(), lenderKey)
    for (const statement of [
      'UPDATE chat_entries SET text = $2 WHERE id = $1',
      'UPDATE chat_entries SET resolution = $2, resolved_at = now() WHERE id = $1',
      'DELETE FROM chat_entries WHERE id = $1 AND text <> $2',
    ]) {
      await expect(world.service.database.query(statement, [id, 'x'])).rejects.toThrow(
        /rewritten|only ever appended/,
      )
    }
  })
})

describe('pages of entries', () => {
  it('neither repeat nor skip earlier entries, whatever is written meanwhile', async () => {
    const id = await newOrder()
    for (let i = 0; i < 11; i += 1) await threads.post(id, lenderKey, `message ${i}`)
    const seen: number[] = []
    let page_token: string | undefined
    do {
      const page = await succeed(world.service, listChatEntries, {
        key: borrowerKey,
        params: { order_id: id },
        query: { page_size: 5, ...(page_token !== undefined && { page_token }) },
      })
      seen.push(...page.entries.map(({ number }) => number))
      page_token = page.next_page_token
      await threads.post(id, borrowerKey, 'meanwhile')
    } while (page_token !== undefined)
    expect(seen).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  it('link to the next page by the path of their thread', async () => {
    const id = await newOrder()
    await threads.post(id, lenderKey)
    const options = { key: lenderKey, params: { order_id: id }, query: { page_size: 1 } }
    const reply = await call(world.service, callOf(listChatEntries, options))
    const [, target = ''] = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers['link'])) ?? []
    expect(target.startsWith(`/chats/${id}/entries?`)).toBe(true)
    const next = await call(world.service, { target, key: lenderKey })
    expect((next.body as { entries: { number: number }[] }).entries[0]?.number).toBe(1)
  })
})
