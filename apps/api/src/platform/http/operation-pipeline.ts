import type {
  Operation,
  OperationBody,
  OperationParams,
  OperationQuery,
  OperationResponse,
} from '@vadium/schema'
import type { IncomingMessage } from 'node:http'
import { headerNames } from '@vadium/schema'
import type { FastifyRequest } from 'fastify'
import type { AuditEntry, AuditTrail } from '../writes/audit-trail.ts'
import type { Clock } from '../clock.ts'
import { isDatabaseFailure } from '../db/database-failure.ts'
import type { Ids } from '../ids.ts'
import type { CredentialUses } from '../signing/credential-uses.ts'
import type { Authenticator, ReceivedRequest } from '../signing/authenticator.ts'
import type { Caller, Principal } from '../signing/caller.ts'
import type { ReadReplays } from '../signing/read-replays.ts'
import type { AcceptedSignature } from '../signing/replay.ts'
import { Refusal, refusalOfFull } from '../refusal.ts'
import { admit, once, type ShownOnce } from '../writes/idempotency.ts'
import type { WriteTransaction } from '../writes/write-transaction.ts'
import type { Writes } from '../writes/writes.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { JsonText } from '../json-text.ts'
import {
  envelopeFault,
  type InputReader,
  inputReader,
  type OperationInput,
} from './operation-input.ts'
import type { FileAnswer } from './file-answer.ts'
import { exceedsOwnLimits } from './own-limits.ts'
import type { KnownCallers } from './known-callers.ts'
import type { RateLimits } from './rate-limits.ts'
import type { RequestInFlight, RequestsInFlight } from './requests-in-flight.ts'
import type { RequestTurns } from './request-turns.ts'
import { StreamedFrames } from './streamed-frames.ts'
import type { StreamedText } from './streamed-text.ts'
import type { StoredWrite, StoredWrites } from './stored-writes.ts'
import type { WriteGate } from './write-gate.ts'
import { together } from '../writes/together.ts'

/**
 * The argument of a handler: the caller and the input, validated against the operation's schema.
 */
export interface OperationCall<O extends Operation> {
  readonly caller: Caller
  readonly requestId: string
  readonly params: OperationParams<O>
  readonly query: OperationQuery<O>
  readonly body: OperationBody<O>
  /**
   * Where a stream continues, as browsers send it. It is not signed, but a cursor reveals nothing
   * that the caller may not read.
   */
  readonly lastEventId: string | undefined
  /**
   * When the request was received, in Unix milliseconds, if it was stored and is carried out later.
   */
  readonly receivedAtMs: number | undefined
  /** The same by the clock of the book, RFC 3339. */
  readonly receivedTime: string | undefined
  /** The transaction of a write, in the name of the caller. Reads have none. */
  readonly tx: O['safe'] extends true ? undefined : WriteTransaction
}

export type OperationAnswer<O extends Operation> =
  | OperationResponse<O>
  | JsonText
  | StreamedText
  | StreamedFrames
  | FileAnswer
  | ShownOnce
  | Refusal

export type OperationHandler<O extends Operation> = (
  call: OperationCall<O>,
) => Promise<OperationAnswer<O>>

/** A call of any operation: validated against its schema, with a transaction if it is a write. */
interface CheckedCall extends OperationInput {
  readonly caller: Caller
  readonly requestId: string
  readonly lastEventId: string | undefined
  readonly receivedAtMs: number | undefined
  readonly receivedTime: string | undefined
  readonly tx: WriteTransaction | undefined
}

/** The handler of any operation. Only the operation knows the types of its input. */
export type CheckedHandler = (call: CheckedCall) => Promise<object>

