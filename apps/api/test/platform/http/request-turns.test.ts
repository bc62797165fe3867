import { describe, expect, it } from 'vitest'
import { RequestTurns } from '../../../src/platform/http/request-turns.ts'

const lateMs = 60
const waitMsMax = 4 * lateMs

/** Turns of the event loop that the test takes itself, and a clock that it moves. */
function turnsOf({ without = [] as (string | undefined)[], roomForAll = 20 } = {}) {
  let nowMs = 0
  let turn: (() => void) | undefined
  let look: (() => void) | undefined
  let isShort = false
  const full = new Set(without)
  const done: string[] = []
  const counted: (string | undefined)[] = []
  const waits: number[] = []
  const drops = new Map<string, (() => void) | undefined>()
  const turns = new RequestTurns({
    room: {
      get isShort() {
        return isShort
      },
      hasRoomFor: (organizationId) => !full.has(organizationId),
      hasRoomForAll: (count) => count <= roomForAll,
    },
    meter: {
      refusedTo: (organizationId) => void counted.push(organizationId),
      waited: (ms) => void waits.push(ms),
    },
    lateMs,
    now: () => nowMs,
    nextTurn: (callback) => (turn = callback),
    later: (callback) => (look = callback),
  })
  const take = (callback: (() => void) | undefined) => {
    done.length = 0
    callback?.()
    return [...done]
  }
  return {
    ...{ turns, done, full, counted, waits },
    become: (how: 'idle' | 'short') => (isShort = how === 'short'),
    pass: (ms: number) => (nowMs += ms),
    /** Closes the connections of these requests. */
    leave: (...names: string[]) => {
      for (const name of names) drops.get(name)?.()
    },
    /** Sends requests, each named for its organization: `a1` is one of `a`, `-1` of nobody. */
    send: (...names: string[]) => {
      done.length = 0
      for (const name of names) {
        const organizationId = name.startsWith('-') ? undefined : name.slice(0, 1)
        const drop = turns.arrived(organizationId, {
          begin: () => void done.push(name),
          refuse: () => void done.push(`${name} refused`),
        })
        drops.set(name, drop)
      }
      return [...done]
    },
    /** What happens in the next turn. Undefined if none is awaited. */
    next: () => {
      const due = turn
      turn = undefined
      return due && take(due)
    },
    /** What happens when room is looked for again. */
    lookAgain: () => {
      const due = look
      look = undefined
      return due && take(due)
    },
  }
}

