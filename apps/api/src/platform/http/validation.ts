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

/** Compiles the validation of a schema. `whole` is the field name for faults of the whole value. */
export function compileValidator(schema: TObject, whole: string): Validate {
  const validate: ValidateFunction = ajv.compile(schema)
  return (value) => {
    if (validate(value)) return undefined
    const [error] = validate.errors ?? []
    return error === undefined ? { field: whole, issue: 'is not valid' } : detailOf(error, whole)
  }
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
  const expected = (error.parentSchema as TSchema | undefined)?.['x-expected'] as string | undefined
  const issue = expected === undefined ? (error.message ?? 'is not valid') : `must be ${expected}`
  return { field: path === '' ? whole : path, issue }
}
