import type pg from 'pg'
import { withoutDigest } from '../../src/platform/statement-name.ts'
import { watchStatements } from './watched-statements.ts'

/** The statements of one round trip: sent together, before any of them was answered. */
export type RoundTrip = readonly string[]

/**
 * What work makes this process ask its databases, by connection, in the order of their first
 * statements. A statement that is sent while another one is unanswered belongs to its round trip.
 */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<RoundTrip[][]> {
  const trips = new Map<pg.Client, string[][]>()
  const unanswered = new Map<pg.Client, number>()
  await watchStatements(work, ({ client, name, text, send }) => {
    const ofClient = trips.get(client) ?? []
    trips.set(client, ofClient)
    const waiting = unanswered.get(client) ?? 0
    if (waiting === 0) ofClient.push([])
    ofClient.at(-1)?.push(name === undefined ? text : withoutDigest(name))
    unanswered.set(client, waiting + 1)
    const answered = () => {
      unanswered.set(client, (unanswered.get(client) ?? 1) - 1)
    }
    const answer = send()
    if (answer instanceof Promise) answer.then(answered, answered)
    else answered()
    return answer
  })
  return [...trips.values()]
}