/** What {@link OperationPipeline} needs. */
export interface PipelineParts {
  readonly authenticator: Authenticator
  readonly readReplays: ReadReplays
  /** Knows who has signed, and from where. */
  readonly callers: Pick<KnownCallers<IncomingMessage>, 'note' | 'organizationOf'>
  /** Notes which organization was refused because it asks for too much. */
  readonly turns: Pick<RequestTurns, 'refusedTo'>
  readonly limits: RateLimits
  /** Counts requests against the limits of the process and of each organization. */
  readonly inFlight: RequestsInFlight
  readonly writes: Writes
  /** Decides whether a write has its effect now. */
  readonly gate: WriteGate
  /** Where each operation says how its stored writes are carried out. */
  readonly storedWrites: StoredWrites
  readonly audit: AuditTrail
  /** Records when each credential was last used. */
  readonly uses: CredentialUses
  readonly clock: Clock
  readonly ids: Ids
}

/** A request with a valid signature. */
interface SignedRequest extends ReceivedRequest {
  readonly signature: AcceptedSignature
  readonly inFlight: RequestInFlight
}

/** Request lifecycle: authentication, rate limits, authorization, validation, handling. */
export class OperationPipeline {
  readonly #operation: Operation
  readonly #handler: CheckedHandler
  readonly #parts: PipelineParts
  readonly #lists: boolean
  readonly #fromReplica: boolean
  readonly #input: InputReader

  constructor(operation: Operation, handler: CheckedHandler, parts: PipelineParts) {
    this.#operation = operation
    this.#handler = handler
    this.#parts = parts
    this.#lists = isList(operation)
    this.#fromReplica = operation.safe && (this.#lists || operation.bulk === true)
    this.#input = inputReader(operation)
  }

  async answer(request: FastifyRequest, inFlight: RequestInFlight): Promise<object> {
    const { authenticator, limits } = this.#parts
    const fault = envelopeFault(request)
    if (fault !== undefined) return fault
    const received = receivedRequest(request)
    const authenticated = await authenticator.authenticate(received)
    if (authenticated instanceof Refusal) {
      if (authenticated.reason === 'OVERLOADED') return authenticated
      request.rateLimit = await limits.countAddress(request.ip)
      return request.rateLimit.exceeded ? new Refusal('RATE_LIMITED') : authenticated
    }
    const { principal, signature } = authenticated
    request.principal = principal
    try {
      const signed = { ...received, signature, inFlight }
      const answer = await this.#answerAuthenticated(principal, request, signed)
      const outcome = outcomeOf(answer)
      this.#noteExcess(principal, answer)
      if (isAttributed(outcome)) {
        this.#parts.uses.note(principal.credentialId, this.#parts.clock.now())
        if (!request.audited) this.#audit(principal, request, outcome)
      }
      return answer
    } catch (error) {
      this.#noteExcess(principal, error)
      // After a database failure nothing was committed, including the audit line of the write.
      const isUndone = isDatabaseFailure(error)
      this.#audit(principal, request, isUndone ? 'OVERLOADED' : 'INTERNAL')
      throw error
    }
  }

