import { createHash } from 'node:crypto'
import { VadiumReplyError } from '@vadium/client'
import { type Approval, type Operation, operations } from '@vadium/schema'
import { type MemberRow, memberRows } from './request.ts'

/** A request that awaits approval, as a person reads it. */
export interface ReadRequest {
  /** Undefined if this version does not know the operation. */
  readonly operation: Operation | undefined
  /** The ids in its path and the members of its body, as they are sent. */
  readonly members: readonly MemberRow[]
  /** The hash of what is shown, which a decision sends. */
  readonly hash: string
}

/**
 * Reads what a request does from the bytes that were signed. The approver must not rely on anything
 * else, because these bytes are carried out.
 *
 * @throws VadiumReplyError if the approval says anything else of its request.
 */
export function readRequest(approval: Approval): ReadRequest {
  const { request, request_hash } = approval
  const { method, path, body } = request
  const hash = createHash('sha256').update(`${method}\n${path}\n${body}`).digest('hex')
  if (hash !== request_hash) throw contradiction('The request of the approval has another hash.')
  const operation = operations.find(({ id }) => id === approval.operation)
  const inPath = operation === undefined ? {} : pathParameters(operation, approval)
  const members = [...memberRows(inPath), ...(body === '' ? [] : memberRows(parse(body)))]
  return { operation, members, hash }
}

function pathParameters(operation: Operation, { request }: Approval): object {
  const pattern = operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/:?]+)')
  // The path of the request begins with the base path of the service.
  const match = new RegExp(`^(?:/[^?]*)?${pattern}$`).exec(request.path)
  if (match === null || request.method !== operation.method) {
    throw contradiction(`The request of the approval is not one for ${operation.id}.`)
  }
  return match.groups ?? {}
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    throw contradiction('The body of the request is not JSON.')
  }
}

function contradiction(message: string): VadiumReplyError {
  const facts = { status: 200, requestId: undefined, retryAfterMs: undefined }
  return new VadiumReplyError('REPLY_MALFORMED', message, facts)
}
