import { calculateUnreadPreview, type CalculatedPreview } from './calculate-preview.ts'
import { FORMULA_VERSIONS, type Calculation, type PreviewFigures } from './calculation.ts'
import { compareValues, describeValue, isRecord, type Difference } from './differences.ts'
import { MarginInputError } from './margin-input-error.ts'
import { isContextInputName, type PartyName } from './preview-context.ts'
import { isDecimalInputName, type UnreadPreviewInputs } from './preview-inputs.ts'
import { readRecordedInputs } from './recorded-inputs.ts'

/**
 * An untrusted preview: at least the computed members and the parties, of any type. The parties are
 * needed,
 * because the direction of a transfer is verified as well as its amount.
 */
export type ClaimedPreview = Readonly<
  Record<keyof PreviewFigures | 'asset' | 'collateral_asset' | 'sender' | 'receiver', unknown>
>

/** An untrusted calculation. */
export type ClaimedCalculation = Readonly<Record<keyof Calculation, unknown>>

/** The result of a verification: `ok` if there is no difference. */
export interface PreviewVerification {
  ok: boolean
  differences: Difference[]
}

/**
 * Recomputes a preview from the inputs of its calculation. Compares the figures and the assets of
 * the
 * preview, the sender and the receiver, and every input, step, reason and trigger price of the
 * calculation,
 * exactly and in order.
 *
 * Both arguments may be any JSON: the result is a list of differences, never an exception. A
 * calculation of an unknown formula version is refused, and one of another version than its inputs
 * have.
 *
 * Not covered, because it cannot be known offline: whether an input was true (its source and its
 * time can be
 * looked up), and the members of a preview that are not computed from the inputs:
 * `collateral_type`,
 * `price_at_last_m2m`, `price_at_last_market`, `last_m2m_at`, `order_id`, `order_id_pretty`,
 * `position_id`, and each party's names, custodian and wallet.
 */
export function verifyPreview(
  preview: ClaimedPreview,
  calculation: ClaimedCalculation,
): PreviewVerification {
  const differences = previewDifferences(preview, calculation)
  return { ok: differences.length === 0, differences }
}

/**
 * The differences of {@link verifyPreview}, of any JSON.
 *
 * @param additional Whether a calculation may have members of later versions.
 */
export function previewDifferences(
  preview: unknown,
  calculation: unknown,
  additional: 'allowed' | 'refused' = 'allowed',
): Difference[] {
  if (!isRecord(preview)) return [notAnObject('preview', preview)]
  if (!isRecord(calculation)) return [notAnObject('calculation', calculation)]
  const { formula_version: version } = calculation
  if (!FORMULA_VERSIONS.some((known) => known === version)) {
    return compareValues('calculation.formula_version', FORMULA_VERSIONS.join(' or '), version)
  }
  const { inputs, differences } = readRecordedInputs(calculation['inputs'])
  if (differences.length > 0) return differences

  const recomputed = recompute(inputs)
  if (Array.isArray(recomputed)) return recomputed
  return [
    ...compareValues('preview', expectedPreview(recomputed, inputs), preview),
    ...compareValues('calculation', recomputed.calculation, calculation, additional),
  ]
}

function recompute(inputs: UnreadPreviewInputs): CalculatedPreview | Difference[] {
  try {
    return calculateUnreadPreview(inputs)
  } catch (error) {
    if (!(error instanceof MarginInputError)) throw error
    const { member, issue } = error
    const actual = describeValue(valueOf(inputs, member) ?? 'missing')
    return [{ member: `calculation.inputs.${member}`, expected: issue, actual }]
  }
}

function valueOf(inputs: UnreadPreviewInputs, member: string): unknown {
  if (isContextInputName(member)) return inputs[member]
  return isDecimalInputName(member) ? inputs[member]?.value : undefined
}

function expectedPreview(
  { figures, sender }: CalculatedPreview,
  inputs: UnreadPreviewInputs,
): Readonly<Record<keyof ClaimedPreview, unknown>> {
  const { asset, collateral_asset } = inputs
  const party = (name: PartyName) => ({ organization_id: inputs[name] })
  const receiver = sender === 'lender' ? 'borrower' : 'lender'
  return { ...figures, asset, collateral_asset, sender: party(sender), receiver: party(receiver) }
}

function notAnObject(member: string, actual: unknown): Difference {
  return { member, expected: 'an object', actual: describeValue(actual) }
}
