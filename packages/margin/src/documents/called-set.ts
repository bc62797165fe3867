import { compareValues, describeValue, type Difference, isRecord } from '../differences.ts'
import { formatDecimal, ZERO } from '../decimal.ts'
import { readPrinted } from '../decimal-input.ts'
import { add } from '../exact-arithmetic.ts'
import { MarginInputError } from '../margin-input-error.ts'

/** As many requests as a set may have. */
const REQUESTS_MAX = 500

/** Parts of the content of a notice, of any type. */
interface CalledRequest {
  readonly request: unknown
  readonly preview: unknown
  /** The reasons against the request by itself. */
  readonly reasons: unknown
}

/**
 * What a notice says wrongly of the call set of its request: that its rows sum up, that the request
 * is one of them, and that the sum reaches the minimum, or else the request by itself.
 *
 * @param callSet Undefined for a request that was created by itself.
 */
export function calledSetDifferences(
  callSet: unknown,
  { request, preview, reasons }: CalledRequest,
): Difference[] {
  const id = isRecord(request) ? (request['call_set_id'] ?? null) : null
  if (callSet === undefined && id === null) return allowedReasons(reasons, [])
  if (!isRecord(callSet)) return [refused('call_set', 'an object', callSet)]
  const { requests, minimum_applies_to: appliesTo } = callSet
  if (!Array.isArray(requests) || requests.length > REQUESTS_MAX) {
    return [refused('call_set.requests', `a list of at most ${REQUESTS_MAX}`, requests)]
  }
  return [
    ...compareValues('call_set', { id }, callSet),
    ...ownRow(requests, request),
    ...sumDifferences(callSet, requests),
    ...ownMinimum(callSet, preview),
    ...allowedReasons(reasons, appliesTo === 'agreement' ? ['BELOW_MINIMUM_NOTIONAL'] : []),
  ]
}

/** The request is one of the set, once, with the amount that it has. */
function ownRow(requests: readonly unknown[], request: unknown): Difference[] {
  const { order_id_pretty, notional_usd }: Readonly<Record<string, unknown>> = isRecord(request)
    ? request
    : {}
  const own = requests.filter((row) => isRecord(row) && row['order_id_pretty'] === order_id_pretty)
  const [first] = own
  if (own.length !== 1) {
    const expected = `one of order ${describeValue(order_id_pretty)}`
    return [refused('call_set.requests', expected, String(own.length))]
  }
  const place = `call_set.requests.${requests.indexOf(first)}`
  return compareValues(place, { order_id_pretty, notional_usd }, first)
}

function sumDifferences(
  callSet: Readonly<Record<string, unknown>>,
  requests: readonly unknown[],
): Difference[] {
  try {
    const rows = requests.map((row) => usd(row, 'notional_usd'))
    const total = add(ZERO, ...rows)
    const minimum = usd(callSet, 'minimum_notional_usd')
    const sum = compareValues('call_set', { total_notional_usd: formatDecimal(total, 2) }, callSet)
    if (total.greaterThanOrEqualTo(minimum)) return sum
    const expected = `at most ${formatDecimal(total, 2)}`
    return [...sum, refused('call_set.minimum_notional_usd', expected, formatDecimal(minimum, 2))]
  } catch (error) {
    if (!(error instanceof MarginInputError)) throw error
    return [refused(`call_set.${error.member}`, error.issue, 'something else')]
  }
}

/** Whether the minimum of the sum is that of the terms of this deal, which are in its preview. */
export const isOwnMinimum = (callSet: Readonly<Record<string, unknown>>): boolean =>
  callSet['minimum_terms_version'] === callSet['terms_version']

function ownMinimum(callSet: Readonly<Record<string, unknown>>, preview: unknown): Difference[] {
  if (!isOwnMinimum(callSet) || !isRecord(preview)) return []
  const { minimum_notional_usd } = preview
  return compareValues('call_set', { minimum_notional_usd }, callSet)
}

function usd(of: unknown, member: string) {
  const value = isRecord(of) ? of[member] : undefined
  if (typeof value !== 'string') throw new MarginInputError(member, 'must be a text')
  return readPrinted(value, member)
}

/** A request with another reason could not have been created. */
function allowedReasons(reasons: unknown, allowed: readonly string[]): Difference[] {
  if (!Array.isArray(reasons)) return [refused('calculation.reasons', 'a list', reasons)]
  const codes = reasons.map((reason: unknown) => (isRecord(reason) ? reason['code'] : reason))
  const others = codes.filter((code) => !allowed.some((one) => one === code))
  return others.map((code) => refused('calculation.reasons', allowed.join() || 'none', code))
}

function refused(member: string, expected: string, actual: unknown): Difference {
  return { member, expected, actual: describeValue(actual ?? 'missing') }
}
