import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { VadiumError, VadiumWebhookError, verifyWebhook } from '../src/index.ts'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const other = `whsec_${randomBytes(32).toString('base64')}`
const now = new Date('2026-03-02T12:00:00.000Z')
const event = {
  id: 'a-position',
  type: 'order.updated',
  timestamp: '2026-03-02T11:59:59.000Z',
  data: { organization_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', note: 'Grüße' },
}
const body = JSON.stringify(event)

beforeAll(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
})

function headersOf(text = body, secrets = [secret], at = now): Record<string, string> {
  return {
    'webhook-id': 'an-id',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': secrets.map((one) => new Webhook(one).sign('an-id', at, text)).join(' '),
  }
}

const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('verifyWebhook', () => {
  it.each([
    ['text', body],
    ['bytes', new TextEncoder().encode(body)],
    ['a buffer', Buffer.from(body)],
  ])('accepts a webhook whose body is %s', (_form, received) => {
    expect(verifyWebhook(headersOf(), received, secret)).toEqual(event)
  })

  it.each([
    ['as Node has them', { host: 'example.com', 'set-cookie': ['a', 'b'], ...headersOf() }],
    ['of the fetch standard', new Headers(headersOf())],
    [
      'in another case',
      Object.fromEntries(Object.entries(headersOf()).map(([k, v]) => [k.toUpperCase(), v])),
    ],
  ])('accepts headers %s', (_form, headers) => {
    expect(verifyWebhook(headers, body, secret)).toEqual(event)
  })

  it('accepts either secret while both sign', () => {
    for (const known of [secret, other]) {
      expect(verifyWebhook(headersOf(body, [secret, other]), body, known)).toEqual(event)
    }
  })

  it.each([-299, 299])('accepts a time that is %d seconds off', (seconds) => {
    expect(verifyWebhook(headersOf(body, [secret], later(seconds)), body, secret)).toEqual(event)
  })
})

describe('verifyWebhook refuses a webhook', () => {
  const withData = (data: unknown) => JSON.stringify({ ...event, data })

  it.each([
    ['of another secret', headersOf(), body, other],
    ['with another body', headersOf(), `${body} `, secret],
    ['with another id', { ...headersOf(), 'webhook-id': 'another' }, body, secret],
    ['with another time', { ...headersOf(), 'webhook-timestamp': '1772452799' }, body, secret],
    ['without a signature', { ...headersOf(), 'webhook-signature': undefined }, body, secret],
    ['with no headers', {}, body, secret],
    ['that is too old', headersOf(body, [secret], later(-301)), body, secret],
    ['that is too new', headersOf(body, [secret], later(301)), body, secret],
    ['that is not JSON', headersOf('no JSON'), 'no JSON', secret],
    ['that is not an event', headersOf('{}'), '{}', secret],
    ['whose data is null', headersOf(withData(null)), withData(null), secret],
    ['whose data is a list', headersOf(withData([])), withData([]), secret],
    ['that is empty', headersOf(''), '', secret],
    ['for a malformed secret', headersOf(), body, 'whsec_'],
  ])('%s', (_what, headers, received, known) => {
    expect(() => verifyWebhook(headers, received, known)).toThrow(VadiumWebhookError)
  })
})

describe('the reason of a refused webhook', () => {
  const reasonOf = (headers: Record<string, string>, received: unknown, known: unknown) => {
    try {
      verifyWebhook(headers, received as string, known as string)
    } catch (error) {
      if (error instanceof VadiumWebhookError && error instanceof VadiumError) return error.reason
      throw error
    }
    return undefined
  }

  it.each([
    ['is empty', ''],
    ['is absent', undefined],
    ['is cut off', secret.slice(0, -3)],
    ['has no prefix', secret.slice('whsec_'.length)],
    ['is a private key', 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A'],
    ['has a line end', `${secret}\n`],
  ])('is WEBHOOK_SECRET_MALFORMED if the secret %s, whatever was sent', (_what, known) => {
    expect(reasonOf(headersOf(), body, known)).toBe('WEBHOOK_SECRET_MALFORMED')
    expect(reasonOf({}, 'forged', known)).toBe('WEBHOOK_SECRET_MALFORMED')
  })

  it.each([[event], [undefined], [null], [1]])(
    'is WEBHOOK_BODY_PARSED if the body is the value %j',
    (received) => {
      expect(reasonOf(headersOf(), received, secret)).toBe('WEBHOOK_BODY_PARSED')
    },
  )

  it('is the same for a forgery and for the secret of another endpoint', () => {
    const forged = { ...headersOf(), 'webhook-signature': `v1,${'A'.repeat(43)}=` }
    expect(reasonOf(forged, body, secret)).toBe('WEBHOOK_SIGNATURE_INVALID')
    expect(reasonOf(headersOf(), body, other)).toBe('WEBHOOK_SIGNATURE_INVALID')
    expect(reasonOf(headersOf(), JSON.stringify(event, undefined, 1), secret)).toBe(
      'WEBHOOK_SIGNATURE_INVALID',
    )
  })

  it('says what is wrong with a request', () => {
    expect(reasonOf({ 'webhook-id': 'a' }, body, secret)).toBe('WEBHOOK_HEADERS_MISSING')
    const old = headersOf(body, [secret], later(-301))
    expect(reasonOf(old, body, secret)).toBe('WEBHOOK_TIME_OUT_OF_WINDOW')
    expect(reasonOf(headersOf('{}'), '{}', secret)).toBe('WEBHOOK_BODY_INVALID')
    expect(reasonOf(headersOf('no JSON'), 'no JSON', secret)).toBe('WEBHOOK_BODY_INVALID')
  })

  it('never comes with the secret', () => {
    for (const known of [secret, other, secret.slice(0, -3)]) {
      try {
        verifyWebhook(headersOf(`${body} `), body, known)
      } catch (error) {
        expect(String(error)).not.toContain(known.slice(6, 20))
      }
    }
  })
})
