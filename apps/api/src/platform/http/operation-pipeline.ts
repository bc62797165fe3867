import type {
  Operation,
  OperationBody,
  OperationParams,
  OperationQuery,
  OperationResponse,
} from '@vadium/schema'
import { headerNames } from '@vadium/schema'
import type { FastifyRequest } from 'fastify'
import type { AuditEntry, AuditTrail } from '../writes/audit-trail.ts'
import type { Clock } from '../clock.ts'
import { isDatabaseFailure } from '../db/database-failure.ts'
import type { Tenant } from '../db/tenant.ts'
import type { Ids } from '../ids.ts'
import type { Authenticator, Principal, ReceivedRequest } from '../signing/authenticator.ts'
import type { ReadReplays } from '../signing/read-replays.ts'
import type { AcceptedSignature } from '../signing/replay.ts'
import { repeatedSecurityHeader } from '../signing/signature-headers.ts'
import { Refusal } from '../refusal.ts'
import { once, type ShownOnce } from '../writes/idempotency.ts'
import type { WriteTransaction } from '../writes/write-transaction.ts'
import type { Writes } from '../writes/writes.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { JsonText } from '../json-text.ts'
import { inputReader, type OperationInput, uncoveredFault } from './operation-input.ts'
import type { RateLimits } from './rate-limits.ts'
import type { RequestsInFlight } from './requests-in-flight.ts'
import type { StreamedFrames } from './streamed-frames.ts'
import type { StreamedText } from './streamed-text.ts'

/** Who asks, and whether the database has verified for that within this request. */
export type Caller = Principal & Tenant

/** What a handler is given: who asks, and what, already checked against the operation's schema. */
export interface OperationCall<O extends Operation> {
  readonly caller: Caller
  readonly requestId: string
  readonly params: OperationParams<O>
  readonly query: OperationQuery<O>
  readonly body: OperationBody<O>
  /** Where a stream is to go on, as browsers say it. It is not signed, and tells nobody anything new. */
  readonly lastEventId: string | undefined
  /** The one transaction of a write, in the name of the caller. What only reads has none. */
  readonly tx: O['safe'] extends true ? undefined : WriteTransaction
}

export type OperationAnswer<O extends Operation> =
  OperationResponse<O> | JsonText | StreamedText | StreamedFrames | ShownOnce | Refusal

export type OperationHandler<O extends Operation> = (
  call: OperationCall<O>,
) => Promise<OperationAnswer<O>>

/** A call of whichever operation: checked against its schema, and with a transaction where it writes. */
interface CheckedCall extends OperationInput {
  readonly caller: Caller
  readonly requestId: string
  readonly lastEventId: string | undefined
  readonly tx: WriteTransaction | undefined
}

/** The handler of whichever operation: what its call holds is known to its operation alone. */
export type CheckedHandler = (call: CheckedCall) => Promise<object>

/** What the way of every request needs. */
export interface PipelineParts {
  readonly authenticator: Authenticator
  readonly readReplays: ReadReplays
  readonly limits: RateLimits
  /** One more than its maximum, or than the share of its organization, is shed. */
  readonly inFlight: RequestsInFlight
  readonly writes: Writes
  readonly audit: AuditTrail
  readonly clock: Clock
  readonly ids: Ids
}

/** A request whose signature is good. */
interface SignedRequest extends ReceivedRequest {
  readonly signature: AcceptedSignature
}

/** The way of every request through the service: who, may they, what, and only then the handler. */
export class OperationPipeline {
  readonly #operation: Operation
  readonly #handler: CheckedHandler
  readonly #parts: PipelineParts
  readonly #lists: boolean
  readonly #readInput: (request: FastifyRequest, bytes: Uint8Array) => OperationInput | Refusal

  constructor(operation: Operation, handler: CheckedHandler, parts: PipelineParts) {
    this.#operation = operation
    this.#handler = handler
    this.#parts = parts
    this.#lists = isList(operation)
    this.#readInput = inputReader(operation)
  }

  async answer(request: FastifyRequest): Promise<object> {
    const { authenticator, limits } = this.#parts
    const fault = envelopeFault(request)
    if (fault !== undefined) return fault
    const received = receivedRequest(request)
    const authenticated = await authenticator.authenticate(received)
    if (authenticated instanceof Refusal) {
      request.rateLimit = await limits.countAddress(request.ip)
      return request.rateLimit.exceeded ? new Refusal('RATE_LIMITED') : authenticated
    }
    const { principal, signature } = authenticated
    request.principal = principal
    try {
      const answer = await this.#answerKnown(principal, request, { ...received, signature })
      const outcome = outcomeOf(answer)
      if (!request.audited && isSomebodys(outcome)) this.#audit(principal, request, outcome)
      return answer
    } catch (error) {
      // Whatever it had written was undone, its line of the trail included.
      const isUndone = isDatabaseFailure(error)
      this.#audit(principal, request, isUndone ? 'OVERLOADED' : 'INTERNAL')
      throw error
    }
  }

