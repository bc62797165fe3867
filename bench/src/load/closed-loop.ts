import type { Answer, KeepAliveConnection } from './keep-alive-connection.ts'

export interface Round {
  readonly requests: number
  readonly seconds: number
  readonly requestsPerSecond: number
  /** Milliseconds, one a request, in no order. */
  readonly latenciesMs: readonly number[]
  readonly bodyBytes: number
}

/**
 * Sends ready requests over some connections, each with one under way, until none is left or the time is
 * over. An answer other than 200 ends the round: a refusal is quick, and would pass for speed.
 */
export async function closedLoop(
  connections: readonly KeepAliveConnection[],
  requests: readonly Buffer[],
  secondsMax: number,
): Promise<Round> {
  const latenciesMs: number[] = []
  let bodyBytes = 0
  let at = 0
  const begin = performance.now()
  const end = begin + secondsMax * 1000

  const keepSending = async (connection: KeepAliveConnection) => {
    for (let sentAt = performance.now(); sentAt < end;) {
      const request = requests[at]
      if (request === undefined) return
      at += 1
      const answer = await connection.exchange(request)
      requireSuccess(answer, request)
      const now = performance.now()
      latenciesMs.push(now - sentAt)
      bodyBytes = answer.bodyBytes
      sentAt = now
    }
  }
  await Promise.all(connections.map(keepSending))

  const seconds = (performance.now() - begin) / 1000
  const count = latenciesMs.length
  return { requests: count, seconds, requestsPerSecond: count / seconds, latenciesMs, bodyBytes }
}

function requireSuccess(answer: Answer, request: Buffer): void {
  if (answer.status === 200) return
  const line = request.toString('latin1', 0, request.indexOf('\r\n'))
  throw new Error(`${line} was answered with ${answer.status}`)
}
