import type { TObject, TSchema } from '@sinclair/typebox'
import type { ErrorDetail } from '@vadium/schema'
import { Refusal } from '../refusal.ts'

const parametersMax = 64

const refuse = (field: string, issue: string) =>
  new Refusal('PARAMETER_INVALID', [{ field, issue }])

/**
 * Parses a raw query. Each parameter may be given once, and becomes the type of its schema:
 * integers and booleans are converted, everything else stays text. Parameters that the schema does
 * not name are refused.
 */
export function parseQuery(raw: string, schema: TObject): Record<string, unknown> | Refusal {
  const values: Record<string, unknown> = {}
  if (raw === '') return values
  const pairs = raw.split('&')
  if (pairs.length > parametersMax)
    return refuse('query', `has more than ${parametersMax} parameters`)
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    const text = decode(equals === -1 ? '' : pair.slice(equals + 1))
    if (name === undefined || text === undefined) {
      return refuse('query', 'is not valid percent-encoded UTF-8')
    }
    const expected = schema.properties[name]
    if (expected === undefined || !Object.hasOwn(schema.properties, name)) {
      return unknownParameter(name, schema)
    }
    if (Object.hasOwn(values, name)) return refuse(name, 'is given more than once')
    values[name] = fromText(text, expected)
  }
  return values
}

function unknownParameter(name: string, schema: TObject): Refusal {
  const detail: ErrorDetail = {
    field: name.slice(0, 64).toWellFormed(),
    issue: 'is not a parameter of this operation',
    allowed: Object.keys(schema.properties),
  }
  return new Refusal('PARAMETER_INVALID', [detail])
}

function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}

/** 16 digits cover every safe integer. Longer text is left for the schema to refuse. */
function fromText(text: string, schema: TSchema): unknown {
  if (schema['type'] === 'boolean') return { true: true, false: false }[text] ?? text
  if (schema['type'] !== 'integer') return text
  return /^-?(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : text
}
