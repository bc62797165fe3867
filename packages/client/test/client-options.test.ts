import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listTransfers } from '@vadium/schema'
import { VadiumClient, type VadiumClientOptions, VadiumConnection } from '../src/index.ts'
import { VadiumClient as BrowserClient } from '../src/browser.ts'
import { acceptSample } from './sample-operations.ts'
import { patientClient, rejection } from './patient-client.ts'
import { json, keys, scriptedServer } from './scripted-server.ts'

const baseUrl = 'https://api.example.com'
const { privateKey } = keys

afterEach(() => {
  vi.unstubAllEnvs()
})

/** As a program without types would call it. */
const untyped = (options?: unknown) => options as VadiumClientOptions

const sample = { sample: { status: 'OPEN' } }
const params = { sample_id: 's-1' }

describe('a client in Node', () => {
  it('says that the address is missing, and where it may come from', () => {
    vi.stubEnv('VADIUM_URL', '')
    for (const create of [
      () => new VadiumClient(),
      () => new VadiumClient({ privateKey }),
      () => new VadiumConnection(),
    ]) {
      expect(create).toThrow(TypeError)
      expect(create).toThrow(
        'baseUrl is missing. Give the address of the service, such as https://api.example.com/v1, or set the environment variable VADIUM_URL.',
      )
    }
  })

  it('says that the key is missing, and where it may come from', () => {
    vi.stubEnv('VADIUM_PRIVATE_KEY', '')
    for (const options of [{ baseUrl }, { baseUrl, privateKey: '' }]) {
      const create = () => new VadiumClient(options)
      expect(create).toThrow(TypeError)
      expect(create).toThrow(/^privateKey is missing\. .*VADIUM_PRIVATE_KEY/)
    }
  })

  it('takes the address and the key from the environment, unless they are given', async () => {
    await using server = await scriptedServer()
    server.answer(json({ transfers: [] }))
    vi.stubEnv('VADIUM_URL', server.url)
    vi.stubEnv('VADIUM_PRIVATE_KEY', privateKey)
    await new VadiumClient().transfers.list()
    expect(server.arrived[0]?.headers['x-api-key']).toBe(keys.publicKey)
    vi.stubEnv('VADIUM_URL', 'https://elsewhere.example.com')
    vi.stubEnv('VADIUM_PRIVATE_KEY', 'unusable')
    await new VadiumClient({ baseUrl: server.url, privateKey }).transfers.list()
    const signer = { publicKey: () => keys.publicKey, sign: () => new Uint8Array(64) }
    expect(() => new VadiumClient({ signer })).not.toThrow()
  })

  it('names the variable of an unusable key, and does not quote it', () => {
    vi.stubEnv('VADIUM_PRIVATE_KEY', 'not-a-key')
    const create = () => new VadiumClient({ baseUrl })
    expect(create).toThrow(/^VADIUM_PRIVATE_KEY: privateKey must be/)
    expect(create).not.toThrow('not-a-key')
  })

  it('refuses an unknown option with the nearest name', () => {
    const create = (more: object) => () =>
      new VadiumClient(untyped({ baseUrl, privateKey, ...more }))
    expect(create({ baseURL: baseUrl })).toThrow(
      'new VadiumClient() has no option baseURL. Did you mean baseUrl?',
    )
    expect(create({ timeout: 5 })).toThrow('Did you mean timeoutMs?')
    expect(create({ retries: { maxAttempts: 3 } })).toThrow('retries has no option maxAttempts.')
    expect(create({ colour: 'blue' })).toThrow(/has no option colour\. It takes baseUrl, /)
    expect(() => new VadiumClient(untyped('a key'))).toThrow(/must be an object|has no option/)
    expect(() => new VadiumClient(untyped(null))).toThrow('must be an object')
  })

  it('names itself, Node and the program in its requests', async () => {
    await using server = await scriptedServer()
    server.answer(json({ transfers: [] }))
    const appInfo = { name: 'desk-bot', version: '1.2.0', url: 'https://example.com/desk' }
    await patientClient(server).client.transfers.list()
    await patientClient(server, { appInfo }).client.transfers.list()
    const agents = server.arrived.map(({ headers }) => headers['user-agent'])
    const { version } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    ) as { version: string }
    const sdk = `vadium-client/${version} node/${process.versions.node}`
    expect(agents).toEqual([sdk, `${sdk} desk-bot/1.2.0 (https://example.com/desk)`])
    for (const wrong of [{ name: 'a b' }, { name: 'a\r\nX: 1' }, { name: 'a', url: 'x)\n' }]) {
      expect(() => patientClient(server, { appInfo: wrong })).toThrow(TypeError)
    }
  })
})

