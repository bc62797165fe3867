import { describe, expect, it } from 'vitest'
import { checkSync } from 'recheck'
import {
  consequences,
  errorAnswer,
  errorReason,
  type ErrorReason,
  errorReasons,
  exactNumberMembers,
  isTriedAgain,
  openApiDocument,
  operationReasons,
  operations,
  roles,
  rulesFor,
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

  it('allows only roles that exist', () => {
    for (const role of operation.roles) expect(roles).toContain(role)
  })

  it('limits the size of every string, number and list that it takes', () => {
    for (const schema of [operation.params, operation.query, operation.body]) {
      if (schema !== undefined) expect(unbounded(schema, operation.id)).toEqual([])
    }
  })

  it('names its path parameters in its path', () => {
    const named = [...operation.path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name)
    expect(named).toEqual(Object.keys(operation.params?.properties ?? {}))
  })

  it('takes an Idempotency-Key if it is a write', () => {
    const takes = operationReasons(operation).includes('IDEMPOTENCY_KEY_INVALID')
    expect(takes).toBe(!operation.safe)
    if (operation.method === 'GET') expect(operation.safe).toBe(true)
  })
})

it('gives every operation its own id, its own method and path, and its own command', () => {
  for (const key of [
    operations.map(({ id }) => id),
    operations.map(({ method, path }) => `${method} ${path}`),
    operations.map(({ command }) => command.join(' ')),
  ]) {
    expect(new Set(key).size).toBe(key.length)
  }
})

it('names no operation as consequential that does not exist, or that only reads', () => {
  const writes = operations.filter(({ safe }) => !safe).map(({ id }) => id)
  expect(Object.keys(consequences).filter((id) => !writes.includes(id))).toEqual([])
})

/** The paths within a schema that have no limit. */
function unbounded(schema: Record<string, unknown>, path: string): string[] {
  const { type, minimum, maximum, maxLength, maxItems, pattern, properties, items } = schema
  // An object whose members are those of another operation, which limits them.
  if (type === 'object' && properties === undefined) {
    return schema['maxProperties'] === undefined ? [path] : []
  }
  if (schema['enum'] !== undefined || type === 'boolean' || type === 'null') return []
  if (schema['anyOf'] !== undefined) {
    return (schema['anyOf'] as Record<string, unknown>[]).flatMap((one) => unbounded(one, path))
  }
  if (type === 'object') {
    return Object.entries(properties as Record<string, Record<string, unknown>>).flatMap(
      ([name, member]) => unbounded(member, `${path}.${name}`),
    )
  }
  if (type === 'array') {
    const inner = unbounded(items as Record<string, unknown>, `${path}[]`)
    return maxItems === undefined ? [path, ...inner] : inner
  }
  if (type === 'integer') return minimum === undefined || maximum === undefined ? [path] : []
  if (type === 'string') return maxLength === undefined && !isOfFixedLength(pattern) ? [path] : []
  return [path]
}

function isOfFixedLength(pattern: unknown): boolean {
  return typeof pattern === 'string' && /^\^[^*+]*\$$/.test(pattern)
}

describe('the status tables of the specification', () => {
  it('are followed to the letter', () => {
    expect(Object.fromEntries(operations.map(({ id, errors }) => [id, errors]))).toMatchObject({
      previewMarkToMarketRequest: [400, 403, 404, 409, 422, 424, 429, 500],
      listTransfers: [400, 401, 403, 422, 429, 500],
    })
  })

  it('answer an unknown caller with 403 where there is no 401', () => {
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

describe('the reason', () => {
  it.each(reasons)('%s is answered by an operation or before any operation', (reason) => {
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

  it.each([...patterns])('%s does not backtrack exponentially', (pattern) => {
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
  ])('match the example of %s %s', (method, target, body, expected) => {
    expect(text(method, target, body)).toBe(expected)
  })
})

describe('exact numbers', () => {
  it('are recognized by name', () => {
    expect([...exactNumberMembers(Transfer)]).toEqual(['quantity'])
    for (const { response } of operations) {
      expect([...exactNumberMembers(response)].every((name) => name === 'quantity')).toBe(true)
    }
  })
})

describe('the OpenAPI document', () => {
  const document = openApiDocument({
    version: '1.2.3',
    basePath: '/v1',
    description: 'Text.',
    examples: { operations: {}, awaitsApproval: { caller: 'nobody', answer: {} } },
    samples: {},
  })

  it('refers to each header that it describes', () => {
    const { headers } = (document as { components: { headers: object } }).components
    const text = JSON.stringify(document)
    const unused = Object.keys(headers).filter((name) => !text.includes(`/headers/${name}"`))
    expect(unused).toEqual([])
  })

  it('writes a named schema once and refers to it', () => {
    const text = JSON.stringify(document)
    expect(text.match(/"MarkToMarketParty":\{/g)).toHaveLength(1)
    expect(text.match(/#\/components\/schemas\/MarkToMarketParty/g)).toHaveLength(2)
    expect(document).toMatchObject({ info: { version: '1.2.3' }, servers: [{ url: '/v1' }] })
  })

  // orval makes these types for an operation, in the file that has the schemas too.
  it.each(['Params', 'Result'])('has no schema that is named after an operation and %s', (end) => {
    const schemas = Object.keys(
      (JSON.parse(JSON.stringify(document)) as Documented).components.schemas,
    )
    const made = operations.map(({ id }) => `${id[0]?.toUpperCase() ?? ''}${id.slice(1)}${end}`)
    expect(schemas.filter((name) => made.includes(name))).toEqual([])
    expect(schemas.length).toBeGreaterThan(100)
  })
})

interface Documented {
  readonly components: { readonly schemas: object }
}

it('tries an approved termination again for want of a price, beside a cure, and after a limit, only', () => {
  const passing = reasons.filter((reason) => isTriedAgain('terminateCloseOut', reason))
  const others = passing.filter((reason) => errorAnswer(reason).status !== 429)
  expect(others.sort()).toEqual(['CURE_UNDER_WAY', 'PRICE_HELD', 'PRICE_STALE'])
})

it('has a set under the rules for its requests', () => {
  expect(rulesFor('createCallSet')).toEqual(['createCallSet', 'createMarkToMarketRequest'])
  expect(rulesFor('acceptCallSet')).toEqual(['acceptCallSet', 'acceptMarkToMarketRequest'])
  expect(rulesFor('createMarkToMarketRequest')).toEqual(['createMarkToMarketRequest'])
})
