/** A difference between a member and its recomputed value. */
export interface Difference {
  /** A path, such as `preview.ltv_percent` or `calculation.steps.required.value`. */
  member: string
  expected: string
  actual: string
}

/** Longer texts are truncated in a difference, because the compared values are untrusted. */
const SHOWN_LENGTH_MAX = 200

/** Whether a value is an object with members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Describes a value in at most 200 characters, without calling its methods. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > SHOWN_LENGTH_MAX ? `${value.slice(0, SHOWN_LENGTH_MAX)}…` : value
  }
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (isRecord(value)) return 'an object'
  return String(value)
}

/** `allowed` where later versions may add members. */
type AdditionalMembers = 'allowed' | 'refused'

/** More additional members than these are not listed. */
const ADDITIONAL_LISTED_MAX = 20

/**
 * Compares an actual value with the expected one: every member, and every element in its place.
 * Additional elements are a difference, and additional members are one if they are refused.
 */
export function compareValues(
  member: string,
  expected: unknown,
  actual: unknown,
  additional: AdditionalMembers = 'allowed',
): Difference[] {
  if (Array.isArray(expected)) return compareLists(member, expected, actual, additional)
  if (isRecord(expected) && isRecord(actual)) {
    const differences = Object.entries(expected).flatMap(([name, value]) =>
      compareValues(`${member}.${name}`, value, actual[name], additional),
    )
    return additional === 'allowed'
      ? differences
      : [...differences, ...additionalMembers(member, expected, actual)]
  }
  if (Object.is(expected, actual)) return []
  return [{ member, expected: describeValue(expected), actual: describeValue(actual) }]
}

function additionalMembers(
  member: string,
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
): Difference[] {
  return Object.entries(actual)
    .filter(([name]) => !Object.hasOwn(expected, name))
    .slice(0, ADDITIONAL_LISTED_MAX)
    .map(([name, value]) => ({
      member: `${member}.${describeValue(name)}`,
      expected: 'no such member',
      actual: describeValue(value),
    }))
}

function compareLists(
  member: string,
  expected: unknown[],
  actual: unknown,
  additional: AdditionalMembers,
): Difference[] {
  if (!Array.isArray(actual) || actual.length !== expected.length) {
    return [{ member, expected: describeValue(expected), actual: describeValue(actual) }]
  }
  const elements: unknown[] = actual
  return expected.flatMap((element, index) =>
    compareValues(`${member}.${labelOf(element, index)}`, element, elements[index], additional),
  )
}

/** An element is labelled by its `name` or `code`, which is clearer than its index. */
function labelOf(element: unknown, index: number): string {
  if (isRecord(element)) {
    if (typeof element['name'] === 'string') return element['name']
    if (typeof element['code'] === 'string') return element['code']
  }
  return String(index)
}
