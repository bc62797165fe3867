import type { TSchema } from '@sinclair/typebox'
import { faultIn, fits } from './schema-check.ts'

/** Texts in the forms that members have. The first one that fits a schema is its sample. */
const texts = [
  '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
  '2026-03-02T16:00:00.000Z',
  '2026-03-02',
  '16:00',
  '1',
  '1.5',
  'BTC',
  'sample',
  'sample-1',
  'SAMPLE',
  'https://hooks.example.com/vadium',
  'https://api.example.com',
  `whsec_${'A'.repeat(43)}=`,
  'A'.repeat(43),
  'A'.repeat(86),
  '0'.repeat(64),
  'sha256:0',
  'order.updated',
  '',
]

/**
 * A value that a schema accepts: required members only, the first of alternatives, lists with one
 * item.
 *
 * @throws Error if none is found.
 */
export function sampleOf(schema: TSchema): unknown {
  const value = sampled(schema)
  const fault = faultIn(schema, value)
  if (fault === undefined) return value
  throw new Error(
    `There is no sample of ${schema.title ?? 'a schema'}: ${fault.path}: ${fault.message}.`,
  )
}

function sampled(schema: TSchema): unknown {
  if ('const' in schema) return schema['const']
  const known = [...list(schema.examples), ...list(schema['enum'])]
  const example = known.find((value) => fits(schema, value))
  if (example !== undefined) return example
  const variants = list(schema['anyOf']).filter(isSchema)
  if (variants.length > 0) return sampled(variants[0] ?? schema)
  switch (schema['type']) {
    case 'object':
      return sampleObject(schema)
    case 'array':
      return isSchema(schema['items']) ? [sampled(schema['items'])] : []
    case 'string':
      return texts.find((text) => fits(schema, text)) ?? 'sample'
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1
    case 'boolean':
      return false
    default:
      return null
  }
}

function sampleObject(schema: TSchema): Record<string, unknown> {
  const properties: unknown = schema['properties']
  if (typeof properties !== 'object' || properties === null) return {}
  const required = list(schema['required'])
  const members = Object.entries(properties).filter(([name]) => required.includes(name))
  return Object.fromEntries(
    members.map(([name, member]: [string, unknown]) => [
      name,
      isSchema(member) ? sampled(member) : null,
    ]),
  )
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null
