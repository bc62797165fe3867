import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { StartError } from '../../../src/platform/start-error.ts'
import { AddressRules } from '../../../src/features/webhooks/address-rules.ts'
import {
  guardedConnections,
  type Resolve,
} from '../../../src/features/webhooks/guarded-connections.ts'
import { webhookUrlFault } from '../../../src/features/webhooks/webhook-url.ts'
import { type WebhookAnswer, WebhookSender } from '../../../src/features/webhooks/webhook-sender.ts'
import { WebhookReceiver } from '../../harness/webhook-receiver.ts'

const strict = new AddressRules(undefined)

describe('an address of the public internet', () => {
  it.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.15.255.255', '172.32.0.0', '100.128.0.0'])(
    '%s is connected to over TLS, and not without',
    (address) => {
      expect(strict.permits(address, 'https:')).toBe(true)
      expect(strict.permits(address, 'http:')).toBe(false)
    },
  )

  it.each(['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888'])(
    '%s is connected to as well',
    (address) => {
      expect(strict.permits(address, 'https:')).toBe(true)
    },
  )
})

/** Forms of addresses that lead nowhere outside, or to another place than they seem to. */
const refused = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'link-local, where clouds serve their credentials': [
    '169.254.169.254',
    'fe80::1',
    'febf::1',
    'fe80::1%lo',
  ],
  'unique local': ['fc00::1', 'fd12:3456:789a::1', 'fd00:ec2::254'],
  'site-local of old': ['fec0::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  broadcast: ['255.255.255.255'],
  reserved: ['192.0.0.1', '240.0.0.1', '192.88.99.1', '100::1', '4000::1', '5f00::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarks: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'mapped IPv4': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1'],
  'translated IPv4': ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '::ffff:0:8.8.8.8'],
  'compatible IPv4': ['::127.0.0.1', '::8.8.8.8'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'not an address': ['', 'localhost', '1.2.3', '0x7f000001.', '1.2.3.4.5', '[::1]', '12345::'],
}

describe.each(Object.entries(refused))('an address that is %s', (_kind, addresses) => {
  it.each(addresses)('is not connected to: %s', (address) => {
    expect(strict.permits(address, 'https:')).toBe(false)
    expect(strict.permits(address, 'http:')).toBe(false)
  })
})

describe('an allowed network', () => {
  const rules = new AddressRules('10.1.0.0/16,fd00::/8,127.0.0.1/32')

  it.each(['10.1.2.3', 'fd12::1', '127.0.0.1'])(
    'is connected to, even over http: %s',
    (address) => {
      expect(rules.permits(address, 'http:')).toBe(true)
      expect(rules.permits(address, 'https:')).toBe(true)
    },
  )

  it.each(['10.2.0.1', '127.0.0.2', 'fe80::1', '::ffff:10.1.2.3', '::1'])(
    'allows no other address: %s',
    (address) => {
      expect(rules.permits(address, 'https:')).toBe(false)
    },
  )

  it.each(['10.0.0.0', '10.0.0.0/33', 'fd00::/129', '10.0.0/8,', 'example.com/8'])(
    'must be valid: %s',
    (text) => {
      expect(() => new AddressRules(text)).toThrow(StartError)
    },
  )
})

describe('where a cloud serves its metadata', () => {
  const everywhere = new AddressRules('0.0.0.0/0,::/0')

  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '169.254.42.42',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fe80::a9fe:a9fe',
    'fe80::1%lo',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
    'fd00:a9fe:a9fe::1',
    'fd00:42::42',
    '::ffff:169.254.169.254',
    '::ffff:a83f:8110',
    '::169.254.169.254',
    '::ffff:0:169.254.169.254',
    '64:ff9b::6464:64c8',
  ])('no webhook goes, whatever networks are allowed: %s', (address) => {
    expect(everywhere.permits(address, 'https:')).toBe(false)
    expect(everywhere.permits(address, 'http:')).toBe(false)
    expect(strict.permits(address, 'https:')).toBe(false)
  })

  it.each(['169.253.0.1', '168.63.129.17', 'fd00:ec3::1', '::ffff:8.8.8.8', 'fd12::1'])(
    'ends before its neighbours: %s',
    (address) => {
      expect(everywhere.permits(address, 'http:')).toBe(true)
    },
  )
})

