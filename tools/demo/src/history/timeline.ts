import type { ScenarioStep } from '@vadium/api/scenario'
import { formatDecimal } from '@vadium/margin'
import { timestamp } from '../calendar.ts'
import type { AssetSymbol } from '../reference/assets.ts'
import { priceAt } from '../reference/prices.ts'

type Untimed<Step> = Step extends unknown ? Omit<Step, 'at'> : never

/** Collects the steps of all deals and the price quotes that they need. */
export class Timeline {
  readonly #steps: { readonly at: number; readonly step: ScenarioStep }[] = []
  readonly #quotes = new Map<string, { readonly at: number; readonly step: ScenarioStep }>()

  add(at: number, step: Untimed<ScenarioStep>): void {
    this.#steps.push({ at, step: { at: timestamp(at), ...step } })
  }

  /** Quotes the prices that the steps of a time need. */
  quote(at: number, assets: readonly AssetSymbol[]): void {
    for (const asset of assets) {
      const quote = { asset, source: 'demo-feed-1', price_usd: formatDecimal(priceAt(asset, at)) }
      this.#quotes.set(`${at} ${asset}`, { at, step: { at: timestamp(at), quote } })
    }
  }

  /** All steps in the order of their times. At the same time, quotes come first. */
  steps(): ScenarioStep[] {
    return [...this.#quotes.values(), ...this.#steps]
      .toSorted((a, b) => a.at - b.at)
      .map(({ step }) => step)
  }
}
