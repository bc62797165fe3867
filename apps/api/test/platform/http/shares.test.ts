import { describe, expect, it } from 'vitest'
import { Shares } from '../../../src/platform/shares.ts'

describe('shares', () => {
  it('are counted for the process and for each organization, and released once', () => {
    const shares = new Shares({ process: 3, organization: 2 })
    const [one, two] = [shares.take('a'), shares.take('a')]
    expect(shares.take('a')).toBe('organization')
    expect(shares.take('b')).toBeTypeOf('function')
    expect(shares.take('b')).toBe('process')
    for (const release of [one, one, two]) if (typeof release === 'function') release()
    expect(shares.count).toBe(1)
    expect(shares.take('a')).toBeTypeOf('function')
  })
})
