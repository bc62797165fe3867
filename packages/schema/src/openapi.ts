import type { TObject, TSchema } from '@sinclair/typebox'
import { mayNeedApproval } from './resources/approvable.ts'
import { ErrorBody } from './errors/body.ts'
import type { ErrorStatus } from './errors/codes.ts'
import { errorAnswer, type ErrorReason, errorReason, errorReasons } from './errors/reasons.ts'
import { groupDescriptions } from './groups.ts'
import { headerNames } from './headers.ts'
import { answerHeadersOf, Components, headersOf, securitySchemes } from './openapi-components.ts'
import {
  approvalExamples,
  errorExamples,
  type OperationExample,
  type OperationExamples,
  type RequestSamples,
  sharedExamples,
  shown,
} from './openapi-examples.ts'
import { webhookCallbacks, webhooks } from './openapi-webhooks.ts'
import { type Operation, operationReasons } from './operation.ts'
import { operations } from './operations/registry.ts'
import { createWebhookEndpoint } from './operations/webhooks.ts'
import { ApprovalRequired } from './resources/approval.ts'
import { roleDescriptions, roles } from './roles.ts'

type Json = Record<string, unknown>

/** What the document says beyond the operations. */
export interface DocumentSettings {
  readonly version: string
  readonly basePath: string
  /** Markdown. */
  readonly description: string
  readonly examples: OperationExamples
  /** By the id of the operation. */
  readonly samples: Readonly<Record<string, RequestSamples>>
}

