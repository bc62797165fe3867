import type { Operation, OperationBody, OperationParams, OperationResponse } from '@vadium/schema'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { isDatabaseFailure } from '../db/database-failure.ts'
import type { Ids } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import type { AuditEntry, AuditTrail } from '../writes/audit-trail.ts'
import { MergedAudit } from '../writes/merged-audit.ts'
import type { WriteTransaction } from '../writes/write-transaction.ts'
import { inputReader, type OperationInput, uncoveredFault } from './operation-input.ts'
import type { RateLimits } from './rate-limits.ts'
import { jsonType, refuse } from './refuse.ts'
import type { RequestsInFlight } from './requests-in-flight.ts'
import { routePath } from './route-path.ts'

/** What {@link serveOpen} needs. */
export interface OpenParts {
  readonly limits: RateLimits
  readonly inFlight: RequestsInFlight
  readonly audit: AuditTrail
  readonly clock: Clock
  readonly ids: Ids
}

/** What a request without a signature is about: its secret has shown that it may be. */
export interface OpenSubject {
  readonly id: string
  readonly organizationId: string
}

/** The input of an operation that answers everybody. */
export interface OpenCall<O extends Operation> {
  readonly params: OperationParams<O>
  readonly body: OperationBody<O>
}

/**
 * Writes the audit line of a request in the transaction of its effect, which a refusal may have as
 * well. Such a line is not merged with equal ones.
 */
export type AuditEffect = (tx: WriteTransaction, refusal?: Refusal) => Promise<void>

/** How an operation is answered whose callers have no credential yet. */
export interface OpenHandler<O extends Operation, Subject extends OpenSubject> {
  /**
   * Finds the subject whose secret the request has. All others get the same refusal. Once a subject
   * is found, the limits in the headers of the answer show it.
   */
  find(call: OpenCall<O>): Promise<Subject | Refusal>
  answer(
    call: OpenCall<O>,
    subject: Subject,
    auditEffect: AuditEffect,
  ): Promise<OperationResponse<O> | Refusal>
}

/** A handler whose types are unknown. The schema of the operation has validated the values. */
interface CheckedOpenHandler {
  find(call: OperationInput): Promise<OpenSubject | Refusal>
  answer(call: OperationInput, subject: OpenSubject, auditEffect: AuditEffect): Promise<object>
}

/**
 * Serves an operation to callers who have no credential yet. Every request counts against the
 * public limit of its address, and one without the right secret also against the limit of requests
 * without a valid signature. One with the secret counts in the shares of the organization and is in
 * its audit trail, as a signed request is.
 */
export function serveOpen<O extends Operation, Subject extends OpenSubject>(
  app: FastifyInstance,
  operation: O,
  parts: OpenParts,
  handler: OpenHandler<O, Subject>,
): void
export function serveOpen(
  app: FastifyInstance,
  operation: Operation,
  parts: OpenParts,
  handler: CheckedOpenHandler,
): void {
  const pipeline = new OpenPipeline(operation, handler, parts)
  app.route({
    method: operation.method,
    url: routePath(operation.path),
    config: { operation, open: true },
    handler: async (request, reply) => {
      const answer = await pipeline.answer(request)
      if (answer instanceof Refusal) return refuse(request, reply, answer)
      return reply.type(jsonType).send(JSON.stringify(answer))
    },
  })
}

/** The way of a request without a signature. */
class OpenPipeline {
  readonly #operation: Operation
  readonly #handler: CheckedOpenHandler
  readonly #parts: OpenParts
  readonly #input: ReturnType<typeof inputReader>
  readonly #audit: MergedAudit

  constructor(operation: Operation, handler: CheckedOpenHandler, parts: OpenParts) {
    this.#operation = operation
    this.#handler = handler
    this.#parts = parts
    this.#input = inputReader(operation)
    this.#audit = new MergedAudit(parts.audit)
  }

  async answer(request: FastifyRequest): Promise<object> {
    const { limits, inFlight } = this.#parts
    const { load } = inFlight
    if (load.isFull) return new Refusal('OVERLOADED', [], 'too many requests in flight')
    const address = await limits.peekAddress(request.ip)
    if (address.exceeded) {
      request.rateLimit = address
      return new Refusal('RATE_LIMITED', [], 'address')
    }
    load.enter()
    try {
      return await this.#answerWithinLoad(request)
    } finally {
      load.leave()
    }
  }

  async #answerWithinLoad(request: FastifyRequest): Promise<object> {
    const bytes = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
    const input = uncoveredFault(request) ?? this.#input.read(request, bytes)
    if (input instanceof Refusal) return this.#withoutSecret(request, input)
    const subject = await this.#handler.find(input)
    if (subject instanceof Refusal) return this.#withoutSecret(request, subject)
    return this.#answerAudited(request, input, subject)
  }

  /** A caller without the secret is not to try out what the answers differ by. */
  async #withoutSecret(request: FastifyRequest, refusal: Refusal): Promise<Refusal> {
    request.rateLimit = await this.#parts.limits.countAddress(request.ip)
    return request.rateLimit.exceeded ? new Refusal('RATE_LIMITED', [], 'address') : refusal
  }

  async #answerAudited(
    request: FastifyRequest,
    input: OperationInput,
    subject: OpenSubject,
  ): Promise<object> {
    const effect = { isAudited: false }
    const auditEffect: AuditEffect = async (tx, refusal) => {
      await tx.audit(this.#entry(request, subject, outcomeOf(refusal)))
      // A transaction that is undone takes its line with it, and the next attempt may have no effect.
      tx.afterCommit(() => {
        effect.isAudited = true
      })
    }
    try {
      const answer = await this.#answerWithinShare(subject, () =>
        this.#handler.answer(input, subject, auditEffect),
      )
      if (!effect.isAudited) this.#append(request, subject, outcomeOf(answer))
      return answer
    } catch (error) {
      this.#append(request, subject, isDatabaseFailure(error) ? 'OVERLOADED' : 'INTERNAL')
      throw error
    }
  }

  async #answerWithinShare(
    { organizationId }: OpenSubject,
    answer: () => Promise<object>,
  ): Promise<object> {
    const release = this.#parts.inFlight.takeUnsignedShare(organizationId)
    if (typeof release === 'string')
      return new Refusal('OVERLOADED', [], 'too many requests of the organization in flight')
    try {
      return await answer()
    } finally {
      release()
    }
  }

  #append(request: FastifyRequest, subject: OpenSubject, outcome: string): void {
    this.#audit.append({ ...this.#entry(request, subject, outcome), isRead: outcome === 'ok' })
  }

  #entry(
    request: FastifyRequest,
    { id, organizationId }: OpenSubject,
    outcome: string,
  ): AuditEntry {
    const { clock, ids } = this.#parts
    return {
      id: ids.next(),
      time: new Date(clock.now()).toISOString(),
      kind: 'request',
      organizationId,
      credentialId: null,
      event: this.#operation.id,
      outcome,
      requestId: request.id,
      subjectId: id,
    }
  }
}

const outcomeOf = (answer: unknown) => (answer instanceof Refusal ? answer.reason : 'ok')
