import type { PositionPrices } from '@vadium/client'
import { changePercent } from '../../figures/change-percent.ts'
import { isDecimalText } from '../../figures/decimal-text.ts'
import { Figure } from '../../figures/figure.tsx'
import styles from './price-ladder.module.css'

type Trigger = PositionPrices['trigger_prices'][number]

/** What happens at each trigger price, in the words of the screen. */
const triggers: Readonly<Record<string, string>> = {
  liquidation: 'Liquidation level',
  margin_call: 'Margin call level',
  top_up: 'A top-up can be submitted',
  release: 'A release can be submitted',
}

/**
 * The price of one asset now, between those at which something would happen. Places in the drawing
 * are numbers; figures are the texts of the API, and distances follow from them exactly.
 */
export function PriceLadder({
  asset,
  now,
  pairs,
  of,
}: {
  readonly asset: string
  readonly now: string | null
  readonly pairs: readonly Trigger[]
  readonly of: 'asset_price' | 'collateral_price'
}) {
  const rungs = pairs.flatMap(({ name, [of]: price }) =>
    price === null ? [] : [{ name, price, words: triggers[name] ?? name }],
  )
  const without = pairs.filter(({ [of]: price }) => price === null)
  const all = now === null ? rungs : [...rungs, { name: 'now', price: now, words: 'Now' }]
  const place = scaleOf(all.filter(isPlaced).map(({ price }) => price))
  return (
    <div className={styles['ladder']}>
      <h3>{asset}, USD</h3>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden className={styles['scale']}>
        <rect className={styles['track']} x="0" y="4.5" width="100" height="1" />
        {all.filter(isPlaced).map(({ name, price }) => (
          <line key={name} data-rung={name} x1={place(price)} x2={place(price)} y1="0" y2="10" />
        ))}
      </svg>
      <ol className={styles['rungs']}>
        {all.toSorted(byPrice).map(({ name, price, words }) => (
          <li key={name} data-rung={name}>
            <span>{words}</span>
            <Figure value={price} column />
            <span className={styles['distance']}>
              {now !== null && name !== 'now' && (
                <Figure value={changePercent(now, price)} unit="%" />
              )}
            </span>
          </li>
        ))}
        {without.map(({ name }) => (
          <li key={name}>
            <span>{triggers[name] ?? name}</span>
            <span>at no price</span>
          </li>
        ))}
        {now === null && <li>No price of now</li>}
      </ol>
    </div>
  )
}

interface Rung {
  readonly price: string
}

/** A text that is no decimal has no place in the drawing. */
const isPlaced = ({ price }: Rung) => isDecimalText(price)

const byPrice = (one: Rung, other: Rung) => Number(one.price) - Number(other.price)

function scaleOf(prices: readonly string[]): (price: string) => number {
  const places = prices.map(Number)
  const [low, high] = [Math.min(...places), Math.max(...places)]
  const room = (high - low) * 0.04 || 1
  return (price) => (100 * (Number(price) - low + room)) / (high - low + 2 * room)
}
