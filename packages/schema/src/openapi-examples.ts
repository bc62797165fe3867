import type { ErrorStatus } from './errors/codes.ts'
import { errorAnswer, type ErrorReason, errorReason } from './errors/reasons.ts'
import type { Operation } from './operation.ts'

/** A request that was answered, and who sent it. */
export interface OperationExample {
  readonly caller: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly answer: unknown
  readonly csv?: string
}

/** Programs that send the request of an example. */
export interface RequestSamples {
  /** A call of the SDK. */
  readonly typescript: string
  /** A call of the client in Python. */
  readonly python: string
  /** A command line of `signed-request.sh`, which the description of the document contains. */
  readonly shell: string
}

/** An example of each operation, all from one book. */
export interface OperationExamples {
  /** By the id of the operation. */
  readonly operations: Readonly<Record<string, OperationExample>>
  /** The answer to a request that needs approval. */
  readonly awaitsApproval: Pick<OperationExample, 'caller' | 'answer'>
}

/** An example as a media type of the document has it, with its one name. */
export const shown = (caller: string, value: unknown) => ({
  examples: { book: { summary: `By ${caller}`, value } },
})

export const approvalExample = 'AwaitsApproval'

const referenceTo = (name: string) => ({ $ref: `#/components/examples/${name}` })

/** The name of the example of a reason: an operation may answer a reason with an unusual status. */
function errorExampleName(reason: ErrorReason, status: ErrorStatus): string {
  return status === errorReason(reason).status ? reason : `${reason}_${status}`
}

/** References to the examples of an answer that has one of these reasons. */
export function errorExamples(reasons: readonly ErrorReason[], status: ErrorStatus) {
  return Object.fromEntries(
    reasons.map((reason) => [reason, referenceTo(errorExampleName(reason, status))]),
  )
}

const requestId = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'

/** All examples that the answers of these operations refer to. */
export function sharedExamples(
  operations: readonly Operation[],
  reasonsOf: (operation: Operation) => readonly ErrorReason[],
  { awaitsApproval }: OperationExamples,
) {
  const errors = operations.flatMap((operation) =>
    reasonsOf(operation).map((reason) => {
      const { code, status } = errorAnswer(reason, operation.errors)
      const { message } = errorReason(reason)
      const value = { error: { code, message, reason, request_id: requestId } }
      return [errorExampleName(reason, status), { summary: reason, value }] as const
    }),
  )
  return {
    ...Object.fromEntries(errors.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    [approvalExample]: {
      summary: `By ${awaitsApproval.caller}`,
      value: awaitsApproval.answer,
    },
  }
}

export const approvalExamples = { [approvalExample]: referenceTo(approvalExample) }
