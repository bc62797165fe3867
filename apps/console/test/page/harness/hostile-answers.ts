import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '@vadium/schema'
import { fits } from '../../../../../packages/client/src/testing/schema-check.ts'

export const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>'

/** Texts that the page reads as something else than text. */
const read: ReadonlySet<string> = new Set(['method', 'path', 'target'])

/** An answer in which every text that may be markup ends with markup. */
export function withMarkup(answer: object, { response }: Pick<Operation, 'response'>): object {
  return { ...answer, ...membersOf(answer, response) }
}

function membersOf(value: object, schema: TSchema): object {
  const { properties } = schema as { properties?: Readonly<Record<string, TSchema>> }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      const own = properties?.[name]
      return [name, own === undefined || read.has(name) ? member : marked(member, own)]
    }),
  )
}

function marked(value: unknown, schema: TSchema): unknown {
  const variants = schema['anyOf'] as readonly TSchema[] | undefined
  const variant = variants?.find((one) => fits(one, value))
  if (variant !== undefined) return marked(value, variant)
  if (Array.isArray(value)) {
    return value.map((item: unknown) => marked(item, schema['items'] as TSchema))
  }
  if (typeof value === 'object' && value !== null) return membersOf(value, schema)
  if (typeof value !== 'string' || value.startsWith('{')) return value
  const hostile = `${value} ${markup}`
  return schema['type'] === 'string' && fits(schema, hostile) ? hostile : value
}
