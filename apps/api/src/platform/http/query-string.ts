import type { TObject, TSchema } from '@sinclair/typebox'
import type { ErrorDetail } from '@vadium/schema'
import { Refusal } from '../refusal.ts'

const parametersMax = 64

const refuse = (field: string, issue: string) =>
  new Refusal('PARAMETER_INVALID', [{ field, issue }])

/**
 * The parameters of a raw query, each at most once, as the values its schema expects: an integer is
 * read from its digits, `true` and `false` where a boolean is expected, everything else stays text. What the schema does not name is refused.
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

/** Sixteen digits hold every safe integer; longer text is left as it is, for the schema to refuse. */
function fromText(text: string, schema: TSchema): unknown {
  if (schema['type'] === 'boolean') return { true: true, false: false }[text] ?? text
  if (schema['type'] !== 'integer') return text
  return /^-?(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : text
}