describe('a client in a browser', () => {
  it('says what is missing, without a variable that a page has not', () => {
    const create = (options: object) => () =>
      new BrowserClient(options as { baseUrl: string } & { privateKey: string })
    expect(create({})).toThrow(/^baseUrl is missing\. [^_]*$/)
    expect(create({ baseUrl })).toThrow(/^privateKey is missing\. [^_]*$/)
    expect(create({ baseUrl, privateKey, dispatcher: {} })).toThrow('no option dispatcher')
  })
})

describe('the options of a call', () => {
  it('are refused if they do not exist', async () => {
    const { client } = patientClient({ url: baseUrl })
    const wrong = untyped({ timeout: 5 }) as object
    expect(await rejection(client.transfers.get('t', wrong))).toMatchObject({
      name: 'TypeError',
      message: 'getTransfer has no option timeout. Did you mean timeoutMs?',
    })
    expect(() => client.events.stream({}, wrong)).toThrow('streamEvents has no option timeout')
    expect(await rejection(client.approvals.wait('a', wrong))).toBeInstanceOf(TypeError)
  })

  it('can set the retries of one call', async () => {
    await using server = await scriptedServer()
    server.answer(json({}, 500))
    const { client, waits } = patientClient(server)
    await rejection(client.request(listTransfers, {}, { retries: false }))
    expect(server.arrived).toHaveLength(1)
    await rejection(client.request(listTransfers, {}, { retries: { attemptsMax: 2 } }))
    expect(server.arrived).toHaveLength(3)
    expect(waits).toHaveLength(1)
    const tooMany = client.request(listTransfers, {}, { retries: { attemptsMax: 1000 } })
    expect(await rejection(tooMany)).toBeInstanceOf(RangeError)
  })

  it('can add headers, of which none replaces a header of the SDK', async () => {
    await using server = await scriptedServer()
    server.answer(json(sample))
    const { client } = patientClient(server)
    const call = (headers: Record<string, string>) =>
      client.request(acceptSample, { params, body: {} }, { headers })
    await call({ 'X-Gateway': 'desk', Authorization: 'Bearer of-the-gateway' })
    expect(server.arrived[0]).toMatchObject({
      verified: true,
      headers: { 'x-gateway': 'desk', authorization: 'Bearer of-the-gateway' },
    })
    for (const name of [
      'X-Signature',
      'x-api-key',
      'X-TIMESTAMP-MS',
      'Idempotency-Key',
      'Last-Event-ID',
      'Content-Type',
      'content-length',
      'Transfer-Encoding',
      'Content-Encoding',
      'Host',
      'Connection',
      'Accept',
      'Accept-Encoding',
    ]) {
      const error = await rejection(call({ [name]: 'forged' }))
      expect(error).toMatchObject({ name: 'TypeError', message: `headers must not set ${name}.` })
    }
    for (const wrong of [
      { 'X-A': 'one\r\nX-Signature: forged' },
      { 'X-A\r\nX-B': 'one' },
      { 'X-A': 'ü' },
      { 'X-A ': 'one' },
      { '': 'one' },
      // A program without types may give it.
      { 'X-A': undefined as unknown as string },
    ]) {
      expect(await rejection(call(wrong))).toBeInstanceOf(TypeError)
    }
    expect(server.arrived).toHaveLength(1)
  })
})
