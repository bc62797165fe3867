import {
  ApprovalRequired,
  ErrorBody,
  errorReason,
  type ErrorReason,
  errorStatuses,
  eventTypeNames,
  headerNames,
  mayNeedApproval,
  type Operation,
  operationReasons,
  operations,
  roles,
  webhookTestType,
} from '@vadium/schema'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import recordedExamples from '../../../src/platform/http/documents/examples.json' with { type: 'json' }
import { call } from '../../harness/call.ts'
import { type RunningService, startService } from '../../harness/service.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: object
  readonly example?: unknown
}
interface MediaType {
  readonly schema: object
  readonly examples?: Record<string, { $ref?: string; value?: unknown }>
}
interface Answer {
  readonly description: string
  readonly 'x-reasons'?: ErrorReason[]
  readonly content: Record<string, MediaType>
}
interface DescribedOperation {
  readonly operationId: string
  readonly tags: string[]
  readonly 'x-roles': string[]
  readonly 'x-codeSamples'?: { lang: string; source: string }[]
  readonly parameters?: Parameter[]
  readonly requestBody?: { required: boolean; content: Record<string, MediaType> }
  readonly responses: Record<string, Answer & { readonly $ref?: string }>
  readonly callbacks?: Record<string, Record<string, unknown>>
}
interface Document {
  readonly paths: Record<string, Record<string, DescribedOperation>>
  readonly webhooks: Record<string, unknown>
  readonly tags: { name: string; description: string }[]
  readonly components: {
    readonly schemas: Record<string, unknown>
    readonly responses: Record<string, Answer>
    readonly examples: Record<string, { value: unknown }>
  }
  readonly 'x-roles': Record<string, { operations: string[] }>
}

interface Example {
  readonly params?: object
  readonly query?: object
  readonly body?: object
  readonly answer: unknown
}
const examples: Readonly<Record<string, Example>> = recordedExamples.operations
const ajv = new Ajv({ strict: false, allErrors: true, code: { optimize: false } })

/** Expects a value that a schema allows; nothing where there is no schema. */
function expectForm(schema: object | undefined, value: unknown): void {
  ajv.validate(schema ?? { enum: [{}] }, value ?? {})
  expect(ajv.errors ?? [], 'record it again: pnpm docs:examples').toEqual([])
}

let service: RunningService
let document: Document
beforeAll(async () => {
  service = await startService({ settings: { BASE_PATH: '/v1' } })
  document = (await call(service, { target: '/openapi.json' })).body as Document
})
afterAll(() => service.close())

function described({ path, method }: Operation): DescribedOperation {
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`${method} ${path} is not described`)
  return operation
}

