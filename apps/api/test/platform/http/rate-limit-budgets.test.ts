import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RateLimits } from '../../../src/platform/http/rate-limits.ts'

const windowMs = 60_000
const wide = { credential: 1000, organization: 1000, address: 1000, public: 1000 }

const limitsOf = (given: Partial<typeof wide>) =>
  new RateLimits({ ...wide, ...given, windowSeconds: windowMs / 1000 })

/** Counts a request of a credential of an organization. */
const count = (limits: RateLimits, credentialId: string, organizationId = 'org') =>
  limits.countCaller({ credentialId, organizationId })

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T12:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the limit of a caller', () => {
  it.each([
    [{ credential: 3, organization: 5 }, 3],
    [{ credential: 5, organization: 3 }, 3],
  ])('is the one of %o of which less is left', async (given, limit) => {
    expect(await count(limitsOf(given), 'a')).toMatchObject({ limit, remaining: limit - 1 })
  })

  it('is that of the organization once it is exceeded, whatever the credential has left', async () => {
    const limits = limitsOf({ credential: 1, organization: 1 })
    await count(limits, 'a')
    // The window of this credential ends later than that of the organization.
    vi.advanceTimersByTime(10_000)
    expect(await count(limits, 'b')).toMatchObject({ exceeded: true, resetMs: windowMs - 10_000 })
  })

  it('is the one that resets later, if of both the same is left', async () => {
    const limits = limitsOf({ credential: 2, organization: 3 })
    await count(limits, 'b')
    vi.advanceTimersByTime(10_000)
    await count(limits, 'a')
    expect(await count(limits, 'a')).toMatchObject({ limit: 2, remaining: 0, resetMs: windowMs })

    const later = limitsOf({ credential: 3, organization: 3 })
    await count(later, 'b')
    vi.advanceTimersByTime(30_000)
    await count(later, 'a')
    // A window of the organization begins, while that of the credential has half a minute left.
    vi.advanceTimersByTime(windowMs - 30_000)
    await count(later, 'c')
    expect(await count(later, 'a')).toMatchObject({ remaining: 1, resetMs: windowMs })
  })

  it('is that of the credential, if both have the same left and reset at the same time', async () => {
    const limits = limitsOf({ credential: 2, organization: 3 })
    await count(limits, 'b')
    expect(await count(limits, 'a')).toMatchObject({ limit: 2, remaining: 1 })
  })
})

describe('a request beyond the limit of its credential', () => {
  it('is refused by that limit, and leaves the organization its own', async () => {
    const limits = limitsOf({ credential: 1, organization: 2 })
    await count(limits, 'a')
    expect(await count(limits, 'a')).toMatchObject({ exceeded: true, limit: 1, remaining: 0 })
    expect(await count(limits, 'b')).toMatchObject({ exceeded: false, remaining: 0 })
    expect(await count(limits, 'c')).toMatchObject({ exceeded: true, limit: 2 })
  })
})

describe('a window', () => {
  it('ends at one time for all its requests, and the next one starts at zero', async () => {
    const limits = limitsOf({ credential: 2 })
    await count(limits, 'a')
    vi.advanceTimersByTime(10_000)
    expect(await count(limits, 'a')).toMatchObject({ remaining: 0, resetMs: windowMs - 10_000 })
    vi.advanceTimersByTime(windowMs - 10_000)
    expect(await count(limits, 'a')).toMatchObject({ remaining: 1, resetMs: windowMs })
  })
})

describe('a look at the limit of an address', () => {
  it('finds the whole limit for an address that has not been counted, and counts nothing', async () => {
    const limits = limitsOf({ address: 2 })
    for (let i = 0; i < 3; i += 1) {
      expect(await limits.peekAddress('203.0.113.7')).toEqual({
        limit: 2,
        remaining: 2,
        resetMs: windowMs,
        exceeded: false,
      })
    }
  })

  it('finds it exceeded as soon as nothing is left', async () => {
    const limits = limitsOf({ address: 2 })
    await limits.countAddress('203.0.113.7')
    expect(await limits.peekAddress('203.0.113.7')).toMatchObject({ remaining: 1, exceeded: false })
    await limits.countAddress('203.0.113.7')
    expect(await limits.peekAddress('203.0.113.7')).toMatchObject({ remaining: 0, exceeded: true })
  })
})

describe('the public paths', () => {
  it('have a limit for each address beside that of requests without a signature', async () => {
    const limits = limitsOf({ address: 1, public: 2 })
    await limits.countAddress('203.0.113.7')
    expect(await limits.countPublic('203.0.113.7')).toMatchObject({ limit: 2, remaining: 1 })
    expect(await limits.countPublic('203.0.113.8')).toMatchObject({ limit: 2, remaining: 1 })
  })
})
