import { describe, expect, it } from 'vitest'
import { callerAddress, trustedPeers } from '../../../src/config/trusted-proxies.ts'

describe('trustedPeers', () => {
  it.each([
    [undefined, '127.0.0.1', false],
    ['2', '203.0.113.9', true],
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '11.1.2.3', false],
    ['192.0.2.1,2001:db8::/32', '192.0.2.1', true],
    ['192.0.2.1,2001:db8::/32', '2001:db8:5::1', true],
    ['192.0.2.1,2001:db8::/32', '2001:db9::1', false],
    ['10.0.0.0/8', 'unknown', false],
  ])('says for TRUST_PROXY=%s whether %s is trusted: %s', (setting, address, expected) => {
    expect(trustedPeers(setting)(address)).toBe(expected)
  })
})

describe('callerAddress', () => {
  it.each([
    [undefined, '10.0.0.1', '192.0.2.1', '10.0.0.1'],
    ['10.0.0.0/8', '10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.0/8', '10.0.0.1', '192.0.2.1', '192.0.2.1'],
    // What the caller sent itself is before what the proxies added.
    ['10.0.0.0/8', '10.0.0.1', '203.0.113.9, 192.0.2.1, 10.0.0.2', '192.0.2.1'],
    ['10.0.0.0/8', '192.0.2.7', '203.0.113.9', '192.0.2.7'],
    ['10.0.0.0/8', '10.0.0.1', '10.0.0.3,10.0.0.2', '10.0.0.3'],
    ['1', '10.0.0.1', '203.0.113.9, 192.0.2.1', '192.0.2.1'],
    ['2', '10.0.0.1', '203.0.113.9, 192.0.2.1', '203.0.113.9'],
    ['0', '10.0.0.1', '192.0.2.1', '10.0.0.1'],
  ])('finds with TRUST_PROXY=%s, from %s, reported %s: %s', (setting, peer, reported, expected) => {
    const headers = { 'x-forwarded-for': reported }
    expect(callerAddress(setting)({ headers, socket: { remoteAddress: peer } })).toBe(expected)
  })
})
