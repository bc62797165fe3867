import pg from 'pg'
import { withoutDigest } from '../../src/platform/statement-name.ts'

/** The statements of one round trip: sent together, before any of them was answered. */
export type RoundTrip = readonly string[]

interface Statement {
  readonly name?: string
  readonly text: string
}

/**
 * What work makes this process ask its databases, by connection, in the order of their first
 * statements. A statement that is sent while another one is unanswered belongs to its round trip.
 */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<RoundTrip[][]> {
  const { query } = pg.Client.prototype as { query: (...given: unknown[]) => unknown }
  const trips = new Map<pg.Client, string[][]>()
  const unanswered = new Map<pg.Client, number>()
  const counted = function (this: pg.Client, ...given: unknown[]): unknown {
    const [statement] = given as [string | Statement]
    const ofClient = trips.get(this) ?? []
    trips.set(this, ofClient)
    const waiting = unanswered.get(this) ?? 0
    if (waiting === 0) ofClient.push([])
    ofClient.at(-1)?.push(titleOf(statement))
    unanswered.set(this, waiting + 1)
    const answered = () => {
      unanswered.set(this, (unanswered.get(this) ?? 1) - 1)
    }
    const answer = query.apply(this, given)
    if (answer instanceof Promise) answer.then(answered, answered)
    else answered()
    return answer
  }
  pg.Client.prototype.query = counted as typeof pg.Client.prototype.query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  }
  return [...trips.values()]
}

const titleOf = (statement: string | Statement) =>
  typeof statement === 'string' ? statement : withoutDigest(statement.name ?? statement.text)
