import {
  errorStatuses,
  headerNames,
  mayNeedApproval,
  type Operation,
  operationReasons,
  operations,
  roles,
} from '@vadium/schema'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../harness/call.ts'
import { type RunningService, startService } from '../../harness/service.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: object
}
interface DescribedOperation {
  readonly operationId: string
  readonly 'x-roles': string[]
  readonly parameters?: Parameter[]
  readonly requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  readonly responses: Record<string, { description: string; content: Record<string, unknown> }>
}
interface Document {
  readonly paths: Record<string, Record<string, DescribedOperation>>
  readonly components: { readonly schemas: Record<string, unknown> }
  readonly 'x-roles': Record<string, { operations: string[] }>
}

let service: RunningService
let document: Document
beforeAll(async () => {
  service = await startService()
  document = (await call(service, { target: '/openapi.json' })).body as Document
})
afterAll(() => service.close())

function described({ path, method }: Operation): DescribedOperation {
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`${method} ${path} is not described`)
  return operation
}

describe('/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator()
    expect(await validator.validate({ ...document })).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('describes every operation and nothing else', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(ids.sort()).toEqual(operations.map(({ id }) => id).sort())
  })

  it('contains every schema that it refers to', () => {
    const names = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)]
    expect(names.length).toBeGreaterThan(0)
    for (const [, name = ''] of names) expect(document.components.schemas).toHaveProperty(name)
  })

  it('lists the roles and their operations', () => {
    for (const role of roles) {
      const permitted = operations.filter((operation) => operation.roles.includes(role))
      expect(document['x-roles'][role]?.operations).toEqual(permitted.map(({ id }) => id))
    }
    expect(document['x-roles']['reporting']?.operations).not.toContain('listPositions')
  })
})

describe.each(operations)('the description of $id', (operation) => {
  it('has its statuses and no other, each with its reasons', () => {
    const { responses } = described(operation)
    const successes = mayNeedApproval(operation) ? ['200', '202'] : ['200']
    expect(Object.keys(responses)).toEqual([...successes, ...operation.errors.map(String)])
    for (const status of operation.errors) expect(errorStatuses).toContain(status)
    const reasons = operation.errors.flatMap(
      (status) => responses[status]?.description.split(', ') ?? [],
    )
    expect(reasons.sort()).toEqual([...new Set(operationReasons(operation))].sort())
  })

  it('has its members in the path, the query, the headers and the body', () => {
    const { parameters = [], requestBody } = described(operation)
    const named = (place: string) =>
      parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
    expect(named('path')).toEqual(Object.keys(operation.params?.properties ?? {}))
    expect(named('query')).toEqual(Object.keys(operation.query?.properties ?? {}))
    expect(named('header')).toEqual(operation.safe ? [] : [headerNames.idempotencyKey])
    for (const { in: place, required } of parameters) {
      if (place !== 'query') expect(required).toBe(true)
    }
    expect(requestBody?.required).toBe(operation.body && true)
  })

  it('has its answer, as CSV too where there is one', () => {
    const content = Object.keys(described(operation).responses['200']?.content ?? {})
    const whole = operation.csv ? ['application/json', 'text/csv'] : ['application/json']
    expect(content).toEqual(operation.streams ? ['text/event-stream'] : whole)
    expect(described(operation)['x-roles']).toEqual(operation.roles)
  })
})

describe('/docs', () => {
  it('refers to no other origin, and forbids the browser to load from one', async () => {
    const page = await call(service, { target: '/docs/' })
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map((match) => match[1])
    for (const source of sources) expect(source).not.toMatch(/^(?:https?:)?\/\//)
    expect(page.headers['content-security-policy']).toContain("default-src 'self'")
    expect(page.headers['content-security-policy']).not.toContain('http')
    expect(page.headers['content-security-policy']).not.toContain('unsafe')
    const script = await call(service, { target: '/docs/js/scalar.js' })
    expect(script.status).toBe(200)
    expect(script.text.length).toBeGreaterThan(100_000)
  })

  it('is found without its last slash', async () => {
    const answer = await call(service, { target: '/docs' })
    expect([answer.status, answer.headers['location']]).toEqual([301, '/docs/'])
  })

  it('has no inline script or style, and a new nonce in each answer for the style that its script adds', async () => {
    const pages = [
      await call(service, { target: '/docs/' }),
      await call(service, { target: '/docs/' }),
    ]
    const nonces = pages.map(({ headers, text }) => {
      expect(text).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|\son\w+=/i)
      const nonce = /csp-nonce" content="([^"]+)"/.exec(text)?.[1] ?? ''
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}';`)
      return nonce
    })
    expect(new Set(nonces).size).toBe(2)
    const script = await call(service, { target: '/docs/js/scalar.js' })
    expect(script.text).toContain('meta[property=csp-nonce]')
    const start = await call(service, { target: '/docs/js/start.js' })
    expect(start.text).toContain('"url":"/openapi.json"')
  })
})
