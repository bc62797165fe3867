import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('canonical JSON', () => {
  it('gives the bytes and the digest of the example in the documents', () => {
    const text = canonicalJson({
      order_number: 1042,
      kind: 'margin_call_notice',
      direction: 'TopUp',
      m2m_notional_usd: '200000.00',
      m2m_collateral_amount: '3.84615385',
      collateral_asset: 'BTC',
    })
    expect(Buffer.byteLength(text)).toBe(162)
    expect(sha256(text)).toBe('47dc2e3a48dbe1d188598eac3401eb2c456c1097968e09beaf18d2dace2d5a73')
  })

  it('sorts names by code units, at every depth, and keeps the order of lists', () => {
    const value = { '\uFB33': 1, '\u{1F600}': 2, b: [{ z: null, a: true }, 'x'], B: '', '': false }
    expect(canonicalJson(value)).toBe(
      '{"":false,"B":"","b":[{"a":true,"z":null},"x"],"\u{1F600}":2,"\uFB33":1}',
    )
  })

  it('escapes only what RFC 8785 escapes', () => {
    expect(canonicalJson('\u20AC$\u000F\nA\'B"\\\u007F</script>')).toBe(
      '"\u20AC$\\u000f\\nA\'B\\"\\\\\u007F</script>"',
    )
  })

  it.each([[0.1], [-0], [1e21], [Number.NaN], [undefined], [{ a: undefined }], ['\uD800'], [1n]])(
    'refuses %s, which programs may write differently',
    (value) => {
      expect(() => canonicalJson(value)).toThrow(TypeError)
    },
  )
})
