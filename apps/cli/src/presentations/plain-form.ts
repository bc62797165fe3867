import type { TSchema } from '@sinclair/typebox'
import type { Document, ItemList, ListColumn } from './presentation.ts'
import { pairs } from './sections.ts'

/** Any answer, one line for each value in it: `preview.sender.custodian  fireblocks`. */
export function plainDocument(answer: unknown): Document {
  return { lines: pairs([...leaves(answer, '')]), exitCode: 0 }
}

/** The columns of any listing: its plain values, and for --wide those that have others inside too. */
export function plainList(itemSchema: TSchema): ItemList {
  const properties = (itemSchema['properties'] ?? {}) as Record<string, TSchema>
  const columns = Object.entries(properties).map<ListColumn<unknown>>(([member, schema]) => ({
    heading: member.toUpperCase().replaceAll('_', ' '),
    value: (item) => text((item as Record<string, unknown>)[member]),
    ...(isNumeric(schema) && { align: 'right' as const }),
    ...(isCompound(schema) && { only: 'wide' as const }),
  }))
  return { columns }
}

function* leaves(value: unknown, path: string): Generator<[path: string, value: string]> {
  if (typeof value !== 'object' || value === null) {
    yield [path, text(value)]
    return
  }
  for (const [name, member] of Object.entries(value)) {
    yield* leaves(member, path === '' ? name : `${path}.${name}`)
  }
}

function text(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isNumeric(schema: TSchema): boolean {
  return schema['type'] === 'number' || schema['type'] === 'integer'
}

function isCompound(schema: TSchema): boolean {
  return schema['type'] === 'object' || schema['type'] === 'array'
}
