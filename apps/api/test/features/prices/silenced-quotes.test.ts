import { expect, it } from 'vitest'
import type { SourceQuotes } from '../../../src/features/prices/price-guard.ts'
import { type Silence, silencedQuotes } from '../../../src/features/prices/silenced-quotes.ts'

const nowMs = Date.parse('2026-03-02T12:00:00.000Z')
const rules = { deviationPercent: 20, ageSecondsMax: 180 }
const after = (ms: number) => new Date(nowMs + ms).toISOString()

const quote = (ms: number, asset = 'BTC') => ({
  ...{ asset, source: 'a', speaker: 'a', priceUsd: '100' },
  observedAt: after(ms),
})
const held = (ms: number) => ({ ...quote(ms), heldSince: after(ms) })

/** An account was silenced this moment, and can push no more. */
const silence = (changes: Partial<Silence> = {}): Silence => ({
  source: 'a',
  silencedAt: after(0),
  canPush: false,
  asset: null,
  observedAt: null,
  ...changes,
})

/** Six minutes, twice as long as a quote counts. */
const contradictedMs = 360_000

it.each<[expected: boolean, string, SourceQuotes, readonly Silence[]]>([
  [true, 'just silenced', { accepted: quote(-1) }, [silence()]],
  [false, 'of nobody who was silenced', { accepted: quote(-1) }, []],
  [false, 'of another source', { accepted: quote(-1) }, [silence({ source: 'b' })]],
  [false, 'missing', {}, [silence()]],
  [
    true,
    'held, which is newer',
    { accepted: quote(-contradictedMs - 1), held: held(-1) },
    [silence()],
  ],
  [false, 'not silenced yet', { accepted: quote(-1) }, [silence({ silencedAt: after(1) })]],
  [true, 'that still contradicted then', { accepted: quote(-contradictedMs) }, [silence()]],
  [false, 'that no longer did', { accepted: quote(-contradictedMs - 1) }, [silence()]],
  [
    true,
    'that contradicted when it was silenced, long ago',
    { accepted: quote(-2 * contradictedMs) },
    [silence({ silencedAt: after(-contradictedMs) })],
  ],
  [true, 'of the moment, can push', { accepted: quote(0) }, [silence({ canPush: true })]],
  [
    false,
    'pushed since',
    { accepted: quote(0) },
    [silence({ canPush: true, silencedAt: after(-1) })],
  ],
  [true, 'of later, cannot push', { accepted: quote(0) }, [silence({ silencedAt: after(-1) })]],
  [
    false,
    'dismissed',
    { accepted: quote(-1) },
    [
      silence({ asset: 'ETH', observedAt: after(-2) }),
      silence({ asset: 'BTC', observedAt: after(-1) }),
    ],
  ],
  [
    true,
    'newer than the dismissed one',
    { accepted: quote(-1) },
    [silence({ asset: 'BTC', observedAt: after(-2) })],
  ],
  [
    true,
    'of an asset of which none was dismissed',
    { accepted: quote(-1) },
    [silence({ asset: 'ETH', observedAt: after(-1) })],
  ],
])('contradicts: %s, a last quote %s', (expected, _which, quotes, silences) => {
  const known = new Map([['BTC', new Map([['a', quotes]])]])
  expect(silencedQuotes(known, silences, nowMs, rules)).toEqual(
    new Map([['BTC', new Set(expected ? ['a'] : [])]]),
  )
})

it('finds the silenced sources of each asset', () => {
  const known = new Map([
    [
      'BTC',
      new Map([
        ['a', { accepted: quote(-1) }],
        ['b', { accepted: quote(-1) }],
      ]),
    ],
    ['ETH', new Map([['a', { accepted: quote(-1, 'ETH') }]])],
    ['XYZ', new Map<string, SourceQuotes>()],
  ])
  const silences = [silence(), silence({ asset: 'ETH', observedAt: after(-1) })]
  expect(silencedQuotes(known, silences, nowMs, rules)).toEqual(
    new Map([
      ['BTC', new Set(['a'])],
      ['ETH', new Set()],
      ['XYZ', new Set()],
    ]),
  )
})
