import type { KeepAliveConnection } from './keep-alive-connection.ts'

/** An answer of a paced load. */
export interface PacedAnswer {
  readonly status: number
  /** Since the load began, when it was answered. */
  readonly atMs: number
  readonly latencyMs: number
}

export interface PacedOutcome {
  readonly seconds: number
  readonly answers: readonly PacedAnswer[]
  /** Requests that were due and not sent, because no connection was free or none was left. */
  readonly unsent: number
}

const tickMs = 2

/**
 * Sends so many requests a second, however fast they are answered, each on whichever connection is free.
 * A server that is slower than that is not spared, as it would be by callers who wait for their answers.
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