/** The answer with a status, which the document may define elsewhere. */
function answerOf(operation: Operation, status: number): Answer | undefined {
  const answer = described(operation).responses[status]
  const name = answer?.$ref?.replace('#/components/responses/', '')
  return name === undefined ? answer : document.components.responses[name]
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

  it('describes the webhook of every event type, and the callback of an endpoint', () => {
    expect(Object.keys(document.webhooks)).toEqual([...eventTypeNames, webhookTestType])
    const { callbacks } = document.paths['/webhook-endpoints']?.['post'] ?? {}
    expect(Object.keys(callbacks?.['event'] ?? {})).toEqual(['{$request.body#/target_url}'])
  })

  it('contains every schema that it refers to', () => {
    const names = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)]
    expect(names.length).toBeGreaterThan(0)
    for (const [, name = ''] of names) expect(document.components.schemas).toHaveProperty(name)
  })

  it('names no schema as generators name what they write for an operation', () => {
    const endings = ['Request', 'Requests', 'Response', 'Responses', 'Result', 'Data']
    endings.push('Error', 'Errors', 'Params', 'Query', 'Body', 'Options')
    const derived = operations.flatMap(({ id }) => endings.map((end) => `${id}${end}`))
    const taken = new Set(derived.map((name) => name.toLowerCase()))
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => taken.has(name.toLowerCase()))).toEqual([])
    // Generators write a file for each, and some file systems ignore case.
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
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
    const reasons = operation.errors.flatMap((status) => {
      const {
        description = '',
        'x-reasons': named = [],
        content,
      } = answerOf(operation, status) ?? {}
      const examples = content?.['application/json']?.examples ?? {}
      expect(Object.keys(examples)).toEqual(named)
      for (const reason of named) expect(description).toContain(errorReason(reason).message)
      return named
    })
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
    const needed = operation.isBodyOptional === true ? false : operation.body && true
    expect(requestBody?.required).toBe(needed)
  })

  it('has a request and its answers as examples, as the schemas want them', () => {
    const { parameters = [], requestBody, responses } = described(operation)
    const example = examples[operation.id]
    expect(example, 'run "pnpm docs:examples"').toBeDefined()
    const { params = {}, query = {}, body, answer } = example ?? {}
    expectForm(operation.params, params)
    expectForm(operation.query, query)
    expectForm(operation.body, body)
    expectForm(operation.response, answer)
    const given = parameters.filter((parameter) => 'example' in parameter)
    expect(Object.fromEntries(given.map(({ name, example: value }) => [name, value]))).toEqual({
      ...params,
      ...query,
      ...(!operation.safe && { [headerNames.idempotencyKey]: expect.any(String) as unknown }),
    })
    const snippets = described(operation)['x-codeSamples'] ?? []
    expect(snippets.map(({ lang }) => lang)).toEqual(['typescript', 'python', 'shell'])
    const valueOf = (content: Record<string, MediaType> = {}) =>
      Object.values(content)[0]?.examples?.['book']?.value
    expect(valueOf(requestBody?.content)).toEqual(body)
    expect(valueOf(responses['200']?.content)).toEqual(answer)
  })

  it('has its answer, as CSV too where there is one', () => {
    const content = Object.keys(described(operation).responses['200']?.content ?? {})
    const one = operation.file ?? 'application/json'
    const whole = operation.csv ? [one, 'text/csv'] : [one]
    expect(content).toEqual(operation.streams ? ['text/event-stream'] : whole)
    expect(described(operation)['x-roles']).toEqual(operation.roles)
  })
})

describe('the examples', () => {
  const text = (id: string) => JSON.stringify(examples[id])
  const answered = (id: string) => examples[id]?.answer as Record<string, unknown>

  it('are of one book: what one creates, others read, answer and move', () => {
    const order = String(answered('createOrder')['id'])
    for (const id of ['acceptOrder', 'getOrder', 'getChat', 'postChatMessage', 'streamEvents']) {
      expect(text(id), id).toContain(order)
    }
    const position = String(answered('getOrder')['position_id'])
    for (const id of ['getPosition', 'previewMarkToMarketRequest', 'createOrderRequest']) {
      expect(text(id), id).toContain(position)
    }
    const request = String(answered('createMarkToMarketRequest')['id'])
    for (const id of ['acceptMarkToMarketRequest', 'listMarkToMarketRequests']) {
      expect(text(id), id).toContain(request)
    }
    const { order_id: number, id: transfer } = answered('getTransfer')
    expect(number).toBe(answered('createOrder')['number'])
    expect(answered('acceptMarkToMarketRequest')['transfer_ids']).toContain(transfer)
    const calculation = answered('previewMarkToMarketRequest')['calculation']
    expect(examples['createMarkToMarketRequest']?.body).toMatchObject({
      calculation_id: (calculation as { calculation_id: string }).calculation_id,
    })
  })

  it('have no key and no secret that anybody could use', () => {
    const secrets = JSON.stringify(recordedExamples).matchAll(/"(?:private_key|secret)":"([^"]*)"/g)
    const values = [...secrets].map(([, value = '']) => value)
    expect(values.length).toBeGreaterThan(2)
    for (const value of values) {
      const readable = Buffer.from(value.replace('whsec_', ''), 'base64').toString()
      expect(`${value} ${readable}`).toMatch(/^example-private-key-|not a secret/)
    }
  })

  it('are as their schemas want them, for errors and approvals too', () => {
    expect(document.tags.every(({ description }) => description.endsWith('.'))).toBe(true)
    for (const [name, { value }] of Object.entries(document.components.examples)) {
      expectForm(name === 'AwaitsApproval' ? ApprovalRequired : ErrorBody, value)
    }
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
    expect([answer.status, answer.headers['location']]).toEqual([301, '/v1/docs/'])
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
    expect(start.text).toContain('"url":"/v1/openapi.json"')
  })
})
