import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * How the stand-in answers for a pair: with a price, with an error of its own, or with a given
 * answer.
 */
export type KrakenBehaviour =
  | { readonly lastTrade: string }
  | { readonly error: string }
  | { readonly answer: (response: ServerResponse) => void }

/** A server that speaks the published format of Kraken's public ticker. */
export interface KrakenStandIn {
  readonly origin: string
  /** The requested targets, in order. */
  readonly asked: readonly string[]
  behave(pair: string, behaviour: KrakenBehaviour): void
  stop(): Promise<void>
}

/** The name of a pair in the answer, which is an older one for some. */
const answeredAs: Readonly<Record<string, string>> = { XBTUSD: 'XXBTZUSD', ETHUSD: 'XETHZUSD' }

export async function startKrakenStandIn(): Promise<KrakenStandIn> {
  const asked: string[] = []
  const behaviours = new Map<string, KrakenBehaviour>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    asked.push(request.url ?? '')
    const pair = url.searchParams.get('pair') ?? ''
    const behaviour = behaviours.get(pair) ?? { error: 'EQuery:Unknown asset pair' }
    if (url.pathname !== '/0/public/Ticker') response.writeHead(404).end()
    else if ('answer' in behaviour) behaviour.answer(response)
    else if ('error' in behaviour) sendJson(response, { error: [behaviour.error] })
    else sendJson(response, tickerOf(answeredAs[pair] ?? pair, behaviour.lastTrade))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    behave: (pair, behaviour) => void behaviours.set(pair, behaviour),
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** The answer for one pair, with every documented member. */
export function tickerOf(pair: string, lastTrade: string): object {
  const ticker = {
    a: ['30300.10000', '1', '1.000'],
    b: ['30300.00000', '1', '1.000'],
    c: [lastTrade, '0.00067643'],
    v: ['4083.67001100', '4412.73601799'],
    p: ['30706.77771', '30689.13205'],
    t: [34_619, 38_907],
    l: ['29868.30000', '29868.30000'],
    h: ['31631.00000', '31631.00000'],
    o: '30502.80000',
  }
  return { error: [], result: { [pair]: ticker } }
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