/** The OpenAPI 3.1 document of the service, made from its operations. */
export function openApiDocument(settings: DocumentSettings): Json {
  const { version, basePath, description, examples, samples } = settings
  const components = new Components()
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = {
      ...new OperationText(operation, components, examples.operations[operation.id]).describe(),
      ...codeSamples(samples[operation.id]),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vadium',
      version,
      summary: 'Collateralized lending.',
      description,
      contact: { name: 'The operator of this installation' },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath === '' ? '/' : basePath, description: 'This service.' }],
    security: [{ apiKey: [], timestamp: [], signature: [] }],
    tags: [...new Set(operations.map(({ group }) => group))].map((group) => ({
      name: tagOf(group),
      description: groupDescriptions[group]?.description,
    })),
    paths,
    webhooks: webhooks(components),
    components: {
      schemas: components.schemas,
      responses: components.responses,
      headers: answerHeadersOf(operations),
      examples: sharedExamples(operations, operationReasons, examples),
      securitySchemes,
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

const codeSamples = (samples: RequestSamples | undefined): Json =>
  samples === undefined
    ? {}
    : {
        'x-codeSamples': [
          { lang: 'typescript', label: 'SDK', source: samples.typescript },
          { lang: 'python', label: 'Python', source: samples.python },
          { lang: 'shell', label: 'Shell', source: samples.shell },
        ],
      }

const tagOf = (group: string): string => groupDescriptions[group]?.title ?? group

const idempotencyKeyParameter = {
  name: headerNames.idempotencyKey,
  in: 'header',
  required: true,
  description:
    'Identifies this write. A repeated request with the same key and content is carried out once and gets the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: 'c3a6e9d8-6f0b-4d37-9a55-0c1f8e2b7d46',
}

/** What the document says about one operation. */
class OperationText {
  readonly #operation: Operation
  readonly #components: Components
  readonly #example: OperationExample | undefined

  constructor(operation: Operation, components: Components, example: OperationExample | undefined) {
    this.#operation = operation
    this.#components = components
    this.#example = example
  }

  describe(): Json {
    const { id, summary, group, roles: permitted, body, errors, deprecated } = this.#operation
    const required = this.#operation.isBodyOptional !== true
    return {
      operationId: id,
      summary,
      description: this.#description(),
      ...(deprecated && { deprecated: true }),
      tags: [tagOf(group)],
      'x-roles': permitted,
      ...this.#parameters(),
      ...(body && { requestBody: { required, content: this.#json(body, this.#body()) } }),
      ...(id === createWebhookEndpoint.id && { callbacks: webhookCallbacks(this.#components) }),
      responses: {
        200: this.#success(),
        ...(mayNeedApproval(this.#operation) && {
          202: {
            description: 'The request needs approval, and has had no effect yet.',
            headers: headersOf(headerNames.idempotencyReplayed),
            content: this.#json(ApprovalRequired, { examples: approvalExamples }),
          },
        }),
        ...Object.fromEntries(errors.map((status) => [status, this.#refusal(status)])),
      },
    }
  }

  #description(): string {
    const { description, deprecated } = this.#operation
    if (deprecated === undefined) return description
    return `${description}\n\nIt may be gone from ${deprecated.sunset} on. ${deprecated.instead}`
  }

  #json(schema: TSchema, examples: Json): Json {
    return { 'application/json': { schema: this.#components.reference(schema), ...examples } }
  }

  #body(): Json {
    const { caller = '', body } = this.#example ?? {}
    return body === undefined ? {} : shown(caller, body)
  }

  /**
   * A list may also be CSV. A stream consists of frames; the schema describes the event that one
   * frame makes, and `x-frames` the data of those that make none.
   */
  #success(): Json {
    const { response, streams, frames, csv, file, safe, query, deprecated } = this.#operation
    const { caller = '', answer, csv: written } = this.#example ?? {}
    const example = this.#example === undefined ? {} : shown(caller, answer)
    const schemaAndExamples = { schema: this.#components.reference(response), ...example }
    const content =
      file === undefined ? { 'application/json': schemaAndExamples } : { [file]: schemaAndExamples }
    const isPaged = query?.properties['page_token'] !== undefined
    return {
      description: 'Success.',
      headers: headersOf(
        ...(safe ? [] : [headerNames.idempotencyReplayed]),
        ...(isPaged ? [headerNames.link] : []),
        ...(deprecated ? [headerNames.deprecation, headerNames.sunset] : []),
      ),
      content: streams
        ? { 'text/event-stream': { ...schemaAndExamples, ...this.#frames(frames) } }
        : {
            ...content,
            ...(csv && {
              'text/csv': {
                schema: { type: 'string' },
                ...(written !== undefined && shown(caller, written)),
              },
            }),
          },
    }
  }

  #frames(frames: Operation['frames'] = {}): Json {
    const types = Object.entries(frames)
    if (types.length === 0) return {}
    const inPlace = types.map(([type, schema]) => [type, this.#components.inPlace(schema)])
    return { 'x-frames': Object.fromEntries(inPlace) }
  }

  #refusal(status: ErrorStatus): Json {
    const reasons = operationReasons(this.#operation).filter(
      (reason) => errorAnswer(reason, this.#operation.errors).status === status,
    )
    return this.#components.response(status, {
      description: reasons
        .map((reason) => `- \`${reason}\`: ${errorReason(reason).message}`)
        .join('\n'),
      'x-reasons': reasons,
      headers: headersOf(...(status === 429 ? [headerNames.retryAfter] : [])),
      content: this.#json(ErrorBody, { examples: errorExamples(reasons, status) }),
    })
  }

  #parameters(): Json {
    const { params, query, safe } = this.#operation
    const all = [
      ...(params ? this.#parametersIn('path', params, this.#example?.params) : []),
      ...(query ? this.#parametersIn('query', query, this.#example?.query) : []),
      ...(safe ? [] : [idempotencyKeyParameter]),
    ]
    return all.length === 0 ? {} : { parameters: all }
  }

  #parametersIn(
    place: 'path' | 'query',
    { properties, required = [] }: TObject,
    values: Readonly<Record<string, unknown>> = {},
  ): Json[] {
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: place,
      required: required.includes(name),
      description: schema.description,
      schema: this.#components.reference(schema),
      ...(name in values && { example: values[name] }),
    }))
  }
}
