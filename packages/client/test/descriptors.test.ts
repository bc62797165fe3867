import { readdir } from 'node:fs/promises'
import { createOrder, type Operation, operationReasons, operations } from '@vadium/schema'
import { expect, it } from 'vitest'
import { VadiumServiceError } from '../src/core/errors.ts'
import { isSettled } from '../src/core/idempotency.ts'
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
  const { id, method, path, safe, streams, body, isBodyOptional = false } = operation
  expect(descriptor).toMatchObject({ id, method, path, safe })
  expect(descriptor.streams).toBe(streams)
  expect(descriptor.body === undefined).toBe(body === undefined || isBodyOptional)
  expect(descriptor.response.required).toEqual(operation.response['required'] ?? [])
  expect(exactMembersOf(descriptor)).toEqual(exactMembersOf(operation))
  expect(listOf(descriptor)).toBe(listOf(operation))
})

it('knows the reasons with which writes refuse, and none that requests share', () => {
  const refuses = (reason: string) => {
    const facts = { status: 409, requestId: undefined, retryAfterMs: undefined }
    const body = { reason, code: 'INVALID_ARGUMENT', message: '', details: [] }
    return isSettled(new VadiumServiceError(body, facts), descriptorOf(createOrder), true)
  }
  const writes = operations.filter(({ safe }) => !safe)
  expect(writes.flatMap(({ reasons }) => reasons).filter((reason) => !refuses(reason))).toEqual([])
  const shared = operations.flatMap((operation) =>
    operationReasons(operation).filter((reason) => !operation.reasons.includes(reason)),
  )
  expect(shared.filter(refuses)).toEqual([])
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
