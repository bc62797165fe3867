import type { Client } from 'pg'
import { closedLoop, type Round } from '../load/closed-loop.ts'
import { KeepAliveConnection } from '../load/keep-alive-connection.ts'
import { type Cost, type Metered, withCost } from './processor-time.ts'
import { mean, spread, type Spread } from './statistics.ts'

/** A server in a measurement, and the requests it is sent. */
export interface Racer extends Metered {
  readonly name: string
  readonly port: number
  /** Makes the next request, outside the measured time. */
  request(): Buffer
}

/** What the rounds of one racer come to. */
export interface Figures {
  readonly name: string
  readonly requestsPerSecond: Spread
  /** Requests a second of each round, in the order in which they were run. */
  readonly rounds: readonly number[]
  readonly serverMicroseconds: number | undefined
  readonly databaseMicroseconds: number | undefined
  readonly bodyBytes: number
}

export interface RoundSettings {
  readonly connections: number
  readonly rounds: number
  readonly roundSeconds: number
}

/** Requests a second to have ready for the first round, which is not counted; then what was reached. */
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
): Promise<Figures[]> {
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
      const requests = prepared(lane.racer, Math.ceil(lane.perSecond * roundSeconds * spare))
      const outcome = await withCost(owner, lane.racer, () =>
        closedLoop(open, requests, roundSeconds),
      )
      for (const connection of open) connection.close()
      lane.perSecond = Math.max(lane.perSecond, outcome.requestsPerSecond)
      if (round > 0) lane.rounds.push(outcome)
    }
  }
  return lanes.map(({ racer, rounds: measured }) => figuresOf(racer.name, measured))
}

/** The ratio of two racers round by round: what slowed a round down slowed its neighbour down too. */
export function ratioOf(of: Figures, to: Figures): Spread {
  return spread(of.rounds.map((rate, round) => rate / (to.rounds[round] ?? Number.NaN)))
}

function figuresOf(name: string, rounds: readonly (Round & Cost)[]): Figures {
  const rates = rounds.map(({ requestsPerSecond }) => requestsPerSecond)
  return {
    name,
    requestsPerSecond: spread(rates),
    rounds: rates,
    serverMicroseconds: mean(rounds.map((round) => round.serverMicroseconds)),
    databaseMicroseconds: mean(rounds.map((round) => round.databaseMicroseconds)),
    bodyBytes: rounds.at(-1)?.bodyBytes ?? 0,
  }
}

function prepared(racer: Racer, count: number): Buffer[] {
  return Array.from({ length: count }, () => racer.request())
}

function openAll(port: number, count: number): Promise<KeepAliveConnection[]> {
  return Promise.all(Array.from({ length: count }, () => KeepAliveConnection.open(port)))
}
