import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '../../src/platform/clock.ts'
import type { TransferInstruction } from '../../src/features/custody/custody-adapter.ts'
import { SimulatedCustody } from '../../src/features/custody/simulated/simulated-custody.ts'
import { openServicePool } from '../../src/platform/db/pool.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { newInstruction } from './instruction.ts'

/** Long enough for the default script to end. */
export const longEnoughMs = 60_000

export interface MovableClock extends Clock {
  /** Advances the clock, or sets it back if negative. */
  pass(ms: number): void
}

export function movableClock(): MovableClock {
  let now = Date.parse('2026-03-02T12:00:00.000Z')
  return {
    now: () => now,
    pass: (ms) => {
      now += ms
    },
  }
}

export interface SimulatedWorld {
  readonly database: TestDatabase
  readonly clock: MovableClock
  readonly custody: SimulatedCustody
  /** How long each answer took, in milliseconds, in order; nothing waits for them. */
  readonly waits: readonly number[]
  /** The same custodian, or another, as another process sees it. */
  another(changes?: {
    url?: string
    custodianId?: string
    callbackKey?: Uint8Array
  }): SimulatedCustody
  /** An instruction that the custodian has just received. */
  submitted(): Promise<TransferInstruction>
  /** How often assets have moved under an id. */
  timesMoved(externalTransferId: string): Promise<number>
  /** The custodian as two processes see it, alternately. */
  twoProcesses(): (index: number) => SimulatedCustody
  close(): Promise<void>
}

export async function openSimulatedWorld(): Promise<SimulatedWorld> {
  const database = await createDatabase()
  const clock = movableClock()
  const sharedKey = randomBytes(32)
  const pools: Pool[] = []
  const waits: number[] = []
  const another: SimulatedWorld['another'] = ({
    url = database.url,
    custodianId = 'simulated',
    callbackKey = sharedKey,
  } = {}) => {
    const pool = openServicePool({ url, poolSize: 5 })
    pools.push(pool)
    return new SimulatedCustody({
      custodian: { id: custodianId, name: 'Simulated custody' },
      pool,
      clock,
      seed: 'test',
      callbackKey,
      pass: async (ms) => waits.push(ms),
    })
  }
  const custody = another()
  return {
    database,
    clock,
    custody,
    waits,
    another,
    submitted: async () => {
      const instruction = newInstruction()
      await custody.submit(instruction)
      return instruction
    },
    timesMoved: async (id) => {
      const movements = await custody.movements()
      return movements.find(({ externalTransferId }) => externalTransferId === id)?.times ?? 0
    },
    twoProcesses: () => {
      const [even, odd] = [another(), another()]
      return (index) => (index % 2 === 0 ? even : odd)
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()))
      await database.drop()
    },
  }
}
