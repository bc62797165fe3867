import { formatDecimal, MarginInputError, valuePosition } from '@vadium/margin'
import { Figure } from '../../figures/figure.tsx'
import { pricesQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import styles from './orders.module.css'

interface Deal {
  readonly asset: string
  readonly asset_quantity: string
  readonly collateral_asset: string
  readonly collateral_quantity: string
}

/** The coverage that a deal would have if it opened at the prices of now. */
export function OpeningCoverage({ deal }: { readonly deal: Deal }) {
  const prices = useRead(pricesQuery).data ?? []
  const priceOf = (symbol: string) =>
    prices.find(({ asset, state }) => asset === symbol && state === 'current')?.price_usd
  const coverage = coverageOf(deal, priceOf(deal.asset), priceOf(deal.collateral_asset))
  if (coverage === undefined) return null
  return (
    <p className={styles['fine']} aria-live="polite">
      Coverage if it opened at the prices of now: <Figure value={coverage} unit="%" />.
      Hypothetical, computed here by the published margin package.
    </p>
  )
}

function coverageOf(
  deal: Deal,
  assetPriceUsd: string | null | undefined,
  collateralPriceUsd: string | null | undefined,
): string | undefined {
  if (assetPriceUsd == null || collateralPriceUsd == null) return undefined
  if (deal.asset_quantity === '' || deal.collateral_quantity === '') return undefined
  try {
    const { ccrPercent } = valuePosition({
      assetQuantity: deal.asset_quantity,
      assetPriceUsd,
      collateralQuantity: deal.collateral_quantity,
      collateralPriceUsd,
      deliveriesInTransit: '0',
      returnsInTransit: '0',
      disputedQuantity: '0',
    })
    return ccrPercent === null ? undefined : formatDecimal(ccrPercent, 2)
  } catch (error) {
    // What is written is no quantity yet. The field says so.
    if (error instanceof MarginInputError) return undefined
    throw error
  }
}
