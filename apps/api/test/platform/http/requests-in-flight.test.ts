import { describe, expect, it } from 'vitest'
import { RequestsInFlight } from '../../../src/platform/http/requests-in-flight.ts'

/** Counts requests as a service does: each of them enters, and then takes a share if it is signed. */
function counting({ limit = 8, max = 100, organization = 50 } = {}) {
  const load = { count: 0, limit, max, isLate: false }
  const inFlight = new RequestsInFlight(
    {
      get isReached() {
        return load.count >= load.limit
      },
      get isFull() {
        return load.count >= load.max
      },
      get isLate() {
        return load.isLate
      },
      get count() {
        return load.count
      },
      get limit() {
        return load.limit
      },
      enter: () => void (load.count += 1),
      leave: () => void (load.count -= 1),
    },
    organization,
  )
  const begin = (organizationId: string | undefined, count: number) => {
    for (let n = 0; n < count; n += 1) {
      const request = inFlight.enter(undefined)
      if (organizationId !== undefined) request.takeShare(organizationId)
    }
  }
  return { load, inFlight, begin }
}

describe('the room for a request', () => {
  it('is there for everybody until the limit is reached', () => {
    const { inFlight, begin } = counting()
    begin('a', 7)
    expect(['a', 'b', undefined].map((id) => inFlight.hasRoomFor(id))).toEqual([true, true, true])
  })

  it('is there beyond the limit for those who have less than an equal part of it', () => {
    const { inFlight, begin } = counting()
    const haveRoom = () => ['a', 'b', undefined].map((id) => inFlight.hasRoomFor(id))
    begin('a', 8)
    expect(haveRoom()).toEqual([false, true, true])
    begin('b', 3)
    expect(haveRoom()).toEqual([false, true, true])
    begin(undefined, 2)
    // Three equal parts of eight.
    expect(haveRoom()).toEqual([false, false, true])
    begin(undefined, 1)
    expect(haveRoom()).toEqual([false, false, false])
  })

  it('is short from the limit on, or while timers are late', () => {
    const { load, inFlight, begin } = counting()
    begin('a', 7)
    expect(inFlight.isShort).toBe(false)
    load.isLate = true
    expect(inFlight.isShort).toBe(true)
    load.isLate = false
    begin('b', 1)
    expect(inFlight.isShort).toBe(true)
  })

  it('is there for all that wait if they do not exceed the limit', () => {
    const { inFlight, begin } = counting()
    begin('a', 6)
    expect([2, 3].map((count) => inFlight.hasRoomForAll(count))).toEqual([true, false])
  })

  it('depends on requests whose signature is not verified yet, if their caller is known', () => {
    const { load, inFlight, begin } = counting()
    const haveRoom = () => ['a', 'b', undefined].map((id) => inFlight.hasRoomFor(id))
    const named = Array.from({ length: 8 }, () => inFlight.enter('a'))
    expect(haveRoom()).toEqual([false, true, true])
    const shares = named.map((request) => request.takeShare('a'))
    begin('b', 4)
    expect(haveRoom()).toEqual([false, false, true])
    // Its answer is still to be sent.
    for (const release of shares) if (typeof release === 'function') release()
    expect(haveRoom()).toEqual([false, false, true])
    for (const request of named) request.leave()
    expect(load.count).toBe(4)
  })

  it('has no share of an organization taken by requests that only name it', () => {
    const { load, inFlight } = counting({ limit: 100, organization: 2 })
    const named = Array.from({ length: 3 }, () => inFlight.enter('a'))
    expect(inFlight.hasRoomFor('a')).toBe(true)
    const [first, second, third] = named.map((request) => request.takeShare('a'))
    expect([typeof first, typeof second, third]).toEqual(['function', 'function', 'organization'])
    for (const request of named) request.leave()
    expect([load.count, inFlight.hasRoomFor('a')]).toEqual([0, false])
    if (typeof first === 'function') first()
    expect(inFlight.hasRoomFor('a')).toBe(true)
  })

  it('follows a limit that falls', () => {
    const { load, inFlight, begin } = counting({ limit: 20 })
    begin('a', 10)
    begin('b', 2)
    load.limit = 8
    expect(['a', 'b'].map((id) => inFlight.hasRoomFor(id))).toEqual([false, true])
    load.limit = 4
    expect(['a', 'b', 'c'].map((id) => inFlight.hasRoomFor(id))).toEqual([false, false, true])
  })

  it('is never there beyond the share of an organization, or the bound of the process', () => {
    const { inFlight, begin } = counting({ limit: 8, max: 9, organization: 5 })
    begin('a', 5)
    expect(['a', 'b'].map((id) => inFlight.hasRoomFor(id))).toEqual([false, true])
    begin('b', 4)
    expect(['a', 'b', 'c'].map((id) => inFlight.hasRoomFor(id))).toEqual([false, false, false])
  })
})
