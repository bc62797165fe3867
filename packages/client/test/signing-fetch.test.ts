import { describe, expect, it } from 'vitest'
import { importWebKey } from '../src/browser.ts'
import { signingFetch } from '../src/signing.ts'
import { json, keys, scriptedServer } from './scripted-server.ts'

describe('signingFetch', () => {
  it('signs what it sends, with a key for each write', async () => {
    await using server = await scriptedServer()
    server.answer(json({ a: 1 }))
    const signed = signingFetch(keys.privateKey)
    const target = new URL(`${server.url}/v1/x?a=1|2&b=%7C`)
    expect(await (await signed(target)).json()).toEqual({ a: 1 })
    const body = JSON.stringify({ text: 'é|' })
    const headers = { 'Content-Type': 'application/json' }
    await signed(new Request(`${server.url}/x`, { method: 'POST', headers, body }))
    await signed(`${server.url}/x:cancel`, {
      method: 'POST',
      headers: { 'Idempotency-Key': 'mine' },
    })
    expect(server.arrived.map(({ verified }) => verified)).toEqual([true, true, true])
    expect(server.arrived[0]?.target).toBe('/v1/x?a=1%7C2&b=%7C')
    const [read, write, named] = server.arrived.map((arrived) => arrived.headers)
    expect(read?.['idempotency-key']).toBeUndefined()
    expect(write?.['content-type']).toBe('application/json')
    expect(write?.['idempotency-key']).toMatch(/^[\w-]{36}$/)
    expect(named?.['idempotency-key']).toBe('mine')
    expect(new TextDecoder().decode(server.arrived[1]?.body)).toBe(body)
  })

  it('takes a key of WebCrypto and another fetch, and ends with the signal of the caller', async () => {
    const key = await importWebKey(keys.privateKey)
    const sent: string[] = []
    const signed = signingFetch(key, (input, init) => {
      sent.push(`${init?.method ?? ''} ${new Request(input).url}`)
      return Promise.resolve(new Response(String(init?.signal?.aborted)))
    })
    const answer = await signed('http://localhost/x', { signal: AbortSignal.timeout(60_000) })
    expect(await answer.text()).toBe('false')
    expect(sent).toEqual(['GET http://localhost/x'])
  })

  it('refuses a malformed key, without quoting it', async () => {
    const made = Promise.resolve().then(() => signingFetch('secret')('http://localhost/x'))
    await expect(made).rejects.toThrow(TypeError)
    await expect(made).rejects.toThrow(expect.not.stringContaining('secret') as string)
  })
})
