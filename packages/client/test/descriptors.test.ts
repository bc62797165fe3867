import { readdir } from 'node:fs/promises'
import { type Operation, operations } from '@vadium/schema'
import { expect, it } from 'vitest'
import type { Operation as Descriptor } from '../src/core/operation.ts'
import { checkMembers, exactMembersOf, listMemberOf } from '../src/core/reply.ts'

const folder = new URL('../src/resources/', import.meta.url)
const modules = await Promise.all(
  (await readdir(folder)).map(
    (file) => import(new URL(file, folder).href) as Promise<Record<string, Descriptor>>,
  ),
)
const descriptors = new Map(modules.flatMap((exported) => Object.entries(exported)))

it.each(operations)('describes $id as the schema does', (operation: Operation) => {
  const descriptor = descriptorOf(operation)
  const { id, method, path, safe, streams, reasons } = operation
  expect(descriptor).toMatchObject({ id, method, path, safe })
  expect(descriptor.streams).toBe(streams)
  expect(descriptor.body === undefined).toBe(operation.body === undefined)
  expect(descriptor.reasons ?? []).toEqual(safe ? [] : reasons)
  expect(descriptor.response.required).toEqual(operation.response['required'] ?? [])
  expect(exactMembersOf(descriptor)).toEqual(exactMembersOf(operation))
  expect(listOf(descriptor)).toBe(listOf(operation))
})

it.each(operations)('asks the same of each member of an answer of $id', (operation) => {
  const descriptor = descriptorOf(operation)
  const { required = [] } = descriptor.response
  const valid = Object.fromEntries(required.map((name) => [name, fitting(operation, name)]))
  expect(faultOf(descriptor, valid)).toBeUndefined()
  for (const name of required) {
    for (const value of [[], {}, 'text', undefined]) {
      const answer = { ...valid, [name]: value }
      expect(faultOf(descriptor, answer)).toBe(faultOf(operation, answer))
    }
  }
})

/** What is said to be wrong with an answer. */
function faultOf(operation: Descriptor, answer: Record<string, unknown>): string | undefined {
  const facts = { status: 200, requestId: undefined, retryAfterMs: undefined }
  try {
    checkMembers(operation, answer, 'the answer', facts)
    return undefined
  } catch (error) {
    return String(error)
  }
}

function descriptorOf({ id }: Operation): Descriptor {
  const descriptor = descriptors.get(id)
  if (descriptor === undefined) throw new Error(`The SDK does not describe ${id}.`)
  return descriptor
}

/** A value that the schema of an answer takes for a member. */
function fitting({ response }: Descriptor, name: string): unknown {
  return response.properties?.[name]?.type === 'object' ? {} : []
}

function listOf(operation: Descriptor): string | undefined {
  try {
    return listMemberOf(operation)
  } catch {
    return undefined
  }
}
