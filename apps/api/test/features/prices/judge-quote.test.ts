import { describe, expect, it } from 'vitest'
import {
  type AssetQuotes,
  type HeldQuote,
  judgeQuote,
  type SourceQuotes,
} from '../../../src/features/prices/price-guard.ts'
import type { SpokenQuote } from '../../../src/features/prices/price-book.ts'

const nowMs = Date.parse('2026-03-02T12:00:00.000Z')
const now = new Date(nowMs).toISOString()
const rules = { deviationPercent: 20, ageSecondsMax: 180 }

/** A quote of a speaker of its own. */
const quote = (source: string, priceUsd: string, observedAt = now): SpokenQuote => ({
  ...{ asset: 'BTC', source, speaker: source, priceUsd, observedAt },
})
const earlier = '2026-03-02T11:59:00.000Z'
const accepted = (source: string, priceUsd: string): [string, SourceQuotes] => [
  source,
  { accepted: quote(source, priceUsd, earlier) },
]
const held = (source: string, priceUsd: string): [string, SourceQuotes] => {
  const one: HeldQuote = { ...quote(source, priceUsd, earlier), heldSince: earlier }
  return [source, { held: one }]
}
const base = { priceUsd: '100', since: earlier }
const known = (...sources: [string, SourceQuotes][]): AssetQuotes => ({
  sources: new Map(sources),
  silenced: new Set(),
  base,
})
const judge = (quotes: AssetQuotes, one: SpokenQuote) => judgeQuote(quotes, one, nowMs, rules)

describe('the price base', () => {
  it('begins with the first price', () => {
    const nothing = { sources: new Map(), silenced: new Set<string>() }
    expect(judge(nothing, quote('a', '100')).quotes.base).toEqual({ priceUsd: '100', since: now })
  })

  it('is none while no quote counts', () => {
    const { sources, silenced } = known(held('a', '50'))
    expect(judge({ sources, silenced }, quote('b', '100')).quotes).not.toHaveProperty('base')
  })

  it('stays while no quote counts', () => {
    expect(judge(known(held('a', '50')), quote('b', '100')).quotes.base).toBe(base)
  })

  it('stays when a quote counts that is no move, however far the price is', () => {
    const { quotes, accepted: counting } = judge(known(accepted('a', '70')), quote('b', '80'))
    expect(counting).toHaveLength(1)
    expect(quotes.base).toBe(base)
  })

  it('stays when a move is held, however far the price is', () => {
    const { quotes, accepted: counting } = judge(known(accepted('a', '70')), quote('b', '10'))
    expect(counting).toEqual([])
    expect(quotes.base).toBe(base)
  })

  it('is the new price when a quote that is no move confirms others that are', () => {
    const waiting = known(accepted('a', '100'), held('c', '71'), held('d', '71'))
    const { quotes, accepted: counting } = judge(waiting, quote('b', '84'))
    expect(counting.map(({ source }) => source)).toEqual(['b', 'c', 'd'])
    expect(quotes.base).toEqual({ priceUsd: '77.5', since: now })
  })
})

describe('a quote', () => {
  it('changes nothing and counts nothing if it is repeated', () => {
    const quotes = known(accepted('a', '100'))
    const again = judge(quotes, quote('a', '1', earlier))
    expect(again).toEqual({ quotes, accepted: [] })
    expect(again.quotes).toBe(quotes)
  })

  it('counts without checks if it is taken at its word', () => {
    const contradicted = quote('b', '1')
    const quotes = known(accepted('a', '100'))
    expect(judge(quotes, contradicted).accepted).toEqual([])
    expect(judgeQuote(quotes, contradicted, nowMs, rules, 'at_its_word').accepted).toEqual([
      contradicted,
    ])
  })

  const lasting: HeldQuote = {
    ...quote('b', '50', earlier),
    heldSince: '2026-03-02T11:56:59.999Z',
  }

  it('counts once it has lasted, though another speaker has only just left the earlier price', () => {
    const moving: SourceQuotes = {
      accepted: quote('a', '100', '2026-03-02T11:58:00.000Z'),
      held: { ...quote('a', '50', earlier), heldSince: earlier },
    }
    const quotes = known(['a', moving], ['b', { held: lasting }])
    const { accepted: counting } = judge(quotes, quote('b', '50'))
    expect(counting.map(({ source }) => source)).toEqual(['b', 'a'])
  })

  it('counts once it has lasted, whatever its own source said before', () => {
    const own = { accepted: quote('b', '100', '2026-03-02T11:58:00.000Z'), held: lasting }
    expect(judge(known(['b', own]), quote('b', '50')).accepted).toHaveLength(1)
  })

  it('leaves it that nobody is silenced', () => {
    const quotes = known(accepted('a', '100'))
    expect(judge(quotes, quote('b', '100')).quotes.silenced).toBe(quotes.silenced)
  })
})
