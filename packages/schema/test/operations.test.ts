import { describe, expect, it } from 'vitest'
import { checkSync } from 'recheck'
import {
  errorAnswer,
  errorReason,
  type ErrorReason,
  errorReasons,
  exactNumberMembers,
  openApiDocument,
  operationReasons,
  operations,
  roles,
  signingInput,
  Transfer,
} from '../src/index.ts'

const reasons = Object.keys(errorReasons) as ErrorReason[]

describe.each(operations)('$id', (operation) => {
  it('answers the statuses of its reasons, and no other', () => {
    const statuses = new Set(
      operationReasons(operation).map((reason) => errorAnswer(reason, operation.errors).status),
    )
    expect([...statuses].sort()).toEqual([...operation.errors].sort())
  })

  it('is for roles that exist', () => {
    for (const role of operation.roles) expect(roles).toContain(role)
  })

  it('bounds every string and list that it takes', () => {
    for (const schema of [operation.query, operation.body]) {
      for (const [name, member] of Object.entries(schema?.properties ?? {})) {
        const { type, minimum, maximum, maxLength, pattern } = member as Record<string, unknown>
        const bounded =
          type === 'boolean' ||
          (type === 'integer' && minimum !== undefined && maximum !== undefined) ||
          (type === 'string' && (maxLength !== undefined || isOfFixedLength(pattern)))
        expect(bounded, name).toBe(true)
      }
    }
  })
})

function isOfFixedLength(pattern: unknown): boolean {
  return typeof pattern === 'string' && /^\^[^*+]*\$$/.test(pattern)
}

describe('the seed’s rows of statuses', () => {
  it('are kept to the letter', () => {
    expect(Object.fromEntries(operations.map(({ id, errors }) => [id, errors]))).toMatchObject({
      previewMarkToMarketRequest: [400, 403, 404, 409, 422, 424, 429, 500],
      listTransfers: [400, 401, 403, 422, 429, 500],
    })
  })

  it('turn an unknown caller into 403 where there is no 401', () => {
    expect(errorAnswer('UNAUTHENTICATED', [400, 403])).toEqual({
      code: 'PERMISSION_DENIED',
      status: 403,
    })
    expect(errorAnswer('UNAUTHENTICATED', [401, 403])).toEqual({
      code: 'UNAUTHENTICATED',
      status: 401,
    })
  })
})

describe('reasons', () => {
  it.each(reasons)('%s is given by an operation or by the edge', (reason) => {
    const given = operations.some((operation) => operationReasons(operation).includes(reason))
    expect(given || reason === 'ROUTE_NOT_FOUND').toBe(true)
    expect(errorReason(reason).message).toMatch(/\.$/)
  })
})

describe('patterns', () => {
  const patterns = new Set<string>()
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (key === 'pattern' && typeof value === 'string') patterns.add(value)
      else collect(value)
    }
  }
  collect(operations)

  it.each([...patterns])('%s cannot be made to backtrack without end', (pattern) => {
    expect(checkSync(pattern, 'u').status).toBe('safe')
  })
})

describe('the bytes that are signed', () => {
  const text = (method: string, target: string, body = '') =>
    new TextDecoder().decode(
      signingInput({
        method,
        target,
        body: new TextEncoder().encode(body),
        timestamp: '1772452800000',
      }),
    )

  it.each([
    ['GET', '/transfers', '', 'GET|/transfers||1772452800000'],
    ['GET', '/v1/transfers?a=1&b=%20', '', 'GET|/v1/transfers|a=1&b=%20|1772452800000'],
    ['GET', '/transfers?a=?', '', 'GET|/transfers|a=?|1772452800000'],
    ['DELETE', '/x?a=1', 'ignored', 'DELETE|/x|a=1|1772452800000'],
    ['POST', '/x', '{"a":"ü"}', 'POST|/x|{"a":"ü"}|1772452800000'],
    ['PUT', '/x', '', 'PUT|/x||1772452800000'],
    ['PATCH', '/x', '1', 'PATCH|/x|1|1772452800000'],
  ])('of %s %s', (method, target, body, expected) => {
    expect(text(method, target, body)).toBe(expected)
  })
})

describe('exact numbers', () => {
  it('are found by name', () => {
    expect([...exactNumberMembers(Transfer)]).toEqual(['quantity'])
    for (const { response } of operations) {
      expect([...exactNumberMembers(response)].every((name) => name === 'quantity')).toBe(true)
    }
  })
})

describe('the OpenAPI document', () => {
  it('writes a named schema once and refers to it', () => {
    const document = openApiDocument({ version: '1.2.3', basePath: '/v1' })
    const text = JSON.stringify(document)
    expect(text.match(/"MarkToMarketParty":\{/g)).toHaveLength(1)
    expect(text.match(/#\/components\/schemas\/MarkToMarketParty/g)).toHaveLength(2)
    expect(document).toMatchObject({ info: { version: '1.2.3' }, servers: [{ url: '/v1' }] })
  })
})
