import type { Operation, OperationBody, OperationQuery, OperationResponse } from '@vadium/schema'
import type { FastifyRequest } from 'fastify'
import type { Tenant } from '../db/tenant.ts'
import type {
  Authenticator,
  Principal,
  ReceivedRequest,
} from '../modules/credentials/authenticator.ts'
import { repeatedSecurityHeader } from '../modules/credentials/signature-headers.ts'
import { Refusal } from '../refusal.ts'
import type { JsonText } from './json-text.ts'
import { inputReader, type OperationInput, uncoveredFault } from './operation-input.ts'
import type { RateLimits } from './rate-limits.ts'

/** Who asks, and whether the database has vouched for that within this request. */
export type Asker = Principal & Tenant

/** What a handler is given: who asks, and what, already checked against the operation's schema. */
export interface OperationCall<O extends Operation> {
  readonly asker: Asker
  readonly query: OperationQuery<O>
  readonly body: OperationBody<O>
}

export type OperationAnswer<O extends Operation> = OperationResponse<O> | JsonText | Refusal

export type OperationHandler<O extends Operation> = (
  call: OperationCall<O>,
) => Promise<OperationAnswer<O>>

/** The way of every request through the service: who, may they, what, and only then the handler. */
export class OperationPipeline {
  readonly #operation: Operation
  readonly #handler: OperationHandler<Operation>
  readonly #authenticator: Authenticator
  readonly #limits: RateLimits
  readonly #readInput: (request: FastifyRequest, bytes: Uint8Array) => OperationInput | Refusal

  constructor(
    operation: Operation,
    handler: OperationHandler<Operation>,
    { authenticator, limits }: { authenticator: Authenticator; limits: RateLimits },
  ) {
    this.#operation = operation
    this.#handler = handler
    this.#authenticator = authenticator
    this.#limits = limits
    this.#readInput = inputReader(operation)
  }

  async answer(request: FastifyRequest): Promise<OperationAnswer<Operation>> {
    const fault = envelopeFault(request)
    if (fault !== undefined) return fault
    const received = receivedRequest(request)
    const principal = await this.#authenticator.authenticate(received)
    if (principal instanceof Refusal) {
      request.rateLimit = await this.#limits.countAddress(request.ip)
      return request.rateLimit.exceeded ? new Refusal('RATE_LIMITED') : principal
    }
    request.principal = principal
    request.rateLimit = await this.#limits.countCredential(principal.credentialId)
    if (request.rateLimit.exceeded) return new Refusal('RATE_LIMITED')

    const asker = { ...principal, vouched: false }
    const answer = await this.#perform(asker, request, received.body)
    if (asker.vouched) return answer
    // No transaction has vouched for the credential, so the answer may rest on what was remembered of
    // it: that is held against the database before the answer leaves.
    const current = await this.#authenticator.confirm(received)
    if (current instanceof Refusal) return current
    if (isUnchanged(principal, current)) return answer
    return this.#perform({ ...current, vouched: false }, request, received.body)
  }

  async #perform(
    asker: Asker,
    request: FastifyRequest,
    bytes: Uint8Array,
  ): Promise<OperationAnswer<Operation>> {
    if (!this.#operation.roles.includes(asker.role)) return new Refusal('ROLE_NOT_PERMITTED')
    if (asker.organizationStatus !== 'active') return new Refusal('ORGANIZATION_SUSPENDED')
    const input = this.#readInput(request, bytes)
    if (input instanceof Refusal) return input
    return this.#handler({ asker, ...input } as OperationCall<Operation>)
  }
}

function envelopeFault(request: FastifyRequest): Refusal | undefined {
  const repeated = repeatedSecurityHeader(request.raw)
  if (repeated === undefined) return uncoveredFault(request)
  return new Refusal('REQUEST_MALFORMED', [{ field: repeated, issue: 'is given more than once' }])
}

/** The request as it travelled: the signature covers these very bytes. */
function receivedRequest(request: FastifyRequest): ReceivedRequest {
  return {
    method: request.method,
    target: request.raw.url ?? '',
    headers: request.headers,
    body: request.body instanceof Buffer ? request.body : Buffer.alloc(0),
  }
}

function isUnchanged(before: Principal, now: Principal): boolean {
  return before.role === now.role && before.organizationStatus === now.organizationStatus
}
