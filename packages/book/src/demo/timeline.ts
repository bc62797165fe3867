import type { ScenarioStep } from '@vadium/api/scenario'
import { formatDecimal } from '@vadium/margin'
import { timestamp } from '../calendar.ts'
import type { Steps } from '../history.ts'
import type { AssetSymbol } from './reference/assets.ts'
import { priceAt } from './reference/prices.ts'

/** Collects the steps of all deals and the price quotes that they need. */
export class Timeline implements Steps {
  readonly #steps: ScenarioStep[] = []
  readonly #quotes = new Map<string, ScenarioStep>()

  add<Step extends ScenarioStep>(step: Step): Step {
    this.#steps.push(step)
    return step
  }

  /** Quotes the prices that the steps of a time need. */
  quote(time: number, assets: readonly AssetSymbol[]): void {
    const at = timestamp(time)
    for (const asset of assets) {
      const price_usd = formatDecimal(priceAt(asset, time))
      this.#quotes.set(`${at} ${asset}`, { at, quote: { asset, source: 'demo-feed-1', price_usd } })
    }
  }

  /** All steps in the order of their times. At the same time, quotes come first. */
  steps(): ScenarioStep[] {
    const all = [...this.#quotes.values(), ...this.#steps]
    return all.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
  }
}
