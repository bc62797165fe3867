import { Decimal } from '@vadium/margin'
import { movedPrice } from '../what-if/hypothesis.ts'
import styles from './sandbox.module.css'

/** Chooses a new price by how far it is from the price now, in whole percent. */
export function PriceSlider({
  asset,
  now,
  given,
  give,
}: {
  readonly asset: string
  readonly now: string
  readonly given: string | undefined
  readonly give: (price: string) => void
}) {
  const percent = percentBetween(now, given)
  const text = `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`
  return (
    <span className={styles['slider']}>
      <input
        type="range"
        min={-50}
        max={50}
        step={1}
        value={percent}
        aria-label={`Change of the price of ${asset} in percent`}
        aria-valuetext={text}
        onChange={({ target }) => {
          const chosen = target.valueAsNumber
          give(chosen === 0 ? '' : movedPrice(now, chosen))
        }}
      />
      <output>{text}</output>
    </span>
  )
}

/** How far a given price is from the price now, in whole percent. 0 if it is no price. */
function percentBetween(now: string, given = ''): number {
  if (!/^\d{1,20}(?:\.\d+)?$/.test(given)) return 0
  return new Decimal(given).minus(now).times(100).dividedBy(now).round().toNumber()
}
