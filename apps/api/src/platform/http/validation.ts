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
const waiting = new Set<TObject>()

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
function compile(schema: TObject): ValidateFunction {
  waiting.delete(schema)
  return ajv.compile(schema)
}

function detailOf(error: ErrorObject, whole: string): ErrorDetail {
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const member = (name: unknown) =>
    [path, String(name).slice(0, 64).toWellFormed()].filter(Boolean).join('.')
  const params = error.params as Record<string, unknown>
  if (error.keyword === 'required')
    return { field: member(params['missingProperty']), issue: 'is required' }
  if (error.keyword === 'additionalProperties') {
    const allowed = Object.keys((error.parentSchema as TObject | undefined)?.properties ?? {})
    return {
      field: member(params['additionalProperty']),
      issue: 'is not a member this operation knows',
      allowed,
    }
  }
  if (error.keyword === 'minProperties') {
    const allowed = Object.keys((error.parentSchema as TObject | undefined)?.properties ?? {})
    const issue = `must have at least ${String(params['limit'])} of ${allowed.join(', ')}`
    return { field: path === '' ? whole : path, issue }
  }
  const expected = (error.parentSchema as TSchema | undefined)?.['x-expected'] as string | undefined
  const issue = expected === undefined ? (error.message ?? 'is not valid') : `must be ${expected}`
  return { field: path === '' ? whole : path, issue }
}
