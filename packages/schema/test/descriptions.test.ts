import { describe, expect, it } from 'vitest'
import { ErrorBody, operations } from '../src/index.ts'

/** The parts of a JSON Schema that this test reads. */
interface Node {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly anyOf?: readonly Node[]
}

describe.each(operations)('$id', ({ params, query, body, response, summary, description }) => {
  it.each(Object.entries({ params, query, body, response }))('describes its %s', (part, schema) => {
    expect(schema === undefined ? [] : undescribed(schema, part)).toEqual([])
  })

  it('is described by a short title and by sentences', () => {
    expect(summary).toMatch(/^[A-Z][^.]+$/)
    expect(description).toMatch(/^[A-Z][^]+\.$/)
  })
})

it('describes the members of an error', () => {
  expect(undescribed(ErrorBody, 'error')).toEqual([])
})

/** The members, at any depth, that lack a sentence of description or an example value. */
function undescribed(schema: Node, path: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const own = `${path}.${name}`
    return [
      ...(isDescribed(member) ? [] : [`${own} has no description`]),
      ...(hasExample(member) ? [] : [`${own} has no example`]),
      ...objectsIn(member).flatMap((object) => undescribed(object, own)),
    ]
  })
}

function isDescribed({ description, items }: Node): boolean {
  return /^[^]+\.$/.test(description ?? items?.description ?? '')
}

/** An enum shows its values, and an object shows the examples of its members. */
function hasExample(node: Node): boolean {
  if (node.examples !== undefined || node.enum !== undefined || node.const !== undefined)
    return true
  if (node.anyOf !== undefined) return node.anyOf.every(hasExample)
  if (node.items !== undefined) return hasExample(node.items)
  return node.type === 'object' || node.type === 'boolean' || node.type === 'null'
}

function objectsIn(node: Node): readonly Node[] {
  if (node.properties !== undefined) return [node]
  return [...(node.items ? [node.items] : []), ...(node.anyOf ?? [])].flatMap(objectsIn)
}