describe('the requests of an organization', () => {
  it('begin a few in a turn, beside those of each other organization', () => {
    const { send, next, turns } = turnsOf()
    expect(send('b1', 'a1', 'a2', 'a3', 'a4', 'a5', 'b2', '-1')).toEqual(
      ['b1', 'a1', 'a2', 'a3', 'a4', 'b2', '-1'], // prettier-ignore
    )
    send('a6', 'a7', 'a8', 'a9')
    expect(turns.waiting).toBe(5)
    expect(next()).toEqual(['a5', 'a6', 'a7', 'a8'])
    expect(send('b3', 'a10')).toEqual(['b3'])
    expect(next()).toEqual(['a9', 'a10'])
    expect([next(), next(), turns.waiting]).toEqual([[], undefined, 0])
  })

  it('are measured if they wait, until they begin or are refused', () => {
    const { send, next, pass, leave, waits } = turnsOf()
    send('b1', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6')
    leave('a6')
    pass(7)
    next()
    expect(waits).toEqual([7])
    const full = turnsOf({ without: ['a'] })
    full.send('a1')
    full.pass(waitMsMax + 1)
    full.next()
    expect(full.waits).toEqual([waitMsMax + 1])
  })

  it('begin at once while no other sends any, and again a second after that', () => {
    const { send, pass } = turnsOf()
    const some = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']
    expect(send(...some)).toEqual(some)
    send('b1')
    pass(999)
    expect(send('a7')).toEqual([])
    const later = turnsOf()
    later.send('b1')
    later.pass(1000)
    expect(later.send(...some)).toEqual(some)
  })

  it('wait while there is no room, and begin before others when there is', () => {
    const { send, next, lookAgain, full } = turnsOf({ without: ['a'] })
    expect(send('a1', 'b1')).toEqual(['b1'])
    expect([next(), next()]).toEqual([[], undefined])
    expect(lookAgain()).toEqual([])
    full.delete('a')
    expect(send('b2', 'b3', 'b4', 'b5', 'b6')).toEqual(['b2', 'b3', 'b4', 'b5'])
    expect(next()).toEqual(['a1', 'b6'])
  })

  it('are refused when they have waited too long, the oldest first and a few in a turn', () => {
    const { send, next, lookAgain, full, pass } = turnsOf({ without: ['a'] })
    send(...Array.from({ length: 18 }, (_, n) => `a${n}`))
    pass(waitMsMax)
    expect(next()).toEqual([])
    send('a-new')
    pass(1)
    expect(next()).toEqual(Array.from({ length: 16 }, (_, n) => `a${n} refused`))
    expect(next()).toEqual(['a16 refused', 'a17 refused'])
    full.delete('a')
    pass(waitMsMax)
    expect(lookAgain()).toEqual(['a-new'])
  })

  it('are refused after that time only if there is no room for all that wait', () => {
    for (const roomForAll of [2, 1]) {
      const { send, next, pass, full } = turnsOf({ without: ['a'], roomForAll })
      send('b1', 'a1', 'a2')
      pass(waitMsMax + 1)
      full.delete('a')
      const refused = ['a1 refused', 'a2 refused']
      expect(next()).toEqual(roomForAll === 2 ? ['a1', 'a2'] : refused)
    }
  })

  it('begin with the newest when the oldest is late and there is no room for all that wait', () => {
    for (const roomForAll of [3, 2]) {
      const { send, next, pass, full } = turnsOf({ without: ['a'], roomForAll })
      send('b1', 'a1', 'a2', 'a3')
      pass(lateMs + 1)
      full.delete('a')
      const asSent = ['a1', 'a2', 'a3']
      expect(next()).toEqual(roomForAll === 3 ? asSent : asSent.toReversed())
    }
  })

  it('are dropped if their connection was closed while they waited', () => {
    const { send, next, leave, full, pass, turns, counted } = turnsOf({ without: ['a'] })
    send('a1', 'a2', 'a3', 'a4', 'a5')
    leave('a1', 'a3', 'a3')
    expect(turns.waiting).toBe(3)
    full.delete('a')
    expect(next()).toEqual(['a2', 'a4', 'a5'])
    full.add('a')
    send('a6')
    leave('a2', 'a6')
    pass(waitMsMax + 1)
    expect(next()).toEqual([])
    expect([turns.waiting, counted]).toEqual([0, []])
  })
})

describe('an organization that was refused', () => {
  it('is served after the others for a second, and then as before', () => {
    const { send, next, lookAgain, turns, pass, counted, full } = turnsOf({ without: ['b'] })
    turns.refusedTo('a')
    expect(counted).toEqual(['a'])
    expect(send('b1', 'a1', 'c1')).toEqual(['c1'])
    expect(next()).toEqual([])
    full.delete('b')
    expect(lookAgain()).toEqual(['b1', 'a1'])
    full.add('b')
    send('b2', 'a2')
    pass(1000)
    expect(next()).toEqual(['b2 refused', 'a2'])
  })

  it('has one request begin in a turn while others send some', () => {
    const { send, next, turns, pass, become } = turnsOf()
    become('short')
    turns.refusedTo('a')
    expect(send('a1', 'a2', 'b1', 'a3', 'a4', 'a5')).toEqual(['a1', 'a2', 'b1'])
    expect([next(), next()]).toEqual([['a3'], ['a4']])
    pass(1000)
    expect(send('a6', 'a7')).toEqual([])
    expect(next()).toEqual(['a5', 'a6', 'a7'])
  })

  it('is served when it is late, one request in a turn, although others still wait', () => {
    const { send, next, lookAgain, turns, full, pass } = turnsOf({ without: ['b'] })
    turns.refusedTo('a')
    send('b1', 'a1', 'a2')
    pass(lateMs)
    expect(next()).toEqual([])
    pass(1)
    expect([lookAgain(), next(), next()]).toEqual([['a1'], ['a2'], []])
    full.add('a')
    send('a3')
    pass(lateMs + 1)
    expect(lookAgain()).toEqual([])
  })

  it('gets an answer to each of its few requests beside a crowd that always waits', () => {
    const { send, next, turns, pass } = turnsOf()
    turns.refusedTo('a')
    const answered: string[] = []
    for (let n = 0; n < 30; n += 1) {
      answered.push(
        ...send(`b${n}`, ...Array.from({ length: 50 }, (_, i) => `b${n}-${i}`), `a${n}`),
      )
      for (let turn = 0; turn < 10; turn += 1) {
        pass(10)
        answered.push(...(next() ?? []))
      }
    }
    expect(answered.filter((name) => name.startsWith('a'))).toEqual(
      Array.from({ length: 30 }, (_, n) => `a${n}`),
    )
  })

  it('is served beside others that were refused, too', () => {
    const { send, next, turns, full } = turnsOf({ without: ['a', 'b'] })
    turns.refusedTo('a')
    turns.refusedTo('b')
    send('a1', 'a2', 'b1', 'b2')
    full.clear()
    expect(next()).toEqual(['a1', 'b1'])
  })

  it('gives nothing up while the process has enough for all', () => {
    const { send, next, turns, full } = turnsOf()
    turns.refusedTo('a')
    expect(send('b1', 'a1', 'a2', 'a3', 'a4')).toEqual(['b1', 'a1', 'a2', 'a3', 'a4'])
    expect([next(), next(), turns.mustYield('a')]).toEqual([[], undefined, false])
    full.add('b')
    send('b2')
    expect(turns.mustYield('a')).toBe(true)
  })

  it('must yield as long as others send requests', () => {
    const { send, turns, pass, become } = turnsOf()
    become('short')
    turns.refusedTo('a')
    send('a1')
    expect(turns.mustYield('a')).toBe(false)
    send('b1', 'a2', 'a3')
    expect([turns.mustYield('a'), turns.mustYield('b')]).toEqual([true, false])
    pass(999)
    turns.refusedTo('a')
    expect(turns.mustYield('a')).toBe(true)
    pass(1)
    send('a4')
    expect(turns.mustYield('a')).toBe(false)
  })
})
