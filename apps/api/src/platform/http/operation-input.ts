import type { TObject } from '@sinclair/typebox'
import { carriesBody, type ErrorDetail, type Operation } from '@vadium/schema'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { repeatedSecurityHeader } from '../signing/signature-headers.ts'
import { parseJsonBody } from './json-body.ts'
import { jsonType } from './refuse.ts'
import { parseQuery } from './query-string.ts'
import { rawQuery } from './target.ts'
import { allFaults, validatorOf } from './validation.ts'

/**
 * The parsed and validated input of an operation. A part is undefined if the operation has none.
 */
export interface OperationInput {
  readonly params: Record<string, unknown> | undefined
  readonly query: Record<string, unknown> | undefined
  readonly body: Record<string, unknown> | undefined
}

/** Reads and validates the input of an operation and refuses anything else. */
export interface InputReader {
  read(request: FastifyRequest, bytes: Uint8Array): OperationInput | Refusal
  /** The same from the parts of a request that were stored. Such a request has no query. */
  readStored(
    params: Record<string, unknown> | undefined,
    bytes: Uint8Array,
  ): OperationInput | Refusal
}

export function inputReader(operation: Operation): InputReader {
  const checkParams = operation.params && validatorOf(operation.params, 'path')
  const checkQuery = operation.query && validatorOf(operation.query, 'query')
  const checkBody = operation.body && validatorOf(operation.body, 'body')

  const readParams = (request: FastifyRequest) => {
    if (operation.params === undefined || checkParams === undefined) return undefined
    const params = request.params as Record<string, string>
    const fault = checkParams(params)
    if (fault !== undefined) return refusedParameters(operation.params, params, fault, 'path')
    // Ids are UUIDs. Upper and lower case mean the same id.
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, value.toLowerCase()]),
    )
  }

  const readQuery = (request: FastifyRequest) => {
    if (operation.query === undefined || checkQuery === undefined) return undefined
    const query = parseQuery(rawQuery(request.raw.url ?? ''), operation.query)
    if (query instanceof Refusal) return query
    const fault = checkQuery(query)
    return fault === undefined ? query : refusedParameters(operation.query, query, fault, 'query')
  }

  const readBody = (bytes: Uint8Array, contentType?: string) => {
    if (operation.body === undefined || checkBody === undefined)
      return bytes.length === 0 ? undefined : surplusBody(operation)
    if (bytes.length === 0 && operation.isBodyOptional === true) return {}
    const type = contentTypeFault(contentType)
    if (type !== undefined) return type
    const body = parseJsonBody(bytes)
    if (body instanceof Refusal) return body
    const fault = checkBody(body)
    if (fault === undefined) return body
    return new Refusal('BODY_INVALID', allFaults(operation.body, body, fault, 'body'))
  }

  return {
    read: (request, bytes) => {
      const params = readParams(request)
      if (params instanceof Refusal) return params
      const query = readQuery(request)
      if (query instanceof Refusal) return query
      const body = readBody(bytes, request.headers['content-type'])
      return body instanceof Refusal ? body : { params, query, body }
    },
    readStored: (params, bytes) => {
      const body = readBody(bytes, jsonType)
      return body instanceof Refusal ? body : { params, query: undefined, body }
    },
  }
}

function refusedParameters(
  schema: TObject,
  given: unknown,
  first: ErrorDetail,
  place: string,
): Refusal {
  return new Refusal('PARAMETER_INVALID', allFaults(schema, given, first, place))
}

function surplusBody({ id }: Operation): Refusal {
  return new Refusal('REQUEST_MALFORMED', [{ field: 'body', issue: `${id} takes none` }])
}

/** Refuses a signed request whose signature is not clear, or does not cover a part of it. */
export function envelopeFault(request: FastifyRequest): Refusal | undefined {
  const repeated = repeatedSecurityHeader(request.raw)
  if (repeated === undefined) return uncoveredFault(request)
  return new Refusal('REQUEST_MALFORMED', [{ field: repeated, issue: 'is given more than once' }])
}

/** Refuses parts of a request that the signature does not cover, before anything relies on them. */
export function uncoveredFault(request: FastifyRequest): Refusal | undefined {
  const refuse = (field: string, issue: string) =>
    new Refusal('REQUEST_MALFORMED', [{ field, issue }])
  if (carriesBody(request.method)) {
    if (!request.raw.url?.includes('?')) return undefined
    return refuse('query', `a ${request.method} takes none: the signature covers the body instead`)
  }
  if (!hasBody(request)) return undefined
  return refuse('body', `a ${request.method} takes none: the signature covers the query instead`)
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function contentTypeFault(header: string | undefined): Refusal | undefined {
  const [type, ...parameters] = (header ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const plain = parameters.every((parameter) => /^charset="?utf-8"?$/.test(parameter))
  if (type === 'application/json' && plain) return undefined
  return new Refusal('CONTENT_TYPE_UNSUPPORTED', [
    { field: 'Content-Type', issue: 'must be application/json; its charset, if any, utf-8' },
  ])
}
