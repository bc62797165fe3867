import { compareValues, describeValue, isRecord, type Difference } from '../differences.ts'
import { MarginInputError } from '../margin-input-error.ts'
import { CLOSE_OUT_VERSION, type CloseOutStatement } from './close-out-statement.ts'
import { closeOutUnread } from './close-out.ts'
import { readRecordedCloseOut } from './recorded-close-out.ts'

/** An untrusted statement: members of any type. */
export type ClaimedCloseOut = Readonly<Record<keyof CloseOutStatement, unknown>>

/** The result of a verification: `ok` if there is no difference. */
export interface CloseOutVerification {
  ok: boolean
  differences: Difference[]
}

/**
 * Recomputes a statement of a close-out from the inputs and the interest periods of its
 * calculation. Compares every member, input, period and step, exactly and in order, and refuses
 * members that a statement of this version does not have.
 *
 * The argument may be any JSON: the result is a list of differences, never an exception. A
 * statement of another formula version is refused.
 *
 * Not covered, because it cannot be known offline: whether an input was true. Its source and its
 * time can be looked up. So an input that changes no figure may be another one, such as the
 * quantity of a period at a rate of zero.
 *
 * @example
 *   const { ok, differences } = verifyCloseOut(reply.statement)
 *   // differences: [{ member: 'statement.claim_usd', expected: '1012638.888889', actual: '1' }]
 */
export function verifyCloseOut(statement: ClaimedCloseOut): CloseOutVerification {
  const differences = closeOutDifferences(statement)
  return { ok: differences.length === 0, differences }
}

function closeOutDifferences(statement: unknown): Difference[] {
  if (!isRecord(statement)) return [notAnObject('statement', statement)]
  const { calculation } = statement
  if (!isRecord(calculation)) return [notAnObject('statement.calculation', calculation)]
  const { formula_version: version } = calculation
  if (version !== CLOSE_OUT_VERSION) {
    return compareValues('statement.calculation.formula_version', CLOSE_OUT_VERSION, version)
  }
  const { inputs, differences } = readRecordedCloseOut(calculation)
  if (differences.length > 0) return differences.map(ofStatement)
  try {
    return compareValues('statement', closeOutUnread(inputs), statement, 'refused')
  } catch (error) {
    if (!(error instanceof MarginInputError)) throw error
    return [refusedInput(calculation, error)]
  }
}

/** The place of an input, or of a member of a period, that was refused. */
function refusedInput(
  { inputs }: Readonly<Record<string, unknown>>,
  { member: name, issue }: MarginInputError,
): Difference {
  const place = name.startsWith('interest_periods') ? name : `inputs.${name}`
  const elements: unknown[] = Array.isArray(inputs) ? inputs : []
  const input = elements.find((element) => isRecord(element) && element['name'] === name)
  const actual = isRecord(input) ? describeValue(input['value']) : 'something else'
  return ofStatement({ member: `calculation.${place}`, expected: issue, actual })
}

function ofStatement({ member, expected, actual }: Difference): Difference {
  return { member: `statement.${member}`, expected, actual }
}

function notAnObject(member: string, actual: unknown): Difference {
  return { member, expected: 'an object', actual: describeValue(actual) }
}
