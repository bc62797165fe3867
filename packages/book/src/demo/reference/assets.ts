import type { Scenario } from '@vadium/api/scenario'
import { Decimal } from '@vadium/margin'

export type Chain = 'bitcoin' | 'ethereum' | 'solana'

interface DemoAsset {
  readonly name: string
  readonly decimals: number
  readonly chain: Chain
}

const table = {
  BTC: { name: 'Bitcoin', decimals: 8, chain: 'bitcoin' },
  ETH: { name: 'Ether', decimals: 18, chain: 'ethereum' },
  USDC: { name: 'USD Coin', decimals: 6, chain: 'ethereum' },
  USDT: { name: 'Tether', decimals: 6, chain: 'ethereum' },
  SOL: { name: 'Solana', decimals: 9, chain: 'solana' },
  AVAX: { name: 'Avalanche', decimals: 18, chain: 'ethereum' },
  // Fictional: so cheap that a position has quadrillions of it.
  GRAIN: { name: 'Grain', decimals: 18, chain: 'ethereum' },
  // Fictional: nobody quotes it any more.
  TBILL: { name: 'Tokenized Treasury bill', decimals: 6, chain: 'ethereum' },
} as const satisfies Record<string, DemoAsset>

export type AssetSymbol = keyof typeof table

export const assetTable: Readonly<Record<AssetSymbol, DemoAsset>> = table
export const assetSymbols = Object.keys(table) as readonly AssetSymbol[]

export function assets(): Scenario['assets'] {
  return assetSymbols.map((symbol) => {
    const { name, decimals } = assetTable[symbol]
    return { symbol, name, normalized_symbol: symbol, decimals }
  })
}

/** The smallest quantity of an asset. */
export function smallestUnit(symbol: AssetSymbol): Decimal {
  return new Decimal(10).pow(-assetTable[symbol].decimals)
}
