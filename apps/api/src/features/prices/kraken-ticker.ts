import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parse } from 'lossless-json'
import { type Ticker, TickerFault } from './ticker.ts'

const Answer = Type.Object({
  error: Type.Array(Type.String()),
  // By the name of the pair, which may differ from the requested one: for XBTUSD it is XXBTZUSD.
  result: Type.Optional(
    Type.Record(
      Type.String(),
      // c: the last trade, its price and its quantity.
      Type.Object({ c: Type.Array(Type.String(), { minItems: 1 }) }),
    ),
  ),
})

const faultLengthMax = 200

/**
 * The public ticker of Kraken's spot market,
 * https://docs.kraken.com/api/docs/rest-api/get-ticker-information.
 */
export const krakenTicker: Ticker = {
  name: 'kraken',
  origin: 'https://api.kraken.com',
  target: (pair) => `/0/public/Ticker?pair=${encodeURIComponent(pair)}`,
  readPrice: (text) => {
    const answer = parseAnswer(text)
    if (!Value.Check(Answer, answer)) throw new TickerFault('the answer is not a ticker')
    if (answer.error.length > 0) {
      throw new TickerFault(answer.error.join('; ').slice(0, faultLengthMax))
    }
    const [ticker, ...more] = Object.values(answer.result ?? {})
    const price = ticker?.c[0]
    if (price === undefined || more.length > 0)
      throw new TickerFault('the answer does not have exactly one pair')
    return price
  },
}

/** Parses numbers as strings of their digits, so that no digit is lost. */
function parseAnswer(text: string): unknown {
  try {
    return parse(text, null, (digits) => digits)
  } catch {
    throw new TickerFault('the answer is not JSON')
  }
}