describe('a URL', () => {
  it.each([
    'https://hooks.example.com/vadium',
    'https://hooks.example.com:8443/a/b?c=d',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
  ])('is accepted: %s', (url) => {
    expect(webhookUrlFault(url, strict)).toBeUndefined()
  })

  it.each([
    ['http://hooks.example.com/', 'must begin with https://'],
    ['https://user@example.com/', 'user information'],
    ['https://user:secret@example.com/', 'user information'],
    ['https://example.com/#part', 'fragment'],
    ['https://example.com/#', 'fragment'],
    ['https://example.com:0/', 'port'],
    ['https://example.com:99999/', 'is not a URL'],
    ['https://', 'is not a URL'],
    ['https://127.0.0.1/', 'public internet'],
    // The same in other notations, which resolvers accept as well.
    ['https://2130706433/', 'public internet'],
    ['https://0x7f000001/', 'public internet'],
    ['https://0x7f.0.0.1/', 'public internet'],
    ['https://0177.0.0.1/', 'public internet'],
    ['https://127.1/', 'public internet'],
    ['https://127.0.1/', 'public internet'],
    ['https://0/', 'public internet'],
    ['https://%31%32%37.0.0.1/', 'public internet'],
    ['https://127.0.0.1./', 'public internet'],
    ['https://256.0.0.1/', 'is not a URL'],
    ['https://[::1]/', 'public internet'],
    ['https://[::ffff:127.0.0.1]/', 'public internet'],
    ['https://[0:0:0:0:0:ffff:7f00:1]/', 'public internet'],
    ['https://[64:ff9b::7f00:1]/', 'public internet'],
    ['https://169.254.169.254/latest/meta-data', 'public internet'],
    ['http://8.8.8.8/', 'must begin with https://'],
  ])('is refused: %s', (url, fault) => {
    expect(webhookUrlFault(url, strict)).toContain(fault)
  })

  it('may use http in an allowed network; a name is checked when it is connected to', () => {
    const rules = new AddressRules('10.0.0.0/8')
    expect(webhookUrlFault('http://10.0.0.1:8080/', rules)).toBeUndefined()
    expect(webhookUrlFault('http://receiver.internal/', rules)).toBeUndefined()
    expect(webhookUrlFault('http://192.168.0.1/', rules)).toContain('public internet')
    expect(webhookUrlFault('http://8.8.8.8/', rules)).toContain('https://')
  })
})

