import { describe, expect, it } from 'vitest'
import { trustedPeers } from '../../../src/config/trusted-proxies.ts'

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
  ])('says for TRUST_PROXY=%s whether %s is trusted: %s', (setting, address, expected) => {
    expect(trustedPeers(setting)(address)).toBe(expected)
  })
})
