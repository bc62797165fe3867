import type { CustodyAdapter } from '../../src/custody/custody-adapter.ts'
import type { ScriptChanges } from '../../src/custody/simulated/simulated-script.ts'
import { longEnoughMs, openSimulatedWorld } from './simulated-custody.ts'

type Fate = 'refused' | 'failing' | 'lost' | 'carried out but unanswered' | 'waiting for approval'

const scripts: Readonly<Record<Fate, ScriptChanges>> = {
  refused: { stages: [], outcome: 'rejected' },
  failing: { outcome: 'failed' },
  lost: { lostSubmissions: 1 },
  'carried out but unanswered': { lostAnswers: 1 },
  'waiting for approval': { stages: [{ word: 'pendingApproval', lastsMs: null }] },
}

/** A custodian, with what a test does to it from its other side. */
export interface CustodyWorld {
  readonly adapter: CustodyAdapter
  /** Makes of the next instruction what the name says. */
  next(what: Fate): Promise<void>
  /** Until all that can end has ended. */
  passTime(id: string): Promise<void>
  /** A callback about these, as the custodian signs it. */
  callback(ids: readonly string[]): Promise<{ headers: Record<string, string>; body: Buffer }>
  /** How often assets have moved under an id. */
  timesMoved(id: string): Promise<number>
  close(): Promise<void>
}

export async function simulatedWorld(): Promise<CustodyWorld> {
  const world = await openSimulatedWorld()
  const { custody, clock } = world
  return {
    adapter: custody,
    next: (what) => custody.script(scripts[what]),
    passTime: async () => clock.pass(longEnoughMs),
    callback: async (ids) => {
      const { headers, body } = custody.callback(ids)
      return { headers: { ...headers }, body }
    },
    timesMoved: async (id) => {
      const movements = await custody.movements()
      return movements.find(({ externalTransferId }) => externalTransferId === id)?.times ?? 0
    },
    close: () => world.close(),
  }
}
