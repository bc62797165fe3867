import type {
  Agreement,
  CurrentCredential,
  MarkToMarketRequest,
  Order,
  Position,
  Role,
} from '@vadium/client'
import { FakeService } from '@vadium/client/testing'
import { type Operation, operations } from '@vadium/schema'
import { type MethodName, methodOf } from '../../../../../packages/client/src/testing/methods.ts'
import recorded from '../../../../api/src/platform/http/documents/examples.json' with { type: 'json' }

type OperationId = keyof typeof recorded.operations

interface Example {
  readonly params?: Readonly<Record<string, string>>
  /** A file shows its first bytes. */
  readonly answer: object | string
}

const examples: Readonly<Record<string, Example>> = recorded.operations

/** The id that the path of a recorded request names. */
export function idIn(id: OperationId): string {
  const [named] = Object.values(examples[id]?.params ?? {})
  if (named === undefined) throw new Error(`the path of ${id} names nothing`)
  return named
}

export const recordedPosition = recorded.operations.getPosition.answer as Position

export const recordedAgreement = recorded.operations.getAgreement.answer as Agreement

export const recordedOrder = recorded.operations.getOrder.answer as Order

const [firstAccount] = recorded.operations.listAccounts.answer.accounts
export const recordedAccount = firstAccount ?? { id: '', name: '' }

export const recordedApproval = recorded.operations.getApproval.answer

export const recordedCall = recorded.operations.getMarkToMarketRequest.answer as MarkToMarketRequest

/** What a call says of its dispute while it can be disputed. */
export const disputeOffered = { action: 'dispute', available: true, reason: null } as const

/** The one who was recorded, in another role. */
export function callerIn(role: Role): CurrentCredential {
  const { credential, ...caller } = recorded.operations.getCurrentCredential.answer
  return { ...caller, credential: { ...credential, role } }
}

/**
 * A service that answers what the real one answered when the examples of the documents were
 * recorded, and a sample where none is. Every list has one page.
 */
export function recordedService(
  role: Role,
  changed: (answer: object, operation: Operation) => object = (answer) => answer,
): FakeService {
  const service = new FakeService()
  for (const operation of operations) {
    const example = examples[operation.id]
    if (example === undefined || operation.streams === true) continue
    const answer = operation.id === 'getCurrentCredential' ? callerIn(role) : example.answer
    if (typeof answer === 'string') continue
    service.answer(methodOf(operation) as MethodName, {
      ...changed(answer, operation),
      next_page_token: undefined,
    })
  }
  return service
}

/** What everybody is answered, for whom the client has no method. */
export function answerOpen(service: FakeService, operation: Operation, answer: object): void {
  service.answer(methodOf(operation) as MethodName, answer)
}
