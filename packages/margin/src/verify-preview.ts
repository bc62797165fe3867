import { calculateUnreadPreview, type CalculatedPreview } from './calculate-preview.ts'
import { FORMULA_VERSION, type Calculation, type PreviewFigures } from './calculation.ts'
import { compareValues, describeValue, isRecord, type Difference } from './differences.ts'
import { MarginInputError } from './margin-input-error.ts'
import { isDecimalInputName, type UnreadPreviewInputs } from './preview-inputs.ts'
import { readRecordedInputs } from './recorded-inputs.ts'

/** A preview as someone claims it to be: at least the computed members, of whatever type. */
export type ClaimedPreview = Readonly<Record<keyof PreviewFigures, unknown>>

/** A calculation as someone claims it to be. */
export type ClaimedCalculation = Readonly<Record<keyof Calculation, unknown>>

/** What came out of a verification: `ok` when there is no difference. */
export interface PreviewVerification {
  ok: boolean
  differences: Difference[]
}

/**
 * Computes a preview again from nothing but the inputs that its calculation lists, and compares every
 * computed member of the preview, every input, step, reason and trigger price, in order and to the digit.
 * Where the preview names its assets, they must be the units of the quantities.
 *
 * Both may come from anywhere: whatever they are made of, the answer is a list of differences and never
 * an exception. A calculation of another formula version is refused. What cannot be checked offline is
 * whether an input was true: its source and its time are there to be looked up.
 */
export function verifyPreview(
  preview: ClaimedPreview,
  calculation: ClaimedCalculation,
): PreviewVerification {
  const differences = previewDifferences(preview, calculation)
  return { ok: differences.length === 0, differences }
}

function previewDifferences(preview: unknown, calculation: unknown): Difference[] {
  if (!isRecord(preview)) return [notAnObject('preview', preview)]
  if (!isRecord(calculation)) return [notAnObject('calculation', calculation)]
  const { formula_version: version } = calculation
  if (version !== FORMULA_VERSION) {
    return compareValues('calculation.formula_version', FORMULA_VERSION, version)
  }
  const { inputs, differences } = readRecordedInputs(calculation['inputs'])
  if (differences.length > 0) return differences

  const recomputed = recompute(inputs)
  if (Array.isArray(recomputed)) return recomputed
  return [
    ...compareValues('preview', { ...recomputed.figures, ...assetsOf(preview, inputs) }, preview),
    ...compareValues('calculation', recomputed.calculation, calculation),
  ]
}

function recompute(inputs: UnreadPreviewInputs): CalculatedPreview | Difference[] {
  try {
    return calculateUnreadPreview(inputs)
  } catch (error) {
    if (!(error instanceof MarginInputError)) throw error
    const { member, issue } = error
    const input = isDecimalInputName(member) ? inputs[member] : undefined
    const actual = input === undefined ? 'missing' : describeValue(input.value)
    return [{ member: `calculation.inputs.${member}`, expected: issue, actual }]
  }
}

function assetsOf(
  preview: Readonly<Record<string, unknown>>,
  { asset, collateral_asset }: UnreadPreviewInputs,
): Readonly<Record<string, string>> {
  return {
    ...(preview['asset'] === undefined ? {} : { asset }),
    ...(preview['collateral_asset'] === undefined ? {} : { collateral_asset }),
  }
}

function notAnObject(member: string, actual: unknown): Difference {
  return { member, expected: 'an object', actual: describeValue(actual) }
}
