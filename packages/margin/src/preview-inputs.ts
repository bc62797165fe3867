import type { CalculationInput } from './calculation.ts'
import { readFraction, readNonNegative, readPositive } from './decimal-input.ts'
import { formatDecimal, type Decimal, type DecimalInput } from './decimal.ts'
import { MarginInputError } from './margin-input-error.ts'
import type { MarginTerms } from './margin-terms.ts'
import type { Position } from './position-valuation.ts'
import { recordContext, type PreviewContext } from './preview-context.ts'

/** One decimal that a preview is computed from: its value, where it came from and when it was observed. */
export interface PreviewInput {
  value: string
  source: string
  observedAt: string | null
}

/** Every decimal that a preview can be computed from, its unit and its bounds, in the order in which they are listed. */
const DECIMAL_INPUTS = {
  asset_quantity: { unit: 'asset', read: readNonNegative },
  asset_price: { unit: 'USD', read: readPositive },
  collateral_quantity: { unit: 'collateral_asset', read: readNonNegative },
  collateral_price: { unit: 'USD', read: readPositive },
  deliveries_in_transit: { unit: 'collateral_asset', read: readNonNegative },
  returns_in_transit: { unit: 'collateral_asset', read: readNonNegative },
  disputed_quantity: { unit: 'collateral_asset', read: readNonNegative },
  requirement_percent: { unit: 'percent', read: readRequirementPercent },
  haircut: { unit: 'fraction', read: readFraction },
  threshold_usd: { unit: 'USD', read: readNonNegative },
  minimum_notional_top_up_usd: { unit: 'USD', read: readNonNegative },
  minimum_notional_release_usd: { unit: 'USD', read: readNonNegative },
  lot_top_up: { unit: 'collateral_asset', read: readPositive },
  lot_release: { unit: 'collateral_asset', read: readPositive },
  margin_call_percent: { unit: 'percent', read: readPositive },
  liquidation_percent: { unit: 'percent', read: readPositive },
} as const satisfies Record<
  string,
  {
    unit: 'asset' | 'collateral_asset' | 'USD' | 'percent' | 'fraction'
    read: (value: DecimalInput, member: string) => Decimal
  }
>

/** The name of a decimal that a preview is computed from. */
export type DecimalInputName = keyof typeof DECIMAL_INPUTS

type FlagLevelName = 'margin_call_percent' | 'liquidation_percent'
type RequiredInputName = Exclude<
  DecimalInputName,
  FlagLevelName | 'requirement_percent' | 'haircut'
>

/**
 * What a mark-to-market preview is computed from. Quantities in units of their asset; `collateral_quantity`
 * is what has settled; exactly one of `requirement_percent` and `haircut`; flag levels where agreed.
 */
export type PreviewInputs = PreviewContext &
  Record<RequiredInputName, PreviewInput> &
  Partial<Record<FlagLevelName, PreviewInput | undefined>> &
  (
    | { requirement_percent: PreviewInput; haircut?: undefined }
    | { haircut: PreviewInput; requirement_percent?: undefined }
  )

/** The same before it is known what is there, as a calculation from elsewhere has it. */
export type UnreadPreviewInputs = PreviewContext &
  Partial<Record<DecimalInputName, PreviewInput | undefined>>

/** Read inputs, arranged for the arithmetic, with the record that a calculation carries. */
export interface ReadPreviewInputs {
  collateralAsset: string
  roleMayCreate: boolean
  position: Position
  terms: MarginTerms
  marginCallPercent: Decimal | null
  liquidationPercent: Decimal | null
  recorded: CalculationInput[]
}

/** The names of all decimal inputs, in the order in which a calculation lists them. */
export const DECIMAL_INPUT_NAMES = Object.keys(DECIMAL_INPUTS).filter(isDecimalInputName)

/** Whether this is the name of a decimal input. */
export function isDecimalInputName(name: string): name is DecimalInputName {
  return Object.hasOwn(DECIMAL_INPUTS, name)
}

/** @throws {MarginInputError} named after the input that is missing, malformed, out of bounds or in contradiction. */
export function readPreviewInputs(inputs: UnreadPreviewInputs): ReadPreviewInputs {
  const { decimals, recorded } = readDecimals(inputs)
  const optional = (name: DecimalInputName): Decimal | null => decimals.get(name) ?? null
  const required = (name: RequiredInputName): Decimal => {
    const value = optional(name)
    if (value === null) throw new MarginInputError(name, 'must be given')
    return value
  }
  return {
    collateralAsset: inputs.collateral_asset,
    roleMayCreate: inputs.role_may_create,
    position: {
      assetQuantity: required('asset_quantity'),
      assetPriceUsd: required('asset_price'),
      collateralQuantity: required('collateral_quantity'),
      collateralPriceUsd: required('collateral_price'),
      deliveriesInTransit: required('deliveries_in_transit'),
      returnsInTransit: required('returns_in_transit'),
      disputedQuantity: required('disputed_quantity'),
    },
    terms: {
      ...oneRequirement(optional('requirement_percent'), optional('haircut')),
      thresholdUsd: required('threshold_usd'),
      minimumNotionalUsd: {
        topUp: required('minimum_notional_top_up_usd'),
        release: required('minimum_notional_release_usd'),
      },
      lot: { topUp: required('lot_top_up'), release: required('lot_release') },
    },
    marginCallPercent: optional('margin_call_percent'),
    liquidationPercent: optional('liquidation_percent'),
    recorded: [...recorded, ...recordContext(inputs)],
  }
}

/** Reads the decimals that are there, and records each as it was read. */
function readDecimals(inputs: UnreadPreviewInputs): {
  decimals: Map<DecimalInputName, Decimal>
  recorded: CalculationInput[]
} {
  const decimals = new Map<DecimalInputName, Decimal>()
  const recorded: CalculationInput[] = []
  for (const name of DECIMAL_INPUT_NAMES) {
    const input = inputs[name]
    if (input === undefined) continue
    const { unit, read } = DECIMAL_INPUTS[name]
    const decimal = read(input.value, name)
    decimals.set(name, decimal)
    recorded.push({
      name,
      value: formatDecimal(decimal),
      unit: unit === 'asset' || unit === 'collateral_asset' ? inputs[unit] : unit,
      source: input.source,
      observed_at: input.observedAt,
    })
  }
  return { decimals, recorded }
}

function oneRequirement(
  requirementPercent: Decimal | null,
  haircut: Decimal | null,
): { requirementPercent: Decimal } | { haircut: Decimal } {
  if (haircut === null) {
    if (requirementPercent !== null) return { requirementPercent }
    throw new MarginInputError('requirement_percent', 'must be given where there is no haircut')
  }
  if (requirementPercent === null) return { haircut }
  throw new MarginInputError('haircut', 'must not be given beside a requirement_percent')
}

/** A requirement is the one figure that leaves as a JSON number: 15 digits are what a double carries unchanged. */
function readRequirementPercent(value: DecimalInput, member: string): Decimal {
  const percent = readPositive(value, member)
  if (percent.precision(true) <= 15) return percent
  throw new MarginInputError(member, 'must have at most 15 digits')
}
