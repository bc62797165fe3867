import { describe, expect, it } from 'vitest'
import { breaksOf } from '../src/interfaces/breaks.ts'
import { publishedInterface } from '../src/interfaces/published-interface.ts'

/** What breaks when these sources become those; each of them is an entry. */
function breaks(before: string, now: string, others: Record<string, string> = {}): string[] {
  const of = (entry: string) =>
    publishedInterface((path) => ({ ...others, 'src/index.ts': entry })[path], 'src/index.ts')
  return breaksOf(of(before), of(now))
}

const orders = (parameters: string, answer = 'Order') =>
  `export interface NewOrder { readonly asset: string }
   export class Orders { create(${parameters}): ${answer} { return make() } }`

describe('what breaks', () => {
  it.each([
    ['a declaration that is gone', 'export interface A { a: 1; b: 2 }', '', ['A is gone']],
    [
      'a member that is gone',
      'export interface A { a: 1; b: 2 }',
      'export interface A { a: 1 }',
      ['A.b is gone'],
    ],
    [
      'a member that may be missing now',
      'export interface A { a: string }',
      'export type A = { a?: number }',
      ['A.a was string, and is number | undefined'],
    ],
    [
      'a value that a type no longer has',
      "export type Status = 'OPEN' | 'CLOSED'",
      "export type Status = 'OPEN'",
      ["Status was 'OPEN' | 'CLOSED', and is 'OPEN'"],
    ],
    [
      'another parameter',
      orders('order: NewOrder'),
      orders('order: NewOrder, key: string'),
      [
        'Orders.create was (order: NewOrder) => Order, and is (order: NewOrder, key: string) => Order',
      ],
    ],
    [
      'a member that a method takes, and that is required now',
      orders('order: NewOrder'),
      orders('order: NewOrder').replace('asset: string', 'asset: string; rate: string'),
      ['NewOrder.rate is new, and required'],
    ],
    [
      'a constructor that takes something else',
      'export class A { constructor(a: string) {} }',
      'export class A { constructor(a: number) {} }',
      ['new A was (a: string) => , and is (a: number) => '],
    ],
  ])('is %s', (_what, before, now, expected) => {
    expect(breaks(before, now)).toEqual(expected)
  })

  it.each([
    ['a new declaration', '', 'export interface A { a: 1 }'],
    [
      'a new member of an answer',
      'export interface A { a: 1 }',
      'export interface A { a: 1; b: 2 }',
    ],
    ['another value', "export type S = 'A'", "export type S = 'A' | 'B'"],
    ['an optional parameter', orders('order: NewOrder'), orders('order: NewOrder, key?: string')],
    ['a private member', 'export class A { #a = 1; private b = 2 }', 'export class A {}'],
    ['another line', 'export type A = string|number', 'export type A =\n  | string\n  | number'],
  ])('is not %s', (_what, before, now) => {
    expect(breaks(before, now)).toEqual([])
  })

  it('is found in what an entry exports from other files, and in the base of a class', () => {
    const entry = "export { Client, Paged as Page } from './client.ts'; export * from './more.ts'"
    const client = (member: string) => ({
      'src/client.ts': `import { Base } from './base.ts'
        export class Client extends Base {}
        export interface Paged { next: string }`,
      'src/base.ts': `export class Base { ${member} }`,
      'src/more.ts': 'export const version: string = "1"',
    })
    const before = publishedInterface(
      (path) => ({ ...client('readonly orders: Orders'), 'src/index.ts': entry })[path],
      'src/index.ts',
    )
    const now = publishedInterface(
      (path) => ({ ...client(''), 'src/index.ts': entry.replace('Page }', 'Pages }') })[path],
      'src/index.ts',
    )
    expect(breaksOf(before, now)).toEqual(['Client.orders is gone', 'Page is gone'])
  })
})
