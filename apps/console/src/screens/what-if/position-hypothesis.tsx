import type { Position } from '@vadium/client'
import { type BlockReason, MarginInputError, type RevaluedPosition } from '@vadium/margin'
import { useState } from 'react'
import { Facts } from '../../figures/facts.tsx'
import { Figure } from '../../figures/figure.tsx'
import { OldestPrice } from '../../figures/oldest-price.tsx'
import { TextInput } from '../../figures/text-input.tsx'
import { type Hypothesis, revaluedUnder } from './hypothesis.ts'
import styles from './what-if.module.css'

const isDecimal = (text: string) => /^-?\d{1,30}(?:\.\d{1,18})?$/.test(text)

/** Why a request could not be sent, in the words of the screen. */
const blockWords: Readonly<Record<BlockReason, string>> = {
  NOTHING_DUE: 'nothing is due',
  BELOW_MINIMUM_NOTIONAL: 'below the minimum',
  ROUNDS_TO_ZERO: 'less than a lot',
  ABOVE_MARGIN_CALL_LEVEL: 'above the margin call level',
  BELOW_RELEASE_LEVEL: 'below the release level',
}

/** The figures of the position, or the sentence of the package why there are none. */
function figuresUnder(position: Position, hypothesis: Hypothesis): RevaluedPosition | string {
  try {
    return revaluedUnder(position, hypothesis) ?? 'The position has no current price.'
  } catch (error) {
    if (error instanceof MarginInputError) return error.message
    throw error
  }
}

/** One position with other prices, more or less collateral, or a part of the asset returned. */
export function PositionHypothesis({ position }: { readonly position: Position }) {
  const [given, setGiven] = useState<Readonly<Record<keyof Hypothesis, string>>>({
    assetPriceUsd: '',
    collateralPriceUsd: '',
    collateralAdded: '',
    assetReturned: '',
  })
  const wrong = Object.values(given).filter((text) => text !== '' && !isDecimal(text))
  const hypothesis = Object.fromEntries(
    Object.entries(given).filter(([, text]) => isDecimal(text)),
  ) satisfies Hypothesis
  const figures = figuresUnder(position, hypothesis)
  const field = (name: keyof Hypothesis, label: string, now: string) => (
    <TextInput
      label={label}
      placeholder={now}
      value={given[name]}
      change={(text) => {
        setGiven((others) => ({ ...others, [name]: text }))
      }}
    />
  )
  const { asset, collateral_asset: collateral } = position
  return (
    <section className="panel">
      <h2>
        Order {position.order_id_pretty}: {asset} against {collateral}
      </h2>
      <OldestPrice times={[position.price_time]} />
      <div className="filters">
        {field('assetPriceUsd', `Price of ${asset}, USD`, position.current_price ?? '')}
        {field(
          'collateralPriceUsd',
          `Price of ${collateral}, USD`,
          position.collateral_price ?? '',
        )}
        {field('collateralAdded', `${collateral} added, or taken with −`, '0')}
        {field('assetReturned', `${asset} returned`, '0')}
      </div>
      {wrong.length > 0 && <p role="alert">Write decimals in plain notation, such as 97250.5.</p>}
      {typeof figures === 'string' ? (
        <p role="alert">{figures}</p>
      ) : (
        <div className={styles['columns']}>
          <Facts
            title="Now"
            facts={[
              ['Coverage', <Figure value={position.ccr_percent} unit="%" missing="no ratio" />],
              ['LTV', <Figure value={position.ltv_percent} unit="%" missing="no ratio" />],
              ['Due', <Figure value={position.m2m_notional_usd} unit="USD" />],
              ['Amount', <Figure value={position.m2m_collateral_amount} unit={collateral} />],
            ]}
          />
          <Facts
            title="Then"
            facts={[
              ['Coverage', <Figure value={figures.ccrPercent} unit="%" missing="no ratio" />],
              ['LTV', <Figure value={figures.ltvPercent} unit="%" missing="no ratio" />],
              ['Due', <Figure value={figures.m2mNotionalUsd} unit="USD" />],
              ['Amount', <Figure value={figures.m2mCollateralAmount} unit={collateral} />],
              [
                'A request',
                figures.ready
                  ? `could be sent: ${figures.direction}`
                  : `could not be sent: ${figures.reasons.map((reason) => blockWords[reason]).join(', ')}`,
              ],
            ]}
          />
        </div>
      )}
    </section>
  )
}
