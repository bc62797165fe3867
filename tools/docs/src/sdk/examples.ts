import { isRequired, membersOf, type Schema } from './schema-of.ts'

/** Values for members whose schemas have no example, by their names. */
const byName: Readonly<Record<string, unknown>> = {
  asset: 'BTC',
  token: 'BTC',
  collateral_asset: 'USDC',
  asset_wallet_id: 'desk-btc',
  collateral_wallet_id: 'desk-usdc',
  calculation_id: 'c2FtcGxl',
  text: 'When do you expect the return?',
  source: 'desk-feed',
  slug: 'aurora',
  name: 'Aurora Lending',
  id: 'aurora-1',
  symbol: 'BTC',
  normalized_symbol: 'BTC',
  custodian: 'acme',
  address: 'bc1-aurora',
  assets: ['BTC'],
}

/** A value of a schema as TypeScript writes it: of an object, what it must have. */
export function exampleOf(schema: Schema, place: string): string {
  return written(valueOf(schema, place), '')
}

const LINE_LENGTH_MAX = 60

/** A value as TypeScript writes it. */
export function written(value: unknown, indent: string): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const further = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => written(item, further))
    : Object.entries(value).map(([name, item]) => `${name}: ${written(item, further)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  const line = `${open}${parts.join(', ')}${close}`
  if (line.length <= LINE_LENGTH_MAX && !line.includes('\n')) return line
  return `${open.trim()}\n${parts.map((part) => `${further}${part},\n`).join('')}${indent}${close.trim()}`
}

function valueOf(schema: Schema, name: string): unknown {
  if (name in byName) return byName[name]
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf?.[0] !== undefined) return valueOf(schema.anyOf[0], name)
  switch (schema.type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'array':
      return schema.items === undefined ? [] : [valueOf(schema.items, name)]
    case 'object':
      return Object.fromEntries(
        membersOf(schema)
          .filter(([member], i) => isRequired(schema, member) || i < (schema.minProperties ?? 0))
          .map(([member, value]) => [member, valueOf(value, member)]),
      )
    default:
      throw new Error(`${name} needs an example.`)
  }
}
