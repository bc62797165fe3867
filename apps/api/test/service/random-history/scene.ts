import type { VadiumClient } from '@vadium/client'
import type { Random } from '../../harness/random.ts'
import type { Firm, World } from './world.ts'

/** What the callers of a history know of it, and the answers they received. */
export interface Knowledge {
  /**
   * How many orders were requested: each has its own quantity, so that an order created twice is
   * noticed.
   */
  ordersAsked: number
  /** Orders whose creation was answered. */
  readonly ordersMade: string[]
  /** The outcomes of the calls, by move. */
  readonly outcomes: Map<string, { done: number; refused: number; unknown: number }>
  /** Answers that the service must never give. */
  readonly faults: string[]
}

export interface Scene {
  readonly world: World
  readonly random: Random
  readonly knowledge: Knowledge
  /** The acting firm, at one of the processes. */
  readonly firm: Firm
  readonly client: VadiumClient
}

/** A move for which the book has no resource. */
export const nothing = Symbol('nothing')

export type Move = (scene: Scene) => Promise<unknown>
