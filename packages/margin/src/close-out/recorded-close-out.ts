import { describeValue, isRecord, type Difference } from '../differences.ts'
import { readRecordedInput, type RecordedInput } from '../recorded-inputs.ts'
import {
  CLOSE_OUT_TEXT_NAMES,
  isCloseOutTextName,
  type CloseOutTextName,
  type CloseOutTexts,
} from './close-out-context.ts'
import {
  COLLATERAL_MAX,
  collateralSuffix,
  INTEREST_PERIODS_MAX,
  type CloseOutCollateralInputs,
  type UnreadCloseOutInputs,
} from './close-out-inputs.ts'
import type { CloseOutInterestPeriod } from './close-out-statement.ts'

const FIXED_NAMES = [
  'asset_quantity',
  'asset_price',
  'asset_unit',
  'interest_paid',
  'close_out_discount',
  'requirement_percent',
  'haircut',
  'threshold_usd',
]
const COLLATERAL_NAMES = Array.from({ length: COLLATERAL_MAX }, (_, index) =>
  ['quantity', 'price', 'unit'].map((name) => `collateral_${name}${collateralSuffix(index)}`),
).flat()
const DECIMAL_NAMES: ReadonlySet<string> = new Set([...FIXED_NAMES, ...COLLATERAL_NAMES])
const INPUTS_MAX = DECIMAL_NAMES.size + CLOSE_OUT_TEXT_NAMES.length

/** In place of an input that is missing, which is a difference. */
const MISSING: RecordedInput = { name: '', value: '', unit: '', source: '', observedAt: null }

/** Converts the calculation of an untrusted statement into the inputs of a close-out. */
export function readRecordedCloseOut(calculation: Readonly<Record<string, unknown>>): {
  inputs: UnreadCloseOutInputs
  differences: Difference[]
} {
  const { byName, differences } = readInputs(calculation['inputs'])
  const required = (name: string): RecordedInput => {
    const input = byName.get(name)
    if (input === undefined) differences.push(inputDifference(name, 'present', 'missing'))
    return input ?? MISSING
  }
  const text = (name: CloseOutTextName): string => required(name).value
  const texts: CloseOutTexts = {
    in_default: text('in_default'),
    lender: text('lender'),
    borrower: text('borrower'),
    to_requirement: text('to_requirement'),
    day_count: text('day_count'),
    price_source: text('price_source'),
    price_time: text('price_time'),
    provisional: text('provisional'),
  }
  const assetQuantity = required('asset_quantity')
  const { periods, differences: ofPeriods } = readPeriods(calculation['interest_periods'])
  const inputs = {
    texts,
    asset: assetQuantity.unit,
    asset_quantity: assetQuantity,
    asset_price: byName.get('asset_price'),
    asset_unit: required('asset_unit'),
    interest_paid: required('interest_paid'),
    interest_periods: periods,
    collateral: collateralOf(byName, required('collateral_quantity')),
    close_out_discount: required('close_out_discount'),
    requirement_percent: byName.get('requirement_percent'),
    haircut: byName.get('haircut'),
    threshold_usd: byName.get('threshold_usd'),
  }
  return { inputs, differences: [...differences, ...ofPeriods] }
}

/** The units of the quantities are the assets. Every other unit is compared with them. */
function collateralOf(
  byName: ReadonlyMap<string, RecordedInput>,
  first: RecordedInput,
): CloseOutCollateralInputs[] {
  const collateral: CloseOutCollateralInputs[] = []
  let quantity: RecordedInput | undefined = first
  while (quantity !== undefined) {
    const suffix = collateralSuffix(collateral.length)
    collateral.push({
      asset: quantity.unit,
      quantity,
      price: byName.get(`collateral_price${suffix}`),
      unit: byName.get(`collateral_unit${suffix}`),
    })
    quantity = byName.get(`collateral_quantity${collateralSuffix(collateral.length)}`)
  }
  return collateral
}

function readInputs(claimed: unknown): {
  byName: Map<string, RecordedInput>
  differences: Difference[]
} {
  const byName = new Map<string, RecordedInput>()
  if (!Array.isArray(claimed) || claimed.length > INPUTS_MAX) {
    return { byName, differences: [notAList('inputs', INPUTS_MAX, claimed)] }
  }
  const elements: unknown[] = claimed
  const differences = elements.flatMap((element, index) => {
    const input = readRecordedInput(element)
    if (input === null) {
      const expected = 'an input with name, value, unit, source and observed_at'
      const member = `calculation.inputs.${index}`
      return [{ member, expected, actual: describeValue(element) }]
    }
    const { name } = input
    if (!DECIMAL_NAMES.has(name) && !isCloseOutTextName(name)) {
      return [inputDifference(describeValue(name), 'a known name', 'an unknown one')]
    }
    if (byName.has(name)) return [inputDifference(name, 'once', 'more than once')]
    byName.set(name, input)
    return []
  })
  return { byName, differences }
}

function readPeriods(claimed: unknown): {
  periods: CloseOutInterestPeriod[]
  differences: Difference[]
} {
  const periods: CloseOutInterestPeriod[] = []
  if (!Array.isArray(claimed) || claimed.length > INTEREST_PERIODS_MAX) {
    return { periods, differences: [notAList('interest_periods', INTEREST_PERIODS_MAX, claimed)] }
  }
  const elements: unknown[] = claimed
  const differences = elements.flatMap((element, index) => {
    const period = readPeriod(element)
    if (period !== null) {
      periods.push(period)
      return []
    }
    const expected = 'a period with from, to, quantity, rate_percent and source'
    const member = `calculation.interest_periods.${index}`
    return [{ member, expected, actual: describeValue(element) }]
  })
  return { periods, differences }
}

function readPeriod(element: unknown): CloseOutInterestPeriod | null {
  if (!isRecord(element)) return null
  const { from, to, quantity, rate_percent, source } = element
  if (typeof from !== 'string' || typeof to !== 'string') return null
  if (typeof quantity !== 'string' || typeof rate_percent !== 'string') return null
  return typeof source === 'string' ? { from, to, quantity, rate_percent, source } : null
}

function notAList(name: string, most: number, actual: unknown): Difference {
  const expected = `a list of at most ${most}`
  return { member: `calculation.${name}`, expected, actual: describeValue(actual) }
}

function inputDifference(name: string, expected: string, actual: string): Difference {
  return { member: `calculation.inputs.${name}`, expected, actual }
}
