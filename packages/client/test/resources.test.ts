import { type Operation, operations } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { VadiumClient } from '../src/index.ts'
import { type Answer, frames, json, keys, scriptedServer } from './scripted-server.ts'

const VALUE = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'

type Method = (...given: unknown[]) => Promise<unknown> | AsyncIterable<unknown>

/** The method of an operation, by the name that the README gives it. */
function methodOf(client: object, { group, command: [, verb], streams }: Operation): Method {
  const name =
    streams === true
      ? 'stream'
      : verb.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const resource = (client as Record<string, Record<string, unknown> | undefined>)[group]
  const method = resource?.[name]
  if (typeof method !== 'function') throw new Error(`There is no client.${group}.${name}().`)
  return method.bind(resource) as Method
}

/** The arguments of the method: the path parameters, then a query or a body. */
function argumentsOf({ params, query, body }: Operation): unknown[] {
  const inPath = Object.keys(params?.properties ?? {}).map((_, index) => `${VALUE}${index}`)
  if (body !== undefined) return [...inPath, { some: 'body' }]
  return query === undefined ? inPath : [...inPath, { some: 'query' }]
}

/** An answer with its required members. */
function answerOf({ response }: Operation): object {
  const properties = response['properties'] as Record<string, { type?: string }>
  const required = (response['required'] ?? []) as string[]
  const empty = (type: string | undefined) => (type === 'array' ? [] : type === 'object' ? {} : '')
  return Object.fromEntries(required.map((name) => [name, empty(properties[name]?.type)]))
}

/** The answer of any operation. The bytes of a file are any. */
function scripted(operation: Operation): Answer {
  if (operation.streams === true) return streamOf(operation)
  const { file = 'application/json' } = operation
  return json(answerOf(operation), 200, { 'Content-Type': file })
}

/** A stream with one item in the form that its operation describes. */
function streamOf(operation: Operation): Answer {
  const { id, type, time, data } = { type: '', time: '', data: {}, ...answerOf(operation), id: 'a' }
  return frames(
    { id: 'start', event: 'ready', data: { status: 'connected' } },
    { id, event: type, data: { ...data, time } },
  )
}

describe.each(operations.map((operation) => [operation.id, operation] as const))(
  'the operation %s',
  (_, operation) => {
    it('has a method that puts its arguments into the path, the query or the body', async () => {
      await using server = await scriptedServer()
      server.answer(scripted(operation))
      const client = new VadiumClient({ baseUrl: server.url, privateKey: keys.privateKey })

      const called = methodOf(client, operation)(...argumentsOf(operation))
      if (operation.streams === true) {
        for await (const item of called as AsyncIterable<unknown>) {
          expect(item).toMatchObject({ id: 'a' })
          break
        }
      } else if (Symbol.asyncIterator in called)
        for await (const item of called) expect(item).toBeNull()
      else if (operation.file !== undefined)
        expect(await called).toEqual(new Uint8Array(Buffer.from('{}')))
      else expect(await called).toEqual(answerOf(operation))

      let count = 0
      const path = operation.path.replace(/\{\w+\}/g, () => `${VALUE}${count++}`)
      const query = operation.query === undefined ? '' : '?some=query'
      const [request, ...more] = server.arrived
      expect(more).toEqual([])
      expect(request).toMatchObject({
        method: operation.method,
        target: `${path}${query}`,
        verified: true,
      })
      expect(Buffer.from(request?.body ?? []).toString()).toBe(
        operation.body === undefined ? '' : '{"some":"body"}',
      )
      expect(request?.headers['idempotency-key'] !== undefined).toBe(!operation.safe)
    })
  },
)