  #noteExcess({ organizationId }: Principal, outcome: unknown): void {
    if (exceedsOwnLimits(outcome)) this.#parts.turns.refusedTo(organizationId)
  }

  async #answerAuthenticated(
    principal: Principal,
    request: FastifyRequest,
    received: SignedRequest,
  ): Promise<object> {
    const { callers, limits, readReplays, clock } = this.#parts
    request.rateLimit = await limits.countCaller(principal)
    if (request.rateLimit.exceeded) return new Refusal('RATE_LIMITED')
    callers.note(request.raw, principal.organizationId)
    if (this.#operation.safe) {
      const refusal = await readReplays.refusalOf(received.signature, clock.now())
      if (refusal !== undefined) return refusal
    }
    const release = received.inFlight.takeShare(principal.organizationId)
    if (typeof release === 'string')
      return refusalOfFull(release, 'too many requests of the organization in flight')
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
    const caller = {
      ...principal,
      verified: false,
      lists: this.#lists,
      fromReplica: this.#fromReplica,
      mayBeRefused: true,
    }
    const answer = await this.#perform(caller, request, received)
    if (caller.verified) return answer
    // No transaction has confirmed the credential, so the answer may rest on a cached one. The
    // database confirms it before the answer is sent.
    let isConfirmed = false
    try {
      const current = await authenticator.confirm(received)
      if (current instanceof Refusal) return current
      isConfirmed = isUnchanged(principal, current)
      if (isConfirmed) return answer
      return await this.#perform({ ...caller, ...current }, request, received)
    } finally {
      // A stream that nobody will read must not count as open.
      if (!isConfirmed && answer instanceof StreamedFrames) answer.closed('left')
    }
  }

  async #perform(
    caller: Caller,
    request: FastifyRequest,
    received: SignedRequest,
  ): Promise<object> {
    if (!this.#operation.roles.includes(caller.role)) return new Refusal('ROLE_NOT_PERMITTED')
    if (caller.organizationStatus !== 'active') return new Refusal('ORGANIZATION_SUSPENDED')
    const input = this.#input.read(request, received.body)
    if (input instanceof Refusal) return input
    const lastEventId = request.raw.headers[lastEventIdName]
    const call = {
      caller,
      requestId: request.id,
      lastEventId: lastEventId?.toString(),
      receivedAtMs: undefined,
      receivedTime: undefined,
      ...input,
    }
    if (!this.#operation.safe) return this.#write(call, request, received)
    return this.#handler({ ...call, tx: undefined })
  }

  /**
   * Runs the handler. Its effect, the idempotency key, the signature and the audit line are
   * committed in one transaction.
   */
  async #write(
    call: Omit<CheckedCall, 'tx'>,
    request: FastifyRequest,
    received: SignedRequest,
  ): Promise<object> {
    const key = readIdempotencyKey(request.raw)
    if (key instanceof Refusal) return key
    const { writes } = this.#parts
    const { method, target, body, signature } = received
    const { caller, params } = call
    const write = { operation: this.#operation, caller, method, target, params, body }
    const written = await writes.byAdmitted(
      caller,
      (tx) =>
        together([
          admit(tx, { key, method, target, body, signature: signature.bytes }),
          this.#parts.gate.open(tx, write),
        ]),
      async (tx, [admission, pass]) => {
        const answer = await once(tx, admission, () => pass(() => this.#handler({ ...call, tx })))
        const outcome = outcomeOf(answer)
        if (isAttributed(outcome)) await tx.audit(this.#auditEntry(caller, request, outcome))
        return answer
      },
    )
    if (call.caller.verified) request.audited = true
    if (written instanceof Refusal) return written
    return new JsonText(
      written.text,
      written.replayed ? { [headerNames.idempotencyReplayed]: 'true' } : {},
      written.status,
    )
  }

  /** Carries out a write that was stored earlier, in a transaction of its caller. */
  async carryOut(
    { params, body, requestId, receivedAtMs, receivedTime }: StoredWrite,
    caller: Caller,
    tx: WriteTransaction,
  ): Promise<object> {
    if (!this.#operation.roles.includes(caller.role)) return new Refusal('ROLE_NOT_PERMITTED')
    const input = this.#input.readStored(params, body)
    if (input instanceof Refusal) return input
    const received = { requestId, receivedAtMs, receivedTime, lastEventId: undefined }
    return this.#handler({ ...input, ...received, caller, tx })
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
      isRead: this.#operation.safe && outcome === 'ok',
    } as const
  }
}

/** Whether the operation reads rows by filters: a page of a list, or its export. */
function isList({ csv, query }: Operation): boolean {
  return csv === true || (query !== undefined && 'page_size' in query.properties)
}

const lastEventIdName = headerNames.lastEventId.toLowerCase()

const outcomeOf = (answer: unknown) => (answer instanceof Refusal ? answer.reason : 'ok')

/**
 * Whether the audit trail attributes the outcome to a caller. A replayed signature, or a credential
 * that has ended since it was cached, is detected late. It gets no audit line, as if it had been
 * detected during authentication.
 */
const isAttributed = (outcome: AuditEntry['outcome']) =>
  outcome !== 'UNAUTHENTICATED' && outcome !== 'TIMESTAMP_OUT_OF_WINDOW'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The request exactly as received: the signature covers these bytes. */
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