describe('a connection', () => {
  /** Counts the connections, and sends nothing. */
  let listener: Server
  let connections = 0
  let port: number
  let receiver: WebhookReceiver
  beforeAll(async () => {
    listener = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    port = (listener.address() as AddressInfo).port
    receiver = await WebhookReceiver.start()
  })
  afterAll(async () => {
    listener.close()
    await receiver[Symbol.asyncDispose]()
  })
  afterEach(() => {
    connections = 0
  })

  async function send(
    url: string,
    rules: AddressRules,
    resolve: Resolve,
    msMax?: number,
  ): Promise<WebhookAnswer> {
    const sender = new WebhookSender(guardedConnections(rules, resolve, msMax), msMax)
    const atMs = Date.parse('2026-03-02T12:00:00.000Z')
    const secrets = [Buffer.alloc(32, 1)]
    try {
      return await sender.send({ id: 'an-id', url, body: '{}', secrets, atMs })
    } finally {
      await sender.close()
    }
  }

  const allowed = new AddressRules('127.0.0.0/30')
  const noResolver: Resolve = () => Promise.reject(new Error('nobody was to be asked'))
  const at =
    (...addresses: string[]): Resolve =>
    () =>
      Promise.resolve(addresses)

  it.each([
    ['127.0.0.1'],
    ['2130706433'],
    ['0x7f.1'],
    ['[::1]'],
    ['[::ffff:127.0.0.1]'],
    ['[::ffff:7f00:1]'],
  ])('is never made to a refused address, even if its URL was accepted: %s', async (host) => {
    expect(await send(`https://${host}:${port}/`, strict, noResolver)).toEqual({
      error: 'ADDRESS_REFUSED',
    })
    expect(connections).toBe(0)
  })

  it.each([
    ['is refused', ['127.0.0.1']],
    ['is mapped', ['::ffff:127.0.0.1']],
    ['is refused, among others that are not', ['8.8.8.8', '127.0.0.1']],
    ['is invalid', ['localhost']],
  ])('is never made to a name whose address %s', async (_what, addresses) => {
    expect(await send(`https://a.example:${port}/`, strict, at(...addresses))).toEqual({
      error: 'ADDRESS_REFUSED',
    })
    expect(connections).toBe(0)
  })

  it('goes to the address that was checked, not to another one that the name has a moment later', async () => {
    const asked: string[] = []
    // The first address is checked and allowed, and no server listens there. Every later one has a
    // listener.
    const rebinding: Resolve = (name) => {
      asked.push(name)
      return Promise.resolve(asked.length === 1 ? ['127.0.0.2'] : ['127.0.0.1'])
    }
    const rules = new AddressRules('127.0.0.2/32')
    expect(await send(`http://a.example:${port}/`, rules, rebinding)).toEqual({
      error: 'CONNECTION_FAILED',
    })
    expect(asked).toEqual(['a.example'])
    // The next attempt resolves the name again, and is refused before it connects.
    expect(await send(`http://a.example:${port}/`, rules, rebinding)).toEqual({
      error: 'ADDRESS_REFUSED',
    })
    expect(connections).toBe(0)
  })

  it('is checked again for every attempt', async () => {
    const { port: own } = new URL(receiver.url)
    let address = '127.0.0.1'
    const sender = new WebhookSender(
      guardedConnections(new AddressRules('127.0.0.1/32'), () => Promise.resolve([address])),
    )
    const url = `http://a.example:${own}/rebound`
    const message = { id: 'an-id', url, body: '{}', secrets: [Buffer.alloc(32, 1)], atMs: 0 }
    receiver.answer('/rebound', (response) => {
      response.writeHead(200, { Connection: 'close' }).end()
    })
    expect(await sender.send(message)).toMatchObject({ status: 200 })
    address = '10.0.0.1'
    expect(await sender.send(message)).toEqual({ error: 'ADDRESS_REFUSED' })
    await sender.close()
  })

  it('is made to a name when all of its addresses are allowed', async () => {
    const { port: own } = new URL(receiver.url)
    const answer = await send(`http://a.example:${own}/well`, allowed, at('127.0.0.1', '127.0.0.2'))
    expect(answer).toEqual({ status: 204, retryAfterMs: undefined })
    expect(receiver.at('/well')[0]?.headers.host).toBe(`a.example:${own}`)
  })

  it.each([
    ['that does not exist', at()],
    ['without any address', () => Promise.reject(new Error('no name server'))],
  ])('is not made to a name %s', async (_what, resolve: Resolve) => {
    expect(await send('https://a.example/', strict, resolve)).toEqual({
      error: 'NAME_NOT_RESOLVED',
    })
  })

  it('uses no proxy of the environment', async () => {
    const { port: own } = new URL(receiver.url)
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']
    const before = names.map((name) => process.env[name])
    for (const name of names) process.env[name] = `http://127.0.0.1:${port}`
    try {
      expect(await send(`${receiver.url}/direct`, allowed, noResolver)).toMatchObject({
        status: 204,
      })
      await send(`http://a.example:${own}/direct`, allowed, at('127.0.0.1'))
    } finally {
      for (const [i, name] of names.entries()) {
        const value = before[i]
        if (value === undefined) Reflect.deleteProperty(process.env, name)
        else process.env[name] = value
      }
    }
    expect(receiver.at('/direct')).toHaveLength(2)
    expect(connections).toBe(0)
  })

  it('fails when the server does not speak TLS', async () => {
    const { port: own } = new URL(receiver.url)
    expect(await send(`https://a.example:${own}/`, allowed, at('127.0.0.1'))).toEqual({
      error: 'TLS_FAILED',
    })
  })

  it.each([
    ['that never begins', () => undefined],
    ['whose name is never found', undefined],
  ])('ends at the time-out at an answer %s', async (what, answer) => {
    const resolve: Resolve = answer ? at('127.0.0.1') : () => new Promise(() => undefined)
    const { port: own } = new URL(receiver.url)
    if (answer) receiver.answer('/silent', answer)
    const url = `http://a.example:${own}/silent`
    expect(await send(url, allowed, resolve, 100), what).toEqual({ error: 'TIMED_OUT' })
  })

  it('ends at the time-out when its answer never does, and its status decides', async () => {
    receiver.answer('/endless', (response) => {
      response.writeHead(200)
      response.write('and')
    })
    expect(await send(`${receiver.url}/endless`, allowed, noResolver, 300)).toMatchObject({
      status: 200,
    })
  })
})
