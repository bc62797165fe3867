import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/config/config.ts'

const DATABASE_URL = 'postgres://user:hidden@host/db'

describe('settings', () => {
  it('have defaults, and treat an empty value as absent', () => {
    const config = readConfig({ DATABASE_URL, PORT: '', OTHER: 'ignored' })
    expect(config).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      BASE_PATH: '',
      RATE_LIMIT_CREDENTIAL: 600,
      RATE_LIMIT_ADDRESS: 60,
      RATE_LIMIT_PUBLIC: 600,
      PRICE_MAX_AGE_S: 180,
      PRICE_DEVIATION_PERCENT: 20,
      MARKET_CUT_TIME: '16:00',
      ALLOW_UNDURABLE_DATABASE: false,
    })
    expect(config).not.toHaveProperty('OTHER')
    expect(config).not.toHaveProperty('SCENARIO')
  })

  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
  ])('read %s as true or false', (text, value) => {
    expect(readConfig({ DATABASE_URL, ALLOW_UNDURABLE_DATABASE: text })).toMatchObject({
      ALLOW_UNDURABLE_DATABASE: value,
    })
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '3000x'],
    ['PORT', '1e3'],
    ['DATABASE_SERVICE_ROLE', 'Lending'],
    ['DATABASE_SERVICE_ROLE', 'pg_lending'],
    ['DATABASE_SERVICE_ROLE', 'public'],
    ['BASE_PATH', 'v1'],
    ['BASE_PATH', '/v1/'],
    ['PRICE_DEVIATION_PERCENT', '0'],
    ['MARKET_CUT_TIME', '24:00'],
    ['MARKET_CUT_TIME', '4:00'],
    ['PRICE_FEED', 'oracle'],
    ['PRICE_FEED_URL', 'api.kraken.com'],
    ['PRICE_FEED_URL', 'https://api.kraken.com/0/public'],
    ['PRICE_FEED_PAIRS', 'BTC'],
    ['PRICE_FEED_PAIRS', 'BTC:XBTUSD,'],
    ['PRICE_FEED_PAIRS', 'BTC:XBTUSD&pair=ETHUSD'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '0'],
    ['ALLOW_UNDURABLE_DATABASE', 'yes'],
    ['RATE_LIMIT_WINDOW_S', '2592000'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT_ADDRESS', '0'],
    ['OVERLOAD_WAIT_MS', '3001'],
    ['PRICE_MAX_AGE_S', '-1'],
  ])('are refused with their name: %s cannot be %s', (name, value) => {
    const read = () => readConfig({ DATABASE_URL, [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(name)
  })

  it.each([
    '10.0.0.0/99',
    '10.0.0.0/0',
    '10.0.0.0/8/8',
    '10.0.0.256',
    '2001:db8::/129',
    '2001:db8::1::',
    '::/',
  ])('are refused with their name: the proxy %s is not a range of addresses', (range) => {
    const read = () => readConfig({ DATABASE_URL, TRUST_PROXY: `127.0.0.1,${range}` })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(`TRUST_PROXY: ${range} is not an address or a range of addresses`)
  })

  it.each([
    '*',
    'null',
    '',
    'desk.example.com',
    'https://*.example.com',
    'https://desk.example.com/',
    'https://desk.example.com:443',
    'https://Desk.example.com',
    'https://desk.example.com/app',
    'https://user@desk.example.com',
    ' https://desk.example.com',
    'http://desk.example.com',
    'http://localhost.example.com',
    'ftp://desk.example.com',
    'file:///page',
  ])('are refused with their name: %j is not an origin', (origin) => {
    const CORS_ORIGINS = `https://one.example,${origin}`
    const read = () => readConfig({ DATABASE_URL, CORS_ORIGINS })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(`CORS_ORIGINS: ${origin} is not an origin as browsers send it`)
  })

  it.each([
    'https://desk.example.com',
    'https://desk.example.com:8443,http://localhost:5173,http://127.0.0.1:3000',
    'http://app.localhost,http://[::1]:8080',
  ])('accept the origins %s', (CORS_ORIGINS) => {
    expect(readConfig({ DATABASE_URL, CORS_ORIGINS }).CORS_ORIGINS).toBe(CORS_ORIGINS)
  })

  it.each(['security@vadium.example', 'http://vadium.example', 'mailto:a\nContact: mailto:b'])(
    'refuse %j as the contact for security',
    (SECURITY_CONTACT) => {
      expect(() => readConfig({ DATABASE_URL, SECURITY_CONTACT })).toThrow('SECURITY_CONTACT: ')
    },
  )

  it.each(['9', '10.0.0.0/8,192.0.2.1', '10.0.0.0/32', '2001:db8::/32,::1', '::ffff:10.0.0.1'])(
    'accept the proxies %s',
    (proxies) => {
      expect(readConfig({ DATABASE_URL, TRUST_PROXY: proxies }).TRUST_PROXY).toBe(proxies)
    },
  )

  const fireblocks = {
    FIREBLOCKS_API_KEY: 'key',
    FIREBLOCKS_SECRET_KEY_FILE: '/secret.pem',
    FIREBLOCKS_BASE_URL: 'https://sandbox-api.fireblocks.io/v1',
    FIREBLOCKS_ASSETS: 'BTC=BTC_TEST,USDC.e=USDC-POLYGON',
  }

  it('have all of a Fireblocks workspace, or nothing of it', () => {
    expect(readConfig({ DATABASE_URL, ...fireblocks })).toMatchObject(fireblocks)
    for (const name of Object.keys(fireblocks)) {
      const read = () => readConfig({ DATABASE_URL, ...fireblocks, [name]: '' })
      expect(read).toThrow(ConfigError)
      expect(read).toThrow(`${name}: is required with the other FIREBLOCKS settings`)
    }
    expect(() => readConfig({ DATABASE_URL, FIREBLOCKS_WEBHOOK_KEY_FILE: '/key.pem' })).toThrow(
      'FIREBLOCKS_API_KEY',
    )
  })

  it.each([
    ['FIREBLOCKS_BASE_URL', 'http://api.fireblocks.io/v1'],
    ['FIREBLOCKS_BASE_URL', 'https://user:password@api.fireblocks.io/v1'],
    ['FIREBLOCKS_BASE_URL', 'https://api.fireblocks.io/v1/'],
    ['FIREBLOCKS_BASE_URL', 'http://localhost.evil.example/v1'],
    ['FIREBLOCKS_WEBHOOK_JWKS_URL', 'file:///etc/passwd'],
    ['FIREBLOCKS_ASSETS', 'BTC'],
    ['FIREBLOCKS_ASSETS', 'BTC=BTC,'],
    ['FIREBLOCKS_ASSETS', 'BTC=BTC=BTC'],
  ])(
    'are refused with their name where one of Fireblocks is invalid: %s cannot be %s',
    (name, value) => {
      const read = () => readConfig({ DATABASE_URL, ...fireblocks, [name]: value })
      expect(read).toThrow(ConfigError)
      expect(read).toThrow(name)
    },
  )

  it.each([
    'localhost:6379',
    ':secret@host:6379',
    '/run/redis.sock',
    'http://host',
    'redis://a:b:c',
  ])('refuse %j, which is not the address of a Redis server, and do not show it', (REDIS_URL) => {
    const read = () => readConfig({ DATABASE_URL, REDIS_URL })
    expect(read).toThrow('REDIS_URL: is not the address of a Redis server')
    expect(read).not.toThrow(REDIS_URL)
  })

  it('never show a value in a refusal', () => {
    try {
      readConfig({ DATABASE_URL: '', REDIS_URL: 'redis://:secret@host', PORT: 'x' })
      expect.unreachable()
    } catch (error) {
      expect(String(error)).toContain('DATABASE_URL')
      expect(String(error)).not.toContain('secret')
    }
  })
})
