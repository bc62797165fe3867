import type { ScriptChanges } from '../../../src/features/custody/simulated/simulated-script.ts'
import type { Random } from '../../harness/random.ts'
import type { World } from './world.ts'

const quick = { stages: [], outcome: 'completed' } as const satisfies ScriptChanges

/** The possible outcomes of an instruction, with their frequencies. */
const fates: readonly (readonly [weight: number, changes: ScriptChanges])[] = [
  [55, quick],
  [10, { stages: [{ word: 'confirming', lastsMs: 300 }], outcome: 'completed' }],
  // A termination meets transfers that await a signature, and those that are on their way.
  [6, { stages: [{ word: 'pendingSignature', lastsMs: 2500 }], outcome: 'completed' }],
  [6, { stages: [{ word: 'broadcasting', lastsMs: 2500 }], outcome: 'completed' }],
  [32, { stages: [], outcome: 'failed' }],
  [5, { stages: [], outcome: 'rejected' }],
  [4, { stages: [{ word: 'broadcasting', lastsMs: 200 }], outcome: 'failed' }],
  [8, { ...quick, lostAnswers: 1, forgetsIds: true }],
  [5, { ...quick, lostSubmissions: 1 }],
  [5, { ...quick, lostReplies: 2, lostAnswers: 1, forgetsIds: true }],
]

/**
 * Scripts the outcomes of the next instructions: some are quick, some fail, and some get no answer.
 */
export async function scriptCustodian(world: World, random: Random, count: number): Promise<void> {
  const sum = fates.reduce((total, [weight]) => total + weight, 0)
  for (let i = 0; i < count; i += 1) {
    let left = random.below(sum)
    for (const [weight, changes] of fates) {
      left -= weight
      if (left >= 0) continue
      await world.custody.script(changes)
      break
    }
  }
}

/** Sends callbacks for open transfers: some of them twice, in any order, to either process. */
export async function callBack(world: World, random: Random): Promise<void> {
  const { rows } = await world.database.query(
    'SELECT external_transfer_id AS id FROM instructions WHERE due_at IS NOT NULL OR stalled',
  )
  const ids = rows.map(({ id }) => String(id)).filter(() => random.chance(0.8))
  const calls = random.shuffled([...ids, ...ids.filter(() => random.chance(0.3))])
  for (const id of calls.slice(0, 40)) await world.callBack([id], random.below(2))
}

/** The prices of a history, in cents. */
export class Market {
  readonly #cents = { BTC: 6_000_000, ETH: 250_000, USDC: 100 }

  /** Moves two prices, up or down by some percent. */
  move(world: World, random: Random): Promise<void> {
    this.#cents.BTC = walked(this.#cents.BTC, random, 1_000_000, 20_000_000)
    this.#cents.ETH = walked(this.#cents.ETH, random, 50_000, 1_000_000)
    return push(world, random, this.#cents)
  }

  /** The price of an asset falls by a fifth, until all move again. */
  fall(world: World, random: Random, asset: keyof Prices): Promise<void> {
    return push(world, random, { [asset]: Math.round(this.#cents[asset] * 0.8) })
  }
}

type Prices = Readonly<Record<'BTC' | 'ETH' | 'USDC', number>>

async function push(world: World, random: Random, cents: Partial<Prices>): Promise<void> {
  const quotes = Object.entries(cents).map(([asset, price]) => ({
    ...{ asset, source: 'history', price_usd: dollars(price) },
  }))
  await random.pick(world.operators)?.prices.push({ quotes })
}

function walked(cents: number, random: Random, least: number, most: number): number {
  const next = Math.round(cents * (0.92 + 0.16 * random.next()))
  return Math.min(Math.max(next, least), most)
}

const dollars = (cents: number) =>
  `${Math.floor(cents / 100)}${
    cents % 100 === 0
      ? ''
      : `.${String(cents % 100)
          .padStart(2, '0')
          .replace(/0$/, '')}`
  }`
