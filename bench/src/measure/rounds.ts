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

/**
 * Rounds A B C A B C …, so that what else the machine does meets all of them alike. One round each before
 * that warms up and is not counted.
 */
export async function measureInTurns(
  owner: Client,
  racers: readonly Racer[],
  { connections, rounds, roundSeconds }: RoundSettings,
): Promise<Measured[]> {
  const lanes = await Promise.all(
    racers.map(async (racer) => ({
      racer,
      connections: await openAll(racer.port, connections),
      perSecond: firstGuess,
      rounds: [] as (Round & Cost)[],
    })),
  )
  for (let round = 0; round <= rounds; round += 1) {
    for (const lane of lanes) {
      const count = Math.ceil(lane.perSecond * roundSeconds * spare)
      const requests = Array.from({ length: count }, () => lane.racer.request())
      const pids = {
        server: [lane.racer.pid],
        database: await backendsOf(owner, lane.racer.application),
      }
      const before = { server: sum(pids.server), database: sum(pids.database) }
      const outcome = await closedLoop(lane.connections, requests, roundSeconds)
      const cost = {
        serverMicroseconds: ((sum(pids.server) - before.server) * 1e6) / outcome.requests,
        databaseMicroseconds: ((sum(pids.database) - before.database) * 1e6) / outcome.requests,
      }
      lane.perSecond = Math.max(lane.perSecond, outcome.requestsPerSecond)
      if (round > 0) lane.rounds.push({ ...outcome, ...cost })
    }
  }
  for (const lane of lanes) for (const connection of lane.connections) connection.close()
  return lanes.map(({ racer, rounds: measured }) => ({ name: racer.name, rounds: measured }))
}

function openAll(port: number, count: number): Promise<KeepAliveConnection[]> {
  return Promise.all(Array.from({ length: count }, () => KeepAliveConnection.open(port)))
}

function sum(pids: readonly number[]): number {
  return pids.reduce((total, pid) => total + (processorSeconds(pid) ?? Number.NaN), 0)
}
