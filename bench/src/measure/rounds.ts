import { closedLoop, type Round } from '../load/closed-loop.ts'
import type { Client } from 'pg'
import { backendsOf, processorSeconds } from './processor-time.ts'
import { KeepAliveConnection } from '../load/keep-alive-connection.ts'

/** A server in a measurement, and the requests it is sent. */
export interface Racer {
  readonly name: string
  readonly port: number
  readonly pid: number
  /** What its connections to PostgreSQL are called. */
  readonly application: string
  /** Makes the next request, outside the measured time. */
  request(): Buffer
}

/** Processor time a request, in microseconds; undefined where the system does not tell. */
export interface Cost {
  readonly serverMicroseconds: number | undefined
  readonly databaseMicroseconds: number | undefined
}

export interface Measured {
  readonly name: string
  readonly rounds: readonly (Round & Cost)[]
}

export interface RoundSettings {
  readonly connections: number
  readonly rounds: number
  readonly roundSeconds: number
}

/** What no contestant reaches; the first rounds are cut by the time and not by the requests. */
const firstGuess = 6_000
const spare = 1.6

/** Requests a connection before each round: pools close their idle connections between rounds. */
const leadIn = 20

/**
 * Rounds A B C A B C …, so that what else the machine does meets all of them alike. One round each before
 * that warms up and is not counted.
 */
export async function measureInTurns(
  owner: Client,
  racers: readonly Racer[],
  { connections, rounds, roundSeconds }: RoundSettings,
): Promise<Measured[]> {
  const lanes = racers.map((racer) => ({
    racer,
    perSecond: firstGuess,
    rounds: [] as (Round & Cost)[],
  }))
  for (let round = 0; round <= rounds; round += 1) {
    for (const lane of lanes) {
      // A server closes what is idle for long, as a lane is between its rounds.
      const open = await openAll(lane.racer.port, connections)
      await closedLoop(open, prepared(lane.racer, connections * leadIn), roundSeconds)
      const pids = {
        server: [lane.racer.pid],
        database: await backendsOf(owner, lane.racer.application),
      }
      const requests = prepared(lane.racer, Math.ceil(lane.perSecond * roundSeconds * spare))
      const before = { server: sum(pids.server), database: sum(pids.database) }
      const outcome = await closedLoop(open, requests, roundSeconds)
      for (const connection of open) connection.close()
      const cost = {
        serverMicroseconds: ((sum(pids.server) - before.server) * 1e6) / outcome.requests,
        databaseMicroseconds: ((sum(pids.database) - before.database) * 1e6) / outcome.requests,
      }
      lane.perSecond = Math.max(lane.perSecond, outcome.requestsPerSecond)
      if (round > 0) lane.rounds.push({ ...outcome, ...cost })
    }
  }
  return lanes.map(({ racer, rounds: measured }) => ({ name: racer.name, rounds: measured }))
}

function prepared(racer: Racer, count: number): Buffer[] {
  return Array.from({ length: count }, () => racer.request())
}

function openAll(port: number, count: number): Promise<KeepAliveConnection[]> {
  return Promise.all(Array.from({ length: count }, () => KeepAliveConnection.open(port)))
}

function sum(pids: readonly number[]): number {
  return pids.reduce((total, pid) => total + (processorSeconds(pid) ?? Number.NaN), 0)
}
