import { setImmediate } from 'node:timers/promises'
import type { TObject, TSchema } from '@sinclair/typebox'
import type { ErrorDetail } from '@vadium/schema'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'

/** Nothing is coerced, removed or filled in: the body is used as it was signed, or refused. */
const ajv = new Ajv({
  strict: false,
  allErrors: false,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  ownProperties: true,
  verbose: true,
})

/** Validates a value. The result describes the first fault; undefined if there is none. */
export type Validate = (value: unknown) => ErrorDetail | undefined

/** Schemas that no value has needed yet. */
const waiting = new Set<TSchema>()

/**
 * The validation of a schema. `whole` is the field name for faults of the whole value. The schema
 * is compiled for its first value: all schemas together take a quarter of the time of a start.
 */
export function validatorOf(schema: TObject, whole: string): Validate {
  waiting.add(schema)
  let compiled: ValidateFunction | undefined
  return (value) => {
    const validate = (compiled ??= compile(schema))
    if (validate(value)) return undefined
    const [error] = validate.errors ?? []
    return error === undefined ? { field: whole, issue: 'is not valid' } : detailOf(error, whole)
  }
}

/** Compiles what no request has needed yet, a schema at a time, so that requests come between. */
export async function compileWaitingValidators(): Promise<void> {
  for (const schema of waiting) {
    compile(schema)
    await setImmediate()
  }
}

/** Ajv keeps what it has compiled. */
function compile(schema: TSchema): ValidateFunction {
  waiting.delete(schema)
  return ajv.compile(schema)
}

/** The most faults that an answer names. */
export const faultsMax = 20

/**
 * The faults of a value that a validation has refused: the first as it was found, then at most one
 * for each other member, in the order of the schema. A second pass, so that what is right costs
 * nothing. Each member is read up to its first fault, so a text that is too long is not compared
 * with a pattern, and a list that is too long is not read.
 */
export function allFaults(
  schema: TObject,
  value: unknown,
  first: ErrorDetail,
  whole: string,
): ErrorDetail[] {
  const faults = new Map([[first.field, first]])
  for (const fault of faultsIn(schema, value, '', whole)) {
    if (faults.size >= faultsMax) break
    if (!faults.has(fault.field)) faults.set(fault.field, fault)
  }
  return [...faults.values()]
}

function* faultsIn(
  schema: TSchema,
  value: unknown,
  path: string,
  whole: string,
): Generator<ErrorDetail, void, undefined> {
  const validate = compile(schema)
  if (validate(value)) return
  const [error] = validate.errors ?? []
  let isFound = false
  for (const fault of faultsOfParts(schema, value, path, whole)) {
    isFound = true
    yield fault
  }
  if (!isFound && error !== undefined) yield detailOf(error, whole, path)
}

function* faultsOfParts(
  schema: TSchema,
  value: unknown,
  path: string,
  whole: string,
): Generator<ErrorDetail, void, undefined> {
  if (Array.isArray(value)) {
    const { items, maxItems = Infinity } = schema as { items?: TSchema; maxItems?: number }
    if (items === undefined || value.length > maxItems) return
    for (const [index, item] of value.entries()) {
      yield* faultsIn(items, item, memberPath(path, index), whole)
    }
    return
  }
  const { properties, required = [], additionalProperties } = schema as Partial<TObject>
  if (properties === undefined || typeof value !== 'object' || value === null) return
  const given = new Map<string, unknown>(Object.entries(value))
  for (const name of required) if (!given.has(name)) yield missing(path, name)
  if (additionalProperties === false) {
    for (const name of given.keys()) {
      if (!Object.hasOwn(properties, name)) yield unknown(path, name, schema)
    }
  }
  for (const [name, member] of Object.entries(properties)) {
    if (given.has(name)) yield* faultsIn(member, given.get(name), memberPath(path, name), whole)
  }
}

const memberPath = (path: string, name: unknown) =>
  [path, String(name).slice(0, 64).toWellFormed()].filter(Boolean).join('.')

const missing = (path: string, name: unknown): ErrorDetail => ({
  field: memberPath(path, name),
  issue: 'is required',
})

const namesOf = (schema: unknown) =>
  Object.keys((schema as Partial<TObject> | undefined)?.properties ?? {})

const unknown = (path: string, name: unknown, schema: unknown): ErrorDetail => ({
  field: memberPath(path, name),
  issue: 'is not a member this operation knows',
  allowed: namesOf(schema),
})

/** @param at The path of the value that was validated. */
function detailOf(error: ErrorObject, whole: string, at = ''): ErrorDetail {
  const path = `${at}${error.instancePath.replaceAll('/', '.')}`.replace(/^\./, '')
  const { keyword, parentSchema } = error
  const params = error.params as Record<string, unknown>
  if (keyword === 'required') return missing(path, params['missingProperty'])
  if (keyword === 'additionalProperties') {
    return unknown(path, params['additionalProperty'], parentSchema)
  }
  const field = path === '' ? whole : path
  if (keyword === 'minProperties') {
    const names = namesOf(parentSchema).join(', ')
    return { field, issue: `must have at least ${String(params['limit'])} of ${names}` }
  }
  const expected = (parentSchema as TSchema | undefined)?.['x-expected'] as string | undefined
  const issue = expected === undefined ? (error.message ?? 'is not valid') : `must be ${expected}`
  return { field, issue }
}
