import { describeValue, isRecord, type Difference } from '../differences.ts'
import { isDay } from '../calendar-day.ts'
import { isPrinted } from '../decimal-input.ts'

/** What the members of a content are. A `?` admits null. */
type Scalar = 'text' | 'time' | 'day' | 'decimal' | 'integer' | 'boolean'
export type Shape =
  | Scalar
  | `${Scalar}?`
  /** Not looked into. */
  | 'any'
  | readonly [Shape]
  | { readonly orNull: Shape }
  /** A member that an earlier release did not write. */
  | { readonly orAbsent: Shape }
  | Members

interface Members {
  readonly [member: string]: Shape
}

/** A value of a shape. */
export type Shaped<S> = S extends 'text' | 'time' | 'day' | 'decimal'
  ? string
  : S extends 'integer'
    ? number
    : S extends 'boolean'
      ? boolean
      : S extends `${infer Of}?`
        ? Shaped<Of> | null
        : S extends 'any'
          ? unknown
          : S extends readonly [infer Of]
            ? readonly Shaped<Of>[]
            : S extends { readonly orNull: infer Of }
              ? Shaped<Of> | null
              : S extends { readonly orAbsent: infer Of }
                ? Shaped<Of> | undefined
                : { readonly [Name in keyof S]: Shaped<S[Name]> }

const scalars: Readonly<Record<Scalar, readonly [words: string, (value: unknown) => boolean]>> = {
  text: ['a text', (value) => typeof value === 'string'],
  time: ['a time in UTC', (value) => typeof value === 'string' && isTime(value)],
  day: ['a calendar day', (value) => typeof value === 'string' && isDay(value)],
  decimal: ['a decimal', (value) => typeof value === 'string' && isPrinted(value)],
  integer: ['an integer', (value) => Number.isSafeInteger(value)],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
}

/** Members that differ are not all listed: a content has untrusted ones. */
const listedMax = 20

/**
 * Whether a value has exactly the members of a shape, each of its type. Otherwise `differences`
 * says what is missing, of another type, or does not belong there.
 */
export function ofShape<const S extends Shape>(
  place: string,
  shape: S,
  value: unknown,
): { readonly value: Shaped<S> } | { readonly differences: Difference[] } {
  const differences = shapeDifferences(place, shape, value)
  // All members have their types.
  return differences.length === 0 ? { value: value as Shaped<S> } : { differences }
}

function shapeDifferences(place: string, shape: Shape, value: unknown): Difference[] {
  if (shape === 'any') return []
  if (typeof shape === 'string') return scalarDifferences(place, shape, value)
  if (isListShape(shape)) {
    if (!Array.isArray(value)) return [differing(place, 'a list', value)]
    const elements: unknown[] = value
    return elements
      .flatMap((element, index) => shapeDifferences(`${place}.${index}`, shape[0], element))
      .slice(0, listedMax)
  }
  if (isOrAbsent(shape)) {
    return value === undefined ? [] : shapeDifferences(place, shape.orAbsent, value)
  }
  if (isOrNull(shape)) return value === null ? [] : shapeDifferences(place, shape.orNull, value)
  return memberDifferences(place, shape, value)
}

function scalarDifferences(
  place: string,
  shape: Scalar | `${Scalar}?`,
  value: unknown,
): Difference[] {
  const isNullable = shape.endsWith('?')
  const name = (isNullable ? shape.slice(0, -1) : shape) as Scalar
  const [words, matches] = scalars[name]
  if ((isNullable && value === null) || matches(value)) return []
  return [differing(place, isNullable ? `${words} or null` : words, value)]
}

function memberDifferences(place: string, shape: Members, value: unknown): Difference[] {
  if (!isRecord(value)) return [differing(place, 'an object', value)]
  const of = Object.entries(shape).flatMap(([name, member]) =>
    shapeDifferences(`${place}.${name}`, member, value[name]),
  )
  const added = Object.keys(value).filter((name) => !Object.hasOwn(shape, name))
  return [
    ...of,
    ...added.map((name) =>
      differing(`${place}.${describeValue(name)}`, 'no such member', value[name]),
    ),
  ].slice(0, listedMax)
}

const isListShape = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape)
const isOrAbsent = (
  shape: Members | { readonly orNull: Shape } | { readonly orAbsent: Shape },
): shape is { orAbsent: Shape } => Object.hasOwn(shape, 'orAbsent')
const isOrNull = (shape: Members | { readonly orNull: Shape }): shape is { orNull: Shape } =>
  Object.hasOwn(shape, 'orNull')

/**
 * RFC 3339 in UTC with milliseconds, as the service writes it: so texts are in the order of times.
 */
const isTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))

export function differing(member: string, expected: string, actual: unknown): Difference {
  return { member, expected, actual: describeValue(actual ?? 'missing') }
}
