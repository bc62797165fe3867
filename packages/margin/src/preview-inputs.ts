import type { NamedInput } from './calculation-input.ts'
import { readFraction, readNonNegative, readPositive } from './decimal-input.ts'
import { formatDecimal, type Decimal, type DecimalInput } from './decimal.ts'
import { MarginInputError } from './margin-input-error.ts'
import type { MarginTerms } from './margin-terms.ts'
import type { Position } from './position-valuation.ts'
import { recordContext, type ContextInputName, type PreviewContext } from './preview-context.ts'

/** One decimal input of a preview: its value, its source and when it was observed. */
export interface PreviewInput {
  value: string
  source: string
  observedAt: string | null
}

/** Every decimal input of a preview with its unit and its bounds, in the order of a calculation. */
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
  top_up_percent: { unit: 'percent', read: readPositive },
  release_percent: { unit: 'percent', read: readPositive },
} as const satisfies Record<
  string,
  {
    unit: 'asset' | 'collateral_asset' | 'USD' | 'percent' | 'fraction'
    read: (value: DecimalInput, member: string) => Decimal
  }
>

/** Such as `asset_price`. Each has a unit and bounds. */
export type DecimalInputName = keyof typeof DECIMAL_INPUTS

type LevelName =
  | 'margin_call_percent'
  | 'liquidation_percent'
  | 'top_up_percent'
  | 'release_percent'
type RequiredInputName = Exclude<DecimalInputName, LevelName | 'requirement_percent' | 'haircut'>

/**
 * The inputs of a mark-to-market preview. Quantities are in units of their asset.
 * `collateral_quantity` is
 * the settled collateral. Exactly one of `requirement_percent` and `haircut` is given; levels if
 * agreed. `top_up_percent` is the coverage at or below which a TopUp can be submitted,
 * `release_percent` that at or above which a Release can.
 */
export type PreviewInputs = PreviewContext &
  Record<RequiredInputName, PreviewInput> &
  Partial<Record<LevelName, PreviewInput | undefined>> &
  (
    | { requirement_percent: PreviewInput; haircut?: undefined }
    | { haircut: PreviewInput; requirement_percent?: undefined }
  )

/** The inputs of an untrusted calculation, which may be incomplete. */
export type UnreadPreviewInputs = PreviewContext &
  Partial<Record<DecimalInputName, PreviewInput | undefined>>

/** The read inputs in the form that the formulas need, with the records for the calculation. */
export interface ReadPreviewInputs {
  collateralAsset: string
  roleMayCreate: boolean
  receiverInDefault: boolean
  position: Position
  terms: MarginTerms
  marginCallPercent: Decimal | null
  liquidationPercent: Decimal | null
  recorded: NamedInput<DecimalInputName | ContextInputName>[]
}

/** The names of all decimal inputs, in the order in which a calculation lists them. */
export const DECIMAL_INPUT_NAMES = Object.keys(DECIMAL_INPUTS).filter(isDecimalInputName)

/** False for a name that a later version of the formulas may have added. */
export function isDecimalInputName(name: string): name is DecimalInputName {
  return Object.hasOwn(DECIMAL_INPUTS, name)
}

/** @throws {MarginInputError} if an input is missing, malformed, out of bounds or contradictory. */
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
    receiverInDefault: inputs.receiver_in_default === true,
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
      topUpPercent: optional('top_up_percent'),
      releasePercent: optional('release_percent'),
    },
    marginCallPercent: optional('margin_call_percent'),
    liquidationPercent: optional('liquidation_percent'),
    recorded: [...recorded, ...recordContext(inputs)],
  }
}

/** Reads the given decimals and records each one. */
function readDecimals(inputs: UnreadPreviewInputs): {
  decimals: Map<DecimalInputName, Decimal>
  recorded: NamedInput<DecimalInputName>[]
} {
  const decimals = new Map<DecimalInputName, Decimal>()
  const recorded: NamedInput<DecimalInputName>[] = []
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
    throw new MarginInputError('requirement_percent', 'must be given if there is no haircut')
  }
  if (requirementPercent === null) return { haircut }
  throw new MarginInputError('haircut', 'must not be given together with a requirement_percent')
}

/** The requirement is a JSON number in the API: a double keeps so many digits unchanged. */
export const REQUIREMENT_DIGITS_MAX = 15

/** Reads a requirement, which must be above zero. */
export function readRequirementPercent(value: DecimalInput, member: string): Decimal {
  const percent = readPositive(value, member)
  if (percent.precision(true) <= REQUIREMENT_DIGITS_MAX) return percent
  throw new MarginInputError(member, `must have at most ${REQUIREMENT_DIGITS_MAX} digits`)
}
