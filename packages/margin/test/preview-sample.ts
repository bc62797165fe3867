import fc from 'fast-check'
import type { DecimalInputName, PreviewInput, PreviewInputs } from '../src/index.ts'
import { levelText, positions, terms } from './arbitraries.ts'

export const LENDER = '8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901'
export const BORROWER = '3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5'

/** One input with its own source and time, so that a mix-up is noticed. */
export const input = (name: DecimalInputName, value: string): PreviewInput => ({
  value,
  source: `source of ${name}`,
  observedAt: name.endsWith('_price') ? '2026-01-31T16:00:00.000Z' : null,
})

/** Inputs of an everyday preview, of which any decimal can be replaced. */
export const previewInputs = (
  values: Partial<Record<DecimalInputName, string>> = {},
  roleMayCreate = true,
  receiverInDefault = false,
): PreviewInputs => {
  const of = (name: DecimalInputName, value: string): PreviewInput =>
    input(name, values[name] ?? value)
  return {
    asset: 'BTC',
    collateral_asset: 'USDC',
    lender: LENDER,
    borrower: BORROWER,
    role_may_create: roleMayCreate,
    ...(receiverInDefault && { receiver_in_default: true }),
    asset_quantity: of('asset_quantity', '10'),
    asset_price: of('asset_price', '50000'),
    collateral_quantity: of('collateral_quantity', '500000'),
    collateral_price: of('collateral_price', '1'),
    deliveries_in_transit: of('deliveries_in_transit', '0'),
    returns_in_transit: of('returns_in_transit', '0'),
    disputed_quantity: of('disputed_quantity', '0'),
    ...(values.haircut === undefined
      ? { requirement_percent: of('requirement_percent', '105') }
      : { haircut: of('haircut', values.haircut) }),
    threshold_usd: of('threshold_usd', '0'),
    minimum_notional_top_up_usd: of('minimum_notional_top_up_usd', '10000'),
    minimum_notional_release_usd: of('minimum_notional_release_usd', '20000'),
    lot_top_up: of('lot_top_up', '0.000001'),
    lot_release: of('lot_release', '0.01'),
    ...Object.fromEntries(
      levelNames.flatMap((name) => {
        const { [name]: value } = values
        return value === undefined ? [] : [[name, input(name, value)]]
      }),
    ),
  }
}

const levelNames = [
  'margin_call_percent',
  'liquidation_percent',
  'top_up_percent',
  'release_percent',
] as const

/**
 * Inputs of previews of every size, with a requirement or a haircut, with levels or without.
 */
export const anyPreviewInputs: fc.Arbitrary<PreviewInputs> = fc
  .record({
    position: positions,
    agreed: terms,
    marginCallPercent: levelText,
    liquidationPercent: levelText,
    roleMayCreate: fc.boolean(),
    receiverInDefault: fc.boolean(),
  })
  .map(({ position, agreed, marginCallPercent, liquidationPercent, ...caller }) =>
    previewInputs(
      {
        asset_quantity: position.assetQuantity,
        asset_price: position.assetPriceUsd,
        collateral_quantity: position.collateralQuantity,
        collateral_price: position.collateralPriceUsd,
        deliveries_in_transit: position.deliveriesInTransit,
        returns_in_transit: position.returnsInTransit,
        disputed_quantity: position.disputedQuantity,
        ...('haircut' in agreed
          ? { haircut: agreed.haircut }
          : { requirement_percent: agreed.requirementPercent }),
        threshold_usd: agreed.thresholdUsd,
        minimum_notional_top_up_usd: agreed.minimumNotionalUsd.topUp,
        minimum_notional_release_usd: agreed.minimumNotionalUsd.release,
        lot_top_up: agreed.lot.topUp,
        lot_release: agreed.lot.release,
        ...(marginCallPercent === undefined ? {} : { margin_call_percent: marginCallPercent }),
        ...(liquidationPercent === undefined ? {} : { liquidation_percent: liquidationPercent }),
        ...(agreed.topUpPercent === undefined ? {} : { top_up_percent: agreed.topUpPercent }),
        ...(agreed.releasePercent === undefined ? {} : { release_percent: agreed.releasePercent }),
      },
      caller.roleMayCreate,
      caller.receiverInDefault,
    ),
  )
