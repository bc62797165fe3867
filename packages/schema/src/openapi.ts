import type { TObject, TSchema } from '@sinclair/typebox'
import { ErrorBody } from './errors/body.ts'
import type { ErrorStatus } from './errors/codes.ts'
import { errorAnswer, type ErrorReason, errorReason, errorReasons } from './errors/reasons.ts'
import { headerNames } from './headers.ts'
import { mayNeedApproval } from './approvable.ts'
import { type Operation, operationReasons } from './operation.ts'
import { ApprovalRequired } from './resources/approval.ts'
import { operations } from './operations/registry.ts'
import { roleDescriptions, roles } from './roles.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the service, made from its operations. */
export function openApiDocument({
  version,
  basePath,
}: {
  version: string
  basePath: string
}): Json {
  const components = new Components()
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = describeOperation(operation, components)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vadium',
      version,
      description:
        'Collateralized lending: orders, positions, mark-to-market requests, and the transfers that custodians carry out.',
    },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    security: [{ apiKey: [], timestamp: [], signature: [] }],
    tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas,
      headers: rateLimitHeaders,
      securitySchemes: {
        apiKey: headerScheme(headerNames.apiKey, 'Ed25519 public key, base64url, 43 characters.'),
        timestamp: headerScheme(headerNames.timestamp, 'Unix time in milliseconds, 13 digits.'),
        signature: headerScheme(
          headerNames.signature,
          'Ed25519 signature of METHOD|PATH|VARIABLE|TIMESTAMP_MS, base64url, 86 characters.',
        ),
      },
    },
    'x-roles': Object.fromEntries(
      roles.map((role) => [
        role,
        {
          description: roleDescriptions[role],
          operations: operations.filter((o) => o.roles.includes(role)).map((o) => o.id),
        },
      ]),
    ),
    'x-error-reasons': Object.fromEntries(
      (Object.keys(errorReasons) as ErrorReason[]).map((reason) => [reason, errorReason(reason)]),
    ),
  }
}

/**
 * Collects the schemas that have a title, so that the document defines each once and refers to it.
 */
class Components {
  readonly schemas: Record<string, unknown> = {}

  reference(schema: TSchema): unknown {
    return this.#walk(schema)
  }

  #walk(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((item) => this.#walk(item))
    if (typeof node !== 'object' || node === null) return node
    const body = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, this.#walk(value)]),
    )
    const { title } = node as Json
    if (typeof title !== 'string') return body
    this.schemas[title] = body
    return { $ref: `#/components/schemas/${title}` }
  }
}

const headerScheme = (name: string, description: string): Json => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
})

const integerHeader = (description: string): Json => ({
  description,
  required: true,
  schema: { type: 'integer' },
})

const rateLimitHeaders = {
  [headerNames.rateLimit]: integerHeader('The limit of requests in a window.'),
  [headerNames.rateLimitRemaining]: integerHeader('The number of requests left in this window.'),
  [headerNames.rateLimitReset]: integerHeader('The seconds until the window ends, rounded up.'),
}

const rateLimitHeaderReferences = Object.fromEntries(
  Object.keys(rateLimitHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

function describeOperation(operation: Operation, components: Components): Json {
  const answer = (description: string, schema: TSchema): Json => ({
    description,
    headers: rateLimitHeaderReferences,
    content: { 'application/json': { schema: components.reference(schema) } },
  })
  const success = answer(operation.summary, operation.response)
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.group],
    'x-roles': operation.roles,
    ...describeParameters(operation, components),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: components.reference(operation.body) } },
      },
    }),
    responses: {
      200: successOf(operation, success),
      ...(mayNeedApproval(operation) && {
        202: answer('The request needs approval, and has had no effect yet.', ApprovalRequired),
      }),
      ...Object.fromEntries(
        operation.errors.map((status) => [status, answer(reasonsOf(operation, status), ErrorBody)]),
      ),
    },
  }
}

/**
 * A list may also be CSV. A stream consists of frames; the schema describes the data of one frame.
 */
function successOf(operation: Operation, answer: Json): Json {
  const content = answer['content'] as Json
  if (operation.streams) {
    return { ...answer, content: { 'text/event-stream': content['application/json'] } }
  }
  if (!operation.csv) return answer
  return { ...answer, content: { ...content, 'text/csv': { schema: { type: 'string' } } } }
}

function describeParameters(operation: Operation, components: Components): Json {
  const parameters = (place: 'path' | 'query', { properties, required = [] }: TObject) =>
    Object.entries(properties).map(([name, schema]) => ({
      name,
      in: place,
      required: required.includes(name),
      description: schema.description,
      schema: components.reference(schema),
    }))
  const all = [
    ...(operation.params ? parameters('path', operation.params) : []),
    ...(operation.query ? parameters('query', operation.query) : []),
    ...(operation.safe ? [] : [idempotencyKeyParameter]),
  ]
  return all.length === 0 ? {} : { parameters: all }
}

const idempotencyKeyParameter = {
  name: headerNames.idempotencyKey,
  in: 'header',
  required: true,
  description:
    'Identifies this write. A repeated request with the same key and content is carried out once and gets the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
}

function reasonsOf(operation: Operation, status: ErrorStatus): string {
  const reasons = operationReasons(operation).filter(
    (reason) => errorAnswer(reason, operation.errors).status === status,
  )
  return reasons.join(', ')
}
