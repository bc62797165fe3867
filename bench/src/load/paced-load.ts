import type { KeepAliveConnection } from './keep-alive-connection.ts'

export interface PacedAnswer {
  readonly status: number
  /** When it was answered, since the load began. */
  readonly atMs: number
  readonly latencyMs: number
}

export interface PacedOutcome {
  readonly seconds: number
  readonly answers: readonly PacedAnswer[]
  /** Due requests that were not sent, because no connection was free or no request was left. */
  readonly unsent: number
}

const tickMs = 2

/**
 * Sends a fixed number of requests a second, each on a free connection, whether or not earlier ones
 * were answered. Callers who wait for their answers would spare a slow server.
 */
export async function pacedLoad(
  connections: readonly KeepAliveConnection[],
  requests: readonly Buffer[],
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<PacedOutcome> {
  const free = [...connections]
  const underWay = new Set<Promise<void>>()
  const answers: PacedAnswer[] = []
  const begin = performance.now()
  let [due, sent, unsent] = [0, 0, 0]

  const send = (connection: KeepAliveConnection, request: Buffer) => {
    const sentAt = performance.now()
    const exchange = connection.exchange(request).then(({ status }) => {
      const now = performance.now()
      answers.push({ status, atMs: now - begin, latencyMs: now - sentAt })
      free.push(connection)
      underWay.delete(exchange)
    })
    underWay.add(exchange)
  }
  const keepUp = () => {
    const owed = Math.floor(((performance.now() - begin) / 1000) * perSecond)
    for (; due < owed; due += 1) {
      const request = requests[sent]
      const connection = free[0]
      if (connection === undefined || request === undefined) {
        unsent += 1
        continue
      }
      free.shift()
      sent += 1
      send(connection, request)
    }
  }
  const timer = setInterval(keepUp, tickMs)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  clearInterval(timer)
  const elapsed = (performance.now() - begin) / 1000
  await Promise.all(underWay)
  return { seconds: elapsed, answers, unsent }
}
