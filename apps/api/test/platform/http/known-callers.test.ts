import { describe, expect, it } from 'vitest'
import { KnownCallers } from '../../../src/platform/http/known-callers.ts'

/** The head of a request, with an address where a connection has it. */
const headOf = (key: string | string[] | undefined, address: string) => ({
  headers: { 'x-api-key': key, 'x-address': address },
})
const addressOf = ({ headers }: { headers: NodeJS.Dict<string | string[]> }) =>
  headers['x-address']?.toString()

describe('a caller', () => {
  it('is known once a signature was valid, from its network only', () => {
    const callers = new KnownCallers(addressOf)
    const head = headOf('key', '192.0.2.1')
    expect(callers.organizationOf(head)).toBeUndefined()
    callers.note(head, 'harbor')
    expect(callers.organizationOf(head)).toBe('harbor')
    // Everybody may know the key, and send it.
    expect(callers.organizationOf(headOf('key', '192.0.2.2'))).toBeUndefined()
    expect(callers.organizationOf(headOf('another', '192.0.2.1'))).toBeUndefined()
  })

  it('has all addresses of its IPv6 network', () => {
    const callers = new KnownCallers(addressOf)
    callers.note(headOf('key', '2001:db8:1:2::1'), 'harbor')
    expect(callers.organizationOf(headOf('key', '2001:db8:1:2:ffff::9'))).toBe('harbor')
    expect(callers.organizationOf(headOf('key', '2001:db8:1:3::1'))).toBeUndefined()
  })

  it('is unknown without one key', () => {
    const callers = new KnownCallers(addressOf)
    for (const key of [undefined, ['key', 'key']]) {
      callers.note(headOf(key, '192.0.2.1'), 'harbor')
      expect(callers.organizationOf(headOf(key, '192.0.2.1'))).toBeUndefined()
    }
  })

  it('is forgotten when there are too many, first the one that has not signed for long', () => {
    const callers = new KnownCallers(addressOf, { all: 2, organization: 2 })
    for (const key of ['one', 'two', 'one', 'three']) callers.note(headOf(key, '192.0.2.1'), key)
    const known = ['one', 'two', 'three'].map((key) =>
      callers.organizationOf(headOf(key, '192.0.2.1')),
    )
    expect(known).toEqual(['one', undefined, 'three'])
  })

  it('is not forgotten for many callers of another organization', () => {
    const callers = new KnownCallers(addressOf, { all: 4, organization: 3 })
    callers.note(headOf('key', '192.0.2.1'), 'harbor')
    for (const n of [1, 2, 3, 4, 5]) callers.note(headOf('other', `198.51.100.${n}`), 'quay')
    expect(callers.organizationOf(headOf('key', '192.0.2.1'))).toBe('harbor')
    const known = [1, 2, 3, 4, 5].map((n) =>
      callers.organizationOf(headOf('other', `198.51.100.${n}`)),
    )
    expect(known).toEqual([undefined, undefined, 'quay', 'quay', 'quay'])
  })
})
