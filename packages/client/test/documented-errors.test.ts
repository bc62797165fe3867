import { readdirSync, readFileSync } from 'node:fs'
import * as schema from '@vadium/schema'
import { describe, expect, it } from 'vitest'

/** A method with the comment above it, and the operation that it calls. */
const documentedMethod =
  /\/\*\*((?:(?!\*\/)[^])*)\*\/\s+(\w+)\((?:(?!\/\*\*)[^])*?this\.#requests(?:\.\w+\(|,)\s*(\w+)/g

/** A reason that only a service without a sandbox answers; no operation lists it. */
const noSandbox = 'ROUTE_NOT_FOUND'

const folder = new URL('../src/resources/', import.meta.url)
const text = readdirSync(folder)
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  .join('\n')
const methods = [...text.matchAll(documentedMethod)].map(
  ([, comment = '', method = '', operation = '']) => ({ comment, method, operation }),
)
// The request for the installation is not signed, so it is not an operation.
const operations = [...schema.operations, schema.getInstallation]

it('finds every method that calls an operation', () => {
  expect(methods.map(({ operation }) => operation).sort()).toEqual(
    operations.map(({ id }) => id).sort(),
  )
})

describe.each(methods)('$operation', ({ comment, operation }) => {
  const { reasons, roles } = operations.find(({ id }) => id === operation) ?? {}

  it('documents every reason for which it may be refused, and no other', () => {
    const named = [...comment.matchAll(/^ +\* {3}- `([A-Z_]+)`: \S/gm)].map(([, reason]) => reason)
    expect(named.filter((reason) => reason !== noSandbox)).toEqual(reasons)
  })

  it('documents the roles that may call it', () => {
    const [, named = ''] = /Roles: ([^.]+)\./.exec(comment) ?? []
    expect([...named.matchAll(/`(\w+)`/g)].map(([, role]) => role)).toEqual(roles)
  })

  it('documents whether it may need approval', () => {
    const isDocumented = comment.includes('@throws {@link ApprovalRequiredError}')
    expect(isDocumented).toBe(schema.mayNeedApproval({ id: operation }))
  })

  it('documents an example', () => {
    expect(comment).toContain('@example')
  })
})
