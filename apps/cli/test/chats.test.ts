import type { ChatEntry } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { json, loopbackService } from './loopback-service.ts'
import { keyFor, vadium } from './terminal.ts'

const entry: ChatEntry = {
  id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
  order_id: '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d',
  number: 12,
  kind: 'message',
  organization_id: '3f9e0000-0000-4000-8000-00000000e4f5',
  account_name: 'Ada of Harbor',
  text: 'By noon,\r\nplease.\n\nThank you.',
  action: null,
  close_out_id: null,
  create_time: '2026-07-01T16:05:09.123Z',
}

async function run(argv: readonly string[], answer: unknown, stdin = '') {
  await using service = await loopbackService(json(answer))
  const ran = await vadium(['chats', ...argv], { env: keyFor(service.url), stdin })
  return { ...ran, arrived: service.arrived }
}

describe('the entries of a chat', () => {
  it('are shown on one line each, however many lines a message has', async () => {
    const { stdout, arrived } = await run(['entries', entry.order_id], { entries: [entry] })
    expect(arrived[0]?.target).toBe(`/chats/${entry.order_id}/entries`)
    expect(stdout).toMatchInlineSnapshot(`
      "ID         NUMBER  TEXT                          ACCOUNT NAME   KIND     CREATE (UTC)
      0b7c…9a11  12      By noon, please.  Thank you.  Ada of Harbor  message  2026-07-01 16:05
      "
    `)
  })

  it('cannot reverse a line or rewrite the screen', async () => {
    const text = 'We owe \u202e001\u202c, \u001b[2Jnot more.'
    const { stdout } = await run(['entries', entry.order_id], { entries: [{ ...entry, text }] })
    expect(stdout).toContain('We owe \ufffd001\ufffd, \ufffd[2Jnot more.')
  })
})

describe('a message', () => {
  it('is sent exactly as it was given', async () => {
    const { exitCode, arrived } = await run(
      ['post', entry.order_id, '--text', 'First.\nSecond.'],
      entry,
    )
    expect(exitCode).toBe(0)
    expect(arrived[0]).toMatchObject({ method: 'POST', body: '{"text":"First.\\nSecond."}' })
  })

  it.each([
    [['We send it.\nBefore noon.'], '', 'We send it.\nBefore noon.'],
    [['@desk: -'], '', '@desk: -'],
    [['-'], 'From a file.\n\nThank you.\n', 'From a file.\n\nThank you.'],
    [['-'], 'No line end', 'No line end'],
    [['--text', '-'], 'not read', '-'],
    [['--', '-5 BTC'], '', '-5 BTC'],
  ])('may be the last word, or the standard input: %j', async (words, stdin, text) => {
    const { exitCode, arrived } = await run(['post', entry.order_id, ...words], entry, stdin)
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 0, sent: 1 })
    expect(JSON.parse(arrived[0]?.body ?? '')).toEqual({ text })
  })

  it.each([
    [['Hello', '--text', 'Hello'], 'the message is given twice'],
    [[], '--text: is missing'],
    [['-'], '--text: '],
    [['We', 'send'], 'too many arguments'],
  ])('is refused before it is sent: %j', async (words, issue) => {
    const { exitCode, stderr, arrived } = await run(['post', entry.order_id, ...words], entry)
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
    expect(stderr).toContain(issue)
  })
})
