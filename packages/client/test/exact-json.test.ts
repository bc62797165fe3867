import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../src/core/exact-json.ts'
import { patientClient } from './patient-client.ts'
import { json, scriptedServer } from './scripted-server.ts'

const exact = new Set(['quantity'])

describe('a quantity', () => {
  it.each([
    '123456789.123456789012345678',
    '9007199254740993',
    '0.1000',
    '0',
    '-12.50',
    '1234567890123456789012345678901234567890.1234567890123456789012345678901234567890',
  ])('arrives with every digit: %s', async (digits) => {
    await using server = await scriptedServer()
    server.answer(json(`{"transfers":[{"quantity":${digits},"order_id":12}]}`))
    const { client } = patientClient(server)

    const { transfers } = await client.transfers.list()
    expect(transfers).toEqual([{ quantity: digits, order_id: 12 }])
  })

  it.each([
    ['1.5e3', '1500'],
    ['1.5E-3', '0.0015'],
    ['12e-1', '1.2'],
    ['0.05e2', '5'],
    ['-1e+2', '-100'],
    ['0e5', '0'],
    ['1e-7', '0.0000001'],
  ])('is written in plain notation: %s', (written, plain) => {
    expect(parseJson(`{"quantity":${written}}`, exact)).toEqual({ quantity: plain })
  })

  it('keeps its value in plain notation, whatever its exponent is', () => {
    const scale = 10n ** 120n
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.integer({ min: -100, max: 100 }),
        (digits, exponent) => {
          const parsed = parseJson(`{"quantity":${digits}e${exponent}}`, exact)
          const { quantity } = parsed as { quantity: string }
          expect(quantity).toMatch(/^(?:0|[1-9]\d*)(?:\.\d+)?$/)
          const [whole = '', fraction = ''] = quantity.split('.')
          const scaled = BigInt(whole + fraction.padEnd(120, '0'))
          const expected =
            exponent < 0
              ? (digits * scale) / 10n ** BigInt(-exponent)
              : digits * scale * 10n ** BigInt(exponent)
          expect(scaled).toBe(expected)
        },
      ),
    )
  })

  it('is refused when its exponent stands for a very long number', () => {
    expect(() => parseJson('{"quantity":1e999999999}', exact)).toThrow(SyntaxError)
  })
})

describe('any other value', () => {
  it('becomes what JSON.parse makes of it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        expect(parseJson(text, exact)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('becomes a JavaScript number, even where that loses digits', () => {
    const text = '{"order_id":9007199254740993,"ratio":1e400,"nested":[1.5,{"quantity":1.50}]}'
    expect(parseJson(text, exact)).toEqual({
      order_id: 9007199254740992,
      ratio: Infinity,
      nested: [1.5, { quantity: '1.50' }],
    })
  })

  it.each([
    ['whose name is escaped', String.raw`{"qu\u0061ntity":1.50}`, '1.50'],
    ['with spaces around it', '{ "quantity" :\t1.50\n}', '1.50'],
  ])('is exact for a name %s', (_what, text, quantity) => {
    expect(parseJson(text, exact)).toMatchObject(Object.fromEntries([['quantity', quantity]]))
  })

  it('may come again in another object', () => {
    const text = '{"quantity":1,"a":{"quantity":2,"b":[{"quantity":3},{"quantity":4}]},"c":"}{"}'
    expect(parseJson(text, exact)).toEqual({
      quantity: '1',
      a: { quantity: '2', b: [{ quantity: '3' }, { quantity: '4' }] },
      c: '}{',
    })
  })

  it('stays as it is within a string', () => {
    for (const value of ['"quantity":1.50,', '\\"quantity":1.50}', '{"quantity":1.50}', '\\']) {
      const text = JSON.stringify({ note: value, quantity: 2, other: value })
      expect(parseJson(text, exact)).toEqual({ note: value, quantity: '2', other: value })
    }
  })

  it.each([
    '{"quantity":1,"quantity":1.50}',
    '{"quantity":1,"other":[{"a":"}"}],"quantity":2}',
    String.raw`{"a":1,"\u0061":2}`,
    '{"quantity":01}',
    '{"quantity":1.}',
    '{"quantity":.5}',
    '{"quantity":+1}',
    '{"quantity":1 2}',
    '{"quantity":--1}',
    '{"quantity":1',
    '{"quantity:1}',
    '["quantity":1]',
    '{"a\nb":1,"quantity":1}',
    `{"note":"${String.raw`\"`.repeat(200_000)}`,
    `{"note":"${String.raw`\"`.repeat(200_000)}\\`,
  ])('is refused where the text is not JSON: %s', (text) => {
    expect(() => parseJson(text, exact)).toThrow(SyntaxError)
  })

  it('stays as it is when a quantity is not a number', () => {
    expect(parseJson('{"quantity":"1e3"}', exact)).toEqual({ quantity: '1e3' })
  })
})
