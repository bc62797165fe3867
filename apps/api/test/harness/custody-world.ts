import type { CustodyAdapter } from '../../src/features/custody/custody-adapter.ts'
import type { ScriptChanges } from '../../src/features/custody/simulated/simulated-script.ts'
import { openFireblocksWorld } from './fireblocks-custody.ts'
import type { FireblocksStandIn, NextCreation } from './fireblocks-stand-in.ts'
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
  passTime(): Promise<void>
  /** A callback about these, as the custodian signs it. */
  callback(ids: readonly string[]): Promise<{ headers: Record<string, string>; body: Buffer }>
  /** How often assets have moved under an id. */
  timesMoved(id: string): Promise<number>
  close(): Promise<void>
}

async function simulatedWorld(): Promise<CustodyWorld> {
  const world = await openSimulatedWorld()
  const { custody, clock } = world
  return {
    adapter: custody,
    next: async (what) => {
      await custody.script(scripts[what])
    },
    passTime: async () => clock.pass(longEnoughMs),
    callback: async (ids) => {
      const { headers, body } = custody.callback(ids)
      return { headers: { ...headers }, body }
    },
    timesMoved: (id) => world.timesMoved(id),
    close: () => world.close(),
  }
}

/** Under either signature of its webhooks. */
const fireblocksWorld =
  (sign: (standIn: FireblocksStandIn, body: Buffer) => Record<string, string>) =>
  async (): Promise<CustodyWorld> => {
    const { standIn, custody } = await openFireblocksWorld()
    return {
      adapter: custody,
      next: async (what) => standIn.next(creations[what]),
      passTime: async () => standIn.passTime(),
      callback: async ([id = '']) => {
        const body = standIn.webhookBody(id)
        return { headers: sign(standIn, body), body }
      },
      timesMoved: async (id) => standIn.timesMoved(id),
      close: () => standIn.close(),
    }
  }

const creations: Readonly<Record<Fate, NextCreation>> = {
  refused: { status: 400, body: { message: 'Invalid amount', code: 1400 } },
  failing: 'fails',
  lost: 'is lost',
  'carried out but unanswered': 'is unanswered',
  'waiting for approval': 'waits',
}

export const custodyWorlds = {
  simulated: simulatedWorld,
  Fireblocks: fireblocksWorld((standIn, body) => standIn.signWebhookDetached(body)),
  'Fireblocks with older webhooks': fireblocksWorld((standIn, body) => standIn.signWebhook(body)),
}
