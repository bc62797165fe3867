import { describe, expect, it } from 'vitest'
import { compareValues, describeValue, isRecord } from './differences.ts'

describe('compareValues', () => {
  it.each<[string, unknown, unknown]>([
    ['strings', 'a', 'a'],
    ['numbers', 1, 1],
    ['null', null, null],
    ['booleans', false, false],
    ['objects', { a: '1', b: null }, { b: null, a: '1' }],
    ['objects with more than expected', { a: '1' }, { a: '1', later: 'x' }],
    ['lists', [{ name: 'a' }, 'b'], [{ name: 'a' }, 'b']],
    ['empty ones', [{}, []], [{}, []]],
  ])('finds no difference between equal %s', (_what, expected, actual) => {
    expect(compareValues('x', expected, actual)).toEqual([])
  })

  it.each<[string, unknown, unknown, [string, string, string][]]>([
    ['a text', 'a', 'b', [['x', 'a', 'b']]],
    ['a number in place of its text', '1', 1, [['x', '1', '1']]],
    ['a member', { a: { b: '1' } }, { a: { b: '2' } }, [['x.a.b', '1', '2']]],
    [
      'every member',
      { a: 1, b: 2 },
      { a: 3, b: 4 },
      [
        ['x.a', '1', '3'],
        ['x.b', '2', '4'],
      ],
    ],
    ['a missing member', { a: '1' }, {}, [['x.a', '1', 'undefined']]],
    ['null for an object', { a: '1' }, null, [['x', 'an object', 'null']]],
    ['an object for null', null, {}, [['x', 'null', 'an object']]],
    ['a list for an object', { a: '1' }, [], [['x', 'an object', 'a list of 0']]],
    ['an object for a list', ['1'], { 0: '1' }, [['x', 'a list of 1', 'an object']]],
    ['a shorter list', ['1', '2'], ['1'], [['x', 'a list of 2', 'a list of 1']]],
    ['a longer list', ['1'], ['1', '2'], [['x', 'a list of 1', 'a list of 2']]],
    ['an element', ['1', '2'], ['1', '3'], [['x.1', '2', '3']]],
    ['an element that is null', [null], ['1'], [['x.0', 'null', '1']]],
    ['a named element', [{ name: 'n', v: 1 }], [{ name: 'n', v: 2 }], [['x.n.v', '1', '2']]],
    ['a coded element', [{ code: 'C', v: 1 }], [{ code: 'C', v: 2 }], [['x.C.v', '1', '2']]],
    ['an element of odd name', [{ name: 1, v: 1 }], [{ name: 1, v: 2 }], [['x.0.v', '1', '2']]],
    ['an element of odd code', [{ code: 1, v: 1 }], [{ code: 1, v: 2 }], [['x.0.v', '1', '2']]],
  ])('finds %s', (_what, expected, actual, found) => {
    const differences = found.map(([member, is, was]) => ({ member, expected: is, actual: was }))
    expect(compareValues('x', expected, actual)).toEqual(differences)
  })
})

describe('compareValues where additional members are refused', () => {
  const compare = (expected: unknown, actual: unknown) =>
    compareValues('x', expected, actual, 'refused')

  it('finds each, at any depth', () => {
    expect(compare({ a: [{ name: 'n', b: null }] }, { a: [{ name: 'n', b: null, c: 1 }] })).toEqual(
      [{ member: 'x.a.n.c', expected: 'no such member', actual: '1' }],
    )
    const proto: unknown = JSON.parse('{"a":1,"__proto__":{},"toString":2}')
    expect(compare({ a: 1 }, proto).map(({ member }) => member)).toEqual([
      'x.__proto__',
      'x.toString',
    ])
  })

  it('lists no more than 20 of one object', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`m${index}`, 1]))
    expect(compare({}, many)).toHaveLength(20)
  })
})

describe('describeValue', () => {
  it.each<[unknown, string]>([
    ['text', 'text'],
    [1.5, '1.5'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'undefined'],
    [[1, 2], 'a list of 2'],
    [{ toString: 'x' }, 'an object'],
    [Symbol('s'), 'Symbol(s)'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), `${'x'.repeat(200)}…`],
  ])('describes %o', (value, said) => {
    expect(describeValue(value)).toBe(said)
  })
})

describe('isRecord', () => {
  it.each<[unknown, boolean]>([
    [{}, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    ['x', false],
    [undefined, false],
  ])('%o: %s', (value, expected) => {
    expect(isRecord(value)).toBe(expected)
  })
})
