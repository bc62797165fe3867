import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  possessionInput,
  possessionProofLifetimeMs,
  possessionProofPattern,
  possessionText,
  publicKeyPattern,
  signaturePattern,
  signatureWindowMs,
  signingInput,
  timestampPattern,
} from '../src/index.ts'

const timestamp = '1790000000000'
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const signed = (method: string, target: string, body = bytesOf('')): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(
    signingInput({ method, target, body, timestamp }),
  )

describe('the bytes that are signed', () => {
  it.each(['GET', 'DELETE'])('cover the query of %s', (method) => {
    expect(signed(method, '/transfers?token=BTC&page_size=5')).toBe(
      `${method}|/transfers|token=BTC&page_size=5|1790000000000`,
    )
    expect(signed(method, '/transfers')).toBe(`${method}|/transfers||1790000000000`)
    expect(signed(method, '/transfers?')).toBe(`${method}|/transfers||1790000000000`)
    // Only the first question mark separates the path from the query.
    expect(signed(method, '/transfers?a=?b')).toBe(`${method}|/transfers|a=?b|1790000000000`)
    // The body is ignored when the method carries none.
    expect(signed(method, '/transfers', bytesOf('body'))).toBe(
      `${method}|/transfers||1790000000000`,
    )
  })

  it.each(['POST', 'PUT', 'PATCH'])('cover the body of %s', (method) => {
    expect(signed(method, '/orders', bytesOf('{"a":"é|"}'))).toBe(
      `${method}|/orders|{"a":"é|"}|1790000000000`,
    )
    expect(signed(method, '/orders')).toBe(`${method}|/orders||1790000000000`)
    expect(signed(method, '/orders?query=none', bytesOf('{}'))).toBe(
      `${method}|/orders|{}|1790000000000`,
    )
  })

  it('contain any body byte for byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (body) => {
        const input = signingInput({ method: 'POST', target: '/x', body, timestamp })
        const [before, after] = [bytesOf('POST|/x|'), bytesOf(`|${timestamp}`)]
        expect([...input]).toEqual([...before, ...body, ...after])
      }),
    )
  })
})

it('accepts a signature for half a minute before and after its time', () => {
  expect(signatureWindowMs).toBe(30_000)
})

describe.each([
  ['a time', timestampPattern, 13, '0123456789'],
  ['a public key', publicKeyPattern, 43, '09AZaz-_'],
  ['a signature', signaturePattern, 86, '09AZaz-_'],
])('%s', (_name, pattern, length, alphabet) => {
  const text = alphabet.repeat(length).slice(0, length)

  it(`has ${length} characters of its alphabet`, () => {
    expect(text).toMatch(pattern)
    for (const character of alphabet) expect(character.repeat(length)).toMatch(pattern)
  })

  it.each([
    ['nothing', ''],
    ['one character', text.slice(0, 1)],
    ['one too few', text.slice(1)],
    ['one too many', `${text}${text.slice(0, 1)}`],
    ['white space before', ` ${text}`],
    ['a line feed after', `${text}\n`],
    ['another one before it, of the same length', `+${text.slice(1)}`],
    ['another one after it, of the same length', `${text.slice(1)}=`],
    ['characters outside of its alphabet', '+'.repeat(length)],
  ])('is not %s', (_case, other) => {
    expect(other).not.toMatch(pattern)
  })
})

describe('the bytes that are signed to enroll a key', () => {
  const ids = {
    installationId: '0B7C0F3E-6A53-4F0E-9D3C-2F7A0F6D9A11',
    organizationId: '1b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a12',
    accountId: '2b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a13',
  }

  it('name the installation, the owner of the key, the key and the time', () => {
    expect(possessionText(ids, 'key', '1772452800000')).toBe(
      'vadium-enrol|0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11|1b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a12' +
        '|2b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a13|key|1772452800000',
    )
  })

  it('are the text in UTF-8', () => {
    const text = possessionText(ids, 'key', '1772452800000')
    expect(possessionInput(ids, 'key', '1772452800000')).toEqual(bytesOf(text))
  })

  it('are good for a day', () => {
    expect(possessionProofLifetimeMs).toBe(86_400_000)
  })
})

describe('a proof of possession', () => {
  const [key, time, signature] = ['Aa0_-'.repeat(9).slice(0, 43), '1772452800000', 'z'.repeat(86)]
  const proof = (parts: readonly string[]) => parts.join('.')

  it('is a key, a time and a signature', () => {
    expect(proof([key, time, signature])).toMatch(possessionProofPattern)
  })

  it.each([
    ['a short key', [key.slice(1), time, signature]],
    ['a key of other characters', ['+'.repeat(43), time, signature]],
    ['a short time', [key, time.slice(1), signature]],
    ['a time that is not digits', [key, 'x'.repeat(13), signature]],
    ['a short signature', [key, time, signature.slice(1)]],
    ['a signature of other characters', [key, time, '+'.repeat(86)]],
    ['text before the key', [`x${key}`, time, signature]],
    ['text after the signature', [key, time, `${signature}x`]],
    ['no signature', [key, time]],
  ])('is not valid with %s', (_case, parts) => {
    expect(proof(parts)).not.toMatch(possessionProofPattern)
  })
})
