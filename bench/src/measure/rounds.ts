import type { Client } from 'pg'
import { closedLoop, type Round } from '../load/closed-loop.ts'
import { KeepAliveConnection } from '../load/keep-alive-connection.ts'
import { type Cost, meanCost, type Metered, withCost } from '../cost/processor-time.ts'
import { spread, type Spread } from '../cost/statistics.ts'

/** A server in a measurement, with its requests. */
export interface Racer extends Metered {
  readonly name: string
  readonly port: number
  /** Prepares the next request, outside of the measured time. */
  request(): Buffer
}

/** The result of all rounds of one server. */
export interface Figures {
  readonly name: string
  readonly requestsPerSecond: Spread
  /** The requests a second of each round, in the order of the rounds. */
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

/** How many requests a second to prepare for the first round, which is not counted. */
const firstGuess = 6_000
const spare = 1.6

/** Requests before each round, per connection, because pools close idle connections. */
const leadIn = 20

/**
 * Measures in rounds A B C A B C …, so that other load on the machine affects all equally. A first
 * round of each warms up and is not counted.
 */
export async function measureInTurns(
  owner: Client,
  racers: readonly Racer[],
  settings: RoundSettings,
): Promise<Figures[]> {
  const lanes = racers.map((racer) => ({
    racer,
    round: roundsOf(owner, racer, settings),
    rounds: [] as (Round & Cost)[],
  }))
  for (let round = 0; round <= settings.rounds; round += 1) {
    for (const lane of lanes) {
      const outcome = await lane.round()
      if (round > 0) lane.rounds.push(outcome)
    }
  }
  return lanes.map(({ racer, rounds: measured }) => figuresOf(racer.name, measured))
}

/** Returns what measures one round of a server. The first round warms up. */
export function roundsOf(
  owner: Client,
  racer: Racer,
  { connections, roundSeconds }: Omit<RoundSettings, 'rounds'>,
): () => Promise<Round & Cost> {
  let perSecond = firstGuess
  return async () => {
    // Servers close connections that are idle for long, as these are between their rounds.
    const open = await openAll(racer.port, connections)
    await closedLoop(open, prepared(racer, connections * leadIn), roundSeconds)
    const requests = prepared(racer, Math.ceil(perSecond * roundSeconds * spare))
    const outcome = await withCost(owner, racer, () => closedLoop(open, requests, roundSeconds))
    for (const connection of open) connection.close()
    perSecond = Math.max(perSecond, outcome.requestsPerSecond)
    return outcome
  }
}

/** The ratio of two servers round by round, because neighbouring rounds have similar other load. */
export function ratioOf(of: Figures, to: Figures): Spread {
  return spread(of.rounds.map((rate, round) => rate / (to.rounds[round] ?? Number.NaN)))
}

function figuresOf(name: string, rounds: readonly (Round & Cost)[]): Figures {
  const rates = rounds.map(({ requestsPerSecond }) => requestsPerSecond)
  return {
    name,
    requestsPerSecond: spread(rates),
    rounds: rates,
    ...meanCost(rounds),
    bodyBytes: rounds.at(-1)?.bodyBytes ?? 0,
  }
}

function prepared(racer: Racer, count: number): Buffer[] {
  return Array.from({ length: count }, () => racer.request())
}

function openAll(port: number, count: number): Promise<KeepAliveConnection[]> {
  return Promise.all(Array.from({ length: count }, () => KeepAliveConnection.open(port)))
}