  async #answerKnown(
    principal: Principal,
    request: FastifyRequest,
    received: SignedRequest,
  ): Promise<object> {
    const { inFlight, limits, readReplays, clock } = this.#parts
    request.rateLimit = await limits.countCaller(principal)
    if (request.rateLimit.exceeded) return new Refusal('RATE_LIMITED')
    if (this.#operation.safe) {
      const refusal = await readReplays.refusalOf(received.signature, clock.now())
      if (refusal !== undefined) return refusal
    }
    const release = inFlight.takeShare(principal.organizationId)
    if (typeof release === 'string') return new Refusal('OVERLOADED', [], 'too many in flight')
    try {
      return await this.#answerWithinShare(principal, request, received)
    } finally {
      release()
    }
  }

  async #answerWithinShare(
    principal: Principal,
    request: FastifyRequest,
    received: SignedRequest,
  ): Promise<object> {
    const { authenticator } = this.#parts
    const caller = { ...principal, verified: false, lists: this.#lists }
    const answer = await this.#perform(caller, request, received)
    if (caller.verified) return answer
    // No transaction has verified for the credential, so the answer may rest on what was remembered of
    // it: that is held against the database before the answer leaves.
    const current = await authenticator.confirm(received)
    if (current instanceof Refusal) return current
    if (isUnchanged(principal, current)) return answer
    return this.#perform({ ...caller, ...current }, request, received)
  }

  async #perform(
    caller: Caller,
    request: FastifyRequest,
    received: SignedRequest,
  ): Promise<object> {
    if (!this.#operation.roles.includes(caller.role)) return new Refusal('ROLE_NOT_PERMITTED')
    if (caller.organizationStatus !== 'active') return new Refusal('ORGANIZATION_SUSPENDED')
    const input = this.#readInput(request, received.body)
    if (input instanceof Refusal) return input
    const lastEventId = request.raw.headers[lastEventIdName]
    const call = { caller, requestId: request.id, lastEventId: lastEventId?.toString(), ...input }
    if (!this.#operation.safe) return this.#write(call, request, received)
    return this.#handler({ ...call, tx: undefined })
  }

  /** The handler, its effect, the key, the signature and the line of the audit trail: one transaction. */
  async #write(
    call: Omit<CheckedCall, 'tx'>,
    request: FastifyRequest,
    received: SignedRequest,
  ): Promise<object> {
    const key = readIdempotencyKey(request.raw)
    if (key instanceof Refusal) return key
    const { writes } = this.#parts
    const { method, target, body, signature } = received
    const written = await writes.byTenant(call.caller, async (tx) => {
      const answer = await once(tx, { key, method, target, body, signature: signature.bytes }, () =>
        this.#handler({ ...call, tx }),
      )
      const outcome = outcomeOf(answer)
      if (isSomebodys(outcome)) await tx.audit(this.#auditEntry(call.caller, request, outcome))
      return answer
    })
    if (call.caller.verified) request.audited = true
    if (written instanceof Refusal) return written
    return new JsonText(
      written.text,
      written.replayed ? { [headerNames.idempotencyReplayed]: 'true' } : {},
    )
  }

  #audit(principal: Principal, request: FastifyRequest, outcome: AuditEntry['outcome']): void {
    this.#parts.audit.append(this.#auditEntry(principal, request, outcome))
  }

  #auditEntry(principal: Principal, request: FastifyRequest, outcome: AuditEntry['outcome']) {
    const { clock, ids } = this.#parts
    const [subjectId] = Object.values(request.params as Record<string, string>)
    return {
      id: ids.next(),
      time: new Date(clock.now()).toISOString(),
      kind: 'request',
      organizationId: principal.organizationId,
      credentialId: principal.credentialId,
      event: this.#operation.id,
      outcome,
      requestId: request.id,
      subjectId: subjectId !== undefined && uuid.test(subjectId) ? subjectId : null,
    } as const
  }
}

/** What looks for rows by filters: a page of a list, or an export of it. */
function isList({ csv, query }: Operation): boolean {
  return csv === true || (query !== undefined && 'page_size' in query.properties)
}

const lastEventIdName = headerNames.lastEventId.toLowerCase()

const outcomeOf = (answer: unknown) => (answer instanceof Refusal ? answer.reason : 'ok')

/**
 * A signature that was used before or may have been, or a credential that has ended since it was remembered, turns
 * out late, and makes no line: the request is nobody's, as it is where that is known at once.
 */
const isSomebodys = (outcome: AuditEntry['outcome']) =>
  outcome !== 'UNAUTHENTICATED' && outcome !== 'TIMESTAMP_OUT_OF_WINDOW'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

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
