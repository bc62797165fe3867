import { type Answer, KeepAliveConnection } from './keep-alive-connection.ts'

export interface Round {
  readonly requests: number
  readonly seconds: number
  readonly requestsPerSecond: number
  /** One for each request, in milliseconds, unsorted. */
  readonly latenciesMs: readonly number[]
  readonly bodyBytes: number
}

/**
 * Sends prepared requests over some connections, one at a time on each, until all are sent or the
 * time is over. Any answer but 200 ends the round, because fast refusals would look like speed.
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

/** The same over so many new connections, until all are sent if no time is given. */
export async function loopOver(
  port: number,
  requests: readonly Buffer[],
  clients: number,
  secondsMax = Number.POSITIVE_INFINITY,
): Promise<Round> {
  const connections = await Promise.all(
    Array.from({ length: clients }, () => KeepAliveConnection.open(port)),
  )
  const round = await closedLoop(connections, requests, secondsMax)
  for (const connection of connections) connection.close()
  return round
}

function requireSuccess(answer: Answer, request: Buffer): void {
  if (answer.status === 200) return
  const line = request.toString('latin1', 0, request.indexOf('\r\n'))
  throw new Error(`${line} was answered with ${answer.status}: ${answer.refusal}`)
}
