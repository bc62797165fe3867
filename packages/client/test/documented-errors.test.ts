import { readdirSync, readFileSync } from 'node:fs'
import * as schema from '@vadium/schema'
import { describe, expect, it } from 'vitest'

/** A method with the comment above it, and the operation that it calls. */
const documentedMethod =
  /\/\*\*((?:(?!\*\/)[^])*)\*\/\s+(\w+)[(<](?:(?!\/\*\*)[^])*?this\.#requests\.(?:request|list)\(\s*(\w+)/g

/** What only a service that is no sandbox answers; it is no reason of an operation. */
const noSandbox = 'ROUTE_NOT_FOUND'

const folder = new URL('../src/resources/', import.meta.url)
const text = readdirSync(folder)
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  .join('\n')
const methods = [...text.matchAll(documentedMethod)].map(
  ([, comment = '', method = '', operation = '']) => ({ comment, method, operation }),
)

function reasonsOf(name: string): readonly string[] {
  // Which installation a service is, is asked without a signature, and so is none of the operations.
  const all = [...schema.operations, schema.getInstallation]
  const operation = all.find((one) => Reflect.get(schema, name) === one)
  if (operation === undefined) throw new Error(`${name} is no operation`)
  return operation.reasons
}

it('is read of every method that calls an operation', () => {
  expect(methods).toHaveLength(text.match(/this\.#requests\.(?:request|list)\(/g)?.length ?? NaN)
})

describe.each(methods)('$operation', ({ comment, operation }) => {
  it('is documented with every reason for which it may be refused, and no other', () => {
    const sentence = comment.replaceAll(/\s+(?:\* )?\s*/g, ' ')
    const [, thrown = ''] =
      /@throws VadiumServiceError (.*?and what every call)/.exec(sentence) ?? []
    const named = [...thrown.matchAll(/`([A-Z_]+)`/g)].map(([, reason = '']) => reason)
    const expected = reasonsOf(operation)
    if (thrown.includes('what else the operation of the resource gives')) {
      expect(expected).toEqual(expect.arrayContaining(named))
    } else {
      expect(named.filter((reason) => reason !== noSandbox).sort()).toEqual([...expected].sort())
    }
  })
})
