import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { VadiumError, VadiumWebhookError, verifyWebhook } from '../src/index.ts'
import {
  arrival,
  body,
  event,
  headersOf,
  otherSecret,
  secret,
  webhookVectors,
} from './webhook-vectors.ts'

beforeAll(() => {
  vi.useFakeTimers({ now: arrival, toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
})

const reasonOf = (headers: Readonly<Record<string, string>>, received: unknown, known: unknown) => {
  try {
    expect(verifyWebhook(headers, received as string, known as string)).toEqual(event)
  } catch (error) {
    if (error instanceof VadiumWebhookError && error instanceof VadiumError) return error.reason
    throw error
  }
  return undefined
}

describe('verifyWebhook', () => {
  it.each(webhookVectors)('takes a webhook, or says why not: $what', (vector) => {
    expect(reasonOf(vector.headers, vector.body, vector.secret)).toBe(vector.reason)
  })

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
  ])('accepts headers %s', (_form, headers) => {
    expect(verifyWebhook(headers, body, secret)).toEqual(event)
  })
})

describe('the reason of a refused webhook', () => {
  it('is that of the secret, whatever was sent', () => {
    expect(reasonOf({}, 'forged', 'whsec_')).toBe('WEBHOOK_SECRET_MALFORMED')
    expect(reasonOf(headersOf(), body, undefined)).toBe('WEBHOOK_SECRET_MALFORMED')
  })

  it.each([[event], [undefined], [null], [1]])(
    'is WEBHOOK_BODY_PARSED if the body is the value %j',
    (received) => {
      expect(reasonOf(headersOf(), received, secret)).toBe('WEBHOOK_BODY_PARSED')
    },
  )

  it('never comes with the secret', () => {
    for (const known of [secret, otherSecret, secret.slice(0, -3)]) {
      try {
        verifyWebhook(headersOf(`${body} `), body, known)
      } catch (error) {
        expect(String(error)).not.toContain(known.slice(6, 20))
      }
    }
  })
})
