import { describeValue, isRecord, type Difference } from './differences.ts'
import { CONTEXT_INPUT_NAMES, isPartyName, isRequiredContext } from './preview-context.ts'
import {
  DECIMAL_INPUT_NAMES,
  isDecimalInputName,
  type PreviewInput,
  type UnreadPreviewInputs,
} from './preview-inputs.ts'

/** One recorded input whose members have the right types. Their values are not yet checked. */
export interface RecordedInput extends PreviewInput {
  name: string
  unit: string
}

const INPUTS_MAX = DECIMAL_INPUT_NAMES.length + CONTEXT_INPUT_NAMES.length

/** Converts the inputs of an untrusted calculation into the inputs of a preview. */
export function readRecordedInputs(claimed: unknown): {
  inputs: UnreadPreviewInputs
  differences: Difference[]
} {
  const inputs: UnreadPreviewInputs = {
    asset: '',
    collateral_asset: '',
    lender: '',
    borrower: '',
    role_may_create: false,
  }
  const differences: Difference[] = []
  const seen = new Set<string>()
  if (!Array.isArray(claimed) || claimed.length > INPUTS_MAX) {
    const expected = `a list of at most ${INPUTS_MAX}`
    const actual = describeValue(claimed)
    return { inputs, differences: [{ member: 'calculation.inputs', expected, actual }] }
  }

  const elements: unknown[] = claimed
  for (const [index, element] of elements.entries()) {
    const input = readRecordedInput(element)
    if (input === null) {
      const expected = 'an input with name, value, unit, source and observed_at'
      const member = `calculation.inputs.${index}`
      differences.push({ member, expected, actual: describeValue(element) })
    } else if (seen.has(input.name)) {
      differences.push(inputDifference(input.name, 'once', 'more than once'))
    } else {
      seen.add(input.name)
      differences.push(...takeInput(inputs, input))
    }
  }
  for (const name of CONTEXT_INPUT_NAMES.filter(isRequiredContext)) {
    if (!seen.has(name)) differences.push(inputDifference(name, 'present', 'missing'))
  }
  return { inputs, differences }
}

function takeInput(inputs: UnreadPreviewInputs, input: RecordedInput): Difference[] {
  const { name, unit, value, source, observedAt } = input
  if (name === 'role_may_create') {
    inputs.role_may_create = value === 'true'
    if (value === 'true' || value === 'false') return []
    return [inputDifference(name, 'true or false', describeValue(value))]
  }
  if (name === 'receiver_in_default') {
    inputs.receiver_in_default = true
    return value === 'true' ? [] : [inputDifference(name, 'true', describeValue(value))]
  }
  if (isPartyName(name)) {
    inputs[name] = value
    return []
  }
  if (!isDecimalInputName(name)) {
    return [inputDifference(describeValue(name), 'a known name', 'an unknown one')]
  }
  // The units of the two quantities are the assets. Every other unit is compared with them.
  if (name === 'asset_quantity') inputs.asset = unit
  if (name === 'collateral_quantity') inputs.collateral_asset = unit
  inputs[name] = { value, source, observedAt }
  return []
}

/** Null unless every member has its type. */
export function readRecordedInput(element: unknown): RecordedInput | null {
  if (!isRecord(element)) return null
  const { name, value, unit, source, observed_at: observedAt } = element
  if (typeof name !== 'string' || typeof value !== 'string') return null
  if (typeof unit !== 'string' || typeof source !== 'string') return null
  if (typeof observedAt !== 'string' && observedAt !== null) return null
  return { name, value, unit, source, observedAt }
}

function inputDifference(name: string, expected: string, actual: string): Difference {
  return { member: `calculation.inputs.${name}`, expected, actual }
}
